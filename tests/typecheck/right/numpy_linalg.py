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
assert_type(np.dot(a, b) + np.inner(b, b) + np.outer(b, b), np.ndarray)
assert_type(np.kron(a, a).trace(), np.ndarray)
assert_type(a.dot(b) @ b, np.ndarray)
