"""Data type functions."""

from __future__ import annotations

import builtins
import warnings
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from sharray._core import rules
from sharray._engine.blocks import cast
from sharray._ops.table import Op, register
from sharray._record import handles, record
from sharray._record.moves import copied, to_layout

_page = "data type functions"

bool = np.dtype(np.bool_)
int8 = np.dtype(np.int8)
int16 = np.dtype(np.int16)
int32 = np.dtype(np.int32)
int64 = np.dtype(np.int64)
uint8 = np.dtype(np.uint8)
uint16 = np.dtype(np.uint16)
uint32 = np.dtype(np.uint32)
uint64 = np.dtype(np.uint64)
float32 = np.dtype(np.float32)
float64 = np.dtype(np.float64)
complex64 = np.dtype(np.complex64)
complex128 = np.dtype(np.complex128)


class FInfo(NamedTuple):
    """Limits of a floating-point dtype; those of the parts for a complex one."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: np.dtype


class IInfo(NamedTuple):
    """Limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: np.dtype


@cache
def cast_op(dtype: np.dtype) -> Op:
    """Return the elementwise operation that converts to `dtype`; there is one per dtype."""
    return Op(
        name=f"astype_{dtype}",
        fn=lambda x: convert(x, dtype),
        rule=rules.broadcast,
        kinds="all",
        comm="local",
        recorded=True,
        elementwise=True,
        dtypes=lambda given: ((given[0],), dtype),
        host=lambda x: _real(x, dtype).astype(dtype),
        section=_page,
    )


def _real(x: Any, dtype: np.dtype) -> Any:
    return x.real if x.dtype.kind == "c" and dtype.kind not in "cb" else x


def convert(x: Any, dtype: np.dtype) -> Any:
    """Convert an array of JAX as NumPy does."""
    x = _real(x, dtype)
    if dtype.kind == "b":
        return x != 0
    if x.dtype.kind == "f" and dtype.kind in "iu":
        # as NumPy, numbers that a small dtype cannot hold wrap around; JAX would clamp them
        wrapped = x.astype(int64).astype(dtype)
        return jnp.where(x < 2.0**63, wrapped, x.astype(uint64)) if dtype == uint64 else wrapped
    return cast(x, dtype)


register(
    Op("astype", convert, rules.broadcast, "all", "local", recorded=True, composite=True,
       section=_page)
)  # fmt: skip


def astype(x, dtype, /, *, copy=True, device=None):
    """Convert to another dtype.

    Recorded. The result lies as `x` does, or as `device` says.

    Parameters
    ----------
    x : array
        The array.
    dtype : dtype
        The new dtype.
    copy : bool
        Whether to make a new array also where the dtype stays.
    device : optional
        Placement of the result: a mesh, a NamedSharding, a PartitionSpec or a device.

    Returns
    -------
    out : array
        Of the same shape.

    Raises
    ------
    TypeError
        If the dtype is neither boolean nor numeric.

    Warns
    -----
    ComplexWarning
        If imaginary parts are lost.

    References
    ----------
    Python array API 2025.12, data type functions: astype.
    """
    wanted = handles.check_dtype(np.dtype(dtype))
    x = record.as_handle(x, "astype")
    if x.dtype == wanted:
        made = copied(x) if copy else x
    else:
        if x.dtype.kind == "c" and wanted.kind not in "cb":
            message = "Casting complex values to real discards the imaginary part"
            warnings.warn(message, np.exceptions.ComplexWarning, stacklevel=2)
        made = handles.wrap_array(record.elementwise_expr(cast_op(wanted), (x,)))
    return made if device is None else to_layout(made, device)


def promoted(*arrays: Any) -> list[Any]:
    """Cast arrays of JAX to the dtype that NumPy promotes theirs to."""
    dtype = np.result_type(*[np.dtype(a.dtype) for a in arrays])
    return [cast(a, dtype) for a in arrays]


def inexact(x: Any) -> Any:
    """Cast an array of JAX to float64 if it holds integers or booleans."""
    return x if x.dtype.kind in "fc" else cast(x, float64)


def _dtype_of(x: Any) -> np.dtype:
    if isinstance(x, (handles.Handle, np.ndarray, np.generic, jax.Array)):
        return np.dtype(x.dtype)  # type: ignore[union-attr]
    return np.dtype(x)


def can_cast(from_, to, /):
    """Whether an array or dtype converts to a dtype without loss, by NumPy's "safe" rule.

    References
    ----------
    Python array API 2025.12, data type functions: can_cast.
    """
    return np.can_cast(_dtype_of(from_), _dtype_of(to))


def finfo(type, /):
    """Limits of a floating-point dtype, or of an array's.

    References
    ----------
    Python array API 2025.12, data type functions: finfo.
    """
    dtype = _dtype_of(type)
    if dtype.kind not in "fc":
        raise TypeError(f"finfo takes floating-point dtypes, not {dtype}")
    info = np.finfo(dtype)
    return FInfo(
        bits=int(info.bits),
        eps=float(info.eps),
        max=float(info.max),
        min=float(info.min),
        smallest_normal=float(info.smallest_normal),
        dtype=np.dtype(info.dtype),
    )


def iinfo(type, /):
    """Limits of an integer dtype, or of an array's.

    References
    ----------
    Python array API 2025.12, data type functions: iinfo.
    """
    dtype = _dtype_of(type)
    if dtype.kind not in "iu":
        raise TypeError(f"iinfo takes integer dtypes, not {dtype}")
    info = np.iinfo(dtype)
    return IInfo(bits=info.bits, max=int(info.max), min=int(info.min), dtype=dtype)


_KIND_NAMES = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def isdtype(dtype, kind):
    """Whether a dtype is of a kind: a dtype, one of the standard's words, or a tuple of those.

    References
    ----------
    Python array API 2025.12, data type functions: isdtype.
    """
    dtype = np.dtype(dtype)
    if isinstance(kind, tuple):
        return any(isdtype(dtype, k) for k in kind)
    if isinstance(kind, str):
        if kind not in _KIND_NAMES:
            raise ValueError(f"unknown kind {kind!r}; the kinds are {', '.join(_KIND_NAMES)}")
        return dtype.kind in _KIND_NAMES[kind]
    return dtype == np.dtype(kind)


def result_type(*arrays_and_dtypes):
    """The dtype that arrays, dtypes and Python scalars promote to, by NumPy's rules.

    References
    ----------
    Python array API 2025.12, data type functions: result_type.
    """
    if not arrays_and_dtypes:
        raise ValueError("result_type needs at least one array or dtype")
    scalars = {builtins.bool, complex, float, int}
    given = [a if type(a) in scalars else _dtype_of(a) for a in arrays_and_dtypes]
    if all(type(g) in scalars for g in given):
        raise ValueError("result_type needs at least one array or dtype beside scalars")
    return np.result_type(*given)
