"""Arrays made by the functions of the array API."""

from typing import assert_type

from jax.sharding import PartitionSpec as P

import sharray as xp

a = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
b = xp.zeros((2, 3), dtype=xp.float32)
c = xp.ones(5, dtype=xp.int64, device=P("x"))
d = xp.full((2, 2), 7.0)
e = xp.arange(0, 10, 2, dtype=xp.int32)
f = xp.linspace(0, 1, 11, endpoint=False)
g = xp.eye(3, 4, k=1)
h = xp.zeros_like(a, dtype=xp.complex128)
rows, columns = xp.meshgrid(xp.arange(3), xp.arange(4), indexing="ij")
for array in (a, b, c, d, e, f, g, h, xp.tril(a, k=-1), rows, columns):
    assert_type(array, xp.ShardedArray)
assert_type(a.shape, tuple[int, ...])
assert_type(xp.linspace(0, 1, 5, retstep=True), tuple[xp.ShardedArray, xp.ShardedArray])
