"""Elementwise functions that NumPy has and the standard does not: one line each."""

from __future__ import annotations

import operator
from functools import partial
from typing import Any

import numpy as np

from sharray._core.lazy import deferred, jax, jnp, lax
from sharray._engine.monoids import highest, lowest
from sharray._ops import _accurate as acc
from sharray._ops import _complex, _integer, _real
from sharray._ops._real import derivative_of
from sharray._ops.table import elementwise

unary = partial(elementwise, arity=1, section="")
binary = partial(elementwise, arity=2, section="")


@derivative_of(deferred.exp2)
def _exp2(x: Any) -> Any:
    whole = jnp.round(x)
    # beyond these the result is 0 or infinite, and the whole part no int32
    whole = jnp.clip(jnp.where(jnp.isnan(x), 0, whole), -2200, 2200)
    return jnp.ldexp(jnp.exp((x - whole) * np.log(2)), whole.astype(jnp.int32))


@derivative_of(deferred.logaddexp2)
def _logaddexp2(x: Any, y: Any) -> Any:
    larger, apart = jnp.maximum(x, y), jnp.abs(x - y)
    # infinities of one sign are no distance apart
    summed = larger + jnp.log1p(_exp2(-apart)) / np.log(2).astype(x.dtype)
    return jnp.where(x == y, x + 1, summed)


def _cut_remainder(x: Any, y: Any) -> Any:
    divisor, trap = _integer.safe(x, y)
    return jnp.where(trap, 0, lax.rem(x, divisor))


def _sizes(x: Any, y: Any) -> tuple[Any, Any]:
    """Return absolute values, unsigned: the least integer has no other."""
    x, y = jnp.broadcast_arrays(x, y)
    if x.dtype.kind == "u":
        return x, y
    unsigned = np.dtype(f"u{x.dtype}")
    return jnp.abs(x).astype(unsigned), jnp.abs(y).astype(unsigned)


def _gcd(x: Any, y: Any) -> Any:
    return _euclid(*_sizes(x, y)).astype(x.dtype)


def _euclid(x: Any, y: Any) -> Any:
    # Euclid's steps shrink as the Fibonacci numbers grow. That a loop which ends when all devices
    # have done would need them to talk to each other, costs more than these.
    steps = int(jnp.iinfo(x.dtype).bits * 1.4405) + 2

    def step(_: Any, pair: tuple[Any, Any]) -> tuple[Any, Any]:
        a, b = pair
        return jnp.where(b == 0, a, b), jnp.where(b == 0, 0, lax.rem(a, jnp.where(b == 0, 1, b)))

    return lax.fori_loop(0, steps, step, (x, y))[0]


def _lcm(x: Any, y: Any) -> Any:
    a, b = _sizes(x, y)
    divisor = _euclid(a, b)
    return (lax.div(a, jnp.where(divisor == 0, 1, divisor)) * b).astype(x.dtype)


def _floor_divide(x: Any, y: Any) -> Any:
    quotient = acc.floor_divide(x, y)
    if x.dtype.kind not in "f":
        return quotient
    # the standard has floor(x / y) at infinities, NumPy what follows from the remainder
    apart = jnp.isinf(y) & (x != 0) & (jnp.signbit(x) != jnp.signbit(y)) & jnp.isfinite(x)
    quotient = jnp.where(apart, -1, quotient)
    return jnp.where(jnp.isinf(x) & (y != 0), jnp.nan, quotient).astype(x.dtype)


def _heaviside(x: Any, at_zero: Any) -> Any:
    there = jnp.where(x < 0, 0, jnp.where(x > 0, 1, at_zero))
    return jnp.where(jnp.isnan(x), x, there).astype(x.dtype)


def _spacing(x: Any) -> Any:
    step = jnp.nextafter(x, jnp.copysign(jnp.inf, x).astype(x.dtype)) - x
    # the least number, which arithmetic and comparison flush to zero on some devices
    kind = np.dtype(f"i{x.dtype.itemsize}")
    bits = lax.bitcast_convert_type(x, kind)
    is_negative = (bits < 0) & (bits != np.iinfo(kind).min)
    least = jnp.nextafter(jnp.zeros_like(x), jnp.where(is_negative, -1, 1).astype(x.dtype))
    return jnp.where(jnp.abs(x) < 2 * jnp.finfo(x.dtype).tiny, least, step)


def _bitwise_count(x: Any) -> Any:
    if x.dtype.kind == "b":
        return x.astype(jnp.uint8)
    return lax.population_count(jnp.abs(x)).astype(jnp.uint8)


bitwise_count = unary(
    "bitwise_count", _bitwise_count, "Number of bits set in abs(x).", "integer or boolean"
)
cbrt = unary(
    "cbrt", acc.by_kind(deferred.cbrt), "Cube root.", "real floating", slower={"f8": 8.3, "f4": 5.9}
)
deg2rad = unary(
    "deg2rad",
    acc.by_kind(lambda x: x * np.asarray(np.pi / 180, x.dtype)),
    "Degrees as radians.",
    "real floating",
)
exp2 = unary(
    "exp2",
    acc.by_kind(_exp2, _complex.exp2),
    "2 to the power of each element.",
    "floating-point",
    slower={"f8": 6.4, "f4": 7.0},
)
expm1 = unary(
    "numpy.expm1",
    acc.by_kind(_real.expm1, _complex.expm1_in_parts),
    "exp(x) - 1, also for small x; of complex infinities and NaNs, what NumPy says.",
    "floating-point",
    ufunc=np.expm1,
)
fabs = unary("fabs", deferred.abs, "Absolute value, as a floating-point number.", "real floating")
rad2deg = unary(
    "rad2deg",
    acc.by_kind(lambda x: x * np.asarray(180 / np.pi, x.dtype)),
    "Radians as degrees.",
    "real floating",
)
rint = unary("rint", acc.round_half_even, "Nearest integer, halves to even.", "floating-point")
spacing = unary("spacing", _spacing, "Distance to the next number away from zero.", "real floating")

float_power = binary(
    "float_power", acc.power, "x1 to the power x2, in double precision.", "floating-point"
)
floor_divide = binary(
    "numpy.floor_divide",
    _floor_divide,
    "Largest integer not above x1 / x2; of infinities, what NumPy says.",
    "real",
    ufunc=np.floor_divide,
    operator=operator.floordiv,
)
fmax = binary(
    "fmax",
    deferred.fmax,
    "Larger of two; the other one where one is NaN.",
    "all",
    identity=lambda dtype: np.nan if dtype.kind in "fc" else lowest(dtype),
)
fmin = binary(
    "fmin",
    deferred.fmin,
    "Smaller of two; the other one where one is NaN.",
    "all",
    identity=lambda dtype: np.nan if dtype.kind in "fc" else highest(dtype),
)
fmod = binary(
    "fmod",
    acc.by_kind(lambda x, y: lax.rem(x, y), integer=_cut_remainder),
    "Remainder with the sign of x1.",
    "real",
)
gcd = binary(
    "gcd", _gcd, "Greatest common divisor.", "integer", identity=lambda dtype: 0, slower={"i8": 230}
)
heaviside = binary("heaviside", _heaviside, "0, x2 or 1 for x1 below, at, above zero.", "real")
lcm = binary(
    "lcm", _lcm, "Least common multiple.", "integer", identity=lambda dtype: 1, slower={"i8": 226}
)
ldexp = binary("ldexp", deferred.ldexp, "x1 * 2**x2.", "real")
logaddexp2 = binary(
    "logaddexp2",
    acc.by_kind(_logaddexp2),
    "log2(2**x1 + 2**x2).",
    "real floating",
    identity=lambda dtype: -np.inf,
)


@derivative_of(deferred.i0)
def _i0(x: Any) -> Any:
    size = jnp.abs(x)
    return jnp.exp(size) * jax.scipy.special.i0e(size)


def _inexact(types: tuple[Any, ...]) -> Any:
    kind = np.dtype(types[0]).kind
    if kind == "c":
        raise TypeError("i0 not supported for complex values")
    dtype = types[0] if kind == "f" else np.dtype(np.float64)
    return (dtype,), dtype


i0 = unary(
    "i0",
    _i0,
    "Modified Bessel function of the first kind, of order 0.",
    "real floating",
    dtypes=_inexact,
    host=np.i0,
    numbers=False,
)
