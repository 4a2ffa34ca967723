"""Sorting, searching, sets; results with several fields."""

from typing import assert_type

import sharray as xp

x = xp.asarray([3, 1, 2, 1])
assert_type(xp.sort(x, descending=True, stable=False), xp.ShardedArray)
assert_type(xp.argsort(x, axis=0), xp.ShardedArray)
assert_type(xp.searchsorted(xp.sort(x), x, side="right"), xp.ShardedArray)
assert_type(xp.nonzero(x), tuple[xp.ShardedArray, ...])
assert_type(xp.where(x > 1), tuple[xp.ShardedArray, ...])
assert_type(xp.unique_values(x), xp.ShardedArray)
assert_type(xp.unique_counts(x).counts, xp.ShardedArray)
assert_type(xp.unique_all(x).inverse_indices, xp.ShardedArray)
assert_type(xp.unique(x), xp.ShardedArray)
values, counts = xp.unique(x, return_counts=True)
assert_type(counts, xp.ShardedArray)
assert_type(xp.isin(x, [1, 2]), xp.ShardedArray)
assert_type(xp.take_along_axis(x, xp.argsort(x), axis=0), xp.ShardedArray)
