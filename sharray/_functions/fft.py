"""`numpy.fft` on sharded arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sharray._core import user_line
from sharray._functions import sizes
from sharray._functions.arguments import array, only, placement, store
from sharray._functions.declare import implements
from sharray._functions.reuse import reuse
from sharray._ops import fft as transforms
from sharray._ops.fft import SECTION, WHY
from sharray._ops.table import composite

_OLD = DeprecationWarning


def _many(name: str, first: Any, others: Any, what: str) -> None:
    """Declare a transform of several axes: `first` on the last one, `others` on the rest.

    An inverse real transform comes last instead. NumPy has it for the last two axes, too.
    """

    def along(a: Any, s: Any, axes: Any, norm: Any, out: Any) -> Any:
        x = array(a)
        if axes is None:
            if s is not None:
                user_line.warn(f"{name}: give `axes` with `s` (axes=None is deprecated)", _OLD)
            axes = range(x.ndim) if s is None else range(-len(s), 0)
        axes = normalize_axis_tuple(axes, x.ndim, allow_duplicate=True)
        sizes = [None] * len(axes) if s is None else list(s)
        if len(sizes) != len(axes):
            raise ValueError("Shape and axes have different lengths.")
        if s is not None and None in sizes:
            user_line.warn(f"{name}: None in `s` is deprecated, -1 is the whole", _OLD)
        steps = [
            (others, x.shape[d] if n == -1 else n, d) for n, d in zip(sizes, axes, strict=True)
        ]
        if steps:
            steps[-1] = (first, *steps[-1][1:])
        for fn, n, axis in steps if first is transforms.irfft else reversed(steps):
            x = fn(x, n=n, axis=axis, norm=norm)
        return store(only(out), x, "same_kind", name, broadcast=True)

    def over_all(a, s=None, axes=None, norm=None, out=None):
        return along(a, s, axes, norm, out)

    def over_two(a, s=None, axes=(-2, -1), norm=None, out=None):
        return along(a, s, axes, norm, out)

    for transform, own, which in (
        (over_all, name, "several axes"),
        (over_two, f"{name[:-1]}2", "two axes, by default the last"),
    ):
        transform.__name__ = own
        transform.__doc__ = f"""{what} along {which}.

        One axis after the other is transformed. `s` holds the lengths to which the axes are cut
        or filled up with zeros, `norm` is one of "backward", "ortho" and "forward". Results are in
        the precision of the input."""
        implements(getattr(np.fft, own), numbers=False)(transform)
    kinds = first.op.kinds
    composite(
        name=f"fft.{name}", kinds=kinds, comm="gather", section=SECTION, why=WHY,
        samples=(f"fft.{name}(m)", f"fft.{name}(v)"),
    )(over_all)  # fmt: skip


_many("fftn", transforms.fft, transforms.fft, "Discrete Fourier transform")
_many("ifftn", transforms.ifft, transforms.ifft, "Inverse discrete Fourier transform")
_many("rfftn", transforms.rfft, transforms.fft, "Discrete Fourier transform of real values")
_many("irfftn", transforms.irfft, transforms.ifft, "Inverse of `rfftn`, to real values")


for _shift, _doc in (
    (np.fft.fftshift, "Move the zero frequency to the middle of some axes (all by default)."),
    (np.fft.ifftshift, "Move the zero frequency back to the start of some axes (all by default)."),
):
    _name = f"fft.{_shift.__name__}"
    composite(
        name=_name, section=SECTION, comm="exchange", samples=(f"{_name}(m, axes=0)",)
    )(reuse(_shift, _doc))  # fmt: skip


@implements(np.fft.fftfreq, elements=sizes.of_vector)
@composite(name="fft.fftfreq", section=SECTION, samples=("fft.fftfreq(n)",))
def fftfreq(n, d=1.0, device=None, dtype=None):
    """Frequencies, in cycles per unit of the spacing `d`, of a transform of length n."""
    return array(np.fft.fftfreq(n, float(d)), dtype, device=placement(device))


@implements(np.fft.rfftfreq, elements=sizes.of_vector)
@composite(name="fft.rfftfreq", section=SECTION, samples=("fft.rfftfreq(n)",))
def rfftfreq(n, d=1.0, device=None, dtype=None):
    """Frequencies, in cycles per unit of the spacing `d`, of a real transform of length n."""
    return array(np.fft.rfftfreq(n, float(d)), dtype, device=placement(device))
