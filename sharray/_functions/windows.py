"""Windows for signals, made where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions.declare import implements
from sharray._ops import elementwise as ew
from sharray._ops.creation import arange, full
from sharray._ops.elementwise_numpy import i0

_FLOAT = np.dtype(float)


def _points(M: Any) -> tuple[Any, float]:
    """Return 1 - M, 3 - M, ..., M - 1, and M; arrays where no formula is needed."""
    size = np.array([0.0, M])[1]
    return arange(1 - size, size, 2, dtype=_FLOAT), size


def _window(M: Any, formula: Any) -> Any:
    if M < 1:
        return full(0, 0.0)
    if M == 1:
        return full(1, 1.0)
    return formula(*_points(M))


@implements(np.bartlett, small=False)
def bartlett(M):
    """Triangular window of M points."""
    return _window(M, lambda n, m: ew.where(n <= 0, 1 + n / (m - 1), 1 - n / (m - 1)))


@implements(np.blackman, small=False)
def blackman(M):
    """Blackman window of M points."""
    return _window(
        M,
        lambda n, m: (
            0.42 + 0.5 * ew.cos(np.pi * n / (m - 1)) + 0.08 * ew.cos(2.0 * np.pi * n / (m - 1))
        ),
    )


@implements(np.hanning, small=False)
def hanning(M):
    """Hann window of M points."""
    return _window(M, lambda n, m: 0.5 + 0.5 * ew.cos(np.pi * n / (m - 1)))


@implements(np.hamming, small=False)
def hamming(M):
    """Hamming window of M points."""
    return _window(M, lambda n, m: 0.54 + 0.46 * ew.cos(np.pi * n / (m - 1)))


@implements(np.kaiser, small=False)
def kaiser(M, beta):
    """Kaiser window of M points."""
    if M == 1:
        return full(1, 1.0)
    shape = np.array([0.0, beta])[1]
    size = np.array([0.0, M])[1]
    n = arange(0, size, dtype=_FLOAT)
    middle = (size - 1) / 2.0
    return i0(shape * ew.sqrt(1 - ((n - middle) / middle) ** 2.0)) / np.i0(shape)
