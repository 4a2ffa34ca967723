"""Ctrl-C, and what else a program has a handler for, at a moment when it does no harm."""

from __future__ import annotations

# without the enumerations of `signal`, which take longer than all the rest
import _signal  # pyright: ignore[reportMissingImports]
import threading
from typing import Any

_MAIN_THREAD = threading.main_thread().ident
#: Signals that programs have handlers for, as far as the system has them.
_NAMES = (
    *("SIGINT", "SIGTERM", "SIGALRM", "SIGHUP", "SIGQUIT"),
    *("SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGPROF"),
)
_SIGNALS = tuple([getattr(_signal, name) for name in _NAMES if hasattr(_signal, name)])


class Uninterrupted:
    """Puts handlers of signals, which may raise, off to the end of a ``with`` block.

    For the moment between the launch of a program and the storing of its results: lost then, they
    would take along the arrays whose buffers were donated. And while JAX is imported: what is half
    done stays so for good, and parts of it abort the process.
    """

    __slots__ = ("_before", "_late")

    def __enter__(self) -> None:
        self._late: set[int] = set()
        self._before: list[tuple[int, Any]] = []
        # Python runs signal handlers in the main thread only
        if threading.get_ident() == _MAIN_THREAD:
            for number in _SIGNALS:
                before = _signal.getsignal(number)
                if callable(before):
                    self._before.append((number, before))
                    _signal.signal(number, self._put_off)

    def _put_off(self, number: int, _: object) -> None:
        # without the frame: kept here it would keep the arrays in it, and other results be computed
        self._late.add(number)

    def __exit__(self, *exc: object) -> None:
        for number, before in self._before:
            _signal.signal(number, before)
        # what came while they were put back is among them
        if self._late:
            self._deliver()

    def _deliver(self) -> None:
        try:
            _signal.raise_signal(self._late.pop())
        finally:  # also if a handler raises, as where nothing is put off
            if self._late:
                self._deliver()
