"""Buffers that change places with those of arrays that are written again and again."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

import numpy as np

from sharray._core.layout import Aval
from sharray._core.lazy import jax
from sharray._core.node import Node


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
            layout = aval.layout
            zeros = np.broadcast_to(np.zeros((), aval.dtype), layout.padded_shape)
            with jax.ensure_compile_time_eval():
                buffer = jax.make_array_from_callback(
                    layout.padded_shape, layout.sharding, zeros.__getitem__
                )
        return buffer

    def put(self, aval: Aval, buffer: Any) -> None:
        """Keep a buffer that nobody reads when the node is gone whose value it is."""
        self.aval, self.buffer, self._owner = aval, buffer, None

    def follow(self, nodes: Iterable[Node]) -> None:
        """Wait with it for the one of these nodes whose value it is."""
        for node in nodes:
            if node.value is self.buffer and self.buffer is not None:
                self._owner = weakref.ref(node)
