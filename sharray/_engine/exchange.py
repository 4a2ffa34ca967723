"""Arrays of CPU devices laid out otherwise by NumPy, where their shards lie in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.layout import Aval, Layout
from sharray._core.lazy import jax
from sharray._core.machine import cores
from sharray._core.node import Node
from sharray._engine.shards import array, at_once, blocks_of, empty, places_of, serves

#: So large are arrays that are laid out otherwise in memory.
EXCHANGED_FROM = 1 << 18
#: So many elements of lines, and of lines across them, are copied at a time.
_TILE = 256


def is_exchanged(layout: Layout) -> bool:
    """Whether arrays of such a layout are laid out otherwise in memory, not by a program."""
    return layout.size >= EXCHANGED_FROM and serves(layout.mesh)


def _copy(source: np.ndarray, /, *, out: np.ndarray) -> None:
    out[...] = source


def exchanged(
    base: Node,
    axes: Sequence[int],
    aval: Aval,
    function: Callable[..., Any] = _copy,
    operands: Sequence[Node | None] = (),
) -> Any:
    """Return a computed array with its axes in another order, laid out anew.

    XLA takes twice as long to exchange the shards of a transposed matrix, and six times as long to
    read one across its lines.

    Parameters
    ----------
    base, axes
        The array, and its axes in their new order.
    aval
        Of the result.
    function, operands
        A function of NumPy, and its operands: computed arrays that lie as the result does, and None
        in the place of the other one. The result is then what it gives.
    """
    jax.block_until_ready([x.value for x in (base, *operands) if x is not None])
    if observers.active and base.aval.layout.auto_sharding != aval.layout.auto_sharding:
        observers.moving("device_put", base.value.nbytes)
    layout, places = base.aval.layout, places_of(aval.layout)
    blocks = blocks_of(base.value, layout, places_of(layout))
    there = [None if x is None else blocks_of(x.value, x.aval.layout, places) for x in operands]
    known: dict[Any, np.ndarray] = {}
    parts: list[tuple[np.ndarray, ...]] = []
    for start, size in dict(places.values()).items():
        known[start] = result = empty(size, aval.dtype)
        for at, block in blocks.items():
            into, out_of = [], []
            for first, n, a in zip(start, size, axes, strict=True):
                low, high = max(first, at[a]), min(first + n, at[a] + block.shape[a])
                into.append(slice(low - first, high - first))
                out_of.append(slice(low - at[a], high - at[a]))
            if all([s.start < s.stop for s in into]):
                turned = block.transpose(axes)[tuple(out_of)]
                own = [turned if b is None else b[start][tuple(into)] for b in there]
                parts.append((result[tuple(into)], *(own or [turned])))
    shares = -(-cores() // max(len(parts), 1))
    at_once(
        partial(_by_tiles, function),
        [
            share
            for part in parts
            for share in zip(*[np.array_split(x, shares) for x in part], strict=True)
        ],
    )
    return array(aval, known, places)


def _by_tiles(function: Callable[..., Any], part: tuple[np.ndarray, ...]) -> None:
    """Compute, or copy, tile by tile where what follows in one array lies far apart in another."""
    into, *sources = part
    last = into.ndim - 1
    nearest = [min(range(into.ndim), key=lambda d: abs(s.strides[d])) for s in sources]
    near = next((d for d in nearest if d != last), last)
    if near == last:
        function(*sources, out=into)
        return
    tile = [slice(None)] * into.ndim
    for i in range(0, into.shape[near], _TILE):
        tile[near] = slice(i, i + _TILE)
        for k in range(0, into.shape[last], _TILE):
            tile[last] = slice(k, k + _TILE)
            at = tuple(tile)
            function(*[source[at] for source in sources], out=into[at])
