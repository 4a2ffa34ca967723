"""Nodes: immutable values that may not have been computed yet.

A node says what it is (`Kind`) and where its value is (`State`). When the engine has computed one
it stores the value in it and lets go of its operands, so everyone who holds the node sees it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core import collector, rules
from sharray._core.boundary import Beyond
from sharray._core.cache import Cache
from sharray._core.context import context
from sharray._core.layout import Aval, Home, host_aval, make_aval, make_layout
from sharray._core.lazy import is_abstract, is_tracer
from sharray._core.lens import Affine, Lens, Reshape
from sharray._core.user_line import Line

if TYPE_CHECKING:
    from sharray._core.operation import Op


class Kind(enum.Enum):
    """How a node is computed."""

    #: it is a value: what there was to compute has been computed
    VALUE = enum.auto()
    #: an operation of the table on its operands
    APPLY = enum.auto()
    #: what an affine lens shows of its operand
    VIEW = enum.auto()
    #: a part of its operand that goes on beyond the operand's ends, as rolls and pads do
    PAD = enum.auto()
    #: its first operand with the elements that an affine lens shows replaced by the second one
    WRITE = enum.auto()

    # compared with `is`; the hash of an enumeration's member is a Python function
    __hash__ = object.__hash__


class State(enum.IntEnum):
    """Where the value of a node is. From `TRACED` on, nothing is recorded on it."""

    #: nowhere yet
    PENDING = 0
    #: in host memory: a NumPy array that nobody writes to
    HOST = 1
    #: on devices: a padded ``jax.Array``
    DEVICES = 2
    #: it is traced by `explain`, which records on it as on what lies on devices
    EXPLAINED = 3
    #: it is traced by JAX
    TRACED = 4
    #: it is traced by JAX, which decides where it lies until it meets an array that has a mesh
    UNPLACED = 5
    #: there are only its shape, dtype and sharding
    ABSTRACT = 6


#: Members, for the modules that each statement passes through: as attributes of their classes they
#: take ten times as long to find.
VALUE, APPLY, VIEW, PAD, WRITE = Kind
PENDING, HOST, DEVICES, EXPLAINED, TRACED, UNPLACED, ABSTRACT = State


class Operands(tuple["Node", ...]):
    """The operands of a node that is not computed yet, which it counts as uses of them."""

    __slots__ = ()

    #: as that of a `Memory`
    _collector = collector

    def __del__(self) -> None:
        if self._collector.thread is None or not self._collector.is_at_work():
            for node in self:
                node.uses -= 1


class Node:
    """A value, or what it is to be computed from.

    Attributes
    ----------
    kind, state
        What it is, and where its value is.
    aval
        Layout and dtype; a tuple of several for an operation with several results.
    op, params, args
        Of an operation: which one, its static parameters and its operands. Views, pads and
        writes have a lens as `params`.
    value
        Once it is computed.
    uses
        How many nodes that are not computed yet have it as an operand, as often as they do.
    holders
        How many arrays hold it.
    exported
        Whether somebody else holds its shards, or an array on the same memory: no program may
        write to its buffers.
    padding_is_zero
        Whether the padding is known to hold zeros.
    skipped
        What a program computed that had it on the way and did not keep its value (see
        `_engine.graph`); None if none did.
    liveness
        Where it is noted whether it is used, of a value that an array held on the way to others
        (see `_engine.liveness`); None for all others.
    is_shown
        Whether it was an operation, and has become a view of something longer.
    depth
        How many operations have to run for it, one after the other.
    line
        The line of the user's that made it, where that is noted.
    """

    __slots__ = (
        "__weakref__", "args", "aval", "depth", "exported", "holders", "is_shown", "kind", "line",
        "liveness", "op", "padding_is_zero", "params", "skipped", "state", "uses", "value",
    )  # fmt: skip

    def __init__(
        self,
        kind: Kind,
        aval: Aval,
        args: tuple[Node, ...] = (),
        op: Op | None = None,
        params: Any = None,
    ) -> None:
        self.kind = kind
        self.state: State = PENDING
        self.aval = aval
        self.op = op
        self.params: Any = params
        self.value: Any = None
        self.uses = self.holders = 0
        self.exported = self.padding_is_zero = self.is_shown = False
        self.skipped: Any = None
        self.liveness: Any = None
        depth = 0
        if args:
            for arg in args:
                arg.uses += 1
                if arg.liveness is not None:
                    arg.liveness.is_used = True
                if arg.depth >= depth:
                    depth = arg.depth + 1
            args = Operands(args)
        self.args: tuple[Node, ...] = args
        self.depth = depth
        self.line: Line | None = None
        if context.recorder is not None:
            context.recorder.created(self)

    def __repr__(self) -> str:
        what = self.op or (self.kind.name.lower() if self.kind is not VALUE else self.state)
        return f"<{what} {self.aval!r}>"

    @property
    def is_pending(self) -> bool:
        """Whether it has not been computed yet."""
        return self.state is PENDING

    @property
    def on_host(self) -> bool:
        """Whether the value is a NumPy array on the host."""
        return self.state is HOST

    @property
    def is_traced(self) -> bool:
        """Whether nothing is recorded on it: it is traced by JAX, or has no value at all."""
        return self.state >= TRACED

    def set(self, value: Any, state: State | None = None) -> None:
        """Store the computed value and forget how it was computed."""
        self.kind, self.op, self.params, self.args, self.depth = VALUE, None, None, (), 0
        self.value = value
        self.state = state_of(value, self.aval) if state is None else state

    def show(self, whole: Node, lens: Affine) -> None:
        """Become a view of what has been computed."""
        whole.uses += 1
        self.kind, self.op, self.params = VIEW, None, lens
        self.args, self.depth = Operands((whole,)), whole.depth + 1
        self.is_shown = True

    def let_go(self) -> None:
        """Be held by one array less."""
        # when Python ends there may be no functions any more
        if collector.thread is None or not collector.is_at_work():
            self.holders -= 1
        elif self.liveness is not None:
            self.liveness.is_used = True

    def recipe(self) -> tuple[Any, ...]:
        """Return how it is computed, for `restore`."""
        return self.kind, self.op, self.params, self.args, self.depth

    def restore(self, recipe: tuple[Any, ...]) -> None:
        """Become what has not been computed again."""
        self.kind, self.op, self.params, self.args, self.depth = recipe
        self.value, self.state = None, PENDING


class NoValue(NamedTuple):
    """Stands where a value cannot be told.

    Attributes
    ----------
    why
        Says so to whoever wants it.
    placeholder
        What there is instead.
    """

    why: str
    placeholder: Any

    @property
    def shape(self) -> Any:
        """No shape: functions of JAX that ask for one are told why."""
        raise ValueError(self.why)


def state_of(value: Any, aval: Any) -> State:
    """Return where a value is."""
    if isinstance(value, np.ndarray):
        return HOST
    if is_tracer(value):
        placed = isinstance(aval, tuple) or aval.layout.mesh is not None
        if not placed:
            return UNPLACED
        return EXPLAINED if in_explained_trace() else TRACED
    nothing = isinstance(value, NoValue) or is_abstract(value)
    return ABSTRACT if nothing else DEVICES


def current_trace() -> Any:
    """Return the current trace, to be compared with others."""
    from jax.extend.core import get_opaque_trace_state  # loads much that else is never used

    return get_opaque_trace_state("nnx")


def in_explained_trace() -> bool:
    """Whether the current trace is the one in which operations are recorded."""
    return context.explained_trace is not None and context.explained_trace == current_trace()


def computed(aval: Aval, value: Any, *, exported: bool = False) -> Node:
    """Return the node of a padded array."""
    node = Node(VALUE, aval)
    node.value = value
    node.exported = exported
    node.state = state_of(value, aval)
    return node


_host_avals = Cache("shapes and dtypes on the host", 4096, host_aval)


def constant(value: Any) -> Node:
    """Return the node of a NumPy value on the host, which nobody may write to again."""
    array = np.asarray(value)
    node = Node(VALUE, _host_avals[array.shape, array.dtype])
    node.value = array
    node.state = HOST
    return node


def unplaced(value: Any) -> Node:
    """Return the node of a traced value that JAX places."""
    layout = make_layout(tuple(value.shape), Home.UNPLACED)
    return computed(make_aval(layout, np.dtype(value.dtype)), value)


def view_aval(aval: Aval, lens: Lens) -> Aval:
    """Return the abstract value of a view: dimensions keep the sharding of their axis."""
    layout = aval.layout
    if layout.mesh is None:
        return host_aval(lens.shape, aval.dtype if lens.dtype is None else lens.dtype)
    if not isinstance(lens, Affine):
        reshape = isinstance(lens, Reshape)
        rule, name = (rules.reshape, "reshape") if reshape else (rules.same, "view")
        placed = rules.place(rule, [aval], lens.shape, {}, name)
        return make_aval(placed, aval.dtype if lens.dtype is None else lens.dtype)
    spec = tuple([() if d.axis is None else layout.spec[d.axis] for d in lens.dims])
    return make_aval(make_layout(lens.shape, layout.mesh, spec), aval.dtype)


def is_longer(node: Node, most: int) -> bool:
    """Whether `most` operations or more have to be computed for `node`, one after the other.

    What has been computed since they were recorded no longer counts.
    """
    if node.depth >= most:
        _count_again(node, set())
    return node.depth >= most


def _count_again(node: Node, seen: set[Node]) -> None:
    args = node.args
    for arg in args:
        if arg.args and arg not in seen:
            seen.add(arg)
            _count_again(arg, seen)
    if args and node.is_pending:  # no other thread has computed it meanwhile
        node.depth = 1 + max([arg.depth for arg in args])


def pending_below(roots: Iterable[Node]) -> Iterable[Node]:
    """Yield what has not been computed of nodes and of what they are computed from."""
    rest = list(dict.fromkeys([root for root in roots if root.state is PENDING]))
    seen = set(rest)
    while rest:
        node = rest.pop()
        yield node
        for arg in node.args:
            if arg.state is PENDING and arg not in seen:
                seen.add(arg)
                rest.append(arg)


def depends_on_traced(node: Node, known: dict[Node, bool] | None = None) -> bool:
    """Whether a node is traced by JAX, or computed from what is."""
    if not node.is_pending:
        return node.is_traced
    known = {} if known is None else known
    if node not in known:
        known[node] = any([depends_on_traced(arg, known) for arg in node.args])
    return known[node]


def reads_beyond(node: Node) -> bool:
    """Whether `node` has not been computed, and is computed from what is rolled or padded."""
    return any(isinstance(below.params, Beyond) for below in pending_below([node]))
