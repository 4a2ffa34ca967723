"""`pad`: with one number or elements of the array as a read beyond its ends, else by joining."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.lens import Beyond
from sharray._functions.arguments import array
from sharray._functions.declare import HostFallback, implements
from sharray._ops import creation, statistical
from sharray._ops import manipulation as mp
from sharray._ops.data_types import astype
from sharray._ops.elementwise import floor
from sharray._ops.elementwise import round as rounded
from sharray._record.handles import wrap
from sharray._record.moves import copied
from sharray._record.views import read_beyond

_KEYWORDS = {
    "constant": {"constant_values"},
    "edge": set(),
    "empty": set(),
    "linear_ramp": {"end_values"},
    "maximum": {"stat_length"},
    "mean": {"stat_length"},
    "median": {"stat_length"},
    "minimum": {"stat_length"},
    "reflect": {"reflect_type"},
    "symmetric": {"reflect_type"},
    "wrap": set(),
}


def _pairs(value: Any, ndim: int, name: str) -> list[tuple[Any, Any]]:
    """Return a (before, after) pair for each axis of what NumPy takes in many forms."""
    if isinstance(value, dict):
        values: list[tuple[Any, Any]] = [(0, 0)] * ndim
        for axis, widths in value.items():
            values[axis] = (widths, widths) if np.ndim(widths) == 0 else tuple(widths)
        return values
    try:
        pairs = np.broadcast_to(np.asarray(value), (ndim, 2))
    except ValueError:
        raise ValueError(
            f"pad: {name}={value!r} does not give a pair for each of the {ndim} axes"
        ) from None
    return [(a, b) for a, b in pairs.tolist()]


def _filled(value: Any, ndim: int, dtype: Any) -> list[tuple[Any, Any]]:
    """Return what NumPy makes of a constant for each axis, by an assignment as its own."""
    if isinstance(value, dict):
        raise TypeError("constant_values is a number, or a sequence of numbers or pairs")
    constants = np.asarray(value)
    values = _pairs(value, ndim, "values")
    if constants.size == 1:
        values = [(constants.ravel()[0],) * 2] * ndim
    elif constants.size == 2 and constants.shape != (2, 1):
        values = [tuple(constants.ravel())] * ndim

    def cast(value: Any) -> Any:
        end = np.zeros(1, dtype)
        end[:] = value
        return end[0]

    return [(cast(a), cast(b)) for a, b in values]


def _part(x: Any, axis: int, start: int | None, stop: int | None, step: int | None = None) -> Any:
    return x[(slice(None),) * axis + (slice(start, stop, step),)]


def _shape(x: Any, axis: int, n: int) -> tuple[int, ...]:
    return tuple(n if d == axis else m for d, m in enumerate(x.shape))


def _constant(x: Any, axis: int, widths: tuple[int, int], values: tuple[Any, Any]) -> Any:
    ends = [
        creation.full(_shape(x, axis, n), np.asarray(v).astype(x.dtype), dtype=x.dtype)
        for n, v in zip(widths, values, strict=True)
    ]
    return mp.concat([ends[0], x, ends[1]], axis=axis)


def _edge(x: Any, axis: int, widths: tuple[int, int]) -> Any:
    before = mp.broadcast_to(_part(x, axis, 0, 1), _shape(x, axis, widths[0]))
    after = mp.broadcast_to(_part(x, axis, -1, None), _shape(x, axis, widths[1]))
    return mp.concat([before, x, after], axis=axis)


def _ramp(x: Any, axis: int, widths: tuple[int, int], values: tuple[Any, Any]) -> Any:
    def line(edge: Any, value: Any, n: int) -> Any:
        at = np.arange(n).reshape([-1 if d == axis else 1 for d in range(x.ndim)])
        edge = astype(edge, np.result_type(x.dtype, float), copy=False)
        result = at * ((edge - value) / max(n, 1)) + value
        return astype(floor(result) if x.dtype.kind in "iu" else result, x.dtype, copy=False)

    before = line(_part(x, axis, 0, 1), values[0], widths[0])
    after = line(_part(x, axis, -1, None), values[1], widths[1])
    return mp.concat([before, x, mp.flip(after, axis=axis)], axis=axis)


def _statistic(
    x: Any, axis: int, widths: tuple[int, int], lengths: tuple[Any, Any], of: Any
) -> Any:
    n = x.shape[axis]
    ends = []
    for width, length, first in ((widths[0], lengths[0], True), (widths[1], lengths[1], False)):
        k = n if length is None else min(length, n)
        if k == 0 and of in (statistical.max, statistical.min):
            raise ValueError("stat_length of 0 yields no value for padding")
        part = _part(x, axis, 0, k) if first else _part(x, axis, n - k, n)
        value = of(part, axis=axis, keepdims=True)
        if x.dtype.kind in "iu" and value.dtype.kind == "f":
            value = rounded(value)
        value = astype(value, x.dtype, copy=False)
        ends.append(mp.broadcast_to(value, _shape(x, axis, width)))
    return mp.concat([ends[0], x, ends[1]], axis=axis)


def _mirror(x: Any, axis: int, widths: tuple[int, int], kind: str) -> Any:
    """Extend by mirror images with their signs changed, each as long as what there was before."""
    before, after = widths
    skip = 1 if kind == "reflect" else 0
    if x.shape[axis] == 1 and skip:
        return _edge(x, axis, widths)
    original, period = x, x.shape[axis] - skip
    while before or after:
        n = x.shape[axis]
        # so far as whole periods of the original, or the image would be one of an image
        most = (n - skip) // period * period
        left, right = min(before, most), min(after, most)
        parts = [x]
        if left:
            image = mp.flip(_part(x, axis, skip, skip + left), axis=axis)
            parts.insert(0, 2 * _part(x, axis, 0, 1) - image)
        if right:
            image = mp.flip(_part(x, axis, n - skip - right, n - skip), axis=axis)
            parts.append(2 * _part(x, axis, -1, None) - image)
        x = mp.concat([astype(p, original.dtype, copy=False) for p in parts], axis=axis)
        before, after = before - left, after - right
    return x


def _extended(x: Any, pairs: list[tuple[int, int]], beyond: str, fill: Any = None) -> Any:
    """Pad all axes in one way, as `_lens.runs` knows it: recorded, as slices are."""
    node = x._node()
    starts = tuple([-before for before, _ in pairs])
    shape = tuple([a + n + b for n, (a, b) in zip(x.shape, pairs, strict=True)])
    if observers.active:
        observers.recorded("pad", node.on_host)
    return wrap(read_beyond(node, Beyond(x.shape, starts, shape, beyond, fill)))


def _common(values: list[tuple[Any, Any]], pairs: list[tuple[int, int]], dtype: Any) -> Any:
    """Return the one number to pad with, as an array of `dtype`; None if there are several."""
    flat = [
        v
        for ends, widths in zip(values, pairs, strict=True)
        for v, n in zip(ends, widths, strict=True)
        if n
    ]
    result = np.asarray(flat).astype(dtype)
    return result[0] if all(v.tobytes() == result[0].tobytes() for v in result) else None


@implements(np.pad, small=False, numbers=False)
def pad(array, pad_width, mode="constant", **kwargs):
    """Extend an array at its edges; the result is placed as a joined array is.

    Widths, modes and options are NumPy's. A function as `mode`, and "median", run in NumPy.
    """
    x = _array(array)
    if callable(mode):
        raise HostFallback("the mode is a function, which changes NumPy vectors")
    if mode not in _KEYWORDS:
        raise ValueError(f"mode '{mode}' is not supported")
    unsupported = set(kwargs) - _KEYWORDS[mode]
    if unsupported:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unsupported}")
    if mode == "median":
        raise HostFallback("mode 'median' sorts")
    pairs = _pairs(pad_width, x.ndim, "pad_width")
    if any(not isinstance(n, int) for pair in pairs for n in pair):
        raise TypeError("`pad_width` must be of integral type.")
    if any(n < 0 for pair in pairs for n in pair):
        raise ValueError("index can't contain negative values")
    if mode == "constant":
        values = _filled(kwargs.get("constant_values", 0), x.ndim, x.dtype)
    else:
        values = _pairs(kwargs.get("end_values", 0), x.ndim, "values")
    lengths = _pairs(kwargs.get("stat_length"), x.ndim, "stat_length")
    odd = kwargs.get("reflect_type", "even") == "odd"
    if not any(map(any, pairs)):
        return copied(x)
    if mode in ("constant", "empty"):
        fill = _common(values, pairs, x.dtype)
        if fill is not None and x.size:
            return _extended(x, pairs, "fill", fill)
    else:
        for axis, widths in enumerate(pairs):
            if any(widths) and not x.shape[axis]:
                raise ValueError(
                    f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'"
                )
    if mode in ("wrap", "edge") or (mode in ("reflect", "symmetric") and not odd):
        return _extended(x, pairs, mode)
    for axis, widths in enumerate(pairs):
        if not any(widths):
            continue
        if mode in ("constant", "empty"):
            x = _constant(x, axis, widths, values[axis])
        elif mode == "linear_ramp":
            x = _ramp(x, axis, widths, values[axis])
        elif mode in ("reflect", "symmetric"):
            x = _mirror(x, axis, widths, mode)
        else:
            of = {"maximum": statistical.max, "minimum": statistical.min, "mean": statistical.mean}
            x = _statistic(x, axis, widths, lengths[axis], of[mode])
    return x


_array = array
