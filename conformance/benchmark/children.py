"""Runs tasks in processes of their own, one after the other, and outlives what goes wrong there."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import IO, Any

from conformance.environment import ROOT, merge_xla_flags

from .rows import Task

#: A task that says nothing for so many seconds is given up, with its process.
PATIENCE = 150.0
COMMAND = [sys.executable, "-m", "conformance.benchmark.worker"]
LARGE_PAGES = "glibc.malloc.hugetlb=1"

Result = dict[str, Any]


def environment(base: Mapping[str, str], devices: int | None = None) -> dict[str, str]:
    """Return the environment of a child: so many CPU devices, large pages, our default settings."""
    env = {name: value for name, value in base.items() if not name.startswith("SHARRAY_")}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), base.get("PYTHONPATH", "")]))
    env["JAX_PLATFORMS"] = "cpu"
    env.pop("JAX_NUM_CPU_DEVICES", None)
    name = LARGE_PAGES.partition("=")[0]
    tunables = [t for t in base.get("GLIBC_TUNABLES", "").split(":") if t]
    kept = [t for t in tunables if t.partition("=")[0] != name]
    env["GLIBC_TUNABLES"] = ":".join([*kept, LARGE_PAGES])
    if devices is not None:
        env["XLA_FLAGS"] = merge_xla_flags(base.get("XLA_FLAGS", ""), devices)
    return env


def run(
    tasks: Sequence[Task],
    quick: bool,
    begun: Callable[[Task], object],
    ended: Callable[[Task, Result], object],
    patience: float = PATIENCE,
) -> None:
    """Run tasks, sorted by their number of devices; tell when one begins and what came of it."""
    for devices, group in groupby(tasks, key=lambda task: task.devices):
        rest = list(group)
        while rest:
            rest = _run_some(rest, devices, quick, begun, ended, patience)


def _read(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    for line in stream:
        lines.put(line)
    lines.put(None)


def _run_some(
    tasks: list[Task],
    devices: int,
    quick: bool,
    begun: Callable[[Task], object],
    ended: Callable[[Task, Result], object],
    patience: float,
) -> list[Task]:
    """Run tasks in one process and return those that are left when it ends before its time."""
    given = {"devices": devices, "quick": quick, "tasks": [task[:2] for task in tasks]}
    lines: queue.Queue[str | None] = queue.Queue()
    done, reason = 0, ""
    with (
        tempfile.TemporaryFile("w+", errors="replace") as log,
        subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment(os.environ, devices),
        ) as child,
    ):
        try:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(json.dumps(given) + "\n")
            child.stdin.close()
            threading.Thread(target=_read, args=(child.stdout, lines), daemon=True).start()
            while (line := lines.get(timeout=patience)) is not None:
                found = json.loads(line)
                if "begin" in found:
                    begun(tasks[found["begin"]])
                else:
                    done = found.pop("end") + 1
                    ended(tasks[done - 1], found)
        except queue.Empty:
            reason = f"not done after {patience:.0f} s"
        finally:
            if reason or sys.exc_info()[0] is not None:
                child.kill()
        if done < len(tasks) and not reason:
            child.wait()
            log.seek(0)
            last = (log.read().strip().splitlines() or [""])[-1]
            reason = f"the process ended with code {child.returncode}: {last[:200]}"
    if reason:
        ended(tasks[done], {"error": reason})
        done += 1
    return tasks[done:]
