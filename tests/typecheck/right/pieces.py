"""Arrays of pieces that a program has: by a function, of this process, of devices."""

from typing import assert_type

import jax
import numpy as np
import numpy.typing as npt
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp


def piece(index: tuple[slice, ...]) -> npt.NDArray[np.float64]:
    return np.arange(13.0)[index]


mesh = xp.make_mesh(8)
sharding = NamedSharding(mesh, P("x"))
assert_type(xp.from_callback((13,), piece, np.float64, device=sharding), xp.ShardedArray)
assert_type(xp.from_process_local_data(sharding, np.arange(13.0)), xp.ShardedArray)
whole = xp.from_callback(16, lambda index: np.zeros(16)[index], device=mesh)
pieces = [jax.device_put(np.zeros(2), device) for device in jax.devices()]
assert_type(xp.from_single_device_arrays((16,), sharding, pieces), xp.ShardedArray)
