"""Ctrl-C on several processes: all take it at the same statement, and may go on from there.

A signal reaches each process somewhere else. So the handler only says that there was one; then all
processes stop before what they launch next, tell how far they are, and KeyboardInterrupt is raised
in each when it has launched as much as the one that is furthest.
"""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

from sharray._core.settings import options

#: Seconds after which it is raised wherever the program is: it may launch nothing any more.
_PATIENCE = 2.0


class Interruption:
    """What is known of an interruption in this process.

    Parameters
    ----------
    condition
        Held while anything of it changes, and notified.
    send
        Sends a message to the server, at once.
    listens
        Whether somebody calls `look`: not when the connection has ended, and not in a fork.
    """

    def __init__(
        self,
        condition: threading.Condition,
        send: Callable[[dict[str, Any]], None],
        listens: Callable[[], bool],
    ) -> None:
        self._condition, self._send, self._listens = condition, send, listens
        #: whether a signal has come; the server knows; the program stops before it launches more
        self._wanted = self._told = self._stops = False
        #: after so many launches
        self._at: int | None = None
        self._since = 0.0
        #: signals that this process has given itself
        self._own = 0
        #: until when a signal is the one that others had sooner
        self._expects = 0.0

    def handle(self) -> None:
        """Have it handle Ctrl-C, unless the program does itself."""
        handler = signal.getsignal(signal.SIGINT)
        if handler is signal.default_int_handler and hasattr(signal, "pthread_kill"):
            with contextlib.suppress(ValueError):  # another thread than the main one connects
                signal.signal(signal.SIGINT, self._signalled)

    def _signalled(self, number: int, frame: object) -> None:
        if self._own:
            self._own -= 1
            if not (self._wanted or self._stops):  # it has been raised meanwhile
                return
        elif time.monotonic() < self._expects:
            self._expects = 0.0
            return
        elif not self._wanted and options.compare_processes and self._listens():
            # no more than that: the program may be in the middle of telling the server something
            self._wanted, self._since = True, time.monotonic()
            return
        self._raise()

    def _raise(self) -> None:
        if self._stops and not self._wanted:
            self._expects = time.monotonic() + _PATIENCE
        self._wanted = self._told = self._stops = False
        self._at = None
        raise KeyboardInterrupt

    def look(self) -> None:
        """Tell the server of a signal; called by the thread that listens, now and then."""
        if self._wanted and not self._told:
            self._told = True
            self._send({"interrupt": True})
        if (self._wanted or self._stops) and time.monotonic() > self._since + _PATIENCE:
            self._since = math.inf
            self._own += 1
            main = threading.main_thread().ident
            assert main is not None
            signal.pthread_kill(main, signal.SIGINT)  # which ends what it sleeps in

    def stop(self, number: int) -> None:
        """Stop before the next launch, as others do; `number` is that of the last one."""
        self._stops, self._since = True, time.monotonic()
        self._send({"stopped": number})

    def agree(self, at: int) -> None:
        """Take note of the launch after which it is raised in all processes: before the next one.

        Not before, as what is recorded and has not been launched is part of where a program is.
        """
        self._at = at
        self._condition.notify_all()

    def check(self, number: int) -> None:
        """Raise it, if the program has launched enough; called before a launch."""
        if not self._stops or threading.current_thread() is not threading.main_thread():
            return
        self._condition.wait_for(lambda: self._at is not None or not self._stops, _PATIENCE)
        if self._stops and (self._at is None or number >= self._at):
            self._raise()
