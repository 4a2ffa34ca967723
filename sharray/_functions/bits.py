"""Bits of arrays, and elements as bits."""

from __future__ import annotations

import numpy as np

from sharray._functions import sizes
from sharray._functions.arguments import line
from sharray._functions.declare import implements
from sharray._ops import creation
from sharray._ops import elementwise as ew
from sharray._ops import manipulation as mp
from sharray._ops import statistical as st
from sharray._ops.data_types import astype


def _bit_order(bitorder: str) -> np.ndarray:
    """Return the value of each bit in a byte."""
    if not isinstance(bitorder, str):
        raise TypeError(f"bitorder must be a string, not {type(bitorder).__name__}")
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    values = 1 << np.arange(8, dtype=np.uint8)
    return values[::-1] if bitorder == "big" else values


@implements(np.packbits)
def packbits(a, /, axis=None, bitorder="big"):
    """Bytes of eight elements each, which count as bits."""
    x, axis = line(a, axis)
    if x.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    x = mp.moveaxis(ew.not_equal(x, 0), axis, -1)
    n = -(-x.shape[-1] // 8)
    rest = creation.full((*x.shape[:-1], 8 * n - x.shape[-1]), 0, dtype=x.dtype, device=x.device)
    bits = mp.reshape(mp.concat([x, rest], axis=-1), (*x.shape[:-1], n, 8))
    values = ew.where(bits, _bit_order(bitorder), np.uint8(0))
    return mp.moveaxis(st.sum(values, axis=-1, dtype=np.dtype(np.uint8)), -1, axis)


@implements(np.unpackbits, elements=sizes.times(8))
def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    """Eight elements for each byte: its bits."""
    x, axis = line(a, axis)
    if x.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    x = mp.moveaxis(x, axis, -1)
    bits = ew.not_equal(ew.bitwise_and(mp.expand_dims(x, -1), _bit_order(bitorder)), 0)
    result = mp.reshape(astype(bits, np.dtype(np.uint8)), (*x.shape[:-1], 8 * x.shape[-1]))
    if count is not None:
        more = count - result.shape[-1]
        if -count > result.shape[-1]:
            raise ValueError(f"-count={-count} > number of elements={result.shape[-1]}")
        if more > 0:
            zeros = creation.full(
                (*result.shape[:-1], more), 0, dtype=result.dtype, device=result.device
            )
            result = mp.concat([result, zeros], axis=-1)
        else:
            result = result[..., :count]
    return mp.moveaxis(result, -1, axis)
