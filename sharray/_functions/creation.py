"""Creation functions with NumPy's signatures. Arrays are made in place, shard by shard."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable
from functools import partial
from inspect import Parameter
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core.lazy import is_tracer, jax
from sharray._functions import arguments, sizes
from sharray._functions.arguments import NotNumeric, check_order, numeric, placement
from sharray._functions.declare import implements
from sharray._functions.indexing import diagonal
from sharray._functions.reuse import reuse
from sharray._ops import creation
from sharray._ops import elementwise as ew
from sharray._ops.creation import SECTION
from sharray._ops.data_types import astype as cast
from sharray._ops.manipulation import (
    broadcast_to,
    concat,
    expand_dims,
    laid_along,
    moveaxis,
    reshape,
    stack,
)
from sharray._ops.table import composite
from sharray._record import handles
from sharray._record.handles import Handle
from sharray._record.memory_layout import axes_in, in_axes, in_order, is_column_major


def _dtype(dtype: Any, default: Any = float) -> np.dtype:
    return numeric(default if dtype is None else dtype)


def _from_object(object: Any, dtype: Any, order: Any, device: Any, copy: bool | None) -> Any:
    """Return an array-like as an array in a memory order; one that is so is returned as it is."""
    order = "K" if order is None else check_order(order)
    if isinstance(copy, str):
        raise ValueError(f"copy is True, False or None, not {copy!r}")
    source: Any = handles.unwrap(object)
    if not isinstance(source, Handle):
        source = arguments.array(source, dtype, device=device, copy=copy)
        dtype = device = copy = None
    if order == "A" and not (copy and dtype is None):
        order = "K"  # NumPy copies to neither order, and converts in that of the source

    def convert(rows: Any) -> Any:
        there = order == "K" or rows.flags.c_contiguous
        if copy is False and not there:
            raise ValueError(
                f"Unable to avoid copy while creating an array as requested: one of shape "
                f"{rows.shape} is not in order {order!r}; copy=None copies it"
            )
        return arguments.array(rows, dtype, device=device, copy=copy if there else True)

    return convert(source) if device is not None else in_order(source, order, convert)


def _with_axis(x: Any) -> Any:
    return x if x.ndim else reshape(x, (1,))


@implements(np.array, numbers=False)
def array(
    object, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, ndmax=0, like=None
):  # fmt: skip
    """Make an array of an array-like: a copy, unless told otherwise."""
    ndmin = operator.index(ndmin)
    x = _from_object(object, dtype, order, None, copy)
    return expand_dims(x, tuple(range(ndmin - x.ndim))) if x.ndim < ndmin else x


@implements(np.asarray, numbers=False)
@composite(section=SECTION, samples=("asarray(m.to_numpy())", "asarray(m, dtype=float32)"))
def asarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """Make an array of an array-like; an array that fits is returned as it is."""
    if order is None and dtype is None:
        return arguments.array(a, dtype, device=placement(device), copy=copy)
    return _from_object(a, dtype, order, placement(device), copy)


@implements(np.asanyarray, numbers=False)
def asanyarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """Make an array of an array-like; an array that fits is returned as it is."""
    return asarray(a, dtype, order, device=device, copy=copy)


@implements(np.ascontiguousarray, numbers=False)
def ascontiguousarray(a, dtype=None, *, like=None):
    """Make an array of an array-like, of at least one dimension: a copy of a view that has gaps."""
    return _with_axis(asarray(a, dtype, "C"))


@implements(np.asfortranarray, numbers=False)
def asfortranarray(a, dtype=None, *, like=None):
    """Make an array, of at least one dimension, in column-major order: the transpose of a copy."""
    return _with_axis(asarray(a, dtype, "F"))


reuse(
    np.asarray_chkfinite,
    "Make an array of an array-like; ValueError if an element is infinite or NaN.",
    numbers=False,
)
reuse(
    np.require,
    "Make an array of an array-like that meets requirements.",
    numbers=False,
)


@implements(np.copy, numbers=False)
def copy(a, order="K", subok=False):
    """Make a copy."""
    return arguments.array(a).copy(order) if isinstance(a, Handle) else array(a, order=order)


@implements(np.astype, numbers=False)
@composite(section="data type functions", samples=("astype(m, float32)",))
def astype(x, dtype, /, *, copy=True, device=None):
    """Convert to another dtype."""
    if not isinstance(x, (Handle, np.ndarray)):
        raise TypeError(f"Input should be a NumPy array. It is a {type(x)} instead.")
    return cast(arguments.array(x), numeric(dtype), copy=copy, device=placement(device))


def _in_memory(make: Callable[..., Any], order: str, like: Any = None) -> Callable[..., Any]:
    """Return what makes arrays of a number as `make` does, in a memory order.

    "A" and "K" are those of an array, "K" if it has as many dimensions.
    """

    def made(number: Any, *, dtype: np.dtype) -> Any:
        x = make(number, dtype=dtype)
        if order == "K" and like.ndim == x.ndim:
            axes = axes_in(like, order)
        elif order == "F" or (order == "A" and is_column_major(like, order)):
            axes = list(range(x.ndim)[::-1])
        else:
            return x
        return in_axes(
            x,
            axes,
            # the other one is not computed, of which there is only where it lies
            lambda rows: x if rows is x else creation.full_like(rows, number, dtype=dtype),
        )

    return made


def _full(shape: Any, order: Any, device: Any) -> Callable[..., Any]:
    return _in_memory(
        partial(creation.full, shape, device=placement(device)), check_order(order, "CF")
    )


@implements(np.empty, numbers=False, elements=sizes.of_shape)
@composite(section=SECTION, samples=("empty((n, k))",))
def empty(shape, dtype=None, order="C", *, device=None, like=None):
    """Make an array of zeros: there is no memory that could be left as it is."""
    return zeros(shape, dtype, order, device=device)


@implements(np.zeros, numbers=False, elements=sizes.of_shape)
@composite(section=SECTION, samples=("zeros((n, k))",))
def zeros(shape, dtype=None, order="C", *, device=None, like=None):
    """Make an array of zeros."""
    return _full(shape, order, device)(0, dtype=_dtype(dtype))


@implements(np.ones, numbers=False, elements=sizes.of_shape)
@composite(section=SECTION, samples=("ones((n, k))",))
def ones(shape, dtype=None, order="C", *, device=None, like=None):
    """Make an array of ones."""
    return _full(shape, order, device)(1, dtype=_dtype(dtype))


def _filled(make: Callable[..., Any], value: Any, dtype: Any) -> Any:
    """Return what `make` makes of a number of a dtype, or an array with values that broadcast."""
    if np.ndim(value) or is_tracer(value) or (isinstance(value, Handle) and value._numpy() is None):
        result = make(0, dtype=dtype)
        result[...] = arguments.array(value)
        return result
    # of Python's ints those that do not fit are an error
    number = np.asarray(value, dtype) if type(value) is int else np.asarray(_number(value))
    with np.errstate(invalid="ignore"):
        return make(number.astype(dtype), dtype=dtype)


@implements(np.full, numbers=False, elements=sizes.of_shape)
@composite(section=SECTION, samples=("full((n, k), 2.5)",))
def full(shape, fill_value, dtype=None, order="C", *, device=None, like=None):
    """Make an array of one value, or of values that broadcast to the shape."""
    kind = arguments.array(fill_value).dtype if dtype is None else numeric(dtype)
    return _filled(_full(shape, order, device), fill_value, kind)


def _like(a: Any, value: Any, dtype: Any, order: Any, shape: Any, device: Any) -> Any:
    x = arguments.array(a)
    kind = x.dtype if dtype is None else numeric(dtype)
    make = partial(creation.full_like, x) if shape is None else partial(creation.full, shape)
    make = partial(make, device=placement(device))
    return _filled(_in_memory(make, check_order(order, "KACF"), x), value, kind)


@implements(np.empty_like, numbers=False)
@composite(section=SECTION, samples=("empty_like(m)",))
def empty_like(
    prototype, /, dtype=None, order="K", subok=True, shape=None, *, device=None
):  # fmt: skip
    """Make an array of zeros that lies as another one."""
    return zeros_like(prototype, dtype, order, shape=shape, device=device)


@implements(np.zeros_like, numbers=False)
@composite(section=SECTION, samples=("zeros_like(m)",))
def zeros_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Make an array of zeros that lies as another one."""
    return _like(a, 0, dtype, order, shape, device)


@implements(np.ones_like, numbers=False)
def ones_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Make an array of ones that lies as another one."""
    return _like(a, 1, dtype, order, shape, device)


@implements(np.full_like, numbers=False)
@composite(section=SECTION, samples=("full_like(m, 3)",))
def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Make an array of one value that lies as another one."""
    return _like(a, fill_value, dtype, order, shape, device)


def _number(value: Any) -> Any:
    """Return a number that is given as one, or as an array without dimensions, of its dtype."""
    if isinstance(value, (Handle, np.ndarray)) and value.ndim == 0:
        return np.asarray(value)[()]
    return value


@implements(np.arange, elements=sizes.of_range)
@composite(section=SECTION, samples=("arange(n)",))
def arange(
    # one that is required, as in NumPy's signature; without it the ends are taken by name, and the
    # dtype by position, which it does not say
    start_or_stop=Parameter.empty, /, stop=None, step=1, dtype=None,
    *, device=None, like=None, start=None,
):  # fmt: skip
    """Make evenly spaced values from start, below stop."""
    if dtype is not None:
        dtype = numeric(dtype)
    if start_or_stop is Parameter.empty:
        if stop is None:
            raise TypeError("arange() requires stop to be specified.")
        start_or_stop = 0 if start is None else start
    elif start is not None:
        raise TypeError("arange(): start is given by position and by name")
    ends = [_number(v) for v in (start_or_stop, stop, 1 if step is None else step)]
    if builtins.any(isinstance(v, (str, np.datetime64, np.timedelta64)) for v in ends):
        raise NotNumeric("not a range of numbers")
    if not builtins.any(isinstance(v, (complex, np.complexfloating)) for v in ends):
        if dtype is None:
            dtype = np.result_type(np.intp, *[np.asarray(v) for v in ends if v is not None])
        return creation.arange(*ends, dtype=dtype, device=placement(device))
    return arguments.array(np.arange(*ends, dtype=dtype))


@implements(np.linspace, elements=sizes.of_samples)
@composite(section=SECTION, samples=("linspace(0, 1, n)",))
def linspace(
    start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None
):  # fmt: skip
    """Make num evenly spaced values from start to stop, which may be arrays."""
    num = operator.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    if dtype is not None:
        dtype = numeric(dtype)
    divisions = num - 1 if endpoint else num
    if not np.ndim(start) and not np.ndim(stop):
        normalize_axis_index(axis, 1, "destination")
        if dtype is None:
            kind = np.result_type(
                arguments.array(start).dtype, arguments.array(stop).dtype, float(num)
            )
            dtype = kind if kind.kind == "f" else None
        first, last = _number(start), _number(stop)
        step = np.subtract(last, first, dtype=np.result_type(first, last, 1.0))
        step = step / divisions if divisions > 0 else np.nan
        whole = dtype is not None and dtype.kind in "iu"
        kind, place = None if whole else dtype, placement(device)
        result = creation.linspace(first, last, num, dtype=kind, endpoint=endpoint, device=place)
        if whole:  # NumPy rounds down before it converts
            result = cast(ew.floor(result), dtype)
        return (result, step) if retstep else result
    first, last = arguments.array(start), arguments.array(stop)
    kind = np.result_type(first.dtype, last.dtype, float(num))
    first, last = cast(first, kind), cast(last, kind)
    span = last - first
    step = span / divisions if divisions > 0 else span * np.nan

    rest = np.broadcast_shapes(first.shape, last.shape)
    at = reshape(arguments.array(np.arange(num)), (num,) + (1,) * len(rest))
    result = first + at * (step if divisions > 0 else span)
    if endpoint and num > 1:
        result = ew.where(at == num - 1, last, result)
    result = moveaxis(result, 0, axis)
    target = kind if dtype is None else dtype
    result = cast(ew.floor(result) if target.kind in "iu" else result, target)
    return (result, step) if retstep else result


reuse(
    np.logspace,
    "Make num values evenly spaced on a logarithmic scale, from base**start to base**stop.",
    elements=sizes.of_samples,
)
reuse(np.geomspace, "Make num values of constant ratio, from start to stop.")


@implements(np.eye, elements=sizes.of_matrix)
@composite(section=SECTION, samples=("eye(n, k)",))
def eye(N, M=None, k=0, dtype=float, order="C", *, device=None, like=None):
    """Make a matrix with ones on diagonal k."""
    order = check_order(order, "CF")
    x = creation.eye(N, M, k=operator.index(k), dtype=_dtype(dtype), device=placement(device))
    return _from_object(x, None, order, None, None)


@implements(np.identity, elements=sizes.of_matrix)
def identity(n, dtype=None, *, like=None):
    """Make a square matrix with ones on the main diagonal."""
    return creation.eye(n, n, dtype=_dtype(dtype))


@implements(np.tri, elements=sizes.of_matrix)
def tri(N, M=None, k=0, dtype=float, *, like=None):
    """Make a matrix with ones on and below diagonal k."""
    shape = tuple(max(operator.index(n), 0) for n in (N, N if M is None else M))
    return creation.tril(
        creation.full(shape, 1, dtype=_dtype(dtype)), k=creation.diagonal_number(k)
    )


@implements(np.diag, numbers=False)
def diag(v, k=0):
    """Diagonal of a matrix, or a matrix with the given diagonal."""
    x = arguments.array(v)
    if x.ndim == 2:
        return diagonal(x, k)
    if x.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    # row by row: nothing but the vector moves, and whoever uses the matrix may never store it
    k = operator.index(k)
    ends = [np.zeros(n, x.dtype) for n in (max(-k, 0), max(k, 0))]
    along = concat([ends[0], x, ends[1]]) if k else x
    columns = creation.arange(along.shape[0])
    here = ew.equal(columns, reshape(columns + k, (-1, 1)))
    return ew.where(here, reshape(along, (-1, 1)), np.zeros((), x.dtype))


@implements(np.diagflat, elements=sizes.of_diagonal)
def diagflat(v, k=0):
    """Matrix with the flattened input on a diagonal."""
    return diag(reshape(arguments.array(v), (-1,)), k)


composite(section=SECTION, samples=("meshgrid(v, x(k, spec=P()), indexing='ij')",))(
    reuse(
        np.meshgrid,
        "Coordinate matrices of coordinate vectors.",
        numbers=False,
        elements=sizes.of_vectors,
    )
)


@implements(np.indices, elements=sizes.of_grid)
def indices(dimensions, dtype=int, sparse=False):
    """Coordinates of the elements of an array, along each dimension."""
    shape = tuple(operator.index(n) for n in dimensions)
    lines = [
        laid_along(creation.arange(n, dtype=numeric(dtype)), d, len(shape))
        for d, n in enumerate(shape)
    ]
    if sparse:
        return tuple(lines)
    if not lines:
        return creation.full((0,), 0, dtype=numeric(dtype))
    return stack([broadcast_to(line, shape) for line in lines])


@implements(np.fromfunction, small=False, numbers=False)
def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    """Call a function with the coordinates of the elements, as arrays."""
    return function(*indices(shape, dtype=dtype), **kwargs)


@implements(np.from_dlpack, numbers=False)
@composite(section=SECTION, samples=("from_dlpack(m.to_numpy())",))
def from_dlpack(x, /, *, device=None, copy=None):
    """Make an array of an object with ``__dlpack__``, by default as `asarray` places it.

    Raises
    ------
    ValueError
        If ``copy=False`` and a copy is needed.
    BufferError
        If JAX has no access to the device that it lies on.
    """
    if not isinstance(x, Handle):
        if copy is False:
            raise ValueError("from_dlpack: memory of another library is copied; pass copy=None")
        x = _on_the_host(x)
    return arguments.array(x, device=placement(device), copy=copy)


def _on_the_host(x: Any) -> np.ndarray:
    """Return an array of another library, from whatever device, as NumPy's."""
    if not arguments.is_elsewhere(x):
        return np.from_dlpack(x)
    try:
        return np.asarray(jax.dlpack.from_dlpack(x))
    except RuntimeError as error:
        raise BufferError(
            "from_dlpack: JAX has no access to the device that the array lies on; copy it to the "
            f"host first ({str(error).splitlines()[0]})"
        ) from None
