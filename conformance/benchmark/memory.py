"""Memory of compiled programs, as XLA plans it for each device before anything runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import sharray as xp
from sharray._engine import compiler, shards

from .programs import stencil_step
from .sizes import Sizes


def _assign(x: Any, y: Any) -> None:
    x[1:-1] = y[1:-1]


def _fill(x: Any, y: Any) -> None:
    x[5] = 1.0


def _every_other(x: Any, y: Any) -> None:
    x[::2] = 0.0


def _add_to(x: Any, y: Any) -> None:
    x += y


#: Kind of statement -> the statement -> how it is done.
STATEMENTS: dict[str, dict[str, Callable[[Any, Any], Any]]] = {
    "elementwise": {
        "2 * x + y": lambda x, y: 2 * x + y,
        "xp.exp(x) * y + xp.sin(x)": lambda x, y: xp.exp(x) * y + xp.sin(x),
        "xp.where(x < y, x, y * y)": lambda x, y: xp.where(x < y, x, y * y),
    },
    "reduction": {
        "xp.sum(x)": lambda x, y: xp.sum(x),
        "xp.sum(x * y, axis=0)": lambda x, y: xp.sum(x * y, axis=0),
        "xp.mean(x, axis=1)": lambda x, y: xp.mean(x, axis=1),
        "xp.std(x)": lambda x, y: xp.std(x),
        "xp.max(x)": lambda x, y: xp.max(x),
        "xp.argmax(x)": lambda x, y: xp.argmax(x),
    },
    "write": {
        "x[5] = 1.0": _fill,
        "x[::2] = 0.0": _every_other,
        "x[1:-1] = y[1:-1]": _assign,
        "x += y": _add_to,
        "the stencil step": lambda x, y: stencil_step(x),
    },
}


def _compiled() -> list[Any]:
    """Return the programs that the engine keeps."""
    kept = [p for p in compiler.programs.values() if isinstance(p, compiler.Compiled)]
    return [c.executable for c in kept]


def _measured(statement: Callable[[Any, Any], Any], odd: int) -> Callable[[Sizes], dict[str, Any]]:
    def measure(sizes: Sizes) -> dict[str, Any]:
        side = sizes.side // 8 * 8
        shape = (side + odd, side)
        values = np.random.default_rng(0).random(shape)
        x, y = xp.asarray(values), xp.asarray(values)
        xp.block_until_ready((x, y))
        shards.enabled = False  # what is measured is the program, also where NumPy takes its place
        # the second time a write has its spare buffer
        xp.block_until_ready(statement(x, y))
        xp.cache_clear()
        xp.block_until_ready(statement(x, y))
        programs = [c.memory_analysis() for c in _compiled()]
        shards.enabled = True
        return {
            "shape": shape,
            "programs": len(programs),
            "inputs": sum(p.argument_size_in_bytes for p in programs),
            "outputs": sum(p.output_size_in_bytes for p in programs),
            "temporary": sum(p.temp_size_in_bytes for p in programs),
            "shard": x.nbytes_per_device,
        }

    return measure


#: Case -> kind of statement.
KINDS: dict[str, str] = {}
MEMORY: dict[str, Callable[[Sizes], dict[str, Any]]] = {}
for _kind, _statements in STATEMENTS.items():
    for _name, _statement in _statements.items():
        for _what, _odd in (("divides", 0), ("does not divide", 3)):
            KINDS[f"{_name}, {_what}"] = _kind
            MEMORY[f"{_name}, {_what}"] = _measured(_statement, _odd)
