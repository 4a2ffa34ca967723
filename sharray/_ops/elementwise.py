"""Elementwise functions: one line each.

dtypes come from the NumPy ufunc; the JAX function computes on blocks of any shape. Where JAX and
NumPy differ in the last digits or in special values, the function is one of `_accurate`.
"""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np

from sharray._ops import _accurate as acc
from sharray._ops.table import composite, elementwise

unary = partial(elementwise, arity=1)
binary = partial(elementwise, arity=2)
_page = "elementwise functions"

abs = unary("abs", jnp.abs, "Absolute value of each element.", ufunc=np.absolute)
acos = unary("acos", acc.acos, "Inverse cosine, in radians.", "floating-point")
acosh = unary("acosh", acc.acosh, "Inverse hyperbolic cosine.", "floating-point")
asin = unary("asin", acc.asin, "Inverse sine, in radians.", "floating-point")
asinh = unary("asinh", acc.asinh, "Inverse hyperbolic sine.", "floating-point")
atan = unary("atan", acc.atan, "Inverse tangent, in radians.", "floating-point")
atanh = unary("atanh", acc.atanh, "Inverse hyperbolic tangent.", "floating-point")
bitwise_invert = unary(
    "bitwise_invert", jnp.invert, "Each bit inverted.", "integer or boolean", ufunc=np.invert
)
ceil = unary("ceil", acc.ceil, "Smallest integer not below.", "real")
conj = unary("conj", jnp.conj, "Complex conjugate.", "numeric")
cos = unary("cos", acc.cos, "Cosine of angles in radians.", "floating-point")
cosh = unary("cosh", acc.cosh, "Hyperbolic cosine.", "floating-point")
exp = unary("exp", acc.exp, "e to the power of each element.", "floating-point")
expm1 = unary(
    "expm1", acc.expm1, "exp(x) - 1, also for small x.", "floating-point", host=acc.host_expm1
)
floor = unary("floor", acc.floor, "Largest integer not above.", "real")
isfinite = unary("isfinite", jnp.isfinite, "Whether neither infinite nor NaN.", "all")
isinf = unary("isinf", jnp.isinf, "Whether infinite.", "all")
isnan = unary("isnan", jnp.isnan, "Whether NaN.", "all")
log = unary("log", acc.log, "Natural logarithm.", "floating-point")
log1p = unary("log1p", acc.log1p, "log(1 + x), also for small x.", "floating-point")
log2 = unary("log2", acc.log2, "Logarithm to base 2.", "floating-point")
log10 = unary("log10", acc.log10, "Logarithm to base 10.", "floating-point")
logical_not = unary("logical_not", jnp.logical_not, "Logical NOT.", "all")
negative = unary("negative", jnp.negative, "Sign changed.")
positive = unary("positive", jnp.positive, "The same value.")
reciprocal = unary("reciprocal", acc.reciprocal, "1 / x.", "floating-point")
sign = unary("sign", acc.sign, "-1, 0 or 1; x / abs(x) for complex x.")
signbit = unary("signbit", jnp.signbit, "Whether the sign bit is set.", "real floating")
sin = unary("sin", acc.sin, "Sine of angles in radians.", "floating-point")
sinh = unary("sinh", acc.sinh, "Hyperbolic sine.", "floating-point")
sqrt = unary("sqrt", acc.sqrt, "Square root, of the principal branch.", "floating-point")
square = unary("square", acc.square, "x * x.")
tan = unary("tan", acc.tan, "Tangent of angles in radians.", "floating-point")
tanh = unary("tanh", acc.tanh, "Hyperbolic tangent.", "floating-point", host=acc.host_tanh)
trunc = unary("trunc", acc.trunc, "Integer nearest towards zero.", "real")
round = unary(
    "round", acc.round_half_even, "Nearest integer, halves to even.", dtypes=acc.same_dtype
)
real = unary("real", jnp.real, "Real part.", dtypes=acc.real_dtype)
imag = unary("imag", jnp.imag, "Imaginary part.", dtypes=acc.real_dtype)

add = binary("add", jnp.add, "Sum.", "all")
atan2 = binary(
    "atan2",
    acc.atan2,
    "Angle of the point (x2, x1), in radians.",
    "real floating",
    ufunc=np.arctan2,
)
bitwise_and = binary("bitwise_and", jnp.bitwise_and, "Bitwise AND.", "integer or boolean")
bitwise_or = binary("bitwise_or", jnp.bitwise_or, "Bitwise OR.", "integer or boolean")
bitwise_xor = binary("bitwise_xor", jnp.bitwise_xor, "Bitwise XOR.", "integer or boolean")
bitwise_left_shift = binary("bitwise_left_shift", acc.left_shift, "Bits shifted left.", "integer")
bitwise_right_shift = binary(
    "bitwise_right_shift", acc.right_shift, "Bits shifted right, the sign kept.", "integer"
)
copysign = binary("copysign", jnp.copysign, "Size of x1 with the sign of x2.", "real floating")
divide = binary("divide", acc.divide, "Quotient.", "floating-point")
equal = binary("equal", acc.equal, "Whether x1 == x2.", "all")
floor_divide = binary(
    "floor_divide",
    acc.floor_divide,
    "Largest integer not above x1 / x2.",
    "real",
    host=acc.host_floor_divide,
)
greater = binary("greater", acc.greater, "Whether x1 > x2.", "all")
greater_equal = binary("greater_equal", acc.greater_equal, "Whether x1 >= x2.", "all")
hypot = binary("hypot", acc.hypot, "Length of the vector (x1, x2).", "real floating")
less = binary("less", acc.less, "Whether x1 < x2.", "all")
less_equal = binary("less_equal", acc.less_equal, "Whether x1 <= x2.", "all")
logaddexp = binary("logaddexp", acc.logaddexp, "log(exp(x1) + exp(x2)).", "real floating")
logical_and = binary("logical_and", jnp.logical_and, "Logical AND.", "all")
logical_or = binary("logical_or", jnp.logical_or, "Logical OR.", "all")
logical_xor = binary("logical_xor", jnp.logical_xor, "Logical XOR.", "all")
maximum = binary("maximum", jnp.maximum, "Larger of two; NaN if one is.", "all")
minimum = binary("minimum", jnp.minimum, "Smaller of two; NaN if one is.", "all")
multiply = binary("multiply", acc.multiply, "Product.", "all")
nextafter = binary("nextafter", jnp.nextafter, "Next number after x1 towards x2.", "real floating")
not_equal = binary("not_equal", acc.not_equal, "Whether x1 != x2.", "all")
pow = binary(
    "pow",
    acc.power,
    "x1 to the power x2; of integers, negative powers in device arrays are cut to 0, 1 or -1.",
    ufunc=np.power,
    instead=acc.power_instead,
)
remainder = binary("remainder", acc.remainder, "Remainder with the sign of x2.", "real")
subtract = binary("subtract", jnp.subtract, "Difference.")


where = elementwise(
    "where",
    jnp.where,
    "x1 where the condition holds, else x2.",
    "all",
    arity=3,
    host=acc.host_where,
    dtypes=acc.where_dtypes,
)


@composite(kinds="real", section=_page)
def clip(x, /, min=None, max=None):
    """Limit each element to the interval from min to max; None is no limit.

    Parameters
    ----------
    x : array
        Of real dtype, which the result has, too.
    min, max : array or scalar, optional
        Limits; shapes broadcast.

    Returns
    -------
    out : array
        Of the broadcast shape, lying as `x`.
    """
    from sharray._ops.data_types import astype

    out = x
    if min is not None:
        out = maximum(out, min)
    if max is not None:
        out = minimum(out, max)
    return astype(out if out is not x else positive(x), x.dtype, copy=False)
