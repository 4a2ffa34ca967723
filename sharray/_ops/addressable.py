"""What the devices of this process hold of an array, its addressable shards, for NumPy."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from sharray._core.layout import Index, lengths, logical_index
from sharray._core.lazy import jax
from sharray._engine import agreement, rendezvous
from sharray._record import handles


def own_pieces(array: Any, process: int) -> Iterator[tuple[Index, np.ndarray]]:
    """Yield the shards that a process is to write, without padding: each is one process's alone.

    What is on the host is process 0's. No memory is copied.
    """
    if (host := host_of(array)) is not None:
        if process == 0:
            yield tuple([slice(0, n) for n in host.shape]), host
        return
    buffer = _buffer(array)
    if rendezvous.count() == 1 and not buffer.is_fully_addressable:
        raise ValueError(
            f"an array of shape {array.shape} lies on devices of several processes: all of them "
            "have to write it, outside of process_local()"
        )
    agreement.note_use([buffer], "an array to be written")
    for shard in buffer.addressable_shards:
        index = logical_index(shard.index, buffer.shape, array.shape)
        sizes = lengths(index)
        if not shard.replica_id and 0 not in sizes:
            yield index, np.asarray(shard.data)[tuple(map(slice, sizes))]


def block_of(array: Any) -> tuple[int, ...]:
    """Return the shape of the shards of an array, with padding; of one on the host its own."""
    if host_of(array) is not None:
        return array.shape
    buffer = _buffer(array)
    return buffer.sharding.shard_shape(buffer.shape)


def _buffer(array: Any) -> jax.Array:
    """Return the elements on devices, when they are there."""
    buffer = array.to_jax(padded=True) if isinstance(array, handles.Handle) else array
    return jax.block_until_ready(buffer)


def host_of(array: Any) -> np.ndarray | None:
    """Return the elements of an array on the host; None for one on devices."""
    host = array._numpy() if isinstance(array, handles.Handle) else array
    return np.asarray(host) if isinstance(host, (np.ndarray, np.generic)) else None


def enclosing(indices: Iterable[Index]) -> Index:
    """Return the smallest index that has all of these in it."""
    return tuple(
        slice(min(s.start for s in along), max(s.stop for s in along))
        for along in zip(*indices, strict=True)
    )


def local_part(array: handles.Handle) -> np.ndarray:
    """Return what the devices of this process hold of an array; it cannot be written to.

    Raises
    ------
    ValueError
        If that is not one block.
    """
    if (host := host_of(array)) is not None:
        part = host.copy()
    else:
        buffer = _buffer(array)
        shards = {
            tuple(
                (s.start, s.stop) for s in logical_index(shard.index, buffer.shape, array.shape)
            ): shard
            for shard in buffer.addressable_shards
        }
        held = [tuple(slice(*ends) for ends in at) for at in shards]
        if not held:
            raise ValueError(f"process {jax.process_index()} has no device of the array's mesh")
        box = enclosing([at for at in held if 0 not in lengths(at)] or held[:1])
        part, filled = np.empty(lengths(box), buffer.dtype), 0
        for at, shard in zip(held, shards.values(), strict=True):
            if 0 not in (sizes := lengths(at)):
                ends = zip(at, box, strict=True)
                inside = tuple(slice(s.start - b.start, s.stop - b.start) for s, b in ends)
                part[inside] = np.asarray(shard.data)[tuple(map(slice, sizes))]
                filled += math.prod(sizes)
        if filled != part.size:
            raise ValueError(
                f"the devices of process {jax.process_index()} hold several blocks of the array of "
                f"shape {array.shape}: read x.addressable_shards"
            )
    part.flags.writeable = False
    return part
