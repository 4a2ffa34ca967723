"""What arrays hold on the devices: looked at before and after programs run."""

from __future__ import annotations

import math
import time
from collections import Counter
from typing import Any, NamedTuple

from sharray._core.lazy import jax

#: Looks take one part in so many of the time at most.
_SHARE = 20
#: There are no more samples than this.
MOST_SAMPLES = 100_000


class Sample(NamedTuple):
    """Bytes on the fullest device at a moment.

    Attributes
    ----------
    seconds
        Since the report began.
    held
        Of arrays.
    needed
        With what a program that runs next needs beside them: its results, and what is temporary.
    """

    seconds: float
    held: int
    needed: int


class MemoryLog:
    """Samples, no more often than looks are cheap: each costs a microsecond or two per array."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []
        self._next = 0.0

    def look(self, start: float, fresh: int = 0) -> None:
        """Look, before a program that needs `fresh` bytes on each device.

        Parameters
        ----------
        start
            When the report began, by ``time.perf_counter``.
        fresh
            0 after a program.
        """
        now = time.perf_counter()
        if now < self._next:
            last = self.samples[-1]
            self.samples[-1] = last._replace(needed=max(last.needed, last.held + fresh))
        elif len(self.samples) < MOST_SAMPLES:
            held = bytes_held()
            self.samples.append(Sample(now - start, held, held + fresh))
            done = time.perf_counter()
            self._next = done + _SHARE * (done - now)

    def end(self, start: float) -> None:
        """Take note of the end of the report, if anything has run in it."""
        if self.samples:
            self._next = 0.0
            self.look(start)


def bytes_held() -> int:
    """Return the bytes of the arrays that there are, on the device that holds most of them."""
    by_sharding: Counter[Any] = Counter()
    for array in jax.live_arrays():
        block = array.sharding.shard_shape(array.shape)
        by_sharding[array.sharding] += math.prod(block) * array.dtype.itemsize
    by_device: Counter[Any] = Counter()
    for sharding, nbytes in by_sharding.items():
        for device in sharding.device_set:
            by_device[device] += nbytes
    return max(by_device.values(), default=0)
