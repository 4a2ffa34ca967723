"""Statements on an accelerator, beside NumPy on the host and JAX on the accelerator.

``python -m conformance.accelerator`` prints, for each statement: NumPy's time on the host, JAX's
with and without `jit`, sharray's as `sharray.numpy` runs it there, and how far its result is from
NumPy's. The results are waited for; numbers are read on the host.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import sharray.numpy as snp


class Row(NamedTuple):
    """What is measured: a function of a namespace and an array of a shape and dtype."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    function: Callable[[Any, Any], Any]


def rows(size: int) -> list[Row]:
    """Return what is measured with arrays of so many elements."""
    line, side = (size,), int(size**0.5)
    return [
        Row("x * 2 + x", line, "f4", lambda m, x: x * 2 + x),
        Row("sin(x) * x + 1", line, "f4", lambda m, x: m.sin(x) * x + 1),
        Row("x[1:] + x[:-1]", line, "f4", lambda m, x: x[1:] + x[:-1]),
        Row("sum(x)", line, "f4", lambda m, x: m.sum(x)),
        Row("mean(x * x)", line, "f4", lambda m, x: m.mean(x * x)),
        Row("cumsum(x)", line, "f8", lambda m, x: m.cumsum(x)),
        Row("sort(x)", line, "f4", lambda m, x: m.sort(x)),
        Row("argsort(x)", line, "f4", lambda m, x: m.argsort(x, stable=True)),
        Row("fft.rfft(x)", line, "f8", lambda m, x: m.fft.rfft(x)),
        Row("x @ x", (side, side), "f4", lambda m, x: x @ x),
        Row("x @ x", (side, side), "f8", lambda m, x: x @ x),
        Row("x.T.copy()", (side, side), "f4", lambda m, x: x.T + 0),
    ]


def wait(result: Any) -> Any:
    """Wait for a result, if it is one that may not be there yet."""
    return getattr(result, "block_until_ready", lambda: result)()


def seconds(function: Callable[[], Any], runs: int) -> float:
    """Return the median time of a call, after one that compiles."""
    wait(function())
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        wait(function())
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measure(row: Row) -> list[str]:
    """Return the cells of a row."""
    values = np.random.default_rng(0).random(row.shape, "f8").astype(row.dtype)
    ours, theirs, f = snp.asarray(values), jnp.asarray(values), row.function
    want, got = f(np, values), np.asarray(f(snp, ours))
    error = float(np.max(np.abs(got - want))) / (float(np.max(np.abs(want))) or 1.0)
    jitted = jax.jit(lambda x: f(jnp, x))
    times = [
        seconds(lambda: f(np, values), 1),
        seconds(lambda: f(jnp, theirs), 7),
        seconds(lambda: jitted(theirs), 7),
        seconds(lambda: f(snp, ours), 7),
    ]
    array = f"{row.dtype} {'x'.join(map(str, row.shape))}"
    return [f"`{row.name}`", array, *(f"{t * 1e3:.2f}" for t in times), f"{error:.0e}"]


def writes(size: int) -> None:
    """Print what a statement costs that writes to a part of an array and reads its neighbours."""
    side = int(size**0.5)
    x, step = snp.zeros((side, side), "f4") + 0, jax.jit(_step, donate_argnums=0)
    for count in (100, 100):
        start = time.perf_counter()
        for _ in range(count):
            x[1:-1] += 0.5 * (x[2:] - x[:-2])
        wait(x)
        ours = (time.perf_counter() - start) / count
    y = step(jnp.zeros((side, side), "f4"))
    wait(y)
    start = time.perf_counter()
    for _ in range(100):
        y = step(y)
    wait(y)
    theirs = (time.perf_counter() - start) / 100
    print(
        f"\n`x[1:-1] += 0.5 * (x[2:] - x[:-2])`, f4 {side}x{side}: {ours * 1e6:.0f} us, "
        f"jitted and donated in JAX {theirs * 1e6:.0f} us"
    )


def _step(x: Any) -> Any:
    return x.at[1:-1].add(0.5 * (x[2:] - x[:-2]))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.accelerator", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--size", type=int, default=64_000_000, help="elements of an array")
    size = parser.parse_args().size
    device = jax.devices()[0]
    print(f"{device.device_kind}, jax {jax.__version__}, NumPy {np.__version__}\n", flush=True)
    print("| statement | array | NumPy, ms | jax.numpy | jax.jit | sharray | from NumPy's |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for row in rows(size):
        print("| " + " | ".join(measure(row)) + " |", flush=True)
    writes(size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
