"""Whole programs: `docs/examples` under plain Python and under the launcher, from start to end."""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from conformance.progress import Progress

from .examples import ARGUMENTS
from .page import table
from .sizes import FOLDER

#: Program -> arguments with which plain Python computes for about 0.1 s, and for 10.
_ARGUMENTS = {
    "black_scholes": ((1_200_000,), (60_000_000,)),
    "conjugate_gradient": ((1000, 6), (6000, 35)),
    "gaussian_process": ((1000, 150), (6500, 1500)),
    "heat": ((1000, 20), (5500, 75)),
    "histogram_equalisation": ((12,), (900,)),
    "image_filters": ((3,), (150,)),
    "jacobi": ((1500, 150), (8000, 700)),
    "kmeans": ((9, 10, 10), (400, 20, 30)),
    "life": ((900, 100), (6000, 150)),
    "logistic_regression": ((10, 60), (300, 400)),
    "mandelbrot": ((700, 25), (5000, 35)),
    "monte_carlo": ((200_000, 40), (7_000_000, 110)),
    "nbody": ((400, 10), (3000, 27)),
    "pca": ((40,), (2000,)),
    "poisson_fft": ((900,), (8500,)),
    "shallow_water": ((500, 6), (4200, 14)),
}
#: Seconds that plain Python computes, about -> program -> its arguments.
SIZES = {
    0.1: {name: short for name, (short, _) in _ARGUMENTS.items()},
    1.0: {name: ARGUMENTS[name][0] for name in _ARGUMENTS},
    10.0: {name: long for name, (_, long) in _ARGUMENTS.items()},
}
#: The options that say how.
OPTIONS = ("runs", "programs")
_SIDES = ("NumPy", "cold", "second")


#: A process that is small itself: what it starts begins with the memory that it has, to Linux.
_MEASURE = """\
import os, sys, time
start = time.perf_counter()
pid = os.posix_spawn(
    sys.argv[1], sys.argv[1:], os.environ,
    file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
)
_, status, usage = os.wait4(pid, 0)
print(time.perf_counter() - start, usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status) != 0)
"""


class Run(NamedTuple):
    """Seconds that a process took, and the most memory that it had, in MB."""

    seconds: float
    memory: float


class Failed(Exception):
    """A program that did not end well; the message says how."""


def add_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("whole programs, in place of all else").add_argument
    add("--examples", type=float, choices=sorted(SIZES), metavar="SECONDS",
        help="run docs/examples where plain Python computes for so long: "
        f"{', '.join(f'{seconds:g}' for seconds in sorted(SIZES))}")  # fmt: skip
    add("--runs", type=int, default=3, help="of each, that each figure is the median of (3)")
    add("--programs", metavar="NAME,...", help="these only")


def main(given: argparse.Namespace) -> int:
    """Measure what the command line asks for and print it; return the exit code."""
    sizes = SIZES[given.examples]
    names = given.programs.split(",") if given.programs else list(sizes)
    unknown = sorted(set(names) - set(sizes))
    if unknown or given.runs < 1:
        wrong = f"no program {unknown[0]!r} in {FOLDER}" if unknown else "--runs takes 1 or more"
        print(f"examples: {wrong}", file=sys.stderr)
        return 2
    progress = Progress("examples")
    progress.begin(len(names), 0, 0)
    results: dict[str, dict[str, Run]] = {}
    failed: dict[str, str] = {}
    try:
        for name in names:
            progress.label = f"examples, {name}"
            progress.show()
            try:
                results[name] = measure(name, sizes[name], given.runs)
            except Failed as why:
                failed[name] = str(why)
            progress.advance(name in failed)
    finally:  # what there is when it is stopped, too
        progress.close()
        print(render(results))
        for name, why in failed.items():
            print(f"{name} failed: {why}")
    return 1 if failed else 0


def measure(name: str, arguments: Sequence[int], runs: int) -> dict[str, Run]:
    """Run a program: plain, under the launcher with no compiled programs on disk, and again.

    Raises
    ------
    Failed
        If it does not end well, or prints something else under the launcher.
    """
    command = [str(FOLDER / f"{name}.py"), *map(str, arguments)]
    found: dict[str, list[Run]] = {side: [] for side in _SIDES}
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "programs"
        for _ in range(runs):
            shutil.rmtree(cache, ignore_errors=True)
            for side in _SIDES:
                launcher = [] if side == "NumPy" else ["-m", "sharray"]
                found[side].append(_run([*launcher, *command], cache))
    return {
        side: Run(*(statistics.median(figures) for figures in zip(*samples, strict=True)))
        for side, samples in found.items()
    }


def _run(command: Sequence[str], cache: Path) -> Run:
    """Run Python, and measure it from outside."""
    env = os.environ | {"SHARRAY_PROGRAM_CACHE": str(cache)}
    env.pop("GLIBC_TUNABLES", None)
    done = subprocess.run(
        [sys.executable, "-S", "-c", _MEASURE, sys.executable, *command], env=env, check=False,
        text=True, errors="replace", capture_output=True,
    )  # fmt: skip
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["without a word"])[-1]
        raise Failed(last[:200])
    seconds, kilobytes = map(float, done.stdout.split())
    return Run(seconds, kilobytes / 1024)


def render(results: dict[str, dict[str, Run]]) -> str:
    """Write the table, and what it comes to."""
    columns = ("program", "NumPy, s", "cold, s", "second run, s", "cold, times NumPy's time",
               "second, times NumPy's time", "NumPy, MB", "sharray, MB")  # fmt: skip
    rows = []
    for name, found in results.items():
        plain, *others = (found[side] for side in _SIDES)
        rows.append(
            [name, *(f"{run.seconds:.2f}" for run in (plain, *others))]
            + [f"{run.seconds / plain.seconds:.2f}" for run in others]
            + [f"{plain.memory:.0f}", f"{max(run.memory for run in others):.0f}"]
        )
    lines = [table(columns, rows), ""]
    for side in _SIDES[1:] if results else ():
        ratios = [found[side].seconds / found["NumPy"].seconds for found in results.values()]
        later = max(found[side].seconds - found["NumPy"].seconds for found in results.values())
        lines.append(
            f"{side} run, times NumPy's time: geometric mean "
            f"{statistics.geometric_mean(ratios):.3g}, most {max(ratios):.3g}; at most {later:.2f} "
            "s later"
        )
    return "\n".join(lines)
