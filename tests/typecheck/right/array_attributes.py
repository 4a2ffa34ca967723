"""What an array says of itself, and its way to NumPy and Python."""

from typing import Any, assert_type

import jax
import numpy as np
from jax.sharding import Mesh

import sharray as xp

x = xp.asarray([[1.0, 2.0, 3.0]], device=xp.get_mesh())
assert_type(x.ndim + x.size + x.nbytes + x.itemsize + x.nbytes_per_device, int)
assert_type(x.padded_shape, tuple[int, ...])
assert_type(x.dtype, np.dtype[Any])
assert_type(x.sharding.spec, jax.sharding.PartitionSpec)
assert_type(x.to_jax(), jax.Array)
array: np.ndarray[Any, Any] = np.asarray(x)
text: str = f"{x} {x!r} {float(x[0, 0]):.3f}"
nested: list[list[float]] = x.tolist()
mesh: Mesh = xp.get_mesh()
again = xp.from_dlpack(array)
assert_type(x.copy().block_until_ready(), xp.ShardedArray)
assert_type(x.to_device(xp.get_mesh()), xp.ShardedArray)
