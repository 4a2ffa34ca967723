"""Averages, covariances and running results."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core import user_line
from sharray._functions import reductions
from sharray._functions.arguments import array, store
from sharray._functions.declare import implements
from sharray._functions.elementwise import clip
from sharray._functions.reductions import _passed, fitting
from sharray._ops import elementwise as ew
from sharray._ops import linear_algebra, statistical, utility
from sharray._ops.creation import full
from sharray._ops.data_types import astype
from sharray._ops.manipulation import broadcast_to, concat, reshape
from sharray._ops.table import composite

_no = np._NoValue


@implements(np.average)
def average(a, axis=None, weights=None, returned=False, *, keepdims=_no):
    """Weighted mean over axes (all by default); waits to know that no weights sum to zero."""
    x, options = array(a), _passed(keepdims=keepdims)
    if weights is None:
        result = reductions.mean(x, axis, **options)
        total: Any = np.asarray(x.size / max(result.size, 1), result.dtype)
    else:
        weights = fitting(weights, x, axis)
        kind = np.result_type(x.dtype, weights.dtype, *(["f8"] if x.dtype.kind in "biu" else []))
        total = reductions.sum(broadcast_to(weights, x.shape), axis, kind, **options)
        if bool(utility.any(total == 0)):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        product = astype(x, kind, copy=False) * astype(weights, kind, copy=False)
        result = reductions.sum(product, axis, **options) / total
    if not returned:
        return result
    return result, +broadcast_to(array(total), result.shape)


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
        user_line.warn("Degrees of freedom <= 0 for slice", RuntimeWarning)
        left = 0.0
    centred = x - mean
    right = centred if weights is None else centred * weights
    right = ew.conj(right) if kind.kind == "c" else right
    sides = (centred, right.T) if samples else (centred.T, right)
    result = linear_algebra.matmul(*sides) / array(left, float)
    result = astype(result, kind, copy=False)
    return result[0, 0] if result.shape == (1, 1) else result


@implements(np.corrcoef)
def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    """Correlation coefficients of variables: their covariances over their deviations."""
    result = cov(x, y, rowvar, dtype=dtype)
    if not result.ndim:
        return result / result

    deviation = ew.sqrt(ew.real(result.diagonal()))
    result = result / deviation[:, None] / deviation[None, :]
    if result.dtype.kind == "c":
        real, imag = clip(ew.real(result), -1, 1), clip(ew.imag(result), -1, 1)
        return astype(real + 1j * imag, result.dtype, copy=False)
    return clip(result, -1, 1)


def _cumulative(
    scan: Any, first: int, a: Any, axis: Any, dtype: Any, out: Any, include_initial: bool
) -> Any:
    x = array(a)
    if axis is None and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is "
                         "required.")  # fmt: skip
    at = normalize_axis_index(axis or 0, x.ndim)
    result = scan(x, axis=at, dtype=None if dtype is None else np.dtype(dtype))
    if include_initial:
        shape = tuple(1 if d == at else n for d, n in enumerate(x.shape))
        # it lies where the others do, of which there may be none
        layout = result._node().aval.layout
        placed = layout.mesh is not None and bool(layout.mesh.axis_names)
        start = full(shape, first, dtype=result.dtype, device=layout.sharding if placed else None)
        result = concat([start, result], axis=at)
    return store(out, result, "same_kind", scan.__name__)


@implements(np.cumulative_sum)
@composite(kinds="numeric", comm="reduce", section=statistical.PAGE)
def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running sum along an axis, from zero with `include_initial`."""
    return _cumulative(statistical.scan_sum, 0, x, axis, dtype, out, include_initial)


@implements(np.cumulative_prod)
@composite(kinds="numeric", comm="reduce", section=statistical.PAGE)
def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running product along an axis, from one with `include_initial`."""
    return _cumulative(statistical.scan_prod, 1, x, axis, dtype, out, include_initial)
