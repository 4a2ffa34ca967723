"""What the engine compiles and runs, counted, and values to do it with."""

from contextlib import contextmanager

import numpy as np

import sharray as xp


class Count:
    """What was compiled and run inside a `counted` block."""

    compilations = 0
    dispatches = 0
    hits = 0


@contextmanager
def counted():
    found = Count()
    before = xp.cache_info()
    yield found
    after = xp.cache_info()
    for name in ("compilations", "dispatches", "hits"):
        setattr(found, name, getattr(after, name) - getattr(before, name))


def values(*shape, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, shape)
