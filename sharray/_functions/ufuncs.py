"""The ufuncs of the namespaces: what follows from the declarations of elementwise operations."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from sharray._core.operation import TABLE, Op
from sharray._functions.arguments import array
from sharray._functions.ufunc import UFUNCS, Declared
from sharray._ops import accumulation, products
from sharray._ops import elementwise as ew
from sharray._ops import elementwise_numpy as ewn
from sharray._ops.data_types import astype
from sharray._ops.manipulation import squeeze
from sharray._record import record

#: Before the name of an operation with NumPy's values, where the standard has others.
_NUMPY = "numpy."


def _recorded(op: Op) -> Callable[..., Any]:
    recorded = partial(record.elementwise, op)
    recorded.__doc__ = inspect.cleandoc(op.public.__doc__ or "")  # type: ignore[misc]
    return recorded


def _reduction(op: Op) -> Any:
    """Return `reduce` by the operation that is declared to be the reduction of `op`."""

    def reduction(x: Any, axes: Any, dtype: Any, keepdims: bool) -> Any:
        by = TABLE[op.reduction]
        kind = None if dtype is None else np.dtype(dtype)
        if "dtype" in by.signature.parameters:
            return by.public(x, axis=axes, dtype=kind, keepdims=keepdims)
        if kind is not None and x.dtype != kind:
            x = astype(x, kind)
        return by.public(x, axis=axes, keepdims=keepdims)

    return reduction


def _accumulation(op: Op) -> Any:
    """Return `accumulate` by the operation that is declared for that, or by the identity."""
    numpy_ufunc = op.ufunc
    assert numpy_ufunc is not None
    if op.accumulation:

        def scan(x: Any, axis: int, dtype: Any) -> Any:
            by = TABLE[op.accumulation].public
            return by(x, axis=axis, dtype=None if dtype is None else np.dtype(dtype))

        return scan

    def running(x: Any, axis: int, dtype: Any) -> Any:
        kind = numpy_ufunc.resolve_dtypes((x.dtype, x.dtype, None))[-1] if dtype is None else dtype
        return accumulation.accumulate(x, axis=axis, of=op.name, dtype=np.dtype(kind))

    return running


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


def _methods(op: Op) -> dict[str, Any]:
    """Return what `reduce`, `accumulate` and `at` do on devices, where they do something there."""
    accumulate = _accumulation(op) if op.accumulation or op.identity is not None else None
    reduce = None
    if op.reduction:
        reduce = _reduction(op)
    elif accumulate is not None:
        reduce = _last_of(accumulate, op)
    return {"reduction": reduce, "accumulation": accumulate, "scatter": op.scatter}


def _of_same_ufunc() -> dict[np.ufunc, list[Op]]:
    """Return the elementwise operations of the table by NumPy's ufunc."""
    by_ufunc: dict[np.ufunc, list[Op]] = {}
    for op in TABLE.values():
        if op.elementwise and op.ufunc is not None:
            by_ufunc.setdefault(op.ufunc, []).append(op)
    return by_ufunc


def declare_missing() -> None:
    """Declare the ufunc of each elementwise operation that has not got one yet."""
    for numpy_ufunc, ops in _of_same_ufunc().items():
        if numpy_ufunc in UFUNCS:
            continue
        op = ops[0]
        own = next((o for o in ops if o.name.startswith(_NUMPY)), op)
        standard = None if own is op else _recorded(op)
        Declared(numpy_ufunc, _recorded(own), host=op.host, standard=standard, **_methods(op))


declare_missing()
# the same function under another name, which NumPy has as another object
Declared(np.degrees, _recorded(ewn.rad2deg.op))
Declared(np.radians, _recorded(ewn.deg2rad.op))


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


Declared(np.divmod, _divmod)
Declared(np.frexp, _frexp)
Declared(np.modf, _modf)


def _vecdot(x1: Any, x2: Any, /) -> Any:
    """Conjugating product of vectors along the last axis, or another one."""
    return products.vecdot(x1, x2, axis=-1)


def _matmul(x1: Any, x2: Any, /) -> Any:
    """Product of matrices, or stacks of them."""
    return products.matmul(x1, x2)


def _matvec(x1: Any, x2: Any, /) -> Any:
    """Product of matrices and vectors, or stacks of them."""
    return products.matmul(x1, x2[..., None])[..., 0]


def _vecmat(x1: Any, x2: Any, /) -> Any:
    """Product of conjugated vectors and matrices, or stacks of them."""
    if x1.dtype.kind == "c":
        x1 = ew.conj(x1)
    return products.matmul(x1[..., None, :], x2)[..., 0, :]


Declared(np.matmul, _matmul)
Declared(np.matvec, _matvec)
Declared(np.vecdot, _vecdot)
Declared(np.vecmat, _vecmat)
