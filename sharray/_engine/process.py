"""What becomes of the engine where the process forks, and where it ends."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
import time
from typing import Any, NoReturn

from sharray._core.context import cut_off
from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._engine import callbacks
from sharray._engine.callbacks import lock

#: How long the end of the process waits for a program of another thread, in seconds.
_PATIENCE = 10.0


#: Whether the devices of the process are in use, and whether they were when it was forked.
started = forked = False


def has_devices() -> bool:
    """Whether JAX has begun to use devices; then it says that their number is settled."""
    if "jax" not in sys.modules:
        return False
    config: Any = getattr(jax, "config", None)  # not there while JAX is being imported
    count = getattr(config, "jax_num_cpu_devices", None)
    if count is None:
        return False
    try:
        config.update("jax_num_cpu_devices", max(count, 0) + 1)
    except RuntimeError:
        return True
    finally:
        with contextlib.suppress(RuntimeError):
            config.update("jax_num_cpu_devices", count)
    return False


def check() -> None:
    """Raise where a program would wait for ever for threads that the parent process has.

    Raises
    ------
    RuntimeError
        In a process that was forked by one that had used its devices.
    """
    if forked:
        raise RuntimeError(
            "this process was forked by one that had used JAX's devices, whose threads it does "
            "not have: compute with arrays of the host (what it is given by pickle is there), or "
            "start it by multiprocessing's 'spawn' or 'forkserver'" + see("forked")
        )


def _before_fork() -> None:
    global started
    lock.acquire()
    started = started or has_devices()  # their threads are there before an array is


def _in_child() -> None:
    global forked
    lock.release()
    forked = started
    if forked:
        cut_off()


def _at_end() -> None:
    """Let other threads launch nothing more, while the interpreter ends.

    It ends threads that come back to it from a program of JAX by ending the process. If devices
    wait for each other for ever, JAX would do so for them.
    """
    if callbacks.is_stuck:
        end(1)
    if lock.acquire(timeout=_PATIENCE) and threading.active_count() > 1:
        time.sleep(0.05)  # for those that wait for a result, to come as far as the lock


#: Exit code of a process that waits where no error can be raised.
EXIT_CODE = 70


def end(code: int) -> NoReturn:
    """End the process at once, with what it has printed."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def last_error() -> tuple[BaseException | None, str]:
    """Return the error that ends this process, if one does, and its text."""
    error = getattr(sys, "last_value", None)
    text = "" if error is None else f"{type(error).__name__}: {error}"
    return error, text.partition("\n")[0][:200]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=lock.release, after_in_child=_in_child)
atexit.register(_at_end)
