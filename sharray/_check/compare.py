"""Whether two results agree, as far as rounding lets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

#: Units in the last place that any result may be off.
ULP = 4
#: How many times as far as NumPy's own result moves when its operands change in the last place,
#: and how many units of the largest element, a result that combines elements may be off. Times
#: the root of how many it combines: where NumPy adds them up one by one, so do its roundings.
FACTOR = 32


class Perturbed(NamedTuple):
    """What a function gives for operands changed in the last place.

    `combined` is how many elements of its operands one of the result is made of, at most.
    """

    result: np.ndarray
    combined: float


def difference(
    found: np.ndarray, expected: np.ndarray, perturbed: Callable[[], Perturbed | None]
) -> str | None:
    """Say how two arrays differ, or return None.

    Booleans and integers must be equal, and floating-point numbers within `ULP` units in the last
    place. Where they are not, `perturbed` is asked for what NumPy gives for operands changed in the
    last place, or None where each element stands for itself: rounding can explain a
    difference of that size, and more where many elements are added up one after another.
    """
    if found.shape != expected.shape:
        return f"the shape is {found.shape}, NumPy's {expected.shape}"
    if found.dtype != expected.dtype:
        return f"the dtype is {found.dtype}, NumPy's {expected.dtype}"
    if found.dtype.kind not in "fc":
        wrong = found != expected
        return _describe(found, expected, wrong) if np.any(wrong) else None
    with np.errstate(all="ignore"):
        same = (found == expected) | (np.isnan(found) & np.isnan(expected))
        if same.all():
            return None
        wrong = ~same & ~(_distance(found, expected) <= _rounding(expected))
        if wrong.any() and (moved := perturbed()) is not None:
            allowed = FACTOR * _sensitivity(expected, moved.result) * moved.combined**0.5
            wrong &= ~(_distance(found, expected) <= _rounding(expected) + allowed)
    return _describe(found, expected, wrong) if wrong.any() else None


def _distance(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.abs(a - b)


def _rounding(expected: np.ndarray) -> np.ndarray:
    info = np.finfo(expected.dtype)
    # devices flush what is smaller than tiny to zero
    size = np.abs(expected)
    return np.where(size < info.tiny, info.tiny, ULP * np.spacing(size))


def _sensitivity(expected: np.ndarray, moved: np.ndarray) -> Any:
    """Return how far rounding in the operands moves a result, at its worst element."""
    size = np.abs(expected[np.isfinite(expected)])
    least = np.finfo(expected.dtype).eps * float(np.max(size, initial=0))
    if moved.shape != expected.shape:
        return least
    steps = np.abs(moved - expected)
    return least + float(np.max(steps[np.isfinite(steps)], initial=0))


def _describe(found: np.ndarray, expected: np.ndarray, wrong: np.ndarray) -> str:
    at = tuple(int(i) for i in np.argwhere(wrong)[0]) if wrong.ndim else ()
    where = f" at {list(at)}" if at else ""
    count = f", the first of {int(wrong.sum())} in {wrong.size}" if wrong.size > 1 else ""
    return f"the value{where} is {found[at]}, NumPy's {expected[at]}{count}"


def nudged(array: np.ndarray) -> np.ndarray:
    """Return floating-point numbers changed in the last place of the largest."""
    if array.dtype.kind not in "fc" or not array.size:
        return array
    rng = np.random.default_rng(0)
    size = np.abs(array[np.isfinite(array)])
    step = np.finfo(array.dtype).eps * float(np.max(size, initial=0))
    made = array + step * rng.uniform(-1, 1, array.shape)
    if array.dtype.kind == "c":
        made = made + 1j * step * rng.uniform(-1, 1, array.shape)
    return made.astype(array.dtype)
