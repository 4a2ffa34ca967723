"""One process of `npbench`: one kernel, by NumPy, sharray or JAX.

It is a library to the launcher, so that `numpy` is NumPy here; the one that the kernel gets comes
from the program (see `npbench.PROGRAM`), whose folder is that of the checkout.
"""

from __future__ import annotations

import functools
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

#: Measured calls: how many, unless they take longer than so many seconds; and how many even then.
REPEATS, SECONDS, FEWEST = 10, 2.0, 3

Values = dict[str, Any]


def main(xp: ModuleType) -> None:
    """Measure the kernel that the command line says, for which `xp` is ``import numpy``."""
    job = json.loads(sys.argv[1])
    text = json.dumps(_measure(xp, job))
    (Path(job["folder"]) / "result.json").write_text(text, encoding="utf-8")


def _measure(xp: ModuleType, job: dict[str, Any]) -> dict[str, Any]:
    info, reference = job["info"], Path(job["folder"]) / "reference.npz"
    start = time.perf_counter()
    kernel, data, copy = _prepared(xp, job)
    arrays = {name: data.pop(name) for name in info["array_args"]}
    _wait(arrays.values())  # what is recorded yet is not the kernel's work
    began = time.perf_counter() - start

    def call() -> tuple[float, Values]:
        given = data | {name: copy(value) for name, value in arrays.items()}
        _wait(given.values())
        start = time.perf_counter()
        returned = kernel(*[given[name] for name in info["input_args"]])
        found = list(returned) if isinstance(returned, tuple | list) else [returned]
        _wait((*found, *[given[name] for name in arrays]))
        seconds = time.perf_counter() - start
        values = {} if returned is None else {f"result {i}": v for i, v in enumerate(found)}
        return seconds, values | {f"argument {name}": given[name] for name in arrays}

    first, found = call()
    if not reference.exists():
        np.savez(reference, **_reference(found, arrays, info["output_args"]))
    stored = np.load(reference)
    # what nobody compares may be large
    found_first = {n: v for n, v in found.items() if n in stored.files or n.startswith("result")}
    warm = 0.0
    while warm < job["warm"]:  # what compiles as it goes has compiled then
        warm += call()[0]
    steady: list[float] = []
    while len(steady) < FEWEST or (len(steady) < REPEATS and sum(steady) < SECONDS):
        found = {}  # not beside the next ones
        seconds, found = call()
        steady.append(seconds)
    middle = statistics.median(steady)
    result = {"initialised": began, "first": first, "steady": middle, "calls": len(steady)}
    # programs that are replayed may go wrong where the first call did not
    for when, values in (("first", found_first), ("last", found)):
        if wrong := _difference(stored, values, info, job["side"] == "JAX"):
            result["wrong"] = f"{when} call: {wrong}"
            break
    return result


def _reference(found: Values, arrays: Values, declared: list[str]) -> Values:
    """Return of NumPy's values those to compare with: results, and arguments written to.

    Of the latter npbench declares some that are not and leaves out some that are: for `trisolv` it
    would compare nothing that is computed.
    """
    names = [n for n in arrays if not np.array_equal(arrays[n], found[f"argument {n}"])]
    names += [n for n in declared if n not in names]
    return {n: v for n, v in found.items() if n.startswith("result")} | {
        f"argument {n}": found[f"argument {n}"] for n in names
    }


def _prepared(
    xp: ModuleType, job: dict[str, Any]
) -> tuple[Callable[..., Any], dict[str, Any], Callable[[Any], Any]]:
    """Return the kernel, its arguments by name, and what copies one of its arrays."""
    info = job["info"]
    package = f"npbench.benchmarks.{info['relative_path'].replace('/', '.')}"
    name = f"{package}.{info['module_name']}"
    data = dict(info["parameters"][job["size"]])
    if init := info.get("init"):
        module = importlib.import_module(name)
        if not hasattr(module, init["func_name"]):
            module = importlib.import_module(f"{name}_numpy")
        made = getattr(module, init["func_name"])(*[data[a] for a in init["input_args"]])
        names = init["output_args"]
        data.update(zip(names, made if len(names) > 1 else [made], strict=True))
    copy = xp.copy
    if job["side"] == "JAX":
        import jax

        jax.config.update("jax_enable_x64", True)
        copy = jax.numpy.array
        module = importlib.import_module(f"{name}_jax")
    elif job["flavour"] == "xp":
        import sharray

        # what the functions of the namespace take; npbench's initialisation is for NumPy
        data.update({a: sharray.asarray(data[a]) for a in info["array_args"]})
        copy = functools.partial(sharray.asarray, copy=True)
        sys.modules["numpy"] = sharray
        try:
            module = importlib.import_module(f"{name}_numpy")
        finally:
            sys.modules["numpy"] = np
    else:
        module = importlib.import_module(f"{name}_numpy")
    return getattr(module, info["func_name"]), data, copy


def _wait(values: Iterable[Any]) -> None:
    for value in values:
        if hasattr(value, "block_until_ready"):
            value.block_until_ready()
        elif type(value).__module__.startswith("sharray"):  # anything else would import JAX
            sys.modules["sharray"].block_until_ready(value)


def _difference(wanted: Mapping[str, Any], found: Values, info: dict[str, Any], jax: bool) -> str:
    """Say what is wrong with values, by npbench's measure; "" if nothing is.

    JAX's versions cannot write to their arguments and return them instead; of those there may be
    fewer or more, and npbench compares as many as there are of both.
    """
    results = [n for n in found if n.startswith("result")]
    if not jax and results != [n for n in wanted if n.startswith("result")]:
        return f"it returns {len(results)} values"
    limits = {"rtol": info.get("rtol", 1e-5), "atol": info.get("atol", 1e-8)}
    for name, of in zip(wanted, results if jax else wanted, strict=not jax):
        right, value = wanted[name], np.asarray(found[of])
        if right.shape != value.shape:
            return f"{name} has shape {value.shape} in place of {right.shape}"
        if np.allclose(right, value, equal_nan=True, **limits):
            continue
        with np.errstate(all="ignore"):  # in floating point: truth values have no difference
            error = np.linalg.norm(right * 1.0 - value * 1.0) / np.linalg.norm(right * 1.0)
        if not error < info.get("norm_error", 1e-5):
            return f"{name} has the relative error {error:.2g}"
    return ""
