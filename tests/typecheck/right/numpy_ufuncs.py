"""Ufuncs: `out`, `where`, and their methods."""

from typing import assert_type

import sharray.numpy as np

x = np.linspace(0.5, 2, 6)
y = np.empty_like(x)
np.sqrt(x, out=y, where=x > 1)
np.add(x, 1, y)
assert_type(np.add.reduce(x), np.ndarray)
assert_type(np.maximum.accumulate(x, axis=0), np.ndarray)
assert_type(np.multiply.outer(x, [1, 2]), np.ndarray)
assert_type(np.add.reduceat(x, [0, 3]), np.ndarray)
np.add.at(x, [0, 0, 1], 1.0)
assert_type(np.modf(x), tuple[np.ndarray, np.ndarray])
assert_type(np.sin.nin + np.divide.nout, int)
assert_type(np.exp(x, dtype=np.float32), np.ndarray)
assert isinstance(np.sin, np.ufunc)
