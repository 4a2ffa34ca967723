"""Sorting, searching and counting."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core.operation import normalize_axis
from sharray._functions.arguments import array, keeps, line, store
from sharray._functions.declare import implements
from sharray._functions.reuse import reuse
from sharray._ops import elementwise as ew
from sharray._ops import searching, sorting, statistical
from sharray._ops.manipulation import stack

_no = np._NoValue


def sort_stably(a, axis=-1, kind=None, order=None, *, stable=None, descending=False):
    """Sort along an axis, of the flattened array for None; NaNs come last in both orders."""
    return sort(a, axis, kind, order, stable=not kind or stable, descending=descending)


def _stably(numpy_function: Any) -> Any:
    """Return a function of NumPy that keeps equal elements in their order."""

    def by_numpy(a, axis=-1, kind=None, order=None, *, stable=None):
        return numpy_function(a, axis, kind, order, stable=not kind or stable)

    return by_numpy


@implements(np.sort, standard=sort_stably, host=_stably(np.sort))
def sort(a, axis=-1, kind=None, order=None, *, stable=None, descending=False):
    """Sort along an axis, of the flattened array for None; NaNs come last in both orders.

    `descending` is the standard's, and of NumPy 2.5.
    """
    x, axis = line(a, axis)
    # NumPy raises what it raises for wrong options
    np.sort(np.empty(0, x.dtype), kind=kind, order=order, stable=stable)
    stable = sorting.keeps_order(kind, stable)
    return sorting.sort_as_numpy(x, axis=axis, descending=bool(descending), stable=stable)


def argsort_stably(a, axis=-1, kind=None, order=None, *, stable=None, descending=False):
    """Indices that sort along an axis, equal elements in their order."""
    return argsort(a, axis, kind, order, stable=stable, descending=descending)


@implements(np.argsort, standard=argsort_stably, host=_stably(np.argsort))
def argsort(a, axis=-1, kind=None, order=None, *, stable=None, descending=False):
    """Indices that sort along an axis, equal elements in their order.

    `descending` is the standard's, and of NumPy 2.5.
    """
    x, axis = line(a, axis)
    np.argsort(np.empty(0, x.dtype), kind=kind, order=order, stable=stable)
    return sorting.argsort_as_numpy(x, axis=axis, descending=bool(descending))


def _check_kth(kth: Any, size: int) -> None:
    indices = np.asarray(kth)
    if indices.dtype.kind not in "biu":
        raise TypeError("Partition index must be integer")
    if indices.dtype.kind == "b":
        raise ValueError("Booleans unacceptable as partition index")
    for k in indices.reshape(-1).tolist():
        if not -size <= k < size and size:
            raise ValueError(f"kth(={k}) out of bounds ({size})")


def _partitioned(numpy_function: Any, by: Any, a: Any, kth: Any, axis: Any, **options: Any) -> Any:
    x, axis = line(a, axis)
    numpy_function(np.empty(1, x.dtype), 0, **options)  # raises for wrong options
    _check_kth(kth, x.shape[axis])
    return by(x, axis=axis, stable=False)


@implements(np.partition)
def partition(a, kth, axis=-1, kind="introselect", order=None):
    """Sort along an axis, which is a partition at every index."""
    return _partitioned(np.partition, sorting.sort, a, kth, axis, kind=kind, order=order)


@implements(np.argpartition)
def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    """Indices that sort along an axis, which is a partition at every index."""
    return _partitioned(np.argpartition, sorting.argsort, a, kth, axis, kind=kind, order=order)


@implements(np.lexsort)
def lexsort(keys, axis=-1):
    """Indices that sort by several keys, the last of which counts first."""
    keys = list(keys)
    if not keys:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    parts = [array(k) for k in keys]
    if any(p.shape != parts[0].shape for p in parts):
        raise ValueError("all keys need to be the same shape")
    if not parts[0].ndim:
        return array(np.lexsort([np.zeros(())], axis))
    return sorting.lexsort(parts, axis=normalize_axis_index(axis, parts[0].ndim))


reuse(
    np.sort_complex,
    "Sort along the last axis as complex numbers, by real parts first.",
)


reuse(np.flatnonzero, "Indices in the flattened array of the elements that are not zero.")


@implements(np.argwhere)
def argwhere(a):
    """Indices of the elements that are not zero, one row for each."""
    x = array(a)
    if not x.ndim:
        return array(np.zeros((int(bool(x)), 0), np.intp))
    return stack(searching.nonzero(x), axis=1)


@implements(np.ptp)
def ptp(a, axis=None, out=None, keepdims=_no):
    """Largest less smallest element over axes (all by default)."""
    x = array(a)
    options = {"axis": normalize_axis(axis, x.ndim), "keepdims": keeps(keepdims)}
    if x.size == 0:
        return store(out, array(np.ptp(np.empty(x.shape, x.dtype), **options)), "same_kind", "ptp")
    result = ew.subtract(statistical.max(x, **options), statistical.min(x, **options))
    return store(out, result, "same_kind", "ptp")
