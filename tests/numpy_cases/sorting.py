"""Cases of order statistics, sorting and searching functions."""

import numpy as np
from hypothesis import strategies as st
from op_cases import Call, an_axis, array, axes_or_none

from numpy_cases.case import case, one_axis, some
from sharray import strategies

# order statistics


@case("median", "nanmedian", error=4, may_replicate=True)
def median(draw, name):
    x = some(draw, draw(st.sampled_from(["real", "boolean"])), min_dims=1)
    return Call((x,), {"axis": axes_or_none(draw, x.ndim) or None, "keepdims": draw(st.booleans())})


METHODS = (
    "linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf",
    "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased",
    "normal_unbiased",
)  # fmt: skip


@case("quantile", "percentile", "nanquantile", "nanpercentile", error=8, may_replicate=True)
def quantile(draw, name):
    x = some(draw, min_dims=1)
    share = st.sampled_from([0.0, 1.0, 0.5, 0.25, 0.3, 0.875, 1, 0])
    q = draw(share | st.lists(share, min_size=1, max_size=3).map(np.array))
    if draw(st.sampled_from([False] * 9 + [True])):
        q = np.linspace(0, 1, 21)
    kwargs = {"axis": axes_or_none(draw, x.ndim) or None, "keepdims": draw(st.booleans())}
    kwargs["method"] = draw(st.sampled_from(METHODS))
    if draw(st.sampled_from([False, False, True])):
        weights = draw(strategies.values("int64", x.shape, special=False)) % 4 + 1
        kwargs |= {"method": "inverted_cdf", "weights": weights}
    if isinstance(q, np.ndarray) and name.startswith("nan") and x.dtype == "float32":
        # of NaNs alone NumPy has float32, of all others with such q float64
        x = np.where(np.isnan(x).all(kwargs["axis"], keepdims=True), np.float32(0), x)
    return Call((x, q * 100 if name.endswith("percentile") else q), kwargs)


# sorting and searching


#: The option of sorting functions that NumPy has from 2.5 on.
DESCENDING = {"descending": True} if np.lib.NumpyVersion(np.__version__) >= "2.5.0" else {}


@case("sort", "argsort")
def sort(draw, name):
    x = some(draw, "all", min_dims=1)
    options = [{}, {"kind": "stable"}, {"stable": True}, {"stable": True} | DESCENDING]
    return Call((x, one_axis(draw, x.ndim)), draw(st.sampled_from(options[name == "argsort" :])))


@case("sort_complex")
def sort_complex(draw, name):
    return Call((some(draw, "numeric", min_dims=1),))


def _check_partition(found, call):
    x, kth, axis = call.args
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    np.testing.assert_array_equal(np.sort(found, axis), np.sort(x, axis))
    wanted = np.partition(x, kth, axis)
    np.testing.assert_array_equal(np.take(found, kth, axis), np.take(wanted, kth, axis))


def _check_argpartition(found, call):
    x, kth, axis = call.args
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    values = np.take_along_axis(x, found, axis)
    np.testing.assert_array_equal(
        np.sort(found, axis), np.argsort(np.zeros_like(x), axis, kind="stable")
    )
    wanted = np.partition(x, kth, axis)
    np.testing.assert_array_equal(np.take(values, kth, axis), np.take(wanted, kth, axis))


def a_partition(draw, name):
    x = some(draw, "real", min_dims=1)
    axis = one_axis(draw, x.ndim)
    size = x.size if axis is None else x.shape[axis]
    index = st.integers(-size, size - 1)
    return Call((x, draw(index | st.lists(index, min_size=1, max_size=2)), axis))


case("partition", compare=_check_partition)(a_partition)
case("argpartition", compare=_check_argpartition)(a_partition)


@case("lexsort")
def lexsort(draw, name):
    x = some(draw, "real", min_dims=1)
    kinds = draw(st.lists(strategies.dtypes("real"), max_size=2))
    keys = (x, *[array(draw, d, x.shape) for d in kinds])
    return Call((keys, an_axis(draw, x.ndim)))


@case("searchsorted", may_replicate=True)
def searchsorted(draw, name):
    x = some(draw, "real", min_dims=1, max_dims=1)
    v = array(draw, draw(strategies.dtypes("real")))
    kwargs = {"side": draw(st.sampled_from(["left", "right"]))}
    if draw(st.booleans()):
        return Call((x, v), kwargs | {"sorter": np.argsort(x, kind="stable")})
    return Call((np.sort(x), v), kwargs)


@case("argmax", "argmin", "nanargmax", "nanargmin", may_replicate=True)
def position(draw, name):
    x = some(draw, "all", min_dims=1, special=not name.startswith("nan"))
    if name.startswith("nan") and x.dtype.kind == "f" and x.ndim == 1 and x.size > 1:
        x[draw(st.integers(0, x.size - 1))] = np.nan
    return Call((x, one_axis(draw, x.ndim)), {"keepdims": draw(st.booleans())})


@case("nonzero", "flatnonzero", "argwhere")
def nonzero(draw, name):
    return Call((array(draw, "all", min_dims=1),))


@case("count_nonzero", may_replicate=True)
def count_nonzero(draw, name):
    x = array(draw, "all")
    return Call((x, axes_or_none(draw, x.ndim)), {"keepdims": draw(st.booleans())})


@case("ptp", may_replicate=True)
def ptp(draw, name):
    x = some(draw, "real")
    return Call((x, axes_or_none(draw, x.ndim)), {"keepdims": draw(st.booleans())})
