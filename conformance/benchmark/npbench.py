"""The kernels of npbench, from a checkout: NumPy, the same under sharray, and npbench's JAX."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from conformance.progress import Progress

from .children import environment
from .page import table

#: Those that sharray is developed with: the others are for judging it.
DEVELOPMENT = (
    "adi", "atax", "azimint_naive", "cavity_flow", "cholesky", "compute", "conv2d_bias",
    "covariance", "crc16", "doitgen", "fdtd_2d", "gemm", "gesummv", "gramschmidt", "heat_3d",
    "jacobi_2d", "k3mm", "lu", "mandelbrot1", "mlp", "nbody", "resnet", "seidel_2d", "spmv", "symm",
    "syrk", "trisolv",
)  # fmt: skip
SIZES = ("S", "M", "L")
#: A program like a user's, run in the folder of the checkout: under the launcher its numpy is
#: sharray's, and so is that of all modules below.
PROGRAM = """\
import numpy
numpy.random.seed(42)
from conformance.benchmark.npbench_child import main
main(numpy)
"""
#: The options that say how.
OPTIONS = ("size", "kernels", "devices", "flavour", "processes", "warm", "limit", "output")
_SIDES = ("NumPy", "sharray", "JAX")
#: A first call is late after so many times NumPy's, and so many seconds.
_LATE = 2.0, 0.3

Result = dict[str, Any]


class UsageError(Exception):
    """What was asked for cannot be run; the message says what to do."""


def add_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("npbench, in place of all else").add_argument
    add("--npbench", type=Path, metavar="PATH", help="measure kernels of this checkout of npbench")
    add("--size", default="S", help=f"of the arrays, of {', '.join(SIZES)} (S)")
    add("--kernels", metavar="NAME,...", help="these, or all; else those for development")
    add("--devices", type=int, help="of sharray (as many as it takes by itself)")
    add("--flavour", choices=("launcher", "xp"), default="launcher",
        help="a kernel under python -m sharray, or with sharray for its numpy")  # fmt: skip
    add("--processes", type=int, default=3, help="that each figure is the median of (3)")
    add("--warm", type=float, default=5.0, metavar="SECONDS",
        help="that each side is called for before it is measured (5)")  # fmt: skip
    add("--limit", type=float, default=60.0, metavar="SECONDS", help="for each process (60)")
    add("--output", type=Path, metavar="FILE", help="write the figures as JSON")


def main(given: argparse.Namespace) -> int:
    """Measure what the command line asks for and print it; return the exit code."""
    try:
        kernels = chosen(given.npbench, given.kernels, given.size)
        if min(given.devices or 1, given.processes) < 1:
            raise UsageError("--devices and --processes take a positive whole number")
        if given.output and not given.output.absolute().parent.is_dir():
            raise UsageError(f"no folder to write {given.output} to; make it first")
    except UsageError as error:
        print(f"npbench: {error}", file=sys.stderr)
        return 2
    progress = Progress("npbench")
    progress.begin(len(kernels), 0, 0)
    results: dict[str, dict[str, Result]] = {}
    try:
        for name, info in kernels.items():
            progress.label = f"npbench, {name}"
            progress.show()
            results[name] = measure(info, given)
            progress.advance(bool(_problem(results[name])))
    finally:  # what there is when it is stopped, too
        progress.close()
        print(render(results))
        if given.output:
            facts = {name: getattr(given, name) for name in ("size", "devices", "flavour")}
            text = json.dumps(facts | {"kernels": results}, indent=1)
            given.output.write_text(text + "\n", encoding="utf-8")
    return 1 if any(_problem(found) for found in results.values()) else 0


def chosen(path: Path, kernels: str | None, size: str) -> dict[str, Any]:
    """Return what npbench says of each kernel asked for.

    Raises
    ------
    UsageError
        If there is no checkout, or it has no such kernel, or that no such size.
    """
    folder = path / "bench_info"
    if not folder.is_dir() or not (path / "npbench").is_dir():
        raise UsageError(
            f"{path} is no checkout of npbench; make one beside the project with "
            "git clone https://github.com/spcl/npbench, and give its path to --npbench"
        )
    if size not in SIZES:
        raise UsageError(f"no size {size!r}; --size takes {', '.join(SIZES)}")
    there = sorted(file.stem for file in folder.glob("*.json"))
    names = there if kernels == "all" else kernels.split(",") if kernels else DEVELOPMENT
    found = {}
    for name in names:
        if name not in there:
            raise UsageError(
                f"no kernel {name!r}; --kernels takes all, or names of {folder} without .json, "
                "with commas between them"
            )
        info = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["benchmark"]
        if size not in info["parameters"]:
            raise UsageError(f"{name} has no size {size}, but {', '.join(info['parameters'])}")
        found[name] = info
    return found


def measure(info: dict[str, Any], given: argparse.Namespace) -> dict[str, Result]:
    """Measure one kernel: its sides take turns, each time in processes of their own.

    A side that has failed is not run again, and without NumPy's values the others are not either.
    """
    samples: dict[str, list[Result]] = {}
    failed: dict[str, Result] = {}
    source = given.npbench / "npbench" / "benchmarks" / info["relative_path"]
    has_jax = (source / f"{info['module_name']}_jax.py").exists()
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(given.processes):
            for side in _SIDES if has_jax else _SIDES[:2]:
                if side in failed or "NumPy" in failed:
                    continue
                result = run(side, info, given, folder)
                if "error" in result:
                    failed[side] = result
                else:
                    samples.setdefault(side, []).append(result)
    return {side: _median(results) for side, results in samples.items()} | failed


def run(side: str, info: dict[str, Any], given: argparse.Namespace, folder: str) -> Result:
    """Run one process and return its figures, or what went wrong with it."""
    flavour = given.flavour if side == "sharray" else ""
    job = {"side": side, "flavour": flavour, "info": info, "size": given.size, "folder": folder}
    job["warm"] = given.warm
    launcher = ["-m", "sharray"] if flavour == "launcher" else []
    env = environment(os.environ, given.devices or 1 if side == "sharray" else 1)
    env.pop("JAX_COMPILATION_CACHE_DIR", None)  # the first call compiles
    env.pop("GLIBC_TUNABLES", None)  # a user's environment: the launcher sets its own
    result = Path(folder) / "result.json"
    result.unlink(missing_ok=True)
    try:
        done = subprocess.run(
            [sys.executable, *launcher, "-c", PROGRAM, json.dumps(job)],
            cwd=given.npbench, env=env, timeout=given.limit, check=False, text=True,
            errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"error": f"not done after {given.limit:g} s"}
    if done.returncode or not result.exists():
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        return {"error": last[:200]}
    return json.loads(result.read_text(encoding="utf-8"))


def _median(results: Sequence[Result]) -> Result:
    names = ("initialised", "first", "steady")
    found: Result = {name: statistics.median(r[name] for r in results) for name in names}
    wrong = [r["wrong"] for r in results if "wrong" in r]
    return found | {"samples": list(results)} | ({"wrong": wrong[0]} if wrong else {})


def _problem(found: dict[str, Result]) -> str:
    """Say why a kernel does not count; npbench's own JAX is none of our affairs."""
    for side in _SIDES[:2]:
        result = found.get(side, {})
        if reason := result.get("error"):
            return f"{side} failed: {reason}"
        if reason := result.get("wrong"):
            return f"{side} wrong, {reason}"
    return ""


def _speed(found: dict[str, Result], side: str) -> float:
    return found["NumPy"]["steady"] / found[side]["steady"]


def _cell(found: dict[str, Result], side: str, figure: str) -> str:
    result = found.get(side, {})
    if "error" in result:
        return "failed"
    if not result or "error" in found["NumPy"]:
        return "-"
    wrong = " (wrong)" if side == "JAX" and "wrong" in result else ""
    if figure == "speed":
        return f"{_speed(found, side):.3g}{wrong}"
    return f"{result['steady'] * 1e3:.4g}" if figure == "steady" else f"{result['first']:.3g}"


def render(results: dict[str, dict[str, Result]]) -> str:
    """Write the table, and what it comes to. What fails or goes wrong counts as that only."""
    columns = {
        "NumPy, ms": ("NumPy", "steady"),
        "sharray, ms": ("sharray", "steady"),
        "times NumPy": ("sharray", "speed"),
        "JAX, times NumPy": ("JAX", "speed"),
        "first NumPy, s": ("NumPy", "first"),
        "first sharray, s": ("sharray", "first"),
    }
    lines = [
        table(
            ("kernel", *columns, "values"),
            [
                [name, *(_cell(found, *c) for c in columns.values()), _problem(found) or "ok"]
                for name, found in results.items()
            ],
        ),
        "",
    ]
    good = {name: found for name, found in results.items() if not _problem(found)}
    for side in _SIDES[1:]:
        speeds = {n: _speed(f, side) for n, f in good.items() if "steady" in f.get(side, {})}
        if speeds:
            mean = statistics.geometric_mean(speeds.values())
            worst = min(speeds, key=speeds.__getitem__)
            lines.append(
                f"{side}, times NumPy: geometric mean {mean:.3g} of {len(speeds)} kernels, worst "
                f"{worst} with {speeds[worst]:.3g}"
            )
    factor, slack = _LATE
    late = [
        name for name, found in good.items()
        if found["sharray"]["first"] > factor * found["NumPy"]["first"] + slack
    ]  # fmt: skip
    for what, of, names in (
        (f"first call above {factor:g} x NumPy's + {slack:g} s", good, late),
        ("failed or wrong", results, [name for name in results if name not in good]),
    ):
        lines.append(f"{what}: {len(names)} of {len(of)}{': ' * bool(names)}{', '.join(names)}")
    return "\n".join(lines)
