"""What a call costs beside the work: recording, the host tier, and one evaluated statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

import sharray as xp

from .sizes import Sizes
from .timing import in_turns

SMALL = 16
CHAIN = 20
SMALLEST = "smallest on the devices"


def _chain(x: Any, y: Any) -> None:
    z = x
    for _ in range(CHAIN):
        z = z + y


#: Statements on x and y, arrays on the devices, and m, x < y; nothing of it runs.
RECORDED: dict[str, Callable[[Any, Any, Any], Any]] = {
    "x + y": lambda x, y, m: x + y,
    "x * 2.0": lambda x, y, m: x * 2.0,
    "xp.sqrt(x)": lambda x, y, m: xp.sqrt(x),
    "xp.where(m, x, y)": lambda x, y, m: xp.where(m, x, y),
    "xp.sum(x)": lambda x, y, m: xp.sum(x),
    "x[1:-1]": lambda x, y, m: x[1:-1],
}

#: Statements on h, a small array.
ON_HOST: dict[str, Callable[[Any, Any], Any]] = {
    "h + h": lambda ns, h: h + h,
    "h * 2.0": lambda ns, h: h * 2.0,
    "xp.sum(h)": lambda ns, h: ns.sum(h),
    "h[2:5]": lambda ns, h: h[2:5],
}


def _record(statement: Callable[..., Any]) -> Callable[[Sizes], dict[str, Any]]:
    def measure(sizes: Sizes) -> dict[str, Any]:
        x = xp.ones(sizes.elements)
        y, m = x + 1.0, x > 0.0
        xp.block_until_ready((x, y, m))
        before = xp.cache_info().dispatches
        samples = in_turns({"sharray": lambda: statement(x, y, m)}, sizes.budget)
        return {"samples": samples, "dispatches": xp.cache_info().dispatches - before}

    return measure


def _record_chain(sizes: Sizes) -> dict[str, Any]:
    x = xp.ones(sizes.elements)
    xp.block_until_ready(x)
    before = xp.cache_info().dispatches
    samples = in_turns({"sharray": lambda: _chain(x, x)}, sizes.budget)
    samples["sharray"] = [s / CHAIN for s in samples["sharray"]]
    return {"samples": samples, "dispatches": xp.cache_info().dispatches - before}


def _host(statement: Callable[..., Any]) -> Callable[[Sizes], dict[str, Any]]:
    def measure(sizes: Sizes) -> dict[str, Any]:
        values = np.arange(float(SMALL))
        h = xp.asarray(values)
        before = xp.cache_info()
        samples = in_turns(
            {"sharray": lambda: statement(xp, h), "NumPy": lambda: statement(np, values)},
            sizes.budget,
        )
        after = xp.cache_info()
        return {"samples": samples, "dispatches": after.dispatches - before.dispatches}

    return measure


def _add(elements: Callable[[Sizes], int]) -> Callable[[Sizes], dict[str, Any]]:
    def measure(sizes: Sizes) -> dict[str, Any]:
        n = elements(sizes)
        values = np.random.default_rng(0).random(n)
        x, y = xp.asarray(values), xp.asarray(values)
        buffers = x.to_jax(padded=True), y.to_jax(padded=True)
        add = jax.jit(lambda a, b: a + b)
        xp.block_until_ready(x + y)
        before = xp.cache_info().dispatches
        xp.block_until_ready(x + y)
        dispatches = xp.cache_info().dispatches - before
        samples = in_turns(
            {
                "sharray": lambda: xp.block_until_ready(x + y),
                "JAX": lambda: add(*buffers).block_until_ready(),
                "NumPy": lambda: values + values,
            },
            2 * sizes.budget,
            rounds=(15, 201),
        )
        return {"samples": samples, "dispatches": dispatches, "elements": n}

    return measure


RECORD = {
    **{name: _record(statement) for name, statement in RECORDED.items()},
    f"a chain of {CHAIN} additions, each": _record_chain,
    **{name: _host(statement) for name, statement in ON_HOST.items()},
}
#: The smallest array that is not kept on the host, and a large one.
ADD = {
    SMALLEST: _add(lambda sizes: xp.get_options()["host_threshold"]),
    "large": _add(lambda sizes: sizes.elements),
}
