"""How many elements a result has that may be much larger than the arguments, or a bound of that.

Called as the function is, before NumPy computes what turns out to be small.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np


def of_shape(shape: Any, *_: Any, **__: Any) -> int:
    """Of a new array."""
    return math.prod(shape) if isinstance(shape, (tuple, list)) else operator.index(shape)


def of_matrix(N: Any, M: Any = None, *_: Any, **__: Any) -> int:
    """Of a matrix of N rows."""
    return operator.index(N) * operator.index(N if M is None else M)


def of_range(start: Any = 0, stop: Any = None, step: Any = 1, **_: Any) -> int:
    """Of numbers from `start` on."""
    if stop is None:
        start, stop = 0, start
    return math.ceil(abs(stop - start) / abs(step or 1))


def of_samples(start: Any, stop: Any, num: Any = 50, *_: Any, **__: Any) -> int:
    """Of `num` samples between two numbers, or arrays of them."""
    return operator.index(num) * np.size(start) * np.size(stop)


def of_vector(n: Any, *_: Any, **__: Any) -> int:
    """Of a vector of given length."""
    return operator.index(n)


def of_grid(dimensions: Any, *_: Any, **__: Any) -> int:
    """Of coordinates in a grid."""
    return math.prod(dimensions) * len(dimensions)


def of_vectors(*vectors: Any, **_: Any) -> int:
    """Of coordinates in the grid of some vectors."""
    return of_grid([np.size(x) for x in vectors])


def of_pairs(a: Any, b: Any, *_: Any, **__: Any) -> int:
    """Of all pairs of elements."""
    return np.size(a) * np.size(b)


def of_diagonal(v: Any, k: Any = 0) -> int:
    """Of a matrix with the elements on a diagonal."""
    return (np.size(v) + abs(operator.index(k))) ** 2


def of_triangle(n: Any, k: Any = 0, m: Any = None) -> int:
    """Of the two indices of the elements of a triangle."""
    return 2 * of_matrix(n, m)


def resized(a: Any, new_shape: Any) -> int:
    """Of an array of another shape."""
    return of_shape(new_shape)


def tiled(A: Any, reps: Any) -> int:
    """Of an array that is repeated along its axes."""
    return np.size(A) * of_shape(reps)


def repeated(a: Any, repeats: Any, *_: Any, **__: Any) -> int:
    """Of elements that are repeated."""
    return np.size(a) * int(np.max(repeats, initial=1))


def padded(array: Any, pad_width: Any, *_: Any, **__: Any) -> int:
    """Of an array that is extended at its edges."""
    most = int(np.max(np.abs(pad_width), initial=0))
    return math.prod([n + 2 * most for n in np.shape(array)])


def inserted(arr: Any, obj: Any, values: Any, *_: Any, **__: Any) -> int:
    """Of an array with some places more along an axis."""
    places = np.size(arr) if isinstance(obj, slice) else np.size(obj)
    return (np.size(arr) + 1) * (places + np.size(values))


def times(count: int) -> Callable[..., int]:
    """Of so many for each element of the first argument."""

    def elements(a: Any, *_: Any, **__: Any) -> int:
        return count * np.size(a)

    return elements
