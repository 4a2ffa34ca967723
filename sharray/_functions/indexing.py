"""Reading and writing at indices, and choosing, with NumPy's signatures."""

from __future__ import annotations

import inspect
import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple
from numpy.lib.stride_tricks import sliding_window_view

from sharray._core.lens import Reshape, SlidingWindows
from sharray._core.links import with_article
from sharray._core.operation import result_dtype
from sharray._functions.arguments import array, clip_mode, condition, line, operand, store
from sharray._functions.declare import RefusedError, implements
from sharray._functions.elementwise import clip
from sharray._functions.flat import put_flat
from sharray._functions.reductions import reduced
from sharray._functions.reuse import reuse
from sharray._ops import creation, indexing, statistical
from sharray._ops import elementwise as ew
from sharray._ops import manipulation as mp
from sharray._ops.data_types import astype
from sharray._ops.searching import nonzero, where_true
from sharray._record import homes, writes
from sharray._record.handles import Handle
from sharray._record.moves import copied


def _target(a: Any, name: str) -> Any:
    """Return an array that is written to."""
    if not isinstance(a, Handle):
        raise TypeError(f"{name} writes to an array, not to {with_article(a)}")
    writes.check_writable(a)
    return a


def _flat(x: Any) -> Any:
    """Return a vector that shows the same elements, so that writing to it writes to `x`."""
    return x if x.ndim == 1 else x._through(Reshape(x.shape, (x.size,)))


def in_range(indices: Any, n: int, mode: str) -> Any:
    """Return indices as `mode` reads them; "raise" leaves them to be checked."""
    index = array(indices)
    if index.dtype.kind not in "iu":
        # NumPy cuts numbers, and lists of them, but no arrays
        is_given = hasattr(indices, "dtype") or index.dtype.kind != "f"
        if is_given and index.size and index.dtype.kind != "b":
            raise TypeError(
                f"Cannot cast array data from {index.dtype} to int64 according to the rule 'safe'"
            )
        index = astype(index, np.dtype(np.intp))
    if index.dtype.itemsize < 4:  # or the length of the axis has no room
        index = astype(index, np.dtype(np.intp))
    mode = clip_mode(mode)
    if mode == "wrap":
        return ew.remainder(index, n) if n else index
    if mode == "clip":
        return clip(index, 0, n - 1) if n else index
    return index


@implements(np.take)
def take(a, indices, axis=None, out=None, mode="raise"):
    """Elements at indices along an axis; of the flattened array by default."""
    x, axis = line(a, axis)
    index = in_range(indices, x.shape[axis], mode)
    if not x.shape[axis] and index.size:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    result = indexing.take(x, mp.reshape(index, (-1,)), axis=axis)
    result = mp.reshape(result, (*x.shape[:axis], *index.shape, *x.shape[axis + 1 :]))
    return store(out, result if result._base is None else copied(result), "unsafe", "take")


@implements(np.put, small=False, writes=True)
def put(a, ind, v, mode="raise"):
    """Write values, repeated as needed, at indices into the flattened array."""
    put_flat(_target(a, "put"), ind, v, mode)


def _elements(values: Any, dtype: np.dtype) -> Any:
    """Return values to be written as a vector of a dtype that holds those of arrays."""
    if isinstance(values, (Handle, np.ndarray)) and not np.can_cast(values.dtype, dtype):
        raise TypeError(
            f"Cannot cast array data from {values.dtype!r} to {dtype!r} according to the rule "
            "'safe'"
        )
    return mp.reshape(array(values, dtype), (-1,))


def _repeated(values: Any, n: int) -> Any:
    """Return a vector of `n` elements that repeats `values`."""
    if values.size == 1:
        return mp.broadcast_to(values, (n,))
    return mp.tile(values, -(-n // values.size))[:n]


@implements(np.put_along_axis, small=False, writes=True)
def put_along_axis(arr, indices, values, axis):
    """Write, for each position of `indices`, to the element of the same line along an axis."""
    x = _target(arr, "put_along_axis")
    if axis is None:
        x, axis = _flat(x), 0
    index = array(indices)
    if index.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if index.ndim != x.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = normalize_axis_index(axis, x.ndim)
    lines = [
        index if d == axis else np.arange(n).reshape([-1 if e == d else 1 for e in range(x.ndim)])
        for d, n in enumerate(x.shape)
    ]
    x[tuple(lines)] = values


@implements(np.place, small=False, writes=True)
def place(arr, mask, vals):
    """Write the first values, repeated as needed, to where a mask holds."""
    x = _target(arr, "place")
    values = _elements(vals, x.dtype)
    holds = astype(array(mask), np.dtype(bool), copy=False)
    if holds.size != x.size:
        raise ValueError("place: mask and data must be the same size")
    (where,) = nonzero(mp.reshape(holds, (-1,)))
    if not where.size:
        return
    if not values.size:
        raise ValueError("Cannot insert from an empty array!")
    _flat(x)[where] = _repeated(values, where.size)


@implements(np.putmask, small=False, writes=True)
def putmask(a, /, mask, values):
    """Write to where a mask holds, from the same place of values repeated to the size."""
    x = _target(a, "putmask")
    holds = astype(array(mask), np.dtype(bool), copy=False)
    if holds.size != x.size:
        raise ValueError("putmask: mask and data must be the same size")
    new = _elements(values, x.dtype)
    if not new.size or not x.size:
        return
    new = mp.reshape(_repeated(new, x.size), x.shape)
    x[...] = ew.where(mp.reshape(holds, x.shape), new, x)


@implements(np.copyto, small=False, writes=True)
def copyto(dst, src, casting: Any = "same_kind", where: Any = True):
    """Write an array that broadcasts to another one, where a mask holds."""
    x = _target(dst, "copyto")
    if type(src) not in (bool, int, float, complex):
        src = array(src)
        if not np.can_cast(src.dtype, x.dtype, casting):
            raise TypeError(
                f"Cannot cast array data from {src.dtype} to {x.dtype} according to the rule "
                f"'{casting}'"
            )
        src = astype(src, x.dtype, copy=False)
    else:
        dtype = np.result_type(x.dtype, src)
        if not np.can_cast(dtype, x.dtype, casting):
            raise TypeError(
                f"Cannot cast scalar from {dtype} to {x.dtype} according to the rule '{casting}'"
            )
        src = np.asarray(src, x.dtype) if type(src) is int else np.asarray(src).astype(x.dtype)
    if where is not True:
        src = ew.where(condition(where), src, x)
    x[...] = src


@implements(np.fill_diagonal, small=False, writes=True)
def fill_diagonal(a, val, wrap=False):
    """Write values, repeated as needed, to the main diagonal."""
    x = _target(a, "fill_diagonal")
    if x.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if x.ndim > 2 and len(set(x.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    new = mp.reshape(array(val, x.dtype), (-1,))
    if not x.size:
        return
    if not new.size:
        raise ValueError(f"no values to fill the diagonal of an array of shape {x.shape} with")
    rows, cols = x.shape[:2]
    lines = [creation.arange(n) for n in x.shape]
    if rows > cols:
        # below the end of the diagonal it begins anew, but for a row between, or there is no more
        lines[0] = ew.remainder(lines[0], cols + 1) if wrap else ew.minimum(lines[0], cols)
    if new.size != 1:
        new = _by_row(new, rows, cols, wrap)
    here: Any = True
    first, *others = (mp.laid_along(numbers, d, x.ndim) for d, numbers in enumerate(lines))
    for other in others:
        here = ew.equal(first, other) & here
    x[...] = ew.where(here, astype(mp.laid_along(new, 0, x.ndim), x.dtype, copy=False), x)


def _by_row(values: Any, rows: int, cols: int, wrap: bool) -> Any:
    """Return a vector with the value that each row has on the diagonal of `fill_diagonal`."""
    turns = -(-rows // (cols + 1)) if wrap else 1
    values = _repeated(values, min(turns * cols, rows))
    values = _filled_up(values, turns * cols)
    if turns > 1:
        gaps = array(np.zeros((turns, 1), values.dtype))
        values = mp.reshape(mp.concat([mp.reshape(values, (turns, cols)), gaps], axis=1), (-1,))
    return _filled_up(values, rows)[:rows]


def _filled_up(values: Any, size: int) -> Any:
    missing = max(0, size - values.size)
    return mp.concat([values, array(np.zeros(missing, values.dtype))]) if missing else values


@implements(np.compress)
def compress(condition, a, axis=None, out=None):
    """Slices along an axis for which a condition holds."""
    holds = array(condition)
    if holds.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    if holds.dtype != np.bool_:  # numbers hold where they are not zero, and are no indices
        holds = holds != 0
    x, axis = line(a, axis)
    if holds.shape[0] == x.shape[axis] and out is None:
        return mp.moveaxis(where_true(mp.moveaxis(x, axis, 0), holds), 0, axis)
    (index,) = nonzero(holds)
    return take(x, index, axis, out)


@implements(np.extract)
def extract(condition, arr):
    """Elements of the flattened array for which a condition holds."""
    holds, x = (mp.reshape(array(a), (-1,)) for a in (condition, arr))
    return compress(holds, x, 0)


@implements(np.where, numbers=False)
def where(condition, /, *choices):
    """Elements of x where the condition holds, else of y; alone, the indices where it holds."""
    holds = array(condition)
    if not choices:
        return nonzero(mp.reshape(holds, (1,)) if not holds.ndim else holds)
    if len(choices) == 1:
        raise ValueError("either both or neither of x and y should be given")
    if len(choices) > 2:
        raise TypeError(f"where() takes at most 3 arguments ({1 + len(choices)} given)")
    holds = astype(holds, np.dtype(bool), copy=False)
    return ew.where(holds, *map(operand, choices))


# NumPy's, in which None seems to be as good as nothing, and is a value
where.__signature__ = inspect.signature(np.where)


@implements(np.select, numbers=False)
def select(condlist, choicelist, default=0):
    """For each element, from the choice whose condition is the first to hold."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not condlist:
        raise ValueError("select with an empty condition list is not possible")
    conditions = [array(c) for c in condlist]
    for i, c in enumerate(conditions):
        if c.dtype.kind != "b":
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    choices = [operand(c) for c in choicelist]
    result = operand(default)
    kinds = [c.dtype if isinstance(c, Handle) else c for c in (*choices, result)]
    kind = np.result_type(*kinds)
    result = astype(array(result), kind, copy=False)
    for c, choice in zip(conditions[::-1], choices[::-1], strict=True):
        result = ew.where(c, astype(array(choice), kind, copy=False), result)
    return result


@implements(np.choose)
def choose(a, choices, out=None, mode="raise"):
    """For each element of an index array, the element of that choice at the same place."""
    parts = (
        list(choices) if isinstance(choices, (list, tuple)) else list(mp.unstack(array(choices)))
    )
    index = in_range(a, len(parts), mode)
    if clip_mode(mode) == "raise" and index.size:
        least, most = int(statistical.min(index)), int(statistical.max(index))
        if least < 0 or most >= len(parts):
            raise ValueError("invalid entry in choice array")
    arrays = [array(p) for p in parts]
    # Python's numbers give way to the dtypes of arrays
    kinds = [getattr(p, "dtype", type(p)) for p in parts]
    weak = (int, float, complex)
    kind = result_dtype(*[k if k in weak else x.dtype for k, x in zip(kinds, arrays, strict=True)])
    result = astype(arrays[-1], kind, copy=False)
    for i in range(len(arrays) - 2, -1, -1):
        result = ew.where(ew.equal(index, i), astype(arrays[i], kind, copy=False), result)
    if len(arrays) == 1:
        result = copied(mp.broadcast_to(result, np.broadcast_shapes(result.shape, index.shape)))
    if out is not None and getattr(out, "shape", result.shape) != result.shape:
        raise TypeError(
            f"choose: out has the shape {out.shape}, the result the shape {result.shape}"
        )
    return store(out, result, "unsafe", "choose")


reuse(
    np.piecewise,
    "For each element, by the function of the last condition that holds.",
    numbers=False,
)


@implements(np.diagonal)
def diagonal(a, offset=0, axis1=0, axis2=1):
    """Read-only view of the diagonals of two dimensions, which become the last one."""
    return array(a).diagonal(offset, axis1, axis2)


@implements(sliding_window_view)
def windows(x, window_shape, axis=None, *, subok=False, writeable=False):
    """View of all windows of a shape, which are the last dimensions.

    With `writeable` it is NumPy's, on the memory of an array that may come to the host, and refused
    of one that stays on devices.
    """
    x = array(x)
    if writeable:
        lent = homes.lend(x)
        if lent is None:
            raise RefusedError(
                "numpy.lib.stride_tricks.sliding_window_view: windows overlap, so on devices they "
                "are only read; write to the array itself"
            )
        return sliding_window_view(lent, window_shape, axis, subok=subok, writeable=True)
    # of no memory: NumPy's errors, and its reading of the arguments
    sliding_window_view(np.broadcast_to(np.int8(0), x.shape), window_shape, axis)
    sizes = tuple(window_shape) if np.iterable(window_shape) else (window_shape,)
    axes = normalize_axis_tuple(range(x.ndim) if axis is None else axis, x.ndim, None, True)
    result = x._through(SlidingWindows(x.shape, tuple(map(operator.index, sizes)), axes))
    result._readonly = True
    return result


@implements(np.trace)
def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """Sums along diagonals."""
    return reduced(np.add, diagonal(a, offset, axis1, axis2), -1, dtype, out)
