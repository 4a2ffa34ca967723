"""Elementwise functions: one line each.

dtypes come from the NumPy ufunc; the JAX function computes on blocks of any shape. Where JAX and
NumPy differ in the last digits or in special values, the function is one of `_accurate`. The
methods of a ufunc follow from its identity, and from the operations that are named.
"""

from __future__ import annotations

import operator
from functools import partial
from typing import Any

import numpy as np

from sharray._core.lazy import deferred
from sharray._core.node import Node, State
from sharray._engine.monoids import highest, lowest
from sharray._ops import _accurate as acc
from sharray._ops.table import elementwise
from sharray._record.handles import wrap_array
from sharray._record.views import real_dtype

unary = partial(elementwise, arity=1)
binary = partial(elementwise, arity=2)

abs = unary(
    "abs", acc.absolute, "Absolute value of each element.", ufunc=np.absolute, operator=operator.abs
)
acos = unary(
    "acos",
    acc.acos,
    "Inverse cosine, in radians.",
    "floating-point",
    slower={"f8": 4.5, "f4": 5.9},
)
acosh = unary(
    "acosh", acc.acosh, "Inverse hyperbolic cosine.", "floating-point", slower={"f8": 4.4}
)
asin = unary(
    "asin", acc.asin, "Inverse sine, in radians.", "floating-point", slower={"f8": 4.3, "f4": 4.0}
)
asinh = unary("asinh", acc.asinh, "Inverse hyperbolic sine.", "floating-point", slower={"f8": 2.2})
atan = unary(
    "atan",
    acc.atan,
    "Inverse tangent, in radians.",
    "floating-point",
    slower={"f8": 3.5, "f4": 4.8},
)
atanh = unary(
    "atanh", acc.atanh, "Inverse hyperbolic tangent.", "floating-point", slower={"f8": 2.5}
)
bitwise_invert = unary(
    "bitwise_invert",
    deferred.invert,
    "Each bit inverted.",
    "integer or boolean",
    ufunc=np.invert,
    operator=operator.invert,
)
ceil = unary("ceil", acc.ceil, "Smallest integer not below.", "real")
conj = unary("conj", deferred.conj, "Complex conjugate.", "numeric")
cos = unary("cos", acc.cos, "Cosine of angles in radians.", "floating-point", slower={"f4": 4.1})
cosh = unary("cosh", acc.cosh, "Hyperbolic cosine.", "floating-point")
exp = unary("exp", acc.exp, "e to the power of each element.", "floating-point")
expm1 = unary(
    "expm1", acc.expm1, "exp(x) - 1, also for small x.", "floating-point", host=acc.host_expm1
)
floor = unary("floor", acc.floor, "Largest integer not above.", "real")
isfinite = unary("isfinite", deferred.isfinite, "Whether neither infinite nor NaN.", "all")
isinf = unary("isinf", deferred.isinf, "Whether infinite.", "all")
isnan = unary("isnan", deferred.isnan, "Whether NaN.", "all")
log = unary("log", acc.log, "Natural logarithm.", "floating-point")
log1p = unary(
    "log1p", acc.log1p, "log(1 + x), also for small x.", "floating-point", slower={"f8": 1.8}
)
log2 = unary("log2", acc.log2, "Logarithm to base 2.", "floating-point")
log10 = unary("log10", acc.log10, "Logarithm to base 10.", "floating-point")
logical_not = unary("logical_not", deferred.logical_not, "Logical NOT.", "all")
negative = unary("negative", deferred.negative, "Sign changed.", operator=operator.neg)
positive = unary("positive", deferred.positive, "The same value.", operator=operator.pos)
reciprocal = unary("reciprocal", acc.reciprocal, "1 / x.", "floating-point")
sign = unary("sign", acc.sign, "-1, 0 or 1; x / abs(x) for complex x.")
signbit = unary("signbit", deferred.signbit, "Whether the sign bit is set.", "real floating")
sin = unary("sin", acc.sin, "Sine of angles in radians.", "floating-point", slower={"f4": 4.2})
sinh = unary("sinh", acc.sinh, "Hyperbolic sine.", "floating-point")
sqrt = unary("sqrt", acc.sqrt, "Square root, of the principal branch.", "floating-point")
square = unary("square", acc.square, "x * x.")
tan = unary(
    "tan", acc.tan, "Tangent of angles in radians.", "floating-point", slower={"f8": 6.3, "f4": 6.6}
)
tanh = unary("tanh", acc.tanh, "Hyperbolic tangent.", "floating-point", host=acc.host_tanh)
trunc = unary("trunc", acc.trunc, "Integer nearest towards zero.", "real")
round = unary(
    "round", acc.round_half_even, "Nearest integer, halves to even.", dtypes=acc.same_dtype
)
real = unary("real", deferred.real, "Real part.", dtypes=real_dtype)
imag = unary("imag", deferred.imag, "Imaginary part.", dtypes=real_dtype)


#: Powers that are functions of their own, also in their corners: -inf to the power 0.5 is NaN.
_POWERS = {2: square, 0.5: sqrt, -1: reciprocal}


def _power_instead(operands: list[Any]) -> Any:
    """Record what NumPy takes for squares, roots and reciprocals as such; refuse what it refuses.

    That is a negative power of integers, for which exponents on devices are read. Those of a traced
    function cannot be: there, 1 / x**n is cut to an integer.
    """
    x, n = operands
    exponent = type(n)
    if exponent in (int, float) and n in _POWERS and hasattr(x, "aval"):
        kind = x.aval.dtype.kind
        if kind in "fc" or (kind in "iu" and exponent is int and n == 2):
            return _POWERS[n].op, (x,)
    if exponent is not int and not (isinstance(n, Node) and n.aval.dtype.kind == "i"):
        return None
    dtypes = [v.aval.dtype if hasattr(v, "aval") else type(v) for v in operands]
    # a real base makes the result real, and an unsigned one an int that does not fit
    if acc.result_dtype(*dtypes).kind == "i" and _has_negative(n):
        raise ValueError("Integers to negative integer powers are not allowed.")
    return None


def _has_negative(n: Any) -> bool:
    """Whether an exponent is known to have negative elements."""
    if not isinstance(n, Node):
        return n < 0
    if n.state is State.HOST:
        return bool(np.any(np.less(n.value, 0)))
    return n.state < State.TRACED and bool((wrap_array(n) < 0).any())


def _all_bits(dtype: np.dtype) -> Any:
    return True if dtype.kind == "b" else np.invert(dtype.type(0))


add = binary(
    "add",
    deferred.add,
    "Sum.",
    "all",
    reduction="sum",
    accumulation="cumsum",
    scatter="add",
    operator=operator.add,
)
atan2 = binary(
    "atan2",
    acc.atan2,
    "Angle of the point (x2, x1), in radians.",
    "real floating",
    ufunc=np.arctan2,
    slower={"f8": 5.8, "f4": 9.9},
)
bitwise_and = binary(
    "bitwise_and",
    deferred.bitwise_and,
    "Bitwise AND.",
    "integer or boolean",
    identity=_all_bits,
    operator=operator.and_,
)
bitwise_or = binary(
    "bitwise_or",
    deferred.bitwise_or,
    "Bitwise OR.",
    "integer or boolean",
    identity=lambda dtype: 0,
    operator=operator.or_,
)
bitwise_xor = binary(
    "bitwise_xor",
    deferred.bitwise_xor,
    "Bitwise XOR.",
    "integer or boolean",
    identity=lambda dtype: 0,
    operator=operator.xor,
)
bitwise_left_shift = binary(
    "bitwise_left_shift", acc.left_shift, "Bits shifted left.", "integer", operator=operator.lshift
)
bitwise_right_shift = binary(
    "bitwise_right_shift",
    acc.right_shift,
    "Bits shifted right, the sign kept.",
    "integer",
    operator=operator.rshift,
)
copysign = binary("copysign", deferred.copysign, "Size of x1 with the sign of x2.", "real floating")
divide = binary("divide", acc.divide, "Quotient.", "floating-point", operator=operator.truediv)
equal = binary("equal", acc.equal, "Whether x1 == x2.", "all", operator=operator.eq)
floor_divide = binary(
    "floor_divide",
    acc.floor_divide,
    "Largest integer not above x1 / x2.",
    "real",
    host=acc.host_floor_divide,
    slower={"i8": 2.1},
    operator=operator.floordiv,
)
greater = binary("greater", acc.greater, "Whether x1 > x2.", "all", operator=operator.gt)
greater_equal = binary(
    "greater_equal", acc.greater_equal, "Whether x1 >= x2.", "all", operator=operator.ge
)
hypot = binary(
    "hypot",
    acc.hypot,
    "Length of the vector (x1, x2).",
    "real floating",
    identity=lambda dtype: 0,
)
less = binary("less", acc.less, "Whether x1 < x2.", "all", operator=operator.lt)
less_equal = binary("less_equal", acc.less_equal, "Whether x1 <= x2.", "all", operator=operator.le)
logaddexp = binary(
    "logaddexp",
    acc.logaddexp,
    "log(exp(x1) + exp(x2)).",
    "real floating",
    identity=lambda dtype: -np.inf,
)
logical_and = binary(
    "logical_and",
    deferred.logical_and,
    "Logical AND.",
    "all",
    identity=lambda dtype: True,
    reduction="all",
)
logical_or = binary(
    "logical_or",
    deferred.logical_or,
    "Logical OR.",
    "all",
    identity=lambda dtype: False,
    reduction="any",
)
logical_xor = binary(
    "logical_xor", deferred.logical_xor, "Logical XOR.", "all", identity=lambda dtype: False
)
maximum = binary(
    "maximum",
    acc.maximum,
    "Larger of two; NaN if one is.",
    "all",
    identity=lambda dtype: complex(-np.inf, -np.inf) if dtype.kind == "c" else lowest(dtype),
    reduction="max",
    scatter="max",
)
minimum = binary(
    "minimum",
    acc.minimum,
    "Smaller of two; NaN if one is.",
    "all",
    identity=lambda dtype: complex(np.inf, np.inf) if dtype.kind == "c" else highest(dtype),
    reduction="min",
    scatter="min",
)
multiply = binary(
    "multiply",
    acc.multiply,
    "Product.",
    "all",
    reduction="prod",
    accumulation="cumprod",
    scatter="multiply",
    operator=operator.mul,
)
nextafter = binary(
    "nextafter", deferred.nextafter, "Next number after x1 towards x2.", "real floating"
)
not_equal = binary("not_equal", acc.not_equal, "Whether x1 != x2.", "all", operator=operator.ne)
pow = binary(
    "pow",
    acc.power,
    "x1 to the power x2; of integers, negative powers in device arrays are cut to 0, 1 or -1.",
    ufunc=np.power,
    rewrite=_power_instead,
    slower={"f8": 3.4, "f4": 1.9, "i8": 3.2},
    operator=operator.pow,
)
remainder = binary(
    "remainder",
    acc.remainder,
    "Remainder with the sign of x2.",
    "real",
    slower={"i8": 12.6},
    operator=operator.mod,
)
subtract = binary(
    "subtract", deferred.subtract, "Difference.", scatter="add", operator=operator.sub
)


where = elementwise(
    "where",
    deferred.where,
    "x1 where the condition holds, else x2.",
    "all",
    arity=3,
    host=acc.host_where,
    dtypes=acc.where_dtypes,
    samples=("where(m > 1, m, m2)",),
)
