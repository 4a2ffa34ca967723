"""Real floating functions where plain JAX is further than 4 ulp from NumPy.

Blocks are float32 or float64. A `where` evaluates both of its branches, so a branch may overflow
where it is not chosen; the derivatives, which would not survive that, are those of plain JAX.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

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
    # near 0, twice the series of atanh(s), with x and its square taken out of it exactly;
    # not log(u) * x / (u - 1) with u = 1 + x, where XLA makes u - 1 to be x
    s, half = x / (2 + x), 0.5 * x * x
    square = s * s
    series = 2 * square * _polynomial(square, [1 / n for n in range(3, _terms(x, 12, 24), 2)])
    near = x - (half - s * (half + series))
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
