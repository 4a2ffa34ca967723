"""Buffers that change places with those of arrays that are written again and again."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from sharray._core.layout import Aval


class Spare:
    """A buffer that an array which is written again and again has no use for at the moment.

    A write that reads neighbours cannot go to the buffer that it reads from. It goes to the
    spare one, and the two change places: no copy, and no fresh memory that the system would have
    to hand out page by page.
    """

    __slots__ = ("aval", "buffer")

    def __init__(self) -> None:
        self.aval: Aval | None = None
        self.buffer: Any = None

    def take(self, aval: Aval) -> Any:
        """Return a buffer of `aval` to overwrite."""
        buffer, self.buffer = self.buffer, None
        if buffer is None or self.aval is not aval or buffer.is_deleted():
            layout = aval.layout
            zeros = np.broadcast_to(np.zeros((), aval.dtype), layout.padded_shape)
            with jax.ensure_compile_time_eval():
                buffer = jax.device_put(zeros, layout.sharding)
        return buffer

    def put(self, aval: Aval, buffer: Any) -> None:
        """Keep a buffer that nobody reads any more."""
        self.aval, self.buffer = aval, buffer
