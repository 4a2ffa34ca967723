"""Both namespaces in one program."""

from typing import assert_type

import numpy as np
from jax.sharding import PartitionSpec as P

import sharray as xp
import sharray.numpy as snp
from sharray import linalg, prng, random

x = xp.asarray([[1.0, 2.0]], device=P("x", None))
y = snp.asarray([[1.0, 2.0]])
assert_type(x, xp.ShardedArray)
assert_type(xp.sum(x, axis=(0, 1), keepdims=True), xp.ShardedArray)
assert_type(x.sum(axis=-1) + 1, xp.ShardedArray)
assert_type(2 * x[0, :1].T.reshape(1, -1).astype(xp.float32) ** 2 > 0, xp.ShardedArray)
assert_type(xp.add.reduce(x, axis=None), xp.ShardedArray)
assert_type(xp.divmod(x, 2), tuple[xp.ShardedArray, xp.ShardedArray])
assert_type(xp.unique(x), xp.ShardedArray)
assert_type(xp.unique(x, return_counts=True), tuple[xp.ShardedArray, ...])
assert_type(xp.where(x > 0), tuple[xp.ShardedArray, ...])
assert_type(xp.where(x > 0, x, 0), xp.ShardedArray)
assert_type(linalg.eigh(x @ x.mT).eigenvalues, xp.ShardedArray)
assert_type(random.default_rng(1).normal(size=(2, 3)), xp.ShardedArray)
assert_type(prng.default_rng(1).normal(size=(2, 3)), xp.ShardedArray)
assert_type(xp.allclose(x, y), bool)
assert_type(x.shape, tuple[int, ...])
assert_type(snp.sum(y, axis=0), snp.ndarray)
assert_type(y.mean(0) // 2, snp.ndarray)
assert_type(snp.sin(y), snp.ndarray)
assert_type(snp.linalg.svd(y).S, snp.ndarray)
assert_type(snp.zeros((2, 3), dtype="f4"), snp.ndarray)
xp.sum([[1, 2], [3, 4]])
xp.concat([x, x, np.ones((1, 2))], axis=0)
xp.sqrt(x, out=x, where=x > 0)
xp.add(x, 1, x)
xp.zeros(3, xp.int64), xp.zeros((3, 4), float, device=P("x"))
float(snp.mean(y)), int(y[0, 0]), y[1:] * np.pi, -y, abs(y), round(float(y[0, 0]))
x[0] += 1
x[x > 0] = 2
x.sort(axis=0)
xp.r_[x[0], 1.0], xp.mgrid[:3], xp.pi, xp.newaxis, xp.float64(3), xp.finfo(xp.float64).eps
