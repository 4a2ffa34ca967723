"""Memory of the host on cache lines, which a CPU device takes as it is.

What lies elsewhere JAX copies, into fresh memory. NumPy's own seldom lies on a line.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

#: Bytes of a cache line, at multiples of which devices have their buffers.
LINE = 64


def empty(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return memory on a line, with arbitrary elements."""
    nbytes = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.empty(nbytes + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + nbytes].view(dtype).reshape(shape)


def padded(block: np.ndarray, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return a copy of a block, with zeros behind its ends, on a line."""
    result = empty(shape, dtype)
    result[tuple([slice(0, n) for n in block.shape])] = block
    for d, n in enumerate(block.shape):
        result[(*(slice(None),) * d, slice(n, None))] = 0
    return result
