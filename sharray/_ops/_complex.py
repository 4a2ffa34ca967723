"""Complex functions by their real and imaginary parts, special values as in Annex G of C99.

Blocks are complex64 or complex128. Written in parts because a complex product turns an infinite
part into NaN in the other one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from sharray._core.lazy import deferred, jnp, lax
from sharray._ops import _real
from sharray._ops._real import derivative_of, split


def _parts(z: Any) -> tuple[Any, Any]:
    return lax.real(z), lax.imag(z)


def _times_i(z: Any) -> Any:
    a, b = _parts(z)
    return lax.complex(-b, a)


def _over_i(z: Any) -> Any:
    a, b = _parts(z)
    return lax.complex(b, -a)


def _nan(x: Any) -> Any:
    return jnp.full_like(x, jnp.nan)


def _scaled_exp(a: Any) -> tuple[Any, Any]:
    """Return `e` and `k` with ``e * k == exp(a)``; e overflows only far beyond exp."""
    # the difference is exact: both are multiples of the last place of a
    most, shift = (600.0, 512.0) if a.dtype == jnp.float64 else (80.0, 64.0)
    high = a > most
    e = jnp.exp(jnp.where(high, a - shift, a))
    return e, jnp.where(high, math.exp(shift), 1).astype(a.dtype)


def _cis(scale: tuple[Any, Any], b: Any, infinite: Any) -> tuple[Any, Any]:
    """``scale * (cos(b) + i sin(b))``; with `infinite` scale an undefined angle counts as 0."""
    e, k = scale
    angle = jnp.where(infinite & ~jnp.isfinite(b), 0, b)
    imag = jnp.where(b == 0, b, e * jnp.sin(angle) * k)
    return e * jnp.cos(angle) * k, jnp.where(infinite & ~jnp.isfinite(b), _nan(b), imag)


def _or_nan(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of two numbers that gives the first that is NaN, if one is."""

    def of_two(z: Any, w: Any) -> Any:
        return jnp.where(jnp.isnan(z), z, jnp.where(jnp.isnan(w), w, function(z, w)))

    return of_two


maximum, minimum = _or_nan(deferred.maximum), _or_nan(deferred.minimum)


@derivative_of(deferred.abs)
def absolute(z: Any) -> Any:
    """Absolute value: infinite where a part is, whatever the other one."""
    a, b = _parts(z)
    return jnp.where(jnp.isinf(a) | jnp.isinf(b), jnp.inf, jnp.abs(z))


@derivative_of(deferred.exp)
def exp(z: Any) -> Any:
    """Exponential function."""
    a, b = _parts(z)
    re, im = _cis(_scaled_exp(a), b, a == jnp.inf)
    gone = (a == -jnp.inf) & ~jnp.isfinite(b)
    return lax.complex(jnp.where(gone, 0, re), jnp.where(gone, 0, im))


@derivative_of(deferred.exp2)
def exp2(z: Any) -> Any:
    """2 to the power of z."""
    a, b = _parts(z)
    return exp(lax.complex(a * math.log(2), b * math.log(2)))


@derivative_of(deferred.expm1)
def expm1(z: Any) -> Any:
    """exp(z) - 1."""
    a, b = _parts(z)
    w = exp(z)
    # the long form is for where exp(z) is near 1; far from it infinities would meet
    re = jnp.where(jnp.abs(a) < 1, _real_expm1(a, b), lax.real(w) - 1)
    return lax.complex(jnp.where(re == 0, 0, re), lax.imag(w))


@derivative_of(deferred.expm1)
def expm1_in_parts(z: Any) -> Any:
    """exp(z) - 1, by NumPy's formula, whose special values are its own and not C99's."""
    a, b = _parts(z)
    return lax.complex(_real_expm1(a, b), jnp.exp(a) * jnp.sin(b))


def _real_expm1(a: Any, b: Any) -> Any:
    s = jnp.sin(b / 2)
    return _real.expm1(a) * jnp.cos(b) - 2 * s * s


def _half_exp(z: Any) -> tuple[Any, ...]:
    """Return z as a + ib, where a is not large, and the parts of ``exp(|a| + ib) / 2``."""
    a, b = _parts(z)
    e, k = _scaled_exp(jnp.abs(a))
    return a, b, jnp.abs(a) < 40, *_cis((0.5 * e, k), b, jnp.isinf(a))


@derivative_of(deferred.sinh)
def sinh(z: Any) -> Any:
    """Hyperbolic sine."""
    a, b, mid, re, im = _half_exp(z)
    re = jnp.where(mid, _real.sinh(a) * jnp.cos(b), jnp.copysign(1, a) * re)
    im = jnp.where(mid & (b != 0), _real.cosh(a) * jnp.sin(b), im)
    return lax.complex(jnp.where((a == 0) & ~jnp.isfinite(b), a, re), im)


@derivative_of(deferred.cosh)
def cosh(z: Any) -> Any:
    """Hyperbolic cosine."""
    a, b, mid, re, im = _half_exp(z)
    re = jnp.where(mid, _real.cosh(a) * jnp.cos(b), re)
    im = jnp.where(mid & (b != 0), _real.sinh(a) * jnp.sin(b), jnp.copysign(1, a) * im)
    return lax.complex(re, jnp.where((a == 0) & ~jnp.isfinite(b), a, im))


@derivative_of(deferred.tanh)
def tanh(z: Any) -> Any:
    """Hyperbolic tangent."""
    a, b = _parts(z)
    defined = jnp.isfinite(b)
    far = (jnp.abs(a) > 20) & (defined | jnp.isinf(a))
    sin, cos = jnp.sin(b), jnp.cos(b)
    sinh, cosh = _real.sinh(a), _real.cosh(a)
    whole = sinh * sinh + cos * cos
    re = jnp.where(far, jnp.copysign(1, a), sinh * (cosh / whole))
    decay = 4 * jnp.exp(-2 * jnp.abs(a))
    # an infinite a leaves a zero, for which the standard wants the sign of b
    sign = jnp.where(jnp.isinf(a), jnp.copysign(1, b), sin * cos)
    im = jnp.where(far, decay * sign, sin * (cos / whole))
    re = jnp.where((a == 0) & ~defined, a, re)
    return lax.complex(re, jnp.where(b == 0, b, im))


def through_hyperbolic(
    fn: Callable[[Any], Any], plain: Callable[[Any], Any]
) -> Callable[[Any], Any]:
    """Turn sinh or tanh into sin or tan, ``fn(i z) / i``, differentiated as `plain`."""
    return derivative_of(plain)(lambda z: _over_i(fn(_times_i(z))))


sin = through_hyperbolic(sinh, deferred.sin)
tan = through_hyperbolic(tanh, deferred.tan)


@derivative_of(deferred.cos)
def cos(z: Any) -> Any:
    """Cosine."""
    return cosh(_times_i(z))


def _log_length(p: Any, m: Any, n: Any) -> Any:
    """``log(hypot(m, n))`` where ``p == m - 1``, perhaps with more digits than m has."""
    # m**2 + n**2 - 1 for a length near 1: the leading products are exact
    (ph, pl), (nh, nl) = split(p), split(n)
    tail = (2 * nh * nl + nl * nl) + (2 * ph * pl + pl * pl)
    excess = ((2 * p + nh * nh) + ph * ph) + tail
    huge = jnp.maximum(jnp.abs(m), jnp.abs(n)) > jnp.finfo(m.dtype).max / 4
    scale = jnp.where(huge, 0.5, 1).astype(m.dtype)
    far = jnp.log(jnp.hypot(m * scale, n * scale)) + jnp.where(huge, math.log(2), 0)
    return jnp.where((excess > -0.85) & (excess < 8), 0.5 * _real.log1p(excess), far)


@derivative_of(deferred.log)
def log(z: Any) -> Any:
    """Natural logarithm."""
    a, b = _parts(z)
    m, n = jnp.maximum(jnp.abs(a), jnp.abs(b)), jnp.minimum(jnp.abs(a), jnp.abs(b))
    # the parts themselves where one is NaN, which the larger and the smaller would both be
    nan = jnp.isnan(m)
    m, n = jnp.where(nan, a, m), jnp.where(nan, b, n)
    return lax.complex(_log_length(m - 1, m, n), jnp.arctan2(b, a))


@derivative_of(deferred.log2)
def log2(z: Any) -> Any:
    """Logarithm to base 2."""
    a, b = _parts(log(z))
    return lax.complex(a * math.log2(math.e), b * math.log2(math.e))


@derivative_of(deferred.log10)
def log10(z: Any) -> Any:
    """Logarithm to base 10."""
    a, b = _parts(log(z))
    return lax.complex(a * math.log10(math.e), b * math.log10(math.e))


def _fix(w: Any, *cases: tuple[Any, Any, Any]) -> Any:
    """Replace the parts of w where a case (condition, real part, imaginary part) holds."""
    re, im = _parts(w)
    for where, real, imag in cases:
        re = jnp.where(where, real, re)
        im = jnp.where(where, imag, im)
    return lax.complex(re, im)


@derivative_of(deferred.log1p)
def log1p(z: Any) -> Any:
    """log(1 + z)."""
    a, b = _parts(z)
    return lax.complex(_log_length(a, 1 + a, b), jnp.arctan2(b, 1 + a))


def _patched(w: Any, z: Any, signs: tuple[Any, Any], *cases: tuple[Any, Any, Any]) -> Any:
    """Patch JAX's value w at z: the signs of its parts, NaN with a finite part, other cases.

    JAX takes both zeros to lie on one side of a branch cut.
    """
    a, b = _parts(z)
    re, im = _parts(w)
    nan = (jnp.isnan(a) | jnp.isnan(b)) & ~jnp.isinf(a) & ~jnp.isinf(b)
    w = lax.complex(jnp.copysign(re, signs[0]), jnp.copysign(im, signs[1]))
    return _fix(w, (nan, jnp.nan, jnp.nan), *cases)


@derivative_of(deferred.sqrt)
def sqrt(z: Any) -> Any:
    """Square root of the principal branch."""
    a, b = _parts(z)
    nan = jnp.isnan(b)
    return _patched(
        jnp.sqrt(z),
        z,
        (jnp.ones_like(a), b),
        (jnp.isinf(b), jnp.inf, b),
        (nan & (a == jnp.inf), jnp.inf, b),
        (nan & (a == -jnp.inf), b, jnp.inf),
    )


@derivative_of(deferred.arcsinh)
def asinh(z: Any) -> Any:
    """Inverse hyperbolic sine."""
    a, b = _parts(z)
    return _patched(jnp.arcsinh(z), z, (a, b), (jnp.isnan(a) & (b == 0), a, b))


@derivative_of(deferred.arccos)
def acos(z: Any) -> Any:
    """Inverse cosine."""
    a, b = _parts(z)
    signs = jnp.ones_like(a), -b
    return _patched(jnp.arccos(z), z, signs, (jnp.isnan(b) & (a == 0), math.pi / 2, b))


@derivative_of(deferred.arccosh)
def acosh(z: Any) -> Any:
    """Inverse hyperbolic cosine."""
    a, b = _parts(z)
    signs = jnp.ones_like(a), b
    return _patched(jnp.arccosh(z), z, signs, (jnp.isnan(b) & (a == 0), b, math.pi / 2))


@derivative_of(deferred.arctanh)
def atanh(z: Any) -> Any:
    """Inverse hyperbolic tangent."""
    a, b = _parts(z)
    re, im = _parts(jnp.arctanh(z))
    # beside the pole the square of b, which JAX takes, is too small for a number
    beside = (jnp.abs(a) == 1) & (b != 0) & (jnp.abs(b) < 1e-10)
    pole = 0.5 * (math.log(2) - jnp.log(jnp.abs(b)))
    return _patched(
        lax.complex(jnp.where(beside, pole, re), im),
        z,
        (a, b),
        (jnp.isnan(b) & (a == 0), a, b),
        (jnp.isnan(b) & jnp.isinf(a), jnp.copysign(0, a), b),
    )


asin = through_hyperbolic(asinh, deferred.arcsin)
atan = through_hyperbolic(atanh, deferred.arctan)


def sign(z: Any) -> Any:
    """``z / |z|``; 0 for 0, an infinite part counts as if it were the only one."""
    a, b = _parts(z)
    # halved so that the length does not overflow
    size = _real.hypot(a / 2, b / 2)
    zero = (a == 0) & (b == 0)
    safe = jnp.where(zero, 1, size)
    infinite_a, infinite_b = jnp.isinf(a), jnp.isinf(b)
    unclear = ((jnp.isnan(a) | jnp.isnan(b)) & ~infinite_a & ~infinite_b) | (
        infinite_a & infinite_b
    )
    return _fix(
        lax.complex(a / 2 / safe, b / 2 / safe),
        (zero, 0, 0),
        (infinite_a, jnp.sign(a), 0),
        (infinite_b, 0, jnp.sign(b)),
        (unclear, jnp.nan, jnp.nan),
    )


def _smith(c: Any, d: Any) -> tuple[Any, Any, Any]:
    """Return whether c is the larger part, the smaller over it, and ``(c*c + d*d)`` over it."""
    wide = jnp.abs(c) >= jnp.abs(d)
    big, small = jnp.where(wide, c, d), jnp.where(wide, d, c)
    ratio = small / big
    return wide, ratio, big + small * ratio


def _quotient(a: Any, b: Any, c: Any, d: Any) -> Any:
    """``(a + ib) / (c + id)`` by Smith's method: no part overflows before the quotient does."""
    wide, ratio, size = _smith(c, d)
    scale = 1 / size
    re = jnp.where(wide, a + b * ratio, a * ratio + b) * scale
    im = jnp.where(wide, b - a * ratio, b * ratio - a) * scale
    return lax.complex(re, im)


@derivative_of(deferred.true_divide)
def divide(x: Any, y: Any) -> Any:
    """Quotient."""
    a, b = _parts(x)
    c, d = _parts(y)
    zero = (c == 0) & (d == 0)
    return _fix(_quotient(a, b, c, d), (zero, a / jnp.abs(c), b / jnp.abs(c)))


@derivative_of(deferred.reciprocal)
def reciprocal(z: Any) -> Any:
    """``1 / z``."""
    c, d = _parts(z)
    wide, ratio, size = _smith(c, d)
    # not as the quotient of 1 + 0i, whose zero would lose its sign
    return lax.complex(jnp.where(wide, 1, ratio) / size, -jnp.where(wide, ratio, 1) / size)


def multiply(x: Any, y: Any) -> Any:
    """Product, without a second look at infinities: as NumPy."""
    a, b = _parts(x)
    c, d = _parts(y)
    return lax.complex(a * c - b * d, a * d + b * c)


@derivative_of(deferred.power)
def power(x: Any, y: Any) -> Any:
    """Power; small whole powers by products, so that ``(1 + 2j)**2`` is exact."""
    c, d = _parts(y)
    whole = (d == 0) & (jnp.abs(c) < 100) & (jnp.round(c) == c)
    n = jnp.abs(jnp.where(whole, c, 0)).astype(jnp.int32)
    result, factor = jnp.ones_like(x), x
    for bit in range(7):
        if bit:
            factor = jnp.where(n >> bit > 0, multiply(factor, factor), factor)
        step = jnp.where(n == 1 << bit, factor, multiply(result, factor))
        taken = (n >> bit) & 1 == 1
        result = jnp.where(taken, jnp.where(n & ((1 << bit) - 1) == 0, factor, step), result)
    result = jnp.where(c < 0, reciprocal(result), result)
    w = jnp.where(whole, result, exp(multiply(y, log(x))))
    zero = (x == 0) & ~((c == 0) & (d == 0))
    value = jnp.where(c > 0, 0, _nan(c))
    return _fix(w, (zero, value, value))
