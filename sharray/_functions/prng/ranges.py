"""Ranges of integers: where they begin and how many numbers they hold, modulo 2**64."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sharray._ops import creation, elementwise, utility
from sharray._ops.data_types import astype
from sharray._record.handles import Handle, is_numpys


def ranges(low: Any, high: Any, dtype: np.dtype, endpoint: bool) -> tuple[Any, Any]:
    """Return the starts and the lengths of ranges; a length of 0 stands for 2**64.

    Raises
    ------
    TypeError
        If the bounds are not whole numbers.
    ValueError
        If a range is empty, or does not fit the dtype.
    """
    least, most = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    sharded = [x for x in (low, high) if isinstance(x, Handle) and x._node().aval.layout.size > 1]
    convert, any_ = (_on_devices, utility.any) if sharded else (_exact, np.any)
    low, high = convert(low, "low"), convert(high, "high")
    last = high if endpoint else high - 1
    if any_(_outside(low, least, most)):
        raise ValueError(f"low is out of bounds for {dtype}")
    # the dtype's last number and one more is the end of a range without its end
    if any_(_outside(last, least, most)) and not any_(low > last):
        raise ValueError(f"high is out of bounds for {dtype}")
    if any_(low > last):
        raise ValueError(f"low {'>' if endpoint else '>='} high")
    if sharded:
        unsigned = [astype(x, np.uint64) for x in (low, last)]
        return low, elementwise.add(elementwise.subtract(unsigned[1], unsigned[0]), np.uint64(1))
    return np.asarray(low % 2**64, np.uint64), np.asarray((last - low + 1) % 2**64, np.uint64)


def _outside(x: Any, least: int, most: int) -> Any:
    if not (isinstance(x, int) or is_numpys(x)):
        least, most = max(least, -(2**63)), min(most, 2**63 - 1)
    return (x < least) | (x > most)


def _exact(value: Any, name: str) -> Any:
    """Return Python integers, one or an array of them: no dtype holds the bounds of all."""
    array: Any = np.asarray(value)
    if array.dtype.kind == "f" and np.all(array == np.floor(array)):
        array = np.frompyfunc(int, 1, 1)(array)
    try:
        return np.frompyfunc(operator.index, 1, 1)(np.asarray(array, object))
    except TypeError:
        raise _not_whole(name, array.dtype) from None


def _on_devices(value: Any, name: str) -> Any:
    """Return an array of int64, which holds the bounds of all but the upper half of uint64."""
    x: Any = value if isinstance(value, Handle) else creation.asarray(value)
    dtype: np.dtype = x.dtype
    if dtype.kind not in "biu":
        raise _not_whole(name, dtype)
    if dtype == np.uint64:
        raise TypeError(f"integers: sharded bounds are int64 or smaller, not {name} of {dtype}")
    return astype(x, np.int64)


def _not_whole(name: str, dtype: Any) -> TypeError:
    return TypeError(f"integers: {name} must be made of whole numbers, not {dtype}")
