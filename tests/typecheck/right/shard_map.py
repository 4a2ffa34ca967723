"""Functions of the block that each device holds."""

from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

import sharray as xp

mesh = xp.make_mesh((2, 4), ("data", "model"))
x = xp.ones((13, 6), device=xp.make_mesh((2, 4), ("data", "model")))


@xp.shard_map(mesh=mesh, in_specs=P("model", "data"), out_specs=P("model", "data"))
def double(block: jax.Array) -> jax.Array:
    return 2 * block


def largest(block: jax.Array) -> Any:
    return xp.pmax(jnp.max(block), ("model", "data"))


def smoothed(block: jax.Array) -> jax.Array:
    wide = xp.halo(block, axis=0, before=1, after=1, boundary="nearest")
    return (wide[2:] + wide[:-2]) / 2


mapped = xp.shard_map(largest, in_specs=P("model", "data"), out_specs=P(), fill=-jnp.inf)
smooth = xp.shard_map(smoothed, in_specs=P("model"), out_specs=P("model"))
result: xp.ShardedArray = double(x)
maximum = float(mapped(x))
total = xp.shard_map(
    lambda b: xp.psum(jnp.sum(b), "data"), in_specs=P("data"), out_specs=P(), mesh=mesh
)(x)
