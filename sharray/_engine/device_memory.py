"""What a program needs on its devices, and whether they have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from jax.sharding import Mesh

#: Bytes per device that are not worth asking for.
SURELY_THERE = 1 << 26


def fresh_bytes(executable: Any) -> int:
    """Return the bytes on each device beside operands and what they donate."""
    stats = executable.memory_analysis()
    if stats is None:
        return 0
    return stats.output_size_in_bytes - stats.alias_size_in_bytes + stats.temp_size_in_bytes


def has_room(size: int, mesh: Mesh) -> bool:
    """Whether each device of the mesh can give `size` bytes, as far as it says."""
    devices = mesh.local_devices
    if devices[0].platform == "cpu":
        try:
            np.empty(size * len(devices), np.uint8)  # not touched, so it costs nothing
        except (MemoryError, ValueError):
            return False
        return True
    for device in devices:
        stats = device.memory_stats() or {}
        if "bytes_limit" in stats and size > stats["bytes_limit"] - stats["bytes_in_use"]:
            return False
    return True
