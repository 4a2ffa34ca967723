"""What both families of random generators do with arguments: ``size=``, ``out=``, populations."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sharray._ops.indexing import taken
from sharray._record import writes
from sharray._record.handles import Handle


def as_shape(size: Any) -> tuple[int, ...] | None:
    """Return ``size=`` as a tuple.

    Raises
    ------
    TypeError
        If it is not made of whole numbers.
    ValueError
        If one of them is negative.
    """
    if size is None:
        return None
    try:
        shape = tuple(operator.index(n) for n in (size if np.iterable(size) else (size,)))
    except TypeError:
        raise TypeError(f"size is a whole number or a sequence of them, not {size!r}") from None
    if min(shape, default=0) < 0:
        raise ValueError(f"negative dimensions are not allowed, got size {size}")
    return shape


def shape_of_out(out: Any, size: Any, dtype: Any) -> tuple[int, ...]:
    """Return the shape of a result that is written to ``out=``.

    Raises
    ------
    TypeError
        If `out` has another dtype.
    ValueError
        If `out` has another shape than ``size=``.
    """
    if size is not None and as_shape(size) != out.shape:
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
