"""``--progress``: on a terminal, which statement takes long, and how long compiling it took."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Self

from sharray._core import observers
from sharray._core.user_line import Line, caller, of_thread
from sharray._engine import compiler
from sharray._tools.report.show import show_line, source
from sharray._tools.terminal import is_terminal

#: Seconds from which on a statement is shown, and a compilation told of.
LONG = 2.0
#: Seconds between two looks.
_INTERVAL = 0.1


class Progress(observers.Observer):
    """Shows, inside a ``with`` block, the line that this thread has been at for long.

    It looks on from a thread of its own, and listens for compilations only: NumPy's own operations
    go their shortest way, as without it. What the program writes meanwhile takes the place of what
    is shown. (A line of a loop that is run again and again counts as one statement, if the rest of
    the loop takes less time than there is between two looks.)

    Parameters
    ----------
    out
        Where to show it. If that is no terminal nothing is shown.
    in_lines
        Whether to show it there all the same, and in lines that stay: as a launcher of several
        processes reads them, who is on a terminal.
    """

    def __init__(self, out: Any, *, in_lines: bool = False) -> None:
        self._out, self._in_lines = out, in_lines
        self._watched = threading.get_ident()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="sharray-progress", daemon=True)
        self._lock = threading.RLock()
        #: those whose `write` makes way, while something is shown
        self._streams: list[Any] = []
        self._since = 0.0
        #: seconds from which on the next line is written, with `in_lines`
        self._due = LONG

    def __enter__(self) -> Self:
        if self._in_lines or is_terminal(self._out):
            observers.active.append(self)
            self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        if self in observers.active:
            observers.active.remove(self)
            self._ended.set()
            self._thread.join()
            self._clear()

    def compiled(self, program: Any, seconds: float) -> None:
        """Tell of a long compilation, or reading."""
        if seconds >= LONG:
            self._clear()
            did = "read a compiled program from disk" if program.from_disk else "compiled"
            self._out.write(f"{show_line(caller())}: {did} in {seconds:.1f} s\n")

    def _watch(self) -> None:
        seen = Line("", 0)
        while not self._ended.wait(_INTERVAL):
            line, is_compiling = of_thread(self._watched), self._watched in compiler.at_work
            if line is None:
                return
            now = time.monotonic()
            if line != seen:
                seen, self._since, self._due = line, now, LONG
                self._clear()
            elif line.number and now - self._since >= LONG:
                self._show(line, now - self._since, is_compiling)

    def _show(self, line: Line, seconds: float, is_compiling: bool) -> None:
        state = f"  {'compiling, ' if is_compiling else ''}{seconds:.0f} s"
        room = shutil.get_terminal_size().columns - len(state) - 1
        text = ": ".join(filter(None, (show_line(line), source(line))))
        if len(text) > room:
            text = text[: room - 3] + "..."
        if self._in_lines:
            if seconds >= self._due:
                self._due = 2 * seconds
                self._out.write(f"{text}{state}\n")
            return
        with self._lock:
            if not self._streams:
                every = {id(s): s for s in (self._out, sys.stdout, sys.stderr) if is_terminal(s)}
                self._streams = list(every.values())
                for stream in self._streams:
                    stream.write = self._making_way(stream)
            type(self._out).write(self._out, f"\r{text}{state}\x1b[K")
            self._out.flush()

    def _clear(self) -> None:
        with self._lock:
            if self._streams:
                for stream in self._streams:
                    del stream.write
                self._streams = []
                self._out.write("\r\x1b[K")
                self._out.flush()

    def _making_way(self, stream: Any) -> Callable[[str], int]:
        def write(text: str) -> int:
            self._clear()
            self._since = time.monotonic()  # another statement has been run meanwhile
            return stream.write(text)

        return write
