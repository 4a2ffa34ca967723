"""NumPy's statistics, and its way of calling."""

from typing import assert_type

import sharray.numpy as np

x = np.arange(12.0).reshape(3, 4)
assert_type(np.median(x, axis=0), np.ndarray)
assert_type(np.percentile(x, [25, 75], 1, method="nearest"), np.ndarray)
assert_type(np.nanmean(x, 0, keepdims=True), np.ndarray)
variance: float = np.var(x, ddof=1)
assert_type(np.cov(x, rowvar=False), np.ndarray)
counts, edges = np.histogram(x, bins=5, range=(0, 10), density=True)
assert_type(counts, np.ndarray)
assert_type(np.average(x, axis=1, weights=[1, 2, 3, 4]), np.ndarray)
assert_type(np.bincount(np.asarray([0, 1, 1])), np.ndarray)
assert_type(np.allclose(x, x + 1e-9), bool)
assert_type(x.std(axis=0, ddof=1).round(2), np.ndarray)
