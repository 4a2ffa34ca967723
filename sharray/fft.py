"""The extension ``fft``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray._core import rules
from sharray._engine.blocks import along
from sharray._ops.creation import asarray
from sharray._ops.data_types import inexact
from sharray._ops.manipulation import roll
from sharray._ops.table import composite, op
from sharray._record import record
from sharray._record.handles import check_dtype

_page = "Fourier transform extension"

_WHY = "a vector has only the axis that is transformed; with more axes it is an exchange"

_ONE = """{what} along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input. Lines along the axis are
    transformed on the devices that hold them; a sharded axis is exchanged for another one first."""


def _one(name: str, what: str, kinds: str = "numeric", halved: bool = False) -> Any:
    """Declare a transform; `halved` is one of lines that hold half of a symmetric signal."""
    fn = getattr(jnp.fft, name)
    host_fn = getattr(np.fft, name)

    def transform(x, /, *, n=None, axis=-1, norm="backward"):
        points = n
        if points is None:
            points = 2 * (x.shape[axis] - 1) if halved else x.shape[axis]
        if points < 1:
            raise ValueError(f"Invalid number of FFT data points ({points}) specified.")
        return fn(inexact(x), n, axis, norm)

    transform.__doc__ = _ONE.format(what=what)
    return op(
        rules.same, kinds=kinds, name=f"fft.{name}", section=_page, kernel=along, why=_WHY,
        host=lambda x, n, axis, norm: host_fn(x, n, axis, norm),
    )(transform)  # fmt: skip


fft = _one("fft", "Discrete Fourier transform")
ifft = _one("ifft", "Inverse discrete Fourier transform")
rfft = _one("rfft", "Discrete Fourier transform of real values", "real")
irfft = _one("irfft", "Inverse of `rfft`, to real values", halved=True)
hfft = _one("hfft", "Real discrete Fourier transform of a Hermitian-symmetric signal", halved=True)
ihfft = _one("ihfft", "Inverse of `hfft`", "real")


def _lengths(x: Any, s: Any, axes: Any, name: str) -> list[tuple[int, int | None]]:
    """Return pairs of axis and length, as NumPy reads `s` and `axes`."""
    if axes is None:
        axes = range(x.ndim) if s is None else range(x.ndim - len(s), x.ndim)
    chosen = [normalize_axis_index(a, x.ndim) for a in axes]
    sizes = [None] * len(chosen) if s is None else list(s)
    if len(sizes) != len(chosen):
        raise ValueError(f"{name}: s {s} and axes {tuple(axes)} have different lengths")
    if not chosen:
        raise ValueError(f"{name}: at least one axis must be transformed")
    return list(zip(chosen, sizes, strict=True))


def _many(name: str, first: Any, others: Any, what: str, kinds: str = "numeric") -> Any:
    """Declare a transform of several axes: `first` on the last one, `others` on the rest.

    An inverse real transform comes last instead.
    """

    def transform(x, /, *, s=None, axes=None, norm="backward"):
        steps = [(others, *pair) for pair in _lengths(x, s, axes, name)]
        steps[-1] = (first, *steps[-1][1:])
        for fn, axis, n in steps if first is irfft else reversed(steps):
            x = fn(x, n=n, axis=axis, norm=norm)
        return x

    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = f"""{what} along several axes (all by default), one after the other.

    `s` holds the lengths to which the axes are cut or filled up with zeros, `norm` is one of
    "backward", "ortho" and "forward". Results are in the precision of the input."""
    return composite(name=f"fft.{name}", kinds=kinds, comm="gather", section=_page, why=_WHY)(
        transform
    )


fftn = _many("fftn", fft, fft, "Discrete Fourier transform")
ifftn = _many("ifftn", ifft, ifft, "Inverse discrete Fourier transform")
rfftn = _many("rfftn", rfft, fft, "Discrete Fourier transform of real values", "real")
irfftn = _many("irfftn", irfft, ifft, "Inverse of `rfftn`, to real values")


def _frequencies(values: np.ndarray, dtype: Any, device: Any) -> Any:
    wanted = check_dtype(np.dtype(np.float64 if dtype is None else dtype))
    return asarray(values.astype(wanted), device=device)


@composite(name="fft.fftfreq", section=_page)
def fftfreq(n, /, *, d=1.0, dtype=None, device=None):
    """Frequencies, in cycles per unit of the spacing `d`, of a transform of length n."""
    return _frequencies(np.fft.fftfreq(n, d), dtype, device)


@composite(name="fft.rfftfreq", section=_page)
def rfftfreq(n, /, *, d=1.0, dtype=None, device=None):
    """Frequencies, in cycles per unit of the spacing `d`, of a real transform of length n."""
    return _frequencies(np.fft.rfftfreq(n, d), dtype, device)


def _shift(name: str, to: str, places: Callable[[int], int]) -> Any:
    """Declare a roll by half of each axis."""

    def shift(x, /, *, axes=None):
        x = record.as_handle(x, f"fft.{name}")
        over = normalize_axis_tuple(range(x.ndim) if axes is None else axes, x.ndim, "axes", True)
        return roll(x, tuple(places(x.shape[a]) for a in over), axis=over)

    shift.__name__ = shift.__qualname__ = name
    shift.__doc__ = f"""Move the zero frequency {to} of some axes (all by default).

    Parameters
    ----------
    x : array
        The array.
    axes : int or tuple of int, optional
        Where to work; negative ones count from the end."""
    return composite(name=f"fft.{name}", section=_page, comm="exchange")(shift)


fftshift = _shift("fftshift", "to the middle", lambda n: n // 2)
ifftshift = _shift("ifftshift", "from the middle to the start", lambda n: -(n // 2))


__all__ = [
    "fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft",
    "irfftn", "rfft", "rfftfreq", "rfftn",
]  # fmt: skip
