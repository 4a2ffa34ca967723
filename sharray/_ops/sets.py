"""Runs of equal elements, which sets are made of, and membership in them.

The distinct elements are counted first; programs of that size follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sharray._core import rules
from sharray._core.context import context
from sharray._core.layout import make_layout
from sharray._core.lazy import jax, jnp
from sharray._core.node import constant
from sharray._core.operation import TABLE
from sharray._engine import shards
from sharray._engine.evaluate import evaluate_all
from sharray._ops import merging
from sharray._ops import selection_on_shards as on_shards
from sharray._ops.creation import arange
from sharray._ops.data_types import promoted
from sharray._ops.manipulation import reshape
from sharray._ops.searching import compressed, counted
from sharray._ops.sorting import ordered, sort, unpermuted
from sharray._ops.statistical import cumsum
from sharray._ops.table import op
from sharray._record.handles import node_of_numpy, wrap_array

SECTION = "set functions"
#: Samples of `isin`.
ISIN = (
    "isin(v, v2)",
    "isin(x(5), v)",
    "isin(x(n, dtype=complex), x((n + 1) // 2, dtype=complex))",
    "isin(x(5, dtype=complex), x(n, dtype=complex))",
)


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


def _starts_in_numpy(x: np.ndarray, equal_nan: bool) -> np.ndarray:
    differs = np.ones(x.size, bool)
    differs[1:] = x[1:] != x[:-1]
    if equal_nan:
        differs[1:] &= ~(np.isnan(x[1:]) & np.isnan(x[:-1]))
    return differs


@op(
    rules.same,
    comm="halo",
    name="unique_starts",
    host=_starts_in_numpy,
    on_shards=on_shards.starts_shards,
    samples=("unique_counts(v)",),
)
def _starts(x, /, *, equal_nan):
    """Mark the first of each run of equal elements; NaNs differ unless `equal_nan`."""
    # a shift, of which XLA moves the edges: it gathers what is concatenated
    before = jnp.pad(x, (1, 0))[: x.size]
    differs = x != before
    if equal_nan:
        differs &= ~(jnp.isnan(x) & jnp.isnan(before))
    return (jnp.arange(x.size) == 0) | differs


@op(
    rules.same,
    comm="halo",
    name="unique_counts_of",
    host=lambda starts, total: np.diff(starts, append=total),
    samples=("unique_counts(v)",),
)
def _counts(starts, /, *, total):
    """Lengths of the runs that begin at `starts`, the last of which ends at `total`."""
    behind = jnp.pad(starts, (0, 1))[1:]
    return jnp.where(jnp.arange(starts.size) == starts.size - 1, total, behind) - starts


def unique(x: Any, *fields: str, equal_nan: bool = False) -> list[Any]:
    """Return some of the `fields` of `UniqueAll`."""
    node = x._node()
    if node.on_host:
        result = np.unique_all(node.value)
        return [wrap_array(constant(getattr(result, name))) for name in fields]
    flat = reshape(x, (-1,))
    if fields == ("values",) and (few := _few(flat, equal_nan)) is not None:
        return [few]
    if {"indices", "inverse_indices"}.isdisjoint(fields):
        order, values = None, sort(flat, axis=0, stable=False)
    else:
        order, values = ordered(flat, axis=0)
    return distinct(fields, _starts(values, equal_nan=equal_nan), values, order, x.shape)


#: So many elements are looked at to tell whether most of an array repeat.
_SAMPLE = 1 << 12


def _few(x: Any, equal_nan: bool) -> Any:
    """Return the distinct elements of a vector, if NumPy finds those of its shards without sorting.

    None if they are not few, or lie where NumPy does not compute: then the vector is sorted.
    """
    node = x._node()
    layout = node.aval.layout
    if layout.size < TABLE[_starts.__name__].on_shards_from or node.is_traced:
        return None
    if not layout.size or not shards.serves(layout.mesh):
        return None
    evaluate_all([node])
    context.reads += 1  # what follows does not follow from the layout
    blocks = shards.blocks_of(node.value, layout, shards.places_of(layout))
    sample = np.concatenate([block[:: -(-layout.size // _SAMPLE)] for block in blocks.values()])
    if 2 * np.unique(sample).size > sample.size:
        return None
    # as all hash alike, NumPy compares each with all others
    if sample.dtype.kind == "c" and not equal_nan and np.isnan(sample).any():
        return None
    each = shards.at_once(lambda block: np.unique(block, equal_nan=equal_nan), blocks.values())
    values = np.unique(np.concatenate(each), equal_nan=equal_nan)
    there = make_layout(values.shape, layout.mesh, layout.spec)
    return wrap_array(node_of_numpy(values, there))


def numbers(x: Any) -> Any:
    """Return 0, 1, 2, ... for the rows of an array, which lie as those do."""
    if x._node().on_host:
        return wrap_array(constant(np.arange(x.shape[0])))
    there = jax.sharding.NamedSharding(
        x.sharding.mesh, jax.sharding.PartitionSpec(*x.sharding.spec[:1])
    )
    return arange(x.shape[0], device=there)


def distinct(fields: Sequence[str], starts: Any, rows: Any, order: Any, shape: Any) -> list[Any]:
    """Return some of the `fields` of `UniqueAll`.

    Parameters
    ----------
    fields
        Which.
    starts
        Marks the first of each run of equal elements.
    rows, order
        The sorted elements (or rows), and what their indices were before if that is wanted.
    shape
        Of the inverse indices.
    """
    size = counted(starts)
    arrays = {"values": rows, "indices": order, "counts": None}
    if "counts" in fields:
        arrays["counts"] = numbers(rows)
    arrays = {name: arrays[name] for name in fields if name in arrays}
    results = {}
    if arrays:
        results = dict(zip(arrays, compressed(starts, [*arrays.values()], size=size), strict=True))
    if "counts" in results:
        results["counts"] = _counts(results["counts"], total=rows.shape[0])
    if "inverse_indices" in fields:
        group = cumsum(starts, axis=0, dtype=order.dtype) - 1
        results["inverse_indices"] = reshape(unpermuted(order, group), shape)
    return [results[name] for name in fields]


@op(
    rules.same,
    comm="exchange",
    name="isin_arrays",
    host=lambda x1, x2, invert: np.isin(x1, x2, invert=invert),
    kernel=merging.occurs,
    samples=ISIN,
)
def occurs(x1, x2, /, *, invert):
    """Whether each element of the first occurs in the second."""
    x1, x2 = promoted(x1, x2)
    there = jnp.sort(x2.reshape(-1))
    if not there.size:
        return jnp.full(x1.shape, invert)
    at = jnp.searchsorted(there, x1)
    return (there[jnp.minimum(at, there.size - 1)] == x1) != invert
