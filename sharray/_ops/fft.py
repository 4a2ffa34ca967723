"""Fourier transforms along one axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.lazy import jnp
from sharray._engine.blocks import along
from sharray._ops.data_types import inexact
from sharray._ops.table import op

SECTION = "Fourier transform extension"
WHY = "a vector has only the axis that is transformed; with more axes it is an exchange"

_ONE = """{what} along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input. Lines along the axis are
    transformed on the devices that hold them; a sharded axis is exchanged for another one first."""


def _wide(x: Any) -> Any:
    """Cast to a dtype that XLA transforms: it has no float16."""
    return x.astype(np.float32) if x.dtype == np.float16 else inexact(x)


def _one(name: str, what: str, kinds: str = "all", halved: bool = False) -> Any:
    """Declare a transform; `halved` is one of lines that hold half of a symmetric signal."""

    def transform(x, /, *, n=None, axis=-1, norm=None):
        points = n
        if points is None:
            points = 2 * (x.shape[axis] - 1) if halved else x.shape[axis]
        if points < 1:
            raise ValueError(f"Invalid number of FFT data points ({points}) specified.")
        return getattr(jnp.fft, name)(_wide(x), n, axis, norm)

    transform.__doc__ = _ONE.format(what=what)
    declare = op(
        rules.same, kinds=kinds, name=f"fft.{name}", section=SECTION, kernel=along, why=WHY
    )
    return declare(transform)


fft = _one("fft", "Discrete Fourier transform")
ifft = _one("ifft", "Inverse discrete Fourier transform")
rfft = _one("rfft", "Discrete Fourier transform of real values", "real or boolean")
irfft = _one("irfft", "Inverse of `rfft`, to real values", halved=True)
hfft = _one("hfft", "Real discrete Fourier transform of a Hermitian-symmetric signal", halved=True)
ihfft = _one("ihfft", "Inverse of `hfft`", "real or boolean")
