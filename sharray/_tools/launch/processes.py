"""``python -m sharray -n 4``: several processes on this host, and what they print.

The processes are this command again, told by the environment which one they are. This one starts
them, passes signals and standard input on, shows what they print, and ends as they do.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from typing import IO, Any

#: Which process this is: "index count address".
VARIABLE = "SHARRAY_PROCESS"
#: Seconds that the others have to end by themselves when one has failed, and after they were asked.
_PATIENCE = 15.0
_AFTER_SIGNAL = 5.0
#: Seconds after which a line that process 0 has not printed is shown.
_DELAY = 1.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
#: What JAX's library of collectives says of itself, in each process.
_GLOO = re.compile(rb"\[Gloo\] Rank \d+ is connected to [^\n]*\n")
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


def is_child() -> bool:
    """Whether a launcher has started this process as one of several."""
    return VARIABLE in os.environ


def in_cluster() -> bool:
    """Whether srun or mpirun has started this process as one of several."""
    counts = ("SLURM_STEP_NUM_TASKS", "OMPI_COMM_WORLD_SIZE")
    return any(int(os.environ.get(name, "1")) > 1 for name in counts)


def place() -> dict[str, Any]:
    """Return what `sharray.distributed.initialize` has to be told."""
    if not is_child():
        return {}
    index, count, address = os.environ[VARIABLE].split()
    return {
        "coordinator_address": address,
        "num_processes": int(count),
        "process_id": int(index),
        "cluster_detection_method": "deactivate",
    }


def prepare() -> None:
    """Make this process end with its launcher and print line by line, and share the cores."""
    if not is_child():
        return
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def run(count: int, *, ranks: bool) -> int:
    """Run this command as so many processes; return the first exit code that is not 0."""
    address = f"127.0.0.1:{free_port()}"
    show = _Show(count, ranks=ranks)
    group = _Group()
    for number in _SIGNALS:
        signal.signal(number, group.signalled)
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
        child = subprocess.Popen(
            [sys.executable, *sys.orig_argv[1:]],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # signals of the terminal come through this process
        )
        _pin(child.pid, index, count)
        group.children.append(child)
        show.follow(index, child)
    threading.Thread(target=_pass_input, args=(group.children,), daemon=True).start()
    code = group.wait()
    show.finish()
    return code


def free_port() -> int:
    """Return a port of this host that nobody listens to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def _pin(pid: int, index: int, count: int) -> None:
    """Give each process cores of its own: all would use all of them."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(os.sched_getaffinity(0))
    mine = cores[index * len(cores) // count : (index + 1) * len(cores) // count]
    with contextlib.suppress(OSError):  # it has ended
        os.sched_setaffinity(pid, mine or [cores[index % len(cores)]])


def _pass_input(children: list[subprocess.Popen[bytes]]) -> None:
    """Give each process all that comes in: they run the same program."""
    pipes: list[IO[bytes]] = [child.stdin for child in children if child.stdin is not None]
    while True:
        try:
            data = os.read(sys.stdin.fileno(), 1 << 16)
        except (OSError, ValueError, AttributeError):
            data = b""
        for pipe in list(pipes):
            try:
                if data:
                    pipe.write(data)
                    pipe.flush()
                else:
                    pipe.close()
            except OSError:
                pipes.remove(pipe)
        if not data:
            return


class _Group:
    """The processes, as a whole."""

    def __init__(self) -> None:
        self.children: list[subprocess.Popen[bytes]] = []
        #: when they have to have ended
        self._limit: float | None = None
        self._killed = self._signalled = False

    def signalled(self, number: int, frame: object) -> None:
        """Pass a signal on."""
        self._signalled = True
        self._send(number)
        if number != signal.SIGINT:  # which programs may catch
            self._end_in(_PATIENCE)

    def _send(self, number: int) -> None:
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
                if code and not first:
                    first = code if code > 0 else 128 - code
                    if code < 0 and not self._signalled:
                        name = signal.Signals(-code).name
                        text = f"sharray: {name} has ended process {self.children.index(child)}"
                        print(text, file=sys.stderr)
                    self._end_in(_PATIENCE)  # the others find out by themselves, and say so
            if self._limit is not None and time.monotonic() > self._limit:
                self._send(signal.SIGKILL if self._killed else signal.SIGTERM)
                self._killed, self._limit = True, time.monotonic() + _AFTER_SIGNAL
            time.sleep(0.02)
        self._send_to_rest()
        return first

    def _send_to_rest(self) -> None:
        """End what the processes have started and left behind."""
        for child in self.children:
            with contextlib.suppress(OSError):
                os.killpg(child.pid, signal.SIGKILL)


class _Show:
    """What the processes print: that of process 0, and lines of others that it does not print.

    Parameters
    ----------
    count
        How many processes there are.
    ranks
        Whether to show all lines, each with the number of its process.
    """

    def __init__(self, count: int, *, ranks: bool) -> None:
        self._count, self._ranks = count, ranks
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._streams: list[_Stream] = []
        for target in (sys.stdout, sys.stderr):
            self._streams.append(_Stream(target.buffer, count))
        self._done = threading.Event()
        threading.Thread(target=self._hurry, daemon=True).start()

    def follow(self, index: int, child: subprocess.Popen[bytes]) -> None:
        """Show what a process prints, from now on."""
        for stream, pipe in zip(self._streams, (child.stdout, child.stderr), strict=True):
            assert pipe is not None
            thread = threading.Thread(target=self._read, args=(stream, index, pipe), daemon=True)
            thread.start()
            self._threads.append(thread)

    def finish(self) -> None:
        """Show the rest."""
        for thread in self._threads:
            thread.join(_AFTER_SIGNAL)
        self._done.set()
        with self._lock:
            for stream in self._streams:
                stream.hurry(float("inf"))

    def _read(self, stream: _Stream, index: int, pipe: IO[bytes]) -> None:
        rest, shown = b"", 0
        while data := os.read(pipe.fileno(), 1 << 16):
            *lines, rest = _GLOO.sub(b"", rest + data).split(b"\n")
            with self._lock:
                for line in lines:
                    self._line(stream, index, line + b"\n", shown)
                    shown = 0
                if index == 0 and not self._ranks and b"[Gloo]" not in rest:
                    stream.write(rest[shown:])  # a question, whose line does not end
                    shown = len(rest)
        if rest:
            with self._lock:
                self._line(stream, index, rest, shown)

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
    """One of the two streams of all processes."""

    def __init__(self, target: IO[bytes], count: int) -> None:
        self._target = target
        #: what process 0 has printed and another one has not yet
        self._ahead: list[deque[bytes]] = [deque() for _ in range(count)]
        #: what others have printed, and process 0 not yet, and when
        self._behind: list[deque[tuple[float, bytes]]] = [deque() for _ in range(count)]

    def write(self, data: bytes) -> None:
        """Show what it is."""
        self._target.write(data)
        self._target.flush()

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
                self._ahead[index].append(line)

    def compare(self, index: int, line: bytes) -> None:
        """Take note of a line of another process."""
        if line in self._ahead[index]:
            while self._ahead[index].popleft() != line:
                pass
        else:
            self._behind[index].append((time.monotonic(), line))

    def hurry(self, before: float) -> None:
        """Show lines of others that process 0 has not printed since then."""
        for index, behind in enumerate(self._behind):
            while behind and behind[0][0] <= before:
                self.show(index, behind.popleft()[1])
