"""Creation functions: every array is made in place, shard by shard."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import policy, rules
from sharray._core.context import context
from sharray._core.layout import Layout, make_aval
from sharray._core.lazy import is_jax_array, jax, jnp
from sharray._core.links import with_article
from sharray._core.meshes import as_mesh, get_mesh
from sharray._core.node import Kind, Node, constant
from sharray._core.operation import Params, Slot
from sharray._core.placement import default_layout, layout_for
from sharray._core.settings import options
from sharray._engine.evaluate import evaluate_all
from sharray._ops.data_types import astype
from sharray._ops.table import Op, op
from sharray._record import handles
from sharray._record.handles import check_dtype, node_of_jax, node_of_numpy, wrap_array
from sharray._record.moves import copied, placed, put
from sharray._record.views import convert

SECTION = "creation functions"


def _internal(name: str, fn: Callable[..., Any], host: Callable[..., Any] | None = None) -> Op:
    """Declare the program behind a creation function; it is not a name of its own."""
    return Op(name, fn, rules.create, "all", "local", lazy=True, host=host)


def _layout(shape: tuple[int, ...], device: Any) -> Layout | None:
    """Return where a new array goes; None for the host."""
    # the current mesh says where an array goes when it goes to devices: small ones need not yet
    free = device is None or (
        isinstance(device, jax.sharding.Mesh) and as_mesh(device) == get_mesh()
    )
    size = math.prod(shape)
    if free and (policy.is_small(size) or (device is None and policy.stays(size))):
        return None
    return layout_for(shape, device) or default_layout(shape)


def as_shape(shape: Any, name: str = "shape") -> tuple[int, ...]:
    """Return a shape that users gave, for a parameter of that name, as a tuple.

    Raises
    ------
    TypeError
        If it is not made of integers.
    ValueError
        If one is negative.
    """
    try:
        sizes = tuple(shape)
    except TypeError:
        sizes = (shape,)
    dims = []
    for n in sizes:
        try:
            dims.append(n.__index__())
        except AttributeError:
            text = f"{name} is made of integers: {n!r} is {with_article(n)}"
            raise TypeError(text) from None
        if dims[-1] < 0:
            raise ValueError(f"negative dimensions are not allowed, got {name} {shape}")
    return tuple(dims)


def _dtype(dtype: Any, default: Any = np.float64) -> np.dtype:
    return check_dtype(np.dtype(default if dtype is None else dtype))


def _create(
    op: Op,
    numbers: dict[str, np.ndarray],
    static: dict[str, Any],
    layout: Layout,
    dtype: np.dtype,
    *,
    wanted: bool,
) -> Any:
    """Record the program that makes an array of `layout` from run-time `numbers`.

    Parameters
    ----------
    op
        The operation that makes it.
    numbers
        Its arguments that a program may be given at each run, by name.
    static
        Its other arguments.
    layout, dtype
        Of the array.
    wanted
        Whether the user wants it there.
    """
    values = {name: Slot(i) for i, name in enumerate(numbers)} | static
    operands = tuple(constant(v) for v in numbers.values())
    params = Params(values, len(values))
    node = Node(Kind.APPLY, make_aval(layout, dtype), operands, op, params)
    if options.immediate or not operands:
        evaluate_all([node])
    x = wrap_array(node)
    return placed(x) if wanted or context.meshes else x


def _steps(start: Any, step: Any, n: int) -> Any:
    """Return ``start + i * step`` for i below n, rounded twice as in NumPy."""
    products = jnp.arange(n).astype(step.dtype) * step
    if products.dtype.kind in "fc":
        # which changes nothing, but keeps XLA from rounding once by a fused multiply-add
        products = jnp.where(jnp.isnan(products), jnp.nan, products)
    return products + start


def _counted(start: Any, step: Any, n: int, dtype: np.dtype) -> Any:
    return convert(_steps(start, step, n), dtype)


def _counted_in_numpy(start: Any, step: Any, n: int, dtype: np.dtype) -> Any:
    return (np.arange(n).astype(step.dtype) * step + start).astype(dtype)


def _evenly(start: Any, stop: Any, step: Any, n: int, endpoint: bool, dtype: np.dtype) -> Any:
    samples = _steps(start, step, n)
    if endpoint and n > 1:
        samples = samples.at[-1].set(stop)
    return convert(jnp.floor(samples) if dtype.kind in "iu" else samples, dtype)


_full = _internal(
    "full",
    lambda value, shape: jnp.broadcast_to(value, shape),
    lambda value, shape: np.full(shape, value),
)
_eye = _internal("eye", lambda rows, cols, k, dtype: jnp.eye(rows, cols, k, dtype=dtype))
_range = _internal("arange", _counted, _counted_in_numpy)
_linspace = _internal("linspace", _evenly)


def full(shape: Any, value: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Make an array of one value, by default of its dtype."""
    shape = as_shape(shape)
    return _filled(shape, value, dtype, _layout(shape, device), wanted=device is not None)


def _filled(
    shape: tuple[int, ...], value: Any, dtype: Any, layout: Layout | None, *, wanted: bool
) -> Any:
    value = np.asarray(value, None if dtype is None else _dtype(dtype))
    dtype = check_dtype(value.dtype)
    if layout is None:
        return wrap_array(constant(np.full(shape, value, dtype)))
    return _create(_full, {"value": value}, {"shape": shape}, layout, dtype, wanted=wanted)


def full_like(x: Any, value: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Make an array of one value like `x`, which lies and stays as that does.

    Parameters
    ----------
    x
        The array.
    value
        A number.
    dtype : dtype, optional
        By default that of `x`.
    device : optional
        Where it goes instead.
    """
    dtype = x.dtype if dtype is None else dtype
    if device is not None or x._layout.mesh is None:
        return full(x.shape, value, dtype=dtype, device=device)
    context.reads += 1  # whether it stays does not follow from the layout
    return _filled(x.shape, value, dtype, x._layout, wanted=x._memory.is_placed)


def arange(
    start: Any, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None
) -> Any:
    """Make evenly spaced values from start, below stop."""
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise ZeroDivisionError("arange: step must not be 0")
    whole = all(isinstance(v, (int, np.integer)) for v in (start, stop, step))
    dtype = _dtype(dtype, np.int64 if whole else np.float64)
    many = 0 if whole else (stop - start) / step
    if not math.isfinite(many):
        raise ValueError(f"arange: cannot count {many} steps of {step} from {start} to {stop}")
    n = len(range(start, stop, step)) if whole else max(0, math.ceil(many))
    layout = _layout((n,), device)
    if layout is None or dtype.kind == "b":
        return wrap_array(node_of_numpy(np.arange(start, stop, step, dtype=dtype), layout))
    # NumPy, too, counts in the distance of the first two elements as the dtype has them
    ends = np.zeros(2, dtype)
    for i in range(min(n, 2)):
        ends[i] = start + step if i else start
    if dtype == np.float16:  # which has no room for many numbers
        ends = ends.astype(np.float32)
    step = (ends[1:] - ends[:1])[0] if n > 1 else ends.dtype.type(0)
    numbers = {"start": ends[0], "step": step}
    static = {"n": n, "dtype": dtype}
    return _create(_range, numbers, static, layout, dtype, wanted=device is not None)


def linspace(
    start: Any, stop: Any, num: int, *, dtype: Any = None, device: Any = None, endpoint: bool = True
) -> Any:
    """Make num evenly spaced values from start to stop (without it if not endpoint)."""
    counted = np.result_type(start, stop, 1.0)
    dtype = _dtype(dtype, counted)
    layout = _layout((num,), device)
    if layout is None:
        return wrap_array(constant(np.linspace(start, stop, num, endpoint, dtype=dtype)))
    first, last = np.array(start, counted), np.array(stop, counted)
    step = np.asarray((last - first) / max(num - 1 if endpoint else num, 1), counted)
    numbers = {"start": first, "stop": last, "step": step}
    static = {"n": num, "endpoint": endpoint, "dtype": dtype}
    return _create(_linspace, numbers, static, layout, dtype, wanted=device is not None)


def eye(n_rows: Any, n_cols: Any, *, k: int = 0, dtype: Any = None, device: Any = None) -> Any:
    """Make a matrix with ones on diagonal k (above the main one if positive), zeros elsewhere."""
    shape = as_shape((n_rows, n_rows if n_cols is None else n_cols))
    dtype = _dtype(dtype)
    layout = _layout(shape, device)
    if layout is None:
        return wrap_array(constant(np.eye(*shape, k=k, dtype=dtype)))
    static = {"rows": shape[0], "cols": shape[1], "k": k, "dtype": dtype}
    return _create(_eye, {}, static, layout, dtype, wanted=device is not None)


def asarray(obj: Any, *, dtype: Any = None, device: Any = None, copy: bool | None = None) -> Any:
    """Make an array of a scalar, nested sequences, an array, or an object with a buffer.

    Parameters
    ----------
    obj : array_like
        What to convert. A NumPy array is copied shard by shard; a ``jax.Array`` with a
        NamedSharding that divides it is wrapped as it is.
    dtype : dtype, optional
        By default the one that NumPy finds.
    device : optional
        Placement: a mesh, a NamedSharding, a PartitionSpec or a device.
    copy : bool, optional
        True for a copy always, False for an error where one is needed.

    Raises
    ------
    ValueError
        If ``copy=False`` and a copy is needed.
    TypeError
        If the dtype is neither boolean nor numeric.
    """
    wanted = None if dtype is None else check_dtype(np.dtype(dtype))
    if is_jax_array(obj):
        obj = wrap_array(node_of_jax(obj))
    if isinstance(obj, handles.Handle):
        return _from_handle(obj, wanted, device, copy)
    if copy is False:
        raise ValueError(
            f"asarray: an array of {with_article(obj)} is a copy; pass copy=None or copy=True"
        )
    # an array is cast shard by shard, so that a memory map is never read whole
    array = np.asarray(obj) if isinstance(obj, np.ndarray) else np.asarray(obj, wanted)
    check_dtype(array.dtype)
    layout = _layout(array.shape, device)
    x = wrap_array(node_of_numpy(array, layout, dtype=wanted))
    return x if device is None and not context.meshes else placed(x)


def _from_handle(x: Any, dtype: np.dtype | None, device: Any, copy: bool | None) -> Any:
    result = x if dtype is None else astype(x, dtype, copy=False)
    if device is not None:
        result = put(result, device)
    if result is x and copy:
        return copied(x)
    if result is not x and copy is False:
        raise ValueError(
            f"asarray: changing {x.dtype} at {x.sharding.spec} to dtype {dtype} and device "
            f"{device} is a copy; pass copy=None or copy=True"
        )
    return result


def diagonal_number(k: Any) -> int:
    """Return the number of a diagonal, which NumPy takes as a float, too."""
    is_whole = isinstance(k, (float, np.floating)) and float(k).is_integer()
    number: Any = int(k) if is_whole else k
    return operator.index(number)


def _triangle(x: Any, keep: Callable[[Any, Any], Any]) -> Any:
    if not x.ndim:
        raise ValueError("a triangle needs at least one dimension")
    # of a vector NumPy makes a square matrix with the vector in each row
    rows, cols = jnp.arange(x.shape[-2:][0])[:, None], jnp.arange(x.shape[-1])
    return jnp.where(keep(rows, cols), x, jnp.zeros((), x.dtype))


@op(rules.same, comm="local", lazy=True, section=SECTION, splits=True, samples=("tril(m)",))
def tril(x, /, *, k=0):
    """Keep what lies on and below diagonal k of each matrix; zeros elsewhere."""
    return _triangle(x, lambda row, col: col <= row + diagonal_number(k))


@op(rules.same, comm="local", lazy=True, section=SECTION, splits=True, samples=("triu(m)",))
def triu(x, /, *, k=0):
    """Keep what lies on and above diagonal k of each matrix; zeros elsewhere."""
    return _triangle(x, lambda row, col: col >= row + diagonal_number(k))
