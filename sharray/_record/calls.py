"""Calls of functions that consist of several operations: recorded once, replayed for others alike.

What a call records follows from the shapes, dtypes and shardings of its arrays and from its other
arguments, unless it looks at values. So the nodes of the first call are kept as steps, and a call
that agrees in all of that makes the same nodes of its own arrays, without running the function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.cache import Cache
from sharray._core.context import context, errors_matter
from sharray._core.node import Kind, Node, State, pending_below
from sharray._core.settings import on_change, options
from sharray._engine import launch_order
from sharray._engine.evaluate import MAX_ROOTS
from sharray._record import views
from sharray._record.general import applied
from sharray._record.handles import Handle
from sharray._record.memory_layout import axes_in
from sharray._record.record import kept

#: Arrays of so many bytes are not kept for the calls to come.
_LARGE = 1 << 16

_INTS = frozenset([int])
#: Types of arguments that are a part of what calls have to agree in.
_STATIC = frozenset([type(None), bool, int, str, type])


class Call:
    """A call of a function, by what it depends on.

    Attributes
    ----------
    key
        The function, its static arguments, and what is known of its arrays.
    nodes
        The values of its arrays.
    is_new
        Whether no call like it has been recorded.
    node
        Of the result, if a call like it was recorded, and could be replayed.
    """

    __slots__ = ("is_new", "key", "node", "nodes")

    def __init__(
        self, key: tuple[Any, ...], nodes: list[Node], is_new: bool, node: Node | None
    ) -> None:
        self.key, self.nodes, self.is_new, self.node = key, nodes, is_new, node

    def record(self, function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
        """Call the function, and keep what it records for calls to come; return its result."""
        context.recorder = recorder = _Recorder()
        reads = context.reads
        try:
            result = function(*args, **kwargs)
            steps = recorder.steps(self.nodes, result) if context.reads == reads else None
        finally:
            context.recorder = None
        _recordings.keep(self.key, steps or ())  # empty if they cannot be kept
        return result


def _replay(steps: Sequence[_Step], nodes: Sequence[Node]) -> Node:
    """Record steps again on the arrays of another call; return the node of the result."""
    values = [kept(n) if n.skipped is not None and n.state is State.PENDING else n for n in nodes]
    for kind, aval, args, op, params in steps:
        if kind is Kind.VALUE:
            values.append(aval)
            continue
        operands = tuple([values[i] for i in args])
        if observers.active and kind is not Kind.VIEW:
            observers.recorded(_name(kind, op, params), False)
        match kind:
            case Kind.VIEW:
                node = views.read(operands[0], params)
            case Kind.PAD:
                node = views.read_beyond(operands[0], params)
            case Kind.WRITE:
                node = views.run_if_due(Node(kind, aval, operands, None, params))
            case _:
                node = applied(op, operands, aval, params)
        values.append(node)
    return values[-1]


def _name(kind: Kind, op: Any, params: Any) -> str:
    """Return what observers call a step."""
    if kind is Kind.PAD:
        return "roll" if params.mode == "wrap" and params.shape == params.base_shape else "pad"
    return "write" if op is None else op.name


#: Kind, aval, places of the operands among the arrays of the call and the steps before, operation
#: and parameters of a node. A constant stands in the place of the aval.
_Step = tuple[Kind, Any, tuple[int, ...], Any, Any]

#: Steps by the key of calls.
_recordings = Cache("what calls of functions record", 4096)
on_change["host_threshold"].append(lambda _: _recordings.clear())


def like(function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Call | None:
    """Return a call, replayed if one like it was recorded; None where it has other arguments.

    Known are arrays on devices and static arguments. None, too, where each operation is to run by
    itself.
    """
    if (
        options.immediate
        or context.recorder is not None
        or context.explanation is not None
        or errors_matter.get()
    ):
        return None
    with launch_order.lock:  # what another thread writes to must not be overwritten meanwhile
        nodes: list[Node] = []
        some_pending = False
        key = [function, tuple(kwargs)]
        for value in (*args, *kwargs.values()) if kwargs else args:
            kind = type(value)
            if kind in _STATIC or (kind is tuple and _INTS.issuperset(map(type, value))):
                key += (kind, value)
            elif isinstance(value, Handle):
                memory = value._owner
                node = None if memory is None or value._lenses != () else memory.node
                if node is None:
                    node = value._node()
                if node.state is State.PENDING:
                    some_pending = True
                elif node.state is not State.DEVICES:
                    return None
                if node not in nodes:
                    nodes.append(node)
                key += (node.aval, nodes.index(node), node.kind is Kind.VIEW)
            elif kind is float:
                key += (kind, repr(value))  # 0.0 == -0.0 and nan != nan
            elif isinstance(value, np.dtype):
                key += (kind, value)
            else:
                return None
        if some_pending and len(nodes) > 1 and _are_related(nodes):
            return None
        frozen = tuple(key)
        steps = _recordings.get(frozen)
        if not steps:
            return Call(frozen, nodes, steps is None, None)
        context.replays += 1
        try:
            return Call(frozen, nodes, False, _replay(steps, nodes))
        finally:
            context.replays -= 1


def _are_related(nodes: Sequence[Node]) -> bool:
    """Whether an array of a call is computed from another one of it.

    A view of a view is one of the base: steps would take that for the other array, which need not
    be the base in the next call.
    """
    return any(arg in nodes for node in pending_below(nodes) for arg in node.args)


class _Recorder:
    """Notes how nodes are computed, before they are."""

    def __init__(self) -> None:
        self._recipes: dict[Node, tuple[Any, ...]] = {}
        self._constants: set[Node] = set()

    def created(self, node: Node) -> None:
        """Note a node that begins to exist."""
        # not the operands themselves, which would count as used as long as they are kept here
        self._recipes[node] = node.kind, node.aval, tuple(node.args), node.op, node.params

    def constant(self, node: Node) -> None:
        """Note a node whose value on devices is the same for all calls."""
        self._constants.add(node)
        node.exported = True  # no program may write to it

    def steps(self, given: Sequence[Node], result: Any) -> list[_Step] | None:
        """Return the steps to a result; None if something else is needed for it."""
        if not isinstance(result, Handle) or result._readonly:
            return None
        if result._memory.node in given or result._memory.node not in self._recipes:
            return None  # it may be a view of an argument
        if axes_in(result, "K") != list(range(result.ndim)):
            return None  # which lies in column-major order, as a view of what is not returned
        last = result._node()
        needed = self._needed(last, given)
        if needed is None:
            return None
        places = {node: i for i, node in enumerate(given)}
        steps: list[_Step] = []
        for node in needed:
            if self._recipes[node][0] is Kind.VALUE:
                places[node] = len(places)
                steps.append((Kind.VALUE, node, (), None, None))
        for node, (kind, aval, args, op, params) in self._recipes.items():
            if kind is not Kind.VALUE and node in needed:
                places[node] = len(places)
                steps.append((kind, aval, tuple([places[a] for a in args]), op, params))
        return steps

    def _needed(self, last: Node, given: Sequence[Node]) -> set[Node] | None:
        """Return the nodes on the way from `given` to the last one; None if they are not known."""
        needed, rest = set(), [last]
        while rest:
            node = rest.pop()
            if node in needed or node in given:
                continue
            if node not in self._recipes:
                if node.state is not State.HOST:
                    return None
                self.created(node)  # a number, known from other calls
            kind, aval, args, _, _ = self._recipes[node]
            if isinstance(aval, tuple) or len(args) > MAX_ROOTS:
                return None
            if kind is Kind.VALUE:
                there = node.state is State.HOST or node in self._constants
                if not there or aval.layout.size * aval.dtype.itemsize > _LARGE:
                    return None
            needed.add(node)
            rest.extend(args)
        return None if self._recipes[last][0] is Kind.VALUE else needed
