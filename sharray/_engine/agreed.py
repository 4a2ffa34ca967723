"""Up to which launch all processes have done the same, for one that waits to know.

Those of one host see it in memory that they share, where each writes what it launches: nobody has
to run in between. Otherwise `comparing.server` is asked, which also says what differs.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from sharray._engine.comparing.launches import Launches


def share_memory(token: str, count: int) -> int:
    """Make memory for the launches of processes of this host; it ends with them.

    Parameters
    ----------
    token
        Which only processes of this program know.
    count
        How many they are.

    Returns
    -------
    int
        The number of the open file; 0 where the system has none of the kind.
    """
    if not hasattr(os, "memfd_create"):
        return 0
    file = os.memfd_create(_name(token))
    os.ftruncate(file, Launches.size(count))
    return file


def path_of(file: int) -> str:
    """Return where other processes of this host find memory of this one's; empty for none."""
    return f"/proc/{os.getpid()}/fd/{file}" if file else ""


def _name(token: str) -> str:
    return f"sharray-{token}"


def _find(path: str, token: str) -> Launches:
    if _name(token) not in str(Path(path).readlink()):  # in a container, that of another
        raise ValueError(path)
    with Path(path).open("r+b", buffering=0) as file:
        return Launches(file.fileno())


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
        #: what those of this host launch, where it is seen
        self.launches: Launches | None = None
        self._common = self._wanted = 0
        self.asked = 0
        #: held by a thread that waits for an answer
        self.reading = threading.Lock()
        self._rest = b""

    def share(self, path: str, token: str) -> None:
        """See it in memory, if that can be: processes of one host need not see each other's files.

        Parameters
        ----------
        path
            See `path_of`.
        token
            What `share_memory` was given.
        """
        with contextlib.suppress(OSError, ValueError):
            self.launches = _find(path, token)

    def want(self, number: int) -> None:
        """Say that `wait` comes next, for a launch: an answer takes time."""
        if number > self._common:
            self._wanted = number
            if self.launches is None:
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
        if self.asked < number and self.launches is not None and self.launches.is_same(number):
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
