"""The NumPy programs of `docs/examples`, as `python -m sharray` runs them, beside NumPy."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import sharray
import sharray.numpy
from sharray._tools.launch.imports import compiled

from .sizes import FOLDER, Sizes
from .timing import in_turns

#: Program -> its arguments in a full run, where NumPy takes about a second, and in a quick one.
ARGUMENTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "black_scholes": ((12_000_000,), (20_000,)),
    "conjugate_gradient": ((2500, 9), (150, 3)),
    "gaussian_process": ((3000, 500), (150, 20)),
    "heat": ((2500, 22), (150, 3)),
    "histogram_equalisation": ((150,), (1,)),
    "image_filters": ((27,), (1,)),
    "jacobi": ((4000, 220), (150, 3)),
    "kmeans": ((90, 10, 15), (1, 10, 2)),
    "life": ((3000, 115), (150, 3)),
    "logistic_regression": ((60, 130), (1, 5)),
    "mandelbrot": ((2500, 25), (150, 5)),
    "monte_carlo": ((1_500_000, 60), (20_000, 3)),
    "nbody": ((1200, 12), (150, 2)),
    "pca": ((450,), (1,)),
    "poisson_fft": ((2400,), (150,)),
    "shallow_water": ((1500, 7), (150, 2)),
}


def _main(name: str, program: Callable[[str, str], Any]) -> Callable[..., Any]:
    """Return the function `main` of a program."""
    path = FOLDER / f"{name}.py"
    space: dict[str, Any] = {"__name__": name, "__file__": str(path)}
    exec(program(path.read_text(encoding="utf-8"), str(path)), space)
    return space["main"]


def _measure(name: str) -> Callable[[Sizes], dict[str, Any]]:
    def measure(sizes: Sizes) -> dict[str, Any]:
        arguments = ARGUMENTS[name][sizes != Sizes()]
        by_numpy = _main(name, lambda source, path: compile(source, path, "exec"))
        by_sharray = _main(name, compiled)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            wanted = by_numpy(*arguments)
            sharray.cache_clear()
            start = time.perf_counter()
            found = np.asarray(by_sharray(*arguments))
            first = time.perf_counter() - start
            info = sharray.cache_info()
            np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-8)
            del found, wanted
            samples = in_turns(
                {
                    "sharray": lambda: sharray.block_until_ready(by_sharray(*arguments)),
                    "NumPy": lambda: by_numpy(*arguments),
                },
                sizes.budget,
                (3, 5),
            )
        return {
            "samples": samples,
            "arguments": " ".join(map(str, arguments)),
            "first": first,
            "compilations": info.compilations,
            "dispatches": info.dispatches,
        }

    return measure


EXAMPLES = {name: _measure(name) for name in ARGUMENTS}


def _chain(np: Any, x: Any) -> Any:
    """Do 100 operations, as programs full of small arrays do."""
    y = x
    for _ in range(20):
        y = np.sin(y)
        y = y * 0.5
        y = y + x
        y = np.maximum(y, 0.1)
        y = np.sqrt(y)
    return y


def _mixed(np: Any, x: Any) -> Any:
    """Do 100 operations of which most are no ufuncs."""
    for _ in range(20):
        total = np.sum(x)
        centred = x - np.mean(x)
        x = np.concatenate([centred, x])[:16] / total
    return x


def _small(program: Callable[[Any, Any], Any]) -> Callable[[Sizes], dict[str, Any]]:
    def measure(sizes: Sizes) -> dict[str, Any]:
        values = np.linspace(0.5, 1.5, 16)
        x = sharray.numpy.asarray(values)
        before = sharray.cache_info().compilations
        samples = in_turns(
            {
                "sharray": lambda: program(sharray.numpy, x),
                "NumPy": lambda: program(np, values),
            },
            2 * sizes.budget,
        )
        return {
            "samples": samples,
            "compilations": sharray.cache_info().compilations - before,
        }

    return measure


SMALL = {"a chain of ufuncs": _small(_chain), "reductions and joins": _small(_mixed)}
