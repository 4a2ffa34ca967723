"""Comparing arrays, with NumPy's signatures."""

from __future__ import annotations

import builtins

import numpy as np

from sharray._functions.arguments import array, operand
from sharray._functions.declare import implements
from sharray._functions.reuse import reuse
from sharray._ops import elementwise as ew
from sharray._ops import utility
from sharray._record.handles import Handle
from sharray._record.memory_layout import may_share_memory, shares_memory


@implements(np.isclose)
def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements are equal within ``atol + rtol * abs(b)``."""
    x, y = operand(a), operand(b)
    if not isinstance(y, Handle):
        y = array(y)
    if y.dtype.kind in "biu":
        y = ew.multiply(y, 1.0)
    near = ew.less_equal(ew.abs(ew.subtract(x, y)), ew.abs(y) * rtol + atol)
    result = (near & ew.isfinite(y)) | ew.equal(x, y)
    if equal_nan:
        result = result | (ew.not_equal(array(x), array(x)) & ew.not_equal(y, y))
    return result


@implements(np.allclose)
def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are equal within ``atol + rtol * abs(b)``; waits for the answer."""
    return builtins.bool(utility.all(array(isclose(a, b, rtol, atol, equal_nan))))


@implements(np.array_equal)
def array_equal(a1, a2, equal_nan=False):
    """Whether two arrays have the same shape and elements; waits for the answer."""
    x, y = array(a1), array(a2)
    if x.shape != y.shape:
        return False
    same = ew.equal(x, y)
    if equal_nan:
        same = same | (ew.not_equal(x, x) & ew.not_equal(y, y))
    return builtins.bool(utility.all(same))


reuse(
    np.array_equiv,
    "Whether two arrays, one broadcast to the other, have the same elements; waits for it.",
)
reuse(np.isneginf, "Whether elements are negative infinity.")
reuse(np.isposinf, "Whether elements are positive infinity.")


@implements(np.iscomplex)
def iscomplex(x):
    """Whether elements have an imaginary part."""
    return ew.not_equal(ew.imag(array(x)), 0)


reuse(np.isreal, "Whether elements have no imaginary part.")

# these know arrays of this library, and compute nothing
implements(np.shares_memory, small=False)(shares_memory)
implements(np.may_share_memory, small=False)(may_share_memory)
