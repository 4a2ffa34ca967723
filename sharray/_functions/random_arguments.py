"""What both families of random generators do with arguments: ``size=``, ``out=``, populations."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._ops.creation import as_shape
from sharray._ops.indexing import taken
from sharray._record import writes
from sharray._record.handles import Handle


def shape_of_size(size: Any) -> tuple[int, ...] | None:
    """Return ``size=`` as a tuple; None stays.

    Raises
    ------
    TypeError
        If it is not made of integers.
    ValueError
        If one of them is negative.
    """
    return None if size is None else as_shape(size, "size")


def shape_of_out(out: Any, size: Any, dtype: Any) -> tuple[int, ...]:
    """Return the shape of a result that is written to ``out=``.

    Raises
    ------
    TypeError
        If `out` has another dtype.
    ValueError
        If `out` has another shape than ``size=``.
    """
    if size is not None and shape_of_size(size) != out.shape:
        raise ValueError(
            f"size must match out.shape when used together, got {size} and {out.shape}"
        )
    if np.dtype(dtype) != out.dtype:
        raise TypeError(
            f"Supplied output array has wrong type. Expected {np.dtype(dtype)}, got {out.dtype}"
        )
    return out.shape


def write_out(out: Any, result: Any) -> Any:
    """Write a result to ``out=``, and return that."""
    if isinstance(out, Handle):
        writes.assign(out, result)
    else:
        out[...] = np.asarray(result)
    return out


def take_along(x: Any, index: Any, axis: int) -> Any:
    """Return the elements of an array at indices that were drawn."""
    if not np.ndim(index):
        return x[(slice(None),) * axis + (int(index),)]
    return taken(x, index, axis=axis)
