"""Differences, integrals, interpolation and convolution along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._ops import elementwise as ew
from sharray._ops import sorting, statistical, utility
from sharray._ops.convolution import convolved
from sharray._ops.creation import full_like
from sharray._ops.data_types import astype
from sharray._ops.interpolation import interpolate
from sharray._ops.manipulation import broadcast_to, concat, laid_along, reshape
from sharray._record.moves import copied

_no = np._NoValue


def _along(ndim: int, axis: int, key: Any) -> tuple[Any, ...]:
    """Return an index that is `key` along an axis and everything along the others."""
    return (*(slice(None),) * axis, key, *(slice(None),) * (ndim - axis - 1))


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


def _spacings(x: Any, varargs: tuple[Any, ...], axes: tuple[int, ...]) -> list[Any]:
    """Return for each axis the distance of points, or a vector of the distances."""
    if len(varargs) == 0:
        return [1.0] * len(axes)
    if len(varargs) == 1 and np.ndim(varargs[0]) == 0:
        return [_number(varargs[0])] * len(axes)
    if len(varargs) != len(axes):
        raise TypeError("invalid number of arguments")
    steps: list[Any] = []
    for points, axis in zip(varargs, axes, strict=True):
        if np.ndim(points) == 0:
            steps.append(_number(points))
            continue
        points = array(points)
        if points.ndim != 1:
            raise ValueError("distances must be either scalars or 1d")
        if points.shape[0] != x.shape[axis]:
            raise ValueError(
                "when 1d, distances must match the length of the corresponding dimension"
            )
        if points.dtype.kind in "iu":
            points = astype(points, np.dtype(float))
        apart = points[1:] - points[:-1]
        same = bool(utility.all(apart == apart[:1]))
        steps.append(apart[0] if same else apart)
    return steps


def _number(value: Any) -> Any:
    return value if isinstance(value, (int, float, complex)) else array(value)


def _weights(apart: Any, axis: int, ndim: int) -> tuple[Any, Any, Any]:
    """Return what the points before, at and after an inner point count for."""
    before, after = (laid_along(part, axis, ndim) for part in (apart[:-1], apart[1:]))
    return (
        -after / (before * (before + after)),
        (after - before) / (before * after),
        before / (after * (before + after)),
    )


def _edge(x: Any, apart: Any, axis: int, order: int, last: bool) -> Any:
    """Return the one-sided difference at the first or the last point of an axis."""

    def at(k: int) -> Any:
        return x[_along(x.ndim, axis, -1 - k if last else k)]

    near, next_ = (apart, apart) if not np.ndim(apart) else (
        (apart[-1], apart[-2] if order == 2 else None) if last
        else (apart[0], apart[1] if order == 2 else None)
    )  # fmt: skip
    if order == 1:
        return (at(0) - at(1)) / near if last else (at(1) - at(0)) / near
    if not np.ndim(apart):
        a, b, c = -1.5 / near, 2.0 / near, -0.5 / near
    else:
        a = -(2.0 * near + next_) / (near * (near + next_))
        b = (near + next_) / (near * next_)
        c = -near / (next_ * (near + next_))
    result = a * at(0) + b * at(1) + c * at(2)
    return -result if last else result


@implements(np.gradient)
def gradient(f, *varargs: Any, axis=None, edge_order=1):
    """Central differences along axes (all by default), one-sided at the edges of the array."""
    x = array(f)
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)
    spacings = _spacings(x, varargs, axes)
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if x.dtype.kind == "b":
        raise TypeError("gradient takes numbers, not bool")
    if x.dtype.kind in "iu":
        x = astype(x, np.dtype(float))
    result = []
    for along, apart in zip(axes, spacings, strict=True):
        if x.shape[along] < edge_order + 1:
            raise ValueError(
                "Shape of array too small to calculate a numerical gradient, at least "
                "(edge_order + 1) elements are required."
            )

        def inner(key: Any, along: int = along) -> Any:
            return _along(x.ndim, along, key)

        out = full_like(x, 0)
        before, after = x[inner(slice(None, -2))], x[inner(slice(2, None))]
        if not np.ndim(apart):
            out[inner(slice(1, -1))] = (after - before) / (2.0 * apart)
        else:
            a, b, c = _weights(apart, along, x.ndim)
            out[inner(slice(1, -1))] = a * before + b * x[inner(slice(1, -1))] + c * after
        out[inner(0)] = _edge(x, apart, along, edge_order, False)
        out[inner(-1)] = _edge(x, apart, along, edge_order, True)
        result.append(out)
    return result[0] if len(axes) == 1 else tuple(result)


@implements(np.trapezoid)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    """Integral along an axis by the trapezoidal rule."""
    y = array(y)
    at = normalize_axis_index(axis, y.ndim)
    apart: Any = _number(dx)
    if x is not None:
        points = array(x)
        if points.ndim == 1:
            apart = laid_along(diff(points), at, y.ndim)
        else:
            apart = diff(points, axis=axis)
    low, high = y[_along(y.ndim, at, slice(None, -1))], y[_along(y.ndim, at, slice(1, None))]
    return statistical.sum(apart * (low + high) / 2.0, axis=at)


@implements(np.unwrap)
def unwrap(p, discont=None, axis=-1, *, period=2 * np.pi):
    """Change jumps along an axis that are too large to their complement of the period."""
    x = array(p)
    at = normalize_axis_index(axis, x.ndim)
    jumps = diff(x, axis=at)
    kind = np.result_type(jumps.dtype, period)
    if discont is None:
        discont = period / 2
    if kind.kind in "iu":
        high, odd = divmod(period, 2)
        ambiguous = odd == 0
    else:
        high, ambiguous = period / 2, True
    within = ew.remainder(jumps + high, period) - high
    if ambiguous:
        within = ew.where((within == -high) & (jumps > 0), high, within)
    change = ew.where(ew.abs(jumps) < discont, 0, within - jumps)
    result = astype(x, kind)
    rest = _along(x.ndim, at, slice(1, None))
    result[rest] = x[rest] + statistical.scan_sum(change, axis=at)
    return result


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
