"""Copies of runs of rows between arrays that are sharded along their leading dimension.

Reshapes and concatenations move contiguous runs of rows (or elements) to another place. Who sends
what to whom is known when the program is made, so it takes a few permutes in which each device
sends to one other and receives from one: each row moves once and nothing is gathered.
"""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

import numpy as np

from sharray._core.boundary import Run, runs
from sharray._core.layout import Aval, Layout, make_aval, make_layout, with_length
from sharray._core.lazy import jnp, lax
from sharray._engine import kernels
from sharray._engine.blocks import constrain, relayout
from sharray._engine.ragged_exchange import compress, join

#: Joined arrays of one shape that are more than these are stacked first.
_MANY = 4
#: Joined arrays of several shapes that are more than these are dealt out.
_TOO_MANY = 16


class Transfer(NamedTuple):
    """What one device sends to another, counted in rows of their blocks.

    `start` is the lowest row, also of what is mirrored.
    """

    operand: int
    sender: int
    receiver: int
    start: int
    to: int
    length: int
    step: int


def _transfers(rows: list[Run], sizes: list[int], size: int, count: int) -> list[Transfer]:
    """Cut runs of rows at the boundaries of blocks, of `sizes` rows and of `size` in the result."""
    transfers = []
    for run in rows:
        here = sizes[run.source]
        at = 0
        while at < run.length:
            sender, start = divmod(run.start + run.step * at, here)
            receiver, to = divmod(run.to + at, size)
            length = min(size - to, run.length - at)
            if run.step:
                length = min(length, here - start if run.step > 0 else start + 1)
            lowest = start - length + 1 if run.step < 0 else start
            transfers.append(Transfer(run.source, sender, receiver, lowest, to, length, run.step))
            at += length
    assert all(max(p.sender, p.receiver) < count for p in transfers)
    return transfers


def _rounds(transfers: list[Transfer]) -> list[list[Transfer]]:
    """Group transfers so that in a round each device sends at most one and receives at most one."""
    rounds: list[tuple[tuple[int, int], set[int], set[int], list[Transfer]]] = []
    for transfer in sorted(transfers, key=lambda p: -p.length):
        kind = transfer.operand, transfer.step
        for known in rounds:
            other, senders, receivers, members = known
            free = transfer.sender not in senders and transfer.receiver not in receivers
            if other == kind and free:
                break
        else:
            senders, receivers, members = set(), set(), []
            rounds.append((kind, senders, receivers, members))
        senders.add(transfer.sender)
        receivers.add(transfer.receiver)
        members.append(transfer)
    return [members for *_, members in rounds]


def copy_rows(
    arrays: list[Any],
    layouts: list[Layout],
    out: Layout,
    rows: list[Run],
    dtype: Any,
    axis: int = 0,
) -> Any:
    """Return a padded array of layout `out` filled by runs of rows; its padding is zero.

    Rows are what lies along `axis`. All arrays are sharded alike.
    """
    mesh, names, count = out.mesh, out.spec[axis], out.parts[axis]
    assert mesh is not None
    sizes = [layout.block_shape[axis] for layout in layouts]
    transfers = _transfers(rows, sizes, out.block_shape[axis], count)

    def body(*blocks: Any) -> Any:
        empty = jnp.zeros(out.block_shape, dtype)
        return exchange(empty, [b.astype(dtype) for b in blocks], transfers, names, count, axis)

    specs = [layout.spec for layout in layouts]
    return kernels.on_blocks(body, mesh, specs, out.spec)(*arrays)


def neighbours(
    count: int, size: int, length: int, before: int, after: int, beyond: str
) -> list[Transfer]:
    """List what comes before and after the block of each device, in arrays of those rows alone.

    Of `length` rows, in blocks of `size`; `beyond` says what lies beyond the ends, as
    `boundary.runs` does.
    """
    rows = []
    for k in range(-(-length // size)):
        first, last = k * size, min(k * size + size, length)
        for start, to, width in ((first - before, 0, before), (last, before, after)):
            to += k * (before + after)
            rows += [r._replace(to=to + r.to) for r in runs(beyond, start, width, length)]
    return _transfers(rows, [size], before + after, count)


def exchange(
    result: Any,
    blocks: list[Any],
    transfers: list[Transfer],
    names: tuple[str, ...],
    count: int,
    axis: int = 0,
) -> Any:
    """Fill rows of `result`, on each of `count` devices along `names`, with rows of blocks.

    Rows are what lies along `axis`.
    """
    me = kernels.position(names)
    for members in _rounds(transfers):
        result = _round(result, blocks[members[0].operand], members, me, names, count, axis)
    return result


def _round(
    result: Any,
    block: Any,
    members: list[Transfer],
    me: Any,
    names: tuple[str, ...],
    count: int,
    axis: int,
) -> Any:
    longest, step = max(p.length for p in members), members[0].step
    sent = longest if step else 1
    here, there = block.shape[axis], result.shape[axis]
    # a window of the longest length around the own transfer, within the block
    first, inner, length, to = (np.zeros(count, np.int64) for _ in range(4))
    for p in members:
        first[p.sender] = start = min(p.start, here - sent)
        inner[p.receiver] = p.start - start if step >= 0 else start + sent - p.start - p.length
        length[p.receiver] = p.length
        to[p.receiver] = p.to
    place = np.clip(to - inner, 0, there - longest)
    window = lax.dynamic_slice_in_dim(block, jnp.asarray(first)[me], sent, axis)
    pairs = [(p.sender, p.receiver) for p in members]
    if any(a != b for a, b in pairs):
        window = kernels.permute(window, names, pairs)
    window = _stepped(window, axis, step, longest)
    shift = to - inner - place
    if shift.any():
        window = jnp.roll(window, jnp.asarray(shift)[me], axis=axis)
    begin = jnp.asarray(to - place)[me]
    rows = jnp.arange(longest)
    mine = (rows >= begin) & (rows < begin + jnp.asarray(length)[me])
    at = jnp.asarray(place)[me]
    old = lax.dynamic_slice_in_dim(result, at, longest, axis)
    mine = mine.reshape([-1 if d == axis else 1 for d in range(result.ndim)])
    return lax.dynamic_update_slice_in_dim(result, jnp.where(mine, window, old), at, axis)


def _stepped(rows: Any, axis: int, step: int, length: int) -> Any:
    """Mirror rows, or repeat one, as `step` says."""
    if step < 0:
        return lax.rev(rows, (axis,))
    shape = tuple(length if d == axis else n for d, n in enumerate(rows.shape))
    return rows if step else jnp.broadcast_to(rows, shape)


def _leading(layout: Layout, names: tuple[str, ...]) -> Layout:
    """Return the layout of the same shape with its first long dimension sharded by `names`."""
    axis = next((d for d, n in enumerate(layout.shape) if n > 1), 0)
    spec = tuple(names if d == axis else () for d in range(layout.ndim))
    return make_layout(layout.shape, layout.mesh, spec)


def reshape(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Reshape by moving runs of elements in row-major order."""
    source, target = avals[0].layout, aval.layout
    mesh = source.mesh
    assert mesh is not None
    if source.shape == target.shape:
        return relayout(args[0], source, target)
    names = tuple(n for axes in target.spec for n in axes) or tuple(
        n for axes in source.spec for n in axes
    )
    if not names or source.size <= 1 or not source.ndim or not target.ndim:
        x = relayout(args[0], source, make_layout(source.shape, mesh))
        return relayout(jnp.reshape(x, target.shape), make_layout(target.shape, mesh), target)
    inner, outer = _leading(source, names), _leading(target, names)
    x = relayout(args[0], source, inner)
    # the blocks one after the other, with the padding of the last ones
    flat = [make_layout((math.prod(a.padded_shape),), mesh, (names,)) for a in (inner, outer)]
    x = _reblock(x, inner, flat[0])
    x = copy_rows([x], [flat[0]], flat[1], [Run(0, 0, source.size)], x.dtype)
    x = _reblock(x, flat[1], outer)
    return relayout(x, outer, target)


def _reblock(x: Any, source: Layout, target: Layout) -> Any:
    """Give the block of each device another shape of the same size."""
    assert source.mesh is not None

    def body(block: Any) -> Any:
        return block.reshape(target.block_shape)

    return kernels.on_blocks(body, source.mesh, [source.spec], target.spec)(x)


def taken(x: Any, axis: int, beyond: str, start: int, length: int) -> Any:
    """Return ``out[t] = x[start + t]`` for ``t < length`` along an axis that nothing shards.

    What there is `beyond` its ends is an element of it.
    """
    assert beyond != "fill"
    parts = []
    for run in runs(beyond, start, length, x.shape[axis]):
        first = run.start + min(0, run.step * (run.length - 1))
        stop = first + (run.length if run.step else 1)
        rows = lax.slice_in_dim(x, first, stop, axis=axis)
        parts.append(_stepped(rows, axis, run.step, run.length))
    return lax.concatenate(parts, axis) if parts else lax.slice_in_dim(x, 0, 0, axis=axis)


def padded_slice(x: Any, source: Layout, target: Layout, axis: int, start: int, beyond: str) -> Any:
    """Return ``out[t] = x[start + t]`` along `axis`, with zeros where it is to be filled.

    `target` differs from `source` in its length along `axis` only.
    """
    length = target.shape[axis]
    if beyond != "fill" and not source.spec[axis]:
        return taken(x, axis, beyond, start, length)
    rows = list(runs(beyond, start, length, source.shape[axis]))
    return copy_rows([x], [source], target, rows, x.dtype, axis)


def concat(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Join along an axis; runs of rows move where the axis is sharded."""
    axis = params.values["axis"]
    if axis is None:
        shapes = [(a.layout.size,) for a in avals]
        axis = 0
    else:
        shapes = [a.shape for a in avals]
    arrays, sources = _reshaped(args, avals, shapes, aval.layout)
    return _joined(arrays, [a.layout for a in sources], aval.layout, axis, aval.dtype)


def _reshaped(
    args: list[Any], avals: list[Aval], shapes: list[tuple[int, ...]], like: Layout
) -> tuple[list[Any], list[Aval]]:
    """Return arrays under other shapes, sharded as another layout is, and what they are."""
    targets = [
        make_aval(make_layout(shape, like.mesh, like.spec[: len(shape)]), a.dtype)
        for shape, a in zip(shapes, avals, strict=True)
    ]
    calls = zip(args, avals, targets, strict=True)
    return [reshape(None, [x], [a], to, None) for x, a, to in calls], targets


def _joined(arrays: list[Any], sources: list[Layout], out: Layout, axis: int, dtype: Any) -> Any:
    """Join arrays of one spec along an axis."""
    if not arrays:
        return jnp.zeros(out.padded_shape, dtype)
    sizes = [layout.shape[axis] for layout in sources]
    if out.parts[axis] == 1:
        # copied as it is: fused with what uses it, XLA would choose between them for each element
        return lax.optimization_barrier(jnp.concatenate([x.astype(dtype) for x in arrays], axis))
    alike = len(arrays) > _MANY and len(set(sizes)) == 1
    if not alike and len(arrays) <= _TOO_MANY:
        starts = itertools.accumulate(sizes[:-1], initial=0)
        places = enumerate(zip(starts, sizes, strict=True))
        rows = [Run(0, to, n, source=k) for k, (to, n) in places if n]
        return copy_rows(arrays, sources, out, rows, dtype, axis)
    front = [_to_front(layout, axis) for layout in (*sources, out)]
    rows = [jnp.moveaxis(x, axis, 0).astype(dtype) for x in arrays]
    if alike:
        # as a stack, whose elements then move all at once: one by one they would make a program
        # that takes long to compile
        joined = _unstacked(jnp.stack(rows), front[0], front[-1])
    else:
        joined = join(rows, front[:-1], front[-1])
    return jnp.moveaxis(joined, 0, axis)


def _unstacked(stacked: Any, each: Layout, out: Layout) -> Any:
    """Join the arrays of a stack along their first axis."""
    before = make_layout((len(stacked), *each.shape), each.mesh, ((), *each.spec))
    avals = make_aval(before, stacked.dtype), make_aval(out, stacked.dtype)
    return reshape(None, [stacked], [avals[0]], avals[1], None)


def repeat(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Repeat each row along an axis; at the ends of blocks rows move to the next device."""
    axis, often = params.values["axis"], params.values["repeats"]
    source = make_layout(avals[0].shape, aval.layout.mesh, aval.layout.spec)
    x = relayout(args[0], avals[0].layout, source)
    if not source.spec[axis]:
        return jnp.repeat(x, often, axis)
    assert source.mesh is not None

    def body(block: Any) -> Any:
        return jnp.repeat(block, often, axis)

    rows = kernels.on_blocks(body, source.mesh, [source.spec], source.spec)(x)
    longer = with_length(source, axis, source.padded_shape[axis] * often)
    whole = [Run(0, 0, aval.shape[axis])]
    return copy_rows([rows], [longer], aval.layout, whole, x.dtype, axis)


def tile(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Repeat all rows, along one axis after the other."""
    out = aval.layout
    new = out.ndim - avals[0].layout.ndim
    counts = params.values["repetitions"]
    counts = (counts,) if isinstance(counts, int) else tuple(counts)
    counts = (1,) * (out.ndim - len(counts)) + counts
    source = make_layout((1,) * new + avals[0].shape, out.mesh, ((),) * new + avals[0].layout.spec)
    here = make_layout(source.shape, out.mesh, out.spec)
    x = relayout(lax.expand_dims(args[0], range(new)), source, here)
    for axis, count in enumerate(counts):
        if count != 1:
            there = with_length(here, axis, here.shape[axis] * count)
            x = _tiled(x, here, there, axis, count)
            here = there
    return x


def _tiled(x: Any, here: Layout, out: Layout, axis: int, count: int) -> Any:
    """Join an array so many times with itself."""
    if count <= _MANY:
        return _joined([x] * count, [here] * count, out, axis, x.dtype)
    rows = jnp.moveaxis(x, axis, 0)
    stacked = jnp.broadcast_to(rows, (count, *rows.shape))
    joined = _unstacked(stacked, _to_front(here, axis), _to_front(out, axis))
    return jnp.moveaxis(joined, 0, axis)


def stack(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Join along a new axis, which no mesh axis shards: nothing moves but what lies elsewhere."""
    axis, layout = params.values["axis"], aval.layout
    spec = tuple(s for d, s in enumerate(layout.spec) if d != axis)
    ready = [
        relayout(x, a.layout, make_layout(a.shape, layout.mesh, spec)).astype(aval.dtype)
        for x, a in zip(args, avals, strict=True)
    ]
    # the default placement, of arrays from the host, may shard the new axis
    whole = make_layout(layout.shape, layout.mesh, (*spec[:axis], (), *spec[axis:]))
    return relayout(constrain(jnp.stack(ready, axis), whole), whole, layout)


def choose(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Take the elements, or rows, of an array where a mask is true, which is so often."""
    lead = avals[0].layout.ndim
    if lead != 1:
        shapes = [(math.prod(a.shape[:lead]), *a.shape[lead:]) for a in avals]
        args, avals = _reshaped(args, avals, shapes, aval.layout)
    return compress(op, args, avals, [aval], params)[0]


def _to_front(layout: Layout, axis: int) -> Layout:
    order = [axis, *[d for d in range(layout.ndim) if d != axis]]
    shape = tuple(layout.shape[d] for d in order)
    return make_layout(shape, layout.mesh, tuple(layout.spec[d] for d in order))
