"""Elements by their rank, found by counting instead of sorting: nothing is gathered."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.layout import make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._engine import kernels
from sharray._engine.blocks import relayout
from sharray._engine.folds import Valid
from sharray._ops import selection_on_shards as on_shards
from sharray._ops.keys import from_keys, last_key, to_keys
from sharray._ops.table import op

#: So many ranks are worth sorting the block of each device, in which to count is quick.
_MANY = 16
#: So many elements one byte can count.
_RUN = 255
#: Lines that are counted side by side, where they can be chosen.
_SIDE_BY_SIDE = 128


def _bisect(keys: Any, ranks: Any, is_reached: Any) -> Any:
    """Find keys bit by bit, the highest first: `is_reached(candidates)` says which bits to set."""
    bits = keys.dtype.itemsize * 8

    def step(i: Any, prefix: Any) -> Any:
        bit = jnp.left_shift(jnp.ones((), keys.dtype), (bits - 1 - i).astype(keys.dtype))
        return jnp.where(is_reached(prefix | bit), prefix | bit, prefix)

    return lax.fori_loop(0, bits, step, jnp.zeros(ranks.shape, keys.dtype))


def _select(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    """Count on each device, and add up over those that share the reduced axes."""
    layout, axes = avals[0].layout, params.values["axis"]
    mesh = layout.mesh
    spec = tuple(() if d in axes else names for d, names in enumerate(layout.spec))
    owners = tuple(name for a in axes for name in layout.spec[a])
    long = [() if n == 1 else names for names, n in zip(spec, avals[1].shape[1:], strict=True)]
    lines = make_layout(avals[1].shape, mesh, ((), *long))
    ranks = relayout(args[1], avals[1].layout, lines)
    valid = Valid(layout.shape)
    weights = [
        valid.fill(relayout(w, a.layout, layout), 0, axes)
        for w, a in zip(args[2:], avals[2:], strict=True)
    ]
    specs = [layout.spec, lines.spec, *[layout.spec for _ in weights]]
    there = ((), *spec)
    find = kernels.on_blocks(functools.partial(_at_ranks, axes, owners), mesh, specs, there)
    result = _selection(find, valid, axes)(args[0], ranks, *weights)
    return relayout(result, make_layout(aval.shape, mesh, there), aval.layout)


def _at_ranks(
    axes: tuple[int, ...], owners: tuple[str, ...], keys: Any, ranks: Any, *weights: Any
) -> Any:
    """Return the keys at `ranks` over axes, of which devices along `owners` have a part each."""
    lines = [1 if d in axes else n for d, n in enumerate(keys.shape)]
    ranks = jnp.broadcast_to(ranks, (ranks.shape[0], *lines))
    if weights:
        reached, most = _by_weight(keys, weights[0], ranks, axes, owners)
        return jnp.minimum(_bisect(keys, ranks, reached), most)
    count = _in_sorted(keys, axes) if ranks.shape[0] > _MANY else _by_comparing(keys, axes)
    return _bisect(keys, ranks, lambda at: _total(count(at), owners) <= ranks)


def _selection(find: Any, valid: Valid, axes: tuple[int, ...]) -> Any:
    """Return the selection of numbers, with its derivative, that `find` makes of their keys."""

    @jax.custom_jvp
    def select(x: Any, ranks: Any, *weights: Any) -> Any:
        keys = to_keys(x)
        keys = valid.fill(keys, last_key(keys.dtype), axes)
        return from_keys(find(keys, ranks, *weights), x.dtype)

    @select.defjvp
    def tangent(primals: Any, tangents: Any) -> Any:
        out = select(*primals)
        return out, _tangent_out(primals[0], tangents[0], out, valid, axes)

    return select


def _selected(x: Any, ranks: Any, weights: Any, axes: tuple[int, ...]) -> Any:
    """Select in an array that is whole."""
    find = functools.partial(_at_ranks, axes, ())
    return _selection(find, Valid(x.shape), axes)(x, ranks, *weights)


def _tangent_out(x: Any, dx: Any, out: Any, valid: Valid, axes: tuple[int, ...]) -> Any:
    """Return the tangents of `out`, elements of `x`: the mean of those of all that are equal."""
    if x.dtype.kind != "f":
        return np.zeros(out.shape, jax.dtypes.float0)
    over = tuple(a + 1 for a in axes)
    real = valid.fill(jnp.ones(x.shape, bool), False, axes)
    here = ((x == out) | (jnp.isnan(x) & jnp.isnan(out))) & real
    total = jnp.sum(jnp.where(here, dx, 0), axis=over, keepdims=True)
    return total / jnp.maximum(jnp.sum(here, axis=over, keepdims=True), 1).astype(dx.dtype)


def _by_comparing(keys: Any, axes: tuple[int, ...]) -> Any:
    """Return how many keys are below candidates, one of which stands for each line of keys."""

    def count(candidates: Any) -> Any:
        # one after the other: each pass is as quick as the keys are read
        return lax.map(lambda candidate: _how_many(keys < candidate, axes), candidates)

    return count


def _how_many(holds: Any, axes: tuple[int, ...]) -> Any:
    """Count over axes, which stay, with length 1; in runs that bytes can count, side by side."""
    shape = tuple(1 if d in axes else n for d, n in enumerate(holds.shape))
    if len(axes) < holds.ndim or holds.size < _SIDE_BY_SIDE:
        return _in_runs(holds, axes)
    flat = holds.reshape(-1)
    end = flat.size // _SIDE_BY_SIDE * _SIDE_BY_SIDE
    total = _in_runs(flat[:end].reshape(-1, _SIDE_BY_SIDE), (0, 1))
    return (total + jnp.sum(flat[end:], dtype=jnp.int64)).reshape(shape)


def _in_runs(holds: Any, axes: tuple[int, ...]) -> Any:
    first, shape = axes[0], holds.shape
    end = shape[first] // _RUN * _RUN
    runs = lax.slice_in_dim(holds, 0, end, axis=first)
    runs = runs.reshape(*shape[:first], end // _RUN, _RUN, *shape[first + 1 :])
    total: Any = 0
    for part, axis in ((runs, first + 1), (lax.slice_in_dim(holds, end, None, axis=first), first)):
        counts = jnp.sum(part, axis=axis, dtype=jnp.uint8, keepdims=axis == first)
        total += jnp.sum(counts, axis=axes, dtype=jnp.int64, keepdims=True)
    return total


def _in_sorted(keys: Any, axes: tuple[int, ...]) -> Any:
    """As `_by_comparing`, for many candidates in each line."""
    kept = [d for d in range(keys.ndim) if d not in axes]
    length = math.prod(keys.shape[a] for a in axes)
    lines = jnp.sort(lax.transpose(keys, (*kept, *axes)).reshape(-1, length))

    def count(candidates: Any) -> Any:
        each = candidates.reshape(candidates.shape[0], -1).T
        counts = jax.vmap(jnp.searchsorted)(lines, each).astype(jnp.int64)
        return counts.T.reshape(candidates.shape)

    return count


def _total(of: Any, names: tuple[str, ...]) -> Any:
    return lax.psum(of, names) if names else of


def _by_weight(
    keys: Any, weights: Any, wanted: Any, axes: tuple[int, ...], names: tuple[str, ...]
) -> tuple[Any, Any]:
    """Return whether what is below candidates weighs less than wanted; the largest key of all.

    The latter is for shares of nearly all, which the sums may miss by their rounding.
    """
    over = tuple(a + 1 for a in axes)
    every = _total(jnp.sum(weights, axis=axes, keepdims=True), names)[None]
    # by what it sees to be repeated XLA does not divide: it multiplies by the inverse, rounded
    every = lax.optimization_barrier(jnp.broadcast_to(every, wanted.shape))
    most = jnp.max(jnp.where(weights > 0, keys, 0), axis=axes, keepdims=True)[None]

    def reached(candidates: Any) -> Any:
        below = jnp.where(keys < candidates, weights, 0)
        share = _total(jnp.sum(below, axis=over, keepdims=True), names) / every
        return (share < wanted) | (share == 0)

    return reached, lax.pmax(most, names) if names else most


def _in_order(x: np.ndarray, ranks: np.ndarray, axis: tuple[int, ...]) -> np.ndarray:
    """Select in an array of NumPy, which sorts each line."""
    rest = [d for d in range(x.ndim) if d not in axis]
    lines = x.transpose(*rest, *axis).reshape(*[x.shape[d] for d in rest], -1)
    places = np.moveaxis(ranks.reshape(-1, *[ranks.shape[d + 1] for d in rest]), 0, -1)
    places = np.broadcast_to(places.astype(np.intp), (*lines.shape[:-1], places.shape[-1]))
    chosen = np.take_along_axis(np.sort(lines, axis=-1), places, -1)
    kept = [1 if d in axis else n for d, n in enumerate(x.shape)]
    return np.moveaxis(chosen, -1, 0).reshape(-1, *kept)


@op(
    rules.ranked,
    comm="reduce",
    name="numpy.selected",
    host=_in_order,
    kernel=_select,
    on_shards=on_shards.select_shards,
    samples=("median(v)", "percentile(v, range(0, 101, 5))", "nanmedian(m, axis=0)"),
)
def selected(x, ranks, /, *, axis):
    """Elements that would stand at `ranks` if `x` were sorted over axes, NaNs last.

    `ranks` has a dimension for several ranks and those of `x`, reduced ones of length 1.
    """
    return _selected(x, ranks, (), axis)


@op(
    rules.ranked,
    comm="reduce",
    name="numpy.selected_by_weight",
    host=False,
    kernel=_select,
    samples=("quantile(v, [0.2, 0.8], weights=v2, method='inverted_cdf')",),
)
def selected_by_weight(x, shares, weights, /, *, axis):
    """Smallest elements that together with those below weigh `shares` of all, over axes."""
    return _selected(x, shares, (weights,), axis)
