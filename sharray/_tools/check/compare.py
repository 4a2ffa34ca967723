"""Whether two results agree, as far as rounding lets them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

#: Units in the last place that any result may be off.
ULP = 4
#: How many times as far as NumPy's own result moves when its operands change in the last place,
#: and how many units of the largest element, a result that combines elements may be off. Times
#: the root of how many it combines: where NumPy adds them up one by one, so do its roundings.
FACTOR = 32


def difference(
    actual: np.ndarray, expected: np.ndarray, allowances: Iterable[Any] = ()
) -> str | None:
    """Say how two arrays differ, or return None.

    Booleans and integers must be equal, and floating-point numbers within `ULP` units in the last
    place. What is not may be off by any of the `allowances`, which are asked for one after another,
    as long as something is: numbers, or arrays of them that say it of each element.
    """
    if actual.shape != expected.shape:
        return f"the shape is {actual.shape}, NumPy's {expected.shape}"
    if actual.dtype != expected.dtype:
        return f"the dtype is {actual.dtype}, NumPy's {expected.dtype}"
    with np.errstate(all="ignore"):
        wrong = np.asarray(actual != expected)
        if not wrong.any():
            return None
        distance = distances(actual, expected)
        if actual.dtype.kind in "fc":
            wrong &= ~(distance <= _rounding(expected))
        rest = iter(allowances)
        while wrong.any() and (allowed := next(rest, None)) is not None:
            wrong &= ~(distance <= _rounding(expected) + allowed)
    return _describe(actual, expected, wrong) if wrong.any() else None


def distances(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return how far numbers are apart; NaNs are as far as can be from all others."""
    if a.dtype.kind not in "fc":
        a, b = a.astype(np.float64), b.astype(np.float64)
    apart = np.abs(a - b)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    return np.where(same, 0.0, np.where(np.isnan(apart), np.inf, apart))


def _rounding(expected: np.ndarray) -> Any:
    if expected.dtype.kind not in "fc":
        return 0.0
    info = np.finfo(expected.dtype)
    # devices flush what is smaller than tiny to zero
    size = np.abs(expected)
    steps = np.where(size < info.tiny, info.tiny, ULP * np.spacing(size))
    return np.where(np.isfinite(size), steps, 0.0)


def sensitivity(expected: np.ndarray, moved: Any, combined: float) -> float:
    """Return what rounding allows a result to be off, at its worst element.

    Parameters
    ----------
    expected
        What NumPy gives.
    moved
        What it gives for operands that are `nudged`; if that has another shape, it says nothing.
    combined
        How many elements of its operands one of the result is made of, at most.
    """
    far = np.finfo(expected.dtype).eps * _largest(expected)
    if np.shape(moved) == expected.shape:
        with np.errstate(all="ignore"):
            far += _largest(np.asarray(moved - expected))
    return FACTOR * far * combined**0.5


def _describe(actual: np.ndarray, expected: np.ndarray, wrong: np.ndarray) -> str:
    at = tuple(int(i) for i in np.argwhere(wrong)[0]) if wrong.ndim else ()
    where = f" at {list(at)}" if at else ""
    count = f", the first of {int(wrong.sum())} in {wrong.size}" if wrong.size > 1 else ""
    return f"the value{where} is {actual[at]}, NumPy's {expected[at]}{count}"


def nudged(array: Any, rng: np.random.Generator, amount: float = 1) -> Any:
    """Return floating-point numbers off by up to `amount` units of the largest."""
    return _with_noise(array, _largest(array), rng, amount) if array.dtype.kind in "fc" else array


def rounded(value: Any, rng: np.random.Generator, amount: float = 1) -> Any:
    """Return floating-point numbers off by up to `amount` units of themselves.

    Whole numbers stay: they are most often exact, and compared with others.
    """
    if not isinstance(value, (np.ndarray, np.generic)) or value.dtype.kind not in "fc":
        return value
    with np.errstate(all="ignore"):
        return np.where(value == np.rint(value), value, _with_noise(value, value, rng, amount))


def _with_noise(array: Any, size: Any, rng: np.random.Generator, amount: float) -> Any:
    noise: Any = rng.uniform(-1, 1, array.shape)
    if array.dtype.kind == "c":
        noise = noise + 1j * rng.uniform(-1, 1, array.shape)
    return (array + amount * np.finfo(array.dtype).eps * size * noise).astype(array.dtype)


def _largest(array: Any) -> float:
    """Return the largest finite magnitude."""
    return float(np.max(np.abs(array[np.isfinite(array)]), initial=0))
