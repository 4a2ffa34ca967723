"""``python -m sharray -n 4``: several processes on this host.

The processes are this command again, told by the environment which one they are. This one starts
them, passes signals and standard input on, shows what they print (`output`), and ends as they do.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import IO

from sharray._engine import cluster
from sharray._tools.launch.output import Show
from sharray._tools.launch.rank import END, OUTPUT, TERMINAL, VARIABLE
from sharray._tools.terminal import is_terminal

#: Seconds that the others have to end by themselves after they were asked.
_PATIENCE = 15.0
#: Seconds that the others have when one has failed.
_AFTER_FAILURE = 7.0
_AFTER_SIGNAL = 5.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def run(count: int, *, ranks: bool, restarts: int = 0, fewer: bool = False) -> int:
    """Run this command as so many processes.

    Parameters
    ----------
    count
        How many.
    ranks
        Whether to show what each of them prints.
    restarts
        How often to start again when one has failed.
    fewer
        Whether to do so without those that a signal has ended.

    Returns
    -------
    code
        The first exit code that was not 0.
    """
    given = _Input()
    while True:
        group = _Group()
        for number in _SIGNALS:
            signal.signal(number, group.signalled)
        show = Show(count, ranks=ranks)
        _start(group, show, count)
        given.goes_to(group.children)
        code = group.wait()
        show.finish()
        if not code or not restarts or group.was_signalled:
            return code
        if fewer:
            count = max(1, count - group.ended_by_signals)
        restarts -= 1
        print(
            f"sharray: starts again with {count} process{'es' * (count > 1)}, after exit code "
            f"{code}; {restarts} restart{'s' * (restarts != 1)} left",
            file=sys.stderr,
        )


def _start(group: _Group, show: Show, count: int) -> None:
    address = f"127.0.0.1:{cluster.free_port()}"
    # sets of strings have the same order in all of them
    seed = os.environ.get("PYTHONHASHSEED", "random")
    if seed == "random":
        seed = str(secrets.randbelow(1 << 32))
    for index in range(count):
        environment = os.environ | {
            VARIABLE: f"{index} {count} {address}",
            "PYTHONHASHSEED": seed,
            # it would keep SIGTERM from ending a process
            "JAX_ENABLE_PREEMPTION_SERVICE": os.environ.get("JAX_ENABLE_PREEMPTION_SERVICE", "0"),
        }
        if index == 0 and is_terminal(sys.stderr):
            environment[TERMINAL] = "1"
        other, output = os.pipe()
        child = subprocess.Popen(
            [sys.executable, *sys.orig_argv[1:]],
            env=environment | {OUTPUT: str(output), END: str(group.told)},
            pass_fds=[output, group.told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # signals of the terminal come through this process
        )
        _pin(child.pid, index, count)
        group.children.append(child)
        os.close(output)
        assert child.stdout is not None
        assert child.stderr is not None
        show.follow(index, child.stdout, child.stderr, os.fdopen(other, "rb"))


def _pin(pid: int, index: int, count: int) -> None:
    """Give each process cores of its own: all would use all of them."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(os.sched_getaffinity(0))
    mine = cores[index * len(cores) // count : (index + 1) * len(cores) // count]
    with contextlib.suppress(OSError):  # it has ended
        os.sched_setaffinity(pid, mine or [cores[index % len(cores)]])


class _Input:
    """Standard input, of which each process gets all: they run the same program.

    One may read it later than the others, or never, so it is kept in a file until then.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._kept = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - to the end
        self._size = 0
        self._is_over = False
        self._thread = threading.Thread(target=self._keep, daemon=True)

    def goes_to(self, children: list[subprocess.Popen[bytes]]) -> None:
        """Give these what comes from now on."""
        for child in children:
            arguments = (child.stdin, self._size)
            threading.Thread(target=self._give, args=arguments, daemon=True).start()
        if self._thread.ident is None:
            self._thread.start()

    def _keep(self) -> None:
        try:
            while data := self._read():
                self._kept.write(data)
                with self._condition:
                    self._size += len(data)
                    self._condition.notify_all()
        finally:  # of a full disk, too, which the traceback tells of
            with self._condition:
                self._is_over = True
                self._condition.notify_all()

    def _read(self) -> bytes:
        try:
            return os.read(sys.stdin.fileno(), 1 << 16)
        except (OSError, ValueError, AttributeError):
            return b""

    def _give(self, pipe: IO[bytes], position: int) -> None:
        with contextlib.suppress(OSError), pipe:  # it has ended
            while True:
                with self._condition:
                    self._condition.wait_for(lambda at=position: at < self._size or self._is_over)
                data = os.pread(self._kept.fileno(), 1 << 16, position)
                if not data:
                    return
                pipe.write(data)
                pipe.flush()
                position += len(data)


class _Group:
    """The processes, as a whole."""

    def __init__(self) -> None:
        self.children: list[subprocess.Popen[bytes]] = []
        #: when they have to have ended
        self._limit: float | None = None
        self._killed = self._has_sent = False
        self.was_signalled = False
        #: how many processes somebody else has ended
        self.ended_by_signals = 0
        #: where each writes its exit code before it waits for the others
        self._codes, self.told = os.pipe()
        os.set_blocking(self._codes, False)

    def signalled(self, number: int, frame: object) -> None:
        """Pass a signal on."""
        self.was_signalled = True
        self._send(number)
        if number != signal.SIGINT:  # which programs may catch
            self._end_in(_PATIENCE)

    def _send(self, number: int) -> None:
        self._has_sent = True
        for child in self.children:
            if child.poll() is None:
                with contextlib.suppress(OSError):
                    os.killpg(child.pid, number)

    def _end_in(self, seconds: float) -> None:
        limit = time.monotonic() + seconds
        self._limit = limit if self._limit is None else min(limit, self._limit)

    def wait(self) -> int:
        """Wait until all have ended; return the first code that is not 0, as shells count."""
        first, rest = 0, list(self.children)
        while rest:
            for child in list(rest):
                code = child.poll()
                if code is None:
                    continue
                rest.remove(child)
                if code < 0 and self._is_by_others(-code, is_first=not first):
                    name = signal.Signals(-code).name
                    text = f"sharray: {name} has ended process {self.children.index(child)}"
                    print(text, file=sys.stderr)
                    self.ended_by_signals += 1
                if code and not first:
                    first = self._first_told() or (code if code > 0 else 128 - code)
                    # the others find out by themselves, and say so, once they are connected
                    self._killed = not self.was_signalled
                    self._end_in(_PATIENCE if self.was_signalled else _AFTER_FAILURE)
            if self._limit is not None and time.monotonic() > self._limit:
                self._send(signal.SIGKILL if self._killed else signal.SIGTERM)
                self._killed, self._limit = True, time.monotonic() + _AFTER_SIGNAL
            time.sleep(0.02)
        self._send_to_rest()
        os.close(self._codes)
        os.close(self.told)
        return first

    def _is_by_others(self, number: int, *, is_first: bool) -> bool:
        """Whether somebody else has ended a process by a signal.

        When one has failed, JAX ends others by SIGABRT.
        """
        return not self._has_sent and (is_first or number != signal.SIGABRT)

    def _first_told(self) -> int:
        """Return the exit code of the program that has ended first, if one has told it."""
        try:
            return int(os.read(self._codes, 1 << 16).split()[0])
        except (BlockingIOError, IndexError):
            return 0

    def _send_to_rest(self) -> None:
        """End what the processes have started and left behind."""
        for child in self.children:
            with contextlib.suppress(OSError):
                os.killpg(child.pid, signal.SIGKILL)
