"""Arrays of indices: of triangles and diagonals, of combinations, into the flattened array."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._functions.indexing import in_range
from sharray._ops import creation, statistical
from sharray._ops import elementwise as ew
from sharray._ops import manipulation as mp
from sharray._ops.data_types import astype
from sharray._ops.searching import nonzero


@implements(np.ix_)
def ix_(*args):
    """Index arrays that together name every combination of the given vectors' elements."""
    result = []
    for k, arg in enumerate(args):
        x = array(arg)
        if x.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if x.size == 0:
            x = astype(x, np.dtype(np.intp))
        if x.dtype.kind == "b":
            (x,) = nonzero(x)
        result.append(mp.laid_along(x, k, len(args)))
    return tuple(result)


def _ones(n: Any, m: Any) -> Any:
    return creation.full([max(operator.index(k), 0) for k in (n, n if m is None else m)], 1)


@implements(np.tril_indices, small=False)
def tril_indices(n, k=0, m=None):
    """Indices of what lies on and below a diagonal."""
    return nonzero(creation.tril(_ones(n, m), k=operator.index(k)))


@implements(np.triu_indices, small=False)
def triu_indices(n, k=0, m=None):
    """Indices of what lies on and above a diagonal."""
    return nonzero(creation.triu(_ones(n, m), k=operator.index(k)))


def _of_matrix(indices: Any, matrix: Any, k: Any) -> Any:
    if np.ndim(matrix) != 2:
        raise ValueError("input array must be 2-d")
    rows, columns = np.shape(matrix)
    return indices(rows, k, columns)


@implements(np.tril_indices_from, small=False)
def tril_indices_from(arr, k=0):
    """Indices of what lies on and below a diagonal of a matrix."""
    return _of_matrix(tril_indices, arr, k)


@implements(np.triu_indices_from, small=False)
def triu_indices_from(arr, k=0):
    """Indices of what lies on and above a diagonal of a matrix."""
    return _of_matrix(triu_indices, arr, k)


@implements(np.mask_indices, small=False)
def mask_indices(n, mask_func, k=0):
    """Indices where a function of a matrix of ones, such as triu, leaves something."""
    return nonzero(ew.not_equal(mask_func(creation.full((n, n), 1), k), 0))


@implements(np.diag_indices, small=False)
def diag_indices(n, ndim=2):
    """Indices of the main diagonal."""
    return (creation.arange(n),) * ndim


@implements(np.diag_indices_from, small=False)
def diag_indices_from(arr):
    """Indices of the main diagonal of an array."""
    shape = np.shape(arr)
    if len(shape) < 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(shape[0], len(shape))


@implements(np.unravel_index)
def unravel_index(indices, shape, order="C"):
    """Indices into the flattened array as one index array for each dimension."""
    index = array(indices)
    sizes = [operator.index(n) for n in ((shape,) if np.ndim(shape) == 0 else shape)]
    _check_order(order)
    if not sizes and index.ndim:
        raise ValueError("multiple indices are not supported for 0d arrays")
    total = int(np.prod(sizes, dtype=np.int64))
    _check_bounds(index, total, f"is out of bounds for array with size {total}")
    result, left = [], index
    for n in sizes[::-1] if order == "C" else sizes:
        result.append(ew.remainder(left, n))
        left = ew.floor_divide(left, n)
    return tuple(result[::-1] if order == "C" else result)


def _check_order(order: Any) -> None:
    if order not in ("C", "F"):
        raise ValueError(f"order must be 'C' or 'F', not {order!r}")


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
    _check_order(order)
    modes = [mode] * len(sizes) if isinstance(mode, str) else list(mode)
    parts = [array(i) for i in multi_index]
    if len(parts) != len(sizes):
        raise ValueError(f"parameter multi_index must be a sequence of length {len(sizes)}")
    result: Any = None
    pairs = list(zip(parts, sizes, modes, strict=True))
    for index, n, how in pairs if order == "C" else pairs[::-1]:
        if how == "raise":
            _check_bounds(index, n, "of the coordinates is out of bounds")
        index = in_range(index, n, how)
        result = index if result is None else result * n + index
    return result
