"""Calls of functions that were compiled or mapped."""

from jax.sharding import PartitionSpec as P

import sharray as xp


@xp.jit
def scaled(x: xp.ShardedArray, factor: float = 1.0) -> xp.ShardedArray:
    return factor * x


@xp.jit(static_argnames="count")
def repeated(x: xp.ShardedArray, *, count: int) -> xp.ShardedArray:
    return count * x


class Model:
    @xp.jit
    def predict(self, x: xp.ShardedArray) -> xp.ShardedArray:
        return 2 * x


x = xp.ones(3)
scaled(x, factors=2.0)  # error
scaled(x, "two")  # error
scaled()  # error
scaled(x).summ()  # error
scaled.lowered(x)  # error
repeated(x)  # error
repeated(x, count="3")  # error
Model().predict(x, x)  # error
Model().predict(x).summ()  # error
xp.vmap(scaled)(x).summ()  # error
xp.jit(3)  # error
xp.jit("function")  # error
xp.vmap(3)  # error
xp.scan(3, x)  # error
xp.shard_map(in_specs=P("x"))  # error
xp.psum(x)  # error
xp.halo(x, 0, 1, 1, "edge")  # error
xp.with_sharding_constraint(x, P("x")).summ()  # error
xp.block_until_ready(x).summ()  # error
