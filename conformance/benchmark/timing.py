"""Timing two or more ways of doing the same, in turns, so that a busy moment meets them all."""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

#: A sample lasts at least this long: what is faster is repeated within it.
SAMPLE_SECONDS = 0.002
_MOST_REPEATS = 20_000
#: What takes longer than this is measured in as few rounds as say anything.
_SLOW = 1.0
_FEWEST_ROUNDS = 3


class Spread(NamedTuple):
    """The median of some samples between their quartiles."""

    low: float
    median: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    return Spread(*statistics.quantiles(values, n=4, method="inclusive"))


def ratio(samples: Mapping[str, Sequence[float]], above: str, below: str) -> Spread:
    """Divide the times of each round by each other, and say how the quotients spread."""
    return spread([a / b for a, b in zip(samples[above], samples[below], strict=True)])


def _sample(call: Callable[[], Any], repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - start) / repeats


def in_turns(
    sides: Mapping[str, Callable[[], Any]], budget: float, rounds: tuple[int, int] = (7, 31)
) -> dict[str, list[float]]:
    """Return seconds per call of each side, sample by sample.

    Parameters
    ----------
    sides
        What is measured. Each call waits for its result. The first two calls are not counted: they
        compile, and fault in memory.
    budget
        Seconds that the measurement may take if the fewest rounds take less.
    rounds
        The fewest and the most rounds: one sample of every side in each.
    """
    repeats = {}
    expected = 0.0
    for name, call in sides.items():
        call()
        once = _sample(call, 1)
        if once < SAMPLE_SECONDS:
            once = _sample(call, max(1, min(100, int(SAMPLE_SECONDS / max(once, 1e-9)))))
        repeats[name] = max(1, min(_MOST_REPEATS, math.ceil(SAMPLE_SECONDS / max(once, 1e-9))))
        expected += once * repeats[name]
    least, most = rounds
    count = max(least, min(most, int(budget / expected)))
    if expected > _SLOW:
        count = min(count, _FEWEST_ROUNDS)
    names = list(sides)
    samples: dict[str, list[float]] = {name: [] for name in names}
    gc.collect()
    enabled = gc.isenabled()
    gc.disable()
    try:
        for number in range(count):
            # nobody is always the first after the others have slept
            first = number % len(names)
            for name in (*names[first:], *names[:first]):
                samples[name].append(_sample(sides[name], repeats[name]))
    finally:
        if enabled:
            gc.enable()
    return samples
