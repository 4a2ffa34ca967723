"""What JAX tells of its cache of programs on disk, in the thread that compiles."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

from sharray._core.lazy import jax

#: A program has been read; one is about to be written; a compilation has ended, and what it writes
#: is written.
_READ = "/jax/compilation_cache/cache_hits"
_WRITES = "/jax/compilation_cache/cache_misses"
_ENDED = "/jax/core/compile/backend_compile_duration"


class _Count(threading.local):
    value = 0


_read = _Count()


@functools.cache
def _listen() -> None:
    def note(event: str, **_: object) -> None:
        if event == _READ:
            _read.value += 1

    jax.monitoring.register_event_listener(note)


def count_read() -> int:
    """Return how many programs JAX has read from disk for this thread."""
    _listen()
    return _read.value


def when_written(callback: Callable[[], object]) -> None:
    """Call a function whenever JAX has written programs, and no thread is in the middle of one."""
    writing: set[int] = set()

    def begin(event: str, **_: object) -> None:
        if event == _WRITES:
            writing.add(threading.get_ident())

    def end(event: str, duration_secs: float, **_: object) -> None:
        thread = threading.get_ident()
        if event == _ENDED and thread in writing:
            writing.discard(thread)
            if not writing:
                callback()

    jax.monitoring.register_event_listener(begin)
    jax.monitoring.register_event_duration_secs_listener(end)
