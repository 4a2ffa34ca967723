"""Cases of sets."""

import numpy as np
from hypothesis import strategies as st
from op_cases import Call, an_axis, array

from numpy_cases.case import case
from sharray import strategies


@case("unique", may_replicate=True)
def unique(draw, name):
    x = array(draw, "all")
    flags = [f"return_{f}" for f in ("index", "inverse", "counts")]
    kwargs = {flag: draw(st.booleans()) for flag in flags}
    if x.ndim == 2 and x.size and draw(st.booleans()):
        x = np.nan_to_num(x) % 2 if x.dtype.kind in "iuf" else np.nan_to_num(x)
        kwargs["axis"] = an_axis(draw, x.ndim)
    elif x.dtype.kind == "f" and not kwargs["return_inverse"]:
        kwargs["equal_nan"] = draw(st.booleans())
    return Call((x,), kwargs)


@case("unique_all", "unique_counts", "unique_inverse", may_replicate=True)
def unique_fields(draw, name):
    # NumPy numbers NaNs that differ from each other in no order
    return Call((array(draw, "real", special=name == "unique_counts"),))


def two_sets(draw):
    dtypes = draw(st.sampled_from([("int64", "int64"), ("float64", "float64"), ("int8", "int32")]))
    return [
        array(draw, d, (draw(st.sampled_from(strategies.SIDES)),), special=False) for d in dtypes
    ]


@case("intersect1d", may_replicate=True)
def intersect1d(draw, name):
    x, y = two_sets(draw)
    kwargs = {"return_indices": draw(st.booleans())}
    if draw(st.booleans()):
        x, y = np.unique(x), np.unique(y)
        kwargs["assume_unique"] = True
    return Call((x, y), kwargs)


@case("union1d", "setdiff1d", "setxor1d", may_replicate=True)
def of_sets(draw, name):
    return Call(tuple(two_sets(draw)))


@case("isin")
def isin(draw, name):
    x = array(draw, "real", special=False)
    there = array(draw, x.dtype, (draw(st.sampled_from(strategies.SIDES)),), special=False)
    return Call((x, there), {"invert": draw(st.booleans())})
