"""What functions of NumPy and methods compute of all elements is a number, and else an array."""

from typing import assert_type

from numpy import bool_, intp

import sharray as xp
import sharray.numpy as np

x = np.arange(12.0).reshape(3, 4)
total: float = np.sum(x)
mean: float = x.mean()
length: float = np.linalg.norm(x)
middle: float = np.median(x)
print(round(np.std(x), 3), f"{x.max():.2f}", max(np.ptp(x), 3.0))

names = ["a", "b", "c", "d"] * 3
assert_type(np.argmax(x), intp)
assert_type(x.argmin(), intp)
assert_type(np.count_nonzero(x), intp)
print(names[np.argmax(x)], names[: x.argmin()])
assert_type(np.any(x > 11), bool_)
assert_type((x > 11).all(), bool_)
if np.all(x < 12) and not (x > 11).any():
    print("none")

assert_type(np.sum(x, axis=0), np.ndarray)
assert_type(np.sum(x, keepdims=True), np.ndarray)
assert_type(x.max(axis=1), np.ndarray)
assert_type(np.argmax(x, axis=1), np.ndarray)
assert_type(np.mean(x, axis=(0, 1), keepdims=True).T, np.ndarray)
# those of the standard stay arrays
assert_type(xp.sum(xp.ones(3)), xp.ShardedArray)
assert_type(xp.ones(3).sum(), xp.ShardedArray)
