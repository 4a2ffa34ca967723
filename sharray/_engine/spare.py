"""Buffers that change places with those of arrays that are written again and again."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

import numpy as np

from sharray._core.layout import Aval, Layout
from sharray._core.lazy import jax, jnp
from sharray._core.node import Node
from sharray._engine import agreement, shards
from sharray._engine.folds import on_cpu


class Spare:
    """A buffer that an array which is written again and again has no use for at the moment.

    A write that reads neighbours cannot go to the buffer that it reads from. It goes to the
    spare one, and the two change places: no copy, and no fresh memory that the system would have
    to hand out page by page.
    """

    __slots__ = ("_owner", "aval", "buffer")

    def __init__(self) -> None:
        self.aval: Aval | None = None
        self.buffer: Any = None
        #: whose value it still is: what is yet to be computed may read it there
        self._owner: weakref.ref[Node] | None = None

    def take(self, aval: Aval) -> Any:
        """Return a buffer of `aval` to overwrite."""
        buffer, self.buffer = self.buffer, None
        in_use = self._owner is not None and self._owner() is not None
        if buffer is None or in_use or self.aval is not aval or buffer.is_deleted():
            with jax.ensure_compile_time_eval():
                buffer = _unwritten(aval.layout, aval.dtype)
        return buffer

    def put(self, aval: Aval, buffer: Any) -> None:
        """Keep a buffer that nobody reads when the node is gone whose value it is."""
        self.aval, self.buffer, self._owner = aval, buffer, None
        if agreement.client is not None:
            agreement.client.arrays.forget(buffer)

    def follow(self, nodes: Iterable[Node]) -> None:
        """Wait with it for the one of these nodes whose value it is."""
        for node in nodes:
            if node.value is self.buffer and self.buffer is not None:
                self._owner = weakref.ref(node)


def _unwritten(layout: Layout, dtype: np.dtype) -> Any:
    """Return a buffer with arbitrary elements, which take no time."""
    shape, sharding = layout.padded_shape, layout.auto_sharding
    if not on_cpu(layout.mesh):  # whose memory the host's does not have to go to
        return jnp.zeros(shape, dtype, device=sharding)
    blocks = [
        jax.device_put(shards.empty(layout.block_shape, dtype), device)
        for device in sharding.addressable_devices_indices_map(shape)
    ]
    return jax.make_array_from_single_device_arrays(shape, sharding, blocks)
