"""NumPy on the shards of CPU devices, all of which lie in the memory of a process.

It reads them where they lie, and makes memory that devices take as it is. What other devices and
other processes have is left to programs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core import observers
from sharray._core.cache import Cache
from sharray._core.context import context
from sharray._core.layout import Aval, Layout, each_aval, lengths, logical_index
from sharray._core.lazy import jax
from sharray._core.machine import cores
from sharray._core.node import Node
from sharray._core.operation import Op, Params

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from sharray._engine.spare import Spare


#: Whether to do so; tests that look at programs do not.
enabled = True

#: One operand, or result, of a function in memory: the blocks along its axis, without padding.
Shards = Sequence[np.ndarray]
#: Lengths of the pieces of a result along its axis.
Sizes = Sequence[int]
#: Calls a function with each item, on several threads where that helps.
Each = Callable[[Callable[[Any], Any], Iterable[Any]], list[Any]]


@cache
def _pool() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # which imports much: start-up time

    return ThreadPoolExecutor(cores(), "sharray-shards")


def at_once(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    """Call a function with each item, on several threads; return what it gives."""
    items = list(items)
    results: list[Any] = [None] * len(items)
    left = iter(range(len(items)))

    def work() -> None:
        with np.errstate(all="ignore"):  # as devices are
            for i in left:
                results[i] = function(items[i])

    # this thread is one of them, and does not wait for those that have nothing to do any more
    others = [_pool().submit(work) for _ in range(min(len(items), cores()) - 1)]
    work()
    for other in others:
        if not other.cancel():
            other.result()
    return results


def in_turn(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    """Call a function with each item, one after the other; return what it gives."""
    with np.errstate(all="ignore"):
        return [function(item) for item in items]


@lru_cache(64)
def _in_this_process(mesh: Any) -> bool:
    if not isinstance(mesh, jax.sharding.Mesh) or not mesh.axis_names:
        return False
    here = jax.process_index()
    return all(d.platform == "cpu" and d.process_index == here for d in mesh.devices.flat)


def serves(mesh: Any) -> bool:
    """Whether NumPy may compute where the shards of a mesh lie."""
    return enabled and context.explanation is None and _in_this_process(mesh)


def joined(pieces: Shards, axis: int = 0) -> np.ndarray:
    """Return arrays one behind the other, in memory that a device takes as it is."""
    shape = list(pieces[0].shape)
    shape[axis] = sum([p.shape[axis] for p in pieces])
    return np.concatenate(pieces, axis, empty(tuple(shape), np.result_type(*pieces)))


def dealt(pieces: Shards, sizes: Sizes, each: Each, axis: int = 0) -> list[np.ndarray]:
    """Return pieces of other sizes along an axis, which together hold the same."""
    ends = np.cumsum([p.shape[axis] for p in pieces])
    starts = ends - [p.shape[axis] for p in pieces]
    before = (slice(None),) * axis

    def piece(span: tuple[int, int]) -> np.ndarray:
        low, high = np.clip(span[0] - starts, 0, None), np.clip(span[1] - starts, 0, ends - starts)
        here = [k for k in range(len(pieces)) if low[k] < high[k]] or [0]
        return joined([pieces[k][(*before, slice(low[k], high[k]))] for k in here], axis)

    stops = np.cumsum(sizes)
    return each(piece, list(zip(stops - sizes, stops, strict=True)))


def places_of(layout: Layout) -> dict[Any, tuple[Any, tuple[int, ...]]]:
    """Return for each device where its block begins, and its size without padding."""
    indices = layout.auto_sharding.addressable_devices_indices_map(layout.padded_shape)
    places = {}
    for device, index in indices.items():
        assert index is not None
        start = tuple([s.start or 0 for s in index])
        places[device] = start, lengths(logical_index(index, layout.padded_shape, layout.shape))
    return places


def blocks_of(value: Any, layout: Layout, places: dict[Any, Any]) -> dict[Any, np.ndarray]:
    """Return the blocks of an array without padding, by their places; no memory is copied.

    The places are those of the last dimensions; the first ones are whole.
    """
    blocks = {}
    for shard in value.addressable_shards:
        start, size = places[shard.device]
        if start not in blocks:
            whole = layout.shape[: layout.ndim - len(size)]
            blocks[start] = np.asarray(shard.data)[tuple(map(slice, (*whole, *size)))]
    return blocks


def box(array: Any, wanted: list[slice]) -> np.ndarray:
    """Copy a box of the array; a box within one shard is a view of its memory."""
    size = tuple([max(0, w.stop - w.start) for w in wanted])
    found: np.ndarray | None = None
    seen: set[Any] = set()
    for shard in array.addressable_shards:
        starts, here, there = [], [], []
        for part, n, w in zip(shard.index, array.shape, wanted, strict=True):
            first, last, _ = part.indices(n)
            low, high = max(first, w.start), min(last, w.stop)
            if low >= high:
                break
            starts.append(first)
            here.append(slice(low - first, high - first))
            there.append(slice(low - w.start, high - w.start))
        else:
            if tuple(starts) in seen:
                continue
            seen.add(tuple(starts))
            piece = np.asarray(shard.data)[tuple(here)]
            if piece.shape == size:
                return piece
            if found is None:
                found = np.empty(size, array.dtype)
            found[tuple(there)] = piece
    return np.empty(size, array.dtype) if found is None else found


def divided(value: np.ndarray, aval: Aval, *, fresh: bool) -> Any:
    """Return elements as an array that lies as `aval` says; what is `fresh` it may keep."""
    places = places_of(aval.layout)
    blocks = {}
    for start, size in dict(places.values()).items():
        block = value[tuple([slice(s, s + n) for s, n in zip(start, size, strict=True)])]
        blocks[start] = block if fresh else padded(block, block.shape, aval.dtype)
    return array(aval, blocks, places)


#: Bytes of a cache line, at multiples of which devices have their buffers.
LINE = 64


def empty(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return memory with arbitrary elements, on a cache line: a CPU device takes it as it is.

    What lies elsewhere, as NumPy's memory often does, JAX copies, into fresh memory.
    """
    nbytes = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.empty(nbytes + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + nbytes].view(dtype).reshape(shape)


def padded(block: np.ndarray, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return a copy of a block, with zeros behind its ends, on a cache line."""
    result = empty(shape, dtype)
    result[tuple(map(slice, block.shape))] = block
    for d, n in enumerate(block.shape):
        result[(*(slice(None),) * d, slice(n, None))] = 0
    return result


def array(aval: Aval, known: dict[Any, np.ndarray], places: dict[Any, Any]) -> Any:
    """Return the array that consists of blocks, by their places; zeros where there is none."""
    layout = aval.layout
    blocks: list[Any] = []
    used: set[Any] = set()
    nothing = np.zeros((0,) * layout.ndim)
    for device, (start, _) in places.items():
        block = known.get(start, nothing)
        # each device has memory of its own, which it may keep, and overwrite some day
        if start in used or block.shape != layout.block_shape:
            block = padded(block, layout.block_shape, aval.dtype)
        used.add(start)
        blocks.append((np.asarray(block, aval.dtype, order="C"), device))
    sharding = layout._auto_sharding or layout.auto_sharding
    with jax.ensure_compile_time_eval():  # in a trace, too, they are arrays that stay
        buffers = [jax.device_put(block, device) for block, device in blocks]
        return jax.make_array_from_single_device_arrays(layout.padded_shape, sharding, buffers)


class Schedule(NamedTuple):
    """How an operation is computed in memory.

    Attributes
    ----------
    operands, results
        Of each array: where the blocks lie, and the groups of blocks that are computed together;
        the former None for one on the host.
    sizes
        The lengths of the blocks of each group of the results.
    divided
        Whether blocks of the first operand are computed together that lie on several devices.
    """

    operands: tuple[Any, ...]
    results: tuple[Any, ...]
    sizes: list[list[int]]
    divided: bool


class OnShards:
    """An operation on values that lie in the memory of CPU devices.

    NumPy sorts a hundred times as fast as XLA does there, and chooses, joins and adds up three
    times as fast. Operations say how (`Op.on_shards`).

    Attributes
    ----------
    uninterruptible, pads_with_zeros, avals, lenses, interprets, overwrites
        See `Executor`.
    """

    uninterruptible = False
    pads_with_zeros = True
    lenses = (None,)
    interprets = 1
    overwrites = ()

    def __init__(
        self, op: Op, params: Params, aval: Any, args: tuple[Aval, ...], schedule: Schedule
    ) -> None:
        self._op, self._params, self._schedule = op, params, schedule
        self._layouts = [arg.layout for arg in args]
        self._results, self._places = each_aval(aval), [places for places, _ in schedule.results]
        self.avals = (aval,)

    def run(self, buffers: Sequence[Any], spare: Spare | None) -> list[Any]:
        """Run it on its operands."""
        schedule, on_shards = self._schedule, self._op.on_shards
        assert on_shards is not None
        jax.block_until_ready(buffers)
        if observers.active and schedule.divided and self._op.comm == "exchange":
            there = [v for v, d in zip(buffers, schedule.operands, strict=True) if d is not None]
            observers.moving("device_put", sum([value.nbytes for value in there]))
        blocks = [
            None if d is None else blocks_of(value, layout, d[0])
            for value, layout, d in zip(buffers, self._layouts, schedule.operands, strict=True)
        ]
        groups = schedule.results[0][1]
        one = len(groups) == 1

        def of_group(g: int) -> list[Shards]:
            pieces = [
                [value] if own is None else list(map(own.__getitem__, d[1][g]))
                for value, own, d in zip(buffers, blocks, schedule.operands, strict=True)
            ]
            pos, named = self._params.rebuild(pieces)
            each = at_once if one else in_turn
            return on_shards(*pos, each=each, sizes=schedule.sizes[g], **named)

        known: list[dict[Any, np.ndarray]] = [{} for _ in self._results]
        with np.errstate(all="ignore"):
            every = [of_group(0)] if one else at_once(of_group, range(len(groups)))
        for g, lines in enumerate(every):
            for result, pieces, (_, starts) in zip(known, lines, schedule.results, strict=True):
                result.update(zip(starts[g], pieces, strict=True))
        values = list(map(array, self._results, known, self._places))
        return values if self.avals == self._results else [values]


def prepare(node: Node) -> OnShards | None:
    """Return what runs an application on values where their shards lie, or None."""
    op = node.op
    if op is None or op.on_shards is None or not enabled or context.explanation is not None:
        return None
    return _prepared[op, node.params, node.aval, tuple([arg.aval for arg in node.args])]


def _schedule(op: Op, params: Params, results: Any, args: tuple[Aval, ...]) -> Schedule | None:
    avals = each_aval(results)
    if max([a.layout.size for a in (args[0], *avals)]) < op.on_shards_from:
        return None
    if op.on_shards_if is not None and not op.on_shards_if(args[0], params.values):
        return None
    axis = params.values.get("axis", 0)
    operands = [None if a.layout.mesh is None else a.layout for a in args]
    layouts = [a.layout for a in avals]
    first, there = operands[0], [o for o in (*operands, *layouts) if o is not None]
    if first is None or not first.size:
        return None
    mesh, reduces = first.mesh, op.reduces
    if any([o.mesh is not mesh for o in there]) or not _in_this_process(mesh):
        return None
    if not all([o.ndim for o in (operands if reduces else there) if o is not None]):
        return None
    if isinstance(axis, tuple):
        one = axis[0] if reduces and len(axis) == 1 else axis
        axis = None if len(axis) == first.ndim else one
    if not isinstance(axis, int | None):
        return None
    left = () if reduces and not params.values.get("keepdims") else axis
    own = _division(first, axis)
    divided = [own, *[None if o is None else _division(o, axis) for o in operands[1:]]]
    of_layouts = [_division(o, left) for o in layouts]
    lines = [list(d[1]) for d in (*divided, *of_layouts) if d is not None]
    if any([len(keys) != len(lines[0]) for keys in lines]):
        return None
    # each of several lines goes its own way, so all arrays are to be cut alike
    is_alike = lines[0] == lines[-1] if reduces else all([o is first for o in there])
    if len(lines[0]) > 1 and not is_alike:
        return None
    places, of_results = of_layouts[0]
    sizes = dict(places.values())
    lengths = [[sizes[s][left or 0] for s in starts if s] for starts in of_results.values()]
    grouped = [None if d is None else (d[0], list(d[1].values())) for d in (*divided, *of_layouts)]
    return Schedule(
        tuple(grouped[: len(args)]),
        tuple(grouped[len(args) :]),
        lengths,
        any([len(g) > 1 for g in own[1].values()]),
    )


def _prepare(op: Op, params: Params, aval: Any, args: tuple[Aval, ...]) -> OnShards | None:
    schedule = _schedule(op, params, aval, args)
    return None if schedule is None else OnShards(op, params, aval, args, schedule)


_prepared = Cache("which shards NumPy takes together", 1024, _prepare)


def _division(
    layout: Layout, axis: int | tuple[()] | None
) -> tuple[dict[Any, Any], dict[Any, list[Any]]]:
    """Return the places of blocks, and those that make up each line along an axis.

    Without an axis all together are one line; along no axis, ``()``, each is one by itself.
    """
    places = places_of(layout)
    lines: dict[Any, set[Any]] = {}
    for start, size in places.values():
        others = () if axis is None else start
        if isinstance(axis, int):
            others, size = (v[:axis] + v[axis + 1 :] for v in (start, size))
        if axis is None or all(size):
            lines.setdefault(others, set()).add(start)
    return places, {others: sorted(lines[others]) for others in sorted(lines)}
