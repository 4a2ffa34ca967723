"""Real floating functions where plain JAX is further than 4 ulp from NumPy, or not exact.

Blocks are float32 or float64. A `where` evaluates both of its branches, so a branch may overflow
where it is not chosen; the derivatives, which would not survive that, are those of plain JAX.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core.lazy import deferred, jax, jnp, lax, when_called

_FACTORIALS = [math.factorial(n) for n in range(24)]


def derivative_of(plain: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Differentiate the decorated function as `plain`, which it is an accurate version of."""

    def decorate(fn: Callable[..., Any]) -> Callable[..., Any]:
        def make() -> Callable[..., Any]:
            accurate = jax.custom_jvp(fn)

            def rule(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
                return accurate(*primals), jax.jvp(plain, primals, tangents)[1]

            accurate.defjvp(rule)
            return accurate

        return functools.wraps(fn)(when_called(make))

    return decorate


def _polynomial(x: Any, coefficients: Sequence[float]) -> Any:
    """Evaluate by Horner's rule; the constant term comes first."""
    value = jnp.full_like(x, coefficients[-1])
    for c in reversed(coefficients[:-1]):
        value = value * x + c
    return value


def _terms(x: Any, single: int, double: int) -> int:
    """Return how many terms of a series the precision of `x` needs."""
    return double if x.dtype == jnp.float64 else single


def split(x: Any) -> tuple[Any, Any]:
    """Return two halves of x whose products with each other are exact."""
    ints, low = (jnp.int64, 27) if x.dtype == jnp.float64 else (jnp.int32, 12)
    bits = lax.bitcast_convert_type(x, ints)
    high = lax.bitcast_convert_type((bits >> low) << low, x.dtype)
    return high, x - high


class _Format:
    """The bits of a floating dtype, as integers.

    Attributes
    ----------
    digits
        Binary digits behind the first.
    least
        The exponent of the smallest subnormal number.
    whole
        The bits of ``2 ** digits``, onto which those of a subnormal number can be laid.
    """

    def __init__(self, dtype: Any) -> None:
        self.float = np.dtype(dtype)
        self.int = np.dtype(f"i{self.float.itemsize}")
        info = np.finfo(self.float)
        self.digits = int(info.nmant)
        self.least = int(info.minexp) - self.digits
        self.whole = self.bits(2.0**self.digits)

    def bits(self, number: float) -> int:
        """Return the bits of one number."""
        return int(np.array(number, self.float).view(self.int))

    def of(self, x: Any) -> Any:
        """Return the bits of an array."""
        return lax.bitcast_convert_type(x, self.int)

    def floats(self, bits: Any) -> Any:
        """Return the numbers of which these are the bits."""
        return lax.bitcast_convert_type(bits, self.float)

    def counted(self, integers: Any) -> Any:
        """Return small integers, not below zero, as numbers: XLA converts one after the other."""
        return self.floats(integers | self.whole) - 2.0**self.digits

    def lifted(self, x: Any, lift: int) -> Any:
        """Return ``x * 2**lift`` of numbers from 0 on; plain XLA flushes subnormal ones to zero."""
        bits = self.of(x)
        subnormal = self.counted(bits) * 2.0 ** (lift + self.least)
        return jnp.where(bits < 1 << self.digits, subnormal, x * 2.0**lift)

    def lowered(self, x: Any, lift: int) -> Any:
        """Undo `lifted`."""
        last = x * 2.0 ** -(lift + self.least)
        subnormal = self.floats(self.of(last + 2.0**self.digits) - self.whole)
        return jnp.where(last < 2.0**self.digits, subnormal, x * 2.0**-lift)


_format = functools.cache(_Format)


def _halves(digits: int, bits: int) -> tuple[float, float]:
    """Return ``digits / 10**40`` as a number of `bits` binary places and the rest."""
    high, low = divmod(digits << bits, 10**40)
    return high / 2**bits, low / 10**40 / 2**bits


#: Logarithms of 2 and e, with 40 decimal places.
_LOGS = {
    2: (10**40, 14426950408889634073599246810018921374266),
    10: (3010299956639811952137388947244930267681, 4342944819032518276511289189166050822943),
}


def _log1p_terms(x: Any) -> tuple[Any, Any]:
    """Return what is to be taken from x near 0, and then added, for ``log(1 + x)``.

    It is twice the series of ``atanh(x / (2 + x))``, with x and its square taken out of it exactly.
    """
    s, half = x / (2 + x), 0.5 * x * x
    square = s * s
    series = 2 * square * _polynomial(square, [1 / n for n in range(3, _terms(x, 12, 24), 2)])
    return half, s * (half + series)


def _logarithm(x: Any, base: int) -> Any:
    """Logarithm that is exact where it is a whole number.

    JAX multiplies the natural one, which is rounded already: ``log2(8)`` is less than 3.
    """
    form = _format(x.dtype)
    is_double = x.dtype == jnp.float64
    root = form.bits(math.sqrt(0.5))
    # x is 2**e * (1 + f), with 1 + f from sqrt(1/2) to sqrt(2)
    size = jnp.abs(x)
    bits = form.of(size)
    is_subnormal = bits < 1 << form.digits
    lift = jnp.where(is_subnormal, form.digits + 1, 0).astype(x.dtype)
    bits = jnp.where(is_subnormal, form.of(form.lifted(size, form.digits + 1)), bits)
    bits = bits + (form.bits(1.0) - root)
    e = form.counted(bits >> form.digits) - (lift + (1 - np.finfo(form.float).minexp))
    f = form.floats((bits & ((1 << form.digits) - 1)) + root) - 1
    # log(1 + f), in two parts
    half, tail = _log1p_terms(f)
    high, _ = split(f - half)
    low = (f - high) - half + tail
    two, of_e = _LOGS[base]
    # products of the first halves are exact
    two_high, two_low = _halves(two, 42 if is_double else 16)
    e_high, e_low = _halves(of_e, 26 if is_double else 11)
    first, second = e * two_high, high * e_high
    value = first + second
    rest = e * two_low + (low * (e_high + e_low) + high * e_low)
    value = value + (rest + ((first - value) + second))
    value = jnp.where(x < jnp.inf, value, x)
    value = jnp.where(form.of(x) < 0, jnp.nan, value)
    # where x is zero, which comparing it does not tell from what is subnormal
    return jnp.where(e < form.least, -jnp.inf, value)


@derivative_of(deferred.log2)
def log2(x: Any) -> Any:
    """Logarithm to base 2."""
    return _logarithm(x, 2)


@derivative_of(deferred.log10)
def log10(x: Any) -> Any:
    """Logarithm to base 10."""
    return _logarithm(x, 10)


@derivative_of(deferred.hypot)
def hypot(x: Any, y: Any) -> Any:
    """Length of a vector: the number next to it but for a few, so 5 of 3 and 4."""
    form = _format(x.dtype)
    low, high, lift, drop = (-400, 510, 600, 600) if x.dtype == jnp.float64 else (-24, 60, 87, 80)
    a, b = jnp.abs(x), jnp.abs(y)
    most = jnp.maximum(a, b)
    # powers of two with which no square overflows, and none that counts vanishes
    tiny, huge = most < 2.0**low, most > 2.0**high
    a, b = [
        jnp.where(tiny, form.lifted(v, lift), jnp.where(huge, v * 2.0**-drop, v)) for v in (a, b)
    ]
    m, n = jnp.maximum(a, b), jnp.minimum(a, b)
    h = jnp.sqrt(m * m + n * n)
    # what is left of the square is n*n - (h-m)(h+m), with exact products in its larger terms
    d = h - m
    (nh, nl), (mh, ml), (dh, dl) = split(n), split(m), split(d)
    left = (nh * nh - 2 * mh * dh) + 2 * (nh * nl - mh * dl - ml * dh)
    left = left + ((nl * nl - 2 * ml * dl) - d * d)
    h = jnp.where(h > 0, h + left / (2 * h), h)
    h = jnp.where(tiny, form.lowered(h, lift), jnp.where(huge, h * 2.0**drop, h))
    return jnp.where(jnp.isinf(x) | jnp.isinf(y), jnp.inf, h)


def half_exp(x: Any) -> Any:
    """``exp(x) / 2``, which overflows only where ``cosh`` does."""
    # x - 1 is exact where rounding it would count, and e / 2 is one rounded constant
    return jnp.exp(x - 1) * (math.e / 2)


def _expm1_small(x: Any) -> Any:
    """``expm1`` for -0.7 < x < 1.1, by its series."""
    return x * _polynomial(x, [1 / f for f in _FACTORIALS[1 : _terms(x, 13, 20)]])


@derivative_of(deferred.expm1)
def expm1(x: Any) -> Any:
    """exp(x) - 1."""
    # outside, the subtraction loses no digits
    return jnp.where((x > -0.7) & (x < 1.1), _expm1_small(x), jnp.exp(x) - 1)


@derivative_of(deferred.sinh)
def sinh(x: Any) -> Any:
    """Hyperbolic sine."""
    a, square = jnp.abs(x), x * x
    series = [1 / f for f in _FACTORIALS[3 : _terms(x, 12, 24) : 2]]
    small = x + x * (square * _polynomial(square, series))
    e = half_exp(a)
    return jnp.where(a < 1.5, small, jnp.copysign(e - 0.25 / e, x))


@derivative_of(deferred.cosh)
def cosh(x: Any) -> Any:
    """Hyperbolic cosine."""
    e = half_exp(jnp.abs(x))
    return e + 0.25 / e


@derivative_of(deferred.tanh)
def tanh(x: Any) -> Any:
    """Hyperbolic tangent."""
    a = jnp.abs(x)
    t = _expm1_small(2 * a)
    return jnp.copysign(jnp.where(a < 0.55, t / (t + 2), 1 - 2 / (jnp.exp(2 * a) + 1)), x)


@derivative_of(deferred.log1p)
def log1p(x: Any) -> Any:
    """log(1 + x)."""
    # not log(u) * x / (u - 1) with u = 1 + x, where XLA makes u - 1 to be x
    half, tail = _log1p_terms(x)
    near = x - (half - tail)
    return jnp.where((x > -0.3) & (x < 0.42), near, jnp.log(1 + x))


@derivative_of(deferred.arctanh)
def atanh(x: Any) -> Any:
    """Inverse hyperbolic tangent."""
    a = jnp.abs(x)
    near = 2 * a + 2 * a * a / (1 - a)
    return jnp.copysign(0.5 * log1p(jnp.where(a < 0.5, near, 2 * a / (1 - a))), x)


@derivative_of(deferred.arcsin)
def asin(x: Any) -> Any:
    """Inverse sine."""
    # JAX halves x, and a subnormal half is flushed to zero
    return jnp.where(jnp.abs(x) < 1e-9, x, jnp.arcsin(x))


@derivative_of(deferred.logaddexp)
def logaddexp(x: Any, y: Any) -> Any:
    """log(exp(x) + exp(y))."""
    # equal infinities have no difference
    d = jnp.where(x == y, 0, -jnp.abs(x - y))
    return jnp.maximum(x, y) + log1p(jnp.exp(d))


def sign(x: Any) -> Any:
    """-1, 0 or 1; the same zero for both."""
    return jnp.where(x == 0, 0, jnp.sign(x))


def divisor(x: Any, y: Any) -> Any:
    """Return the smaller `y` for each element of `x`, in a way that makes XLA divide by it.

    By what is broadcast, XLA multiplies with the reciprocal. That rounds twice, so 3 / 10 would not
    be 0.3, and flushes the reciprocals of the largest numbers to zero.
    """
    return jnp.where(x == x, y, x)  # where x is NaN, so is x / x


def _floored(x: Any, y: Any) -> Any:
    """Return the remainder of floored division, whatever the sign of a zero."""
    r = lax.rem(x, y)
    return jnp.where((r != 0) & ((r < 0) != (y < 0)), r + y, r)


@derivative_of(deferred.remainder)
def remainder(x: Any, y: Any) -> Any:
    """Remainder of floored division, exact; zero and infinity as Python has them."""
    r = _floored(x, y)
    return jnp.where(r == 0, jnp.copysign(r, y), r)


def floor_divide(x: Any, y: Any) -> Any:
    """Floor of the exact quotient; with infinities or zeros the floor of the rounded one."""
    quotient = x / y
    r = _floored(x, y)
    # x - r is a multiple of y but for rounding
    q = jnp.round((x - r) / y)
    q = jnp.where(q == 0, jnp.copysign(q, quotient), q)
    special = jnp.isinf(x) | jnp.isinf(y) | (y == 0)
    return jnp.where(special, jnp.floor(quotient), q)
