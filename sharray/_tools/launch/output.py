"""What several processes print: that of process 0, and what others print besides."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections import Counter, deque
from typing import IO

#: Seconds after which a line that process 0 has not printed is shown.
_DELAY = 5.0
#: Seconds that processes which have ended are waited for, for the rest.
_REST = 5.0
#: So many lines of process 0 are remembered, by their hashes, for each of the others, which may
#: never print them.
_LINES = 1 << 17
#: What JAX's library of collectives says there of itself; several threads do at once.
_GLOO = re.compile(rb"\[Gloo\]|is connected to|peer ranks|^[\d\s]*$")


class Show:
    """What the processes print: that of process 0, and lines of others that it does not print.

    Parameters
    ----------
    count
        How many processes there are.
    ranks
        Whether to show all lines, each with the number of its process.
    """

    def __init__(self, count: int, *, ranks: bool) -> None:
        self._ranks = ranks
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._streams = [_Stream(target.buffer, count) for target in (sys.stdout, sys.stderr)]
        self._done = threading.Event()
        threading.Thread(target=self._hurry, daemon=True).start()

    def follow(self, index: int, output: IO[bytes], errors: IO[bytes], other: IO[bytes]) -> None:
        """Show what a process prints, from now on; `other` is what C and C++ do."""
        out, err = self._streams
        for stream, pipe, quiet in ((out, output, False), (err, errors, False), (out, other, True)):
            arguments = (stream, index, pipe, quiet)
            thread = threading.Thread(target=self._read, args=arguments, daemon=True)
            thread.start()
            self._threads.append(thread)

    def finish(self) -> None:
        """Show the rest."""
        for thread in self._threads:
            thread.join(_REST)
        self._done.set()
        with self._lock:
            for stream in self._streams:
                stream.hurry(float("inf"))

    def _read(self, stream: _Stream, index: int, pipe: IO[bytes], quiet: bool) -> None:
        rest, shown = b"", 0
        while not stream.is_closed and (data := os.read(pipe.fileno(), 1 << 16)):
            *lines, rest = (rest + data).split(b"\n")
            with self._lock:
                for line in lines:
                    if quiet and _GLOO.search(line):
                        continue
                    self._line(stream, index, line + b"\n", shown)
                    shown = 0
                if index == 0 and not self._ranks and not quiet:
                    stream.write(rest[shown:])  # a question, whose line does not end
                    shown = len(rest)
        if rest:
            with self._lock:
                self._line(stream, index, rest, shown)
        pipe.close()  # where nobody reads what is shown, printing is an error of the program's

    def _line(self, stream: _Stream, index: int, line: bytes, shown: int) -> None:
        if self._ranks:
            stream.show(index, line)
        elif index == 0:
            stream.write(line[shown:])
            stream.printed(line)
        else:
            stream.compare(index, line)

    def _hurry(self) -> None:
        while not self._done.wait(_DELAY / 2):
            with self._lock:
                for stream in self._streams:
                    stream.hurry(time.monotonic() - _DELAY)


class _Stream:
    """One of the two streams of all processes.

    Attributes
    ----------
    is_closed
        Whether nobody reads any more what is shown.
    """

    def __init__(self, target: IO[bytes], count: int) -> None:
        self.is_closed = False
        self._target = target
        self._ahead = [_Ahead() for _ in range(count)]
        #: what others have printed, and process 0 not yet, and when
        self._behind: list[deque[tuple[float, bytes]]] = [deque() for _ in range(count)]

    def write(self, data: bytes) -> None:
        """Show what it is."""
        try:
            self._target.write(data)
            self._target.flush()
        except BrokenPipeError:
            self.is_closed = True
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._target.fileno())  # what is in its buffer is gone, too
            os.close(nowhere)

    def show(self, index: int, line: bytes) -> None:
        """Show a line with the number of its process."""
        self.write(f"[{index}] ".encode() + line.rstrip(b"\n") + b"\n")

    def printed(self, line: bytes) -> None:
        """Take note of a line of process 0."""
        for index in range(1, len(self._ahead)):
            same = [entry for entry in self._behind[index] if entry[1] == line]
            if same:
                self._behind[index].remove(same[0])
            else:
                self._ahead[index].add(line)

    def compare(self, index: int, line: bytes) -> None:
        """Take note of a line of another process."""
        if not self._ahead[index].reaches(line):
            self._behind[index].append((time.monotonic(), line))

    def hurry(self, before: float) -> None:
        """Show lines of others that process 0 has not printed since then."""
        for index, behind in enumerate(self._behind):
            while behind and behind[0][0] <= before:
                self.show(index, behind.popleft()[1])


class _Ahead:
    """What process 0 has printed and another one has not yet, by hashes."""

    def __init__(self) -> None:
        self._lines: deque[int] = deque()
        self._counts: Counter[int] = Counter()

    def add(self, line: bytes) -> None:
        self._lines.append(hash(line))
        self._counts[hash(line)] += 1
        if len(self._lines) > _LINES:
            self._pop()

    def reaches(self, line: bytes) -> bool:
        """Whether a line is among them; it and those before it are no more."""
        wanted = hash(line)
        if not self._counts[wanted]:
            return False
        while self._pop() != wanted:
            pass
        return True

    def _pop(self) -> int:
        first = self._lines.popleft()
        self._counts[first] -= 1
        if not self._counts[first]:
            del self._counts[first]
        return first
