"""Creation functions: every array is made in place, shard by shard."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh

from sharray._core import rules
from sharray._core.layout import Layout, make_aval
from sharray._core.node import Expr, host
from sharray._core.placement import as_mesh, default_layout, get_mesh, layout_for
from sharray._core.settings import options
from sharray._ops.data_types import astype, convert
from sharray._ops.manipulation import broadcast_to, laid_along
from sharray._ops.table import Op, composite, op
from sharray._record import handles, record
from sharray._record.handles import check_dtype, from_numpy, wrap_array
from sharray._record.moves import copied, to_layout

_page = "creation functions"


def _internal(name: str, fn: Callable[..., Any]) -> Op:
    """Declare the program behind a creation function; it is not a name of its own."""
    return Op(name, fn, rules.create, "all", "local", recorded=True)


def _layout(shape: tuple[int, ...], device: Any) -> Layout | None:
    """Return where a new array goes; None for the host."""
    # the current mesh says where an array goes when it goes to devices: small ones need not yet
    free = device is None or (isinstance(device, Mesh) and as_mesh(device) == get_mesh())
    if free and math.prod(shape) < options.host_threshold:
        return None
    return layout_for(shape, device) or default_layout(shape)


def as_shape(shape: Any) -> tuple[int, ...]:
    """Return a shape that users gave as a tuple.

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
    made = []
    for n in sizes:
        try:
            made.append(n.__index__())
        except AttributeError:
            raise TypeError(f"a shape is made of integers, not {type(n).__name__}") from None
        if made[-1] < 0:
            raise ValueError(f"negative dimensions are not allowed, got shape {shape}")
    return tuple(made)


def _dtype(dtype: Any, default: Any = np.float64) -> np.dtype:
    return check_dtype(np.dtype(default if dtype is None else dtype))


def _number(value: Any) -> Any:
    """Return a scalar that may be an array without dimensions as NumPy or Python knows it."""
    return value.item() if isinstance(value, handles.Handle) else value


def _create(
    op: Op, numbers: dict[str, np.ndarray], static: dict[str, Any], layout: Layout, dtype: np.dtype
) -> Any:
    """Record the program that makes an array of `layout` from run-time `numbers`."""
    values = {name: record.Slot(i) for i, name in enumerate(numbers)} | static
    operands = tuple(host(v) for v in numbers.values())
    node = Expr(make_aval(layout, dtype), op, operands, record.Params(values, len(values)))
    if options.immediate or not operands:
        record.evaluate_all([node])
    return wrap_array(node)


def _steps(start: Any, step: Any, n: int) -> Any:
    """Return ``start + i * step`` for i below n, rounded twice as in NumPy."""
    products = jnp.arange(n).astype(step.dtype) * step
    if products.dtype.kind in "fc":
        # which changes nothing, but keeps XLA from rounding once by a fused multiply-add
        products = jnp.where(jnp.isnan(products), jnp.nan, products)
    return products + start


def _evenly(start: Any, stop: Any, n: int, endpoint: bool, dtype: np.dtype) -> Any:
    count = n - 1 if endpoint else n
    step = (stop - start) / max(count, 1)
    made = _steps(start, step, n)
    if endpoint and n > 1:
        made = made.at[-1].set(stop)
    return convert(jnp.floor(made) if dtype.kind in "iu" else made, dtype)


_full = _internal("full", lambda value, shape: jnp.broadcast_to(value, shape))
_eye = _internal("eye", lambda rows, cols, k, dtype: jnp.eye(rows, cols, k, dtype=dtype))
_range = _internal("arange", _steps)
_linspace = _internal("linspace", _evenly)


@composite(section=_page)
def full(shape, fill_value, *, dtype=None, device=None):
    """Make an array of one value.

    Parameters
    ----------
    shape : int or tuple of int
        Shape.
    fill_value : scalar
        Value.
    dtype : dtype, optional
        By default the value's.
    device : optional
        Placement: a mesh, a NamedSharding, a PartitionSpec or a device.
    """
    shape = as_shape(shape)
    fill_value = np.asarray(_number(fill_value), None if dtype is None else _dtype(dtype))
    dtype = check_dtype(fill_value.dtype)
    layout = _layout(shape, device)
    if layout is None:
        return wrap_array(host(np.full(shape, fill_value, dtype)))
    return _create(_full, {"value": fill_value}, {"shape": shape}, layout, dtype)


def _filled(shape: Any, value: Any, dtype: Any, device: Any) -> Any:
    return full(shape, value, dtype=_dtype(dtype), device=device)


@composite(section=_page)
def zeros(shape, *, dtype=None, device=None):
    """Make an array of zeros (float64 by default)."""
    return _filled(shape, 0, dtype, device)


@composite(section=_page)
def ones(shape, *, dtype=None, device=None):
    """Make an array of ones (float64 by default)."""
    return _filled(shape, 1, dtype, device)


@composite(section=_page)
def empty(shape, *, dtype=None, device=None):
    """Make an array of zeros: a program without memory of its own has nothing else to show."""
    return _filled(shape, 0, dtype, device)


def _like(x: Any, value: Any, dtype: Any, device: Any) -> Any:
    """Make an array like `x`: on its sharding, unless `device` says."""
    x = record.as_handle(x, "an array like another")
    layout = x._layout
    if device is None and layout.mesh is not None:
        device = layout.sharding
    return full(x.shape, value, dtype=x.dtype if dtype is None else dtype, device=device)


@composite(section=_page)
def full_like(x, /, fill_value, *, dtype=None, device=None):
    """Make an array of one value, with the shape and by default the dtype and sharding of x."""
    return _like(x, fill_value, dtype, device)


@composite(section=_page)
def zeros_like(x, /, *, dtype=None, device=None):
    """Make an array of zeros, with the shape and by default the dtype and sharding of x."""
    return _like(x, 0, dtype, device)


@composite(section=_page)
def ones_like(x, /, *, dtype=None, device=None):
    """Make an array of ones, with the shape and by default the dtype and sharding of x."""
    return _like(x, 1, dtype, device)


@composite(section=_page)
def empty_like(x, /, *, dtype=None, device=None):
    """Make an array of zeros, with the shape and by default the dtype and sharding of x."""
    return _like(x, 0, dtype, device)


@composite(section=_page)
def arange(start, /, stop=None, step=1, *, dtype=None, device=None):
    """Make evenly spaced values from start, below stop.

    Parameters
    ----------
    start, stop, step : int or float
        As for `range`; with stop None it counts from 0 to start.
    dtype : dtype, optional
        By default int64 if all are integers, else float64.
    device : optional
        Placement: a mesh, a NamedSharding, a PartitionSpec or a device.
    """
    start, stop, step = _number(start), _number(stop), _number(step)
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
        return wrap_array(from_numpy(np.arange(start, stop, step, dtype=dtype), layout))
    # NumPy, too, counts in the distance of the first two elements as the dtype has them
    first = np.array(start).astype(dtype)
    distance = (np.array(start + step).astype(dtype) - first).astype(dtype)
    return _create(_range, {"start": first, "step": distance}, {"n": n}, layout, dtype)


@composite(section=_page)
def linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    """Make num evenly spaced values from start to stop (without it if not endpoint)."""
    start, stop, num = _number(start), _number(stop), operator.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    counted = np.result_type(start, stop, np.float64)
    dtype = _dtype(dtype, counted)
    layout = _layout((num,), device)
    if layout is None:
        return wrap_array(host(np.linspace(start, stop, num, endpoint, dtype=dtype)))
    ends = {"start": np.array(start, counted), "stop": np.array(stop, counted)}
    static = {"n": num, "endpoint": endpoint, "dtype": dtype}
    return _create(_linspace, ends, static, layout, dtype)


@composite(section=_page)
def eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    """Make a matrix with ones on diagonal k (above the main one if positive), zeros elsewhere."""
    shape = as_shape((n_rows, n_rows if n_cols is None else n_cols))
    dtype = _dtype(dtype)
    layout = _layout(shape, device)
    if layout is None:
        return wrap_array(host(np.eye(*shape, k=k, dtype=dtype)))
    static = {"rows": shape[0], "cols": shape[1], "k": k, "dtype": dtype}
    return _create(_eye, {}, static, layout, dtype)


@composite(section=_page)
def asarray(obj, /, *, dtype=None, device=None, copy=None):
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
    if isinstance(obj, jax.Array):
        obj = wrap_array(handles.from_jax(obj))
    if isinstance(obj, handles.Handle):
        return _from_handle(obj, wanted, device, copy)
    if copy is False:
        raise ValueError(
            f"asarray: an array of a {type(obj).__name__} is a copy; pass copy=None or copy=True"
        )
    # an array is cast shard by shard, so that a memory map is never read whole
    array = np.asarray(obj) if isinstance(obj, np.ndarray) else np.asarray(obj, wanted)
    check_dtype(array.dtype)
    return wrap_array(from_numpy(array, _layout(array.shape, device), dtype=wanted))


def _from_handle(x: Any, dtype: np.dtype | None, device: Any, copy: bool | None) -> Any:
    x = handles.as_array(x)
    made = x if dtype is None else astype(x, dtype, copy=False)
    if device is not None:
        made = to_layout(made, device)
    if made is x and copy:
        return copied(x)
    if made is not x and copy is False:
        raise ValueError(
            f"asarray: changing {x.dtype} at {x.sharding.spec} to dtype {dtype} and device "
            f"{device} is a copy; pass copy=None or copy=True"
        )
    return made


@composite(section=_page)
def from_dlpack(x, /, *, device=None, copy=None):
    """Make an array of an object with ``__dlpack__``, by default as `asarray` places it.

    Raises
    ------
    ValueError
        If ``copy=False`` and a copy is needed.
    """
    if isinstance(x, handles.Handle):
        return _from_handle(x, None, device, copy)
    if copy is False:
        raise ValueError("from_dlpack: memory of another library is copied; pass copy=None")
    on_cpu = x.__dlpack_device__()[0] == 1
    array = np.from_dlpack(x) if on_cpu else np.asarray(jax.dlpack.from_dlpack(x))
    return wrap_array(from_numpy(array, _layout(array.shape, device)))


def _triangle(x: Any, keep: Callable[[Any, Any], Any]) -> Any:
    if not x.ndim:
        raise ValueError("a triangle needs at least one dimension")
    # of a vector NumPy makes a square matrix with the vector in each row
    rows, cols = jnp.arange(x.shape[-2:][0])[:, None], jnp.arange(x.shape[-1])
    return jnp.where(keep(rows, cols), x, jnp.zeros((), x.dtype))


@op(rules.same, comm="local", recorded=True, section=_page, splits=True)
def tril(x, /, *, k=0):
    """Keep what lies on and below diagonal k of each matrix; zeros elsewhere."""
    return _triangle(x, lambda row, col: col <= row + k)


@op(rules.same, comm="local", recorded=True, section=_page, splits=True)
def triu(x, /, *, k=0):
    """Keep what lies on and above diagonal k of each matrix; zeros elsewhere."""
    return _triangle(x, lambda row, col: col >= row + k)


@composite(section=_page)
def meshgrid(*arrays, indexing="xy"):
    """Coordinate matrices of coordinate vectors: views that repeat each vector.

    Parameters
    ----------
    *arrays : array
        Vectors of one dtype.
    indexing : {"xy", "ij"}
        Whether the first two dimensions are exchanged.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(f"meshgrid: indexing must be 'xy' or 'ij', not {indexing!r}")
    arrays = [record.as_handle(a, "meshgrid") for a in arrays]
    for a in arrays:
        if a.ndim > 1:
            raise ValueError(f"meshgrid takes vectors, not an array of shape {a.shape}")
    n = len(arrays)
    order = [1, 0, *range(2, n)] if indexing == "xy" and n > 1 else list(range(n))
    sizes = dict(zip(order, (a.size for a in arrays), strict=True))
    shape = tuple(sizes[d] for d in range(n))
    lines = (laid_along(a, d, n) for a, d in zip(arrays, order, strict=True))
    return tuple(copied(broadcast_to(line, shape)) for line in lines)
