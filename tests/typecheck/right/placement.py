"""Meshes, specs, shardings, and moves."""

from typing import assert_type

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp

mesh = xp.make_mesh((4, 2), ("rows", "columns"))
assert_type(mesh, Mesh)
line = xp.make_mesh(8)
some = xp.make_mesh((2, 2), axis_names=("a", "b"), devices=jax.devices()[:4])
with xp.use_mesh(mesh) as current:
    assert_type(current, Mesh)
    x = xp.ones((13, 5), device=P("rows", "columns"))
    y = xp.zeros((13, 5), device=NamedSharding(mesh, P(None, "columns")))
xp.set_mesh(mesh)
xp.set_mesh(None)
assert_type(xp.reshard(y, x.sharding) + x, xp.ShardedArray)
assert_type(xp.replicate(x, mesh=mesh), xp.ShardedArray)
assert_type(xp.reshard(x, P("columns")), xp.ShardedArray)
assert_type(x.to_device(mesh), xp.ShardedArray)
assert_type(xp.asarray(np.ones(3), device=jax.devices()[1]), xp.ShardedArray)
shard = x.addressable_shards[0].data
