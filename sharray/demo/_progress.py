"""A progress bar: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sized
from typing import TextIO

_LENGTH = 30
#: Without a terminal a line is written at each of this many parts of the work.
_LINES = 10


class Progress:
    """Progress through a known number of steps, written to `file`.

    Use it in a ``with`` block: the bar is ended there, whatever happens.
    """

    def __init__(self, total: int, file: TextIO) -> None:
        self._total = max(total, 1)
        self._file = file
        self._terminal = file.isatty()
        self._done = 0
        self._written = -1
        self._width = 0
        self._start = time.perf_counter()
        #: What is running, written before what `track` is told.
        self.stage = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._terminal and self._width:
            self._file.write("\n")
            self._file.flush()

    def track(self, steps: Iterable[int], label: str) -> Iterator[int]:
        """Yield from `steps`, a sized iterable, and count them; a loop left early counts whole."""
        assert isinstance(steps, Sized)
        rest = len(steps)
        try:
            for step in steps:
                self.show(label)
                yield step
                rest -= 1
                self._done += 1
        finally:
            self._done += rest
            self.show(label)

    def show(self, label: str) -> None:
        """Write what is running now."""
        share = self._done / self._total
        text = f"{share:4.0%}  {self.stage}: {label}"
        if self._terminal:
            bar = "#" * int(_LENGTH * share)
            line = f"[{bar:.<{_LENGTH}}] {text}"
            self._file.write("\r" + line.ljust(self._width))
            self._width = len(line)
        elif int(_LINES * share) > self._written:
            self._written = int(_LINES * share)
            self._file.write(f"{text}, {time.perf_counter() - self._start:.1f} s\n")
        else:
            return
        self._file.flush()
