"""Whether this process does nothing but wait in JAX: nobody is told of a collective of JAX's own.

One that waits there for a process that has ended waits for ever. It is told from one that computes
by the time that its threads have used, or have waited for a core, from one whose connections move
bytes, however slow they are, and from one that was stopped.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from sharray._core import user_line

try:
    import resource
except ImportError:  # Windows
    resource = None

#: What one that does nothing adds to each of `_counts` in a second at most: it looks at the clock,
#: waits for no disk, and sends the heartbeats of many processes.
_IDLE = (0.03, 0, 1 << 15)
#: A thread that has something to compute waits for a core for more of the time.
_MOST = 0.5
#: In Linux's `tcp_info`: the bytes that the other side has got, and those that it has sent.
_MOVED = struct.Struct("=120xQQ")
#: Seconds between two looks.
EVERY = 1.5
#: Seconds after which one that waits for devices that are this process's own threads is idle.
_QUICK = 3 * EVERY


class Idleness:
    """What is known of it.

    Parameters
    ----------
    patience
        Seconds for which it may do nothing but wait in JAX when others have ended.
    on_cpu
        Whether its devices are its own threads, whose time is its own.
    on_devices
        Says whether the main thread waits for devices.
    settles
        Says whether a thread waits until others have launched the same.
    """

    def __init__(
        self,
        patience: float,
        *,
        on_cpu: bool,
        on_devices: Callable[[], bool],
        settles: Callable[[], bool],
    ) -> None:
        self._patience, self._on_cpu = patience, on_cpu
        self._on_devices, self._settles = on_devices, settles
        #: when this process has looked at itself and has worked, and how long it has by then
        self._looked = self._worked = time.monotonic()
        self._counted, self._ready = _counts(), _ready()

    def look(self) -> tuple[float, bool]:
        """Look at what the main thread does.

        Returns
        -------
        seconds
            For how long it has done nothing but wait in JAX, if that is long; else 0.
        is_stuck
            Whether that is too long even if the others do the same.
        """
        now = time.monotonic()
        passed, self._looked = now - self._looked, now
        is_busy = self._is_busy(passed)
        if passed > 2 * EVERY:  # it was stopped
            self._worked += passed
            return 0, False
        # Only where the main thread stands still: what is held of it keeps its values alive, and
        # what is alive is part of what a program computes.
        package = "" if is_busy else user_line.package_at_work()
        for_others = (
            package in ("jax", "jaxlib")
            or (package != "" and self._on_devices())
            or (package == "sharray" and self._settles())
        )
        if not (for_others or package == "sharray"):
            self._worked = now
        seconds, quick = now - self._worked, for_others and self._on_cpu
        limit = min(_QUICK, self._patience) if quick else self._patience
        return seconds if seconds > limit else 0, quick and seconds > self._patience

    def _is_busy(self, seconds: float) -> bool:
        """Whether it has worked since the last look, seconds ago, or would have."""
        work, self._counted = self._counted, _counts()
        ready, self._ready = self._ready, _ready()
        counts = zip(self._counted, work, _IDLE, strict=True)
        return any([now - before > most * seconds for now, before, most in counts]) or any(
            [now - ready.get(t, now) > _MOST * seconds for t, now in self._ready.items()]
        )


def _counts() -> tuple[float, int, int]:
    """Return what it has done so far, by the three kinds that the system counts."""
    return _used(), _faults(), _moved()


def _used() -> float:
    """Return for how many seconds the threads have worked, but for the one that looks."""
    return time.process_time() - time.thread_time()


def _ready() -> dict[str, float]:
    """Return for how many seconds each other thread has waited for a core, if the system tells.

    One that has something to compute waits for most of the time, where others have the cores; one
    that wakes now and then does so for a moment each time.
    """
    waited, own = {}, str(threading.get_native_id())
    for file in Path("/proc/self/task").glob("*/schedstat"):
        if file.parent.name == own:
            continue
        with contextlib.suppress(OSError, ValueError, IndexError):  # the thread has ended
            waited[file.parent.name] = int(file.read_text().split()[1]) / 1e9
    return waited


def _faults() -> int:
    """Return how often threads have waited for memory that is on a disk, if the system tells."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_majflt if resource else 0


def _moved() -> int:
    """Return how many bytes its open connections have moved, if the system tells."""
    moved = 0
    for file in Path("/proc/self/fd").glob("*") if sys.platform == "linux" else ():
        with contextlib.suppress(OSError):  # it is no connection, or has been closed
            connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=int(file.name))
            try:
                told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _MOVED.size)
            finally:
                connection.detach()
            moved += sum(_MOVED.unpack(told.ljust(_MOVED.size, b"\0")))
    return moved
