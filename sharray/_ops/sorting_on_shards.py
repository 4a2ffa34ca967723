"""Sorting functions on NumPy arrays, and on arrays in pieces, which threads sort together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core.machine import cores
from sharray._engine import shards
from sharray._engine.shards import Each, Shards, Sizes

#: Vectors of so many elements are worth several threads, and a look at what is equal.
_MANY = 1 << 15


def sort(x: Any, axis: int, descending: bool, stable: bool) -> Any:
    """Sort a NumPy array."""
    if not descending:
        return _ascending(x, axis, stable)
    # equal elements keep their order, so the reversed array is sorted and read backwards
    return np.flip(_ascending(np.flip(x, axis), axis, stable), axis)


def _ascending(x: Any, axis: int, stable: bool) -> Any:
    """Sort, where it makes no difference by NumPy's faster sort, which is not stable."""
    if not _is_quick(x):
        return np.sort(x, axis=axis, stable=stable)
    result = shards.empty(x.shape, x.dtype)
    result[...] = x
    result.sort(axis=axis, stable=stable and _has_signs(result))
    return result


def _has_signs(x: np.ndarray) -> bool:
    """Whether a zero or a NaN is negative: other elements that are equal are the same."""
    if x.dtype.kind != "f" or not x.size:
        return False
    size = x.dtype.itemsize
    # of what is negative, zero is the least as an integer, and NaNs are the largest without sign
    as_int, as_uint = x.view(f"i{size}"), x.view(f"u{size}")
    least = np.iinfo(as_int.dtype).min
    infinity = np.array(-np.inf, x.dtype).view(as_uint.dtype)
    return bool(as_int.min() == least or as_uint.max() > infinity)


def _vector(x: Shards, each: Each, stable: bool) -> np.ndarray | None:
    """Sort a vector, a part of it on each thread; None if NumPy's faster sort makes a difference.

    It does not keep the signs of zeros and NaNs.
    """
    result = shards.joined(x)
    if not _is_quick(result):
        return None
    if stable and any(each(_has_signs, x)):
        return None
    parts = cores()
    ends = np.array([result.size * k // parts for k in range(1, parts)], int)
    result.partition(ends)
    each(np.ndarray.sort, np.split(result, ends))
    return result


def argsort(x: Any, axis: int, descending: bool, stable: bool) -> Any:
    """Return the indices that sort a NumPy array; equal elements keep their order."""
    if not descending:
        return _ordered(x, axis)[0] if _is_quick(x) else np.argsort(x, axis=axis, stable=True)
    return x.shape[axis] - 1 - np.flip(argsort(np.flip(x, axis), axis, False, stable), axis)


def _is_quick(x: Any) -> bool:
    """Whether NumPy's faster sort of such elements is faster, and there are enough of them."""
    return x.size >= _MANY and x.dtype.kind in "iuf" and x.dtype.itemsize in (4, 8)


def _ordered(x: Any, axis: int) -> tuple[Any, Any]:
    """Return the indices that sort a NumPy array stably, and the sorted elements."""
    is_quick = _is_quick(x)
    order = np.argsort(x, axis=axis, stable=not is_quick)
    values = np.take_along_axis(x, order, axis)
    if not is_quick:
        return order, values
    lines = np.moveaxis(values, axis, -1)
    before, behind = lines[..., :-1], lines[..., 1:]
    equal = before == behind
    if x.dtype.kind == "f":
        equal |= np.isnan(before) & np.isnan(behind)
    if not equal.any():
        return order, values
    # sorted by the number of their run of equal elements, and then by themselves
    run = np.zeros(lines.shape, np.int64)
    np.cumsum(~equal, axis=-1, out=run[..., 1:])
    bits = x.shape[axis].bit_length()
    tagged = np.sort(run << bits | np.moveaxis(order, axis, -1), axis=-1)
    order = np.moveaxis(tagged & ((1 << bits) - 1), -1, axis)
    return order, np.take_along_axis(x, order, axis)


def sort_shards(
    x: Shards, /, *, each: Each, sizes: Sizes, axis: int, descending: bool, stable: bool
) -> Any:
    """Sort an array in pieces."""
    is_vector = x[0].ndim == 1 and _size(x) >= _MANY
    turned = _turned(x) if descending else x
    if is_vector and (result := _vector(turned, each, stable)) is not None:
        return [_split(result[::-1] if descending else result, sizes, 0)]
    if len(x) == 1 or not is_vector:
        return [_split(sort(_whole(x, axis), axis, descending, stable), sizes, axis)]

    def merge(p: Any) -> Any:
        p.sort(stable=True)
        return (p,)

    (values,) = _merged(turned, each, lambda p: (_ascending(p, 0, stable),), merge)
    return [_turned(values) if descending else values]


def ordered_shards(
    x: Shards, /, *, each: Each, sizes: Sizes, axis: int, descending: bool = False
) -> Any:
    """Return the indices that sort an array in pieces, and the sorted pieces."""
    if x[0].ndim > 1 or _size(x) < _MANY:
        whole = _whole(x, axis)
        order = argsort(whole, axis, descending, True)
        return [_split(v, sizes, axis) for v in (order, np.take_along_axis(whole, order, axis))]
    turned = _turned(x) if descending else x
    starts = np.cumsum([0, *[p.size for p in turned]])[:-1]
    index = [np.arange(s, s + p.size) for s, p in zip(starts, turned, strict=True)]

    def local(p: Any, i: Any) -> Any:
        order, values = _ordered(p, 0)
        return values, i[order]

    def merge(*runs: Any) -> Any:
        order = np.argsort(runs[0], stable=True)
        return [r.take(order, out=shards.empty(r.shape, r.dtype), mode="clip") for r in runs]

    values, order = _merged(turned, each, local, merge, index)
    if not descending:
        return [order, values]
    last = _size(x) - 1
    return [[last - o for o in _turned(order)], _turned(values)]


def argsort_shards(
    x: Shards, /, *, each: Each, sizes: Sizes, axis: int, descending: bool, stable: bool
) -> Any:
    """Return the indices that sort an array in pieces."""
    return ordered_shards(x, each=each, sizes=sizes, axis=axis, descending=descending)[:1]


def cosort_shards(
    keys: Sequence[Shards], arrays: Sequence[Shards], /, *, each: Each, sizes: Sizes, axis: int
) -> Any:
    """Return arrays in the order that sorts keys, the first of which counts first."""
    if len(keys) == 1:
        order = ordered_shards(keys[0], each=each, sizes=sizes, axis=axis)[0]
    else:
        order = lexsort_shards(keys[::-1], each=each, sizes=sizes, axis=axis)[0]
    result = []
    for x in arrays:
        whole = _whole(x, axis)
        result.append(each(lambda o, whole=whole: np.take_along_axis(whole, o, axis), order))
    return result


def unpermuted_shards(order: Shards, x: Shards, /, *, each: Each, sizes: Sizes, axis: int) -> Any:
    """Return elements at the places that a permutation says of each."""
    result = shards.empty((_size(x),), x[0].dtype)

    def put(k: int) -> None:
        result[order[k]] = x[k]

    each(put, range(len(x)))
    return [_split(result, sizes, 0)]


def lexsort_shards(keys: Sequence[Shards], /, *, each: Each, sizes: Sizes, axis: int) -> Any:
    """Return the indices that sort by several keys, the last of which counts first."""
    whole = [_whole(k, axis) for k in keys]
    return [_split(np.lexsort(whole, axis), sizes, axis)]


def _whole(x: Shards, axis: int) -> np.ndarray:
    return x[0] if len(x) == 1 else np.concatenate(x, axis)


def _size(vector: Shards) -> int:
    return sum(map(len, vector))


def _split(whole: Any, sizes: Sizes, axis: int) -> Shards:
    return [whole] if len(sizes) == 1 else np.split(whole, np.cumsum(sizes)[:-1], axis)


def _turned(x: Shards) -> Shards:
    return [p[::-1] for p in x[::-1]]


def _merged(x: Shards, each: Each, local: Any, merge: Any, *more: Shards) -> list[Shards]:
    """Sort vectors by the first: each piece, and then what belongs into each piece of the result.

    `local` returns sorted copies of a piece of each; `merge` does, too, of sorted runs, which a
    stable sort of NumPy's merges.
    """
    parts = each(lambda pieces: local(*pieces), list(zip(x, *more, strict=True)))
    keys = [p[0] for p in parts]
    ends = np.cumsum([p.size for p in x])
    cuts = [np.zeros(len(x), int), *each(lambda rank: _cut(keys, rank), ends)]

    def joined(j: int) -> Any:
        runs = [slice(*c) for c in zip(cuts[j], cuts[j + 1], strict=True)]
        return merge(
            *[
                shards.joined([p[k][r] for p, r in zip(parts, runs, strict=True)])
                for k in range(1 + len(more))
            ]
        )

    return [list(pieces) for pieces in zip(*each(joined, range(len(x))), strict=True)]


def _cut(parts: Shards, rank: int) -> np.ndarray:
    """Return how many of each sorted vector are among the first `rank` of all.

    Of equal elements those of earlier vectors come first.
    """
    low = np.zeros(len(parts), int)
    high = np.array([p.size for p in parts])
    while low.sum() < rank < high.sum():
        # of the elements in the middle of what is left, the one in the middle by weight
        left = np.flatnonzero(high > low)
        middles = np.array([parts[int(i)][(low[i] + high[i]) // 2] for i in left])
        order = np.argsort(middles, stable=True)
        weight = np.cumsum((high - low)[left[order]])
        pivot = middles[order[np.searchsorted(weight, weight[-1] / 2)]]
        before = np.array([np.searchsorted(p, pivot) for p in parts])
        behind = np.array([np.searchsorted(p, pivot, side="right") for p in parts])
        if rank < before.sum():
            high = np.minimum(high, before)
        elif rank > behind.sum():
            low = np.maximum(low, behind)
        else:
            equal = behind - before
            earlier = np.cumsum(equal) - equal
            return before + np.clip(rank - before.sum() - earlier, 0, equal)
    return low if low.sum() == rank else high
