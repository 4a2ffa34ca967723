"""Shapes, joins and repeats."""

from typing import assert_type

import numpy as np

import sharray as xp

x = xp.reshape(xp.arange(6), (2, -1))
assert_type(xp.concat([x, x], axis=1), xp.ShardedArray)
assert_type(xp.stack((x, x, np.zeros((2, 3))), axis=-1), xp.ShardedArray)
assert_type(xp.permute_dims(x, (1, 0)), xp.ShardedArray)
assert_type(xp.expand_dims(x, axis=0).squeeze(axis=0), xp.ShardedArray)
assert_type(xp.roll(x, (1, -1), axis=(0, 1)), xp.ShardedArray)
assert_type(xp.flip(x, axis=0), xp.ShardedArray)
assert_type(xp.tile(x, (2, 1)), xp.ShardedArray)
assert_type(xp.repeat(x, 2, axis=0), xp.ShardedArray)
assert_type(xp.moveaxis(x, 0, -1), xp.ShardedArray)
assert_type(xp.broadcast_to(x, (4, 2, 3)), xp.ShardedArray)
assert_type(xp.unstack(x, axis=1), tuple[xp.ShardedArray, ...])
assert_type(xp.broadcast_arrays(x, 1), tuple[xp.ShardedArray, ...])
first, *rest = xp.split(x, 3, axis=1)
assert_type(rest, list[xp.ShardedArray])
assert_type(x.astype(xp.float32).reshape(3, 2).T.mT, xp.ShardedArray)
