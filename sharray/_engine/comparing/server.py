"""A process beside process 0: compares what those of a program say that they do (see `agreement`).

Each process has two connections to it. On one it writes what it launches, without waiting, which
this one reads now and then: reading each line at once would take the processes' cores from them.
Those of one host note it in memory that they share with this one, and write only what is new. On
the other connection a process rings when it wants to know whether all have launched what it has, or
that something is heard at once, says how much there is to read, and gets the answer.
"""

from __future__ import annotations

import contextlib
import errno
import json
import selectors
import socket
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

# this package runs without those around it
from .connections import BY_NETWORK, keep_alive
from .launches import Launches
from .member import Member, listed, who_waits

_GUIDE = (
    "All processes have to run the same statements on arrays that they share, in the same order "
    "and with the same numbers, and to keep the same results"
)


#: Seconds between two readings of what the processes have launched, if nobody rings; while one
#: waits for an answer.
_NAP, _SHORT_NAP = 0.05, 0.005
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
_UNREACHABLE = (errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN)


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
    launches
        What those of this host have launched, where they share memory.
    """

    def __init__(
        self,
        listeners: Sequence[socket.socket],
        count: int,
        token: str,
        timeout: float,
        heartbeat: float,
        launches: Launches | None = None,
    ) -> None:
        self._launches = launches
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
        self._members: dict[int, Member] = {}
        #: when all have come, they in their order
        self._all: list[Member] = []
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
        waits = any([m.answered < m.asked for m in self._members.values()])
        bells = self._bells.select(0 if rung else _SHORT_NAP if waits else _NAP)
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
        member = self._members.setdefault(message["index"], Member(message["index"]))
        if "facts" not in message:
            self._bells.register(connection, selectors.EVENT_READ, member)
            member.bell = connection
            return
        self._lines.register(connection, selectors.EVENT_READ, member)
        member.connection, member.facts = connection, message["facts"]
        member.pid, member.host = message["pid"], message["host"]

    def _hear_bell(self, connection: socket.socket, member: Member) -> None:
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

    def _hear(self, member: Member) -> None:
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
                digest, text = message
                member.launches([digest], [text])
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
                here = all([family not in BY_NETWORK for family in families])
                self._answer({"welcome": self._count, "share memory": here})
        if self._launches is not None:
            for member in members:
                member.launches(*self._launches.read(member.index, member.number))
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

    def _compare_statements(self, members: list[Member]) -> None:
        n = min([len(m.digests) for m in members])
        digests = [m.digests[:n] for m in members]
        if any([others != digests[0] for others in digests]):
            i = [len(set(each)) > 1 for each in zip(*digests, strict=True)].index(True)
            self._fail(
                f"the processes part ways at statement {self._agreed + i + 1} on their devices:\n"
                + listed(
                    [(m, f"{self._text(m, m.texts_of[i])} ({m.digests[i]:08x})") for m in members]
                )
                + _GUIDE
            )
            return
        self._agreed += n
        for member in members:
            del member.digests[:n], member.texts_of[:n]

    def _text(self, member: Member, number: int) -> str:
        """Return a text that a process has written before it has launched what it is about."""
        while number not in member.texts and any(
            [key.data is member for key, _ in self._lines.select(0)]
        ):
            self._hear(member)
        return member.texts.get(number, "what it has not told")

    def _missing(self, members: list[Member]) -> str | None:
        """Return what is wrong if one is not where others wait for it; None if nothing is."""
        apart = len({m.waits for m in members}) > 1 and all([m.waits for m in members])
        for member in members:
            if member.waits and (apart or any(m.number > member.number for m in members)):
                return (
                    f"process {member.index} waits where others go on. "
                    f"{self._whereabouts(members)}{_GUIDE}"
                )
        if (why := who_waits(members, self._agreed)) is not None:
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

    def _interrupt(self, member: Member, number: int) -> None:
        """Have all be interrupted where the one is that is furthest, when each has told."""
        if self._stopped is None:
            return
        self._stopped[member.index] = number
        if all([i in self._stopped or m.left is not None for i, m in self._members.items()]):
            self._answer({"interrupt at": max(self._stopped.values())})
            self._stopped = None

    def _silent(self, members: Iterable[Member]) -> str:
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
        self, known: Sequence[tuple[Member, dict[str, Any]]], names: Iterable[str]
    ) -> None:
        """Fail if something that has a name is not the same for all members."""
        first = known[0][1]
        for name in names:
            if any(facts.get(name) != first[name] for _, facts in known):
                each = listed([(m, f"{name} {facts.get(name)}") for m, facts in known])
                self._fail(f"the processes of this program differ:\n{each}".rstrip())
                return

    def _whereabouts(self, members: Iterable[Member]) -> str:
        return "The last on devices:\n" + listed(
            [(m, f"{m.number}. {self._text(m, m.last)}") for m in members]
        )

    def _fail(self, text: str) -> None:
        if self._failure:  # while this text was made
            return
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
