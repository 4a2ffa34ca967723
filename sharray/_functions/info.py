"""Inspection: what the namespace offers, and where."""

from __future__ import annotations

from typing import Any

import jax
from jax.sharding import PartitionSpec

from sharray._core.placement import device_mesh, get_mesh, layout_for
from sharray._ops import data_types as dt


def _check(device: Any) -> None:
    """Raise TypeError or ValueError if `device` is no placement."""
    spec = getattr(device, "spec", device)
    layout_for((1,) * len(spec) if isinstance(spec, PartitionSpec) else (), device)


class Info:
    """Result of ``__array_namespace_info__``."""

    def capabilities(self) -> dict[str, Any]:
        """Return what of the standard's optional behaviour there is."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> Any:
        """Return the current mesh."""
        return get_mesh()

    def devices(self) -> tuple[Any, ...]:
        """Return the current mesh, and each device by itself as a mesh of one."""
        mesh = get_mesh()
        if mesh.size == 1:
            return (mesh,)
        return (mesh, *[device_mesh(d) for d in jax.local_devices()])

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """Return the dtypes that functions choose by themselves, the same everywhere."""
        _check(device)
        return {
            "real floating": dt.float64,
            "complex floating": dt.complex128,
            "integral": dt.int64,
            "indexing": dt.int64,
        }

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """Return the dtypes of a kind (all by default) by name, the same everywhere."""
        _check(device)
        names = (
            "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
            "float32", "float64", "complex64", "complex128",
        )  # fmt: skip
        found = {name: getattr(dt, name) for name in names}
        if kind is None:
            return found
        return {name: d for name, d in found.items() if dt.isdtype(d, kind)}


def __array_namespace_info__() -> Info:
    """Return the inspection functions of the namespace.

    References
    ----------
    Python array API 2025.12, inspection.
    """
    return Info()
