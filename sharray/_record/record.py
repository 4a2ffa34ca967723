"""From a call of a public function to expressions: what is recorded, what runs at once.

Every error that depends on shapes, dtypes or placement is raised here, at the call.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.sharding import Mesh

from sharray._core import observers, rules
from sharray._core.cache import Cache
from sharray._core.layout import Aval, make_aval
from sharray._core.lens import Extended
from sharray._core.node import TRACED, Expr, host, is_long, leaf
from sharray._core.placement import default_layout
from sharray._core.settings import options
from sharray._engine import run, shards
from sharray._ops.table import Op, check_kinds, normalize_axis
from sharray._record import floating_errors, handles, traced_values
from sharray._record.inference import infer, told_of

_SCALARS = (bool, int, float, complex)
Handle = handles.Handle


class Slot(NamedTuple):
    """Stands in the parameters for operand `number`."""

    number: int


class Slots(NamedTuple):
    """Stands in the parameters for a sequence of operands."""

    indices: tuple[int, ...]


class Params:
    """The static arguments of a call, with `Slot`s where its arrays stand; hashable."""

    __slots__ = ("_hash", "key", "positional", "values")

    def __init__(self, values: dict[str, Any], positional: int) -> None:
        self.values = values
        self.positional = positional
        self.key = tuple([(name, _freeze(value)) for name, value in values.items()])
        self._hash = hash(self.key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Params) and self.key == other.key

    def __repr__(self) -> str:
        return ", ".join(f"{k}={v!r}" for k, v in self.values.items())

    def rebuild(self, operands: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return positional and keyword arguments with `operands` in their places."""
        return rebuild(self.values, self.positional, operands)


def rebuild(
    values: Mapping[str, Any], positional: int, operands: Sequence[Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Return positional and keyword arguments with `operands` in the places of the slots."""
    pos: list[Any] = []
    named: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Slot):
            value = operands[value.number]
        elif isinstance(value, Slots):
            value = [operands[i] for i in value.indices]
        if len(pos) < positional:
            pos.append(value)
        else:
            named[name] = value
    return pos, named


#: Types of most static arguments, whose values say all.
_AS_THEY_ARE = {type(None), bool, int, str, Slot, Slots}


def _freeze(value: Any) -> Any:
    """Return a hashable stand-in under which 1, 1.0 and True, 0.0 and -0.0 differ."""
    kind = type(value)
    if kind not in _AS_THEY_ARE:
        if isinstance(value, (list, tuple)):
            return (kind.__name__, *[_freeze(v) for v in value])
        if isinstance(value, (float, complex)):
            return (kind.__name__, repr(value))
    return (kind.__name__, value)


class _Plan(NamedTuple):
    """What an elementwise call on such operands comes to; `aval` None: NumPy computes it."""

    aval: Aval | None
    casts: tuple[np.dtype, ...]
    size: int


_KEPT_MOST = 100_000
_plans = Cache(_KEPT_MOST)


def _no_arrays(op: Op) -> TypeError:
    return TypeError(f"{op.name} needs at least one array among its operands")


def mesh_of(values: Iterable[Any]) -> Mesh | None:
    """Return the mesh of the first array on devices among `values`, and sequences in them."""
    for value in values:
        mesh = None
        if isinstance(value, Handle):
            mesh = value._read().aval.layout.mesh
        elif isinstance(value, (list, tuple)):
            mesh = mesh_of(value)
        if mesh is not None:
            return mesh
    return None


def operand(value: Any, name: str, mesh: Mesh | None = None) -> Expr:
    """Return the expression of an array-like that is not a Python scalar.

    An array of NumPy that is too large for the host goes to `mesh`, or to the current one.

    Raises
    ------
    TypeError
        If `value` is not an array.
    """
    if isinstance(value, Handle):
        return value._read()
    # numbers of classes of their own are to NumPy what those that they derive from are
    if isinstance(value, (np.ndarray, np.generic, *_SCALARS)):
        return handles.from_numpy(np.asarray(value), scalar_on_host=True, mesh=mesh)
    if isinstance(value, jax.Array):
        return handles.from_jax(value)
    raise TypeError(
        f"{name} takes arrays and Python scalars, not {type(value).__name__}; "
        "make an array of it with sharray.asarray"
    )


def as_handle(value: Any, name: str) -> Any:
    """Return `value` itself if it is an array of this library, else one of its elements."""
    return value if isinstance(value, Handle) else handles.wrap_array(operand(value, name))


def elementwise(op: Op, *args: Any) -> Any:
    """Record an elementwise operation on arrays and Python scalars."""
    if op.instead is None and not observers.active and not floating_errors.asked.get():
        # programs are full of small arrays: what NumPy does at once needs no plan
        values = []
        for arg in args:
            if isinstance(arg, Handle) and arg._owner is None and arg._expr.on_host:
                value = arg._expr.value
                # arrays of one shape: what is broadcast may be large
                if value.size >= options.host_threshold or (
                    values and value.shape != values[0].shape
                ):
                    break
                values.append(value)
            elif type(arg) in _SCALARS and values:
                values.append(arg)
            else:
                break
        else:
            if (made := _in_numpy(op, values)) is not None:
                return handles.wrap(host(made))
    return handles.wrap(elementwise_expr(op, args))


def _in_numpy(op: Op, values: list[Any]) -> Any:
    """Return NumPy's result; None if there is something to complain of."""
    assert op.host is not None
    try:
        with np.errstate(all="ignore"):
            return op.host(*values)
    except Exception:
        return None


def elementwise_expr(op: Op, args: tuple[Any, ...], lazily: bool = False) -> Expr:
    """Record an elementwise operation on handles, expressions, arrays and Python scalars.

    With `lazily`, it is not run however long the chain: a write follows that will.
    """
    operands: list[Any] = []
    key: list[Any] = [op]
    traced = False
    for arg in args:
        kind = type(arg)
        if kind in _SCALARS:
            operands.append(arg)
            key.append(kind)
            continue
        if isinstance(arg, Handle):
            arg = arg._expr if arg._owner is None else arg._read()
        elif kind is not Expr:
            arg = operand(arg, op.name, mesh_of(args))
        operands.append(arg)
        key.append(arg.aval)
        traced = traced or arg.depth >= TRACED
    if traced and any(type(o) is Expr and o.is_loose for o in operands):
        made = traced_values.elementwise(op, operands)
        return made if isinstance(made, Expr) else elementwise_expr(op, tuple(made), lazily)
    if op.instead is not None and (other := op.instead(operands)) is not None:
        return elementwise_expr(other[0], other[1], lazily)
    frozen = tuple(key)
    plan = _plans.get(frozen)
    if plan is None or (plan.aval is None and plan.size >= options.host_threshold):
        plan = _plan(op, frozen)
    if observers.active:
        observers.recorded(op.name, plan.aval is None)
    if plan.aval is None:
        assert op.host is not None
        values = [a.value if type(a) is Expr else a for a in operands]
        return host(floating_errors.in_numpy(op.host, values))
    for i, arg in enumerate(operands):
        if type(arg) is not Expr:
            operands[i] = _scalar(op, arg, plan.casts[i])
    node = Expr(plan.aval, op, tuple(operands))
    if floating_errors.asked.get():
        floating_errors.look(op, node, operands)
    if not lazily and (options.immediate or is_long(node, options.chain_length)):
        del operands
        run.evaluate([node], longer=True)
    return node


_scalars = Cache(4096)


def _scalar(op: Op, value: Any, dtype: np.dtype) -> Expr:
    """Return the expression of a Python scalar; loops use the same few again and again."""
    # by its digits, since 0.0 == -0.0 and nan != nan
    key = (op.ufunc, value if type(value) is int else repr(value), dtype)
    found = _scalars.get(key)
    return _scalars.keep(key, host(_cast(op, value, dtype))) if found is None else found


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


def _plan(op: Op, key: tuple[Any, ...]) -> _Plan:
    given = [k for k in key[1:] if isinstance(k, Aval)]
    if not given:
        raise _no_arrays(op)
    casts, dtype = op.compute_dtypes(tuple(k.dtype if isinstance(k, Aval) else k for k in key[1:]))
    try:
        shape = np.broadcast_shapes(*[a.shape for a in given])
    except ValueError:
        raise ValueError(
            f"{op.name}: operands could not be broadcast together: {rules.describe(given)}"
        ) from None
    size = math.prod(shape)
    if all(a.layout.mesh is None for a in given):
        if size >= options.host_threshold:
            # not kept: where it goes depends on the current mesh
            return _Plan(make_aval(default_layout(shape), dtype), casts, size)
        plan = _Plan(None, (), size)
    else:
        plan = _Plan(make_aval(rules.place(op.rule, given, shape, {}, op.name), dtype), casts, size)
    return _plans.keep(key, plan)


#: Types that most arguments beside the arrays are of.
_NO_ARRAYS = {type(None), bool, int, float, str}


#: Parameters that are integers, also where something else would be an operand.
_INTEGERS = {"axis", "repetitions"}


def _is_array(value: Any) -> bool:
    return isinstance(value, (Handle, np.ndarray, np.generic, jax.Array))


def _static(value: Any, name: str) -> Any:
    """Return numbers of NumPy, which are arrays where operands stand, as Python's."""
    if type(value) in (list, tuple):
        return type(value)([_static(v, name) for v in value])
    if isinstance(value, np.generic):
        return value.item()
    return operator.index(value) if name in _INTEGERS and _is_array(value) else value


def general(
    op: Op,
    arguments: Mapping[str, Any],
    result_axis: int | None = None,
    common_axis: bool = False,
) -> Any:
    """Record or run an operation of any other kind; return arrays in its result's structure."""
    operands: list[Expr] = []
    values: dict[str, Any] = {}
    for at, (name, value) in enumerate(arguments.items()):
        if type(value) in _NO_ARRAYS:
            values[name] = value
            continue
        if at >= op.positional or name in _INTEGERS:
            value = _static(value, name)
        if isinstance(value, Handle):
            values[name] = Slot(len(operands))
            operands.append(value._read())
        elif _is_array(value):
            values[name] = Slot(len(operands))
            operands.append(operand(value, op.name, mesh_of(arguments.values())))
        elif isinstance(value, (list, tuple)) and any(_is_array(v) for v in value):
            values[name] = Slots(tuple(range(len(operands), len(operands) + len(value))))
            mesh = mesh_of(value) or mesh_of(arguments.values())
            operands.extend(operand(v, op.name, mesh) for v in value)
        else:
            values[name] = value
    if not operands:
        if any(isinstance(v, (list, tuple)) and not v for v in values.values()):
            raise ValueError(f"{op.name} needs at least one array, the sequence is empty")
        raise _no_arrays(op)
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


def apply(op: Op, operands: list[Expr], values: dict[str, Any]) -> Any:
    """Apply `op` to expressions: on the host if all are there, else recorded or run.

    The list is emptied: what only it refers to, such as the elements of a view, is not computed
    for anyone but this operation.
    """
    if any(o.depth >= TRACED for o in operands) and traced_values.any_loose(operands):
        mesh = traced_values.mesh_of(operands)
        if mesh is None:
            made = traced_values.general(op, operands, Params(values, op.positional))
            return jax.tree.map(handles.wrap, made)
        operands = [traced_values.placed(o, mesh) for o in operands]
    stays = _stays_on_host(op, operands, values)
    if observers.active:
        observers.recorded(op.name, stays)
    if stays:
        assert op.host is not None
        pos, named = rebuild(values, op.positional, [o.value for o in operands])
        try:
            with np.errstate(all="ignore"):
                result = op.host(*pos, **named)
        except (TypeError, ValueError) as error:
            told = told_of(op, [o.aval for o in operands], error)
            if told is error:
                raise
            raise told from error
        if _is_numpy(result):
            made = np.asarray(result)
            expr = handles.from_numpy(made, dtype=made.dtype, scalar_on_host=True)
            return handles.wrap(expr)
        return jax.tree.map(lambda v: handles.wrap(host(v)), result, is_leaf=_is_numpy)
    if len(operands) > run.TOGETHER:
        evaluate_all([o for o in operands if not _moves_nothing(o)])
    name = op.name
    if op.instead is not None and (other := op.instead(operands, values)) is not None:
        op, instead, values = other
        operands[:] = instead
        del other, instead
    params = Params(values, op.positional)
    tree, avals = _result(op, params, tuple([o.aval for o in operands]), name)
    if op.in_memory is not None and (done := shards.compute(op, operands, avals, params)):
        wrapped = [handles.wrap(e) for e in done]
        return wrapped[0] if tree is None else jax.tree.unflatten(tree, wrapped)
    if tree is None:
        node = Expr(avals[0], op, tuple(operands), params)
        if not op.recorded or options.immediate or is_long(node, options.chain_length):
            operands.clear()
            run.evaluate([node], longer=True)
        return handles.wrap(node)
    node = Expr(tuple(avals), op, tuple(operands), params)  # type: ignore[arg-type]
    operands.clear()
    run.evaluate([node])
    found = [leaf(a, v) for a, v in zip(avals, node.value, strict=True)]
    return jax.tree.unflatten(tree, [handles.wrap(e) for e in found])


def _moves_nothing(expr: Expr) -> bool:
    """Whether this is an array that is rolled or padded where no mesh axis shards it.

    To do that while the result is written costs less than memory for what comes before it.
    """
    lens = expr.params
    if not isinstance(lens, Extended):
        return False
    ends = zip(expr.args[0].aval.layout.spec, lens.starts, lens.shape, lens.base_shape, strict=True)
    return not any(names and (start or n != m) for names, start, n, m in ends)


_results = Cache(_KEPT_MOST)


def _result(op: Op, params: Params, inputs: tuple[Aval, ...], name: str) -> tuple[Any, list[Aval]]:
    """Return the result's tree (None for one array) and what is known of each array.

    `name` is that of the operation that was called.
    """
    key = (op, params, inputs)
    found = _results.get(key)
    if found is None:
        tree, shapes = infer(op, params, inputs)
        avals = [
            make_aval(rules.place(op.rule, inputs, shape, params.values, name), dtype)
            for shape, dtype in shapes
        ]
        found = tree, avals
        # on the host alone, where it goes depends on the current mesh
        if any(a.layout.mesh is not None for a in inputs):
            _results.keep(key, found)
    return found


def _stays_on_host(op: Op, operands: list[Expr], values: dict[str, Any]) -> bool:
    """Whether NumPy computes `op`: little is made of little, or not more of many small values."""
    if op.host is None:
        return False
    size = 0
    for o in operands:
        layout = o.aval.layout
        if layout.mesh is not None:
            return False
        size += layout.size
    if size < max(options.host_threshold, 1):
        return True
    if not options.host_threshold or op.instead is not None:
        return False
    avals = tuple([o.aval for o in operands])
    _, made = infer(op, Params(values, op.positional), avals)
    return sum(math.prod(shape) for shape, _ in made) <= size


def _is_numpy(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic))


def evaluate_all(exprs: Sequence[Expr]) -> None:
    """Compute expressions that are not yet values."""
    pending = [e for e in exprs if e.value is None]
    if pending:
        run.evaluate(pending)
