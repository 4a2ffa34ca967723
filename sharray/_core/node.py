"""Expressions: immutable values that may not have been computed yet.

An `Expr` is a concrete padded ``jax.Array`` with its layout, a small NumPy value on the host, or
an operation on other expressions. When the engine has computed an operation it stores the value
in the expression and lets go of the operands, so everyone who holds the expression sees it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from jax.core import Tracer

from sharray._core.cache import Cache
from sharray._core.layout import Aval, host_aval, make_aval, make_layout
from sharray._core.lens import Affine, Extended, Lens, Reshape

if TYPE_CHECKING:
    from sharray._ops.table import Op

#: Depth of a traced value: deeper than any chain may get, so nothing is recorded on it.
TRACED = 1 << 30


class _Recorded(threading.local):
    #: the trace on whose values operations are recorded as on others: that of `explain`
    trace: Any = None


recorded = _Recorded()
#: Told of each new expression, while a function is explained.
noticing: list[Callable[[Expr], None]] = []


def current_trace() -> Any:
    """Return the current trace, to be compared with others."""
    from jax.extend.core import get_opaque_trace_state  # loads much that else is never used

    return get_opaque_trace_state("nnx")


def in_recorded_trace() -> bool:
    """Whether the current trace is the one in which operations are recorded."""
    return recorded.trace is not None and recorded.trace == current_trace()


def _traced_depth(aval: Aval) -> int:
    """Return how deep a traced value is: as a rule so deep that nothing is recorded on it."""
    return 0 if aval.layout.mesh is not None and in_recorded_trace() else TRACED


class Expr:
    """A node: `aval` always, and `value`, or else what it is to be computed from.

    That is `op` on `args` with static `params`; without an `op` and with a lens as `params`, the
    view of one argument, or the write of the second one through that view of the first. What
    `Extended` makes of an argument is no view.

    `shared` says that the value came from outside the library or went there: somebody may hold
    its shards, or an array on the same memory, so its buffers are never donated. `clean` says that
    the padding is known to hold zeros.

    A traced value may have no mesh: where it lies is for JAX to say, until it meets an array that
    has one (see `_traced`).
    """

    __slots__ = ("__weakref__", "args", "aval", "clean", "depth", "op", "params", "shared", "value")

    aval: Aval
    op: Op | None
    args: tuple[Expr, ...]
    params: Any
    value: Any
    depth: int
    shared: bool
    clean: bool

    def __init__(
        self, aval: Aval, op: Op | None = None, args: tuple[Expr, ...] = (), params: Any = None
    ) -> None:
        self.aval = aval
        self.op = op
        self.args = args
        self.params = params
        self.value = None
        self.depth = 0
        for arg in args:
            if arg.depth >= self.depth:
                self.depth = arg.depth + 1
        self.shared = False
        self.clean = False
        if noticing:
            noticing[0](self)

    @property
    def on_host(self) -> bool:
        """Whether the value is a NumPy array on the host."""
        return self.aval.layout.mesh is None and self.depth < TRACED

    @property
    def is_loose(self) -> bool:
        """Whether this is a traced value without a mesh."""
        return self.depth >= TRACED and self.aval.layout.mesh is None

    def show(self, whole: Expr, lens: Any) -> None:
        """Become a view of what has been computed."""
        self.op, self.args, self.params, self.depth = None, (whole,), lens, 1

    def set(self, value: Any) -> None:
        """Store the computed value and forget how it was computed."""
        self.value = value
        self.op = None
        self.args = ()
        self.params = None
        self.depth = _traced_depth(self.aval) if isinstance(value, Tracer) else 0


def leaf(aval: Aval, value: Any, *, shared: bool = False) -> Expr:
    """Return the expression of a padded array."""
    made = Expr(aval)
    made.value = value
    made.shared = shared
    if isinstance(value, Tracer):
        made.depth = _traced_depth(aval)
    return made


_host_avals = Cache(4096)


def host(value: Any) -> Expr:
    """Return the expression of a NumPy value on the host, which nobody may write to again."""
    array = np.asarray(value)
    key = (array.shape, array.dtype)
    aval = _host_avals.get(key)
    if aval is None:
        aval = _host_avals.keep(key, host_aval(*key))
    made = Expr(aval)
    made.value = array
    return made


def lens_aval(aval: Aval, lens: Lens) -> Aval:
    """Return the abstract value of a view: dimensions keep the sharding of their axis."""
    from sharray._core import rules

    layout = aval.layout
    if layout.mesh is None:
        return host_aval(lens.shape, aval.dtype if lens.dtype is None else lens.dtype)
    if not isinstance(lens, Affine):
        reshape = isinstance(lens, Reshape)
        rule, name = (rules.reshape, "reshape") if reshape else (rules.same, "view")
        placed = rules.place(rule, [aval], lens.shape, {}, name)
        return make_aval(placed, aval.dtype if lens.dtype is None else lens.dtype)
    spec = tuple(() if d.axis is None else layout.spec[d.axis] for d in lens.dims)
    return make_aval(make_layout(lens.shape, layout.mesh, spec), aval.dtype)


def is_long(expr: Expr, most: int) -> bool:
    """Whether `most` operations or more have to be computed for `expr`, one after the other.

    What has been computed since they were recorded no longer counts.
    """
    if most <= expr.depth < TRACED:
        _count_again(expr, set())
    return expr.depth >= most


def _count_again(expr: Expr, seen: set[int]) -> None:
    args = expr.args
    for arg in args:
        if arg.args and id(arg) not in seen:
            seen.add(id(arg))
            _count_again(arg, seen)
    if args and expr.value is None:  # no other thread has computed it meanwhile
        expr.depth = 1 + max([arg.depth for arg in args])


def extends(expr: Expr) -> bool:
    """Whether `expr` has not been computed, and what it is computed from is rolled or padded."""
    rest, seen = [expr], set()
    while rest:
        node = rest.pop()
        if isinstance(node.params, Extended):
            return True
        for arg in node.args:
            if arg.value is None and id(arg) not in seen:
                seen.add(id(arg))
                rest.append(arg)
    return False


def is_affine_read(node: Expr) -> bool:
    """Whether `node` is a view that has not been computed."""
    return isinstance(node.params, Affine) and len(node.args) == 1


def is_write(node: Expr) -> bool:
    """Whether `node` is an array with new elements in a view, which has not been computed."""
    return isinstance(node.params, Affine) and len(node.args) == 2
