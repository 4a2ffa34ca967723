"""Worker processes: started, fed with tests, watched, replaced when they die or grow."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Literal

from .environment import CHANNEL
from .reasons import death_reason, one_line

LOG_TAIL = 200_000
# What XLA says, on standard error only, when it gives up on a sharding and replicates an array.
REPLICATED = "Involuntary full rematerialization"
GRACE = 10.0


class WorkerError(Exception):
    """A worker that cannot run any test."""


@dataclass
class Process:
    """One worker process, seen from the runner."""

    command: list[str]
    cwd: Path
    env: dict[str, str]
    log: Path
    state: Literal["starting", "idle", "busy"] = "starting"
    test: str = ""
    chunk: deque[str] = field(default_factory=deque)
    since: float = field(default_factory=time.monotonic)
    log_start: int = 0

    def __post_init__(self) -> None:
        ours, theirs = Pipe()
        self.channel: Connection = ours
        self.log_start = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            # Its own session: Ctrl-C reaches the runner only, which then ends its workers.
            self.process = subprocess.Popen(
                self.command,
                cwd=self.cwd,
                env={**self.env, CHANNEL: str(theirs.fileno())},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        theirs.close()

    def run(self, test: str) -> None:
        self.state, self.test, self.since = "busy", test, time.monotonic()
        self.log_start = self.log.stat().st_size
        self._send({"kind": "run", "id": test})

    def stop(self) -> None:
        self._send({"kind": "stop"})

    def _send(self, message: dict[str, str]) -> None:
        # It may be gone, which the runner learns from the other direction.
        with contextlib.suppress(OSError):
            self.channel.send_bytes(json.dumps(message).encode())

    def receive(self) -> dict[str, Any] | None:
        """Return a message, or None if the process is gone."""
        try:
            return json.loads(self.channel.recv_bytes())
        except (EOFError, OSError):
            return None

    def log_tail(self) -> str:
        """Return what the process wrote since its current test began."""
        with self.log.open("rb") as log:
            size = log.seek(0, os.SEEK_END)
            log.seek(max(self.log_start, size - LOG_TAIL))
            return log.read().decode(errors="replace")

    def end(self, grace: float = GRACE) -> int | None:
        """Wait for the process to leave, and make it leave if it does not."""
        try:
            self.process.wait(grace)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.channel.close()
        return self.process.returncode

    def kill(self) -> None:
        """End it now. SIGABRT first: Python then writes the stack of every thread to the log."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGABRT)
        self.end(grace=5.0)


@dataclass
class Pool:
    """Runs tests on a fixed number of processes. Iterate over `events`."""

    command: list[str]
    cwd: Path
    env: dict[str, str]
    logs: Path
    jobs: int
    timeout: float
    memory_limit: float

    def __post_init__(self) -> None:
        self.pending: deque[str] = deque()
        self.open = True
        self.replaced = 0
        self.workers = [self._start(slot) for slot in range(self.jobs)]

    def _start(self, slot: int) -> Process:
        return Process(self.command, self.cwd, self.env, self.logs / f"worker-{slot}.log")

    def add(self, tests: list[str]) -> None:
        """Give the tests to run; called once, at the first `ready` event."""
        self.pending.extend(tests)
        self.open = False

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield `ready`, `result` and `tick` (nothing happened for a moment) until all is done."""
        while True:
            for worker in self.workers:
                if worker.state == "idle" and not self.open:
                    self._feed(worker)
            busy = [w for w in self.workers if w.state != "idle"]
            if not self.open and not self.pending and all(w.state != "busy" for w in busy):
                return
            heard = wait([w.channel for w in busy], timeout=1.0)
            for slot, worker in enumerate(self.workers):
                if worker.channel in heard:
                    yield from self._hear(slot, worker)
                elif worker.state != "idle" and time.monotonic() - worker.since > self.timeout:
                    yield from self._overdue(slot, worker)
            yield {"kind": "tick"}

    def _feed(self, worker: Process) -> None:
        if not worker.chunk:
            # Neighbours share compiled programs, so a worker takes a run of them: long at first,
            # short towards the end so that all workers finish together.
            size = max(1, len(self.pending) // (4 * self.jobs)) if self.pending else 0
            worker.chunk.extend(self.pending.popleft() for _ in range(size))
        if worker.chunk:
            worker.run(worker.chunk.popleft())

    def _hear(self, slot: int, worker: Process) -> Iterator[dict[str, Any]]:
        message = worker.receive()
        if message is None:
            yield from self._died(slot, worker)
        elif message["kind"] == "refused":
            raise WorkerError(message["reason"])
        elif message["kind"] == "ready":
            worker.state = "idle"
            yield message
        else:
            worker.state = "idle"
            if "compiled" in message["counters"]:
                message["counters"]["replicated"] = worker.log_tail().count(REPLICATED)
            yield message
            if message["memory"] > self.memory_limit and (worker.chunk or self.pending):
                worker.stop()
                self._replace(slot, worker)

    def _died(self, slot: int, worker: Process) -> Iterator[dict[str, Any]]:
        code = worker.end()
        log = worker.log_tail()
        if worker.state == "starting":
            raise WorkerError(one_line(f"a worker did not start (exit code {code})") + "\n" + log)
        yield self._lost(worker, death_reason(code, log), log)
        self._replace(slot, worker)

    def _overdue(self, slot: int, worker: Process) -> Iterator[dict[str, Any]]:
        worker.kill()
        log = worker.log_tail()
        if worker.state == "starting":
            raise WorkerError(f"a worker did not start within {self.timeout:.0f} s\n{log}")
        yield self._lost(worker, f"timeout: no result within {self.timeout:.0f} s", log)
        self._replace(slot, worker)

    def _lost(self, worker: Process, reason: str, log: str) -> dict[str, Any]:
        return {
            "kind": "result",
            "id": worker.test,
            "outcome": "failed",
            "reason": reason,
            "detail": log,
            "seconds": time.monotonic() - worker.since,
        }

    def _replace(self, slot: int, worker: Process) -> None:
        worker.end()
        self.pending.extendleft(reversed(worker.chunk))
        self.replaced += 1
        self.workers[slot] = self._start(slot)

    def close(self) -> None:
        """Ask idle workers to leave, end the others."""
        for worker in self.workers:
            if worker.state == "idle":
                worker.stop()
        for worker in self.workers:
            if worker.state == "idle":
                worker.end()
            else:
                worker.kill()
