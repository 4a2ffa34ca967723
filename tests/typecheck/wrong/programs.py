"""Whole functions with a mistake in each."""

from pathlib import Path

from jax.sharding import PartitionSpec as P

import sharray as xp
import sharray.numpy as np
from sharray import checkpoint, prng


def step(u: np.ndarray) -> np.ndarray:
    u[1:-1] += 0.5 * (u[2:] - u[:-2]).shape  # error
    return u


def standardize(x: xp.ShardedArray) -> xp.ShardedArray:
    mean, deviation = xp.mean(x, axis=0), xp.std(x, axes=0)  # error
    return (x - mean) / deviation


def energy(u: xp.ShardedArray) -> float:
    return xp.sum(u**2)  # error


def placed(x: xp.ShardedArray) -> xp.ShardedArray:
    with xp.use_mesh(P("x")):  # error
        return x + 1


def restored(folder: Path, state: dict[str, xp.ShardedArray]) -> xp.ShardedArray:
    return checkpoint.load(folder, like=state)  # error


def placed_twice(folder: Path, state: dict[str, xp.ShardedArray]) -> None:
    checkpoint.load(folder, like=state, device=P("x"))  # error


def dice(count: int) -> xp.ShardedArray:
    rng = prng.default_rng(0)
    return rng.integer(1, 7, size=count)  # error


def compiled(x: xp.ShardedArray) -> str:
    return xp.explain(xp.sum, x)  # error


def reported(x: xp.ShardedArray) -> None:
    with xp.report() as r:
        xp.sum(x)
    r.to_htm("report.html")  # error
