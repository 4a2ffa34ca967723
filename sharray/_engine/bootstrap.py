"""Who takes part: the processes of a program meet before JAX's runtime starts.

That ends a process, without an exception, where another one does not come, or comes twice. So
process 0 listens first, where the runtime will, and the others say who they are.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sharray._engine import process

#: Seconds that one that has connected has to say who it is.
_PATIENCE = 5.0
_LONGEST = 1 << 16
_AGAIN = 0.1
#: Seconds that one that sees another end has to raise an error by itself: both may have the same.
_GRACE = 2.0
#: What says that a process needs the others no more to start.
_STARTED = b"started"


def _who() -> str:
    return f"on {socket.gethostname()} with process id {os.getpid()}"


def connect(
    index: int, hosts: Sequence[str], port: int, timeout: float, since: float | None = None
) -> socket.socket:
    """Connect with process 0, at the first of its hosts that answers.

    Parameters
    ----------
    index
        Which process this is.
    hosts, port
        Where it may listen.
    timeout
        For how many seconds to try.
    since
        When that began; by default now.

    Raises
    ------
    TimeoutError
        If none has answered by then.
    """
    end = (time.monotonic() if since is None else since) + timeout
    while True:
        errors = []
        for host in hosts:
            try:
                return socket.create_connection((host, port), timeout=_PATIENCE)
            except OSError as error:
                errors.append(f"{host}:{port}: {error}")
        if time.monotonic() > end:
            raise TimeoutError(
                f"process {index} on {socket.gethostname()} has tried for {timeout:g} s to reach "
                f"process 0 at {'; '.join(errors)}. Is it running, is the address right, and does "
                "a firewall let the port through?"
            )
        time.sleep(_AGAIN)


class Starting:
    """The processes that have met: in a ``with`` block, one that ends in it ends the others.

    JAX's runtime would have them wait for it, for as long as they wait for one that comes late.

    Parameters
    ----------
    others
        Connections, and who is at their other end.
    waits
        Called first.
    """

    #: of a process that ends by an error: closed before, they would tell the others too early
    _left: Sequence[socket.socket] = ()

    def __init__(
        self, others: Mapping[socket.socket, str], waits: Callable[[], object] = lambda: None
    ) -> None:
        self._others, self._waits = others, waits
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        for connection in others:
            connection.settimeout(_PATIENCE)

    def __enter__(self) -> None:
        self._thread.start()
        self._waits()

    def __exit__(self, *exc: object) -> None:
        self._is_over.set()
        if exc[0] is not None:
            Starting._left = list(self._others)
            return
        self._thread.join()
        self._tell(_STARTED)
        for connection in self._others:
            connection.close()

    def _tell(self, text: bytes) -> None:
        for connection in self._others:
            with contextlib.suppress(OSError):
                connection.sendall(text)

    def _watch(self) -> None:
        with selectors.DefaultSelector() as selector:
            for connection in self._others:
                selector.register(connection, selectors.EVENT_READ)
            while not self._is_over.is_set():
                for key, _ in selector.select(_AGAIN):
                    self._hear(selector, key.fileobj)

    def _hear(self, selector: selectors.BaseSelector, connection: Any) -> None:
        said = b""
        with contextlib.suppress(OSError):
            said = connection.recv(_LONGEST)
        selector.unregister(connection)
        if said == _STARTED:
            return
        text = said.decode() or f"{self._others[connection]} has ended while the processes started"
        if not self._is_over.wait(_GRACE):
            self._tell(text.encode())
            print(f"sharray: {text}", file=sys.stderr)
            process.end(process.EXIT_CODE)


def meet(
    index: int | None, count: int | None, address: str | None, bind: str | None, timeout: float
) -> contextlib.AbstractContextManager[None]:
    """Wait, as one of the processes, until all have come: see `call` and `answer`.

    Not where something is unknown, which JAX may find, or says. In the ``with`` block of what is
    returned one that ends is noticed.
    """
    if index is None or count is None or address is None:
        return contextlib.nullcontext()
    if index:
        return answer(index, count, address, timeout)
    return call(count, address, bind, timeout)


def answer(index: int, count: int, address: str, timeout: float) -> Starting:
    """Say who this process is, and wait until all have come.

    In the ``with`` block of what is returned JAX's runtime listens.

    Parameters
    ----------
    index, count
        Which process this is, of how many.
    address
        Host and port of process 0.
    timeout
        For how many seconds to wait.

    Raises
    ------
    TimeoutError
        If process 0 cannot be reached, or others have not come.
    ValueError
        If the processes are not those of one program.
    """
    host, _, port = address.rpartition(":")
    hosts, begin = [host.strip("[]")], time.monotonic()
    told = json.dumps({"index": index, "count": count, "who": _who()}).encode() + b"\n"
    while True:
        line = b""
        connection = connect(index, hosts, int(port), timeout, begin)
        # process 0 gives up before that, as it has begun to wait already, and says so
        connection.settimeout(timeout + _PATIENCE)
        with contextlib.suppress(OSError):
            connection.sendall(told)
            # no more than the line, after which others may come
            line = connection.makefile("rb", buffering=0).readline(_LONGEST)
        said = _parsed(line, "late", "text")
        if said == ("", ""):
            break
        connection.close()
        if said is not None:
            raise TimeoutError(said[0]) if said[0] else ValueError(said[1])
        if time.monotonic() > begin + timeout:
            raise TimeoutError(
                f"process {index} {_who()} has reached {address}, where nobody answered as process "
                f"0 does within {timeout:g} s: has that ended, or does another program listen there"
                "?"
            )
        time.sleep(_AGAIN)

    def until_jax_listens() -> None:
        connect(index, hosts, int(port), max(timeout, _PATIENCE)).close()

    return Starting({connection: f"process 0 at {address}"}, until_jax_listens)


def _parsed(line: bytes, *names: str) -> tuple[Any, ...] | None:
    """Return what a line says, or None for one that no process of the program has written."""
    try:
        told = json.loads(line)
        return tuple([told[name] for name in names])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def call(count: int, address: str, bind: str | None, timeout: float) -> Starting:
    """Wait, as process 0, until each of the others has said who it is.

    Parameters
    ----------
    count
        The number of processes.
    address
        Host and port where the others look for this one.
    bind
        Host and port where it listens, if not on that port of all addresses.
    timeout
        For how many seconds to wait.

    Raises
    ------
    TimeoutError
        If some have not come by then.
    ValueError
        If one comes twice, or counts another number of processes, or the port is taken.
    """
    host, _, port = (bind or f"[::]:{address.rpartition(':')[2]}").rpartition(":")
    with _Roll(count) as roll, _listening(host.strip("[]"), int(port)) as server:
        roll.listen(server)
        end = time.monotonic() + timeout
        while not roll.text and (missing := roll.missing()):
            left = end - time.monotonic()
            if left <= 0:
                those = f"process{'es' * (len(missing) > 1)} {', '.join(map(str, missing))}"
                roll.late = (
                    f"process 0 {_who()} has waited for {timeout:g} s at {address} for {those} of "
                    f"{count}. Are they running, is that address right for them, and does a "
                    "firewall let the port through?"
                )
                break
            for key, _ in roll.selector.select(min(left, _AGAIN)):
                key.data(key.fileobj)
            roll.forget_strangers()
        server.close()  # before they hear that they may look for JAX's runtime there
        roll.tell()
        if roll.late:
            raise TimeoutError(roll.late)
        if roll.text:
            raise ValueError(roll.text)
        return Starting(roll.leave())


def _listening(host: str, port: int) -> socket.socket:
    everywhere = host in ("", "::", "0.0.0.0")
    both = everywhere and host != "0.0.0.0" and socket.has_dualstack_ipv6()
    is_6 = both or (":" in host and not everywhere)
    family = socket.AF_INET6 if is_6 else socket.AF_INET
    name = "" if everywhere else host
    try:
        return socket.create_server((name, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        raise ValueError(
            f"process 0 {_who()} cannot listen at {host or '*'}:{port}: {error}."
            + " Is there another process 0, or another program on that port?" * taken
        ) from error


class _Roll:
    """Who has come.

    Attributes
    ----------
    selector
        What is waited for, with what is to be done then.
    text, late
        What is wrong, and who has not come in time.
    """

    def __init__(self, count: int) -> None:
        self.selector = selectors.DefaultSelector()
        self.text = self.late = ""
        self._count = count
        self._come = {0: _who()}
        self._connections: dict[socket.socket, int] = {}
        #: what those have said that have not said all, and since when they are there
        self._strangers: dict[socket.socket, tuple[bytes, float]] = {}

    def __enter__(self) -> _Roll:
        return self

    def __exit__(self, *exc: object) -> None:
        for connection in (*self._connections, *self._strangers):
            connection.close()
        self.selector.close()

    def listen(self, server: socket.socket) -> None:
        server.setblocking(False)
        self.selector.register(server, selectors.EVENT_READ, self._accept)

    def leave(self) -> dict[socket.socket, str]:
        """Return the connections with those that have come, which stay open."""
        others = {c: f"process {i} {self._come[i]}" for c, i in self._connections.items()}
        self._connections = {}
        return others

    def missing(self) -> list[int]:
        return [i for i in range(self._count) if i not in self._come]

    def tell(self) -> None:
        """Tell all who have come."""
        line = json.dumps({"text": self.text, "late": self.late}).encode() + b"\n"
        for connection in self._connections:
            with contextlib.suppress(OSError):
                connection.setblocking(True)
                connection.sendall(line)

    def forget_strangers(self) -> None:
        """Close what has been there for a while and has not said who it is."""
        for connection, (_, since) in list(self._strangers.items()):
            if time.monotonic() > since + _PATIENCE:
                self._forget(connection)

    def _forget(self, connection: socket.socket) -> None:
        del self._strangers[connection]
        self.selector.unregister(connection)
        connection.close()

    def _accept(self, server: socket.socket) -> None:
        with contextlib.suppress(OSError):  # it has gone again
            connection, _ = server.accept()
            connection.setblocking(False)
            self._strangers[connection] = b"", time.monotonic()
            self.selector.register(connection, selectors.EVENT_READ, self._hear)

    def _hear(self, connection: socket.socket) -> None:
        data = b""
        with contextlib.suppress(OSError):
            data = connection.recv(_LONGEST)
        if connection in self._connections:  # it says nothing more, so it has ended
            index = self._connections[connection]
            self.text = f"process {index} {self._come[index]} has ended before all had come"
            return
        said, since = self._strangers[connection]
        said += data
        if data and b"\n" not in said and len(said) < _LONGEST:
            self._strangers[connection] = said, since
            return
        told = _parsed(said, "index", "count", "who")
        if told is None or type(told[0]) is not int or type(told[1]) is not int:
            self._forget(connection)  # none of ours, or it has ended
            return
        del self._strangers[connection]
        index, count, who = told
        self._connections[connection] = index
        if count != self._count or not 0 < index < count:
            self.text = (
                f"the processes differ in how many there are: process {index} {who} says {count}, "
                f"process 0 {self._come[0]} {self._count}"
            )
        elif index in self._come:
            self.text = f"two are process {index}: one {self._come[index]}, and one {who}"
        else:
            self._come[index] = who
