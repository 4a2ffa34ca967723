"""The extension ``fft``."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from sharray._expr import host
from sharray._handle import check_dtype, wrap_array
from sharray._ops import rules
from sharray._ops.table import composite, op

_page = "Fourier transform extension"

_ONE = """{what} along one axis.

    `n` is the length to which the axis is cut or filled up with zeros, `norm` one of "backward",
    "ortho" and "forward". Results are in the precision of the input."""


def _one(name: str, what: str, kinds: str = "floating-point") -> Any:
    fn = getattr(jnp.fft, name)
    host_fn = getattr(np.fft, name)

    def transform(x, /, *, n=None, axis=-1, norm="backward"):
        return fn(x, n, axis, norm)

    transform.__doc__ = _ONE.format(what=what)
    return op(
        rules.same, kinds=kinds, name=f"fft.{name}", section=_page,
        host=lambda x, n, axis, norm: host_fn(x, n, axis, norm),
    )(transform)  # fmt: skip


def _many(name: str, what: str, kinds: str = "floating-point") -> Any:
    fn = getattr(jnp.fft, name)
    host_fn = getattr(np.fft, name)

    def transform(x, /, *, s=None, axes=None, norm="backward"):
        return fn(x, s, axes, norm)

    transform.__doc__ = (
        _ONE.format(what=what)
        .replace("one axis", "several axes")
        .replace(
            "`n` is the length to which the axis is", "`s` holds the lengths to which the axes are"
        )
    )
    return op(
        rules.same, kinds=kinds, name=f"fft.{name}", section=_page,
        host=lambda x, s, axes, norm: host_fn(x, s, axes, norm),
    )(transform)  # fmt: skip


fft = _one("fft", "Discrete Fourier transform")
ifft = _one("ifft", "Inverse discrete Fourier transform")
rfft = _one("rfft", "Discrete Fourier transform of real values", "real floating")
irfft = _one("irfft", "Inverse of `rfft`, to real values")
hfft = _one("hfft", "Discrete Fourier transform, real, of a Hermitian-symmetric signal")
ihfft = _one("ihfft", "Inverse of `hfft`", "real floating")
fftn = _many("fftn", "Discrete Fourier transform")
ifftn = _many("ifftn", "Inverse discrete Fourier transform")
rfftn = _many("rfftn", "Discrete Fourier transform of real values", "real floating")
irfftn = _many("irfftn", "Inverse of `rfftn`, to real values")


def _frequencies(values: np.ndarray, dtype: Any, device: Any) -> Any:
    from sharray._ops.creation import asarray

    wanted = check_dtype(np.dtype(np.float64 if dtype is None else dtype))
    return (
        asarray(values.astype(wanted), device=device)
        if device is not None
        else _new(values.astype(wanted))
    )


def _new(values: np.ndarray) -> Any:
    from sharray._ops.creation import asarray

    return asarray(values)


@composite(name="fft.fftfreq", section=_page)
def fftfreq(n, /, *, d=1.0, dtype=None, device=None):
    """Frequencies, in cycles per unit of the spacing `d`, of a transform of length n."""
    return _frequencies(np.fft.fftfreq(n, d), dtype, device)


@composite(name="fft.rfftfreq", section=_page)
def rfftfreq(n, /, *, d=1.0, dtype=None, device=None):
    """Frequencies, in cycles per unit of the spacing `d`, of a real transform of length n."""
    return _frequencies(np.fft.rfftfreq(n, d), dtype, device)


@op(rules.same, name="fft.fftshift", section=_page, comm="exchange")
def fftshift(x, /, *, axes=None):
    """Move the zero frequency to the middle of some axes (all by default)."""
    return jnp.fft.fftshift(x, axes)


@op(rules.same, name="fft.ifftshift", section=_page, comm="exchange")
def ifftshift(x, /, *, axes=None):
    """Move the zero frequency from the middle to the start of some axes (all by default)."""
    return jnp.fft.ifftshift(x, axes)


_ = (host, wrap_array)
__all__ = [
    "fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft",
    "irfftn", "rfft", "rfftfreq", "rfftn",
]  # fmt: skip
