"""NumPy's linear algebra."""

from typing import assert_type

import sharray.numpy as np

a = np.eye(3) + 0.1
b = np.ones(3)
assert_type(np.linalg.solve(a, b), np.ndarray)
solution, residuals, rank, singular_values = np.linalg.lstsq(a, b, rcond=None)
assert_type(solution, np.ndarray)
assert_type(np.linalg.svd(a).S, np.ndarray)
assert_type(np.linalg.svd(a, compute_uv=False), np.ndarray)
assert_type(np.linalg.matrix_power(a, 3), np.ndarray)
assert_type(np.outer(b, b), np.ndarray)
# a number or an array, by the dimensions, which checkers do not know
total: np.ndarray = np.dot(a, b) + np.inner(a, b)
numbers: list[float] = [np.kron(a, a).trace(), a.dot(b) @ b, np.inner(b, b)]
