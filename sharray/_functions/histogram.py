"""Histograms: NumPy makes the edges of the bins, devices count what lies between them."""

from __future__ import annotations

import builtins
import operator
from typing import Any

import numpy as np

from sharray._core import policy
from sharray._core.layout import make_layout
from sharray._functions.arguments import array, on_host
from sharray._functions.declare import implements
from sharray._functions.fallback import HostFallback
from sharray._functions.reuse import code_of
from sharray._ops import elementwise as ew
from sharray._ops import searching, statistical, utility
from sharray._ops.counting import bin_numbers, counted, weighed
from sharray._ops.data_types import astype
from sharray._ops.manipulation import reshape
from sharray._record.handles import node_of_numpy, wrap_array

_FLOAT = np.dtype(float)


def _count(index: Any, weights: Any, length: int) -> Any:
    return counted(index, length=length) if weights is None else weighed(
        index, weights, length=length
    )  # fmt: skip


def _weights(weights: Any, index: Any) -> Any:
    """Return the weights of numbers in double precision."""
    if not np.can_cast(weights.dtype, _FLOAT, "safe"):
        raise TypeError(f"Cannot cast weights from {weights.dtype!r} to float64 safely")
    if weights.shape != index.shape:
        raise ValueError("The weights and list don't have the same length.")
    return astype(weights, _FLOAT, copy=False)


@implements(np.bincount)
def bincount(x, /, weights=None, minlength=0):
    """How often each natural number occurs, or the sum of its weights; waits for the largest."""
    x = array(x)
    if x.ndim != 1:
        raise ValueError(f"bincount takes a vector, not shape {x.shape}")
    if not np.can_cast(x.dtype, np.intp, "safe"):
        raise TypeError(
            f"Cannot cast array data from {x.dtype!r} to dtype('int64') according to the rule "
            "'safe'"
        )
    minlength = operator.index(minlength)
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    if weights is not None:
        weights = _weights(array(weights), x)
    x = astype(x, np.dtype(np.int64), copy=False)
    length = minlength
    if not x.size:
        weights = None  # nothing weighs nothing: NumPy counts then
    else:
        least, most = np.asarray(searching._extremes(x)).tolist()
        if least < 0:
            raise ValueError("'list' argument must have no negative elements")
        length = max(minlength, most + 1)
    return _count(x, weights, length)


@implements(np.digitize)
def digitize(x, bins, right=False):
    """Number of the bin that each element is in; lies as `x` does."""
    x, bins = array(x), array(bins)
    if x.dtype.kind == "c":
        raise TypeError("x may not be complex")
    if bins.ndim != 1:
        raise ValueError("object of too small depth for desired array" if not bins.ndim else
                         "object too deep for desired array")  # fmt: skip
    side = "left" if right else "right"
    if bool(utility.all(bins[1:] >= bins[:-1])):
        return searching.searchsorted(bins, x, side=side)
    if not bool(utility.all(bins[1:] <= bins[:-1])):
        raise ValueError("bins must be monotonically increasing or decreasing")
    return bins.shape[0] - searching.searchsorted(+bins[::-1], x, side=side)


def _limits(x: Any) -> np.ndarray:
    """Return an array for NumPy to find limits of: the smallest and the largest element."""
    if not x.size:
        return np.empty(0, x.dtype)
    return np.asarray(on_host([statistical.min(x), statistical.max(x)], True), x.dtype)


def _edges(x: Any, bins: Any, range: Any, weights: Any) -> tuple[Any, bool]:
    """Return the edges of bins, by NumPy from the limits of the elements; whether all as wide."""
    if isinstance(bins, str):  # an estimator, which looks at all of them
        return np.asarray(code_of(np.histogram_bin_edges)(x, bins, range, weights)), True
    uniform = _is_one(bins)
    edges = np.histogram_bin_edges(_limits(x) if uniform and range is None else
                                   np.empty(0, x.dtype), on_host(bins, True), range)  # fmt: skip
    return edges, uniform


def _numbers_of_bins(x: Any, edges: np.ndarray, uniform: bool) -> Any:
    """Return the bin of each element. NumPy has the edges: they go to every device from there."""
    layout = x._node().aval.layout
    if layout.mesh is None or policy.is_small(edges.size):
        return bin_numbers(x, array(edges), uniform=uniform)
    replicated = node_of_numpy(edges, make_layout(edges.shape, layout.mesh))
    return bin_numbers(x, wrap_array(replicated), uniform=uniform)


def _flat(a: Any, weights: Any) -> tuple[Any, Any]:
    x = array(a)
    if x.dtype.kind == "b":
        x = astype(x, np.dtype(np.uint8))
    if x.dtype.kind == "c":
        raise HostFallback("bins of complex numbers")
    if weights is not None:
        weights = array(weights)
        if weights.shape != x.shape:
            raise ValueError("weights should have the same shape as a.")
        weights = reshape(weights, (-1,))
    return reshape(x, (-1,)), weights


@implements(np.histogram_bin_edges)
def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """Edges of the bins of a histogram; waits for the smallest and the largest element."""
    x, weights = _flat(a, weights)
    return array(_edges(x, bins, range, weights)[0])


@implements(np.histogram)
def histogram(a, bins=10, range=None, density=None, weights=None):
    """Number of elements in each bin, and the edges of the bins."""
    x, weights = _flat(a, weights)
    edges, uniform = _edges(x, bins, range, weights)
    kind = np.dtype(np.intp) if weights is None else weights.dtype
    if kind.kind == "b":
        raise HostFallback("weights that are booleans")
    if weights is not None:
        wide = np.dtype(np.complex128) if kind.kind == "c" else _FLOAT
        weights = astype(weights, kind if kind.kind in "iu" else wide, copy=False)
    numbers = _numbers_of_bins(x, edges, uniform)
    result = astype(_count(numbers, weights, len(edges) - 1), kind, copy=False)
    if density:
        widths = array(np.diff(edges).astype(float))
        return result / widths / statistical.sum(result), array(edges)
    return result, array(edges)


def _is_one(bins: Any) -> bool:
    """Whether bins are given by one number or name."""
    return not isinstance(bins, (list, tuple)) and np.ndim(bins) == 0


def _samples(sample: Any) -> list[Any]:
    """Return one vector for each dimension of the samples."""
    if hasattr(sample, "shape"):
        x = array(sample)
        if x.ndim == 2:
            return [x[:, k] for k in range(x.shape[1])]
        if x.ndim < 2:
            return [reshape(x, (-1,))]
        raise ValueError(f"samples must be an array of two dimensions, not shape {x.shape}")
    vectors = [reshape(array(s), (-1,)) for s in sample]
    if len({s.shape for s in vectors}) > 1:
        raise ValueError("the samples must be of one length in all dimensions")
    kind = np.result_type(*[s.dtype for s in vectors])
    return [astype(s, kind, copy=False) for s in vectors]


@implements(np.histogramdd)
def histogramdd(sample, bins: Any = 10, range=None, density=None, weights=None):
    """Number of samples in each bin of several dimensions, and the edges of the bins."""
    columns = _samples(sample)
    dims = len(columns)
    if _is_one(bins):
        bins = dims * [bins]
    elif len(bins) != dims:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    ranges = (None,) * dims if range is None else range
    if len(ranges) != dims:
        raise ValueError("range argument must have one entry per dimension")
    edges: list[Any] = []
    flat: Any = None
    for x, axis_bins, limits in zip(columns, bins, ranges, strict=True):
        bin_edges = np.histogram_bin_edges(_limits(x), on_host(axis_bins, True), limits)
        edges.append(bin_edges)
        number = _numbers_of_bins(x, bin_edges, _is_one(axis_bins))
        size = len(bin_edges) - 1
        outside = number == size
        flat = (number, outside) if flat is None else (
            flat[0] * size + number, ew.logical_or(flat[1], outside)
        )  # fmt: skip
    shape = tuple(len(e) - 1 for e in edges)
    every = int(np.prod(shape))
    index = ew.where(flat[1], every, flat[0])
    if weights is not None:
        weights = _weights(reshape(array(weights), (-1,)), index)
    result = reshape(astype(_count(index, weights, every), _FLOAT, copy=False), shape)
    if density:
        total = statistical.sum(result)
        for d, e in enumerate(edges):
            widths = np.diff(e).reshape([-1 if k == d else 1 for k in builtins.range(dims)])
            result = result / array(widths)
        result = result / total
    return result, [array(e) for e in edges]


@implements(np.histogram2d)
def histogram2d(x, y, bins: Any = 10, range=None, density=None, weights=None):
    """Number of points in each rectangle, and the edges along both dimensions."""
    x, y = array(x), array(y)
    if x.shape != y.shape:
        raise ValueError("x and y must have the same length.")
    number = 1 if _is_one(bins) else len(bins)
    if number not in (1, 2):
        bins = [bins, bins]
    result, edges = histogramdd([x, y], bins, range, density, weights)
    return result, edges[0], edges[1]
