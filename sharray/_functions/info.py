"""Inspection: what the namespace offers, and where."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core.lazy import is_jax_array, jax
from sharray._core.placement import device_mesh, get_mesh, layout_for
from sharray._record.handles import Handle

#: What NumPy says of itself.
_numpys: Any = np.__array_namespace_info__()


def _check(device: Any) -> None:
    """Raise TypeError or ValueError if `device` is no placement."""
    if device is None:
        return
    spec = getattr(device, "spec", device)
    layout_for((1,) * len(spec) if isinstance(spec, jax.sharding.PartitionSpec) else (), device)


class Devices(tuple[Any, ...]):
    """Placements, to which lists can be added: until 2024.12 the standard had a list of them."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return [*self, *other] if isinstance(other, list) else super().__add__(other)

    def __radd__(self, other: Any) -> Any:
        return [*other, *self] if isinstance(other, list) else NotImplemented


class Info:
    """Result of ``__array_namespace_info__``."""

    def capabilities(self) -> dict[str, Any]:
        """Return what of the standard's optional behaviour there is."""
        return _numpys.capabilities()

    def default_device(self) -> Any:
        """Return the current mesh."""
        return get_mesh()

    def devices(self) -> Devices:
        """Return the current mesh, and each device by itself as a mesh of one."""
        mesh = get_mesh()
        if mesh.size == 1:
            return Devices([mesh])
        return Devices([mesh, *[device_mesh(d) for d in jax.local_devices()]])

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """Return the dtypes that functions choose by themselves, the same everywhere."""
        _check(device)
        return _numpys.default_dtypes()

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """Return the dtypes of a kind (all by default) by name, the same everywhere."""
        _check(device)
        dtypes = _numpys.dtypes()
        if kind is None:
            return dtypes
        return {name: d for name, d in dtypes.items() if np.isdtype(d, kind)}


def __array_namespace_info__() -> Info:
    """Return the inspection functions of the namespace.

    References
    ----------
    Python array API 2025.12, inspection.
    """
    return Info()


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
