"""The functions of the elementwise table that are more than one of JAX's: which, for which dtype.

Measured against NumPy on CPU, in units of the last place (``python tests/test_accuracy.py``), over
all normal numbers: see `MOST_ULP`. Subnormal numbers are flushed to zero by XLA on CPU.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core.lazy import deferred, jnp
from sharray._core.operation import result_dtype
from sharray._ops import _complex as c
from sharray._ops import _integer as i
from sharray._ops import _real as r

Function = Callable[..., Any]

_COMPLEX = ("complex64", "complex128")
#: Where a function is further than 4 ulp from NumPy (of the whole number, for complex ones).
MOST_ULP = {
    **{(name, "float32"): 8 for name in ("exp", "expm1")},
    **{(name, d): 5 for name in ("acos", "acosh", "asin", "asinh") for d in _COMPLEX},
    **{(name, d): 6 for name in ("atanh", "log2", "log10", "tan", "tanh") for d in _COMPLEX},
}


def by_kind(
    real: Function, complex: Function | None = None, integer: Function | None = None
) -> Function:
    """Choose the function by the kind of dtype; half precision is computed in single."""

    def chosen(*blocks: Any) -> Any:
        dtype = blocks[0].dtype
        if dtype.kind in "biu" and integer is not None and integer is i.power:
            return integer(*blocks)  # stops early for a scalar exponent
        blocks = tuple(jnp.broadcast_arrays(*blocks))
        if dtype.kind == "c" and complex is not None:
            return complex(*blocks)
        if dtype.kind in "biu" and integer is not None:
            return integer(*blocks)
        if dtype == jnp.float16:
            return real(*[b.astype(jnp.float32) for b in blocks]).astype(dtype)
        return real(*blocks)

    return chosen


def _same(x: Any) -> Any:
    return x


maximum = by_kind(deferred.maximum, c.maximum)
minimum = by_kind(deferred.minimum, c.minimum)
absolute = by_kind(deferred.abs, c.absolute)
acos = by_kind(deferred.arccos, c.acos)
acosh = by_kind(deferred.arccosh, c.acosh)
asin = by_kind(r.asin, c.asin)
asinh = by_kind(deferred.arcsinh, c.asinh)
atan = by_kind(deferred.arctan, c.atan)
atan2 = by_kind(deferred.arctan2)
atanh = by_kind(r.atanh, c.atanh)
ceil = by_kind(deferred.ceil, integer=_same)
cos = by_kind(deferred.cos, c.cos)
cosh = by_kind(r.cosh, c.cosh)
_quotient = by_kind(deferred.true_divide, c.divide)


def divide(x: Any, y: Any) -> Any:
    """Quotient."""
    if y.dtype.kind == "f" and y.size < x.size:
        y = r.divisor(x, y)
    return _quotient(x, y)


exp = by_kind(deferred.exp, c.exp)
expm1 = by_kind(r.expm1, c.expm1)
floor = by_kind(deferred.floor, integer=_same)
floor_divide = by_kind(r.floor_divide, integer=i.floor_divide)
hypot = by_kind(r.hypot)
log = by_kind(deferred.log, c.log)
log10 = by_kind(r.log10, c.log10)
log1p = by_kind(r.log1p, c.log1p)
log2 = by_kind(r.log2, c.log2)
logaddexp = by_kind(r.logaddexp)
multiply = by_kind(deferred.multiply, c.multiply)
power = by_kind(deferred.power, c.power, i.power)
reciprocal = by_kind(deferred.reciprocal, c.reciprocal, i.reciprocal)
remainder = by_kind(r.remainder, integer=i.remainder)
round_half_even = by_kind(deferred.round, deferred.round, _same)
sign = by_kind(r.sign, c.sign, deferred.sign)
sin = by_kind(deferred.sin, c.sin)
sinh = by_kind(r.sinh, c.sinh)
sqrt = by_kind(deferred.sqrt, c.sqrt)
square = by_kind(deferred.square, lambda z: c.multiply(z, z), deferred.square)
tan = by_kind(deferred.tan, c.tan)
tanh = by_kind(r.tanh, c.tanh)
trunc = by_kind(deferred.trunc, integer=_same)
left_shift = by_kind(_same, integer=i.left_shift)
right_shift = by_kind(_same, integer=i.right_shift)


def comparison(compare: Function, *, ordered: bool = True) -> Function:
    """Return `compare` with NumPy's answers where JAX has others.

    JAX rounds integers with and without sign to a real type that holds neither, and orders complex
    numbers by their real parts whatever the others are; NumPy puts none with a NaN before another.
    """

    def chosen(x: Any, y: Any) -> Any:
        kinds = x.dtype.kind + y.dtype.kind
        if kinds == "iu":
            return jnp.where(x < 0, compare(-1, 0), compare(x.astype(y.dtype), y))
        if kinds == "ui":
            return jnp.where(y < 0, compare(0, -1), compare(x, y.astype(x.dtype)))
        result = compare(x, y)
        return result & ~jnp.isnan(x) & ~jnp.isnan(y) if kinds == "cc" and ordered else result

    return chosen


equal = comparison(deferred.equal, ordered=False)
greater = comparison(deferred.greater)
greater_equal = comparison(deferred.greater_equal)
less = comparison(deferred.less)
less_equal = comparison(deferred.less_equal)
not_equal = comparison(deferred.not_equal, ordered=False)


def host_floor_divide(x: Any, y: Any) -> Any:
    """NumPy's, but with infinities the floor of the quotient, as the standard prefers."""
    quotient = np.floor_divide(x, y)
    if quotient.dtype.kind != "f":
        return quotient
    special = np.isinf(x) | np.isinf(y)
    if not special.any():
        return quotient
    return np.where(special, np.floor(np.divide(x, y)), quotient).astype(quotient.dtype, copy=False)


def host_expm1(z: Any) -> Any:
    """NumPy's, but of complex numbers without NaN where infinite parts meet a zero or NaN."""
    if z.dtype.kind != "c":
        return np.expm1(z)
    a, b = z.real, z.imag
    w = np.exp(z)
    near = np.expm1(a) * np.cos(b) - 2 * np.sin(b / 2) ** 2
    result: Any = np.empty_like(w)
    result.real = np.where(np.abs(a) < 1, near, w.real - 1)
    result.real[result.real == 0] = 0  # of zeros the standard wants this one
    result.imag = w.imag
    return result


def host_tanh(z: Any) -> Any:
    """NumPy's, but with the zeros that the standard wants where a complex number is infinite."""
    result: Any = np.tanh(z)
    if result.dtype.kind == "c" and (infinite := np.isinf(z.real)).any():
        result = np.array(result)
        result.imag[infinite] = np.copysign(0, z.imag[infinite])
    return result


def host_where(condition: Any, x: Any, y: Any) -> Any:
    """NumPy's, but a Python int that does not fit is an OverflowError, not cut to the dtype."""
    _, dtype = where_dtypes((bool, *[getattr(v, "dtype", type(v)) for v in (x, y)]))
    return np.where(condition, np.asarray(x, dtype), np.asarray(y, dtype))


def same_dtype(types: tuple[Any, ...]) -> tuple[tuple[np.dtype, ...], np.dtype]:
    """The result has the operand's dtype; of booleans, the smallest float, as NumPy rounds."""
    dtype = np.dtype(np.float16) if types[0] == np.bool_ else types[0]
    return (dtype,), dtype


def where_dtypes(types: tuple[Any, ...]) -> tuple[tuple[np.dtype, ...], np.dtype]:
    """The condition is a boolean; the others are promoted."""
    dtype = result_dtype(*types[1:])
    return (np.dtype(bool), dtype, dtype), dtype
