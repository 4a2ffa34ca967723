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

from sharray import testing


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
SOME = [n for n in testing.SIDES if n]


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
    shape = draw(testing.shapes(min_dims, max_dims, sides=SOME))
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
        weights = draw(testing.values("int64", x.shape, special=False)) % 4 + 1
        kwargs |= {"method": "inverted_cdf", "weights": weights}
    return Call((x, q * 100 if name.endswith("percentile") else q), kwargs)


# sorting and searching


@case("sort", "argsort")
def sort(draw, name):
    x = some(draw, "all", min_dims=1)
    options = [{}, {"kind": "stable"}, {"stable": True}]
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
    kinds = draw(st.lists(testing.dtypes("real"), max_size=2))
    keys = (x, *[array(draw, d, x.shape) for d in kinds])
    return Call((keys, an_axis(draw, x.ndim)))


@case("searchsorted", may_replicate=True)
def searchsorted(draw, name):
    x = some(draw, "real", min_dims=1, max_dims=1)
    v = array(draw, draw(testing.dtypes("real")))
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
        kwargs |= {"where": draw(testing.values("bool", x.shape)), "initial": 1}
    return Call((x, axes_or_none(draw, x.ndim)), kwargs)


@case("nanmean", "nanvar", "nanstd", may_replicate=True, error=256)
def nan_mean(draw, name):
    x = array(draw, "numeric", special=False)
    if x.dtype.kind in "fc":
        x = np.asarray(np.where(draw(testing.values("bool", x.shape)), x, np.nan)).astype(x.dtype)
    kwargs = {"keepdims": draw(st.booleans())}
    if draw(st.booleans()):
        kwargs["where"] = draw(testing.values("bool", x.shape))
    if name != "nanmean":
        kwargs["ddof"] = draw(st.sampled_from([0, 1]))
    return Call((x, axes_or_none(draw, x.ndim)), kwargs)


@case("nancumsum", "nancumprod", error=256)
def nan_running(draw, name):
    x = array(draw, "real", draw(testing.shapes(1, 2, sides=(3, 2, 7, 1, 0))))
    x = np.where(np.isinf(x), 1, x).astype(x.dtype) if x.dtype.kind == "f" else x
    return Call((x, one_axis(draw, x.ndim)))


@case("nan_to_num")
def nan_to_num(draw, name):
    x = array(draw, draw(st.sampled_from(["all", "real floating", "real floating"])))
    number = st.sampled_from([1.0, -2.5])
    return Call((x,), with_options(draw, nan=number, posinf=st.none() | number,
                                   neginf=st.none() | number))  # fmt: skip
