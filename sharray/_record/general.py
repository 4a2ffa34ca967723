"""Operations of any other kind than elementwise: recorded, or run, or left to NumPy."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sharray._core import observers, policy
from sharray._core.layout import Aval
from sharray._core.lazy import jax
from sharray._core.node import APPLY, PAD, PENDING, TRACED, UNPLACED, Node, computed, constant
from sharray._core.operation import Op, Params, Slot, Slots, check_kinds, normalize_axis, rebuild
from sharray._core.settings import options
from sharray._engine import launch_order
from sharray._engine.evaluate import MAX_ROOTS, evaluate, evaluate_all
from sharray._record import first_runs, retained, traced_values, views
from sharray._record.handles import Handle, is_array, node_of_numpy, wrap
from sharray._record.inference import annotate_error, infer, results_of
from sharray._record.record import mesh_of, no_arrays, operand, usable

#: Types that most arguments beside the arrays are of.
_NO_ARRAYS = {type(None), bool, int, float, str}
_INTS = frozenset([int])
#: Parameters that are integers, also where something else would be an operand.
_INTEGERS = {"axis", "repetitions"}


def _static(value: Any, name: str) -> Any:
    """Return numbers of NumPy, which are arrays where operands stand, as Python's."""
    if type(value) in (list, tuple):
        return type(value)([_static(v, name) for v in value])
    if isinstance(value, np.generic):
        return value.item()
    return operator.index(value) if name in _INTEGERS and is_array(value) else value


def general(
    op: Op,
    arguments: Mapping[str, Any],
    result_axis: int | None = None,
    common_axis: bool = False,
) -> Any:
    """Record or run an operation of any other kind; return arrays in its result's structure."""
    with launch_order.lock:
        operands, values = _split(op, arguments)
        check_kinds(op, operands)
        axis = values.get("axis")
        if axis is not None:
            if common_axis:
                ndim = min(o.aval.layout.ndim for o in operands)
                values["axis"] = normalize_axis(axis, ndim) - ndim
            else:
                ndim = operands[0].aval.layout.ndim + (result_axis or 0)
                values["axis"] = normalize_axis(axis, ndim)
        return apply(op, operands, values)


def _split(op: Op, arguments: Mapping[str, Any]) -> tuple[list[Node], dict[str, Any]]:
    """Return the operands among arguments, and the others with slots where these stand."""
    operands: list[Node] = []
    values: dict[str, Any] = {}
    for at, (name, value) in enumerate(arguments.items()):
        kind = type(value)
        if kind in _NO_ARRAYS or (kind is tuple and _INTS.issuperset(map(type, value))):
            values[name] = value
            continue
        if at >= op.positional or name in _INTEGERS:
            value = _static(value, name)
        if isinstance(value, Handle):
            values[name] = Slot(len(operands))
            operands.append(value._node())
        elif is_array(value):
            values[name] = Slot(len(operands))
            operands.append(operand(value, op.called, mesh_of(arguments.values())))
        elif isinstance(value, (list, tuple)) and any(is_array(v) for v in value):
            values[name] = Slots(tuple(range(len(operands), len(operands) + len(value))))
            mesh = mesh_of(value) or mesh_of(arguments.values())
            operands.extend([operand(v, op.called, mesh) for v in value])
        else:
            values[name] = value
    if not operands:
        if any(isinstance(v, (list, tuple)) and not v for v in values.values()):
            raise ValueError(f"{op.called} needs at least one array, the sequence is empty")
        raise no_arrays(op)
    return operands, values


def apply(op: Op, operands: Sequence[Node], values: dict[str, Any]) -> Any:
    """Apply `op` to nodes: on the host if all are there, else recorded or run."""
    last, on_host = PENDING, True
    for o in operands:
        on_host = on_host and o.aval.layout.mesh is None
        last = max(last, o.state)
    if last >= UNPLACED and any([o.state is UNPLACED for o in operands]):
        mesh = traced_values.mesh_of(operands)
        if mesh is None:
            results = traced_values.general(op, operands, Params(values, op.positional))
            return jax.tree.map(wrap, results)
        operands = [traced_values.with_mesh(o, mesh) for o in operands]
        on_host = False
    stays = on_host and op.host is not None and _stays_on_host(op, operands, values)
    if observers.active:
        observers.recorded(op.name, stays)
    if stays:
        return _in_numpy(op, operands, values)
    if len(operands) > MAX_ROOTS:
        evaluate_all([o for o in operands if not _moves_nothing(o)])
    name = op.name
    if op.rewrite is not None and (other := op.rewrite(operands, values)) is not None:
        op, operands, values = other
    mesh = traced_values.mesh_of(operands)
    args = tuple([usable(o, mesh) for o in operands])
    params = Params(values, op.positional)
    tree, avals = results_of(op, params, tuple([arg.aval for arg in args]), name)
    if tree is None:
        return wrap(applied(op, args, avals[0], params, now=last >= TRACED))
    node = Node(APPLY, tuple(avals), args, op, params)  # type: ignore[arg-type]
    evaluate([node])
    results = [computed(a, v) for a, v in zip(avals, node.value, strict=True)]
    return jax.tree.unflatten(tree, [wrap(e) for e in results])


def applied(
    op: Op, args: tuple[Node, ...], aval: Aval, params: Params, *, now: bool = False
) -> Node:
    """Return the node of an operation with one result: recorded, or run `now`."""
    if not now and op.on_shards is not None and op.lazy:
        node = first_runs.result(op, args, aval, params)
        if node is not None:
            return node
    node = Node(APPLY, aval, args, op, params)
    if now or not op.lazy:
        evaluate([node], longer=True)
    elif options.immediate or node.depth >= options.chain_length:
        return views.run_if_due(node)
    else:
        # `note` would ask the same, and cost each statement a call
        size = retained.TIMES * aval.layout.size
        for arg in args:
            largest = arg.aval.layout.size if type(arg.aval) is Aval else 0
            if largest >= retained.LARGE and largest >= size:
                retained.note(node, largest)
                break
    return node


def _in_numpy(op: Op, operands: Sequence[Node], values: dict[str, Any]) -> Any:
    """Have NumPy compute an operation on values on the host."""
    assert op.host is not None
    pos, named = rebuild(values, op.positional, [o.value for o in operands])
    try:
        with np.errstate(all="ignore"):
            result = op.host(*pos, **named)
    except (TypeError, ValueError) as error:
        annotated = annotate_error(op, [o.aval for o in operands], error)
        if annotated is error:
            raise
        raise annotated from error
    if isinstance(result, (np.ndarray, np.generic)):
        array = np.asarray(result)
        return wrap(node_of_numpy(array, dtype=array.dtype, scalar_on_host=True))
    if isinstance(result, (list, tuple)):
        wrapped = [wrap(constant(v)) for v in result]
        if hasattr(result, "_fields"):
            return type(result)(*wrapped)
        return type(result)(wrapped)
    return wrap(constant(result))


def _moves_nothing(node: Node) -> bool:
    """Whether this is an array that is rolled or padded where no mesh axis shards it.

    To do that while the result is written costs less than memory for what comes before it.
    """
    if node.kind is not PAD:
        return False
    lens, source = node.params, node.args[0].aval.layout
    ends = zip(source.spec, lens.starts, lens.shape, lens.base_shape, strict=True)
    return not any(names and (start or n != m) for names, start, n, m in ends)


def _stays_on_host(op: Op, operands: Sequence[Node], values: dict[str, Any]) -> bool:
    """Whether NumPy computes `op`: little is made of little, or not more of many small values."""

    def shapes() -> list[tuple[int, ...]]:
        avals = tuple([o.aval for o in operands])
        return [shape for shape, _ in infer(op, Params(values, op.positional), avals)[1]]

    sizes = [o.aval.layout.size for o in operands]
    return policy.runs_on_host(sizes, None if op.rewrite is not None else shapes)
