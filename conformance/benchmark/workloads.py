"""Everyday statements on large arrays of which each device has a part, beside NumPy's."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import sharray
import sharray.numpy

from .sizes import Sizes
from .timing import in_turns

#: What is computed of vectors `x` and `y`, a square matrix `m`, and integers `k` below 1000.
STATEMENTS = (
    "np.sort(x)",
    "np.argsort(x)",
    "np.median(x)",
    "np.quantile(x, 0.9)",
    "x[x > 0.5]",
    "np.concatenate([x, y])",
    "np.cumsum(x)",
    "np.fft.fft(x)",
    "np.fft.fft2(m)",
    "np.unique(k)",
    "m.T + m",
    "m.sum(axis=0)",
)


def _arrays(elements: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    side = math.isqrt(elements)
    return {
        "x": rng.random(elements),
        "y": rng.random(elements),
        "m": rng.random((side, side)),
        "k": rng.integers(0, 1000, elements),
    }


def _measure(statement: str, sizes: Sizes) -> dict[str, Any]:
    arrays = _arrays(sizes.workload)
    code = compile(statement, "<workload>", "eval")
    theirs = {"np": np, **arrays}
    ours = {"np": sharray.numpy, **{n: sharray.numpy.asarray(a) for n, a in arrays.items()}}

    def by_sharray() -> Any:
        return sharray.block_until_ready(eval(code, ours))

    def by_numpy() -> Any:
        return eval(code, theirs)

    np.testing.assert_allclose(by_sharray(), by_numpy(), rtol=1e-6, atol=1e-6)
    before = sharray.cache_info().dispatches
    by_sharray()
    dispatches = sharray.cache_info().dispatches - before
    sides = {"sharray": by_sharray, "NumPy": by_numpy}
    return {"samples": in_turns(sides, 2 * sizes.budget), "dispatches": dispatches}


WORKLOADS: dict[str, Callable[[Sizes], dict[str, Any]]] = {
    statement: partial(_measure, statement) for statement in STATEMENTS
}
