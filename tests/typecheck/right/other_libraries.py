"""NumPy's functions and Python's on arrays."""

import math
import operator
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

import sharray as xp


def mean(values: xp.ShardedArray) -> float:
    return float(np.mean(values))


x = xp.asarray([1.0, 4.0, 9.0])
print(mean(x), np.sqrt(x), np.concatenate([x, x]), np.linalg.norm(x))
print(math.sqrt(x[1]), round(float(x[2]), 1), [10, 20, 30][xp.asarray(1)], operator.index(x.ndim))
shape: Sequence[int] = x.shape
largest = max(float(v) for v in x)
copy: npt.NDArray[np.float64] = np.array(x)
