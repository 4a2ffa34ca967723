"""Medians, percentiles and quantiles, by counting: the arrays are not sorted."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sharray._functions.arguments import array, only, store
from sharray._functions.declare import implements
from sharray._functions.fallback import HostFallback
from sharray._functions.reductions import fitting
from sharray._ops import elementwise as ew
from sharray._ops import statistical, utility
from sharray._ops.data_types import astype
from sharray._ops.manipulation import (
    broadcast_to,
    expand_dims,
    permute_dims,
    reshape,
    squeeze,
)
from sharray._ops.selection import selected, selected_by_weight
from sharray._ops.sorting import sort

_no = np._NoValue


def _by_formula(alpha: float, beta: float) -> Callable[..., Any]:
    """Return the index that interpolates after Hyndman and Fan (1996)."""
    return lambda n, q: n * q + (alpha + q * (1 - alpha - beta)) - 1


def _lower_or_next(index: Any, keep: Any) -> Any:
    """Return the index below where `keep` holds, else the next one."""
    return np.floor(index) + (1 - keep)


def _inverted(n: Any, q: Any) -> Any:
    index = n * q - 1
    return _lower_or_next(index, index == np.floor(index))


def _closest(n: Any, q: Any) -> Any:
    index = n * q - 1.5
    below = np.floor(index)
    return _lower_or_next(index, np.logical_and(index == below, below % 2 == 1))


#: Method -> (index among the sorted elements, from their number and the quantile; weight of the
#: element above it, from how far it is off a whole number; None where no two are mixed).
METHODS: dict[str, tuple[Callable[..., Any], Callable[..., Any] | None]] = {
    "inverted_cdf": (_inverted, None),
    "averaged_inverted_cdf": (lambda n, q: n * q - 1, lambda part: 0.5 + 0.5 * (part != 0)),
    "closest_observation": (_closest, None),
    "interpolated_inverted_cdf": (_by_formula(0, 1), lambda part: part),
    "hazen": (_by_formula(0.5, 0.5), lambda part: part),
    "weibull": (_by_formula(0, 0), lambda part: part),
    "linear": (lambda n, q: (n - 1) * q, lambda part: part),
    "median_unbiased": (_by_formula(1 / 3, 1 / 3), lambda part: part),
    "normal_unbiased": (_by_formula(3 / 8, 3 / 8), lambda part: part),
    "lower": (lambda n, q: np.floor((n - 1) * q), None),
    "higher": (lambda n, q: np.ceil((n - 1) * q), None),
    "midpoint": (
        lambda n, q: 0.5 * (np.floor((n - 1) * q) + np.ceil((n - 1) * q)),
        lambda part: 0.5 * (part != 0),
    ),
    "nearest": (lambda n, q: np.rint((n - 1) * q), None),
}


def _axes(x: Any, axis: Any) -> tuple[int, ...]:
    return tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)


def _lines(a: Any, axis: Any, keepdims: Any) -> tuple[Any, Any, Any]:
    """Return an array, the axes and whether to keep them; a single value is a vector of one."""
    x = array(a)
    if x.ndim and type(axis) is tuple and not axis:  # each element is a line
        return expand_dims(x, -1), -1, False
    if x.ndim:
        return x, axis, keepdims is not np._NoValue and bool(keepdims)
    normalize_axis_tuple(() if axis is None else axis, 0)
    return reshape(x, (1,)), None, False


def _nans(x: Any, axes: tuple[int, ...]) -> Any:
    """Return which lines hold a NaN, with the reduced axes kept; None for dtypes without."""
    return utility.any(ew.isnan(x), axis=axes, keepdims=True) if x.dtype.kind in "fc" else None


def _interpolated(low: Any, high: Any, part: Any) -> Any:
    """Mix neighbours as NumPy does, from the nearer one."""
    apart = high - low
    return ew.where(array(part >= 0.5), high - apart * (1 - part), low + apart * part)


def _counted(x: Any, axes: tuple[int, ...], nan: bool) -> tuple[Any, Any]:
    """Return how many elements count along axes, and where the result is NaN, or None.

    With `nan` NaNs do not count: then the count has one more dimension in front, for the quantiles.
    """
    if nan and x.dtype.kind == "f":
        return statistical.sum(~ew.isnan(x), axis=axes, keepdims=True)[None], None
    return math.prod(x.shape[a] for a in axes), _nans(x, axes)


def _with_nans(result: Any, missing: Any) -> Any:
    """Put NaNs where they are to be, if anywhere."""
    if missing is None:
        return result
    return ew.where(missing, np.asarray(np.nan, result.dtype), result)


def _with_final_shape(result: Any, q: np.ndarray, axes: tuple[int, ...], keepdims: Any) -> Any:
    """Give a result, which has a dimension for all quantiles first, the shape that NumPy's has."""
    if not keepdims:
        result = squeeze(result, axis=tuple(a + 1 for a in axes))
    return reshape(result, q.shape + result.shape[1:])


def quantiles(
    x: Any, q: Any, weak: bool, axis: Any, method: str, keepdims: Any, weights: Any, nan: bool
) -> Any:
    """Return quantiles of `x` over axes, without NaNs if `nan`.

    Parameters
    ----------
    x
        An array that has elements along the axes.
    q
        The quantiles: a NumPy array of at most one dimension, which is the result's first.
    weak
        Whether `q` was a Python number, whose dtype does not count.
    axis
        An axis, several, or None for all.
    method
        How neighbours are mixed: a key of `METHODS`.
    keepdims
        Whether reduced axes stay, with length 1.
    weights
        In the shape of `x` or of the axes; None for equal ones. Only for "inverted_cdf".
    nan
        Whether NaNs do not count; otherwise the result is NaN where there is one.

    Raises
    ------
    TypeError
        For complex numbers.
    ValueError
        For an unknown method, for weights with another one, or for `q` of more dimensions.
    """
    if x.dtype.kind == "c":
        raise TypeError("a must be an array of real numbers")
    if weights is not None and method != "inverted_cdf":
        raise ValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
    if method not in METHODS:
        raise ValueError(f"{method!r} is not a valid method. Use one of: {METHODS.keys()}")
    if q.ndim > 2:
        raise ValueError("q must be a scalar or 1d")
    axes = _axes(x, axis)
    if weights is not None:
        return _weighted(x, q, axis, axes, keepdims, weights, nan)
    wanted = q.reshape((-1,) + (1,) * x.ndim)
    count, missing = _counted(x, axes, nan)
    index, mixed = METHODS[method]
    if method == "linear" and q.dtype.kind in "iub":
        mixed = None
    at = index(count, wanted)
    last = count - 1
    below = np.floor(at)
    low = np.maximum(np.minimum(below, last), 0)
    if mixed is None:
        result = selected(x, low, axis=axes)
    else:
        high = np.maximum(np.minimum(below + 1, last), 0)
        part = mixed(at - below)
        if weak:
            part = array(part, x.dtype if x.dtype.kind == "f" else np.dtype(float))
        both = selected(x, np.concatenate([low, high]), axis=axes)
        n = q.size
        result = _interpolated(both[:n], both[n:], part)
    return _with_final_shape(_with_nans(result, missing), q, axes, keepdims)


def _weighted(
    x: Any, q: np.ndarray, axis: Any, axes: tuple[int, ...], keepdims: Any, weights: Any, nan: bool
) -> Any:
    weights = fitting(weights, x, axis)
    if bool(utility.any(weights < 0)):
        raise ValueError("Weights must be non-negative.")
    weights = astype(broadcast_to(weights, x.shape), np.dtype(float), copy=False)
    missing = _nans(x, axes)
    if nan and missing is not None:
        weights = ew.where(ew.isnan(x), 0.0, weights)
    total = statistical.sum(weights, axis=axes, keepdims=True)
    bad = ~(ew.isfinite(total) & (total != 0))
    if nan and missing is not None:
        missing = utility.all(ew.isnan(x), axis=axes, keepdims=True)
        bad = bad & ~missing
    if bool(utility.any(bad)):
        raise ValueError("Weights included NaN, inf or were all zero.")
    shares = q.astype(float).reshape((-1,) + (1,) * x.ndim)
    result = selected_by_weight(x, shares, weights, axis=axes)
    return _with_final_shape(_with_nans(result, missing), q, axes, keepdims)


def _of_empty(numpy_function: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
    """What NumPy says of an array without elements, with its warnings and exceptions."""
    return array(numpy_function(np.empty(x.shape, x.dtype), *args, **kwargs))


def _declare(numpy_function: Any, doc: str, *, percents: bool = False, nan: bool = False) -> None:
    what, bounds = ("Percentiles", "[0, 100]") if percents else ("Quantiles", "[0, 1]")

    @functools.wraps(numpy_function)
    def implementation(
        a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=_no, *,
        weights=None,
    ):  # fmt: skip
        x, axis, keepdims = _lines(a, axis, keepdims)
        levels = np.asarray(q)
        weak = type(q) in (int, float)
        if percents:
            levels = np.asarray(levels / 100)
        if x.dtype.kind != "c" and not (np.all(levels >= 0) and np.all(levels <= 1)):
            raise ValueError(f"{what} must be in the range {bounds}")
        if x.size == 0:
            result = _of_empty(
                numpy_function, x, np.asarray(q), axis=axis, method=method, keepdims=keepdims
            )
        else:
            result = quantiles(x, levels, weak, axis, method, keepdims, weights, nan)
        return store(only(out), result, "same_kind", numpy_function.__name__, broadcast=True)

    implementation.__doc__ = (
        f"{doc}\n\nRaises\n------\nValueError\n"
        f"    If `q` is outside {bounds}, the method is unknown, or it takes no `weights`."
    )
    implements(numpy_function, numbers="weights")(implementation)


_declare(
    np.percentile,
    "Percentiles over axes (all by default); counted on each device, not sorted.",
    percents=True,
)
_declare(
    np.quantile,
    "Quantiles over axes (all by default); counted on each device, not sorted.",
)
_declare(
    np.nanpercentile,
    "Percentiles over axes (all by default) of what is not NaN.",
    percents=True,
    nan=True,
)
_declare(np.nanquantile, "Quantiles over axes (all by default) of what is not NaN.", nan=True)


def _middle(x: Any, axis: Any, keepdims: Any, nan: bool) -> Any:
    axes = _axes(x, axis)
    if x.dtype.kind == "c":
        if nan:
            raise HostFallback("complex numbers have no order in which to count")
        kept = [d for d in range(x.ndim) if d not in axes]
        length = math.prod(x.shape[a] for a in axes)
        lines = permute_dims(x, (*kept, *axes))
        lines = sort(reshape(lines, (*lines.shape[: len(kept)], length)), axis=-1)
        shape = tuple(1 if d in axes else n for d, n in enumerate(x.shape))
        low, high = (reshape(lines[..., k], shape) for k in ((length - 1) // 2, length // 2))
        missing = _nans(x, axes)
    else:
        count, missing = _counted(x, axes, nan)
        if isinstance(count, int):
            count = np.asarray(count).reshape((1,) * (x.ndim + 1))
        # of no elements, the first one is a NaN
        ranks = np.concatenate([np.maximum(count - 1, 0) // 2, count // 2])
        both = selected(x, ranks, axis=axes)
        low, high = both[0], both[1]
    kind = x.dtype if x.dtype.kind in "fc" else np.dtype(float)
    low, high = astype(low, kind, copy=False), astype(high, kind, copy=False)
    # a sum of two equal elements may overflow
    result = ew.where(low == high, low, (low + high) / np.asarray(2, kind))
    result = _with_nans(result, missing)
    return result if keepdims else squeeze(result, axis=axes)


def _median(numpy_function: Any, a: Any, axis: Any, out: Any, keepdims: Any, nan: bool) -> Any:
    x, axis, keepdims = _lines(a, axis, keepdims)
    if x.size == 0:
        result = _of_empty(numpy_function, x, axis=axis, keepdims=keepdims)
    else:
        result = _middle(x, axis, keepdims, nan)
    return store(out, result, "unsafe", numpy_function.__name__)


@implements(np.median)
def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """Median over axes (all by default); counted on each device, not sorted."""
    return _median(np.median, a, axis, out, keepdims, False)


@implements(np.nanmedian)
def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=_no):
    """Median over axes (all by default) of what is not NaN."""
    return _median(np.nanmedian, a, axis, out, keepdims, True)
