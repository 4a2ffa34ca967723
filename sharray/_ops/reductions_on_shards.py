"""Reductions and running results of arrays in pieces, by NumPy on several threads."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from sharray._core.layout import Aval
from sharray._core.machine import cores
from sharray._engine.shards import Each, Shards, Sizes, empty


def _is_fast(x: Aval) -> bool:
    """Whether NumPy has fast loops for elements of this dtype."""
    return x.dtype.kind in "biufc" and x.dtype != np.float16


def has_fast_extremes(x: Aval, values: Mapping[str, Any]) -> bool:
    """Whether to look for extremes in memory: programs read the array twice, for a NaN."""
    return _is_fast(x)


def is_across_lines(x: Aval, values: Mapping[str, Any]) -> bool:
    """Whether to add up in memory: along lines, programs do as well."""
    axis = values["axis"]
    if isinstance(axis, tuple) and len(axis) == 1:
        (axis,) = axis
    return _is_fast(x) and isinstance(axis, int) and axis < x.layout.ndim - 1


def has_fast_positions(x: Aval, values: Mapping[str, Any]) -> bool:
    """Whether to look for positions in memory, in pieces that lie one behind the other."""
    return _is_fast(x) and (values["axis"] is not None or max(x.layout.parts[1:], default=1) == 1)


def are_truth_values(x: Aval, values: Mapping[str, Any]) -> bool:
    """Whether to count in memory: of truth values NumPy counts eight at a time."""
    return x.dtype == bool and values["axis"] is None


def _parts(x: Shards, axis: int) -> list[np.ndarray]:
    """Cut pieces along an axis into as many as there are cores."""
    shares = -(-cores() // len(x))
    return [p for piece in x for p in np.array_split(piece, shares, axis) if p.size]


def _combined(
    part: Callable[[np.ndarray], Any], ufunc: np.ufunc, x: Shards, each: Each, axis: Any
) -> Any:
    """Reduce each of the pieces, or parts of them, and combine what comes out by a ufunc."""
    if axis is None or 0 in np.atleast_1d(axis):
        parts = _parts(x, 0)
    elif len(x) == 1:
        return np.concatenate(each(part, _parts(x, 0)))
    else:
        parts = [p for p in x if p.size]
    return functools.reduce(ufunc, each(part, parts))


def _reduced(
    ufunc: np.ufunc, x: Shards, each: Each, axis: Any, keepdims: bool, dtype: Any = None
) -> Any:
    return _combined(
        lambda p: ufunc.reduce(p, axis, dtype, keepdims=keepdims), ufunc, x, each, axis
    )


def reducing(ufunc: np.ufunc, dtype_of: Callable[[Any, Any], Any] | None = None) -> Any:
    """Return the reduction by a ufunc, in the dtype that `dtype_of` says."""

    def reduce_shards(
        x: Shards, /, *, each: Each, sizes: Sizes, axis: Any, keepdims: bool, dtype: Any = None
    ) -> Any:
        kind = None if dtype_of is None else dtype_of(x[0].dtype, dtype)
        return [[_reduced(ufunc, x, each, axis, keepdims, kind)]]

    return reduce_shards


def mean_shards(x: Shards, /, *, each: Each, sizes: Sizes, axis: Any, keepdims: bool) -> Any:
    """Return means over an axis."""
    kind = x[0].dtype if x[0].dtype.kind in "fc" else np.dtype(np.float64)
    total = _reduced(np.add, x, each, axis, keepdims, kind)
    return [[total / (sum([p.size for p in x]) // total.size)]]


def count_shards(x: Shards, /, *, each: Each, sizes: Sizes, axis: Any, keepdims: bool) -> Any:
    """Count what is true."""
    return [
        [_combined(lambda p: np.count_nonzero(p, axis, keepdims=keepdims), np.add, x, each, axis)]
    ]


def positioning(function: Callable[..., Any], is_beyond: np.ufunc) -> Any:
    """Return the search for the first of the elements that are beyond all others, or are NaN."""

    def position_shards(
        x: Shards, /, *, each: Each, sizes: Sizes, axis: int | None, keepdims: bool
    ) -> Any:
        if axis is None:
            at = first_of([p.reshape(-1) for p in x], each, 0, True)
            return [[at.reshape((1,) * x[0].ndim) if keepdims else at[0]]]
        if axis and len(x) == 1:
            partial = each(
                lambda p: function(_writable(p), axis=axis, keepdims=keepdims), _parts(x, 0)
            )
            return [[np.concatenate(partial)]]
        return [[first_of(x, each, axis, keepdims)]]

    def first_of(x: Shards, each: Each, axis: int, keepdims: bool) -> Any:
        parts = _parts(x, axis)

        def first(part: np.ndarray) -> tuple[Any, Any]:
            at = function(_writable(part), axis=axis, keepdims=True)
            return at, np.take_along_axis(part, at, axis)

        (at, best), *others = each(first, parts)
        start = 0
        for before, (index, value) in zip(parts, others, strict=False):
            start += before.shape[axis]
            better = (is_beyond(value, best) | np.isnan(value)) & ~np.isnan(best)
            at, best = np.where(better, index + start, at), np.where(better, value, best)
        return at if keepdims else np.squeeze(at, axis)

    return position_shards


def _writable(block: np.ndarray) -> np.ndarray:
    """Return a block as one that may be written to: NumPy's search copies any other."""
    about = block.__array_interface__
    memory = SimpleNamespace(
        __array_interface__=about | {"data": (about["data"][0], False)}, block=block
    )
    return np.asarray(memory)


def accumulated(ufunc: np.ufunc, x: Shards, each: Each, axis: int, dtype: Any) -> list[np.ndarray]:
    """Return running results along an axis: of each piece, and then with what came before it."""
    pieces = each(
        lambda p: ufunc.accumulate(p, axis, dtype, empty(p.shape, dtype)),
        [p for p in x if p.shape[axis]],
    )
    carry = pieces[0].take([-1], axis)
    carries = [carry]
    for piece in pieces[1:]:
        carries.append(carry)
        carry = ufunc(carry, piece.take([-1], axis))
    each(lambda k: ufunc(carries[k], pieces[k], out=pieces[k]), range(1, len(pieces)))
    return [*pieces, *[np.empty(p.shape, dtype) for p in x if not p.shape[axis]]]
