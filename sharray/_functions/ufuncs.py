"""The ufuncs of the namespace: one line each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from sharray._functions.arguments import array
from sharray._functions.ufunc import ufunc
from sharray._ops import accumulation, linear_algebra, statistical, utility
from sharray._ops import elementwise as ew
from sharray._ops import elementwise_numpy as ewn
from sharray._ops.data_types import astype
from sharray._ops.manipulation import squeeze
from sharray._ops.table import Op
from sharray._record import record


def _recorded(op: Op) -> Callable[..., Any]:
    made = partial(record.elementwise, op)
    made.__doc__ = f"{op.name}, element by element."  # type: ignore[misc]
    return made


def _elementwise(*public: Any, **methods: Any) -> None:
    for function in public:
        op: Op = function.op
        assert op.ufunc is not None
        ufunc(op.ufunc, _recorded(op), **methods)


def _reduction(fn: Any) -> Any:
    """Return a reduction by one of the standard's functions."""

    def reduction(x: Any, axes: Any, dtype: Any, keepdims: bool) -> Any:
        if dtype is not None and x.dtype != dtype:
            x = astype(x, np.dtype(dtype))
        return fn(x, axis=axes, keepdims=keepdims)

    return reduction


def _typed_reduction(fn: Any) -> Any:
    def reduction(x: Any, axes: Any, dtype: Any, keepdims: bool) -> Any:
        return fn(x, axis=axes, dtype=None if dtype is None else np.dtype(dtype), keepdims=keepdims)

    return reduction


def _typed_accumulation(fn: Any) -> Any:
    def accumulation(x: Any, axis: int, dtype: Any) -> Any:
        return fn(x, axis=axis, dtype=None if dtype is None else np.dtype(dtype))

    return accumulation


def _accumulation(op: Op) -> Any:
    """Return the accumulation by an associative function of the table."""
    assert op.ufunc is not None
    numpy_ufunc = op.ufunc

    def accumulation_of(x: Any, axis: int, dtype: Any) -> Any:
        kind = numpy_ufunc.resolve_dtypes((x.dtype, x.dtype, None))[-1] if dtype is None else dtype
        return accumulation.accumulate(x, axis=axis, of=op.name, dtype=np.dtype(kind))

    return accumulation_of


def _last_of(running: Any, op: Op) -> Any:
    """Return the reduction that is the last element of an accumulation."""
    identity = getattr(op.ufunc, "identity", None)

    def reduction(x: Any, axes: Any, dtype: Any, keepdims: bool) -> Any:
        for axis in axes:
            x = running(x, axis, dtype)
            x = x[(slice(None),) * axis + (slice(-1, None),)]
        if identity is not None:
            x = record.elementwise(op, x, np.asarray(identity).astype(x.dtype))
        return x if keepdims else squeeze(x, axis=axes)

    return reduction


# what adds up
ufunc(
    np.add,
    _recorded(ew.add.op),
    reduction=_typed_reduction(statistical.sum),
    accumulation=_typed_accumulation(statistical.cumulative_sum),
    scatter="add",
)
ufunc(
    np.multiply,
    _recorded(ew.multiply.op),
    reduction=_typed_reduction(statistical.prod),
    accumulation=_typed_accumulation(statistical.cumulative_prod),
    scatter="multiply",
)
for _function, _fn, _scatter in (
    (ew.maximum, statistical.max, "max"),
    (ew.minimum, statistical.min, "min"),
    (ew.logical_and, utility.all, None),
    (ew.logical_or, utility.any, None),
):
    _elementwise(
        _function,
        reduction=_reduction(_fn),
        accumulation=_accumulation(_function.op),
        scatter=_scatter,
    )
for _function in (
    ew.bitwise_and, ew.bitwise_or, ew.bitwise_xor, ew.hypot, ew.logaddexp, ew.logical_xor,
    ewn.fmax, ewn.fmin, ewn.gcd, ewn.lcm, ewn.logaddexp2,
):  # fmt: skip
    _running = _accumulation(_function.op)
    _elementwise(_function, reduction=_last_of(_running, _function.op), accumulation=_running)
_elementwise(ew.subtract, scatter="add")

# all others
_elementwise(
    ew.abs, ew.acos, ew.acosh, ew.asin, ew.asinh, ew.atan, ew.atan2, ew.atanh, ew.bitwise_invert,
    ew.bitwise_left_shift, ew.bitwise_right_shift, ew.ceil, ew.conj, ew.copysign, ew.cos, ew.cosh,
    ew.divide, ew.equal, ew.exp, ew.expm1, ew.floor, ew.greater, ew.greater_equal, ew.isfinite,
    ew.isinf, ew.isnan, ew.less, ew.less_equal, ew.log, ew.log10, ew.log1p, ew.log2,
    ew.logical_not, ew.negative, ew.nextafter, ew.not_equal, ew.positive, ew.pow, ew.reciprocal,
    ew.remainder, ew.sign, ew.signbit, ew.sin, ew.sinh, ew.sqrt, ew.square, ew.tan, ew.tanh,
    ew.trunc,
    ewn.bitwise_count, ewn.cbrt, ewn.deg2rad, ewn.exp2, ewn.fabs, ewn.float_power,
    ewn.floor_divide, ewn.fmod, ewn.heaviside, ewn.ldexp, ewn.rad2deg, ewn.rint, ewn.spacing,
)  # fmt: skip
# the same function under another name, which NumPy has as another object
ufunc(np.degrees, _recorded(ewn.rad2deg.op))
ufunc(np.radians, _recorded(ewn.deg2rad.op))


def _frexp(x: Any, /) -> Any:
    """Mantissa and exponent, as two arrays."""
    x = array(x)
    dtype = np.frexp.resolve_dtypes((x.dtype, None, None))[0]
    x = astype(x, dtype, copy=False)
    exponent = ew.where(
        ew.isfinite(x) & (x != 0), ew.floor(ew.log2(ew.where(x == 0, 1, ew.abs(x)))) + 1, 0
    )
    exponent = astype(exponent, np.dtype(np.int32))
    # in two steps: the power itself may overflow where the result does not
    half = exponent // 2
    mantissa = ewn.ldexp(ewn.ldexp(x, -half), half - exponent)
    # the logarithm may round across a power of two
    size = ew.abs(mantissa)
    low, high = size < 0.5, size >= 1
    usual = ew.isfinite(x) & (x != 0)
    mantissa = ew.where(usual & low, mantissa * 2, ew.where(usual & high, mantissa / 2, mantissa))
    one = np.int32(1)
    exponent = ew.where(
        usual & low, exponent - one, ew.where(usual & high, exponent + one, exponent)
    )
    return mantissa, exponent


def _modf(x: Any, /) -> Any:
    """Fractional and whole parts, as two arrays, both with the sign of x."""
    x = array(x)
    dtype = np.modf.resolve_dtypes((x.dtype, None, None))[0]
    x = astype(x, dtype, copy=False)
    whole = ew.trunc(x)
    part = ew.where(ew.isinf(x), np.zeros((), dtype), x - whole)
    return ew.copysign(part, x), whole


def _divmod(x: Any, y: Any, /) -> Any:
    """Quotient and remainder, as two arrays."""
    return ewn.floor_divide(x, y), ew.remainder(x, y)


ufunc(np.divmod, _divmod)
ufunc(np.frexp, _frexp)
ufunc(np.modf, _modf)


def _vecdot(x1: Any, x2: Any, /) -> Any:
    """Conjugating product of vectors along the last axis, or another one."""
    return linear_algebra.vecdot(x1, x2, axis=-1)


def _matmul(x1: Any, x2: Any, /) -> Any:
    """Product of matrices, or stacks of them."""
    return linear_algebra.matmul(x1, x2)


def _matvec(x1: Any, x2: Any, /) -> Any:
    """Product of matrices and vectors, or stacks of them."""
    return linear_algebra.matmul(x1, x2[..., None])[..., 0]


def _vecmat(x1: Any, x2: Any, /) -> Any:
    """Product of conjugated vectors and matrices, or stacks of them."""
    if x1.dtype.kind == "c":
        x1 = ew.conj(x1)
    return linear_algebra.matmul(x1[..., None, :], x2)[..., 0, :]


ufunc(np.matmul, _matmul)
ufunc(np.matvec, _matvec)
ufunc(np.vecdot, _vecdot)
ufunc(np.vecmat, _vecmat)
