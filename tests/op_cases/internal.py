"""Functions of the namespace that make no array, and operations that only others call."""

from collections.abc import Callable
from typing import Any

import numpy as np

import sharray as xp
import sharray.numpy

#: Tested by value in `test_standard`.
NO_ARRAYS = (
    "broadcast_shapes", "can_cast", "finfo", "iinfo", "isdtype", "result_type",
    "__array_namespace_info__",
)  # fmt: skip

x_ = np.arange(26.0).reshape(13, 2)


def _written():
    x = xp.asarray(x_)
    x[np.array([0, 5])] = 1.0


def _scattered():
    x = xp.asarray(x_)
    sharray.numpy.add.at(x, [0, 0, 5], 1.0)
    return x


#: Operation that is not public -> a call that must come to it (proved in `test_coverage`).
INTERNAL: dict[str, Callable[[], Any]] = {
    "repeated": lambda: xp.repeat(xp.asarray(x_), xp.asarray(np.arange(13)), axis=0),
    "repeated_evenly": lambda: xp.repeat(xp.asarray(x_), 2, axis=0),
    "cumsum": lambda: xp.cumulative_sum(xp.asarray(x_), axis=0),
    "cumprod": lambda: xp.cumulative_prod(xp.asarray(x_), axis=0),
    "to_device": lambda: xp.asarray(x_).to_device(xp.asarray(x_.T).sharding),
    "extremes": lambda: xp.take(xp.asarray(x_), xp.asarray(np.array([1, 2])), axis=0),
    "positions": lambda: xp.nonzero(xp.asarray(x_)),
    "unique_starts": lambda: xp.unique_values(xp.asarray(x_)),
    "unique_counts_of": lambda: xp.unique_counts(xp.asarray(x_)),
    "ordered": lambda: xp.unique_inverse(xp.asarray(x_)),
    "cosort": lambda: sharray.numpy.unique(xp.asarray(x_), axis=0),
    "unpermuted": lambda: xp.unique_inverse(xp.asarray(x_)),
    "chosen": lambda: +xp.asarray(x_)[xp.asarray(x_ > 0)],
    "compressed": lambda: xp.unique_values(xp.asarray(x_)),
    "linalg._cholesky": lambda: xp.linalg.cholesky(xp.asarray(np.eye(3))),
    "linalg._inv": lambda: xp.linalg.inv(xp.asarray(np.eye(3))),
    "linalg._matrix_power": lambda: xp.linalg.matrix_power(xp.asarray(np.eye(3)), 2),
    "linalg._solve": lambda: xp.linalg.solve(xp.asarray(np.eye(3)), xp.asarray(np.ones(3))),
    "searchsorted_arrays": lambda: xp.searchsorted(xp.asarray(x_[:, 0]), xp.asarray(x_)),
    "getitem": lambda: xp.asarray(x_)[xp.asarray(np.array([0, 5]))],
    "setitem": _written,
    "taken": lambda: xp.take(xp.asarray(x_), xp.asarray(np.array([1, 2])), axis=0),
    "taken_along_axis": lambda: xp.take_along_axis(
        xp.asarray(x_), xp.asarray(np.zeros((13, 1), np.int64)), axis=1
    ),
    "numpy.einsum": lambda: sharray.numpy.einsum("ij->j", xp.asarray(x_)),
    "numpy.accumulate": lambda: sharray.numpy.gcd.accumulate(xp.asarray(np.arange(13))),
    "numpy.scatter": lambda: _scattered(),
    "numpy.selected": lambda: sharray.numpy.median(xp.asarray(x_)),
    "numpy.selected_by_weight": lambda: sharray.numpy.quantile(
        xp.asarray(x_), 0.5, weights=xp.asarray(x_), method="inverted_cdf"
    ),
    "numpy.counted": lambda: sharray.numpy.histogram(xp.asarray(x_)),
    "numpy.weighed": lambda: sharray.numpy.histogram(xp.asarray(x_), weights=xp.asarray(x_)),
    "numpy.bin_numbers": lambda: sharray.numpy.histogram(xp.asarray(x_)),
    "numpy.interpolated": lambda: sharray.numpy.interp(xp.asarray(x_), x_[:, 0], x_[:, 1]),
    "numpy.on_lines": lambda: sharray.numpy.interp(xp.asarray(x_[:3]), x_[:, 0], x_[:, 1]),
    "numpy.convolved": lambda: sharray.numpy.convolve(xp.asarray(x_[:, 0]), x_[:3, 0]),
    "numpy.triangle": lambda: sharray.numpy.polyfit(xp.asarray(x_[:, 0]), x_[:, 1], 1),
    "numpy.lexsort": lambda: sharray.numpy.lexsort([xp.asarray(x_)]),
    "isin_arrays": lambda: xp.isin(xp.asarray(x_), xp.asarray(x_[:2])),
}
