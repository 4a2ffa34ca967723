"""`pad`: with one number or elements of the array as a read beyond its ends, else NumPy's code."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.boundary import Beyond
from sharray._functions import sizes
from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._functions.fallback import HostFallback
from sharray._functions.reuse import code_of
from sharray._ops.creation import full
from sharray._record.handles import wrap
from sharray._record.views import read_beyond

#: Modes -> their parameters, of what is a read beyond the ends.
_READS = {
    "constant": {"constant_values"},
    "edge": set(),
    "empty": set(),
    "reflect": {"reflect_type"},
    "symmetric": {"reflect_type"},
    "wrap": set(),
}

_Pairs = Sequence[tuple[int, int]]


def _pairs(widths: Any, ndim: int) -> _Pairs | None:
    """Return how far to go before and after each axis; None if NumPy has to say what is wrong."""
    widths = np.asarray(widths)
    if widths.dtype.kind != "i":  # a dict is an object
        return None
    try:
        pairs = np.broadcast_to(widths, (ndim, 2))
    except ValueError:
        return None
    return None if (pairs < 0).any() else [(a, b) for a, b in pairs.tolist()]


def _number(values: Any, dtype: Any) -> Any:
    """Return the one number to pad with, by an assignment as NumPy's; None if there are several."""
    values = np.asarray(values)
    if values.size == 0 or values.dtype.kind == "O" or (values != values.flat[0]).any():
        return None
    end = np.zeros(1, dtype)
    end[:] = values.flat[0]
    return end[0]


def _extended(x: Any, pairs: _Pairs, beyond: str, fill: Any = None) -> Any:
    """Pad all axes in one way, as `boundary.runs` knows it: recorded, as slices are."""
    node = x._node()
    starts = tuple([-before for before, _ in pairs])
    shape = tuple([a + n + b for n, (a, b) in zip(x.shape, pairs, strict=True)])
    if observers.active:
        observers.recorded("pad", node.on_host)
    return wrap(read_beyond(node, Beyond(x.shape, starts, shape, beyond, fill)))


def _room(x: Any, pad_width: Any, fill_value: Any = None) -> tuple[Any, tuple[slice, ...]]:
    """Return what lies as an array does, with room around its elements, and where these are."""
    pairs = [(int(before), int(after)) for before, after in pad_width]
    places = tuple([slice(a, a + n) for n, (a, _) in zip(x.shape, pairs, strict=True)])
    if x.size:
        return _extended(x, pairs, "fill", np.zeros((), x.dtype)[()]), places
    shape = [a + n + b for n, (a, b) in zip(x.shape, pairs, strict=True)]
    return full(shape, 0, dtype=x.dtype), places


@functools.cache
def _by_numpy() -> Any:
    # what it counts with stays NumPy's: numbers that it changes in place
    return code_of(np.pad, kept=["_as_pairs"], _pad_simple=_room)


@implements(np.pad, numbers=False, elements=sizes.padded)
def pad(array, pad_width, mode="constant", **kwargs):
    """Extend an array at its edges; the result is placed as a joined array is.

    Widths, modes and options are NumPy's. A function as `mode` runs in NumPy.
    """
    x = _array(array)
    if callable(mode):
        raise HostFallback("the mode is a function, which changes NumPy vectors")
    pairs = _pairs(pad_width, x.ndim) if x.size and x.ndim and mode in _READS else None
    if pairs is not None and kwargs.keys() <= _READS[mode]:
        if mode in ("constant", "empty"):
            number = _number(kwargs.get("constant_values", 0), x.dtype)
            if number is not None:
                return _extended(x, pairs, "fill", number)
        elif kwargs.get("reflect_type", "even") == "even":
            return _extended(x, pairs, mode)
    return _by_numpy()(x, pad_width, mode, **kwargs)


_array = array
