"""A process beside process 0: compares what those of a program say that they do (see `agreement`).

It is a process of its own, and imports nothing but what comes with Python: it outlives whatever
becomes of the others, and says so.
"""

from __future__ import annotations

import contextlib
import errno
import json
import selectors
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

_GUIDE = (
    "All processes have to run the same statements on arrays that they share, in the same order "
    "and with the same numbers: see the page 'Many processes'"
)


#: Seconds that the others have to end like a process that an error has ended.
_PATIENCE = 1.0
_UNREACHABLE = (errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN)


def keep_alive(connection: socket.socket, seconds: float) -> None:
    """Have the system notice within some seconds that the other host can no longer be reached.

    A process there that is stopped, or busy, is no concern: its system answers.
    """
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    probes = 4
    if sys.platform == "linux":
        step = max(1, int(seconds * 0.75 / (probes + 1)))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, step)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, step)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, probes)
        limit = (probes + 1) * step * 1000
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limit)


class _Member:
    """A process, as far as it has told."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.rest = b""
        self.index = -1
        self.pid, self.host = 0, ""
        self.facts: dict[str, Any] = {}
        self.number = 0
        #: what has not been compared, by its number: digest, text
        self.entries: dict[int, tuple[int, str]] = {}
        self.last = "nothing"
        #: whether it goes on when the others have come, too
        self.waits = False
        self.left: str | None = None
        self.is_dead = self.is_unreachable = False


class Hub:
    """Listens to all processes, and answers, until they have ended.

    Parameters
    ----------
    listener
        Where they connect to.
    count
        How many there are.
    token
        Which only they know.
    timeout
        How long to wait for all of them, in seconds.
    heartbeat
        After how many seconds a host that does not answer is given up.
    """

    def __init__(
        self,
        listener: socket.socket,
        count: int,
        token: str,
        timeout: float,
        heartbeat: float,
    ) -> None:
        self._listener, self._count, self._token = listener, count, token
        self._heartbeat = heartbeat
        self._late = time.monotonic() + timeout
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)
        self._selector.register(sys.stdin, selectors.EVENT_READ)
        self._members: dict[socket.socket, _Member] = {}
        self._agreed = 0
        #: by their names, the texts of those who have come, by their numbers
        self._meetings: dict[str, dict[int, str]] = {}
        self._complete = self._failed = self._over = False
        #: when the last one has left, or died
        self._left_at = 0.0

    def serve(self) -> None:
        """Do so."""
        while not self._failed and not self._over:
            for key, _ in self._selector.select(_PATIENCE / 2):
                if key.fileobj is sys.stdin:  # process 0 has ended
                    self._selector.unregister(sys.stdin)
                    if not self._complete:
                        return
                elif key.fileobj is self._listener:
                    connection, _ = self._listener.accept()
                    keep_alive(connection, self._heartbeat)
                    self._members[connection] = _Member(connection)
                    self._selector.register(connection, selectors.EVENT_READ)
                else:
                    self._hear(self._members[key.fileobj])  # type: ignore[index]
            self._compare()
            if not self._complete and time.monotonic() > self._late:
                return

    def _hear(self, member: _Member) -> None:
        try:
            data = member.connection.recv(1 << 16)
        except OSError as error:
            data = b""
            member.is_unreachable = isinstance(error, TimeoutError) or error.errno in _UNREACHABLE
        if not data:
            self._selector.unregister(member.connection)
            if member.index < 0:
                del self._members[member.connection]  # it was none of the program
            elif member.left is None:
                member.is_dead, self._left_at = True, time.monotonic()
            return
        *lines, member.rest = (member.rest + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if member.index < 0 and message.get("token") != self._token:
                return
            if "hello" in message:
                member.index, member.facts = message["hello"], message["facts"]
                member.pid, member.host = message["pid"], message["host"]
            elif "meet" in message:
                texts = self._meetings.setdefault(message["meet"], {})
                texts[member.index] = message["text"]
                member.waits |= message["waits"]
                if len(texts) == self._count:
                    if message["waits"]:
                        for other in self._members.values():
                            other.waits = False
                    del self._meetings[message["meet"]]
                    everyone = [texts[i] for i in range(self._count)]
                    self._answer({"met": {message["meet"]: everyone}})
            elif "left" in message:
                member.left = message["left"]
                self._left_at = time.monotonic()
            else:
                for number, digest, what, file, row in message["at"]:
                    member.number, member.last = number, f"{what}, {file}:{row}"
                    member.entries[number] = digest, member.last

    def _ordered(self) -> list[_Member]:
        return sorted(self._members.values(), key=lambda m: m.index)

    def _compare(self) -> None:
        members = [m for m in self._ordered() if m.index >= 0]
        if self._failed or len(members) < self._count:
            return
        if not self._complete:
            self._complete = True
            self._compare_facts(members)
            if not self._failed:
                self._answer({"agreed": 0})
        before = self._agreed
        while not self._failed and all([self._agreed + 1 in m.entries for m in members]):
            number = self._agreed + 1
            entries = [m.entries.pop(number) for m in members]
            if len({digest for digest, _ in entries}) > 1:
                self._fail(
                    f"the processes part ways at statement {number} on their devices:\n"
                    + _listed(zip(members, [f"{t} ({d:08x})" for d, t in entries], strict=True))
                    + _GUIDE
                )
            else:
                self._agreed = number
        if self._agreed > before:
            self._answer({"agreed": self._agreed})
        if self._failed:
            return
        for member in members:
            if member.waits and any(m.number > member.number for m in members):
                self._fail(
                    f"process {member.index} waits where others go on. "
                    f"{self._whereabouts(members)}{_GUIDE}"
                )
                return
        late = time.monotonic() > self._left_at + _PATIENCE
        remain = [m for m in members if m.left is None]
        for member in members:
            # it may have died of what others have not told yet; without process 0, which has JAX's
            # coordinator, JAX ends the others at once
            if member.is_dead and (late or member.index == 0):
                what = "can no longer be reached" if member.is_unreachable else "has died"
                self._fail(
                    f"process {member.index} (pid {member.pid} on {member.host}) {what}, without "
                    f"a word. {self._whereabouts(members)}"
                )
                return
            if member.left is None:
                continue
            waiting = any(m.number > member.number for m in members)
            if waiting or (member.left and remain and late):
                why = f" ({member.left})" if member.left else ""
                self._fail(
                    f"process {member.index} has ended{why} after {member.number} statements on "
                    f"devices, others go on. {self._whereabouts(members)}"
                )
                return
        if not remain:
            self._over = True
            self._answer({"all left": True})

    def _compare_facts(self, members: list[_Member]) -> None:
        for name in members[0].facts:
            values = [m.facts.get(name) for m in members]
            if any(value != values[0] for value in values):
                texts = [f"{name} {value}" for value in values]
                each = _listed(zip(members, texts, strict=True))
                self._fail(f"the processes of this program differ:\n{each}".rstrip())
                return

    def _whereabouts(self, members: Iterable[_Member]) -> str:
        return "The last on devices:\n" + _listed([(m, f"{m.number}. {m.last}") for m in members])

    def _fail(self, text: str) -> None:
        self._failed = True
        self._answer({"failed": text.rstrip()})

    def _answer(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        for member in self._members.values():
            with contextlib.suppress(OSError):
                member.connection.sendall(data)


def _listed(texts: Iterable[tuple[_Member, str]]) -> str:
    """Return a line for each text, with the processes that have it."""
    who: defaultdict[str, list[str]] = defaultdict(list)
    for member, text in texts:
        who[text].append(str(member.index))
    lines = [
        f"  process{'es' * (len(them) > 1)} {', '.join(them)}: {text}\n"
        for text, them in who.items()
    ]
    return "".join(lines)


def main() -> None:
    """Listen on a port, which is printed, for as many processes as the command line says."""
    token = sys.stdin.readline().strip()
    with socket.create_server(("", 0), backlog=int(sys.argv[1])) as listener:
        print(listener.getsockname()[1], flush=True)
        Hub(listener, int(sys.argv[1]), token, *map(float, sys.argv[2:])).serve()


if __name__ == "__main__":
    main()
