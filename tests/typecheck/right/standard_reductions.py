"""Sums and their like, as functions and as methods."""

from typing import assert_type

import sharray as xp

x = xp.reshape(xp.arange(24.0), (2, 3, 4))
assert_type(xp.sum(x), xp.ShardedArray)
assert_type(xp.mean(x, axis=(0, 2), keepdims=True), xp.ShardedArray)
assert_type(xp.std(x, axis=-1, correction=1), xp.ShardedArray)
assert_type(xp.all(x >= 0), xp.ShardedArray)
assert_type(xp.argmax(x, axis=1), xp.ShardedArray)
assert_type(xp.cumulative_sum(x, axis=0, include_initial=True), xp.ShardedArray)
assert_type(x.max(), xp.ShardedArray)
assert_type(x.prod(0).sum(axis=-1), xp.ShardedArray)
total = float(xp.sum(x))
assert_type(total, float)
assert_type(int(xp.count_nonzero(x)) + len(x), int)
assert_type(bool(xp.any(x > 1)), bool)
