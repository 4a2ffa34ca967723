"""Data types: their limits, and what others they promote and cast to."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core.lazy import is_jax_array
from sharray._functions.arguments import array, on_host
from sharray._functions.declare import implements
from sharray._record.handles import Handle


class _Limits:
    """NumPy's limits of a dtype, with Python's numbers as the standard has them."""

    _numpy: Any

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._numpy, name)
        return value.item() if isinstance(value, np.generic) else value

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.dtype == self.dtype  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        return repr(self._numpy)


class finfo(_Limits):
    """Limits of a floating-point dtype, or of an array's; of the parts for a complex one.

    Parameters
    ----------
    type
        The dtype or array.

    Raises
    ------
    TypeError
        If the dtype is another one.

    References
    ----------
    Python array API 2025.12, data type functions: finfo. The attributes are `numpy.finfo`'s.
    """

    def __init__(self, type: Any, /) -> None:
        dtype = _dtype_of(type)
        if dtype.kind not in "fc":
            raise TypeError(f"finfo takes floating-point dtypes, not {dtype}")
        self._numpy = np.finfo(dtype)


class iinfo(_Limits):
    """Limits of an integer dtype, or of an array's.

    Parameters
    ----------
    type
        The dtype or array.

    Raises
    ------
    TypeError
        If the dtype is another one.

    References
    ----------
    Python array API 2025.12, data type functions: iinfo. The attributes are `numpy.iinfo`'s.
    """

    def __init__(self, type: Any, /) -> None:
        dtype = _dtype_of(type)
        if dtype.kind not in "iu":
            raise TypeError(f"iinfo takes integer dtypes, not {dtype}")
        self._numpy = np.iinfo(dtype)


def _dtype_of(value: Any) -> np.dtype:
    has_one = isinstance(value, (Handle, np.ndarray, np.generic)) or is_jax_array(value)
    return np.dtype(value.dtype if has_one else value)


def dtype_of(x: Any) -> Any:
    """Return the dtype of an array of this library; anything else as it is."""
    return x._node().aval.dtype if isinstance(x, Handle) else x


@implements(np.result_type)
def result_type(*arrays_and_dtypes: Any):
    """Return the dtype that arrays, scalars and dtypes promote to."""
    return np.result_type(*[dtype_of(a) for a in arrays_and_dtypes])


@implements(np.can_cast)
def can_cast(from_: Any, to: Any, casting: Any = "safe"):
    """Whether a dtype casts to another by the rule."""
    return np.can_cast(dtype_of(from_), to, casting)


@implements(np.min_scalar_type)
def min_scalar_type(a, /):
    """Smallest dtype that holds a scalar; of an array, its dtype."""
    if isinstance(a, Handle) and a.ndim:
        return a.dtype
    return np.min_scalar_type(on_host(a, True))


@implements(np.common_type)
def common_type(*arrays):
    """Inexact scalar type that all arrays promote to."""
    return np.common_type(*[np.empty(0, array(a).dtype) for a in arrays])
