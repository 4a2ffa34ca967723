"""`numpy.fft` on sharded arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sharray import fft as standard
from sharray._functions.arguments import array, store
from sharray._functions.declare import implements
from sharray._functions.namespace import namespace
from sharray._ops.data_types import astype


def _norm(norm: Any) -> str:
    return "backward" if norm is None else norm


def _inexact(a: Any, kind: str) -> Any:
    """Return an array of the kind of dtype that a transform takes."""
    x = array(a)
    if x.dtype.kind in "biu":
        x = astype(x, np.dtype(float))
    if x.dtype == np.float16:
        x = astype(x, np.dtype(np.float32))
    if kind == "c" and x.dtype.kind == "f":
        return astype(x, np.result_type(x.dtype, np.complex64))
    if kind == "f" and x.dtype.kind == "c":
        raise TypeError(f"the transform takes real input, not {x.dtype}")
    return x


def _one(numpy_function: Any, fn: Any, kind: str) -> Any:
    """Declare a transform along one axis."""

    def transform(a, n=None, axis=-1, norm=None, out=None):
        if n is not None and n < 1:
            raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
        made = fn(_inexact(a, kind), n=n, axis=axis, norm=_norm(norm))
        return store(out, made, "same_kind", numpy_function.__name__, broadcast=True)

    transform.__name__ = numpy_function.__name__
    transform.__doc__ = f"Transform along one axis, by `sharray.fft.{numpy_function.__name__}`."
    return implements(numpy_function)(transform)


def _many(numpy_function: Any, fn: Any, kind: str, default: Any) -> Any:
    """Declare a transform along several axes."""

    def along(a: Any, s: Any, axes: Any, norm: Any, out: Any) -> Any:
        x = _inexact(a, kind)
        if axes is None:
            axes = tuple(range(x.ndim)) if s is None else tuple(range(-len(s), 0))
        axes = normalize_axis_tuple(axes, x.ndim, allow_duplicate=True)
        if s is not None:
            if len(s) != len(axes):
                raise ValueError("Shape and axes have different lengths.")
            s = tuple(x.shape[d] if n == -1 else n for n, d in zip(s, axes, strict=True))
        if not axes:
            return store(out, array(a), "same_kind", numpy_function.__name__, broadcast=True)
        made = fn(x, s=s, axes=axes, norm=_norm(norm))
        return store(out, made, "same_kind", numpy_function.__name__, broadcast=True)

    def transform(a, s=None, axes=default, norm=None, out=None):
        return along(a, s, axes, norm, out)

    transform.__name__ = numpy_function.__name__
    transform.__doc__ = "Transform along several axes, one after the other."
    return implements(numpy_function, numbers=False)(transform)


_one(np.fft.fft, standard.fft, "c")
_one(np.fft.ifft, standard.ifft, "c")
_one(np.fft.rfft, standard.rfft, "f")
_one(np.fft.irfft, standard.irfft, "c")
_one(np.fft.hfft, standard.hfft, "c")
_one(np.fft.ihfft, standard.ihfft, "f")
_many(np.fft.fftn, standard.fftn, "c", None)
_many(np.fft.ifftn, standard.ifftn, "c", None)
_many(np.fft.rfftn, standard.rfftn, "f", None)
_many(np.fft.irfftn, standard.irfftn, "c", None)
_many(np.fft.fft2, standard.fftn, "c", (-2, -1))
_many(np.fft.ifft2, standard.ifftn, "c", (-2, -1))
_many(np.fft.rfft2, standard.rfftn, "f", (-2, -1))
_many(np.fft.irfft2, standard.irfftn, "c", (-2, -1))


@implements(np.fft.fftshift)
def fftshift(x, axes=None):
    """Move the zero frequency to the middle."""
    return standard.fftshift(array(x), axes=axes)


@implements(np.fft.ifftshift)
def ifftshift(x, axes=None):
    """Undo `fftshift`."""
    return standard.ifftshift(array(x), axes=axes)


@implements(np.fft.fftfreq, small=False)
def fftfreq(n, d=1.0, device=None):
    """Make the frequencies of a transform of length n."""
    return standard.fftfreq(n, d=float(d), device=None if device == "cpu" else device)


@implements(np.fft.rfftfreq, small=False)
def rfftfreq(n, d=1.0, device=None):
    """Make the frequencies of a transform of n real numbers."""
    return standard.rfftfreq(n, d=float(d), device=None if device == "cpu" else device)


globals().update(namespace(np.fft))
__all__ = list(np.fft.__all__)  # pyright: ignore[reportUnsupportedDunderAll]
