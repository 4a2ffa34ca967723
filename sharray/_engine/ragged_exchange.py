"""Runs of elements that go to other devices, as many to each as turns out when the program runs.

XLA moves arrays of lengths that it knows. So elements are dealt out first, in turn, as one deals
cards: then every device holds about as many for each receiver as any other, and room for those is
room enough for all. Each element moves twice, whatever goes where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.layout import Aval, Layout, Spec, make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._engine import kernels
from sharray._engine.blocks import resize, run_on_blocks


def are_small(avals: Sequence[Aval]) -> bool:
    """Whether to gather arrays rather than exchange them: they are no larger than the counts."""
    return all(a.layout.size * a.dtype.itemsize < observers.SMALL for a in avals)


def exchange(
    arrays: Sequence[Any], cuts: Any, names: tuple[str, ...], count: int, length: int
) -> list[Any]:
    """Send rows ``cuts[j]:cuts[j + 1]`` of arrays to device `j` of `count` along `names`.

    A device returns `length` rows, which is no less than what it gets: the runs in the order of
    their senders; the rest is arbitrary.
    """
    every = lax.all_gather(cuts, names)
    me = kernels.position(names)
    dealt = [_turned(_dealt(x, count), names) for x in arrays]
    slots = _slots(every, me, count, length // count + count)
    received = [_turned(slots(x), names) for x in dealt]
    at = _places(every, me, count, length)
    return [at(x) for x in received]


def _turned(x: Any, names: tuple[str, ...]) -> Any:
    """Send row `j` to device `j`; row `i` is what device `i` has sent."""
    return lax.all_to_all(x, names, 0, 0)


def _dealt(x: Any, count: int) -> Any:
    share = -(-x.shape[0] // count)
    fill = [(0, share * count - x.shape[0]), *[(0, 0)] * (x.ndim - 1)]
    return jnp.swapaxes(jnp.pad(x, fill).reshape(share, count, *x.shape[1:]), 0, 1)


def _below(cuts: Any, holder: Any, count: int) -> Any:
    """Return how many of the elements before `cuts` were dealt to `holder`."""
    return (cuts - holder + count - 1) // count


def _last(starts: Any, at: Any) -> Any:
    """Return the number of the last of ascending `starts` that is not behind `at`."""
    return jnp.searchsorted(starts, at, side="right", method="compare_all") - 1


def _slots(every: Any, me: Any, count: int, room: int) -> Any:
    """Collect what was dealt to this device by receivers, for each in the order of senders."""
    below = _below(every, me, count)
    lengths = below[:, 1:] - below[:, :-1]
    starts = jnp.cumsum(lengths, axis=0) - lengths
    at = jnp.arange(room)
    sender = jax.vmap(_last, in_axes=(1, None))(starts, at)
    to = jnp.arange(count)[:, None]
    index = below[sender, to] + at - starts[sender, to]
    return lambda x: x[sender, jnp.clip(index, 0, x.shape[1] - 1)]


def _places(every: Any, me: Any, count: int, length: int) -> Any:
    """Put together what has arrived: the run of the first sender, that of the second, ..."""
    first, last = every[:, me], every[:, me + 1]
    lengths = last - first
    starts = jnp.cumsum(lengths) - lengths
    holders = jnp.arange(count)
    low, high = (_below(c[:, None], holders, count) for c in (first, last))
    offset = jnp.cumsum(high - low, axis=0) - (high - low)
    at = jnp.arange(length)
    sender = _last(starts, at)
    index = first[sender] + at - starts[sender]
    holder = index % count
    place = offset[sender, holder] + index // count - low[sender, holder]
    return lambda x: x[holder, jnp.clip(place, 0, x.shape[1] - 1)]


def compress(op: Any, args: list[Any], avals: list[Aval], aval: Any, params: Any) -> list[Any]:
    """Take the rows of arrays where a vector is not zero, of which the results say how many."""
    return _collected(args, avals, list(aval), lambda index, blocks: blocks)


def positions(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Find where a vector is not zero, of which the result says how often."""
    return _collected(args, avals, [aval], lambda index, blocks: [index])[0]


def _collected(
    args: list[Any], avals: list[Aval], results: list[Aval], rows_of: Callable[..., Any]
) -> list[Any]:
    """Collect rows, by their indices and those of arrays, where a vector is not zero.

    Each device collects its own, which then go where their number lies.
    """
    # the largest stays where it is
    most = max((a.layout for a in avals), key=lambda layout: layout.size)
    mesh, names, count, n = most.mesh, most.spec[0], most.parts[0], most.shape[0]
    assert mesh is not None
    if are_small(avals):
        names, count = (), 1
    size = results[0].shape[0]
    length = -(-size // count)
    kind = np.int32 if most.size <= np.iinfo(np.int32).max else np.int64

    def spec_of(layout: Layout) -> Spec:
        rest = [() if set(s) & set(names) else s for s in layout.spec[1:]]
        return (names, *rest)

    def body(mask: Any, *blocks: Any) -> list[Any]:
        index = kernels.position(names) * mask.shape[0] + jnp.arange(mask.shape[0])
        chosen = (mask != 0) & (index < n)
        rank = jnp.cumsum(chosen, dtype=kind)
        room = min(mask.shape[0], size)
        # behind the end, and so dropped, where it is not chosen
        place = jnp.where(chosen, rank - 1, room)
        packed = [
            jnp.zeros((room, *b.shape[1:]), b.dtype).at[place].set(b, mode="drop")
            for b in rows_of(index, blocks)
        ]
        if not names:
            return [resize(x, (size, *x.shape[1:])) for x in packed]
        totals = lax.all_gather(rank[-1], names)
        before = jnp.sum(jnp.where(jnp.arange(count) < kernels.position(names), totals, 0))
        cuts = jnp.clip(jnp.arange(count + 1) * length - before, 0, rank[-1])
        return exchange(packed, cuts, names, count, length)

    if not most.size or not size:
        return [jnp.zeros(a.layout.padded_shape, a.dtype) for a in results]
    layouts = [make_layout(a.shape, mesh, spec_of(a.layout)) for a in avals]
    there = layouts[1:] or layouts
    inner = [make_layout(a.shape, mesh, to.spec) for a, to in zip(results, there, strict=True)]
    return run_on_blocks(body, args, avals, layouts, inner, results)


def join(rows: list[Any], sources: list[Layout], out: Layout) -> Any:
    """Join many arrays of any lengths: each device its own blocks, whose rows then go their ways.

    What is sent to whom is computed on the way, so the program does not grow with the arrays.
    """
    mesh, names, count = out.mesh, out.spec[0], out.parts[0]
    assert mesh is not None
    size, total = out.block_shape[0], out.shape[0]
    lengths = np.array([layout.shape[0] for layout in sources])
    blocks = np.array([layout.block_shape[0] for layout in sources])
    first, target = (np.concatenate([[0], np.cumsum(n)])[:-1] for n in (blocks, lengths))

    def body(*parts: Any) -> Any:
        me = kernels.position(names)
        held = jnp.concatenate(parts)
        # of each row: the array it belongs to, its index there, and in the result
        at = jnp.arange(held.shape[0])
        k = jnp.searchsorted(jnp.asarray(first), at, side="right") - 1
        index = me * jnp.asarray(blocks)[k] + at - jnp.asarray(first)[k]
        real = index < jnp.asarray(lengths)[k]
        rank = jnp.cumsum(real)
        place = jnp.where(real, rank - 1, held.shape[0])
        to = jnp.full(at.shape, total).at[place].set(index + jnp.asarray(target)[k], mode="drop")
        held = jnp.zeros_like(held).at[place].set(held, mode="drop")
        cuts = jnp.searchsorted(to, jnp.minimum(jnp.arange(count + 1) * size, total))
        got, to = exchange([held, to], cuts, names, count, size)
        mine = jnp.arange(size) < total - me * size
        place = jnp.where(mine, to - me * size, size)
        return jnp.zeros_like(got).at[place].set(got, mode="drop")

    specs = [layout.spec for layout in sources]
    return kernels.on_blocks(body, mesh, specs, out.spec)(*rows)
