"""Cases of statistical, searching, sorting, set and utility functions."""

import math

import numpy as np
from hypothesis import strategies as st

from op_cases.case import (
    Call,
    an_axis,
    array,
    axes_or_none,
    case,
    kinds_of,
    reduced,
    same,
    side,
    small_shape,
)
from sharray import strategies

# elementwise, but made of two operations


def _as_what_has_elements(operands, call, shape, mesh):
    """As the array, unless it has no elements: then bounds may be larger."""
    return None if 0 in shape else same(operands, call, shape, mesh)


@case("clip", lies=_as_what_has_elements)
def clip(draw, mesh, name):
    x = array(draw, "real")
    shape = tuple(draw(st.sampled_from([n, 1])) for n in x.shape)
    low = st.sampled_from([None, -1, array(draw, x.dtype, shape, special=False)])
    if x.dtype.kind == "u":
        low = st.sampled_from([None, 1])
    return Call((x, draw(low), draw(st.sampled_from([None, 2, 3]))))


# statistics, searching, utility


def reduction(draw, kinds, *, shape=None, keepdims=True, special=True):
    x = array(draw, kinds, shape, special=special)
    kwargs = {"axis": axes_or_none(draw, x.ndim)}
    if keepdims:
        kwargs["keepdims"] = draw(st.booleans())
    return Call((x,), kwargs)


def of_reduction(draw, mesh, name):
    return reduction(draw, kinds_of(name))


@case("sum", "prod", lies=reduced, may_replicate=True, error=256)
def total(draw, mesh, name):
    shape = small_shape(draw) if name == "prod" else None
    made = reduction(draw, "numeric", shape=shape, special=name == "sum")
    return Call(made.args, {**made.kwargs, "dtype": draw(st.none() | st.just(np.dtype("c16")))})


def nonempty(draw, mesh, name, kinds=None, one_axis=False):
    shape = draw(strategies.shapes(sides=[n for n in strategies.SIDES if n]))
    made = reduction(draw, kinds or kinds_of(name), shape=shape)
    if one_axis:
        made.kwargs["axis"] = draw(st.none() | st.integers(-len(shape), len(shape) - 1)) \
            if shape else None  # fmt: skip
    return made


case("max", "min", lies=reduced, may_replicate=True)(nonempty)


@case("argmax", "argmin", lies=reduced, may_replicate=True)
def extreme_index(draw, mesh, name):
    return nonempty(draw, mesh, name, one_axis=True)


@case("mean", lies=reduced, may_replicate=True, error=256)
def mean(draw, mesh, name):
    return nonempty(draw, mesh, name, "numeric")


@case("var", "std", lies=reduced, may_replicate=True, error=256)
def spread(draw, mesh, name):
    made = nonempty(draw, mesh, name, "floating-point")
    return Call(made.args, {**made.kwargs, "correction": draw(st.sampled_from([0.0, 1, 0.5]))})


@case("cumulative_sum", "cumulative_prod", lies=same, error=512)
def cumulative(draw, mesh, name):
    shape = small_shape(draw, 1) if name.endswith("prod") else draw(strategies.shapes(1))
    x = array(draw, "numeric", shape, special=False)
    return Call((x,), {"axis": an_axis(draw, x.ndim), "include_initial": draw(st.booleans())})


def _as_the_largest(operands, call, shape, mesh):
    """As the array, unless what is put before or after it is as large, or sharded further."""
    x, *ends = operands
    if call.kwargs["n"] == 0:  # what is put before or after it plays no part
        return x.spec
    for end in ends:
        further = any(there and not own for own, there in zip(x.spec, end.spec, strict=True))
        if further or math.prod(end.shape) >= math.prod(x.shape):
            return None
    return same(operands, call, shape, mesh)


@case("diff", lies=_as_the_largest, error=16,
      oracle=lambda x, axis, n, prepend, append: np.diff(
          x, n, axis, **{k: v for k, v in (("prepend", prepend), ("append", append))
                         if v is not None}))  # fmt: skip
def diff(draw, mesh, name):
    x = array(draw, "numeric", min_dims=1)
    axis = an_axis(draw, x.ndim)
    kwargs = {"axis": axis, "n": draw(st.integers(0, 3))}
    for end in ("prepend", "append"):
        shape = list(x.shape)
        shape[axis] = draw(st.sampled_from([1, 2]))
        kwargs[end] = array(draw, x.dtype, tuple(shape)) if draw(st.booleans()) else None
    return Call((x,), kwargs)


@case("nonzero")
def nonzero(draw, mesh, name):
    return Call((array(draw, min_dims=1),))


def _second(operands, call, shape, mesh):
    """As the elements that are searched for; devices do not use a sorter."""
    x1, x2 = operands[:2]
    return None if any(x1.spec) and not any(x2.spec) else x2.spec


@case("searchsorted", lies=_second)
def searchsorted(draw, mesh, name):
    dtype = draw(strategies.dtypes(kinds_of(name)))
    sorted_ = array(draw, dtype, (side(draw),))
    kwargs = {"side": draw(st.sampled_from(["left", "right"]))}
    if draw(st.booleans()):
        kwargs["sorter"] = np.argsort(sorted_)
    else:
        sorted_ = np.sort(sorted_)
    return Call((sorted_, array(draw, dtype)), kwargs)


# sorting and sets


def _order(x, axis, descending, stable):
    if not descending:
        return np.argsort(x, axis=axis, stable=stable)
    if x.dtype.kind in "fc":  # NaNs come last in both orders
        return np.argsort(-x, axis=axis, stable=stable)
    backwards = np.argsort(np.flip(x, axis), axis=axis, stable=True)
    return x.shape[axis] - 1 - np.flip(backwards, axis)


def _sorted(x, axis, descending, stable):
    return np.take_along_axis(x, _order(x, axis, descending, stable), axis)


def ordering(draw, mesh, name):
    x = array(draw, "all", min_dims=1)
    flags = {"descending": draw(st.booleans()), "stable": draw(st.just(True))}
    return Call((x,), {"axis": an_axis(draw, x.ndim), **flags})


case("sort", lies=same, oracle=_sorted)(ordering)
case("argsort", lies=same, oracle=_order)(ordering)


@case("unique_all", "unique_counts")
def unique(draw, mesh, name):
    return Call((array(draw),))


def _inverse(x):
    """Which of several NaNs comes first NumPy leaves open, unless it has to say where they are."""
    found = np.unique_all(x)
    return found.values, found.inverse_indices


case("unique_inverse", oracle=_inverse)(unique)

# NumPy's unique_values does not sort
case("unique_values", oracle=lambda x: np.unique(x, equal_nan=False))(unique)


@case("isin", lies=same)
def isin(draw, mesh, name):
    dtype = draw(strategies.dtypes())
    x2 = array(draw, dtype) if draw(st.booleans()) else array(draw, dtype, ()).item()
    return Call((array(draw, dtype), x2), {"invert": draw(st.booleans())})
