"""Reads that go on beyond the ends of an array, and are as long: what rolls and slices of pads are.

All shifts of one array in a program are made together, so that what they take from the neighbours
is exchanged once, and so that XLA fuses each of them with what uses it. Along the last dimension,
which its loops vectorise, a shift is a slice of the array with both ends joined to it, and so a
load at another address. Along the others its ends are joined to each shift by itself: which part a
row comes from is asked once per row, and nothing is copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sharray._core.layout import Layout
from sharray._core.lazy import jnp, lax
from sharray._engine import ir, kernels, segments

#: For each axis of an array, by how much ``out[i] = x[i + shift]``.
Shifts = tuple[int, ...]


def beyond(read: ir.Read) -> str:
    """Return what a read finds beyond the ends of its source."""
    return next((w.beyond for w in read.dims if w is not None and w.beyond), "")


def grouped(
    entries: Sequence[ir.Entry], offsets: Sequence[int]
) -> dict[tuple[int, str], list[tuple[int, Shifts]]]:
    """Return which reads shift each entry, as (position of the read, shifts).

    Those that find the same beyond its ends. A shift by more than a block is not among them: that
    moves every element. Nor is one that is filled up, with which XLA does as well.
    """
    reads: dict[tuple[int, str], list[tuple[int, Shifts]]] = {}
    for i, entry in enumerate(entries):
        if not isinstance(entry, ir.Read):
            continue
        layout = entries[entry.arg].aval.layout
        shifts = [0] * layout.ndim
        for at, w in enumerate(entry.dims):
            if w is None or w.beyond in ("", "fill"):
                continue
            offset = w.start if w.slot < 0 else offsets[w.slot]
            is_shift = entry.aval.shape[at] == layout.shape[w.axis]
            if is_shift and abs(offset) <= layout.block_shape[w.axis]:
                shifts[w.axis] = offset
        if any(shifts):
            reads.setdefault((entry.arg, beyond(entry)), []).append((i, tuple(shifts)))
    return reads


def shifted(x: Any, layout: Layout, shifts: Sequence[Shifts], beyond: str) -> Sequence[Any]:
    """Return a padded array shifted in several ways, none by more than a block.

    `beyond` says what lies beyond its ends.
    """
    assert layout.mesh is not None
    last = layout.ndim - 1
    moved = [a for a in range(layout.ndim) if any(s[a] for s in shifts)]

    def body(block: Any) -> list[Any]:
        size = block.shape[last]
        low = high = 0
        if last in moved:
            low, high = min(s[last] for s in shifts), max(s[last] for s in shifts)
            ends = _edges(block, last, low, high, layout, beyond)
            block = _between(block, last, low, high, ends, layout)
        if last in moved or len(shifts) > 1:
            # computed once, where XLA would compute it again for each shift
            block = lax.optimization_barrier(block)
        # by the shifts along the first axes
        done: dict[Shifts, Any] = {(): block}
        edges: dict[Shifts, tuple[Any, Any]] = {}
        result = []
        for shift in shifts:
            key: Shifts = ()
            for axis in [a for a in moved if a != last]:
                before, key, n = key, (*key, shift[axis]), shift[axis]
                if key in done:
                    continue
                if n and before not in edges:
                    ways = [s[axis] for s in shifts]
                    most = min(ways), max(ways)
                    edges[before] = _edges(done[before], axis, *most, layout, beyond)
                done[key] = done[before]
                if n:
                    done[key] = _between(done[before], axis, n, n, edges[before], layout)
            start = shift[last] - low
            result.append(lax.slice_in_dim(done[key], start, start + size, axis=last))
        return result

    if not any(layout.spec[a] for a in moved):
        return body(x)
    return kernels.on_blocks(body, layout.mesh, [layout.spec], layout.spec)(x)


def _edges(
    block: Any, axis: int, low: int, high: int, layout: Layout, beyond: str
) -> tuple[Any, Any]:
    """Return the ``-low`` elements before a block and the `high` ones after it."""
    before, after = max(0, -low), max(0, high)
    names, n = layout.spec[axis], layout.shape[axis]
    if not names:
        ends = [
            segments.taken(block, axis, beyond, *end) for end in ((-before, before), (n, after))
        ]
        return ends[0], ends[1]
    count, size = layout.parts[axis], layout.block_shape[axis]
    transfers = segments.neighbours(count, size, n, before, after, beyond)
    shape = list(block.shape)
    shape[axis] = before + after
    result = jnp.zeros(shape, block.dtype)
    result = segments.exchange(result, [block], transfers, names, count, axis)
    first = lax.slice_in_dim(result, 0, before, axis=axis)
    return first, lax.slice_in_dim(result, before, before + after, axis=axis)


def _between(
    block: Any, axis: int, low: int, high: int, edges: tuple[Any, Any], layout: Layout
) -> Any:
    """Return the elements from `low` on to `high` behind the end of a block.

    `edges` are what is before and after it, at least as much as is asked for.
    """
    size, n = layout.block_shape[axis], layout.shape[axis]
    first, second = edges
    first = lax.slice_in_dim(first, first.shape[axis] - max(0, -low), None, axis=axis)
    second = lax.slice_in_dim(second, 0, max(0, high), axis=axis)
    before, after = first.shape[axis], second.shape[axis]
    if layout.padded_shape[axis] == n or not after:
        own = lax.slice_in_dim(block, max(0, low), size + min(0, high), axis=axis)
        return lax.concatenate([first, own, second], axis)
    # what comes after it begins where this device's block no longer counts
    valid = jnp.clip(n - kernels.position(layout.spec[axis]) * size, 0, size)
    result = lax.concatenate([first, block, jnp.zeros_like(second)], axis)
    result = lax.dynamic_update_slice_in_dim(result, second, before + valid, axis)
    return lax.slice_in_dim(result, before + low, before + high + size, axis=axis)


def anywhere(x: Any, layout: Layout, axis: int, offset: Any) -> Any:
    """Return a padded array shifted cyclically along `axis`, by a number known at run time."""
    n, mesh = layout.shape[axis], layout.mesh
    assert mesh is not None
    offset = offset % n
    near = kernels.roll(x, mesh, layout.spec, axis, offset)
    if layout.padded_shape[axis] == n:
        return near
    far = kernels.roll(x, mesh, layout.spec, axis, offset - n)
    at = lax.broadcasted_iota(jnp.int64, x.shape, axis)
    return jnp.where(at < n - offset, near, far)
