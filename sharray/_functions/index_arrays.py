"""Arrays of indices: of triangles and diagonals, of combinations, into the flattened array."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sharray._functions import sizes
from sharray._functions.arguments import array, check_order, clip_mode
from sharray._functions.declare import implements
from sharray._functions.indexing import in_range
from sharray._functions.reuse import reuse
from sharray._ops import elementwise as ew
from sharray._ops import statistical
from sharray._ops.data_types import astype

reuse(np.ix_, "Index arrays that together name every combination of the given vectors' elements.")
reuse(
    np.tril_indices,
    "Indices of what lies on and below a diagonal.",
    elements=sizes.of_triangle,
)
reuse(
    np.triu_indices,
    "Indices of what lies on and above a diagonal.",
    elements=sizes.of_triangle,
)
reuse(
    np.tril_indices_from,
    "Indices of what lies on and below a diagonal of a matrix.",
    elements=sizes.times(2),
)
reuse(
    np.triu_indices_from,
    "Indices of what lies on and above a diagonal of a matrix.",
    elements=sizes.times(2),
)
reuse(
    np.mask_indices,
    "Indices where a function of a matrix of ones, such as triu, leaves something.",
    small=False,
)
reuse(np.diag_indices, "Indices of the main diagonal.", elements=sizes.of_matrix)
reuse(
    np.diag_indices_from,
    "Indices of the main diagonal of an array.",
    elements=sizes.times(1),
)


@implements(np.unravel_index)
def unravel_index(indices, shape, order="C"):
    """Indices into the flattened array as one index array for each dimension."""
    index = array(indices)
    sizes = [operator.index(n) for n in ((shape,) if np.ndim(shape) == 0 else shape)]
    order = check_order(order, "CF")
    if not sizes and index.ndim:
        raise ValueError("multiple indices are not supported for 0d arrays")
    total = int(np.prod(sizes, dtype=np.int64))
    _check_bounds(index, total, f"is out of bounds for array with size {total}")
    result, left = [], astype(index, np.dtype(np.intp), copy=False)
    for n in sizes[::-1] if order == "C" else sizes:
        result.append(ew.remainder(left, n))
        left = ew.floor_divide(left, n)
    return tuple(result[::-1] if order == "C" else result)


def _check_bounds(index: Any, n: int, message: str) -> None:
    if index.dtype.kind not in "iu":
        raise TypeError("only int indices permitted")
    if index.size:
        for value in (int(statistical.min(index)), int(statistical.max(index))):
            if not 0 <= value < n:
                raise ValueError(f"index {value} {message}")


@implements(np.ravel_multi_index)
def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Index arrays, one for each dimension, as indices into the flattened array."""
    sizes = [operator.index(n) for n in ((dims,) if np.ndim(dims) == 0 else dims)]
    order = check_order(order, "CF")
    modes = list(mode) if isinstance(mode, (list, tuple)) else [mode] * len(sizes)
    modes = [clip_mode(m) for m in modes]
    parts = [array(i) for i in multi_index]
    if len(parts) != len(sizes):
        raise ValueError(f"parameter multi_index must be a sequence of length {len(sizes)}")
    result: Any = None
    pairs = list(zip(parts, sizes, modes, strict=True))
    for index, n, how in pairs if order == "C" else pairs[::-1]:
        if how == "raise":
            _check_bounds(index, n, "of the coordinates is out of bounds")
        index = in_range(astype(index, np.dtype(np.intp), copy=False), n, how)
        result = index if result is None else result * n + index
    return result
