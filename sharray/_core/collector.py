"""Whether Python's collector of reference cycles is what frees an object.

It runs at another time in each of several processes, and what they compute may not depend on it:
values that were part of a cycle count as held for good.
"""

from __future__ import annotations

import gc
from threading import get_ident

#: The thread in which it runs at the moment; None in a program of one process, too.
thread: int | None = None


def is_at_work() -> bool:
    """Whether it runs in this thread."""
    return thread == get_ident()


def _note(phase: str, info: dict[str, int]) -> None:
    global thread
    thread = get_ident() if phase == "start" else None


def follow() -> None:
    """Note from now on when it runs."""
    if _note not in gc.callbacks:
        gc.callbacks.append(_note)
