"""`insert` and `delete`: runs of an array joined with what is new, or without what goes."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions import sizes
from sharray._functions.arguments import array, line
from sharray._functions.declare import implements
from sharray._ops import indexing
from sharray._ops import manipulation as mp
from sharray._record.moves import copied


def _kept(n: int, obj: Any) -> Any:
    """Return a boolean NumPy vector: which of `n` places `obj` does not name."""
    keep = np.ones(n, bool)
    if isinstance(obj, slice):
        keep[obj] = False
        return keep
    index = np.asarray(obj)
    if index.dtype.kind == "b":
        if index.shape != (n,):
            raise ValueError(
                f"boolean array argument obj to delete must be one dimensional and "
                f"match the axis length of {n}"
            )
    elif index.size == 0:
        index = index.astype(np.intp)
    bad = index[(index < -n) | (index >= n)] if index.dtype.kind in "iu" else index[:0]
    if bad.size:
        raise IndexError(f"index {bad.flat[0]} is out of bounds for axis 0 with size {n}")
    keep[index] = False
    return keep


@implements(np.delete)
def delete(arr, obj, axis=None):
    """Leave out some places along an axis; of the flattened array by default."""
    x, axis = line(arr, axis)
    keep = _kept(x.shape[axis], np.asarray(obj) if not isinstance(obj, slice) else obj)
    return _join_runs(x, axis, _runs(keep))


def _runs(keep: np.ndarray) -> list[tuple[int, int]]:
    """Return the (start, stop) of each run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], keep, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]


#: More runs than these are taken at their indices, instead of being joined.
_MOST_RUNS = 64


def _join_runs(x: Any, axis: int, runs: list[tuple[int, int]]) -> Any:
    before = (slice(None),) * axis
    if len(runs) > _MOST_RUNS:
        index = np.concatenate([np.arange(a, b) for a, b in runs])
        return indexing.take(x, index, axis=axis)
    parts = [x[(*before, slice(a, b))] for a, b in runs] or [x[(*before, slice(0, 0))]]
    return mp.concat(parts, axis=axis) if len(parts) > 1 else copied(parts[0])


@implements(np.insert, elements=sizes.inserted)
def insert(arr, obj, values, axis=None):
    """Insert values before some places along an axis; of the flattened array by default."""
    x, axis = line(arr, axis)
    n = x.shape[axis]
    index = np.arange(n)[obj] if isinstance(obj, slice) else np.array(obj)
    if index.dtype.kind == "b":
        if index.ndim != 1:
            raise ValueError("boolean array argument obj to insert must be one dimensional")
        index = np.flatnonzero(index)
    if index.ndim > 1:
        raise ValueError("index array argument obj to insert must be one dimensional or scalar")
    if index.size == 0 and not isinstance(obj, np.ndarray):
        index = index.astype(np.intp)
    if index.dtype.kind not in "iu":
        kind = TypeError if index.size == 1 else IndexError
        raise kind(f"insert: indices must be integers, not {index.dtype}")
    bad = index[(index < -n) | (index > n)]
    if bad.size:
        raise IndexError(f"index {bad.flat[0]} is out of bounds for axis {axis} with size {n}")
    new = array(values, x.dtype)
    places = np.where(index < 0, index + n, index).reshape(-1)
    if places.size == 1:
        # one place takes all the values, which a number names otherwise than a list
        new = mp.expand_dims(new, tuple(range(max(x.ndim - new.ndim, 0))))
        if index.ndim == 0:
            new = mp.moveaxis(new, 0, axis)
        places = np.repeat(places, new.shape[axis])
    shape = tuple(places.size if d == axis else m for d, m in enumerate(x.shape))
    # as in an assignment, leading dimensions of one do not count
    while new.ndim > x.ndim and new.shape[0] == 1:
        new = new[0]
    new = mp.broadcast_to(new, shape)
    if not places.size:
        return copied(x)
    order = np.argsort(places, kind="stable")
    before = (slice(None),) * axis
    each, firsts = np.unique(places[order], return_index=True)
    if each.size > _MOST_RUNS // 2:
        index = np.insert(np.arange(n), places[order], n + order)
        return indexing.take(mp.concat([x, new], axis=axis), index, axis=axis)
    parts, last = [], 0
    for place, same in zip(each.tolist(), np.split(order, firsts[1:]), strict=False):
        parts.append(x[(*before, slice(last, place))])
        if (np.diff(same) == 1).all():
            parts.append(new[(*before, slice(int(same[0]), int(same[-1]) + 1))])
        else:
            parts.append(indexing.take(new, same, axis=axis))
        last = place
    parts.append(x[(*before, slice(last, None))])
    return mp.concat(parts, axis=axis)
