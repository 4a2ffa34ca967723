"""Polynomials given by their coefficients, the highest power first."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sharray._core import user_line
from sharray._functions.arguments import array
from sharray._functions.calculus import convolve
from sharray._functions.declare import host_only, implements
from sharray._functions.fallback import HostFallback
from sharray._functions.manipulation import atleast_1d
from sharray._functions.reuse import reuse
from sharray._ops import elementwise as ew
from sharray._ops import searching, statistical, utility
from sharray._ops.data_types import astype
from sharray._ops.manipulation import broadcast_to, concat, reshape
from sharray._ops.triangle import triangle
from sharray._record.moves import copied

host_only(np.roots, "the roots are the eigenvalues of one small matrix")
host_only(np.poly, "the coefficients follow from one another")
host_only(np.polydiv, "each coefficient of the quotient needs the one before it")


reuse(np.polyadd, "Sum of two polynomials.")
reuse(np.polysub, "Difference of two polynomials.")
reuse(np.polyder, "Derivative of a polynomial.")
reuse(np.polyint, "Integral of a polynomial, with integration constants `k`.")
reuse(np.polyval, "Values of a polynomial at each element of `x`, where those lie.")


@implements(np.vander)
def vander(x, N=None, increasing=False):
    """Powers of each element, one row for each; the rows lie as `x` does."""
    x = array(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    count = x.shape[0] if N is None else operator.index(N)
    kind = np.promote_types(x.dtype, int)
    if count < 0:
        raise ValueError("negative dimensions are not allowed")
    first = np.arange(count) == 0
    base = broadcast_to(reshape(astype(x, kind, copy=False), (-1, 1)), (x.shape[0], count))
    result = ew.where(array(first), np.ones((), kind), base)
    if count:
        result = statistical.cumprod(result, axis=1, dtype=kind)
    return result if increasing else copied(result[:, ::-1])


@implements(np.polymul)
def polymul(a1, a2):
    """Product of two polynomials, without leading zeros, which it waits to know."""
    if isinstance(a1, np.poly1d) or isinstance(a2, np.poly1d):
        raise HostFallback("numpy.poly1d objects hold their coefficients on the host")
    return convolve(_trimmed(a1), _trimmed(a2))


def _trimmed(p: Any) -> Any:
    """Return coefficients from the first one on that is not zero."""
    p = atleast_1d(array(p))
    nonzero = p != 0
    return p[int(searching.argmax(nonzero)) :] if bool(utility.any(nonzero)) else p[:1]


def _vector_of(value: Any, name: str) -> Any:
    value = array(value)
    if value.ndim != 1:
        raise TypeError(f"expected 1D vector for {name}")
    return value


@implements(np.polyfit)
def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """Least-squares polynomial through points; each device reduces its points to a triangle."""
    order = operator.index(deg) + 1
    if order < 1:
        raise ValueError("expected deg >= 0")
    x, y = _vector_of(x, "x") + 0.0, array(y) + 0.0
    if not x.size:
        raise TypeError("expected non-empty vector for x")
    if not 1 <= y.ndim <= 2:
        raise TypeError("expected 1D or 2D array for y")
    count = x.shape[0]
    if count != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    if rcond is None:
        rcond = count * np.finfo(x.dtype).eps
    left, right = vander(x, order), reshape(y, (count, -1))
    if w is not None:
        w = array(w) + 0.0
        if w.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if w.shape[0] != count:
            raise TypeError("expected w and y to have the same length")
        left, right = left * w[:, None], right * w[:, None]
    scale = ew.sqrt(statistical.sum(left * left, axis=0))
    left = left / scale
    # all that the solution depends on: a square matrix, for the host
    small = np.asarray(triangle(concat([left, right], axis=1)))
    size = np.asarray(scale)
    coefficients, _, rank, s = np.linalg.lstsq(small[:, :order], small[:, order:], rcond)
    left_over = small[order:, order:]
    residuals = (
        np.sum(np.abs(left_over) ** 2, axis=0)
        if rank == order and count > order
        else np.empty(0, s.dtype)
    )
    result = array((coefficients.T / size).T.reshape((order, *y.shape[1:])))
    if rank != order and not full:
        user_line.warn("Polyfit may be poorly conditioned", np.exceptions.RankWarning)
    if full:
        return result, array(residuals), rank, array(s), rcond
    if not cov:
        return result
    base = np.linalg.inv(small[:, :order].T @ small[:, :order]) / np.outer(size, size)
    if cov == "unscaled":
        factor: Any = 1
    elif count <= order:
        raise ValueError("the number of data points must exceed order to scale the covariance "
                         "matrix")  # fmt: skip
    else:
        factor = residuals / (count - order)
    return result, array(base * factor if y.ndim == 1 else base[:, :, None] * factor)
