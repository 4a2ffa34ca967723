"""Choosing and joining elements of arrays in pieces, by NumPy on several threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._engine.shards import Each, Shards, Sizes, dealt, empty

#: Elements of a sample, and how many of its ranks an element may be off, about seven times what is
#: to be expected.
_SAMPLE, _OFF = 1 << 14, 512
#: So many ranks are looked for one by one.
_FEW = 8


def choose_shards(mask: Shards, x: Shards, /, *, each: Each, sizes: Sizes, size: int) -> Any:
    """Return the elements, or rows, where a mask is true."""
    if [m.shape[0] for m in mask] != [p.shape[0] for p in x]:
        mask, x = [np.concatenate(mask)], [np.concatenate(x)]
    chosen = each(lambda k: x[k][mask[k].astype(bool, copy=False)], range(len(x)))
    return [dealt(chosen, sizes, each)]


def position_shards(x: Shards, /, *, each: Each, sizes: Sizes, size: int) -> Any:
    """Return the indices of the elements of a vector that are not zero."""
    starts = np.cumsum([0, *[p.size for p in x]])
    indices = each(lambda k: np.flatnonzero(x[k]) + starts[k], range(len(x)))
    return [dealt(indices, sizes, each)]


def compress_shards(
    mask: Shards, arrays: Sequence[Shards], /, *, each: Each, sizes: Sizes, size: int
) -> Any:
    """Return the rows of arrays where a vector is true."""
    return [choose_shards(mask, x, each=each, sizes=sizes, size=size)[0] for x in arrays]


def starts_shards(x: Shards, /, *, each: Each, sizes: Sizes, equal_nan: bool) -> Any:
    """Mark the first of each run of equal elements of a sorted vector."""

    def mark(k: int) -> np.ndarray:
        piece = x[k]
        before = next((p[-1] for p in reversed(x[:k]) if p.size), None)
        result = empty(piece.shape, bool)
        result[:1] = before is None or piece[:1] != before
        np.not_equal(piece[1:], piece[:-1], out=result[1:])
        if equal_nan and piece.size and np.isnan(piece[-1]):
            nan = np.isnan(piece)
            result[1:] &= ~(nan[1:] & nan[:-1])
            result[:1] &= before is None or not (nan[0] and np.isnan(before))
        return result

    return [each(mark, range(len(x)))]


def concat_shards(arrays: Sequence[Shards], /, *, each: Each, sizes: Sizes, axis: int = 0) -> Any:
    """Join arrays along an axis."""
    return [dealt([p for pieces in arrays for p in pieces], sizes, each, axis)]


def select_shards(x: Shards, ranks: Shards, /, *, each: Each, sizes: Sizes, axis: Any) -> Any:
    """Return the elements that would stand at ranks if all were sorted, NaNs last."""
    wanted = np.concatenate(ranks)
    flat = [p.reshape(-1) for p in x]
    places = [int(r) for r in wanted.flat]
    distinct = sorted(set(places))
    if len(distinct) > _FEW:
        every = np.sort(np.concatenate(flat))
        ranked = {r: every[r] for r in distinct}
    else:
        ranked = _near(flat, distinct, each) if distinct[-1] - distinct[0] < _OFF else {}
        for r in distinct:
            if r not in ranked:
                ranked |= _near(flat, [r], each)
    values = np.array([ranked[r] for r in places], flat[0].dtype)
    return [np.split(values.reshape(wanted.shape), np.cumsum(sizes)[:-1])]


def _near(x: Shards, ranks: Sequence[int], each: Each) -> dict[int, Any]:
    """Return the elements at ranks that are near each other: few others have to be sorted."""
    size = sum([p.size for p in x])
    step = -(-size // _SAMPLE)
    sample = np.sort(np.concatenate([p[::step] for p in x]))
    low, high = ranks[0] // step - _OFF, ranks[-1] // step + _OFF
    # what lies beyond the sample is below, or above, all of it
    least = sample[low] if low >= 0 else None
    most = sample[high] if high < sample.size else None

    def inside(piece: Any) -> tuple[int, Any]:
        near = True if most is None else piece <= most
        if least is None:
            return 0, piece if most is None else piece[near]
        return int(np.count_nonzero(piece < least)), piece[(piece >= least) & near]

    parts = each(inside, x)
    first = sum([below for below, _ in parts])
    among = np.sort(np.concatenate([part for _, part in parts]))
    if first <= ranks[0] and ranks[-1] - first < among.size and not np.isnan(among[-1:]).any():
        return {r: among[r - first] for r in ranks}
    whole = np.partition(np.concatenate(x), ranks)  # the sample is none: the elements repeat
    return {r: whole[r] for r in ranks}
