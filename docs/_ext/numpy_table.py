"""What `sharray.numpy` has of NumPy, as Markdown: counted from the registry of its functions."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import NamedTuple

import numpy as np

import sharray.numpy
from sharray._functions.declare import REGISTRY, is_function
from sharray._functions.flavours import NUMPY
from sharray._functions.namespace import namespace

STATUSES = {
    "sharded": "sharded",
    "host": "NumPy, on the host",
    "passthrough": "takes no arrays of numbers",
    "own": "",
}
MODULES = {"numpy": np, "numpy.linalg": np.linalg, "numpy.fft": np.fft}


class Name(NamedTuple):
    """A public name of NumPy."""

    name: str
    status: str
    note: str


def _of(module: ModuleType, prefix: str) -> list[Name]:
    found = []
    for name in sorted(namespace(module, NUMPY)):
        value = getattr(module, name)
        if not (is_function(value) or isinstance(value, np.ufunc)):
            continue
        dotted = f"{prefix}.{name}".removeprefix("numpy.")
        entry = REGISTRY[value]
        note = entry.why
        if entry.status == "sharded":
            doc = entry.implementation.__doc__ or entry.of(NUMPY).__doc__  # of its operation
            note = inspect.cleandoc(doc or "").partition("\n")[0]
        found.append(Name(dotted, entry.status, note))
    return found


def names() -> list[Name]:
    """Return the functions of NumPy's main, linear algebra and Fourier namespaces."""
    return [name for prefix, module in MODULES.items() for name in _of(module, prefix)]


def share() -> tuple[int, int]:
    """Return how many functions that take arrays of numbers are sharded, and how many there are."""
    taking = [n for n in names() if n.status != "passthrough"]
    return sum(n.status == "sharded" for n in taking), len(taking)


def others(module: ModuleType = np) -> list[str]:
    """Return the public names that are no functions: dtypes, constants, classes, modules."""
    return sorted(
        name
        for name in set(module.__all__)
        if not (is_function(getattr(module, name)) or isinstance(getattr(module, name), np.ufunc))
    )


def table_markdown() -> str:
    """Write the counts, and the table of all names."""
    sharded, taking = share()
    count = (
        f"Of the {taking} functions of `numpy`, `numpy.linalg` and `numpy.fft` that take arrays of "
        f"numbers, {sharded} are sharded: {100 * sharded / taking:.1f} %. "
    )
    lines = [
        f"{count}NumPy is {np.__version__}.",
        "",
        "| name | state | what it does |",
        "| --- | --- | --- |",
    ]
    for n in names():
        lines.append(
            f"| `np.{n.name}` | {STATUSES[n.status]} | {n.note} |".replace("|x|", "\\|x\\|")
        )
    lines += ["", "No functions, and NumPy's own unless it says otherwise:"]
    own = {name for name in others() if getattr(sharray.numpy, name) is not getattr(np, name)}
    lines.append(
        ", ".join(f"`{name}`" + " (of this library)" * (name in own) for name in others()) + "."
    )
    return "\n".join(lines)
