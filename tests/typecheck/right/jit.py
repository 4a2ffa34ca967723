"""Functions that are compiled as one program keep their signatures."""

from typing import assert_type

from jax.sharding import PartitionSpec as P

import sharray as xp


@xp.jit
def normalized(x: xp.ShardedArray, scale: float = 1.0) -> xp.ShardedArray:
    x -= xp.mean(x, axis=0)
    return scale * x / xp.std(x, axis=0)


@xp.jit(static_argnames=("count",), out_shardings=(P("x"), None))
def powers(x: xp.ShardedArray, *, count: int) -> tuple[xp.ShardedArray, xp.ShardedArray]:
    y = x
    for _ in range(count):
        y = y * x
    return y, xp.sum(y)


x = xp.linspace(0, 1, 13)
assert_type(normalized(x, scale=2.0), xp.ShardedArray)
y, total = powers(x, count=2)
assert_type(y + total, xp.ShardedArray)
donating = xp.jit(normalized, donate_argnums=0)
normalized.lower(x)
normalized.clear_cache()
