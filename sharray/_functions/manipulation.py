"""Shapes, axes, joining and splitting with NumPy's signatures. What NumPy views is a view."""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core import user_line
from sharray._functions import sizes
from sharray._functions.arguments import array, numeric, store
from sharray._functions.declare import implements
from sharray._functions.flavours import ARRAY_API
from sharray._functions.reuse import code_of, names_in, reuse
from sharray._ops import manipulation as mp
from sharray._ops.data_types import astype
from sharray._record.handles import Handle

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


@implements(np.swapaxes)
def swapaxes(a, axis1, axis2):
    """View with two dimensions exchanged."""
    return array(a).swapaxes(axis1, axis2)


reuse(np.rollaxis, "View with one dimension moved before another.")


atleast_1d = reuse(np.atleast_1d, "Views with at least one dimension.")
atleast_2d = reuse(np.atleast_2d, "Views with at least two dimensions.")
atleast_3d = reuse(np.atleast_3d, "Views with at least three dimensions.")


@implements(np.broadcast_arrays)
def broadcast_arrays(*args, subok=False):
    """Views of the common broadcast shape; arrays of one shape as they are."""
    arrays = [array(a) for a in args]
    if len({a.shape for a in arrays}) == 1:
        return tuple(arrays)
    return mp.broadcast_arrays(*arrays)


reuse(
    np.resize,
    "Fill a new shape with the elements, repeated as often as needed.",
    elements=sizes.resized,
    numbers=False,
)


# joining


#: Python's numbers that join arrays in the dtype of those.
_WEAK = frozenset([int, float, complex])


@implements(np.concatenate)
def concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting: Any = "same_kind"):
    """Join arrays along an axis; with None, all of them flattened."""
    if isinstance(axis, (Handle, np.ndarray)) and axis.ndim:
        raise TypeError(
            "only integer scalar arrays can be converted to a scalar index: the arrays to join are "
            "one sequence, as in concatenate([a, b])"
        )
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
    parts = [array(a) for a in arrays]
    if not parts:
        raise ValueError("need at least one array to stack")
    if len({p.shape for p in parts}) > 1:
        raise ValueError("all input arrays must have the same shape")
    axis = normalize_axis_index(axis, parts[0].ndim + 1)
    return _joined(mp.stack, parts, axis, out, dtype, casting)


vstack = reuse(np.vstack, "Join arrays along the first axis, vectors as rows.")
if hasattr(np, "row_stack"):  # NumPy 2.5 has it no more

    @implements(np.row_stack)  # noqa: NPY201
    def row_stack(tup, *, dtype=None, casting="same_kind"):
        """Join arrays along the first axis, vectors as rows."""
        user_line.warn("row_stack is deprecated, it is vstack", DeprecationWarning)
        return vstack(tup, dtype=dtype, casting=casting)


reuse(np.hstack, "Join arrays along the second axis, vectors along their only one.")
reuse(np.dstack, "Join arrays along the third axis.")
reuse(np.column_stack, "Join vectors as columns, and matrices beside each other.")
reuse(np.append, "Join values to the end of an array.")


@functools.cache
def _block_by_numpy() -> Any:
    # what is joined needs no array of zeros, to which each block is written by a program
    names = names_in("numpy._core.shape_base", ARRAY_API)
    return code_of(np.block, kept=["_block_setup"], _block_slicing=names["_block_concatenate"])


@implements(np.block, numbers=False)
def block(arrays):
    """Join nested lists of blocks: the innermost along the last axis."""
    return _block_by_numpy()(arrays)


# splitting


reuse(
    np.array_split,
    "Views of parts along an axis: so many about equal ones, or cut at indices.",
)
reuse(np.split, "Views of parts along an axis: so many equal ones, or cut at indices.")
reuse(np.hsplit, "Views of parts along the second axis; of a vector, along its only one.")
reuse(np.vsplit, "Views of parts along the first axis.")
reuse(np.dsplit, "Views of parts along the third axis.")


@implements(np.unstack)
def unstack(x, /, *, axis=0):
    result = mp.unstack(array(x), axis=axis)
    return result if np.ndim(x) > 1 else tuple(element[()] for element in result)


# rearranging


@implements(np.flip)
def flip(m, axis=None):
    """View with the elements along some dimensions in reverse order."""
    result = mp.flip(array(m), axis=axis)
    return result if result.ndim else result[()]


reuse(np.flipud, "View with the rows in reverse order.")
reuse(np.fliplr, "View with the columns in reverse order.")


reuse(
    np.rot90,
    "View rotated by k quarter turns, from the first of two axes towards the second.",
    kept=["absolute", "arange"],
)


@implements(np.tile, numbers=False, elements=sizes.tiled)
def tile(A, reps):
    x = array(A)
    counts = (reps,) if np.ndim(reps) == 0 else tuple(reps)
    counts = tuple(operator.index(n) for n in counts)
    if any(n < 0 for n in counts):
        raise ValueError(f"tile: the array cannot be repeated {min(counts)} times")
    return mp.tile(x, (1,) * (x.ndim - len(counts)) + counts)


@implements(np.repeat, elements=sizes.repeated)
def repeat(a, repeats, axis=None):
    if not isinstance(repeats, (Handle, np.ndarray)):
        repeats = np.asarray(repeats, np.intp)
    counts: Any = repeats
    if counts.dtype.kind == "b":
        counts = counts.astype(np.intp)
    x = array(a)
    return mp.repeat(x if x.ndim or axis is None else mp.reshape(x, (1,)), counts, axis=axis)


reuse(np.trim_zeros, "View without the zeros at the edges.")
