"""Averages, covariances and running results."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._functions.arguments import array, only, store
from sharray._functions.declare import implements
from sharray._functions.reuse import reuse
from sharray._ops import statistical
from sharray._ops.creation import full
from sharray._ops.manipulation import concat
from sharray._ops.table import composite

reuse(
    np.average,
    "Weighted mean over axes (all by default); waits to know that no weights sum to zero.",
)
reuse(
    np.cov,
    "Covariance matrix of variables, which are the rows, or the columns without `rowvar`.",
    numbers=False,
)
reuse(
    np.corrcoef,
    "Correlation coefficients of variables: their covariances over their deviations.",
)


def _cumulative(
    scan: Any, first: int, a: Any, axis: Any, dtype: Any, out: Any, include_initial: bool
) -> Any:
    x = array(a)
    if axis is None and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is "
                         "required.")  # fmt: skip
    at = normalize_axis_index(axis or 0, x.ndim)
    result = scan(x, axis=at, dtype=None if dtype is None else np.dtype(dtype))
    if include_initial:
        shape = tuple(1 if d == at else n for d, n in enumerate(x.shape))
        # it lies where the others do, of which there may be none
        layout = result._node().aval.layout
        placed = layout.mesh is not None and bool(layout.mesh.axis_names)
        start = full(shape, first, dtype=result.dtype, device=layout.sharding if placed else None)
        result = concat([start, result], axis=at)
    return store(only(out), result, "same_kind", scan.__name__)


@implements(np.cumulative_sum)
@composite(
    kinds="numeric",
    comm="reduce",
    section=statistical.SECTION,
    samples=(
        "cumulative_sum(m, axis=0)",
        "cumulative_sum(v)",
        "cumulative_sum(v, include_initial=True)",
    ),
)
def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running sum along an axis, from zero with `include_initial`."""
    return _cumulative(statistical.cumsum, 0, x, axis, dtype, out, include_initial)


@implements(np.cumulative_prod)
@composite(
    kinds="numeric",
    comm="reduce",
    section=statistical.SECTION,
    samples=("cumulative_prod(m, axis=0)",),
)
def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running product along an axis, from one with `include_initial`."""
    return _cumulative(statistical.cumprod, 1, x, axis, dtype, out, include_initial)
