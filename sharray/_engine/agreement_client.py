"""What a process tells `comparing.server` and hears from it (see `agreement`)."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import re
import select
import socket
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterable
from typing import Any

from sharray._core.cache import Cache
from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._core.settings import options
from sharray._core.user_line import Line, own
from sharray._engine import idleness, imported, process
from sharray._engine.agreed import Agreed
from sharray._engine.agreement import ProcessesDifferError
from sharray._engine.comparing.server import PROGRAMS
from sharray._engine.idleness import Idleness
from sharray._engine.interruption import Interruption
from sharray._engine.provenance import Arrays, FromLaunch, Inputs

#: Seconds after which what has been launched is told, though nobody waits for it.
_BEAT = 0.1
#: So many programs without collectives are told at once.
_MANY = 256
#: Seconds after which one looks again whether there is room for more launches in memory.
_PAUSE = 1e-3
#: Seconds that the main thread has to raise the error, and then to end.
_PATIENCE = 3.0
#: Seconds that devices have to give up by themselves; then the main thread raises it, too.
_ON_DEVICES = 0.5
#: Seconds that process 0 stays for the others to say why they end: without it JAX ends them.
_GRACE = 1.0


class Client:
    """What this process has launched, and what it knows of the others.

    Parameters
    ----------
    connection
        To the server, for what is launched.
    bell
        To the server, for when this process waits.
    index
        Of this process.
    token
        Which only processes of this program know.
    memory
        The path of memory that those of process 0's host share, see `agreed.share_memory`.
    patience
        Seconds for which this process may do nothing but wait in JAX when others have ended.
    on_cpu
        Whether its devices are its own threads.
    """

    def __init__(
        self,
        connection: socket.socket,
        bell: socket.socket,
        index: int,
        token: str,
        memory: str,
        patience: float,
        *,
        on_cpu: bool,
    ) -> None:
        self.index = index
        self._token, self._memory, self._patience = token, memory, patience
        self._connection, self._bell = connection, bell
        self._agreed = Agreed(bell, self._ring)
        self._idleness = Idleness(
            patience,
            on_cpu=on_cpu,
            on_devices=lambda: self.on_devices,
            settles=self._agreed.reading.locked,
        )
        self._is_idle = False
        self._number = self._sent = self._told = 0
        #: what the next launch is given
        self.inputs, self.arrays = Inputs(), Arrays()
        #: how many results of the last launch there are, and its line
        self._results = 0
        self._line: Line | str = ""
        self._unsent: list[bytes] = []
        #: numbers of the texts that the server has, by a digest and a line
        self._texts = Cache("names of programs told", PROGRAMS, lasts=True)
        #: digests of programs that all processes have launched
        self._met = Cache("programs compared", PROGRAMS, lasts=True)
        self._meetings: dict[str, list[str]] = {}
        self._condition = threading.Condition(threading.RLock())
        self._failure: str | None = None
        #: whether the main thread waits for devices, where it cannot raise
        self.on_devices = False
        self._raised = self._left = self._welcome = self._all_left = False
        self._thread = threading.Thread(target=self._listen, name="sharray-agreement", daemon=True)
        self._interruption = Interruption(
            self._condition, self._tell, lambda: self._thread.is_alive() and not self._all_left
        )

    def start(self, facts: dict[str, Any], timeout: float) -> None:
        """Say who this is, and wait until all others have said the same.

        Parameters
        ----------
        facts
            What has to be equal, by what an error calls it.
        timeout
            How long to wait for the others, in seconds.

        Raises
        ------
        ProcessesDifferError
            If the facts differ.
        TimeoutError
            If not all have come.
        """
        me = {"index": self.index, "token": self._token}
        more = {"pid": os.getpid(), "host": socket.gethostname(), "facts": facts}
        for connection, hello in ((self._connection, me | more), (self._bell, me)):
            connection.settimeout(None)
            connection.sendall(json.dumps(hello).encode() + b"\n")
        self._thread.start()
        atexit.register(self.leave)
        self._interruption.handle()
        with self._condition:
            there = self._condition.wait_for(lambda: self._welcome or self._failure, timeout)
        self.check()
        if not there:
            raise TimeoutError(
                f"process {self.index} has waited {timeout:g} s for the others, which have started "
                "and do not answer"
            )

    def note(
        self,
        digest: int,
        what: Callable[[], str],
        operands: Iterable[Any] = (),
        *,
        moves: bool = True,
    ) -> None:
        """Take note of what is launched next on devices of several processes.

        Parameters
        ----------
        digest
            Of what it does.
        what
            Says so.
        operands
            The arrays that it gets, on devices, or such as JAX puts there.
        moves
            Whether it waits for the other processes.

        Raises
        ------
        ProcessesDifferError
            If the processes have parted ways.
        """
        self._note(digest, what, self.inputs.origins(operands, self.arrays.provenance), moves=moves)

    def note_step(
        self,
        text: str,
        operands: Iterable[Any] = (),
        *,
        placement: Any = None,
        moves: bool = True,
    ) -> None:
        """Take note, as `note` does, of what `text` and the placement of its result tell."""
        self.note(_digest(text, placement), lambda: text, operands, moves=moves)

    def _note(
        self,
        digest: int,
        what: Callable[[], str],
        operands: Iterable[FromLaunch | None],
        *,
        moves: bool,
    ) -> None:
        self.check()
        if not options.compare_processes:
            return
        self._results, self._line = 0, own()
        self.arrays.provenance.launch()
        key = digest, self._line
        with self._condition:
            self._interruption.check(self._number)
            if not self._number:
                self._send({"libraries": imported.versions()})
            text = self._texts.get(key)
            if text is None:
                self._told += 1
                text = self._texts.keep(key, self._told)
                self._send({"text": f"{what()}, {key[1]}", "number": text})
            self._number += 1
            whole = self.inputs.digest(self._number, digest, operands)
            self._launch(whole, text, moves=moves)
        if moves and digest not in self._met:
            self.settle()
            self._met.keep(digest, True)

    def _launch(self, digest: int, text: int, *, moves: bool) -> None:
        """Note the digest of a launch, and all before it, and which text says what it does."""
        launches = self._agreed.launches
        if launches is None:
            self._unsent.append(b"[%d,%d]\n" % (digest, text))
            if moves or len(self._unsent) >= _MANY:
                self._write()
            return
        self._write()  # a new text comes before its launch
        while not launches.note(self.index, self._number, digest, text):
            self._ring()  # so that what is there is read
            self._condition.wait(_PAUSE)
            self.check()

    def computes(self, results: Iterable[Any]) -> None:
        """Take note of arrays that the last launch computes."""
        if options.compare_processes:
            for array in results:
                self.arrays.provenance.note(
                    array, FromLaunch(self._number, self._results, self._line)
                )
                self._results += 1

    def returns(self, array: Any, *, is_noted: bool, program: int = 0) -> None:
        """Take note of an array that JAX returns: it has launched something, if that is a new one.

        Parameters
        ----------
        array
            On devices of several processes.
        is_noted
            Whether the launch has been noted.
        program
            A digest of what the program does, as far as it is known.

        Raises
        ------
        ProcessesDifferError
            If the processes have parted ways.
        """
        if self.arrays.provenance.of(array) is not None:
            return
        if not is_noted:
            text = f"{array.dtype}{list(array.shape)} of a program of JAX"
            placement = getattr(array.sharding, "spec", None)
            taken = self.arrays.provenance.taken(own())
            self._note(_digest(text, (placement, program)), lambda: text, taken, moves=True)
        self.computes([array])
        if program:  # JAX takes the result apart, for further calls
            self.arrays.traced.note(array, program)

    def check(self) -> None:
        """Raise the error, if the processes have parted ways.

        Raises
        ------
        ProcessesDifferError
            In that case.
        """
        if self._failure is not None:
            self._raised = True
            raise ProcessesDifferError(self._failure)

    def expect(self) -> None:
        """Say that `settle` comes next, after a wait for devices."""
        self._agreed.want(self._number)

    def settle(self) -> None:
        """Wait until all processes have launched what this one has.

        Raises
        ------
        ProcessesDifferError
            If one of them launches something else, or has ended.
        """
        if not self._agreed.wait(self._number):
            with self._condition:  # the other connection says why
                self._condition.wait_for(lambda: self._failure)
        self.check()

    def meet(self, name: str, text: str, *, waits: bool) -> list[str]:
        """Tell the others a text, and return those of all, in their order.

        Parameters
        ----------
        name
            Of the meeting.
        text
            What to tell.
        waits
            Whether the program does not go on meanwhile.

        Raises
        ------
        ProcessesDifferError
            If one of them has ended.
        """
        self._send({"meet": name, "text of it": text, "waits": waits})
        self._ring()
        with self._condition:
            self._condition.wait_for(lambda: name in self._meetings or self._failure)
            self.check()
            return self._meetings.pop(name)

    def explain(self) -> None:
        """Raise what is behind an error of the devices, if other processes are."""
        self._ring()
        with self._condition:
            self._condition.wait_for(lambda: self._failure, _PATIENCE)
        self.check()

    def leave(self) -> None:
        """Tell the others that this process ends, and wait until all do.

        It ends at once if they have parted ways, or an error ends it: JAX would go on waiting.
        """
        if self._left:
            return
        error, text = process.last_error()
        if isinstance(error, jax.errors.JaxRuntimeError):  # what is behind it may be known
            with self._condition:
                self._ring()
                self._condition.wait_for(lambda: self._failure, _PATIENCE)
                text = "" if self._failure is not None else text
        elif not text:
            self._await_own()
        with self._condition:
            self._left = self._failure is None
            if self._left or self._raised or text:
                self._tell({"left": text})
            self._condition.wait_for(lambda: self._all_left or self._failure)
        if self._failure is not None and not self._raised and not text:
            self._print(self._failure)
            time.sleep(0 if self.index else _GRACE)
            process.end(process.EXIT_CODE)
        if self._failure is not None or text:
            if self._failure is not None and self.index == 0:
                time.sleep(_GRACE)
            process.end(130 if isinstance(error, KeyboardInterrupt) else 1)
        self._thread.join(_PATIENCE)  # the server ends, too
        if not self._thread.is_alive():
            self._connection.close()
            self._bell.close()

    def _await_own(self) -> None:
        """Wait for what devices still compute, so that nobody waits for one that has ended."""
        self.on_devices, pause = True, _BEAT / 10
        waiting = jax.live_arrays()
        while waiting and self._failure is None:
            waiting = [a for a in waiting if not (a.is_deleted() or a.is_ready())]
            time.sleep(pause * bool(waiting))
            pause = min(2 * pause, _BEAT)
        self.on_devices = False

    def _print(self, text: str) -> None:
        print(f"sharray: {text}", file=sys.stderr, flush=True)
        self._tell({"left": ""})

    def _send(self, message: dict[str, Any]) -> None:
        with self._condition:
            self._unsent.append(json.dumps(message).encode() + b"\n")

    def _tell(self, message: dict[str, Any]) -> None:
        self._send(message)
        self._ring()

    def _write(self) -> None:
        with self._condition:
            if not self._unsent:
                return
            data, self._unsent = b"".join(self._unsent), []
            self._sent += len(data)
            # a server that does not hear it any more has told why
            with contextlib.suppress(OSError):
                self._connection.sendall(data)

    def _ring(self) -> None:
        with self._condition:
            self._write()
            with contextlib.suppress(OSError):
                self._bell.sendall(b"%d %d\n" % (self._sent, self._agreed.asked))

    def _listen(self) -> None:
        rest, sign = b"", 0.0
        while True:
            self._interruption.look()
            if time.monotonic() > sign:
                sign = time.monotonic() + min(idleness.EVERY, self._patience / 3)
                self._look_busy()
                self._agreed.ask()  # whom this process waits for may never come there
                self._ring()
            if not select.select([self._connection], [], [], _BEAT)[0]:
                self._write()
                continue
            data = b""
            with contextlib.suppress(OSError):
                data = self._connection.recv(1 << 16)
            if not data:
                if not self._all_left:
                    self._fail("the host of process 0 can no longer be reached by this process")
                return
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                message = json.loads(line)
                if "failed" in message:
                    self._fail(message["failed"])
                    return
                with self._condition:
                    if "stop" in message:
                        self._interruption.stop(self._number)
                    if "interrupt at" in message:
                        self._interruption.agree(message["interrupt at"])
                    self._all_left = "all left" in message
                    self._meetings.update(message.get("met", {}))
                    if message.get("share memory"):
                        self._agreed.share(self._memory, self._token)
                    self._welcome = True
                    self._condition.notify_all()

    def _look_busy(self) -> None:
        """Say so where this process has done nothing for long but wait in JAX, or does no more."""
        seconds, is_stuck = self._idleness.look()
        if seconds or self._is_idle:
            self._send({"idle": seconds, "stuck": is_stuck})
        self._is_idle = bool(seconds)

    def _fail(self, text: str) -> None:
        """Have the main thread raise the error; end the process if it cannot."""
        parted = re.search(r"part ways at statement (\d+)", text)
        with self._condition:
            if parted and (given := self.inputs.shown(int(parted[1]))):
                text += f"\nGiven to it by process {self.index}: {given}"
            self._failure = text + see("processes-part")
            self._condition.notify_all()
        with contextlib.suppress(OSError):
            self._bell.shutdown(socket.SHUT_RD)  # who waits for an answer gets none
        begin = time.monotonic()
        while not self._raised and time.monotonic() < begin + _PATIENCE:
            if self.on_devices and time.monotonic() > begin + _ON_DEVICES:
                break
            time.sleep(_BEAT / 2)
        if self._raised:
            time.sleep(_PATIENCE)
            self._tell({"left": ""})
        elif not self._left:
            self._print(text)
        process.end(process.EXIT_CODE)


def _digest(text: str, placement: Any) -> int:
    return zlib.crc32(f"{text} {placement}".encode())
