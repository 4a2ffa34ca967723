"""What is no mesh, no spec and no device."""

import numpy as np
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import io

mesh = xp.make_mesh(8)
x = xp.ones((13, 3))
xp.use_mesh([0, 1, 2])  # error
xp.set_mesh((2, 4))  # error
xp.use_mesh("x")  # error
xp.make_mesh("8")  # error
xp.make_mesh((2, 4), devices=8)  # error
xp.replicate(x, mesh=[1, 2])  # error
xp.reshard(x, ["x"])  # error
xp.reshard(x, "x")  # error
x.to_device(3)  # error
x.to_device("x")  # error
x.reshard([1, 2])  # error
xp.ones(3, device=1.5)  # error
xp.zeros((3, 3), device=["x", None])  # error
xp.asarray([1.0], device="gpu")  # error
xp.from_callback((3,), np.zeros(3), device=mesh)  # error
xp.visualize(P("x"), shape=(3,), mesh=["x"])  # error
xp.explain(xp.sum, x, mesh=["x"])  # error
xp.shard_map(xp.sin, mesh=["x"], in_specs=P("x"), out_specs=P("x"))  # error
io.read_npy("x.npy", device="x")  # error
