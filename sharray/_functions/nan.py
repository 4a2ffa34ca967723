"""Functions that leave NaNs out."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions import sizes
from sharray._functions.arguments import array, condition, only, store
from sharray._functions.declare import REGISTRY, implements
from sharray._functions.reductions import (
    accumulated,
    axes_of,
    inexact_dtype,
    mean,
    reduced,
    variance,
    without_axes,
)
from sharray._ops import elementwise as ew
from sharray._ops import searching, statistical, utility
from sharray._ops.data_types import astype
from sharray._record.handles import Handle

_no = np._NoValue


def _filled(a: Any, value: Any) -> tuple[Any, Any]:
    """Return an array with `value` in the place of NaNs, and where those are, or None."""
    x = array(a)
    if x.dtype.kind not in "fc":
        return x, None
    missing = ew.isnan(x)
    return ew.where(missing, np.asarray(value, x.dtype), x), missing


@implements(np.nansum)
def nansum(a, axis=None, dtype=None, out=None, keepdims=_no, initial=_no, where=_no):
    """Sum over axes (all by default), NaNs counting as zero."""
    options = {"keepdims": keepdims, "initial": initial, "where": where}
    return reduced(np.add, _filled(a, 0)[0], axis, dtype, out, **options)


@implements(np.nanprod)
def nanprod(a, axis=None, dtype=None, out=None, keepdims=_no, initial=_no, where=_no):
    """Product over axes (all by default), NaNs counting as one."""
    options = {"keepdims": keepdims, "initial": initial, "where": where}
    return reduced(np.multiply, _filled(a, 1)[0], axis, dtype, out, **options)


@implements(np.nancumsum)
def nancumsum(a, axis=None, dtype=None, out=None):
    """Running sum along an axis, NaNs counting as zero; of the flattened array by default."""
    return accumulated(np.add, _filled(a, 0)[0], axis, dtype, out)


@implements(np.nancumprod)
def nancumprod(a, axis=None, dtype=None, out=None):
    """Running product along an axis, NaNs counting as one; of the flattened array by default."""
    return accumulated(np.multiply, _filled(a, 1)[0], axis, dtype, out)


def _extreme(by: np.ufunc, worst: float, a: Any, axis: Any, out: Any, **options: Any) -> Any:
    x = array(a)
    if x.dtype.kind == "c":
        worst = complex(worst, worst)  # type: ignore[assignment]
    filled, missing = _filled(x, worst)
    result = reduced(by, filled, axis, **options)
    if missing is not None:
        mask = options["where"]
        every = missing if mask is _no or mask is True else ew.logical_or(missing, ~condition(mask))
        none = reduced(np.logical_and, every, axis, keepdims=options["keepdims"])
        if options["initial"] is _no or options["initial"] is None:
            result = ew.where(none, np.asarray(np.nan, result.dtype), result)
    out = None if out is ... else only(out)
    return store(out, result, "unsafe", f"nan{by.__name__[:3]}")


@implements(np.nanmax)
def nanmax(a, axis=None, out=None, keepdims=_no, initial=_no, where=_no):
    """Largest element over axes (all by default) that is not NaN; NaN if all are."""
    options = {"keepdims": keepdims, "initial": initial, "where": where}
    return _extreme(np.maximum, -np.inf, a, axis, out, **options)


@implements(np.nanmin)
def nanmin(a, axis=None, out=None, keepdims=_no, initial=_no, where=_no):
    """Smallest element over axes (all by default) that is not NaN; NaN if all are."""
    options = {"keepdims": keepdims, "initial": initial, "where": where}
    return _extreme(np.minimum, np.inf, a, axis, out, **options)


def _position(numpy_function: Any, worst: float, a: Any, axis: Any, out: Any, keepdims: Any) -> Any:
    filled, missing = _filled(a, worst)
    if missing is not None and bool(utility.any(reduced(np.logical_and, missing, axis))):
        raise ValueError("All-NaN slice encountered")
    position: Any = REGISTRY[numpy_function].implementation
    return position(filled, axis, out, keepdims=keepdims)


@implements(np.nanargmax)
def nanargmax(a, axis=None, out=None, *, keepdims=_no):
    """Index of the first largest element that is not NaN; waits to know that there is one."""
    return _position(np.argmax, -np.inf, a, axis, out, keepdims)


@implements(np.nanargmin)
def nanargmin(a, axis=None, out=None, *, keepdims=_no):
    """Index of the first smallest element that is not NaN; waits to know that there is one."""
    return _position(np.argmin, np.inf, a, axis, out, keepdims)


def _valid(x: Any, where: Any) -> Any:
    """Return where elements count: neither NaN nor masked."""
    valid = ~ew.isnan(x)
    return valid if where is _no or where is True else ew.logical_and(valid, condition(where))


@implements(np.nanmean)
def nanmean(a, axis=None, dtype=None, out=None, keepdims=_no, *, where=_no):
    """Arithmetic mean over axes (all by default) of what is not NaN; NaN of nothing."""
    x = array(a)
    if x.dtype.kind not in "fc":
        return mean(x, axis, dtype, out, keepdims, where=where)
    _check_inexact(dtype, out)
    valid = _valid(x, where)
    axes, kind = axes_of(x, axis), inexact_dtype(x.dtype, dtype)
    filled = ew.where(valid, astype(x, kind, copy=False), np.zeros((), kind))
    total = statistical.sum(filled, axis=axes, keepdims=True)
    count = searching.count_nonzero(valid, axis=axes, keepdims=True)
    result = astype(ew.divide(total, count), kind, copy=False)
    return store(out, without_axes(result, axes, keepdims), "unsafe", "nanmean")


def _check_inexact(dtype: Any, out: Any) -> None:
    for name, kind in (("dtype", dtype), ("out", getattr(out, "dtype", None))):
        if kind is not None and np.dtype(kind).kind not in "fc":
            raise TypeError(f"If a is inexact, then {name} must be inexact")


def _nanvar(a, axis, dtype, out, ddof, keepdims, where, mean, correction):
    x = array(a)
    if x.dtype.kind not in "fc":
        return variance(x, axis, dtype, ddof, keepdims, where, mean, correction)
    _check_inexact(dtype, out)
    valid = _valid(x, where)
    return variance(x, axis, dtype, ddof, keepdims, valid, mean, correction, of_too_few=np.nan)


@implements(np.nanvar)
def nanvar(
    a, axis=None, dtype=None, out=None, ddof=0, keepdims=_no, *,
    where=_no, mean=_no, correction=_no,
):  # fmt: skip
    """Variance over axes (all by default) of what is not NaN, divided by the count less `ddof`."""
    result = _nanvar(a, axis, dtype, out, ddof, keepdims, where, mean, correction)
    return store(out, result, "unsafe", "nanvar")


@implements(np.nanstd)
def nanstd(
    a, axis=None, dtype=None, out=None, ddof=0, keepdims=_no, *,
    where=_no, mean=_no, correction=_no,
):  # fmt: skip
    """Standard deviation over axes (all by default) of what is not NaN."""
    result = ew.sqrt(_nanvar(a, axis, dtype, out, ddof, keepdims, where, mean, correction))
    return store(out, result, "same_kind", "nanstd")


@implements(np.nan_to_num, elements=sizes.times(1))
def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Replace NaNs and infinities by numbers, by default 0 and the largest finite ones."""
    original, x = x, array(x)
    if x.dtype.kind not in "fc":
        return +x if copy and x.dtype.kind != "b" else astype(x, x.dtype, copy=copy)
    real = np.finfo(x.dtype)
    most = real.max if posinf is None else posinf
    least = real.min if neginf is None else neginf

    def finite(part: Any) -> Any:
        def number(value: Any) -> Any:
            return astype(array(value), part.dtype, copy=False)

        result = ew.where(ew.isnan(part), number(nan), part)
        result = ew.where(part == np.inf, number(most), result)
        return ew.where(part == -np.inf, number(least), result)

    if x.dtype.kind == "c":
        result = astype(finite(ew.real(x)) + 1j * finite(ew.imag(x)), x.dtype, copy=False)
        result = ew.where(ew.isfinite(x), x, result)  # with the signs of its zeros
    else:
        result = finite(x)
    if copy or not isinstance(original, (Handle, np.ndarray)):
        return result
    return store(original, result, "same_kind", "nan_to_num")
