"""NumPy on the shards of CPU devices, in place of a program.

The shards of all CPU devices of a process lie in its memory, where NumPy sorts them a hundred times
as fast as XLA does. Operations that say how (`Op.in_memory`) are computed there as long as nothing
is traced. Nothing is compiled; what other devices and other processes run is the program.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core import observers
from sharray._core.cache import Cache
from sharray._core.context import context
from sharray._core.layout import Aval, Layout, make_aval, make_layout
from sharray._core.lazy import jax
from sharray._core.node import Kind, Node, State
from sharray._engine.evaluate import evaluate_all

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from jax.sharding import Mesh

#: Whether to do so; tests that look at programs do not.
enabled = True

#: One operand, or result, of a function in memory: the blocks along its axis, without padding.
Pieces = Sequence[np.ndarray]
#: Bytes of a cache line, at multiples of which devices have their buffers.
LINE = 64
#: Calls a function with each item, on several threads where that helps.
Each = Callable[[Callable[[Any], Any], Iterable[Any]], list[Any]]


@cache
def _pool() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # which imports much: start-up time

    return ThreadPoolExecutor(os.cpu_count(), "sharray-shards")


def _at_once(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    return list(_pool().map(function, items))


def _in_turn(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    return [function(item) for item in items]


@cache
def _in_this_process(mesh: Mesh) -> bool:
    here = jax.process_index()
    return all(d.platform == "cpu" and d.process_index == here for d in mesh.devices.flat)


def compute(op: Any, operands: Sequence[Node], results: Sequence[Aval], params: Any) -> Any:
    """Return the nodes of the results, or None if it takes a program."""
    layout = operands[0].aval.layout
    mesh = layout.mesh
    if not enabled or not layout.size or context.explanation is not None:
        return None
    if not isinstance(mesh, jax.sharding.Mesh) or not mesh.axis_names:
        return None
    if any([a.layout is not layout for a in (*[o.aval for o in operands], *results)]):
        return None
    if not _in_this_process(mesh):
        return None
    if any([o.state is not State.DEVICES for o in operands]):
        evaluate_all(operands)
        if any([o.state is not State.DEVICES for o in operands]):
            return None
    arrays = [o.value for o in operands]
    jax.block_until_ready(arrays)
    axis = params.values["axis"]
    if observers.active and layout.parts[axis] > 1:
        observers.moving("device_put", sum(a.nbytes for a in arrays))
    places, groups = _divisions[layout, axis]
    blocks = [_blocks(o, places) for o in operands]

    def of_group(starts: list[Any]) -> list[Pieces]:
        pos, named = params.rebuild([[block[s] for s in starts] for block in blocks])
        return op.in_memory(*pos, each=_at_once if len(groups) == 1 else _in_turn, **named)

    computed_blocks: list[dict[Any, np.ndarray]] = [{} for _ in results]
    every = _at_once if len(groups) > 1 else _in_turn
    for starts, lines in zip(groups, every(of_group, groups), strict=True):
        for known, pieces in zip(computed_blocks, lines, strict=True):
            known.update(zip(starts, pieces, strict=True))
    return [_array(a, known, places) for a, known in zip(results, computed_blocks, strict=True)]


def empty(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return memory that a device takes as it is, which NumPy's own seldom is: on a cache line."""
    nbytes = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.empty(nbytes + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + nbytes].view(dtype).reshape(shape)


def joined(pieces: Pieces) -> np.ndarray:
    """Return vectors one behind the other, in such memory."""
    size = sum([p.size for p in pieces])
    return np.concatenate(pieces, out=empty((size,), pieces[0].dtype))


def _places(layout: Layout) -> dict[Any, tuple[Any, tuple[int, ...]]]:
    """Return for each device where its block begins, and its size without padding."""
    indices = layout.sharding.addressable_devices_indices_map(layout.padded_shape)
    places = {}
    for device, index in indices.items():
        assert index is not None
        start = tuple([s.start or 0 for s in index])
        sizes = zip(layout.shape, start, layout.block_shape, strict=True)
        places[device] = start, tuple([max(0, min(n - s, b)) for n, s, b in sizes])
    return places


def _division(layout: Layout, axis: int) -> tuple[dict[Any, Any], list[list[Any]]]:
    """Return the places of blocks, and the groups that make up lines along an axis."""
    places = _places(layout)
    return places, _groups(places, axis)


_divisions = Cache(1024, _division)


def _groups(places: dict[Any, Any], axis: int) -> list[list[Any]]:
    """Return the places of blocks in groups that make up whole lines, in their order."""
    groups: dict[Any, set[Any]] = {}
    for start, size in places.values():
        others = start[:axis] + start[axis + 1 :]
        if all(n for d, n in enumerate(size) if d != axis):
            groups.setdefault(others, set()).add(start)
    return [sorted(starts) for starts in groups.values()]


def _blocks(operand: Node, places: dict[Any, Any]) -> dict[Any, np.ndarray]:
    """Return the blocks without padding, by their places; no memory is copied.

    The places are those of the last dimensions; the first ones are whole.
    """
    blocks = {}
    for shard in operand.value.addressable_shards:
        start, size = places[shard.device]
        if start not in blocks:
            whole = operand.aval.shape[: operand.aval.layout.ndim - len(size)]
            blocks[start] = np.asarray(shard.data)[tuple([slice(0, n) for n in (*whole, *size)])]
    return blocks


def _array(aval: Aval, known: dict[Any, np.ndarray], places: dict[Any, Any]) -> Node:
    """Return the array that consists of blocks, by their places; zeros where there is none."""
    layout = aval.layout
    buffers = []
    used: set[Any] = set()
    for device, (start, _) in places.items():
        block = known.get(start)
        if start in used and block is not None:
            block = block.copy()  # a device may keep the memory, and overwrite it some day
        used.add(start)
        if block is None or block.shape != layout.block_shape:
            padded = np.zeros(layout.block_shape, aval.dtype)
            if block is not None:
                padded[tuple([slice(0, n) for n in block.shape])] = block
            block = padded
        buffers.append(jax.device_put(np.asarray(block, aval.dtype, order="C"), device))
    value = jax.make_array_from_single_device_arrays(layout.padded_shape, layout.sharding, buffers)
    node = Node(Kind.VALUE, aval)
    node.value, node.state, node.is_clean = value, State.DEVICES, True
    return node


def apply_to_blocks(
    function: Callable[..., Any], operands: Sequence[Node], layout: Layout
) -> Node | tuple[Node, ...]:
    """Apply a function of NumPy blocks to operands, and leave the results where those lie.

    Parameters
    ----------
    function
        Called with the blocks of one device, without padding; returns a block, or a tuple of some,
        whose last dimensions are those of the layout.
    operands
        Arrays whose last dimensions lie as `layout`, and whose first ones are whole.
    layout
        Of the last dimensions of the results.

    Raises
    ------
    TypeError
        If the function returns what devices do not hold.
    """
    evaluate_all(operands)
    context.reads += 1
    jax.block_until_ready([e.value for e in operands])
    places = _places(layout)
    blocks = [_blocks(operand, places) for operand in operands]
    # what is empty need not be computed, unless there is nothing else
    sizes = dict(places.values())
    starts = [start for start, size in sizes.items() if 0 not in size] or list(sizes)[:1]
    results = [function(*[block[start] for block in blocks]) for start in starts]
    if isinstance(results[0], tuple):
        columns = zip(*results, strict=True)
        return tuple([_joined(dict(zip(starts, c, strict=True)), places, layout) for c in columns])
    return _joined(dict(zip(starts, results, strict=True)), places, layout)


def _joined(results: dict[Any, Any], places: dict[Any, Any], layout: Layout) -> Node:
    """Return the array that consists of what a function returned for blocks of a layout."""
    # copies: what else refers to a block may write to it
    blocks = {start: np.array(block) for start, block in results.items()}
    dtype = np.result_type(*[block.dtype for block in blocks.values()])
    if dtype.kind not in "biufc" or dtype.char in "gG":
        raise TypeError(f"the function returns {dtype}, which cannot live on devices")
    some = next(iter(blocks.values()))
    inner = some.shape[: some.ndim - layout.ndim]
    whole = make_layout(inner + layout.shape, layout.mesh, ((),) * len(inner) + layout.spec)
    return _array(make_aval(whole, dtype), blocks, places)
