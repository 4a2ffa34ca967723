"""How functions of `sharray.numpy` that are no ufuncs are called.

A case is declared once, for a family of functions of one form; `test_numpy_functions` draws calls
from it and compares with NumPy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st
from op_cases import Call, an_axis, array, axes_or_none

from sharray import strategies


@dataclass(frozen=True)
class NumPyCase:
    """One function of `sharray.numpy`.

    Attributes
    ----------
    draw
        Draws a call that NumPy accepts: ``draw(draw_fn, name)``.
    error
        Largest error, in units of the precision of the result and the scale of the values.
    may_replicate
        Whether a result may be replicated although an operand is not.
    compare
        Replaces the comparison of values: ``compare(found, call)``, of NumPy arrays.
    """

    draw: Callable[..., Call]
    error: float = 0.0
    may_replicate: bool = False
    compare: Callable[..., None] | None = None


NUMPY_CASES: dict[str, NumPyCase] = {}

#: Lengths of at least one: functions of the order of elements have no answer for none.
SOME = [n for n in strategies.SIDES if n]


def case(*names: str, **fields: Any) -> Callable[..., Any]:
    """Declare the functions `names`, which are called as the decorated function draws."""

    def declare(draw: Callable[..., Call]) -> Callable[..., Call]:
        for name in names:
            assert name not in NUMPY_CASES, name
            NUMPY_CASES[name] = NumPyCase(draw, **fields)
        return draw

    return declare


def with_options(draw, **options):
    """Draw keyword arguments, leaving some out; None is for those that are not given."""
    drawn = {k: draw(v) for k, v in options.items()}
    return {k: v for k, v in drawn.items() if v is not None}


def one_axis(draw, ndim):
    """Draw an axis or None."""
    return draw(st.none() | st.integers(-ndim, ndim - 1)) if ndim else None


def some(draw, kinds="real", *, min_dims=0, max_dims=3, special=True):
    """Draw an array that has elements."""
    shape = draw(strategies.shapes(min_dims, max_dims, sides=SOME))
    return array(draw, kinds, shape, special=special)


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


# leaving NaNs out


@case("nansum", "nanprod", "nanmax", "nanmin", may_replicate=True, error=256)
def nan_reduction(draw, name):
    x = some(draw, "real", max_dims=2, special=name != "nanprod")
    kwargs = {"keepdims": draw(st.booleans())}
    if draw(st.booleans()):
        kwargs |= {"where": draw(strategies.values("bool", x.shape)), "initial": 1}
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
    if x.size and draw(st.booleans()) and "weights" not in kwargs and "range" not in kwargs:
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


# differences, integrals, interpolation, convolution


@case("diff")
def diff(draw, name):
    x = array(draw, "all", min_dims=1, special=False)
    axis = an_axis(draw, x.ndim)
    kwargs = {"n": draw(st.integers(0, 3)), "axis": axis}
    if draw(st.booleans()) and x.dtype.kind in "fc":
        shape = tuple(2 if d == axis % x.ndim else n for d, n in enumerate(x.shape))
        kwargs["append"] = array(draw, x.dtype, shape, special=False)
        kwargs["prepend"] = 1.5
    return Call((x,), kwargs)


@case("ediff1d")
def ediff1d(draw, name):
    x = array(draw, "numeric", special=False)
    ends = st.none() | st.just(array(draw, x.dtype, (2,), special=False))
    return Call((x,), with_options(draw, to_end=ends, to_begin=ends))


@case("gradient", error=64, may_replicate=True)  # it lies as the array, not as the distances
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
    x = np.where(draw(strategies.values("bool", x.shape)), x, points[3]).astype(x.dtype)
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


# each element by itself


@case("clip")
def clip(draw, name):
    x = array(draw, "real", special=False)
    low = draw(st.sampled_from([None, 1, array(draw, "real", x.shape, special=False)]))
    high = draw(st.sampled_from([None, 3, 2.5]))
    return draw(st.sampled_from([Call((x, low, high)), Call((x,), {"min": low, "max": high})]))


@case("round", "around", error=8)
def rounding(draw, name):
    return Call((array(draw, "numeric", special=False), draw(st.integers(-2, 3))))


@case("fix", "sinc", error=8)
def of_real(draw, name):
    return Call((array(draw, "real", special=name == "fix"),))


@case("i0", error=16)
def i0(draw, name):
    return Call((array(draw, "real", special=False),))


@case("angle", error=8)
def angle(draw, name):
    return Call((array(draw, "numeric"),), {"deg": draw(st.booleans())})


@case("real", "imag")
def part(draw, name):
    return Call((array(draw, "all"),))


@case("real_if_close")
def real_if_close(draw, name):
    x = array(draw, "all", special=False)
    return Call((x.real.astype(x.dtype) if draw(st.booleans()) else x,))


# sets


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


# polynomials


def coefficients(draw, dtype="float64", most=5):
    return array(draw, dtype, (draw(st.integers(1, most)),), special=False)


@case("polyval", error=256)
def polyval(draw, name):
    x = array(draw, draw(st.sampled_from(["float64", "float32", "int64"])), special=False)
    return Call((coefficients(draw, draw(st.sampled_from(["float64", "int64"]))), x))


@case("vander", error=64)
def vander(draw, name):
    x = array(draw, "numeric", (draw(st.sampled_from([3, 7, 2, 13, 1])),), special=False)
    x = x.astype(np.float64) if x.dtype.kind in "f" else x
    kwargs = {"increasing": draw(st.booleans())}
    return Call((x, draw(st.sampled_from([None, 0, 1, 4]))), kwargs)


@case("polyadd", "polysub", "polymul", error=16, may_replicate=True)
def two_polynomials(draw, name):
    return Call((coefficients(draw, most=13), coefficients(draw)))


@case("polyder", "polyint", error=16, may_replicate=True)
def calculus_of_polynomial(draw, name):
    p = coefficients(draw, most=13)
    args = [(p,), (p, 2)] + ([(p, 2, [1.0, 2.0])] if name == "polyint" else [])
    return Call(draw(st.sampled_from(args)))


@case("polyfit", error=1e5, may_replicate=True)
def polyfit(draw, name):
    n = draw(st.sampled_from([7, 13, 16]))
    x = np.linspace(-1, 2, n) + array(draw, "float64", (n,), special=False) / 100
    y = array(draw, "float64", draw(st.sampled_from([(n,), (n, 2)])), special=False)
    options = st.sampled_from([{}, {"full": True}, {"cov": True}, {"cov": "unscaled"}])
    kwargs = dict(draw(options))
    if draw(st.booleans()):
        kwargs["w"] = np.arange(n) / 4 + 1
    return Call((x, y, draw(st.integers(0, 3))), kwargs)


# windows


@case("bartlett", "blackman", "hamming", "hanning", error=4)
def window(draw, name):
    return Call((draw(st.sampled_from([0, 1, 2, 7, 13, 16, 5.5])),))


@case("kaiser", error=32)
def kaiser(draw, name):
    return Call((draw(st.sampled_from([0, 1, 2, 7, 16])), draw(st.sampled_from([0.0, 5, 14.0]))))
