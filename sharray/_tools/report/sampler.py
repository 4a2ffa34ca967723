"""Where a program spends its time: a thread looks every few milliseconds which line is run.

NumPy's own small arrays, loops in Python and other libraries are seen by nothing else.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from typing import NamedTuple

from sharray._core.user_line import Line, of_thread

#: Seconds between two looks. Python hands its lock over as often.
INTERVAL = 0.005

#: Stretches of time are noted up to this number of them.
MOST_STRETCHES = 100_000


class Stretch(NamedTuple):
    """The program was at a line from one time to another, by ``time.perf_counter``."""

    line: Line
    begin: float
    end: float


class Sampler:
    """Adds up the seconds of lines of the program, with all that they call.

    Parameters
    ----------
    seconds
        By line, what there is; those of the thread that makes the sampler are added.
    stretches
        What there is; looks in a row at one line are one more.
    """

    def __init__(self, seconds: defaultdict[Line, float], stretches: list[Stretch]) -> None:
        self._seconds, self._stretches = seconds, stretches
        self._ended = threading.Event()
        self._watched = threading.get_ident()
        self._thread = threading.Thread(target=self._look, name="sharray-report", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        before = time.perf_counter()
        while not self._ended.wait(INTERVAL):
            now = time.perf_counter()
            line = of_thread(self._watched)
            if line is None:
                return
            if line.number:  # else none of the program is at work
                self._seconds[line] += now - before
                self._note(line, before, now)
            before = now

    def _note(self, line: Line, begin: float, end: float) -> None:
        last = self._stretches[-1] if self._stretches else None
        if last is not None and last.line == line and last.end == begin:
            self._stretches[-1] = last._replace(end=end)
        elif len(self._stretches) < MOST_STRETCHES:
            self._stretches.append(Stretch(line, begin, end))
