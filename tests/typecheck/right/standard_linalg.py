"""The extension `linalg`."""

from typing import assert_type

import sharray as xp
from sharray import linalg

a = xp.asarray([[4.0, 1.0], [1.0, 3.0]])
b = xp.asarray([1.0, 2.0])
assert_type(linalg.solve(a, b), xp.ShardedArray)
assert_type(linalg.cholesky(a, upper=True), xp.ShardedArray)
assert_type(linalg.norm(a, ord="fro", axis=(0, 1)), xp.ShardedArray)
assert_type(linalg.vector_norm(b, ord=1, keepdims=True), xp.ShardedArray)
eigenvalues, eigenvectors = linalg.eigh(a)
assert_type(eigenvectors, xp.ShardedArray)
assert_type(linalg.qr(a).R, xp.ShardedArray)
assert_type(linalg.svd(a, full_matrices=False).S, xp.ShardedArray)
assert_type(linalg.slogdet(a).logabsdet, xp.ShardedArray)
assert_type(xp.linalg.inv(a) @ a, xp.ShardedArray)
assert_type(xp.matmul(a, b) + xp.vecdot(a, b) + xp.tensordot(a, b, axes=1), xp.ShardedArray)
assert_type(xp.einsum("ij,j->i", a, b), xp.ShardedArray)
