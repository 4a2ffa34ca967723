"""Reads and writes at slices, masks and index arrays."""

from typing import assert_type

import numpy as np

import sharray as xp

u = xp.zeros((11, 7))
u[0, :] = 100.0
u[1:-1, 1:-1] += 0.25 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2])
u[u > 50] = 1
u[[0, 2], ...] = np.arange(7)
u[xp.asarray([1, 3]), None, 0] *= 2
assert_type(u[0], xp.ShardedArray)
assert_type(u[..., None][::2, -1, 0], xp.ShardedArray)
assert_type(u[0, 0], xp.ShardedArray)
assert_type(float(u[0, 0]), float)
assert_type(next(row.sum() for row in u), xp.ShardedArray)
u.fill(0)
u.sort(axis=0)
u.flat[3] = 1
