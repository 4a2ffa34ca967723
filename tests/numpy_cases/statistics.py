"""Cases of statistical functions: those that leave NaNs out, histograms, averages."""

import numpy as np
from hypothesis import strategies as st
from op_cases import Call, an_axis, array, axes_or_none

from numpy_cases.case import SOME, case, one_axis, some, with_options
from sharray import strategies

# leaving NaNs out


@case("nansum", "nanprod", "nanmax", "nanmin", may_replicate=True, error=256)
def nan_reduction(draw, name):
    x = some(draw, "real", max_dims=2, special=name != "nanprod")
    kwargs = {"keepdims": draw(st.booleans())}
    if draw(st.booleans()):
        mask = draw(st.one_of(strategies.values("bool", x.shape), st.just(True)))
        kwargs |= {"where": mask, "initial": 1}
    return Call((x, axes_or_none(draw, x.ndim)), kwargs)


@case("nanmean", "nanvar", "nanstd", may_replicate=True, error=256)
def nan_mean(draw, name):
    x = array(draw, "numeric", special=False)
    if x.dtype.kind in "fc":
        x = np.asarray(np.where(draw(strategies.values("bool", x.shape)), x, np.nan)).astype(
            x.dtype
        )
    kwargs = {"keepdims": draw(st.booleans())}
    if draw(st.booleans()):
        kwargs["where"] = draw(strategies.values("bool", x.shape))
    if name != "nanmean":
        kwargs["ddof"] = draw(st.sampled_from([0, 1]))
    return Call((x, axes_or_none(draw, x.ndim)), kwargs)


@case("nancumsum", "nancumprod", error=256)
def nan_running(draw, name):
    x = array(draw, "real", draw(strategies.shapes(1, 2, sides=(3, 2, 7, 1, 0))))
    x = np.where(np.isinf(x), 1, x).astype(x.dtype) if x.dtype.kind == "f" else x
    return Call((x, one_axis(draw, x.ndim)))


@case("nan_to_num")
def nan_to_num(draw, name):
    x = array(draw, draw(st.sampled_from(["all", "real floating", "real floating"])))
    number = st.sampled_from([1.0, -2.5])
    return Call((x,), with_options(draw, nan=number, posinf=st.none() | number,
                                   neginf=st.none() | number))  # fmt: skip


# histograms


@case("bincount", may_replicate=True)
def bincount(draw, name):
    x = (
        draw(strategies.values("int64", (draw(st.sampled_from(strategies.SIDES)),), special=False))
        % 7
    )
    x = x.astype(draw(st.sampled_from(["int64", "int8", "uint16", "bool"])))
    kwargs = {"minlength": draw(st.sampled_from([0, 3, 11]))}
    if draw(st.booleans()):
        kwargs["weights"] = np.abs(draw(strategies.values("int64", x.shape, special=False))) / 4
    return Call((x,), kwargs)


def monotonic(draw, dtype=np.float64):
    made = np.cumsum(draw(strategies.values("int64", (5,), special=False)) % 3) - 2
    return made.astype(dtype)


@case("digitize")
def digitize(draw, name):
    bins = monotonic(draw)
    bins = bins[::-1] if draw(st.booleans()) else bins
    return Call((array(draw, "real"), np.ascontiguousarray(bins)), {"right": draw(st.booleans())})


def a_sample(draw, shape):
    kinds = draw(st.sampled_from(["float64", "float32", "int64", "int8", "uint8"]))
    return draw(strategies.values(kinds, shape, special=False))


ESTIMATORS = ("auto", "doane", "fd", "rice", "scott", "sqrt", "sturges", "stone")


@case("histogram", error=16, may_replicate=True)  # few bins are not spread
def histogram(draw, name):
    x = a_sample(draw, draw(strategies.shapes(0, 2)))
    kwargs = {}
    if draw(st.booleans()):
        kwargs["bins"] = draw(st.sampled_from([1, 4, 7]) | st.just(monotonic(draw)))
    elif draw(st.booleans()):
        kwargs["bins"] = draw(st.sampled_from(ESTIMATORS))
    if draw(st.booleans()):
        kwargs["range"] = draw(st.sampled_from([(-2, 2), (0, 3.5), (1, 1)]))
    if not isinstance(kwargs.get("bins"), str) and draw(st.booleans()):
        kwargs["weights"] = draw(strategies.values("int64", x.shape, special=False)) / 4
    # the density is float64, and no more exact than its edges, which have the dtype of the sample
    precise = x.dtype.itemsize == 8 or x.dtype.kind != "f"
    if precise and x.size and draw(st.booleans()) and not {"weights", "range"} & kwargs.keys():
        kwargs["density"] = True
    return Call((x,), kwargs)


@case("histogram_bin_edges", error=16, may_replicate=True)
def histogram_bin_edges(draw, name):
    x = a_sample(draw, draw(strategies.shapes(1, 2)))
    return Call((x, draw(st.sampled_from([1, 5, *ESTIMATORS]))))


@case("histogram2d", error=16, may_replicate=True)
def histogram2d(draw, name):
    shape = (draw(st.sampled_from(SOME)),)
    bins = draw(st.sampled_from([3, [2, 4], [np.array([-2.0, 0.0, 0.5, 3.0]), 3]]))
    kwargs = {"bins": bins, "density": draw(st.booleans())}
    x, y = (draw(strategies.values("float64", shape, special=False)) for _ in range(2))
    if kwargs["density"]:
        kwargs["bins"] = 3
    if draw(st.booleans()):
        kwargs["weights"] = np.abs(draw(strategies.values("int64", shape, special=False))) / 4 + 1
    return Call((x, y), kwargs)


@case("histogramdd", error=16, may_replicate=True)
def histogramdd(draw, name):
    n, d = draw(st.sampled_from(SOME)), draw(st.integers(1, 3))
    x = draw(strategies.values("float64", (n, d), special=False))
    kwargs = {"bins": draw(st.sampled_from([2, [3, 2, 4][:d]]))}
    if draw(st.booleans()):
        kwargs["range"] = [(-1, 2)] * d
    return Call((x,), kwargs)


# statistics


@case("average", error=64, may_replicate=True)
def average(draw, name):
    x = some(draw, "numeric", special=False, min_dims=1)
    axis = axes_or_none(draw, x.ndim)
    kwargs = {"axis": None if axis == () else axis, "keepdims": draw(st.booleans())}
    if draw(st.booleans()):
        shape = x.shape
        if isinstance(axis, int) and draw(st.booleans()):
            shape = (x.shape[axis],)
        kwargs["weights"] = np.abs(draw(strategies.values("float64", shape, special=False))) + 0.5
    return Call((x,), {**kwargs, "returned": draw(st.booleans())})


@case("cov", "corrcoef", error=1e4, may_replicate=True)
def cov(draw, name):
    n, m = draw(st.sampled_from([(3, 13), (7, 16), (1, 7), (13, 3)]))
    dtype = draw(st.sampled_from(["float64", "float32", "int64", "complex128"]))
    x = array(draw, dtype, (n, m), special=False)
    x = x + (np.arange(n * m).reshape(n, m) % 5).astype(x.dtype)
    kwargs = {"rowvar": draw(st.booleans())}
    samples = m if kwargs["rowvar"] else n
    if name == "cov":
        kwargs |= with_options(
            draw,
            ddof=st.sampled_from([None, 0, 1]),
            fweights=st.none() | st.just(np.arange(samples) % 3 + 1),
            aweights=st.none() | st.just(np.arange(samples) / 4 + 0.5),
        )
    return Call((x,), kwargs)


@case("cumulative_sum", "cumulative_prod", error=64)
def cumulative(draw, name):
    x = array(draw, "numeric", draw(strategies.shapes(1, 2, sides=(3, 2, 7, 1, 0))), special=False)
    axis = None if x.ndim == 1 else an_axis(draw, x.ndim)
    return Call((x,), {"axis": axis, "include_initial": draw(st.booleans())})
