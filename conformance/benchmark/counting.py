"""Programs compiled and dispatched, which `cache_info` counts; no clock is involved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import sharray as xp

from .programs import stencil_step
from .sizes import Sizes


def _counted(statement: Callable[[Any, Any, int], Any], times: int) -> Callable[[Sizes], Any]:
    def count(sizes: Sizes) -> dict[str, Any]:
        n = sizes.grid
        values = np.random.default_rng(0).random((n, n))
        x, y = xp.asarray(values), xp.asarray(values)
        xp.block_until_ready((x, y))
        xp.cache_clear()
        for k in range(times):
            statement(x, y, k)
        xp.block_until_ready((x, y))
        found = xp.cache_info()
        return {
            "statements": times,
            "compilations": found.compilations,
            "dispatches": found.dispatches,
        }

    return count


def _chain(x: Any, y: Any, k: int) -> None:
    z = x
    for _ in range(10):
        z = (z + y) * 0.5
    xp.block_until_ready(z)


def _assign(x: Any, y: Any, k: int) -> None:
    x[k] = k


def _scale(x: Any, y: Any, k: int) -> None:
    x[k + 1 :] *= 0.5


def _subtract(x: Any, y: Any, k: int) -> None:
    x[k:] -= y[k:]


def _along(x: Any, y: Any, k: int) -> None:
    x[k + 1, 1:] += x[k, :-1]


def _eliminate(x: Any, y: Any, k: int) -> None:
    x[k + 1 :, k + 1 :] -= x[k + 1 :, k, None] * y[k, None, k + 1 :]


def _add_up(x: Any, y: Any, k: int) -> None:
    x[0] += y[k]


PROGRAMS = {
    "a chain of 20 operations, evaluated": _counted(_chain, 1),
    "the stencil step": _counted(lambda x, y, k: stencil_step(x), 100),
    "x[k] = k": _counted(_assign, 100),
    "x[k + 1:] *= 0.5": _counted(_scale, 100),
    "x[k:] -= y[k:]": _counted(_subtract, 100),
    "x[0] += y[k]": _counted(_add_up, 100),
    "x[k + 1, 1:] += x[k, :-1]": _counted(_along, 100),
    "x[k + 1:, k + 1:] -= x[k + 1:, k, None] * y[k, None, k + 1:]": _counted(_eliminate, 100),
}
