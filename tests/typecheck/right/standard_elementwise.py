"""Operators and elementwise functions: arrays and numbers on either side."""

from typing import assert_type

import numpy as np

import sharray as xp

x = xp.linspace(0, 1, 7)
assert_type(2 * x + 1, xp.ShardedArray)
assert_type(x**2 - 3 / (x + 1), xp.ShardedArray)
assert_type(-abs(x) // 2 % 3, xp.ShardedArray)
assert_type((x > 0.5) & ~(x == 1), xp.ShardedArray)
assert_type(x @ x, xp.ShardedArray)
assert_type(divmod(x, 2), tuple[xp.ShardedArray, xp.ShardedArray])
assert_type(xp.sin(x) + xp.atan2(x, 2), xp.ShardedArray)
assert_type(xp.clip(x, 0.2, max=0.8), xp.ShardedArray)
assert_type(xp.where(x > 0, x, 0), xp.ShardedArray)
assert_type(xp.add(x, np.ones(7)), xp.ShardedArray)
assert_type(xp.isnan(x), xp.ShardedArray)
assert_type(xp.frexp(x), tuple[xp.ShardedArray, xp.ShardedArray])
x += 1
x **= 2
