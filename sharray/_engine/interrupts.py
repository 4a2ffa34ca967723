"""Ctrl-C at a moment when it does no harm."""

from __future__ import annotations

# without the enumerations of `signal`, which take longer than all the rest
import _signal  # pyright: ignore[reportMissingImports]
import threading
from typing import Any

_MAIN_THREAD = threading.main_thread().ident


class Uninterrupted:
    """Puts Ctrl-C off to the end of a ``with`` block.

    For the moment between the launch of a program and the storing of its results: lost then, they
    would take along the arrays whose buffers were donated.
    """

    __slots__ = ("_before", "_late")

    def __enter__(self) -> None:
        self._late: list[Any] = []
        self._before: Any = None
        # Python runs signal handlers in the main thread only
        if threading.get_ident() == _MAIN_THREAD:
            before = _signal.getsignal(_signal.SIGINT)
            if callable(before):
                _signal.signal(_signal.SIGINT, lambda *args: self._late.append(args))
                self._before = before

    def __exit__(self, *exc: object) -> None:
        before = self._before
        if before is not None:
            _signal.signal(_signal.SIGINT, before)
            if self._late:
                before(*self._late[0])
