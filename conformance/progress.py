"""The progress line: one that is rewritten on a terminal, one every few seconds elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

INTERVAL_TERMINAL = 0.2
INTERVAL_PLAIN = 10.0


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


class Progress:
    """Shows how one run is getting on."""

    def __init__(self, label: str, stream: TextIO | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.terminal = self.stream.isatty()
        self.label = label
        self.total = self.done = self.kept = self.failed = 0
        self.note = "starting"
        self.started = self.shown = time.monotonic()

    def begin(self, total: int, kept: int, failed: int) -> None:
        """Say how many tests there are and how many need not be run again."""
        self.total, self.kept, self.failed, self.done = total, kept, failed, kept
        self.note = ""
        self.show(force=True)

    def advance(self, failed: bool) -> None:
        self.done += 1
        self.failed += failed
        self.show()

    def line(self) -> str:
        elapsed = time.monotonic() - self.started
        if self.note:
            return f"{self.label}: {self.note}, {duration(elapsed)}"
        parts = [f"{self.label}: {self.done}/{self.total}", f"{self.failed} failed"]
        parts.append(duration(elapsed))
        if (fresh := self.done - self.kept) >= 20 and self.done < self.total:
            parts.append(f"about {duration(elapsed / fresh * (self.total - self.done))} left")
        return ", ".join(parts)

    def show(self, force: bool = False) -> None:
        interval = INTERVAL_TERMINAL if self.terminal else INTERVAL_PLAIN
        if not force and time.monotonic() - self.shown < interval:
            return
        self.shown = time.monotonic()
        if self.terminal:
            width = max(20, shutil.get_terminal_size().columns - 1)
            self.stream.write(f"\r\x1b[2K{self.line()[:width]}")
        else:
            self.stream.write(self.line() + "\n")
        self.stream.flush()

    def close(self) -> None:
        self.show(force=True)
        if self.terminal:
            self.stream.write("\n")
            self.stream.flush()
