"""Processes that are killed at random moments: the others end, and no checkpoint is a half one.

``python -m conformance.kills --count 100`` starts a program of several processes again and again,
in which they compute, exchange data, and save; kills one of them at a random moment, from start-up
to the end; and looks how long the others take to end, whether anything is left running, and what
can be loaded.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

from sharray import checkpoint

#: In the environment of a trial's processes, by which they are found.
MARK = "SHARRAY_CONFORMANCE_KILL"
#: Seconds that the others may take to end, and that a program takes at most.
LIMIT, LONGEST = 10.0, 120.0

PROGRAM = """
import numpy as np
from sharray import checkpoint

x = np.zeros(100_003)
for step in range(1, 9):
    x = np.sqrt((x + 1) ** 2)
    x[1:] = np.sort(x)[:-1]
    assert float(x.max()) == step
    if step % 2 == 0:
        checkpoint.save("state", {"step": step, "x": x})
"""


def _processes(token: str) -> dict[int, str]:
    """Return the processes of a trial that run, with their command lines."""
    mark, found = f"{MARK}={token}".encode(), {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal() and mark in (entry / "environ").read_bytes().split(b"\0"):
                words = (entry / "cmdline").read_bytes().decode().split("\0")
                found[int(entry.name)] = " ".join(words)
        except OSError:  # it has ended
            continue
    return found


def _start(folder: Path, count: int, token: str) -> subprocess.Popen[bytes]:
    (folder / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "sharray", "-n", str(count), "program.py"]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | {MARK: token},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def _wait(child: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for the launcher; if it takes longer, end all of it, and return False."""
    try:
        child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        return False
    return True


def _problem(folder: Path) -> str:
    """Return what is wrong with the checkpoint of a trial, if there is one."""
    try:
        state = checkpoint.load(folder / "state")
    except FileNotFoundError:
        return ""
    except Exception as error:  # whatever it is, the checkpoint is none
        return f"the checkpoint cannot be loaded: {error}"
    x, step = np.asarray(state["x"]), state["step"]
    return "" if np.all(x[-1] == step) else f"the checkpoint of step {step} is of another one"


def trial(count: int, moment: float, choose: random.Random) -> tuple[str, float]:
    """Run the program once and kill one of its processes after `moment` seconds.

    Returns
    -------
    outcome
        "ended", "was over" (there was nobody to kill), or what went wrong.
    seconds
        How long the others took to end.
    """
    token = secrets.token_hex(8)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        child = _start(folder, count, token)
        time.sleep(moment)
        # processes of the program, not the launcher and not the one that compares
        there = [
            pid
            for pid, command in _processes(token).items()
            if pid != child.pid and "program.py" in command
        ]
        if there:
            os.kill(choose.choice(sorted(there)), signal.SIGKILL)
        begin = time.monotonic()
        ended = _wait(child, LIMIT if there else LONGEST)
        seconds = time.monotonic() - begin
        time.sleep(0.5)
        left = _processes(token)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        if not ended:
            return f"not over after {LIMIT:g} s", seconds
        if left:
            return f"left running: {sorted(left.values())}", seconds
        if problem := _problem(folder):
            return problem, seconds
        return ("ended" if there and child.returncode else "was over"), seconds


def main() -> int:
    """Make the trials that the command line says, and say what came of them."""
    parser = argparse.ArgumentParser(prog="python -m conformance.kills", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="of processes killed (100)")
    parser.add_argument("--processes", type=int, default=3, help="of the program (3)")
    parser.add_argument("--seed", type=int, default=0, help="of moments and victims (0)")
    options = parser.parse_args()
    choose = random.Random(options.seed)
    whole = 0.0
    with tempfile.TemporaryDirectory() as name:
        for _ in range(2):  # the first one compiles
            begin = time.monotonic()
            if not _wait(_start(Path(name), options.processes, "none"), LONGEST):
                print("the program does not end by itself")
                return 1
            whole = time.monotonic() - begin
    outcomes: Counter[str] = Counter()
    times: list[float] = []
    number = 0
    while number - outcomes["was over"] < options.count:
        number += 1
        moment = choose.uniform(0, whole)
        outcome, seconds = trial(options.processes, moment, choose)
        outcomes[outcome] += 1
        if outcome == "ended":
            times.append(seconds)
        elif outcome != "was over":
            print(f"trial {number}, after {moment:.2f} s: {outcome}", flush=True)
    print(f"{number} trials of {options.processes} processes, {whole:.1f} s each: ", end="")
    print(", ".join(f"{n} {outcome}" for outcome, n in outcomes.most_common()))
    if times:
        print(f"the others ended after {np.median(times):.1f} s, at most {max(times):.1f} s")
    return int(bool(set(outcomes) - {"ended", "was over"}))


if __name__ == "__main__":
    sys.exit(main())
