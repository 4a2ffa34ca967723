"""Set functions. The distinct elements are counted first; a program of that size follows."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from sharray import _handle
from sharray._ops import rules
from sharray._ops.table import composite, op

_page = "set functions"


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


class _Sorted(NamedTuple):
    values: Any
    order: Any
    first: Any
    count: Any


@op(rules.create, comm="gather", name="unique_sorted", host=False)
def _sorted(x, /):
    """The flattened array sorted, with the order and a mark on the first of equal elements."""
    flat = x.reshape(-1)
    order = jnp.argsort(flat, stable=True)
    values = flat[order]
    # NaNs differ from each other, so each is the first of its kind
    first = jnp.concatenate([jnp.ones(min(1, flat.size), bool), values[1:] != values[:-1]])
    return _Sorted(values, order.astype(jnp.int64), first, jnp.sum(first, dtype=jnp.int64))


@op(rules.create, comm="gather", name="unique_of_size", host=False)
def _pick(values, order, first, n, shape, /):
    """The distinct elements, `n` of them, and everything that `unique_all` gives."""
    at = jnp.nonzero(first, size=n)[0].astype(jnp.int64)
    ends = jnp.concatenate([at[1:], jnp.full(min(1, n), values.size, at.dtype)])
    group = jnp.cumsum(first, dtype=jnp.int64) - 1 if values.size < 2 else _rank(first)
    inverse = jnp.zeros(values.size, jnp.int64).at[order].set(group)
    return UniqueAll(values[at], order[at], inverse.reshape(shape), ends - at)


def _rank(first: Any) -> Any:
    from jax import lax

    return lax.associative_scan(jnp.add, first.astype(jnp.int64)) - 1


def _unique(x: Any, numpy_function: Any) -> Any:
    if not isinstance(x, _handle.Handle):
        raise TypeError(f"unique functions take an array, not {type(x).__name__}")
    expr = x._read()
    if expr.on_host:
        found = numpy_function(expr.value)
        made = [_handle.wrap_array(_handle.host(v)) for v in found]
        return type(found)(*made) if hasattr(found, "_fields") else made
    parts = _sorted(x)
    return _pick(parts.values, parts.order, parts.first, int(parts.count), expr.aval.shape)


@composite(comm="gather", section=_page)
def unique_all(x, /):
    """Distinct elements, index of the first of each, inverse indices and counts."""
    found = _unique(x, np.unique_all)
    return UniqueAll(found.values, found.indices, found.inverse_indices, found.counts)


@composite(comm="gather", section=_page)
def unique_counts(x, /):
    """Distinct elements and how often each occurs."""
    found = _unique(x, np.unique_all)
    return UniqueCounts(found.values, found.counts)


@composite(comm="gather", section=_page)
def unique_inverse(x, /):
    """Distinct elements, and for each element which of them it is."""
    found = _unique(x, np.unique_all)
    return UniqueInverse(found.values, found.inverse_indices)


@composite(comm="gather", section=_page)
def unique_values(x, /):
    """Distinct elements."""
    return _unique(x, np.unique_all).values


@op(
    rules.same,
    comm="gather",
    section="",
    name="isin_arrays",
    host=lambda x1, x2, invert: np.isin(x1, x2, invert=invert),
)
def _isin(x1, x2, /, *, invert):
    """Whether each element of the first occurs in the second."""
    dtype = np.result_type(np.dtype(x1.dtype), np.dtype(x2.dtype))
    return jnp.isin(x1.astype(dtype), x2.astype(dtype), invert=invert)


@composite(comm="gather", section=_page)
def isin(x1, x2, /, *, invert=False):
    """Whether each element of x1 occurs in x2; the result lies as x1 does.

    Parameters
    ----------
    x1, x2 : array or scalar
        Elements and the set; at least one must be an array.
    invert : bool
        Whether to negate the result.
    """
    from sharray._ops.creation import asarray
    from sharray._ops.data_types import result_type

    dtype = result_type(x1, x2)
    if not isinstance(x1, _handle.Handle):
        x1 = asarray(x1, dtype=dtype)
    if not isinstance(x2, _handle.Handle):
        x2 = asarray(x2, dtype=dtype)
    return _isin(x1, x2, invert=invert)
