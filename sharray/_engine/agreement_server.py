"""A process beside process 0: compares what those of a program say that they do (see `agreement`).

It is a process of its own, and imports nothing but what comes with Python: it outlives whatever
becomes of the others, and says so.

Each process has two connections to it. On one it writes what it launches, without waiting, which
this one reads now and then: reading each line at once would take the processes' cores from them. On
the other it rings when it wants to know whether all have launched what it has (and cannot see it in
memory, see `agreed`), or that something is heard at once, says how much there is to read, and gets
the answer.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import selectors
import socket
import sys
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

_GUIDE = (
    "All processes have to run the same statements on arrays that they share, in the same order "
    "and with the same numbers, and to keep the same results"
)


#: Seconds between two readings of what the processes have launched, if nobody rings.
_NAP = 0.05
#: So many programs a process knows by the number of a text. Of its texts twice as many are kept
#: here, as what it has launched may not have been compared yet.
PROGRAMS = 1 << 14
#: Seconds that the others have to end like a process that an error has ended.
_PATIENCE = 1.0
#: Seconds after which a process that has not been heard is named.
_SILENT = 15.0
#: Seconds that all have to tell an error before they end.
_LAST = 10.0
#: For what is there already; 0 where the system has no such flag.
_AT_ONCE = getattr(socket, "MSG_DONTWAIT", 0)
_BY_NETWORK = socket.AF_INET, socket.AF_INET6
#: Seconds between two probes of a connection, at most: Linux takes no more.
_LONGEST_STEP = (1 << 15) - 1
_UNREACHABLE = (errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN)


def name_here(token: str) -> str:
    """Return where processes of the same host connect to: it takes a third of the time."""
    return f"\0sharray-{zlib.crc32(token.encode()):08x}"


def keep_alive(connection: socket.socket, seconds: float) -> None:
    """Have the system notice within some seconds that the other host can no longer be reached.

    A process there that is stopped, or busy, is no concern: its system answers.
    """
    if connection.family not in _BY_NETWORK:
        return
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    probes = 4
    if sys.platform == "linux":
        step = min(max(1, int(seconds * 0.75 / (probes + 1))), _LONGEST_STEP)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, step)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, step)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, probes)
        limit = (probes + 1) * step * 1000
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limit)


class _Member:
    """A process, as far as it has told."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.connection: socket.socket | None = None
        #: what has been read of a last line, and of a last ring
        self.rest = self.ring = b""
        #: bytes that have been read, and bytes that there are, as it has said
        self.heard: float = 0
        self.said: float = 0
        self.bell: socket.socket | None = None
        #: up to which statement it wants an answer, and has one
        self.asked = self.answered = 0
        self.pid, self.host = 0, ""
        self.facts: dict[str, Any] = {}
        self.number = 0
        self.texts = {0: "nothing"}
        #: what has not been compared, by its number: digest, number of its text
        self.entries: dict[int, tuple[int, int]] = {}
        self.last = 0
        #: the meeting at which it waits for the others
        self.waits = ""
        #: versions of what its program has imported
        self.libraries: dict[str, str] | None = None
        self.heard_at = time.monotonic()
        #: for how many seconds it has done nothing but wait in JAX, if that is long; whether that
        #: is too long whatever the others do
        self.idle, self.is_stuck = 0.0, False
        self.left: str | None = None
        self.is_dead = self.is_unreachable = False

    def is_remarkable(self) -> bool:
        """Whether it does not just go on, so that others may wait for it."""
        return bool(self.waits or self.idle or self.is_dead) or self.left is not None


class AgreementServer:
    """Listens to all processes, and answers, until they have ended.

    Parameters
    ----------
    listeners
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
        listeners: Sequence[socket.socket],
        count: int,
        token: str,
        timeout: float,
        heartbeat: float,
    ) -> None:
        self._listeners, self._count, self._token = listeners, count, token
        self._heartbeat = heartbeat
        self._late = time.monotonic() + timeout
        #: what is answered at once: those who come, those who ring, the end of process 0
        self._bells = selectors.DefaultSelector()
        for listener in listeners:
            self._bells.register(listener, selectors.EVENT_READ)
        self._bells.register(sys.stdin, selectors.EVENT_READ)
        #: what is read now and then; with their members
        self._lines = selectors.DefaultSelector()
        self._members: dict[int, _Member] = {}
        #: when all have come, they in their order
        self._all: list[_Member] = []
        self._agreed = 0
        #: by their names, the texts of those who have come, by their numbers
        self._meetings: dict[str, dict[int, str]] = {}
        #: after how many statements those have stopped that are to be interrupted together
        self._stopped: dict[int, int] | None = None
        self._complete = self._over = False
        self._failure = ""
        #: when the last one has left, or died
        self._left_at = 0.0

    def serve(self) -> None:
        """Do so."""
        while not self._failure and not self._over:
            self._listen()
            self._compare()
            if not self._complete and time.monotonic() > self._late:
                return
        self._see_off()

    def _see_off(self) -> None:
        """Wait until each process has told an error; tell it where one could not any more."""
        members = [m for m in self._members.values() if not m.is_dead]
        late = time.monotonic() + _LAST
        while any([m.left is None and not m.is_dead for m in members]) and time.monotonic() < late:
            self._listen()
        if self._failure and any([m.left is None for m in members]):
            with contextlib.suppress(OSError):
                print(f"sharray: {self._failure}", file=sys.stderr, flush=True)

    def _listen(self) -> None:
        rung = any([m.heard < m.said for m in self._members.values()])
        bells = self._bells.select(0 if rung else _NAP)
        for key, _ in bells:
            if key.fileobj is sys.stdin:  # process 0 has ended
                self._bells.unregister(sys.stdin)
                self._over |= not self._complete
            elif key.fileobj in self._listeners:
                connection, _ = key.fileobj.accept()  # type: ignore[union-attr]
                self._bells.register(connection, selectors.EVENT_READ)
            elif key.data is None:
                self._welcome(key.fileobj)  # type: ignore[arg-type]
            else:
                self._hear_bell(key.fileobj, key.data)  # type: ignore[arg-type]
        rung = any([m.heard < m.said for m in self._members.values()])
        wanted = max([m.asked for m in self._members.values()], default=0)
        # where all have told what somebody asks for, the rest can wait
        if rung or not bells or any([m.number < wanted for m in self._members.values()]):
            for key, _ in self._lines.select(_NAP if rung else 0):
                self._hear(key.data)

    def _welcome(self, connection: socket.socket) -> None:
        """Read who it is."""
        self._bells.unregister(connection)
        try:
            connection.settimeout(1)
            with connection.makefile("rb", buffering=0) as file:
                message = json.loads(file.readline())
            if message["token"] != self._token:
                return
        except (OSError, ValueError, KeyError, TypeError):
            return  # it is none of the program
        connection.settimeout(None)
        keep_alive(connection, self._heartbeat)
        member = self._members.setdefault(message["index"], _Member(message["index"]))
        if "facts" not in message:
            self._bells.register(connection, selectors.EVENT_READ, member)
            member.bell = connection
            return
        self._lines.register(connection, selectors.EVENT_READ, member)
        member.connection, member.facts = connection, message["facts"]
        member.pid, member.host = message["pid"], message["host"]

    def _hear_bell(self, connection: socket.socket, member: _Member) -> None:
        try:
            data = connection.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            self._bells.unregister(connection)
            member.said = float("inf")  # all that there is
            return
        member.heard_at = time.monotonic()
        *rings, member.ring = (member.ring + data).split(b"\n")
        if rings:
            member.said, member.asked = map(int, rings[-1].split())
            if member.heard < member.said and member.connection is not None:
                self._hear(member)  # what it has written before is there, on the same host

    def _hear(self, member: _Member) -> None:
        assert member.connection is not None
        try:
            data = member.connection.recv(1 << 16, _AT_ONCE)
        except BlockingIOError:
            return
        except OSError as error:
            data = b""
            member.is_unreachable = isinstance(error, TimeoutError) or error.errno in _UNREACHABLE
        if not data:
            self._lines.unregister(member.connection)
            member.heard = float("inf")  # also if the bell's end is noticed later
            if member.left is None:
                member.is_dead, self._left_at = True, time.monotonic()
            return
        member.heard += len(data)
        *lines, member.rest = (member.rest + data).split(b"\n")
        for message in json.loads(f"[{b','.join(lines).decode()}]"):
            if isinstance(message, list):
                number, digest, text = message
                member.number, member.last = number, text
                member.entries[number] = digest, text
            elif "text" in message:
                number = message["number"]
                member.texts[number] = message["text"]
                member.texts.pop(number - 2 * PROGRAMS, None)
            elif "meet" in message:
                texts = self._meetings.setdefault(message["meet"], {})
                texts[member.index] = message["text of it"]
                if message["waits"]:
                    member.waits = message["meet"]
                if len(texts) == self._count:
                    for other in self._members.values():
                        if other.waits == message["meet"]:
                            other.waits = ""
                    del self._meetings[message["meet"]]
                    everyone = [texts[i] for i in range(self._count)]
                    self._answer({"met": {message["meet"]: everyone}})
            elif "idle" in message:
                member.idle, member.is_stuck = message["idle"], message["stuck"]
            elif "interrupt" in message:
                if self._stopped is None:
                    self._stopped = {}
                    self._answer({"stop": True})
            elif "stopped" in message:
                self._interrupt(member, message["stopped"])
            elif "libraries" in message:
                member.libraries = message["libraries"]
                self._compare_libraries()
            else:
                member.left = message["left"]
                self._left_at = time.monotonic()

    def _compare(self) -> None:
        members = self._all
        if not self._complete:
            members = [m for _, m in sorted(self._members.items()) if m.connection is not None]
            if len(members) < self._count:
                return
            self._complete, self._all = True, members
            self._compare_facts([(m, m.facts) for m in members], members[0].facts)
            if not self._failure:
                families = [m.connection.family for m in members if m.connection is not None]
                here = all([family not in _BY_NETWORK for family in families])
                self._answer({"welcome": self._count, "share memory": here})
        self._compare_statements(members)
        if self._failure:
            return
        for member in members:
            if member.answered < member.asked <= self._agreed and member.bell is not None:
                member.answered = self._agreed
                with contextlib.suppress(OSError):
                    member.bell.sendall(b"%d\n" % self._agreed)
        if not any([m.is_remarkable() for m in members]):
            return
        if (why := self._missing(members)) is not None:
            self._fail(why)
        elif all([m.left is not None for m in members]):
            self._over = True
            self._answer({"all left": True})

    def _compare_statements(self, members: list[_Member]) -> None:
        while not self._failure and all([self._agreed + 1 in m.entries for m in members]):
            number = self._agreed + 1
            entries = [m.entries.pop(number) for m in members]
            if len({digest for digest, _ in entries}) > 1:
                self._fail(
                    f"the processes part ways at statement {number} on their devices:\n"
                    + _listed(
                        [
                            (m, f"{m.texts[text]} ({digest:08x})")
                            for m, (digest, text) in zip(members, entries, strict=True)
                        ]
                    )
                    + _GUIDE
                )
            else:
                self._agreed = number

    def _missing(self, members: list[_Member]) -> str | None:
        """Return what is wrong if one is not where others wait for it; None if nothing is."""
        apart = len({m.waits for m in members}) > 1 and all([m.waits for m in members])
        for member in members:
            if member.waits and (apart or any(m.number > member.number for m in members)):
                return (
                    f"process {member.index} waits where others go on. "
                    f"{self._whereabouts(members)}{_GUIDE}"
                )
        if (why := _idle(members, self._agreed)) is not None:
            return why + self._whereabouts(members)
        late = time.monotonic() > self._left_at + _PATIENCE
        remain = any([m.left is None for m in members])
        for member in members:
            # it may have died of what others have not told yet; without process 0, which has JAX's
            # coordinator, JAX ends the others at once
            if member.is_dead and (late or member.index == 0):
                what = "can no longer be reached" if member.is_unreachable else "has died"
                return (
                    f"process {member.index} (pid {member.pid} on {member.host}) {what}, without "
                    f"a word. {self._silent(members)}{self._whereabouts(members)}"
                )
            if member.left is None:
                continue
            waiting = any(m.number > member.number for m in members)
            if waiting or (member.left and remain and late):
                why = f" ({member.left})" if member.left else ""
                return (
                    f"process {member.index} has ended{why} after {member.number} statements on "
                    f"devices, others go on. {self._whereabouts(members)}"
                )
        return None

    def _interrupt(self, member: _Member, number: int) -> None:
        """Have all be interrupted where the one is that is furthest, when each has told."""
        if self._stopped is None:
            return
        self._stopped[member.index] = number
        if all([i in self._stopped or m.left is not None for i, m in self._members.items()]):
            self._answer({"interrupt at": max(self._stopped.values())})
            self._stopped = None

    def _silent(self, members: Iterable[_Member]) -> str:
        """Say who lets nothing be heard: JAX ends the others for it after the heartbeat time."""
        now = time.monotonic()
        texts = [
            f"process {m.index} (pid {m.pid} on {m.host}) has let nothing be heard for "
            f"{now - m.heard_at:.0f} s: it is stopped, or its host is. "
            for m in members
            if not m.is_dead and now - m.heard_at > max(self._heartbeat / 2, _SILENT)
        ]
        return "".join(texts)

    def _compare_libraries(self) -> None:
        """Compare what the programs of all have imported when they begin to compute."""
        known = [(m, m.libraries) for _, m in sorted(self._members.items()) if m.libraries]
        if len(known) == self._count and not self._failure:
            self._compare_facts(known, set.intersection(*[set(facts) for _, facts in known]))

    def _compare_facts(
        self, known: Sequence[tuple[_Member, dict[str, Any]]], names: Iterable[str]
    ) -> None:
        """Fail if something that has a name is not the same for all members."""
        first = known[0][1]
        for name in names:
            if any(facts.get(name) != first[name] for _, facts in known):
                each = _listed([(m, f"{name} {facts.get(name)}") for m, facts in known])
                self._fail(f"the processes of this program differ:\n{each}".rstrip())
                return

    def _whereabouts(self, members: Iterable[_Member]) -> str:
        return "The last on devices:\n" + _listed(
            [(m, f"{m.number}. {m.texts[m.last]}") for m in members]
        )

    def _fail(self, text: str) -> None:
        self._failure = text.rstrip()
        self._answer({"failed": self._failure})
        for member in self._members.values():
            if member.bell is not None:
                with contextlib.suppress(OSError):
                    member.bell.shutdown(socket.SHUT_WR)  # no answers any more

    def _answer(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        for member in self._members.values():
            if member.connection is not None:
                with contextlib.suppress(OSError):
                    member.connection.sendall(data)


def _idle(members: Iterable[_Member], agreed: int) -> str | None:
    """Say who waits for ever in JAX, in a collective of which nobody is told; None if none does.

    Parameters
    ----------
    members
        All processes.
    agreed
        How many statements all of them have launched.
    """
    remain = [m for m in members if m.left is None and not m.is_dead]
    if not remain or not all([m.idle for m in remain]):
        return None
    seconds = f"{min([m.idle for m in remain]):.0f} s"
    if any([m.left is not None for m in members]):
        return (
            f"process {remain[0].index} has waited in JAX for {seconds} and others have ended, for "
            "which it may wait. "
        )
    behind = min(remain, key=lambda m: m.number)
    asks = [m for m in remain if m.asked > agreed and m.number > behind.number]
    # between hosts, a network that stands still for a while may look the same
    if asks and len({m.host for m in members}) == 1:
        return (
            f"process {asks[0].index} waits for process {behind.index}, which has waited in JAX "
            f"for {behind.idle:.0f} s. "
        )
    if all([m.is_stuck for m in remain]):
        return f"all processes have waited in JAX for {seconds} (shutdown_timeout_seconds). "
    return None


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
    if hasattr(os, "sched_setscheduler"):
        # it does not take a core from who has rung: that one has something to do meanwhile
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
            os.sched_setaffinity(0, range(os.cpu_count() or 1))  # not those of process 0 alone
    token = sys.stdin.readline().strip()
    count = int(sys.argv[1])
    listeners = [socket.create_server(("", 0), backlog=count * 2)]
    if sys.platform == "linux":
        listeners.append(socket.socket(socket.AF_UNIX))
        listeners[1].bind(name_here(token))
        listeners[1].listen(count * 2)
    print(listeners[0].getsockname()[1], flush=True)
    AgreementServer(listeners, count, token, *map(float, sys.argv[2:])).serve()


if __name__ == "__main__":
    main()
