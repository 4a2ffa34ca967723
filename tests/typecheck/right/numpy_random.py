"""NumPy's random numbers: the same streams."""

from typing import assert_type

import sharray.numpy as np

rng = np.random.default_rng(0)
assert_type(rng.normal(0, 1, size=(2, 3)), np.ndarray)
assert_type(rng.integers(10, size=4, endpoint=True), np.ndarray)
assert_type(rng.permutation(5), np.ndarray)
assert_type(rng.choice([1, 2, 3], size=2, replace=False), np.ndarray)
rng.shuffle(np.arange(4))
assert_type(rng.spawn(2)[0].random(3), np.ndarray)
np.random.seed(1)
assert_type(np.random.rand(2, 3), np.ndarray)
assert_type(np.random.RandomState(3).poisson(2.0, 5), np.ndarray)
