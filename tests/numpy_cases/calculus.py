"""Cases of differences, integrals, interpolation and convolution."""

import numpy as np
from hypothesis import strategies as st
from op_cases import Call, an_axis, array

from numpy_cases.case import SOME, case, with_options
from sharray import strategies


@case("diff")
def diff(draw, name):
    x = array(draw, "all", min_dims=1, special=False)
    axis = an_axis(draw, x.ndim)
    kwargs = {"n": draw(st.integers(0, 3)), "axis": axis}
    if draw(st.booleans()) and x.dtype.kind in "fc":
        shape = tuple(2 if d == axis % x.ndim else n for d, n in enumerate(x.shape))
        kwargs["prepend"] = 1.5
        if kwargs["n"]:  # else it is not used, and the result need not lie where it does
            kwargs["append"] = array(draw, x.dtype, shape, special=False)
    return Call((x,), kwargs)


@case("ediff1d")
def ediff1d(draw, name):
    x = array(draw, "numeric", special=False)
    ends = st.none() | st.just(array(draw, x.dtype, (2,), special=False))
    return Call((x,), with_options(draw, to_end=ends, to_begin=ends))


@case("gradient", error=64, lies_as=0)
def gradient(draw, name):
    x = array(draw, "numeric", draw(strategies.shapes(1, 2, sides=(3, 7, 13, 16))), special=False)
    x = x.astype(np.float64) if x.dtype.kind in "iu" else x
    axis = draw(st.none() | st.integers(-x.ndim, x.ndim - 1))
    axes = range(x.ndim) if axis is None else [axis]
    steps = [draw(strategies.values("int64", (x.shape[a],), special=False)) for a in axes]
    points = [np.cumsum(np.abs(step) + 1.0) for step in steps]
    spacing = draw(st.sampled_from([(), (0.5,), tuple(points), tuple(2.0 for _ in axes)]))
    kwargs = {"axis": axis, "edge_order": draw(st.sampled_from([1, 2]))}
    return Call((x, *spacing), kwargs)


@case("trapezoid", error=64, may_replicate=True)
def trapezoid(draw, name):
    y = array(draw, "floating-point", draw(strategies.shapes(1, 2, sides=SOME)), special=False)
    axis = an_axis(draw, y.ndim)
    x = np.cumsum(np.abs(draw(strategies.values("float64", (y.shape[axis],), special=False))))
    kwargs = draw(st.sampled_from([{}, {"dx": 0.25}, {"x": x}]))
    return Call((y,), {**kwargs, "axis": axis})


@case("unwrap", error=64)
def unwrap(draw, name):
    x = array(draw, "float64", draw(strategies.shapes(1, 2, sides=SOME)), special=False) * 3
    kwargs = with_options(
        draw, discont=st.none() | st.just(4.0), axis=st.just(an_axis(draw, x.ndim))
    )
    if draw(st.booleans()):
        return Call((x.astype(np.int64),), {**kwargs, "period": draw(st.sampled_from([4, 3]))})
    return Call((x,), kwargs)


@case("interp", error=16)
def interp(draw, name):
    points = np.cumsum(np.abs(draw(strategies.values("int64", (7,), special=False))) + 0.25) - 6
    values = array(draw, draw(st.sampled_from(["float64", "complex128"])), (7,), special=False)
    x = array(draw, "real", special=True)
    chosen = draw(strategies.values("bool", x.shape))
    with np.errstate(invalid="ignore"):  # of the largest integers, which become numbers between
        x = np.where(chosen, x, points[3]).astype(x.dtype)
    end = st.none() | st.just(2.0)
    kwargs = with_options(draw, left=end, right=end)
    if draw(st.sampled_from([False, True])):
        x = np.nan_to_num(x, posinf=2, neginf=1) if x.dtype.kind == "f" else x
        x, points = np.clip(x, 0, 50), np.arange(7) * 0.5 + 0.25
        kwargs["period"] = draw(st.sampled_from([5.0, -11.5]))
    return Call((x, points, values), kwargs)


@case("convolve", "correlate", error=64)
def convolve(draw, name):
    n, m = draw(st.sampled_from([(13, 3), (16, 2), (7, 7), (3, 5), (1, 1), (2, 16), (200, 40)]))
    dtypes = [draw(strategies.dtypes()) for _ in range(2)]
    x, v = (array(draw, d, (k,), special=False) for d, k in zip(dtypes, (n, m), strict=True))
    return Call((x, v, draw(st.sampled_from(["full", "same", "valid"]))))
