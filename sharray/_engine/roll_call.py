"""Who takes part: the processes of a program meet before JAX's runtime starts.

That ends a process, without an exception, where another one does not come, or comes twice. So
process 0 listens first, where the runtime will, and the others say who they are.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import socket
import time
from collections.abc import Sequence
from typing import Any

#: Seconds that one that has connected has to say who it is.
_PATIENCE = 5.0
_LONGEST = 1 << 16
#: A job takes one of the last ports, which follows from its number.
_PORTS = 1 << 12
_AGAIN = 0.1


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


def completed(
    address: str | None, count: int | None, index: int | None
) -> tuple[str | None, int | None, int | None]:
    """Return them with what srun and mpirun say in the place of what is None.

    Parameters
    ----------
    address
        Host and port of process 0.
    count, index
        How many processes there are, and which one this is.
    """
    said, first, job, counted, numbered = os.environ, None, None, "", ""
    if "OMPI_MCA_orte_hnp_uri" in said:
        job, _, hosts = said["OMPI_MCA_orte_hnp_uri"].partition(".")
        job = int(job) // _PORTS  # its number is a multiple of that
        first = re.search(r"tcp://([^,:]+)|tcp6://\[([^,\]]+)", hosts)
        counted, numbered = "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"
    elif {"SLURM_JOB_ID", "SLURM_STEP_NODELIST", "SLURM_NTASKS", "SLURM_PROCID"} <= said.keys():
        job = int(said["SLURM_JOB_ID"])
        # such as node[001-015,020],other
        first = re.match(r"([^,\[]+)(?:\[(\w+))?", said["SLURM_STEP_NODELIST"])
        counted, numbered = "SLURM_NTASKS", "SLURM_PROCID"
    if first is None or job is None:
        return address, count, index
    if address is None:
        port = said.get("JAX_COORDINATOR_PORT", 65536 - _PORTS + job % _PORTS)
        address = f"{''.join(filter(None, first.groups()))}:{port}"
    count = int(said[counted]) if count is None else count
    return address, count, int(said[numbered]) if index is None else index


def meet(
    index: int | None, count: int | None, address: str | None, bind: str | None, timeout: float
) -> None:
    """Wait, as one of the processes, until all have come: see `call` and `answer`.

    Not where something is unknown, which JAX may find, or says.
    """
    if index is None or count is None or address is None:
        return
    if index:
        answer(index, count, address, timeout)
    else:
        call(count, address, bind, timeout)


def answer(index: int, count: int, address: str, timeout: float) -> None:
    """Say who this process is, and wait until all have come and JAX's runtime listens.

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
    begin = time.monotonic()
    told = json.dumps({"index": index, "count": count, "who": _who()}).encode() + b"\n"
    while True:
        with connect(index, [host.strip("[]")], int(port), timeout, begin) as connection:
            left = begin + timeout - time.monotonic()
            with contextlib.suppress(OSError):
                connection.settimeout(max(left, _AGAIN))
                connection.sendall(told)
                if line := connection.makefile("rb").readline(_LONGEST):
                    wrong = json.loads(line)
                    break
        if left <= 0:
            raise TimeoutError(
                f"process {index} {_who()} has reached {address}, where nobody answered as process "
                f"0 does within {timeout:g} s: has that ended, or does another program listen there"
                "?"
            )
        time.sleep(_AGAIN)
    if wrong["late"]:
        raise TimeoutError(wrong["late"])
    if wrong["text"]:
        raise ValueError(wrong["text"])
    connect(index, [host.strip("[]")], int(port), timeout, begin).close()


def call(count: int, address: str, bind: str | None, timeout: float) -> None:
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
    roll = _Roll(count)
    with roll.selector, _listening(host.strip("[]"), int(port)) as server:
        roll.listen(server)
        end = time.monotonic() + timeout
        while not roll.text and not roll.is_complete():
            left = end - time.monotonic()
            if left <= 0:
                break
            for key, _ in roll.selector.select(left):
                key.data(key.fileobj)
    late = ""
    if not roll.text and (missing := roll.missing()):
        those = f"process{'es' * (len(missing) > 1)} {', '.join(map(str, missing))}"
        late = (
            f"process 0 {_who()} has waited for {timeout:g} s at {address} for {those} of "
            f"{count}. Are they running, is that address right for them, and does a firewall let "
            "the port through?"
        )
    roll.tell({"text": roll.text, "late": late})  # nobody listens here any more
    if late:
        raise TimeoutError(late)
    if roll.text:
        raise ValueError(roll.text)


def _listening(host: str, port: int) -> socket.socket:
    everywhere = host in ("", "::", "0.0.0.0")
    both = everywhere and host != "0.0.0.0" and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both or ":" in host.strip(":") else socket.AF_INET
    name = "" if everywhere else host
    try:
        return socket.create_server((name, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        raise ValueError(
            f"process 0 {_who()} cannot listen at {host or '*'}:{port}: {error}. Is there another "
            "process 0, or another program on that port?"
        ) from error


class _Roll:
    """Who has come.

    Attributes
    ----------
    selector
        What is waited for, with what is to be done then.
    text
        What is wrong.
    """

    def __init__(self, count: int) -> None:
        self.selector = selectors.DefaultSelector()
        self.text = ""
        self._count = count
        self._come = {0: _who()}
        self._connections: dict[socket.socket, int] = {}

    def listen(self, server: socket.socket) -> None:
        self.selector.register(server, selectors.EVENT_READ, self._accept)

    def is_complete(self) -> bool:
        return len(self._come) == self._count

    def missing(self) -> list[int]:
        return [i for i in range(self._count) if i not in self._come]

    def tell(self, what: dict[str, str]) -> None:
        """Tell all who have come."""
        for connection in self._connections:
            with contextlib.suppress(OSError), connection:
                connection.sendall(json.dumps(what).encode() + b"\n")

    def _accept(self, server: socket.socket) -> None:
        connection, _ = server.accept()
        connection.settimeout(_PATIENCE)
        try:
            told: Any = json.loads(connection.makefile("rb").readline(_LONGEST))
            index, count, who = int(told["index"]), told["count"], told["who"]
        except (OSError, ValueError, TypeError, KeyError):  # none of ours, or it has ended
            connection.close()
            return
        self._connections[connection] = index
        if count != self._count:
            self.text = (
                f"the processes differ in how many there are: process {index} {who} says {count}, "
                f"process 0 {self._come[0]} {self._count}"
            )
        elif index in self._come:
            self.text = f"two are process {index}: one {self._come[index]}, and one {who}"
        else:
            self._come[index] = who
            self.selector.register(connection, selectors.EVENT_READ, self._left)

    def _left(self, connection: socket.socket) -> None:
        index = self._connections[connection]  # it says nothing more, so it has ended
        self.text = f"process {index} {self._come[index]} has ended before all had come"
