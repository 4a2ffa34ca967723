"""Host or devices: where a statement runs. Nothing else reads the threshold.

Everything here is a pure function of sizes and settings, so two runs of a program decide alike.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence

from sharray._core.settings import options


def is_small(size: int) -> bool:
    """Whether an array of so many elements stays on the host, where NumPy computes with it."""
    return size < options.host_threshold


def uses_host() -> bool:
    """Whether anything stays on the host, be it a single number."""
    return options.host_threshold > 0


def runs_on_host(
    sizes: Iterable[int], shapes: Callable[[], Sequence[tuple[int, ...]]] | None
) -> bool:
    """Whether NumPy computes an operation whose operands are all on the host.

    Parameters
    ----------
    sizes
        Of the operands.
    shapes
        Returns the shapes of the results; None where the devices compute what is large. Many small
        operands may be large together: what makes no more of them stays on the host.
    """
    size = sum(sizes)
    if size < max(options.host_threshold, 1):
        return True
    if not options.host_threshold or shapes is None:
        return False
    return sum(math.prod(shape) for shape in shapes()) <= size


def is_many(count: int) -> bool:
    """Whether a sequence of so many values is too long to be looked through on the host."""
    return count >= max(options.host_threshold, 1)


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
