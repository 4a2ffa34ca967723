"""Up to which launch all processes have done the same, for one that waits to know.

Those of one host see it in memory that they share, where each writes what it launches: nobody has
to run in between. Otherwise `agreement_server` is asked, which also says what differs.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import socket
import threading
import zlib
from collections.abc import Callable
from pathlib import Path

#: So many launches of each process are kept, each in so many bytes.
_ENTRIES, _ENTRY = 1 << 10, 8


def share_memory(token: str, count: int) -> str:
    """Make memory for the launches of processes of this host; it ends with them.

    Parameters
    ----------
    token
        Which only processes of this program know.
    count
        How many they are.

    Returns
    -------
    str
        Its path; empty where the system has none of the kind.
    """
    if not hasattr(os, "memfd_create"):
        return ""
    memory = os.memfd_create(_name(token))
    os.ftruncate(memory, count * _ENTRIES * _ENTRY)
    return f"/proc/{os.getpid()}/fd/{memory}"


def _name(token: str) -> str:
    return f"sharray-{token}"


class Table:
    """What each process of this host has launched last.

    An entry is the number of a launch and a digest of all up to it, in a word that is written at
    once.

    Parameters
    ----------
    path
        Of what `share_memory` has made in process 0.
    token
        What it was given.
    index
        Which process this is.

    Raises
    ------
    OSError, ValueError
        If it is not there: processes of one host need not see each other's files.
    """

    def __init__(self, path: str, token: str, index: int) -> None:
        if _name(token) not in str(Path(path).readlink()):  # in a container, that of another
            raise ValueError(path)
        with Path(path).open("r+b", buffering=0) as file:
            memory = mmap.mmap(file.fileno(), 0)
        self._entries = memoryview(memory).cast("Q")
        self._own = index * _ENTRIES
        self._others = [i for i in range(0, len(self._entries), _ENTRIES) if i != self._own]

    def note(self, number: int, digest: int) -> None:
        """Write what is launched."""
        self._entries[self._own + number % _ENTRIES] = (number & 0xFFFFFFFF) << 32 | digest

    def is_same(self, number: int) -> bool:
        """Whether all have launched the same as this one, up to a launch of the last ones."""
        entries, at = self._entries, number % _ENTRIES
        own = entries[self._own + at]
        return all([entries[other + at] == own for other in self._others])


class Agreed:
    """What this process knows of it.

    Parameters
    ----------
    bell
        To the server, which answers there.
    ring
        Rings, and says up to where an answer is wanted: `asked`.
    """

    def __init__(self, bell: socket.socket, ring: Callable[[], None]) -> None:
        self._bell, self._ring = bell, ring
        self._table: Table | None = None
        self._digest = self._common = self._wanted = 0
        self.asked = 0
        #: held by a thread that waits for an answer
        self.reading = threading.Lock()
        self._rest = b""

    def share(self, path: str, token: str, index: int) -> None:
        """See it in memory, if that can be; see `Table`."""
        with contextlib.suppress(OSError, ValueError):
            self._table = Table(path, token, index)

    def note(self, number: int, digest: int) -> None:
        """Take note of what this process launches."""
        if self._table is not None:
            self._digest = zlib.crc32(digest.to_bytes(4, "big"), self._digest)
            self._table.note(number, self._digest)

    def want(self, number: int) -> None:
        """Say that `wait` comes next, for a launch: an answer takes time."""
        if number > self._common:
            self._wanted = number
            if self._table is None:
                self.ask()

    def ask(self) -> None:
        """Ask, if an answer is wanted."""
        if self.asked < self._wanted:
            self.asked = self._wanted
            self._ring()

    def wait(self, number: int) -> bool:
        """Wait until all have launched the same up to a number.

        Returns
        -------
        bool
            False if no answers come any more: something differs.
        """
        if number <= self._common:
            return True
        # what has been asked for is read
        if self.asked < number and self._table is not None and self._table.is_same(number):
            self._common, self._wanted = number, 0
            return True
        self._wanted = number
        self.ask()
        while self._common < number:
            with self.reading:
                if self._common < number and not self._read():
                    return False
        self._wanted = 0
        return True

    def _read(self) -> bool:
        data = b""
        with contextlib.suppress(OSError):
            data = self._bell.recv(1 << 10)
        *lines, self._rest = (self._rest + data).split(b"\n")
        if lines:
            self._common = max(self._common, int(lines[-1]))
        return bool(data)
