"""From a call of a public function to nodes: what is recorded, what runs at once.

Elementwise operations; all others are in `general`, which takes its operands as they do. Every
error that depends on shapes, dtypes or placement is raised here and there, at the call.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core import observers, policy, rules
from sharray._core.cache import Cache
from sharray._core.context import errors_matter
from sharray._core.layout import Aval, Layout, make_aval
from sharray._core.lazy import is_jax_array
from sharray._core.links import see
from sharray._core.nested import leaves
from sharray._core.node import APPLY, HOST, PENDING, TRACED, UNPLACED, Node, constant
from sharray._core.operation import Op
from sharray._core.placement import default_layout
from sharray._core.settings import options
from sharray._engine import exchange, launch_order
from sharray._engine.evaluate import evaluate
from sharray._engine.graph import keep_next_time
from sharray._record import floating_errors, relayout, traced_values, views
from sharray._record.handles import Handle, node_of_jax, node_of_numpy, wrap, wrap_array

if TYPE_CHECKING:
    from jax.sharding import Mesh


PYTHON_SCALARS = frozenset([bool, int, float, complex])


class _Inferred(NamedTuple):
    """What an elementwise call on such operands comes to; `aval` None: NumPy computes it."""

    aval: Aval | None
    casts: tuple[np.dtype, ...]
    size: int
    #: operands that are sharded along other dimensions than the result
    crossing: tuple[int, ...] = ()


_inferred = Cache("dtype and layout of elementwise results", 100_000)
#: With fewer elements, what lies on the host is an operand as numbers are: on all devices, kept.
_LARGE = 1 << 14


def no_arrays(op: Op) -> TypeError:
    """Return the error of an operation that is given no array."""
    return TypeError(f"{op.called} needs at least one array among its operands")


def mesh_of(values: Iterable[Any]) -> Mesh | None:
    """Return the mesh of the first array on devices among `values`, and sequences in them."""
    for value in leaves(values):
        if isinstance(value, Handle):
            mesh = value._memory.aval.layout.mesh
            if mesh is not None:
                return mesh
    return None


def operand(value: Any, name: str, mesh: Mesh | None = None) -> Node:
    """Return the node of an array-like that is not a Python scalar.

    An array of NumPy that is too large for the host goes to `mesh`, or to the current one.

    Raises
    ------
    TypeError
        If `value` is not an array.
    """
    if isinstance(value, Handle):
        return value._node()
    # numbers of classes of their own are to NumPy what those that they derive from are
    if isinstance(value, (np.ndarray, np.generic, *PYTHON_SCALARS)):
        return node_of_numpy(np.asarray(value), scalar_on_host=True, mesh=mesh)
    if is_jax_array(value):
        return node_of_jax(value)
    raise TypeError(
        f"{name} takes arrays and Python scalars, not {type(value).__name__}; "
        "make an array of it with sharray.asarray"
    )


def as_handle(value: Any, name: str) -> Any:
    """Return `value` itself if it is an array of this library, else one of its elements."""
    return value if isinstance(value, Handle) else wrap_array(operand(value, name))


def elementwise(op: Op, *args: Any) -> Any:
    """Record an elementwise operation on arrays and Python scalars; return its result."""
    return wrap(elementwise_node(op, args))


def elementwise_node(op: Op, args: Sequence[Any], *, lazily: bool = False) -> Node:
    """Record an elementwise operation on handles, nodes, arrays and Python scalars.

    With `lazily`, it is not run however long the chain: a write follows that will.
    """
    with launch_order.lock:  # what another thread writes to must not be overwritten meanwhile
        operands: list[Any] = []
        key: list[Any] = [op]
        last, is_usable = PENDING, True
        for arg in args:
            kind = type(arg)
            if kind in PYTHON_SCALARS:
                operands.append(arg)
                key.append(kind)
                is_usable = False
                continue
            if isinstance(arg, Handle):
                memory = arg._owner
                # the usual one first: all of what lies on devices
                node = None if memory is None or arg._lenses != () else memory.node
                arg = arg._node() if node is None else node
            elif kind is not Node:
                arg = operand(arg, op.called, mesh_of(args))
            operands.append(arg)
            key.append(arg.aval)
            state = arg.state
            if state > last:
                last = state
            if state is HOST or arg.skipped is not None:
                is_usable = False
        if last >= UNPLACED and any([type(o) is Node and o.state is UNPLACED for o in operands]):
            result = traced_values.elementwise(op, operands)
            return result if type(result) is Node else elementwise_node(op, result, lazily=lazily)  # type: ignore[arg-type]
        if op.rewrite is not None and (other := op.rewrite(operands)) is not None:
            return elementwise_node(other[0], other[1], lazily=lazily)
        frozen = tuple(key)
        inferred = _inferred.get(frozen)
        if inferred is None or (inferred.aval is None and not policy.stays(inferred.size)):
            inferred = _infer(op, frozen)
        if observers.active:
            observers.recorded(op.name, inferred.aval is None)
        if inferred.aval is None:
            assert op.host is not None
            values = [a.value if type(a) is Node else a for a in operands]
            return constant(floating_errors.in_numpy(op.host, values))
        if not is_usable:
            for i, arg in enumerate(operands):
                if type(arg) is not Node:
                    operands[i] = _number(op, arg, inferred.casts[i])
                else:
                    operands[i] = usable(arg, inferred.aval.layout.mesh)
        if inferred.crossing:
            alone = lazily or errors_matter.get()
            done = _exchanged(op, operands, inferred.crossing, inferred.aval, alone=alone)
            if done is not None:
                return done
        node = Node(APPLY, inferred.aval, tuple(operands), op)
        if errors_matter.get() and floating_errors.look(op, node):
            return node
        due = options.immediate or node.depth >= options.chain_length
        if last < TRACED and (lazily or not due):
            return node
        return views.run_if_due(node, now=last >= TRACED)


def _exchanged(
    op: Op, operands: list[Any], crossing: Iterable[int], aval: Aval, *, alone: bool
) -> Node | None:
    """Lay out operands in memory as the result; return that if it could be computed meanwhile.

    It is not if they are to be laid out alone.
    """
    for i in crossing:
        turned = relayout.to_exchange(operands[i], aval.layout)
        if turned is not None:
            done = None if alone else relayout.combined(op, operands, i, *turned, aval)
            if done is not None:
                return done
            operands[i] = relayout.exchanged(*turned, aval.layout)
    return None


def usable(node: Node, mesh: Mesh | None) -> Node:
    """Return an operand of what devices of a mesh compute."""
    return kept(node) if node.skipped is not None else within_reach(node, mesh)


def within_reach(node: Node, mesh: Mesh | None) -> Node:
    """Return what devices of a mesh can compute with; a large array on the host is copied there.

    That is one whose memory somebody else has, too: others have moved (see `_record.homes`).
    """
    if node.state is HOST and node.aval.layout.size >= _LARGE:
        return relayout.on_devices(node, default_layout(node.aval.shape, mesh))
    return node


def kept(node: Node) -> Node:
    """Return an operand; one that has been computed before, and not kept, is computed to stay."""
    if node.skipped is not None and node.state is PENDING:
        keep_next_time(node)
        evaluate([node])
    return node


_numbers = Cache("numbers as nodes", 4096)


def _number(op: Op, value: Any, dtype: np.dtype) -> Node:
    """Return the node of a Python scalar; loops use the same few again and again."""
    # by its digits, since 0.0 == -0.0 and nan != nan
    key = (op.ufunc, value if type(value) is int else repr(value), dtype)
    known = _numbers.get(key)
    return _numbers.keep(key, constant(_cast(op, value, dtype))) if known is None else known


_COMPARISONS = {np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal}


def _cast(op: Op, value: Any, dtype: np.dtype) -> np.ndarray:
    """Cast a Python scalar as NumPy does: an int that does not fit is an OverflowError.

    Only a comparison knows its answer then: any such int is as good as infinity.
    """
    try:
        if type(value) is int or dtype.itemsize == 8:
            return np.array(value, dtype)
        with np.errstate(over="ignore"):
            return np.array(value, dtype)
    except OverflowError:
        if op.ufunc not in _COMPARISONS or dtype.kind not in "iu":
            raise
        return np.array(np.inf if value > 0 else -np.inf)


def _infer(op: Op, key: tuple[Any, ...]) -> _Inferred:
    given = [k for k in key[1:] if isinstance(k, Aval)]
    if not given:
        raise no_arrays(op)
    if any([a.layout.mesh is not None and not a.layout.mesh.axis_names for a in given]):
        for aval in given:  # beside the blocks of `shard_map`
            traced_values.check_inside(aval.layout)
    casts, dtype = op.compute_dtypes(tuple(k.dtype if isinstance(k, Aval) else k for k in key[1:]))
    try:
        shape = np.broadcast_shapes(*[a.shape for a in given])
    except ValueError:
        raise ValueError(
            f"{op.called}: operands could not be broadcast together: {rules.describe(given)}"
            + see("shapes-do-not-broadcast")
        ) from None
    size = math.prod(shape)
    if all(a.layout.mesh is None for a in given):
        if not policy.stays(size):
            # not kept: where it goes depends on the current mesh
            return _Inferred(make_aval(default_layout(shape), dtype), casts, size)
        inferred = _Inferred(None, (), size)
    else:
        layout = rules.place(op.rule, given, shape, {}, op.name)
        inferred = _Inferred(make_aval(layout, dtype), casts, size, _crossing(key[1:], layout))
    return _inferred.keep(key, inferred)


def _crossing(operands: Sequence[Any], result: Layout) -> tuple[int, ...]:
    """Return which operands of the result's shape lie otherwise, or may in memory.

    They are sharded along other dimensions, or those of a large array may be in another order than
    those of another one, which XLA's loops are slow to read together.
    """
    crossing: list[int] = []
    whole = [i for i, v in enumerate(operands) if isinstance(v, Aval) and v.shape == result.shape]
    may_be_turned = result.ndim > 1 and result.size >= exchange.EXCHANGED_FROM and len(whole) > 1
    for i in whole:
        own = operands[i].layout
        pairs = zip(own.parts, own.spec, result.spec, strict=True)
        if may_be_turned or any([n > 1 and names != others for n, names, others in pairs]):
            crossing.append(i)
    return tuple(crossing)
