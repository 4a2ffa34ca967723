"""Reductions with NumPy's signatures."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sharray._core.operation import normalize_axis
from sharray._functions.arguments import array, check_out, condition, keeps, line, store
from sharray._functions.declare import implements
from sharray._functions.fallback import HostFallback
from sharray._functions.ufunc import UFUNCS
from sharray._ops import elementwise as ew
from sharray._ops import statistical
from sharray._ops.data_types import astype
from sharray._ops.manipulation import broadcast_to, permute_dims, reshape, squeeze
from sharray._record.operands import are_overriding

_no = np._NoValue


def reduced(
    numpy_ufunc: np.ufunc, a: Any, axis: Any, dtype: Any = None, out: Any = None, **options: Any
) -> Any:
    """Reduce by a ufunc, with the options that were passed."""
    if not are_overriding(out):
        check_out(out, numpy_ufunc.__name__)
    passed = {k: v for k, v in options.items() if v is not _no}
    return UFUNCS[numpy_ufunc].reduce(a, axis, dtype, out, **passed)


def accumulated(
    numpy_ufunc: np.ufunc, a: Any, axis: Any, dtype: Any = None, out: Any = None
) -> Any:
    """Accumulate by a ufunc along an axis, or along the flattened array."""
    check_out(out, numpy_ufunc.__name__)
    x = array(a)
    x, axis = line(x, None if not x.ndim and axis in (0, -1) else axis)
    return UFUNCS[numpy_ufunc].accumulate(x, axis, dtype, out)


def _mask(where: Any, x: Any) -> Any:
    """Return a mask in the shape of an array; of all of it if none is given.

    Raises
    ------
    TypeError
        If it is nothing that is added up.
    ValueError
        If it does not broadcast to that.
    """
    if where is None or isinstance(where, (str, bytes)):
        raise TypeError(f"a mask (where=) is of booleans, not {where!r}")
    return broadcast_to(array(condition(True if where is _no else where)), x.shape)


def _count(axis: Any, where: Any) -> Any:
    """Return how many elements `where` holds for, with the reduced axes kept."""
    return statistical.sum(where, axis=axis, keepdims=True, dtype=np.dtype(int))


def inexact_dtype(dtype: np.dtype, requested: Any) -> np.dtype:
    if requested is not None:
        return np.dtype(requested)
    return dtype if dtype.kind in "fc" else np.dtype(float)


def axes_of(x: Any, axis: Any) -> Any:
    return tuple(range(x.ndim)) if axis is None else normalize_axis(axis, x.ndim)


def _is_plain(where: Any, kind: np.dtype, requested: Any) -> bool:
    """Whether a mean is of all elements, in a dtype that the operation computes in.

    It would take a wider one for float16, which NumPy does not where float16 is requested.
    """
    wide = requested is None or statistical.computed_in(kind) == kind
    return wide and (where is _no or where is True)


def fitting(weights: Any, x: Any, axis: Any) -> Any:
    """Return weights that broadcast with `x`: those of its shape, or of its axes.

    Raises
    ------
    TypeError
        If they are of another shape, and no axis is given.
    ValueError
        If they are not of the shape of the axes either.
    """
    weights = array(weights)
    if weights.shape == x.shape:
        return weights
    if axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    axes = normalize_axis_tuple(axis, x.ndim)
    if weights.shape != tuple(x.shape[d] for d in axes):
        raise ValueError("Shape of weights must be consistent with shape of a along axis.")
    weights = permute_dims(weights, tuple(int(i) for i in np.argsort(axes)))
    return reshape(weights, tuple(n if d in axes else 1 for d, n in enumerate(x.shape)))


def without_axes(x: Any, axis: Any, keepdims: Any) -> Any:
    return x if keeps(keepdims) else squeeze(x, axis=axis)


@implements(np.mean)
def mean(a, axis=None, dtype=None, out=None, keepdims=_no, *, where=_no):
    x = array(a)
    axes, kind = axes_of(x, axis), inexact_dtype(x.dtype, dtype)
    x = astype(x, kind, copy=False)
    if _is_plain(where, kind, dtype):
        result = statistical.mean(x, axis=axes, keepdims=keeps(keepdims))
    else:
        mask = _mask(where, x)
        wide = statistical.computed_in(kind) if dtype is None else kind
        chosen = ew.where(mask, astype(x, wide, copy=False), np.zeros((), wide))
        total = statistical.sum(chosen, axis=axes, keepdims=True)
        result = without_axes(ew.divide(total, _count(axes, mask)), axes, keepdims)
        result = astype(result, kind, copy=False)
    return store(out, result, "unsafe", "mean")


def variance(a, axis, dtype, ddof, keepdims, where, mean, correction, *, of_too_few=0.0):
    """Return the sum of squares over what is left of the count, or, if nothing is, `of_too_few`."""
    if correction is not _no:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    x = array(a)
    axes, kind = axes_of(x, axis), inexact_dtype(x.dtype, dtype)
    if kind.kind not in "fc":
        raise HostFallback(f"what is in between is rounded to {kind}, too")
    if x.dtype.kind == "c" and dtype is not None:
        raise HostFallback("the dtype is that of the mean, and of the sum of squares, alone")
    real = x.dtype.kind != "c"
    x = astype(x, kind, copy=False)
    if mean is _no and _is_plain(where, kind, dtype):
        result = statistical.var(x, axis=axes, correction=ddof, keepdims=keeps(keepdims))
        return astype(result, kind, copy=False) if real else result
    mask = _mask(where, x)
    count = _count(axes, mask)
    zero = np.zeros((), kind)
    if mean is _no:
        total = statistical.sum(ew.where(mask, x, zero), axis=axes, keepdims=True)
        mean = ew.divide(total, count)
    centred = ew.where(mask, x - array(mean), zero)
    squared = ew.real(centred * ew.conj(centred)) if kind.kind == "c" else centred * centred
    total = statistical.sum(squared, axis=axes, keepdims=True)
    left = count - ddof
    result = ew.divide(total, ew.where(left > 0, left, of_too_few))
    kind = kind if real else np.finfo(kind).dtype
    return astype(without_axes(result, axes, keepdims), kind, copy=False)


@implements(np.var)
def var(
    a, axis=None, dtype=None, out=None, ddof=0, keepdims=_no, *,
    where=_no, mean=_no, correction=_no,
):  # fmt: skip
    """Variance over axes (all by default), divided by the count less `ddof`."""
    result = variance(a, axis, dtype, ddof, keepdims, where, mean, correction)
    return store(out, result, "unsafe", "var")


@implements(np.std)
def std(
    a, axis=None, dtype=None, out=None, ddof=0, keepdims=_no, *,
    where=_no, mean=_no, correction=_no,
):  # fmt: skip
    """Standard deviation over axes (all by default)."""
    result = ew.sqrt(variance(a, axis, dtype, ddof, keepdims, where, mean, correction))
    return store(out, result, "same_kind", "std")
