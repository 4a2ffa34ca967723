"""``python -m sharray --tune``: measures this machine, for where statements run on it."""

from __future__ import annotations

import os
import sys
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from sharray._core.settings import set_options
from sharray._tools.launch.arguments import UsageError
from sharray._tools.launch.environment import user_folder

#: Environment variable: the settings file.
FILE = "SHARRAY_SETTINGS"
#: Settings that it may have.
NAMES = ("host_threshold", "host_work")
#: What a move to the devices is taken to compile.
PROGRAMS = 12


def file() -> Path:
    """Return the path of the settings file, which need not exist."""
    if given := os.environ.get(FILE):
        return Path(given)
    return user_folder("XDG_CONFIG_HOME", ".config") / "settings"


def read() -> dict[str, int]:
    """Return what the settings file says.

    Raises
    ------
    UsageError
        If it says something else than ``name = number``.
    """
    path, settings = file(), {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    for number, line in enumerate(lines, 1):
        name, _, value = (part.strip() for part in line.partition("#")[0].partition("="))
        if not name:
            continue
        if name not in NAMES or not value.isdecimal():
            raise UsageError(
                f"{path}, line {number}: {line!r} is not one of {' and '.join(NAMES)}, = and a "
                "whole number; python -m sharray --tune writes the file anew"
            )
        settings[name] = int(value)
    return settings


def tune() -> None:
    """Measure, and write the settings file.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    slow, fast = speed(1 << 22), speed(1 << 15)
    start, (compiling, running) = importing(), statement()
    settings = {
        # a statement of ten operations on so many elements takes NumPy ten times as long as the
        # devices take to launch one
        "host_threshold": 1 << round(np.log2(fast * running)),
        "host_work": int(float(f"{slow * (start + PROGRAMS * compiling):.1g}")),
    }
    print(f"NumPy adds {slow:.2g} elements in a second, {fast:.2g} in cache")
    print(f"importing JAX takes {start:.2f} s, compiling a statement {compiling:.2f} s")
    print(f"a statement on the devices takes {running * 1e6:.0f} us")
    text = "".join(f"{name} = {value}\n" for name, value in settings.items())
    path = file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    print(f"wrote {path}:\n{text}", end="")


def speed(size: int) -> float:
    """Return how many elements NumPy adds in a second, in arrays of `size` elements."""
    a, b = np.ones(size), np.ones(size)
    return size / _least(lambda: a + b, 30)


def importing() -> float:
    """Return the seconds that importing JAX takes."""
    import subprocess  # every start of the launcher would wait for it

    code = "import numpy, time; t = time.perf_counter(); import jax; print(time.perf_counter() - t)"
    times = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code], check=True, text=True, stdout=subprocess.PIPE
        )
        times.append(float(done.stdout))
    return min(times)


def statement() -> tuple[float, float]:
    """Return the seconds that a statement on the devices takes to be compiled, and to run."""
    import sharray.numpy as ours  # start-up time: the launcher reads settings by this module

    firsts, steady = [], []
    with set_options(host_threshold=0, host_work=0):
        for size in (1000, 1100, 1200):
            x, y = ours.ones((size,)), ours.zeros((size,))

            def run(x: Any = x, y: Any = y) -> None:
                y[1:-1] = 0.2 * (x[1:-1] + x[:-2] + x[2:])

            firsts.append(_least(run, 1))
            steady.append(_least(run, 200))
    return min(firsts), min(steady)


def _least(call: Callable[[], object], times: int) -> float:
    return min(timeit.repeat(call, repeat=times, number=1))
