"""Creation functions: every array is made in place, shard by shard."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

from sharray import _handle, _record
from sharray._engine import run
from sharray._expr import Expr, host, leaf
from sharray._handle import check_dtype, from_numpy, wrap_array
from sharray._layout import Layout, make_aval
from sharray._ops import rules
from sharray._ops.table import Op, composite, register
from sharray._placement import default_layout, layout_for
from sharray._record import Params
from sharray._settings import options

_page = "creation functions"


def _internal(
    name: str, fn: Callable[..., Any], rule: rules.Rule = rules.create, **more: Any
) -> Op:
    """Declare an operation that only this section calls."""
    return Op(name, fn, rule, "all", more.pop("comm", "local"), recorded=True, **more)


def _moved(x: Any) -> Any:
    return x


_move = Op("to_device", _moved, rules.same, "all", "exchange", section="array object")


def on_devices(expr: Expr, layout: Layout | None = None) -> Expr:
    """Return `expr` on devices, as `layout` says; by default where it lies, or on the mesh."""
    if layout is None:
        if not expr.on_host:
            return expr
        layout = default_layout(expr.aval.shape)
    if expr.on_host:
        return from_numpy(expr.value, layout)
    if expr.aval.layout is layout:
        return expr
    if expr.aval.layout.mesh != layout.mesh:
        _record.evaluate_all([expr])
        return _across(expr, layout)
    node = Expr(
        make_aval(layout, expr.aval.dtype), _move, (expr,), Params({"x": _record.Slot(0)}, 1)
    )
    _record.evaluate_all([node])
    return node


def _across(expr: Expr, layout: Layout) -> Expr:
    """Move a computed array to another mesh, through JAX where its devices overlap or not."""
    from sharray._fetch import to_numpy

    old = expr.aval.layout
    assert old.mesh is not None
    if old.padded_shape == layout.padded_shape and not old.is_padded:
        value = run.move(expr.value, layout.sharding)
        expr.shared = True  # the new array may lie on the same memory
        return leaf(make_aval(layout, expr.aval.dtype), value, shared=True)
    return from_numpy(to_numpy(expr), layout)


def to_layout(x: Any, device: Any) -> Any:
    """Return `x` placed on `device`; `x` itself where it lies so already."""
    expr = x._read()
    layout = layout_for(expr.aval.shape, device)
    if expr.aval.layout is layout:
        return x
    if _same_mesh(device, expr):
        return x
    return wrap_array(on_devices(expr, layout))


def _same_mesh(device: Any, expr: Expr) -> bool:
    """Whether `device` is only a mesh, on which the array lies already."""
    return isinstance(device, jax.sharding.Mesh) and expr.aval.layout.mesh == device


def _layout(shape: tuple[int, ...], device: Any) -> Layout | None:
    """Return where a new array goes; None for the host."""
    layout = layout_for(shape, device)
    if layout is None and math.prod(shape) >= options.host_threshold:
        return default_layout(shape)
    return layout


def _small(shape: tuple[int, ...]) -> bool:
    return math.prod(shape) < options.host_threshold


def _on_host(shape: tuple[int, ...], device: Any) -> bool:
    # a mesh says where an array would go when it goes to devices: small ones need not
    return _small(shape) and (device is None or isinstance(device, jax.sharding.Mesh))


def _shape(shape: Any) -> tuple[int, ...]:
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


def _create(op: Op, operands: tuple[Expr, ...], values: dict[str, Any], layout: Layout,
            dtype: np.dtype) -> Any:  # fmt: skip
    node = Expr(make_aval(layout, dtype), op, operands, Params(values, len(values)))
    if options.immediate or not operands:
        _record.evaluate_all([node])
    return wrap_array(node)


_full = _internal("full", lambda value, shape: jnp.broadcast_to(value, shape))
_eye = _internal("eye", lambda rows, cols, k, dtype: jnp.eye(rows, cols, k, dtype=dtype))
_range = _internal("arange", lambda start, step, n: start + jnp.arange(n, dtype=start.dtype) * step)


def _linspace_fn(start: Any, stop: Any, n: int, endpoint: bool) -> Any:
    return jnp.linspace(start, stop, n, endpoint=endpoint, dtype=start.dtype)


_linspace = _internal("linspace", _linspace_fn)


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
    shape = _shape(shape)
    if isinstance(fill_value, _handle.Handle):
        fill_value = fill_value.__array__()[()]  # type: ignore[attr-defined]
    if dtype is None:
        dtype = np.result_type(fill_value)
    dtype = _dtype(dtype)
    if _on_host(shape, device):
        return wrap_array(host(np.full(shape, fill_value, dtype)))
    layout = _layout(shape, device)
    assert layout is not None
    value = host(np.array(fill_value, dtype))
    values = {"value": _record.Slot(0), "shape": shape}
    return _create(_full, (value,), values, layout, dtype)


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


def _like(x: Any, device: Any) -> Any:
    """Return where an array like `x` goes: on its sharding, unless `device` says."""
    layout = x._layout
    return layout.sharding if device is None and layout.mesh is not None else device


@composite(section=_page)
def full_like(x, /, fill_value, *, dtype=None, device=None):
    """Make an array of one value, with the shape and by default the dtype and sharding of x."""
    return full(x.shape, fill_value, dtype=dtype or x.dtype, device=_like(x, device))


@composite(section=_page)
def zeros_like(x, /, *, dtype=None, device=None):
    """Make an array of zeros, with the shape and by default the dtype and sharding of x."""
    return full(x.shape, 0, dtype=dtype or x.dtype, device=_like(x, device))


@composite(section=_page)
def ones_like(x, /, *, dtype=None, device=None):
    """Make an array of ones, with the shape and by default the dtype and sharding of x."""
    return full(x.shape, 1, dtype=dtype or x.dtype, device=_like(x, device))


@composite(section=_page)
def empty_like(x, /, *, dtype=None, device=None):
    """Make an array of zeros, with the shape and by default the dtype and sharding of x."""
    return full(x.shape, 0, dtype=dtype or x.dtype, device=_like(x, device))


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
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise ValueError("arange: step must not be 0")
    whole = all(isinstance(v, (int, np.integer)) for v in (start, stop, step))
    dtype = _dtype(dtype, np.int64 if whole else np.float64)
    n = len(range(start, stop, step)) if whole else max(0, math.ceil((stop - start) / step))
    if _on_host((n,), device):
        return wrap_array(host(np.arange(start, stop, step, dtype=dtype)))
    layout = _layout((n,), device)
    assert layout is not None
    # NumPy, too, counts in the distance of the first two elements as the dtype has them
    first = np.array(start).astype(dtype)
    distance = (np.array(start + step).astype(dtype) - first).astype(dtype)
    values = {"start": _record.Slot(0), "step": _record.Slot(1), "n": n}
    return _create(_range, (host(first), host(distance)), values, layout, dtype)


@composite(section=_page)
def linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True):
    """Make num evenly spaced values from start to stop (without it if not endpoint)."""
    if num < 0:
        raise ValueError(f"linspace: num must not be negative, got {num}")
    inexact = np.complex128 if any(isinstance(v, complex) for v in (start, stop)) else np.float64
    dtype = _dtype(dtype, inexact)
    if _on_host((num,), device):
        return wrap_array(host(np.linspace(start, stop, num, dtype=dtype, endpoint=endpoint)))
    layout = _layout((num,), device)
    assert layout is not None
    counted = np.result_type(dtype, inexact) if dtype.kind not in "fc" else dtype
    ends = (host(np.array(start, counted)), host(np.array(stop, counted)))
    values = {"start": _record.Slot(0), "stop": _record.Slot(1), "n": num, "endpoint": endpoint}
    made = _create(_linspace, ends, values, layout, counted)
    if counted == dtype:
        return made
    from sharray._ops.data_types import astype
    from sharray._ops.elementwise import floor

    return astype(floor(made), dtype)


@composite(section=_page)
def eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None):
    """Make a matrix with ones on diagonal k (above the main one if positive), zeros elsewhere."""
    shape = _shape((n_rows, n_rows if n_cols is None else n_cols))
    dtype = _dtype(dtype)
    if _on_host(shape, device):
        return wrap_array(host(np.eye(*shape, k=k, dtype=dtype)))
    layout = _layout(shape, device)
    assert layout is not None
    values = {"rows": shape[0], "cols": shape[1], "k": k, "dtype": dtype}
    return _create(_eye, (), values, layout, dtype)


def _inner_arrays(obj: Any) -> Any:
    """Turn arrays inside nested sequences into NumPy ones."""
    if isinstance(obj, (list, tuple)):
        return [_inner_arrays(o) for o in obj]
    return np.asarray(obj) if isinstance(obj, _handle.Handle) else obj


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
    if isinstance(obj, _handle.Handle):
        return _from_handle(obj, wanted, device, copy)
    if isinstance(obj, jax.Array) and not isinstance(obj, Tracer):
        return _from_handle(wrap_array(_handle.from_jax(obj)), wanted, device, copy)
    if isinstance(obj, Tracer):
        return wrap_array(_handle.from_jax(obj))
    if copy is False:
        raise ValueError(
            f"asarray: an array of a {type(obj).__name__} is a copy; pass copy=None or copy=True"
        )
    if wanted is not None and isinstance(obj, (int, float, complex)):
        array = np.array(obj, wanted)
    else:
        array = np.asarray(_inner_arrays(obj), wanted)
    if array is obj or not array.flags.owndata:
        array = np.array(array) if array.size < options.host_threshold else array
    check_dtype(array.dtype)
    layout = None if _on_host(array.shape, device) else _layout(array.shape, device)
    return wrap_array(from_numpy(array, layout))


def _from_handle(x: Any, dtype: np.dtype | None, device: Any, copy: bool | None) -> Any:
    from sharray._ops.data_types import astype

    made = x
    if dtype is not None and dtype != x.dtype:
        made = astype(made, dtype)
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


def copied(x: Any) -> Any:
    """Return an array of the same values that shares nothing with `x`.

    Values are immutable, so a second owner of the same one is a copy: whoever writes first
    gets a buffer of its own.
    """
    return wrap_array(x._read())


@composite(section=_page)
def from_dlpack(x, /, *, device=None, copy=None):
    """Make an array of an object with ``__dlpack__``, by default as `asarray` places it.

    Raises
    ------
    ValueError
        If ``copy=False`` and a copy is needed.
    """
    if isinstance(x, _handle.Handle):
        return _from_handle(x, None, device, copy)
    if copy is False:
        raise ValueError("from_dlpack: memory of another library is copied; pass copy=None")
    array = (
        np.from_dlpack(x)
        if x.__dlpack_device__()[0] == 1
        else np.asarray(jax.dlpack.from_dlpack(x))
    )
    layout = None if _on_host(array.shape, device) else _layout(array.shape, device)
    return wrap_array(from_numpy(np.array(array), layout))


def _triangle(x: Any, k: int, lower: bool) -> Any:
    rows = jnp.arange(x.shape[-2])[:, None]
    cols = jnp.arange(x.shape[-1])
    keep = cols <= rows + k if lower else cols >= rows + k
    return jnp.where(keep, x, jnp.zeros((), x.dtype))


def _declare_triangles() -> tuple[Any, Any]:
    from sharray._ops.table import op

    @op(rules.same, comm="local", recorded=True, section=_page)
    def tril(x, /, *, k=0):
        """Keep what lies on and below diagonal k of each matrix; zeros elsewhere."""
        return _triangle(x, k, True)

    @op(rules.same, comm="local", recorded=True, section=_page)
    def triu(x, /, *, k=0):
        """Keep what lies on and above diagonal k of each matrix; zeros elsewhere."""
        return _triangle(x, k, False)

    return tril, triu


tril, triu = _declare_triangles()


def _meshgrid(*arrays: Any, indexing: str) -> Any:
    raise AssertionError


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
    if any(a.ndim > 1 for a in arrays):
        raise ValueError("meshgrid takes one-dimensional arrays")
    n = len(arrays)
    order = list(range(n))
    if indexing == "xy" and n > 1:
        order[0], order[1] = 1, 0
    shape = [1] * n
    for a, d in zip(arrays, order, strict=True):
        shape[d] = a.size
    made = []
    for a, d in zip(arrays, order, strict=True):
        from sharray._ops.manipulation import broadcast_to, reshape

        flat = reshape(a, tuple(a.size if i == d else 1 for i in range(n)))
        made.append(copied(broadcast_to(flat, tuple(shape))))
    return made


register(_move)
