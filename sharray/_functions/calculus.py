"""Differences, integrals, interpolation and convolution along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._functions.reuse import reuse
from sharray._ops import elementwise as ew
from sharray._ops import sorting, utility
from sharray._ops.convolution import convolved
from sharray._ops.data_types import astype
from sharray._ops.interpolation import interpolate
from sharray._ops.manipulation import broadcast_to, concat, reshape
from sharray._record.moves import copied

_no = np._NoValue


@implements(np.diff)
def diff(a, n=1, axis=-1, prepend=_no, append=_no):
    """Difference of neighbours along an axis, n times; of booleans, whether they differ."""
    if n == 0:
        return a
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    x = array(a)
    if not x.ndim:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = normalize_axis_index(axis, x.ndim)
    ends = []
    for end in (prepend, append):
        if end is _no:
            ends.append([])
            continue
        end = array(end)
        if not end.ndim:
            shape = tuple(1 if d == axis else m for d, m in enumerate(x.shape))
            end = broadcast_to(end, shape)
        ends.append([end])
    if ends != [[], []]:
        x = concat([*ends[0], x, *ends[1]], axis=axis)
    return utility.diff(x, axis=axis, n=n)


@implements(np.ediff1d)
def ediff1d(ary, to_end=None, to_begin=None):
    """Difference of neighbours in the flattened array, with what comes before and after them."""
    x = reshape(array(ary), (-1,))
    parts = [x[1:] - x[:-1] if x.size else copied(x)]
    for name, end, at in (("to_begin", to_begin, 0), ("to_end", to_end, len(parts) + 1)):
        if end is None:
            continue
        end = array(end)
        if not np.can_cast(end.dtype, x.dtype, "same_kind"):
            raise TypeError(
                f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule."
            )
        parts.insert(at, astype(reshape(end, (-1,)), x.dtype, copy=False))
    return parts[0] if len(parts) == 1 else concat(parts)


reuse(
    np.gradient,
    "Central differences along axes (all by default), one-sided at the edges of the array.",
)
reuse(np.trapezoid, "Integral along an axis by the trapezoidal rule.")
reuse(
    np.unwrap,
    "Change jumps along an axis that are too large to their complement of the period.",
)


@implements(np.interp)
def interp(x, xp, fp, left=None, right=None, period=None):
    """Values on the straight lines between points; lies as `x` does."""
    x, points, values = array(x), array(xp), array(fp)
    wide = np.dtype(complex if values.dtype.kind == "c" else float)
    x, points = (_real(a) for a in (x, points))
    values = astype(values, wide, copy=False)
    if period is not None:
        if period == 0:
            raise ValueError("period must be a non-zero value")
        period, left, right = abs(period), None, None
    if points.ndim != 1 or values.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if points.shape != values.shape:
        raise ValueError("fp and xp are not of the same length.")
    if not points.size:
        raise ValueError("array of sample points is empty")
    if period is not None:
        x, points = ew.remainder(x, period), ew.remainder(points, period)
        order = sorting.argsort(points)
        points, values = points[order], values[order]
        points = concat([points[-1:] - period, points, points[:1] + period])
        values = concat([values[-1:], values, values[:1]])
    left, right = (
        array(values[k] if value is None else value, wide) for value, k in ((left, 0), (right, -1))
    )
    return interpolate(x, points, values, left, right)


def _real(x: Any) -> Any:
    if x.dtype.kind == "c":
        raise TypeError(f"Cannot cast array data from {x.dtype!r} to dtype('float64') safely")
    return astype(x, np.dtype(float), copy=False)


def _mode(mode: Any) -> str:
    """Return the full name of a mode of convolution; NumPy knows all that are allowed."""
    np.convolve([1.0], [1.0], mode)
    return mode if isinstance(mode, str) else ("valid", "same", "full")[mode]


def _vectors(*values: Any) -> list[Any]:
    vectors = [reshape(x, (-1,)) if not x.ndim else x for x in map(array, values)]
    kind = np.result_type(*[x.dtype for x in vectors])
    for name, x in zip("av", vectors, strict=True):
        if x.ndim > 1:
            raise ValueError("object too deep for desired array")
        if not x.size:
            raise ValueError(f"{name} cannot be empty")
    return [astype(x, kind, copy=False) for x in vectors]


def _convolved(long: Any, short: Any, mode: str, from_end: bool = False) -> Any:
    """Convolve a vector with one that is no longer, and cut the part out that `mode` asks for."""
    n, m = long.shape[0], short.shape[0]
    length = {"full": n + m - 1, "same": n, "valid": n - m + 1}[mode]
    start = {"full": 0, "same": (m - 1) // 2, "valid": m - 1}[mode]
    if from_end:
        start = n + m - 1 - start - length
    if long.dtype.kind == "b":
        long, short = (astype(x, np.dtype(np.int64)) for x in (long, short))
        return convolved(long, short, start=start, length=length) > 0
    return convolved(long, short, start=start, length=length)


@implements(np.convolve)
def convolve(a, v, mode="full"):
    """Convolution of two vectors; of the longer one only edges of shards move."""
    a, v = _vectors(a, v)
    if v.shape[0] > a.shape[0]:
        a, v = v, a
    return _convolved(a, v, _mode(mode))


@implements(np.correlate)
def correlate(a, v, mode="valid"):
    """Correlation of two vectors; of the longer one only edges of shards move."""
    a, v = _vectors(a, v)
    backwards = v[::-1]
    v = backwards.copy() if v.dtype.kind == "b" else ew.conj(backwards)
    if v.shape[0] > a.shape[0]:
        return _convolved(v, a, _mode(mode), from_end=True)
    return _convolved(a, v, _mode(mode))
