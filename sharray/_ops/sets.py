"""Set functions. The distinct elements are counted first; programs of that size follow."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from sharray import _record
from sharray._engine import lookups
from sharray._expr import host
from sharray._handle import Handle, wrap_array
from sharray._ops import rules
from sharray._ops.creation import asarray
from sharray._ops.data_types import promoted, result_type
from sharray._ops.indexing import taken
from sharray._ops.manipulation import reshape
from sharray._ops.searching import count_nonzero, positions
from sharray._ops.sorting import argsort
from sharray._ops.statistical import cumulative_sum
from sharray._ops.table import composite, op

_page = "set functions"
_WHY = "an element may equal any of the set, so the set goes to every device"
_SORTS = "the elements are sorted, for which a vector is gathered"


class UniqueAll(NamedTuple):
    """Result of `unique_all`."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCounts(NamedTuple):
    """Result of `unique_counts`."""

    values: Any
    counts: Any


class UniqueInverse(NamedTuple):
    """Result of `unique_inverse`."""

    values: Any
    inverse_indices: Any


@op(rules.same, comm="halo", name="unique_starts", host=False)
def _starts(x, /, *, equal_nan):
    """Mark the first of each run of equal elements; NaNs differ unless `equal_nan`."""
    # a shift, of which XLA moves the edges: it gathers what is concatenated
    before = jnp.pad(x, (1, 0))[: x.size]
    differs = x != before
    if equal_nan:
        differs &= ~(jnp.isnan(x) & jnp.isnan(before))
    return (jnp.arange(x.size) == 0) | differs


@op(rules.same, comm="halo", name="unique_counts_of", host=False)
def _counts(starts, /, *, total):
    """Lengths of the runs that begin at `starts`, the last of which ends at `total`."""
    behind = jnp.pad(starts, (0, 1))[1:]
    return jnp.where(jnp.arange(starts.size) == starts.size - 1, total, behind) - starts


@op(rules.same, comm="gather", name="unique_inverse_of", host=False, why=_SORTS)
def _inverse(order, group, /):
    """Bring the numbers of the groups into the order from before the sort."""
    return jnp.zeros_like(group).at[order].set(group, unique_indices=True)


def _unique(x: Any, *fields: str, equal_nan: bool = False) -> list[Any]:
    """Return some of the `fields` of `UniqueAll`."""
    x = _record.as_handle(x, "unique")
    expr = x._read()
    if expr.on_host:
        found = np.unique_all(expr.value)
        return [wrap_array(host(getattr(found, name))) for name in fields]
    flat = reshape(x, (-1,))
    order = argsort(flat)
    ordered = taken(flat, order, axis=0)
    starts = _starts(ordered, equal_nan=equal_nan)
    at = positions(starts, size=int(count_nonzero(starts)))
    made = []
    for name in fields:
        if name == "values":
            made.append(taken(ordered, at, axis=0))
        elif name == "indices":
            made.append(taken(order, at, axis=0))
        elif name == "counts":
            made.append(_counts(at, total=x.size))
        else:
            group = cumulative_sum(starts) - 1
            made.append(reshape(_inverse(order, group), x.shape))
    return made


@composite(comm="gather", section=_page, why=_SORTS)
def unique_all(x, /):
    """Distinct elements, ascending, index of the first of each, inverse indices and counts.

    Each NaN counts as distinct. Waits for the number of distinct elements.
    """
    return UniqueAll(*_unique(x, *UniqueAll._fields))


@composite(comm="gather", section=_page, why=_SORTS)
def unique_counts(x, /):
    """Distinct elements, ascending, and how often each occurs.

    Each NaN counts as distinct. Waits for the number of distinct elements.
    """
    return UniqueCounts(*_unique(x, *UniqueCounts._fields))


@composite(comm="gather", section=_page, why=_SORTS)
def unique_inverse(x, /):
    """Distinct elements, ascending, and for each element which of them it is.

    Each NaN counts as distinct. Waits for the number of distinct elements.
    """
    return UniqueInverse(*_unique(x, *UniqueInverse._fields))


@composite(comm="gather", section=_page, why=_SORTS)
def unique_values(x, /):
    """Distinct elements, ascending.

    Each NaN counts as distinct. Waits for the number of distinct elements.
    """
    return _unique(x, "values")[0]


@op(
    rules.same,
    comm="gather",
    name="isin_arrays",
    host=lambda x1, x2, invert: np.isin(x1, x2, invert=invert),
    kernel=lookups.per_element_of(0),
    why=_WHY,
)
def _isin(x1, x2, /, *, invert):
    """Whether each element of the first occurs in the second."""
    x1, x2 = promoted(x1, x2)
    there = jnp.sort(x2.reshape(-1))
    if not there.size:
        return jnp.full(x1.shape, invert)
    at = jnp.searchsorted(there, x1)
    return (there[jnp.minimum(at, there.size - 1)] == x1) != invert


@composite(comm="gather", section=_page, why=_WHY)
def isin(x1, x2, /, *, invert=False):
    """Whether each element of x1 occurs in x2; the result lies as x1 does.

    Parameters
    ----------
    x1, x2 : array or scalar
        Elements and the set; at least one must be an array.
    invert : bool
        Whether to negate the result.

    Raises
    ------
    TypeError
        If neither is an array.
    """
    if not isinstance(x1, Handle) and not isinstance(x2, Handle):
        raise TypeError("isin needs at least one array among its operands")
    dtype = result_type(x1, x2)
    x1, x2 = (a if isinstance(a, Handle) else asarray(a, dtype=dtype) for a in (x1, x2))
    return _isin(x1, x2, invert=invert)
