"""Arrays that come and go as a stream of their elements in C order.

The host holds one piece, and at most one shard, at a time: whatever the size of the array.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.layout import Layout, make_aval
from sharray._core.lazy import jax
from sharray._core.node import computed
from sharray._core.placement import default_layout
from sharray._engine import agreement, transfer
from sharray._engine.evaluate import evaluate_all
from sharray._ops.manipulation import reshape
from sharray._record.handles import Handle, wrap_array
from sharray._record.moves import to_layout

#: Bytes of one chunk: it stays in a cache of the processor, and costs little to make.
CHUNK = 1 << 21


def boxes(shape: tuple[int, ...], most: int) -> Iterator[tuple[Any, ...]]:
    """Cut `shape` into keys of at most `most` elements (but at least one), in C order."""
    if 0 in shape:
        return
    if not shape:
        yield ()
        return
    row = math.prod(shape[1:])
    if row > most:
        for i in range(shape[0]):
            for rest in boxes(shape[1:], most):
                yield (i, *rest)
        return
    step = max(1, most // row)
    for i in range(0, shape[0], step):
        yield (slice(i, min(i + step, shape[0])),)


def pieces(x: Handle) -> Iterator[np.ndarray]:
    """Read the elements of `x` in C order, some at a time."""
    node = x._node()
    evaluate_all([node])
    whole = wrap_array(node)
    for key in boxes(node.aval.shape, CHUNK // node.aval.dtype.itemsize):
        yield np.ascontiguousarray(transfer.to_numpy(whole[key]._node())).reshape(-1)


def from_pieces(shape: tuple[int, ...], dtype: np.dtype, stream: Iterable[np.ndarray]) -> Any:
    """Make an array with the default sharding of the elements that `stream` gives, in C order.

    Each shard is filled and sent to its device before the next one is begun. Where shards are not
    runs of elements in C order, the array is laid out as a vector first, then moved.
    """
    layout = default_layout(shape)
    if observers.active:
        observers.moving("to devices", layout.size * np.dtype(dtype).itemsize)
    filled = layout if _in_order(layout) else default_layout((layout.size,))
    x = wrap_array(computed(make_aval(filled, dtype), _fill(filled, dtype, stream)))
    return x if filled is layout else to_layout(reshape(x, shape), layout.sharding)


def _in_order(layout: Layout) -> bool:
    """Whether each shard is a run of elements in C order."""
    sharded = [d for d, n in enumerate(layout.parts) if n > 1]
    return not sharded or (len(sharded) == 1 and math.prod(layout.shape[: sharded[0]]) == 1)


def _fill(layout: Layout, dtype: np.dtype, stream: Iterable[np.ndarray]) -> jax.Array:
    """Fill the shards of a layout whose shards are in order."""
    sharding, block = layout.auto_sharding, layout.block_shape
    places: dict[int, list[Any]] = {}
    for device, index in sharding.devices_indices_map(layout.padded_shape).items():
        starts = [s.indices(n)[0] for s, n in zip(index, layout.padded_shape, strict=True)]
        at = int(np.ravel_multi_index(starts, layout.padded_shape)) if starts and layout.size else 0
        places.setdefault(at, []).append(device)
    source = _Source(stream)
    buffers = {}
    here = jax.process_index()
    for at in sorted(places):
        shard = np.zeros(math.prod(block), dtype)
        source.read_into(shard[: max(0, min(shard.size, layout.size - at))])
        for device in places[at]:
            if device.process_index == here:
                buffers[device] = jax.device_put(shard.reshape(block), device)
        # the next one is not begun while the host still holds this one
        jax.block_until_ready([buffers[d] for d in places[at] if d in buffers])
        del shard
    source.close()
    arrays = [buffers[d] for d in sharding.addressable_devices_indices_map(layout.padded_shape)]
    array = jax.make_array_from_single_device_arrays(layout.padded_shape, sharding, arrays)
    agreement.note_parts(array, "of a stream")
    return array


class _Source:
    """Reads any number of elements at a time from arrays of any lengths."""

    def __init__(self, stream: Iterable[np.ndarray]) -> None:
        self._stream = iter(stream)
        self._rest = np.empty(0)

    def read_into(self, target: np.ndarray) -> None:
        """Fill `target` with the next elements."""
        done = 0
        while done < target.size:
            if not self._rest.size:
                self._rest = next(self._stream).reshape(-1)
            count = min(self._rest.size, target.size - done)
            target[done : done + count] = self._rest[:count]
            self._rest = self._rest[count:]
            done += count

    def close(self) -> None:
        """Let what makes the pieces end its work, which may be to check that nothing is left."""
        for _ in self._stream:
            raise AssertionError("a stream gave more elements than its array has")
