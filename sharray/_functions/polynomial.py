"""Polynomials given by their coefficients, the highest power first."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sharray._core import user_line
from sharray._functions.arguments import array
from sharray._functions.calculus import convolve
from sharray._functions.declare import HostFallback, host_only, implements
from sharray._ops import elementwise as ew
from sharray._ops import searching, statistical, utility
from sharray._ops.creation import full
from sharray._ops.data_types import astype
from sharray._ops.manipulation import broadcast_to, concat, reshape
from sharray._ops.triangle import triangle
from sharray._record.moves import copied

host_only(np.roots, "the roots are the eigenvalues of one small matrix")
host_only(np.poly, "the coefficients follow from one another")
host_only(np.polydiv, "each coefficient of the quotient needs the one before it")


@implements(np.polyval)
def polyval(p, x):
    """Values of a polynomial at each element of `x`, where those lie."""
    if isinstance(p, np.poly1d):
        p = p.coeffs
    if isinstance(x, np.poly1d):
        raise HostFallback("x is a polynomial")
    coefficients, x = array(p), array(x)
    result = full(x.shape, 0, dtype=x.dtype, device=x.sharding) if not coefficients.size else x * 0
    for k in range(len(coefficients)):
        c = coefficients[k]
        result = result * x + c if k else astype(result, x.dtype, copy=False) + c
    return result


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
        result = statistical.scan_prod(result, axis=1, dtype=kind)
    return result if increasing else copied(result[:, ::-1])


def _coefficients(*polynomials: Any) -> list[Any]:
    if any(isinstance(a, np.poly1d) for a in polynomials):
        raise HostFallback("numpy.poly1d objects hold their coefficients on the host")
    coefficients = [array(a) for a in polynomials]
    return [reshape(a, (-1,)) if not a.ndim else a for a in coefficients]


def _aligned(a1: Any, a2: Any) -> list[Any]:
    """Fill the shorter vector up in front with zeros."""
    coefficients = _coefficients(a1, a2)
    length = max(a.shape[0] for a in coefficients)
    return [
        a if a.shape[0] == length
        else concat([full(length - a.shape[0], 0, dtype=a.dtype, device=a.device), a])
        for a in coefficients
    ]  # fmt: skip


@implements(np.polyadd)
def polyadd(a1, a2):
    """Sum of two polynomials."""
    first, second = _aligned(a1, a2)
    return first + second


@implements(np.polysub)
def polysub(a1, a2):
    """Difference of two polynomials."""
    first, second = _aligned(a1, a2)
    return first - second


@implements(np.polymul)
def polymul(a1, a2):
    """Product of two polynomials, without leading zeros, which it waits to know."""
    return convolve(*[_trimmed(a) for a in _coefficients(a1, a2)])


def _trimmed(p: Any) -> Any:
    """Return coefficients from the first one on that is not zero."""
    nonzero = p != 0
    return p[int(searching.argmax(nonzero)) :] if bool(utility.any(nonzero)) else p[:1]


def _order(m: Any) -> int:
    order = operator.index(m)
    if order < 0:
        raise ValueError(f"Order of derivative or integral must be positive, not {order}")
    return order


def _powers(p: Any, last: int) -> Any:
    """Return for each coefficient its power, counted down to `last`."""
    return array(np.arange(p.shape[0] - 1 + last, last - 1, -1))


@implements(np.polyder)
def polyder(p, m=1):
    """Derivative of a polynomial."""
    (p,) = _coefficients(p)
    for _ in range(_order(m)):
        p = p[:-1]
        p = p * _powers(p, 1)
    return p


@implements(np.polyint)
def polyint(p, m=1, k=None):
    """Integral of a polynomial, with integration constants `k`."""
    (p,) = _coefficients(p)
    m = _order(m)
    constants = np.zeros(m) if k is None else np.atleast_1d(np.asarray(k, float))
    if len(constants) == 1 and m > 1:
        constants = constants[0] * np.ones(m)
    if len(constants) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    for c in constants[:m]:
        p = concat([p / _powers(p, 1), array(np.full(1, c))])
    return p


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
