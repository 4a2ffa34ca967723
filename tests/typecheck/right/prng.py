"""Random numbers that the devices draw."""

from typing import assert_type

from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import prng

rng = prng.default_rng(0)
assert_type(rng.normal(size=(13, 3), device=P("x")), xp.ShardedArray)
assert_type(rng.uniform(0.0, [1.0, 2.0], size=(4, 2)), xp.ShardedArray)
assert_type(rng.integers(0, 10, size=5), xp.ShardedArray)
assert_type(rng.choice(xp.arange(7), 3, replace=False), xp.ShardedArray)
assert_type(rng.permutation(11), xp.ShardedArray)
first, second = rng.spawn(2)
assert_type(first, prng.Generator)
assert_type(second.key, xp.ShardedArray)
