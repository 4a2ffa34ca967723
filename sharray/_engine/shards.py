"""NumPy on the shards of CPU devices, in place of a program.

The shards of all CPU devices of a process lie in its memory, where NumPy sorts them a hundred times
as fast as XLA does. Operations that say how (`Op.in_memory`) are computed there as long as nothing
is traced. Nothing is compiled; what other devices and other processes run is the program.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh

from sharray._core import observers
from sharray._core.layout import Aval, Layout
from sharray._core.node import TRACED, Expr, leaf
from sharray._engine import explained, run

#: Whether to do so; tests that look at programs do not.
enabled = True

#: One operand, or result, of a function in memory: the blocks along its axis, without padding.
Pieces = Sequence[np.ndarray]
#: Calls a function with each item, on several threads where that helps.
Each = Callable[[Callable[[Any], Any], Iterable[Any]], list[Any]]


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), "sharray-shards")


def _at_once(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    return list(_pool().map(function, items))


def _in_turn(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    return [function(item) for item in items]


@cache
def _in_this_process(mesh: Mesh) -> bool:
    here = jax.process_index()
    return all(d.platform == "cpu" and d.process_index == here for d in mesh.devices.flat)


def compute(op: Any, operands: list[Expr], results: Sequence[Aval], params: Any) -> Any:
    """Return the expressions of the results, or None if it takes a program."""
    layout = operands[0].aval.layout
    mesh = layout.mesh
    if not enabled or not isinstance(mesh, Mesh) or not mesh.axis_names or not layout.size:
        return None
    if explained.state.active or any(o.depth >= TRACED for o in operands):
        return None
    alike = all(a.layout is layout for a in (*[o.aval for o in operands], *results))
    if not alike or not _in_this_process(mesh):
        return None
    run.evaluate([o for o in operands if o.value is None])
    arrays = [o.value for o in operands]
    if any(isinstance(a, jax.ShapeDtypeStruct) for a in arrays):
        return None
    jax.block_until_ready(arrays)
    axis = params.values["axis"]
    if observers.active and layout.parts[axis] > 1:
        observers.moving("device_put", sum(a.nbytes for a in arrays))
    places = _places(arrays[0], layout)
    groups = _groups(places, axis)
    blocks = [_blocks(a, places) for a in arrays]

    def of_group(starts: list[Any]) -> list[Pieces]:
        pos, named = params.rebuild([[block[s] for s in starts] for block in blocks])
        return op.in_memory(*pos, each=_at_once if len(groups) == 1 else _in_turn, **named)

    made: list[dict[Any, np.ndarray]] = [{} for _ in results]
    every = _at_once if len(groups) > 1 else _in_turn
    for starts, found in zip(groups, every(of_group, groups), strict=True):
        for known, pieces in zip(made, found, strict=True):
            known.update(zip(starts, pieces, strict=True))
    return [_array(a, known, places) for a, known in zip(results, made, strict=True)]


def _places(array: jax.Array, layout: Layout) -> dict[Any, tuple[Any, tuple[int, ...]]]:
    """Return for each device where its block begins, and its size without padding."""
    found = {}
    for shard in array.addressable_shards:
        start = tuple(s.start or 0 for s in shard.index)
        sizes = zip(layout.shape, start, layout.block_shape, strict=True)
        found[shard.device] = start, tuple(max(0, min(n - s, b)) for n, s, b in sizes)
    return found


def _groups(places: dict[Any, Any], axis: int) -> list[list[Any]]:
    """Return the places of blocks in groups that make up whole lines, in their order."""
    groups: dict[Any, set[Any]] = {}
    for start, size in places.values():
        others = start[:axis] + start[axis + 1 :]
        if all(n for d, n in enumerate(size) if d != axis):
            groups.setdefault(others, set()).add(start)
    return [sorted(starts) for starts in groups.values()]


def _blocks(array: jax.Array, places: dict[Any, Any]) -> dict[Any, np.ndarray]:
    """Return the blocks without padding, by their places; no memory is copied."""
    found = {}
    for shard in array.addressable_shards:
        start, size = places[shard.device]
        if start not in found:
            found[start] = np.asarray(shard.data)[tuple(slice(0, n) for n in size)]
    return found


def _array(aval: Aval, known: dict[Any, np.ndarray], places: dict[Any, Any]) -> Expr:
    layout = aval.layout
    buffers = []
    used: set[Any] = set()
    for device, (start, size) in places.items():
        block = known.get(start)
        if start in used and block is not None:
            block = block.copy()  # a device may keep the memory, and overwrite it some day
        used.add(start)
        if block is None or block.shape != layout.block_shape:
            padded = np.zeros(layout.block_shape, aval.dtype)
            if block is not None:
                padded[tuple(slice(0, n) for n in size)] = block
            block = padded
        buffers.append(jax.device_put(np.asarray(block, aval.dtype, order="C"), device))
    assert layout.sharding is not None
    value = jax.make_array_from_single_device_arrays(layout.padded_shape, layout.sharding, buffers)
    made = leaf(aval, value)
    made.clean = True
    return made
