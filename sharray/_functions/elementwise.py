"""Functions of each element that are no ufuncs in NumPy."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._functions.arguments import array, operand, store
from sharray._functions.declare import implements
from sharray._functions.reuse import reuse
from sharray._functions.ufunc import UFUNCS
from sharray._ops import elementwise as ew
from sharray._ops.data_types import astype
from sharray._ops.table import composite

_no = np._NoValue
_NUMBERS = (int, float, complex, np.generic)


def _clip_as_standard(by: Callable[..., Any]) -> Any:
    """Return a `clip` that takes the standard's names and defaults, too, by one that does not."""

    def clip(a, min=_no, max=_no, out=None, *, a_min=_no, a_max=_no, **kwargs: Any):
        """Limit each element to an interval; None, or none given, is no limit."""
        limits = []
        for one, other in ((min, a_min), (max, a_max)):
            if one is not _no and other is not _no:
                raise ValueError("clip takes a limit by one of its two names")
            limit = other if one is _no else one
            limits.append(None if limit is _no else limit)
        return by(a, *limits, out, **kwargs)

    return clip


@composite(kinds="real", section="elementwise functions", samples=("clip(m, 0.0, 1.0)",))
def clip(a, a_min=_no, a_max=_no, out=None, *, min=_no, max=_no, **kwargs: Any):
    """Limit each element to an interval; None is no limit."""
    if a_min is _no and a_max is _no:
        a_min = None if min is _no else min
        a_max = None if max is _no else max
    elif a_min is _no:
        raise TypeError("clip() missing 1 required positional argument: 'a_min'")
    elif a_max is _no:
        raise TypeError("clip() missing 1 required positional argument: 'a_max'")
    elif min is not _no or max is not _no:
        raise ValueError("Passing `min` or `max` keyword argument when `a_min` and `a_max` are "
                         "provided is forbidden.")  # fmt: skip
    x = array(a)
    if x.dtype.kind in "iu":  # a Python int out of the range of the dtype is no limit, either
        range_ = np.iinfo(x.dtype)
        a_min = None if type(a_min) is int and a_min <= range_.min else a_min
        a_max = None if type(a_max) is int and a_max >= range_.max else a_max
    steps = [(u, operand(limit)) for u, limit in ((np.maximum, a_min), (np.minimum, a_max))
             if limit is not None]  # fmt: skip
    if not steps:
        return UFUNCS[np.positive](x, out=out, **kwargs)
    kind = {k: v for k, v in kwargs.items() if k in ("dtype", "casting")}
    for function, limit in steps[:-1]:
        x = UFUNCS[function](x, limit, **kind)
    function, limit = steps[-1]
    return UFUNCS[function](x, limit, out=out, **kwargs)


implements(np.clip, standard=_clip_as_standard(clip), host=_clip_as_standard(np.clip))(clip)


def _rounded(x: Any, decimals: int) -> Any:
    decimals = operator.index(decimals)
    if x.dtype.kind == "c":
        parts = [_rounded(part(x), decimals) for part in (ew.real, ew.imag)]
        return astype(parts[0] + 1j * parts[1], x.dtype, copy=False)
    whole = UFUNCS[np.rint]
    if x.dtype.kind in "iu":
        if decimals >= 0:
            return +x
        scale = 10.0**-decimals
        return astype(whole(x / scale) * scale, x.dtype)
    if decimals == 0:
        return whole(x)
    if x.dtype.kind == "b":
        raise TypeError("booleans are not rounded to decimals; convert them with astype")
    scale = 10.0 ** abs(decimals)
    return whole(x * scale) / scale if decimals > 0 else whole(x / scale) * scale


def round(a, decimals=0, out=None):
    """Round to decimals, halves to even."""
    return store(out, _rounded(array(a), decimals), "same_kind", "round")


round, around = implements(np.round)(round), implements(np.around)(round)


@implements(np.fix)
def fix(x, out=None):
    """Integer nearest towards zero."""
    return UFUNCS[np.trunc](array(x), out=out)


@implements(np.real, numbers=False)
def real(val):
    """Real part; a view of a complex array."""
    return val.real if isinstance(val, _NUMBERS) else array(val).real


@implements(np.imag, numbers=False)
def imag(val):
    """Imaginary part; a view of a complex array."""
    return val.imag if isinstance(val, _NUMBERS) else array(val).imag


reuse(np.angle, "Angle of complex numbers, in radians, or degrees.")
reuse(
    np.real_if_close,
    "Real parts, if all imaginary ones are nearly zero, for which it waits.",
)


@implements(np.sinc)
def sinc(x):
    """sin(pi x) / (pi x), which is 1 at 0."""
    y = array(x) * np.pi
    zero, one = np.zeros((), y.dtype), np.ones((), y.dtype)
    square = ew.square(ew.where(y == 0, y, zero))
    # the series for its derivatives; and not 0 / 0, whose derivative is NaN where not chosen, too
    at_zero = 1 - square / 6 * (1 - square / 20)
    return ew.where(y == 0, at_zero, ew.sin(y) / ew.where(y == 0, one, y))
