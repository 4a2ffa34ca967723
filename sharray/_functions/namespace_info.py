"""What the namespace says of itself: `__array_namespace_info__`."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core.lazy import jax
from sharray._core.meshes import device_mesh, get_mesh
from sharray._core.placement import layout_for

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
