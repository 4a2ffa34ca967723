"""Shapes, axes, joining and splitting with NumPy's signatures. What NumPy views is a view."""

from __future__ import annotations

import builtins
import itertools
import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray._functions.arguments import array, numeric, store
from sharray._functions.declare import implements
from sharray._ops import creation
from sharray._ops import manipulation as mp
from sharray._ops.data_types import astype
from sharray._ops.searching import nonzero
from sharray._record.handles import Handle
from sharray._record.moves import copied

# shapes


@implements(np.reshape, numbers=False)
def reshape(a, /, shape, order="C", *, copy=None):
    """Rearrange the elements under another shape: a view where NumPy has one."""
    return array(a).reshape(shape, order=order, copy=copy)


@implements(np.ravel)
def ravel(a, order="C"):
    """Elements as a vector: a view where NumPy has one."""
    return array(a).ravel(order)


@implements(np.transpose)
def transpose(a, axes=None):
    """View with the dimensions in another order, reversed by default."""
    return array(a).transpose(axes)


@implements(np.permute_dims)
def permute_dims(a, axes=None):
    """View with the dimensions in another order, reversed by default."""
    return transpose(a, axes)


@implements(np.matrix_transpose)
def matrix_transpose(x, /):
    """View with the last two dimensions exchanged."""
    return mp.matrix_transpose(array(x))


@implements(np.swapaxes)
def swapaxes(a, axis1, axis2):
    """View with two dimensions exchanged."""
    return array(a).swapaxes(axis1, axis2)


@implements(np.moveaxis)
def moveaxis(a, source, destination):
    """View with some dimensions moved to other places."""
    return mp.moveaxis(array(a), source, destination)


@implements(np.rollaxis)
def rollaxis(a, axis, start=0):
    """View with one dimension moved before another."""
    x = array(a)
    axis = normalize_axis_index(axis, x.ndim)
    start = normalize_axis_index(start, x.ndim + 1)
    return mp.moveaxis(x, axis, start - (axis < start))


@implements(np.squeeze)
def squeeze(a, axis=None):
    """View without dimensions of length 1."""
    return array(a).squeeze(axis)


@implements(np.expand_dims)
def expand_dims(a, axis):
    """View with new dimensions of length 1."""
    return mp.expand_dims(array(a), axis)


def _at_least(arys: tuple[Any, ...], widen: Any) -> Any:
    result = tuple(widen(array(a)) for a in arys)
    return result[0] if len(result) == 1 else result


@implements(np.atleast_1d)
def atleast_1d(*arys):
    """Views with at least one dimension."""
    return _at_least(arys, lambda x: x if x.ndim else mp.reshape(x, (1,)))


@implements(np.atleast_2d)
def atleast_2d(*arys):
    """Views with at least two dimensions."""
    return _at_least(
        arys, lambda x: x if x.ndim > 1 else mp.expand_dims(x, tuple(range(2 - x.ndim)))
    )


@implements(np.atleast_3d)
def atleast_3d(*arys):
    """Views with at least three dimensions."""
    new = {0: (0, 1, 2), 1: (0, 2), 2: (2,)}
    return _at_least(arys, lambda x: x if x.ndim > 2 else mp.expand_dims(x, new[x.ndim]))


@implements(np.broadcast_to, numbers=False)
def broadcast_to(array, shape, subok=False):
    """Read-only view of a larger shape."""
    return mp.broadcast_to(_array(array), shape)


_array = array


@implements(np.broadcast_arrays)
def broadcast_arrays(*args, subok=False):
    """Views of the common broadcast shape; arrays of one shape as they are."""
    arrays = [array(a) for a in args]
    if len({a.shape for a in arrays}) == 1:
        return tuple(arrays)
    return mp.broadcast_arrays(*arrays)


@implements(np.resize, small=False, numbers=False)
def resize(a, new_shape):
    """Fill a new shape with the elements, repeated as often as needed."""
    x = ravel(a)
    shape = (new_shape,) if np.ndim(new_shape) == 0 else tuple(new_shape)
    if any(n < 0 for n in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    size = int(np.prod(shape, dtype=np.int64))
    if not x.size or not size:
        return creation.full(shape, 0, dtype=x.dtype)
    times = -(-size // x.size)
    whole = x if times == 1 else mp.concat([x] * times)
    return copied(mp.reshape(whole[:size], shape))


# joining


#: Python's numbers that join arrays in the dtype of those.
_WEAK = frozenset([int, float, complex])


@implements(np.concatenate)
def concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting: Any = "same_kind"):
    """Join arrays along an axis; with None, all of them flattened."""
    given = arrays if isinstance(arrays, (list, tuple)) else list(arrays)
    parts = [array(a) for a in given]
    if not parts:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        parts, axis = [ravel(p) for p in parts], 0
        # numbers of Python do not decide the dtype
        numbers = {k: type(a)(0) for k, a in enumerate(given) if type(a) in _WEAK}
        if numbers:
            kind = np.result_type(*[numbers.get(k, p.dtype) for k, p in enumerate(parts)])
            parts = [astype(p, kind) if k in numbers else p for k, p in enumerate(parts)]
    elif not all(p.ndim for p in parts):
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    return _joined(mp.concat, parts, axis, out, dtype, casting)


def _joined(join: Any, parts: list[Any], axis: int, out: Any, dtype: Any, casting: Any) -> Any:
    target = np.result_type(*[p.dtype for p in parts]) if dtype is None else numeric(dtype)
    if out is not None and dtype is not None:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, not both.")
    for p in parts:
        if not np.can_cast(p.dtype, target, casting):
            raise TypeError(
                f"Cannot cast array data from {p.dtype} to {target} according to the rule "
                f"'{casting}'"
            )
    result = join([astype(p, target, copy=False) for p in parts], axis=axis)
    return store(out, result, casting, join.__name__)


@implements(np.stack)
def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Join arrays of one shape along a new axis."""
    parts = [array(a) for a in arrays]
    if not parts:
        raise ValueError("need at least one array to stack")
    if len({p.shape for p in parts}) > 1:
        raise ValueError("all input arrays must have the same shape")
    axis = normalize_axis_index(axis, parts[0].ndim + 1)
    return _joined(mp.stack, parts, axis, out, dtype, casting)


def _parts(arrays: Any, widen: Any) -> list[Any]:
    result = widen(*arrays)
    return list(result) if isinstance(result, tuple) else [result]


@implements(np.vstack)
def vstack(tup, *, dtype=None, casting="same_kind"):
    """Join arrays along the first axis, vectors as rows."""
    return concatenate(_parts(tup, atleast_2d), 0, dtype=dtype, casting=casting)


if hasattr(np, "row_stack"):  # NumPy 2.5 has it no more
    implements(np.row_stack)(vstack)  # noqa: NPY201


@implements(np.hstack)
def hstack(tup, *, dtype=None, casting="same_kind"):
    """Join arrays along the second axis, vectors along their only one."""
    parts = _parts(tup, atleast_1d)
    axis = 0 if parts and parts[0].ndim == 1 else 1
    return concatenate(parts, axis, dtype=dtype, casting=casting)


@implements(np.dstack)
def dstack(tup):
    """Join arrays along the third axis."""
    return concatenate(_parts(tup, atleast_3d), 2)


@implements(np.column_stack)
def column_stack(tup):
    """Join vectors as columns, and matrices beside each other."""
    parts = [array(a) for a in tup]
    return concatenate([p if p.ndim > 1 else transpose(atleast_2d(p)) for p in parts], 1)


@implements(np.append)
def append(arr, values, axis=None):
    """Join values to the end of an array."""
    if axis is None:
        return concatenate([ravel(arr), ravel(values)], 0)
    return concatenate([arr, values], axis)


@implements(np.block, numbers=False)
def block(arrays):
    """Join nested lists of blocks: the innermost along the last axis."""

    def depth(value: Any) -> int:
        if not isinstance(value, list):
            return 0
        if not value:
            raise ValueError("List depths are mismatched: an empty list has no arrays to join")
        depths = {depth(v) for v in value}
        if len(depths) > 1:
            raise ValueError(f"List depths are mismatched: {sorted(depths)}")
        return 1 + depths.pop()

    levels = depth(arrays)

    def most(value: Any) -> int:
        return builtins.max(map(most, value)) if isinstance(value, list) else array(value).ndim

    ndim = builtins.max(levels, most(arrays))

    def join(value: Any, level: int) -> Any:
        if not isinstance(value, list):
            x = array(value)
            return mp.expand_dims(x, tuple(range(ndim - x.ndim))) if x.ndim < ndim else x
        return concatenate([join(v, level + 1) for v in value], axis=ndim - levels + level)

    return copied(join(arrays, 0)) if not levels else join(arrays, 0)


# splitting


@implements(np.array_split)
def array_split(ary, indices_or_sections, axis=0):
    """Views of parts along an axis: so many about equal ones, or cut at indices."""
    x = array(ary)
    n = x.shape[normalize_axis_index(axis, x.ndim)]
    if np.ndim(indices_or_sections) == 0:
        sections = int(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        least, more = divmod(n, sections)
        ends = np.cumsum([0] + [least + 1] * more + [least] * (sections - more)).tolist()
    else:
        ends = [0, *[operator.index(i) for i in np.asarray(indices_or_sections)], n]
    moved = mp.moveaxis(x, axis, 0)
    return [mp.moveaxis(moved[start:stop], 0, axis) for start, stop in itertools.pairwise(ends)]


@implements(np.split)
def split(ary, indices_or_sections, axis=0):
    """Views of parts along an axis: so many equal ones, or cut at indices."""
    if np.ndim(indices_or_sections) == 0 and np.shape(ary)[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def _split_along(ary: Any, where: Any, axis: int, name: str, least: int) -> Any:
    if np.ndim(ary) < least:
        raise ValueError(f"{name} only works on arrays of {least} or more dimensions")
    return split(ary, where, axis)


@implements(np.hsplit)
def hsplit(ary, indices_or_sections):
    """Views of parts along the second axis; of a vector, along its only one."""
    return _split_along(ary, indices_or_sections, 1 if np.ndim(ary) > 1 else 0, "hsplit", 1)


@implements(np.vsplit)
def vsplit(ary, indices_or_sections):
    """Views of parts along the first axis."""
    return _split_along(ary, indices_or_sections, 0, "vsplit", 2)


@implements(np.dsplit)
def dsplit(ary, indices_or_sections):
    """Views of parts along the third axis."""
    return _split_along(ary, indices_or_sections, 2, "dsplit", 3)


@implements(np.unstack)
def unstack(x, /, *, axis=0):
    """Views of the slices along an axis, as a tuple."""
    result = mp.unstack(array(x), axis=axis)
    return result if np.ndim(x) > 1 else tuple(element[()] for element in result)


# rearranging


@implements(np.flip)
def flip(m, axis=None):
    """View with the elements along some dimensions in reverse order."""
    result = mp.flip(array(m), axis=axis)
    return result if result.ndim else result[()]


@implements(np.flipud)
def flipud(m):
    """View with the rows in reverse order."""
    x = array(m)
    if x.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return mp.flip(x, axis=0)


@implements(np.fliplr)
def fliplr(m):
    """View with the columns in reverse order."""
    x = array(m)
    if x.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return mp.flip(x, axis=1)


@implements(np.rot90)
def rot90(m, k=1, axes=(0, 1)):
    """View rotated by k quarter turns, from the first of two axes towards the second."""
    x = array(m)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    a, b = normalize_axis_tuple(axes, x.ndim, allow_duplicate=True)
    if a == b:
        raise ValueError("Axes must be different.")
    turns = k % 4
    if turns == 0:
        return x[...]
    if turns == 2:
        return mp.flip(x, axis=(a, b))
    return swapaxes(mp.flip(x, axis=b), a, b) if turns == 1 else mp.flip(swapaxes(x, a, b), axis=b)


@implements(np.roll, numbers=False)
def roll(a, shift, axis=None):
    """Shift elements cyclically along some axes; with None, those of the flattened array."""
    whole = tuple(shift) if np.ndim(shift) else shift
    return mp.roll(array(a), whole, axis=axis)


@implements(np.tile, small=False, numbers=False)
def tile(A, reps):
    """Repeat the whole array along each axis."""
    x = array(A)
    counts = (reps,) if np.ndim(reps) == 0 else tuple(reps)
    counts = tuple(operator.index(n) for n in counts)
    if any(n < 0 for n in counts):
        raise ValueError(f"tile: the array cannot be repeated {min(counts)} times")
    return mp.tile(x, (1,) * (x.ndim - len(counts)) + counts)


@implements(np.repeat, small=False)
def repeat(a, repeats, axis=None):
    """Repeat each element along an axis; with None, those of the flattened array."""
    if not isinstance(repeats, (Handle, np.ndarray)):
        repeats = np.asarray(repeats, np.intp)
    counts: Any = repeats
    if counts.dtype.kind == "b":
        counts = counts.astype(np.intp)
    x = array(a)
    return mp.repeat(x if x.ndim or axis is None else mp.reshape(x, (1,)), counts, axis=axis)


@implements(np.trim_zeros)
def trim_zeros(filt, trim="fb", axis=None):
    """View without the zeros at the edges."""
    x = array(filt)
    trim = trim.lower()
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    axes = range(x.ndim) if axis is None else normalize_axis_tuple(axis, x.ndim)
    if not x.ndim:
        return x[...]
    places = nonzero(x)
    key: list[Any] = [slice(None)] * x.ndim
    for d in axes:
        index = np.asarray(places[d])
        first, last = (index.min(), index.max() + 1) if index.size else (x.shape[d], 0)
        if not index.size:
            first, last = (0, 0) if "b" in trim else (x.shape[d], x.shape[d])
        key[d] = slice(int(first) if "f" in trim else 0, int(last) if "b" in trim else x.shape[d])
    return x[tuple(key)]
