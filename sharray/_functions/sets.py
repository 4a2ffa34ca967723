"""Set functions, NumPy's and the standard's, of one or two arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._functions.arguments import array
from sharray._functions.declare import implements
from sharray._functions.fallback import HostFallback
from sharray._functions.reuse import reuse
from sharray._ops import sets, sorting, utility
from sharray._ops.data_types import astype
from sharray._ops.manipulation import concat, moveaxis, reshape, stack
from sharray._ops.table import composite

#: So many columns are worth a program that sorts by all of them.
_COLUMNS = 64


def _fields(index: Any, inverse: Any, counts: Any) -> list[str]:
    requested = {"values": True, "indices": index, "inverse_indices": inverse, "counts": counts}
    return [name for name, wanted in requested.items() if wanted]


def _rows(x: Any, axis: int, fields: list[str]) -> list[Any]:
    """Return some of the fields of `UniqueAll` for the slices along an axis."""
    front = moveaxis(x, axis, 0)
    count = x.shape[axis]
    rows = reshape(front, (count, int(np.prod(front.shape[1:]))))
    width = rows.shape[1]
    if width > _COLUMNS:
        raise HostFallback(f"rows of {width} elements are sorted, more than {_COLUMNS}")
    if not x.size:
        raise HostFallback("there are no elements")
    columns = [astype(rows[:, k], x.dtype) for k in range(width)]
    *columns, order = sorting.cosort(columns, [*columns, sets.numbers(rows)], axis=0)
    ordered = stack(columns, axis=1)
    differs = utility.any(ordered[1:] != ordered[:-1], axis=1)
    starts = concat([array(np.ones(1, bool)), differs])
    value = dict(zip(fields, sets.distinct(fields, starts, ordered, order, (count,)), strict=True))
    if "values" in value:
        values = reshape(value["values"], (-1, *front.shape[1:]))
        value["values"] = moveaxis(values, 0, axis)
    return list(value.values())


@implements(np.unique, numbers=False)
def unique(
    ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *,
    equal_nan=True, sorted=True,
):  # fmt: skip
    """Distinct elements, or slices along an axis, in ascending order."""
    x = array(ar)
    fields = _fields(return_index, return_inverse, return_counts)
    if axis is not None:
        axis = normalize_axis_index(axis, x.ndim)
    if axis is None or x.ndim == 1:
        value = sets.unique(x, *fields, equal_nan=bool(equal_nan))
    else:
        value = _rows(x, axis, fields)
    return value[0] if len(value) == 1 else tuple(value)


def _distinct_fields(x: Any, result: Any) -> Any:
    return result(*sets.unique(array(x), *result._fields))


@implements(np.unique_all, numbers=False)
@composite(comm="exchange", section=sets.SECTION, samples=("unique_all(v)",))
def unique_all(x):
    """Distinct elements, index of the first of each, inverse indices and counts."""
    return _distinct_fields(x, sets.UniqueAll)


@implements(np.unique_counts, numbers=False)
@composite(comm="exchange", section=sets.SECTION, samples=("unique_counts(v)",))
def unique_counts(x):
    """Distinct elements, and how often each occurs."""
    return _distinct_fields(x, sets.UniqueCounts)


@implements(np.unique_inverse, numbers=False)
@composite(comm="exchange", section=sets.SECTION, samples=("unique_inverse(v)",))
def unique_inverse(x):
    """Distinct elements, and for each element which of them it is."""
    return _distinct_fields(x, sets.UniqueInverse)


def _ascending(x: Any) -> Any:
    """Find distinct elements in NumPy, whose `unique_values` has them in no order."""
    return np.unique(x, equal_nan=False)


@implements(np.unique_values, numbers=False, host=_ascending)
@composite(comm="exchange", section=sets.SECTION, samples=("unique_values(v)",))
def unique_values(x):
    """Distinct elements, ascending."""
    return sets.unique(array(x), "values")[0]


reuse(np.intersect1d, "Distinct elements of both arrays, and where they are.")
reuse(np.union1d, "Distinct elements of either array.")
reuse(np.setxor1d, "Distinct elements that are in only one of the arrays.")


@implements(np.setdiff1d)
def setdiff1d(ar1, ar2, assume_unique=False):
    """Distinct elements of the first array that are not in the second."""
    first = reshape(array(ar1), (-1,)) if assume_unique else unique(ar1)
    return first[sets.occurs(first, array(ar2), invert=True)]


@implements(np.isin, numbers=False)
@composite(comm="exchange", section=sets.SECTION, samples=sets.ISIN)
def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Whether each element occurs in the other array; lies as `element` does."""
    if kind not in (None, "sort", "table"):
        raise ValueError(f"Invalid kind: '{kind}'. Please use None, 'sort' or 'table'.")
    first, second = array(element), array(test_elements)
    if kind == "table" and not all(x.dtype.kind in "biu" for x in (first, second)):
        raise ValueError(
            "The 'table' method is only supported for boolean or integer arrays. "
            "Please select 'sort' or None for kind."
        )
    return sets.occurs(first, second, invert=bool(invert))
