"""Keywords that functions do not have."""

from jax.sharding import PartitionSpec as P

import sharray as xp
import sharray.numpy as np
from sharray import checkpoint, prng, random

x = xp.ones((3, 3))
y = np.ones((3, 3))
x.sum(axes=0)  # error
xp.sum(x, dim=0)  # error
xp.mean(x, keepdim=True)  # error
xp.sin(x, axis=0)  # error
xp.asarray([1.0], devices=P("x"))  # error
xp.ones(3, sharding=P("x"))  # error
xp.sort(x, reverse=True)  # error
xp.concat([x, x], dim=0)  # error
xp.make_mesh(8, names=("x",))  # error
xp.set_options(host_treshold=0)  # error
xp.comm_budget(gather=0)  # error
xp.jit(xp.sum, out_sharding=P("x"))  # error
xp.jit(static_argnum=0)  # error
xp.shard_map(xp.sin, in_spec=P("x"), out_specs=P("x"))  # error
xp.vmap(xp.sin, axes=0)  # error
xp.visualize(x, meshes=None)  # error
checkpoint.save("folder", {"x": x}, asynchronous=True)  # error
random.normal(sizes=3)  # error
prng.default_rng(1).normal(shape=3)  # error
np.fft.rfft(y, axes=0)  # error
np.std(y, degrees=1)  # error
np.loadtxt("x.txt", seperator=",")  # error
