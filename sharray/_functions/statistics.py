"""Averages, covariances and running results."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from sharray._functions import reductions
from sharray._functions.arguments import array, store
from sharray._functions.declare import implements
from sharray._functions.reductions import _given, fitting
from sharray._ops import elementwise as ew
from sharray._ops import linear_algebra, statistical, utility
from sharray._ops.data_types import astype
from sharray._ops.manipulation import broadcast_to, concat, reshape
from sharray.linalg import diagonal

_no = np._NoValue


@implements(np.average)
def average(a, axis=None, weights=None, returned=False, *, keepdims=_no):
    """Weighted mean over axes (all by default); waits to know that no weights sum to zero."""
    x, options = array(a), _given(keepdims=keepdims)
    if weights is None:
        made = reductions.mean(x, axis, **options)
        total: Any = np.asarray(x.size / max(made.size, 1), made.dtype)
    else:
        weights = fitting(weights, x, axis)
        kind = np.result_type(x.dtype, weights.dtype, *(["f8"] if x.dtype.kind in "biu" else []))
        total = reductions.sum(broadcast_to(weights, x.shape), axis, kind, **options)
        if bool(utility.any(total == 0)):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        product = astype(x, kind, copy=False) * astype(weights, kind, copy=False)
        made = reductions.sum(product, axis, **options) / total
    if not returned:
        return made
    return made, +broadcast_to(array(total), made.shape)


def _rows(x: Any, transposed: bool) -> Any:
    """Return a matrix with a variable in each row."""
    if x.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    x = reshape(x, (1, -1)) if x.ndim < 2 else x
    return x.T if transposed else x


def _counts(weights: Any, name: str, number: int, whole: bool) -> Any:
    w = astype(array(weights), np.dtype(float), copy=False)
    if whole and not bool(utility.all(w == ew.round(w))):
        raise TypeError(f"{name} must be integer")
    if w.ndim > 1:
        raise RuntimeError(f"cannot handle multidimensional {name}")
    if w.shape[0] != number:
        raise RuntimeError(f"incompatible numbers of samples and {name}")
    if bool(utility.any(w < 0)):
        raise ValueError(f"{name} cannot be negative")
    return w


@implements(np.cov, numbers=False)
def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    """Covariance matrix of variables, which are the rows, or the columns without `rowvar`."""
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    x = array(m)
    others = [] if y is None else [array(y)]
    if others and others[0].ndim > 2:
        raise ValueError("y has more than 2 dimensions")
    kind = np.dtype(dtype) if dtype is not None else np.result_type(
        x.dtype, *[o.dtype for o in others], float
    )  # fmt: skip
    # samples stay where they are: along the rows, where these are what varies
    samples = 0 if not rowvar and x.ndim == 2 else 1
    x = astype(_rows(x, False), kind, copy=False)
    if x.shape[1 - samples] == 0:
        return array(np.cov(np.empty((0, x.shape[samples]), kind)))
    if others:
        y = others[0]
        y = _rows(y, not rowvar and y.ndim == 2 and y.shape[0] != 1)
        y = y if samples else y.T
        x = concat([x, astype(y, kind, copy=False)], axis=1 - samples)
    if ddof is None:
        ddof = 0 if bias else 1
    weights = precision = None
    if fweights is not None:
        weights = _counts(fweights, "fweights", x.shape[samples], True)
    if aweights is not None:
        precision = _counts(aweights, "aweights", x.shape[samples], False)
        weights = precision if weights is None else weights * precision
    number: Any = x.shape[samples]
    if weights is not None:
        total = statistical.sum(weights)
        if bool(total == 0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        number = total
        if ddof and precision is not None:
            ddof = ddof * statistical.sum(weights * precision) / total
        weights = weights if samples else reshape(weights, (-1, 1))
        mean = statistical.sum(x * weights, axis=samples, keepdims=True) / total
    else:
        mean = statistical.mean(x, axis=samples, keepdims=True)
    left = number - ddof
    if bool(left <= 0):
        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=3)
        left = 0.0
    centred = x - mean
    right = centred if weights is None else centred * weights
    right = ew.conj(right) if kind.kind == "c" else right
    sides = (centred, right.T) if samples else (centred.T, right)
    made = linear_algebra.matmul(*sides) / array(left, float)
    made = astype(made, kind, copy=False)
    return made[0, 0] if made.shape == (1, 1) else made


@implements(np.corrcoef)
def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    """Correlation coefficients of variables: their covariances over their deviations."""
    made = cov(x, y, rowvar, dtype=dtype)
    if not made.ndim:
        return made / made

    deviation = ew.sqrt(ew.real(diagonal(made)))
    made = made / deviation[:, None] / deviation[None, :]
    if made.dtype.kind == "c":
        real, imag = ew.clip(ew.real(made), -1, 1), ew.clip(ew.imag(made), -1, 1)
        return astype(real + 1j * imag, made.dtype, copy=False)
    return ew.clip(made, -1, 1)


def _cumulative(by: Any, x: Any, axis: Any, dtype: Any, out: Any, first: bool) -> Any:
    x = array(x)
    if axis is None and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is "
                         "required.")  # fmt: skip
    kind = None if dtype is None else np.dtype(dtype)
    made = by(x, axis=axis, dtype=kind, include_initial=bool(first))
    return store(out, made, "same_kind", by.__name__)


@implements(np.cumulative_sum)
def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running sum along an axis, from zero with `include_initial`."""
    return _cumulative(statistical.cumulative_sum, x, axis, dtype, out, include_initial)


@implements(np.cumulative_prod)
def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running product along an axis, from one with `include_initial`."""
    return _cumulative(statistical.cumulative_prod, x, axis, dtype, out, include_initial)
