"""The parts of an array that lie on the devices of this process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sharray._core.layout import lengths, logical_index
from sharray._core.meshes import automatic, device_mesh

if TYPE_CHECKING:
    import jax


@dataclass(frozen=True)
class Shard:
    """What one device holds of an array, as ``jax.Shard``, without the padding of its buffer.

    Attributes
    ----------
    device : jax.Device
        The device.
    index : tuple of slice
        Which elements of the array these are: ``whole[shard.index] = shard.data``.
    replica_id : int
        Which copy of them it is; 0 where no other device has them.
    block : jax.Array
        The device's block of the buffer, with padding.
    """

    device: Any
    index: tuple[slice, ...]
    replica_id: int
    block: jax.Array

    @property
    def data(self) -> jax.Array:
        """The elements, on the device."""
        sizes = lengths(self.index)
        if self.block.shape == sizes:
            return self.block
        with automatic(device_mesh(self.device)):
            return self.block[tuple([slice(n) for n in sizes])]


def shards_of(buffer: jax.Array, shape: tuple[int, ...]) -> Iterator[Shard]:
    """Yield the shards of an array of a shape whose buffer may have padding."""
    for shard in buffer.addressable_shards:
        index = logical_index(shard.index, buffer.shape, shape)
        yield Shard(shard.device, index, shard.replica_id, shard.data)
