"""Cases of Fourier transforms."""

import numpy as np
from hypothesis import strategies as st

from op_cases.case import (
    Call,
    a_device,
    an_axis,
    array,
    axes_or_none,
    case,
    default,
    kinds_of,
    same,
    side,
)
from sharray import strategies


@case("fft.fft", "fft.ifft", "fft.rfft", "fft.irfft", "fft.hfft", "fft.ihfft", error=256)
def transform(draw, mesh, name):
    kinds = kinds_of(name)
    x = array(draw, kinds, draw(strategies.shapes(1, 3, sides=(3, 7, 2, 13, 16))), special=False)
    kwargs = {"axis": an_axis(draw, x.ndim), "n": draw(st.sampled_from([None, None, 5, 16]))}
    kwargs["norm"] = draw(st.sampled_from(["backward", "ortho", "forward"]))
    return Call((x,), kwargs)


@case("fft.fftn", "fft.ifftn", "fft.rfftn", "fft.irfftn", error=256)
def transforms(draw, mesh, name):
    x = array(
        draw, kinds_of(name), draw(strategies.shapes(1, 3, sides=(3, 7, 2, 13))), special=False
    )
    axes = draw(st.sampled_from([None, (0,), tuple(range(x.ndim)), (-1,)]))
    s = None if axes is None or draw(st.booleans()) else (5,) * len(axes)
    norm = draw(st.sampled_from(["backward", "ortho", "forward"]))
    return Call((x,), {"s": s, "axes": axes, "norm": norm})


def _frequency(fn):
    return lambda n, d=1.0, dtype=None: fn(n, d).astype(dtype or np.float64)


def frequencies(draw, mesh, name):
    dtype = draw(st.none() | strategies.dtypes("real floating"))
    kwargs = {"d": draw(st.sampled_from([1.0, 0.25])), "dtype": dtype}
    return Call((side(draw, 1),), {**kwargs, "device": a_device(draw, 1, mesh)})


case("fft.fftfreq", lies=default, oracle=_frequency(np.fft.fftfreq))(frequencies)
case("fft.rfftfreq", lies=default, oracle=_frequency(np.fft.rfftfreq))(frequencies)


@case("fft.fftshift", "fft.ifftshift", lies=same)
def shift(draw, mesh, name):
    x = array(draw, min_dims=1)  # NumPy has no shift of nothing
    axes = axes_or_none(draw, x.ndim)
    return Call((x,), {"axes": None if axes == () else axes})
