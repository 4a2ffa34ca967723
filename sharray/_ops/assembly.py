"""Arrays made of pieces: each device gets its own, and nobody ever holds the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core import observers
from sharray._core.context import host_only
from sharray._core.layout import Index, Layout, lengths, logical_index, make_aval, make_layout
from sharray._core.lazy import jax, jnp
from sharray._core.links import with_article
from sharray._core.node import computed
from sharray._core.placement import default_layout, layout_for
from sharray._engine import agreement, rendezvous
from sharray._engine.blocks import resize
from sharray._engine.rendezvous import Rendezvous
from sharray._engine.shards import padded
from sharray._ops import replicas
from sharray._ops.addressable import enclosing
from sharray._ops.creation import as_shape
from sharray._record import handles

if TYPE_CHECKING:
    from sharray._array.sharded_array import ShardedArray
    from sharray._core.annotations import Placement


def _pieces(layout: Layout) -> dict[Any, Index]:
    """Return, for each device of this process, which logical indices its shard holds."""
    held = layout.sharding.addressable_devices_indices_map(layout.padded_shape)
    padded_shape, shape = layout.padded_shape, layout.shape
    return {
        device: logical_index(index or (), padded_shape, shape) for device, index in held.items()
    }


def from_callback(
    shape: int | Sequence[int],
    callback: Callable[[Index], Any],
    dtype: Any = None,
    *,
    device: Placement | None = None,
) -> ShardedArray:
    """Make an array of what a function returns for each shard; nobody holds the whole.

    Parameters
    ----------
    shape
        Shape of the array.
    callback
        Called with a tuple of slices of the array, with starts and stops within its shape; returns
        the elements there, an array of that shape. It is called once for each shard of this
        process, however many devices hold it, and not for one without elements. Of several
        processes each calls it for itself: arrays that it makes are NumPy's, of any size.
    dtype
        Data type; by default that of the first piece, which the others must have.
    device
        Placement: a mesh, a NamedSharding, a PartitionSpec or a device; by default the leading
        axis over the current mesh.

    Returns
    -------
    ShardedArray
        On devices, whatever its size.

    Raises
    ------
    TypeError
        If a piece is of another dtype than it should be.
    ValueError
        If a piece is of another shape than its slices, the placement is impossible, or processes
        give different elements for a part that several of them hold.
    """
    if not callable(callback):
        raise TypeError(f"from_callback calls its callback, {with_article(callback)} cannot be")
    layout = _layout(as_shape(shape), device)

    def given(index: Index) -> np.ndarray:
        if rendezvous.count() == 1:
            return callback(index)
        with host_only():
            return np.asarray(callback(index))

    elements: Callable[[Index], np.ndarray] = given
    if dtype is None and rendezvous.count() > 1 and _some_hold_nothing(layout):
        dtype, elements = _dtype_of_all(layout, given)
    return replicas.compared(layout, elements, lambda part: _filled(layout, part, dtype))


def _some_hold_nothing(layout: Layout) -> bool:
    """Whether some of the processes of an array, and not one alone, hold none of its elements."""
    held = layout.sharding.devices_indices_map(layout.padded_shape)
    processes, full = {device.process_index for device in held}, set()
    for device, index in held.items():
        if 0 not in lengths(logical_index(index or (), layout.padded_shape, layout.shape)):
            full.add(device.process_index)
    return len(processes) > 1 and full != processes


def _dtype_of_all(
    layout: Layout, elements: Callable[[Index], np.ndarray]
) -> tuple[np.dtype | None, Callable[[Index], np.ndarray]]:
    """Return the dtype that a process with elements gives, and what returns the elements."""
    mine = next((at for at in _pieces(layout).values() if 0 not in lengths(at)), None)
    meeting = Rendezvous("an array of which processes hold nothing")
    first = meeting.take(lambda: None if mine is None else elements(mine))
    told = [text for text in meeting.tell("" if first is None else first.dtype.str) if text]

    def again(index: Index) -> np.ndarray:
        return first if first is not None and index == mine else elements(index)

    return np.dtype(told[0]) if told else None, again


def assembled(
    shape: tuple[int, ...],
    callback: Callable[[Index], Any],
    dtype: Any,
    device: Placement | None,
) -> ShardedArray:
    """Make an array as `from_callback`; nobody asks whether processes give the same."""
    return _filled(_layout(shape, device), callback, dtype)


def _layout(shape: tuple[int, ...], device: Placement | None) -> Layout:
    return layout_for(shape, device) or default_layout(shape)


def _filled(layout: Layout, callback: Callable[[Index], Any], dtype: Any) -> ShardedArray:
    wanted = None if dtype is None else handles.check_dtype(np.dtype(dtype))
    casting = "equiv" if wanted is None else "same_kind"
    holders: dict[tuple[Any, ...], tuple[Index, list[Any]]] = {}
    for where, index in _pieces(layout).items():
        # shards without elements are alike
        key = () if 0 in lengths(index) else tuple((s.start, s.stop) for s in index)
        holders.setdefault(key, (index, []))[1].append(where)
    empty = holders.pop((), ((), []))[1] if layout.ndim else []
    shards: list[jax.Array] = []
    for index, devices in holders.values():
        piece = _checked(callback(index), index, wanted, casting)
        wanted = piece.dtype
        shards += _put(piece, layout.block_shape, devices)
    wanted = np.dtype(np.float64) if wanted is None else wanted
    shards += _put(np.zeros(layout.block_shape, wanted), layout.block_shape, empty)
    return _assembled(layout, wanted, shards, exported=False)


def make_array_from_callback(
    shape: int | Sequence[int],
    sharding: Placement | None,
    data_callback: Callable[[Index], Any],
    *,
    dtype: Any = None,
) -> ShardedArray:
    """Make an array of what a function returns for each shard, with the arguments of JAX's.

    Parameters
    ----------
    shape
        Shape of the array.
    sharding
        Placement: a NamedSharding, a mesh, a PartitionSpec or a device.
    data_callback
        Called as that of `from_callback`.
    dtype
        Data type; by default that of the first piece.

    Returns
    -------
    ShardedArray
        On devices. Lengths that the devices do not divide are padded.

    Raises
    ------
    TypeError, ValueError
        As of `from_callback`.

    References
    ----------
    JAX: jax.make_array_from_callback.
    """
    return from_callback(shape, data_callback, dtype, device=sharding)


def _put(piece: np.ndarray, block: tuple[int, ...], devices: list[Any]) -> list[jax.Array]:
    """Put a piece, filled up to a block, on devices, and wait: then its memory is free again."""
    if observers.active:
        observers.moving("to devices", piece.nbytes * len(devices))
    fits = piece.shape == block
    pieces = [piece if fits else padded(piece, block, piece.dtype) for _ in devices]
    return jax.block_until_ready(list(map(jax.device_put, pieces, devices)))


def _assembled(layout: Layout, dtype: np.dtype, shards: list[jax.Array], *, exported: bool) -> Any:
    sharding = layout.auto_sharding
    value = jax.make_array_from_single_device_arrays(layout.padded_shape, sharding, shards)
    agreement.note_parts(value, "of parts")
    return handles.wrap_array(computed(make_aval(layout, dtype), value, exported=exported))


def _checked(piece: Any, index: Index, dtype: np.dtype | None, casting: Any) -> np.ndarray:
    """Return what a callback gave for `index`, in memory that nobody writes to."""
    array = np.array(piece)
    at = ", ".join(f"{s.start}:{s.stop}" for s in index)
    if array.shape != lengths(index):
        raise ValueError(
            f"from_callback: the callback returned shape {array.shape} for [{at}], which has "
            f"shape {lengths(index)}"
        )
    if dtype is None:
        return array.astype(handles.check_dtype(array.dtype), copy=False)
    if not np.can_cast(array.dtype, dtype, casting):
        raise TypeError(
            f"from_callback: the callback returned {array.dtype} for [{at}], the array is {dtype}"
            + "; dtype= says what it is to be" * (casting == "equiv")
        )
    return array.astype(dtype, copy=False)


def from_process_local_data(
    sharding: Placement, local: Any, global_shape: int | Sequence[int] | None = None
) -> ShardedArray:
    """Make an array of the parts that processes have; nothing moves between them.

    Parameters
    ----------
    sharding
        Placement: a NamedSharding, a mesh, a PartitionSpec or a device.
    local
        The part that the devices of this process hold, as NumPy array; along an axis that other
        processes hold parts of, too, the whole does as well, if `global_shape` says so.
    global_shape
        The shape of the array; by default the parts of all processes make it up.

    Returns
    -------
    ShardedArray
        On devices, whatever its size.

    Raises
    ------
    ValueError
        If processes have parts that do not make up an array of this layout: it says which part
        this process is to give.

    References
    ----------
    JAX: jax.make_array_from_process_local_data.
    """
    part = np.asarray(local)
    layout = layout_for(part.shape, sharding)
    if layout is None or layout.mesh is None:
        raise TypeError("from_process_local_data needs a placement on devices")
    sizes = _total(part, layout) if global_shape is None else as_shape(global_shape)
    if len(sizes) != part.ndim:
        raise ValueError(f"a part of shape {part.shape} is none of an array of shape {sizes}")
    layout = make_layout(sizes, layout.mesh, layout.spec)
    held = [index for index in _pieces(layout).values() if 0 not in lengths(index)]
    box = enclosing(held)
    wanted = lengths(box) if held else sizes
    if any([n not in (m, size) for n, m, size in zip(part.shape, wanted, sizes, strict=True)]):
        at = ", ".join(f"{s.start}:{s.stop}" for s in box)
        raise ValueError(
            f"process {jax.process_index()} gives a part of shape {part.shape}; of an array of "
            f"shape {sizes} its devices hold [{at}], of shape {wanted}"
        )
    origin = [
        0 if n == size else s.start for n, size, s in zip(part.shape, sizes, box, strict=False)
    ]

    def piece(index: Index) -> np.ndarray:
        return part[
            tuple(slice(s.start - o, s.stop - o) for s, o in zip(index, origin, strict=True))
        ]

    return from_callback(sizes, piece, part.dtype, device=layout.sharding)


def _total(part: np.ndarray, layout: Layout) -> tuple[int, ...]:
    """Return the shape of the array that the parts of all processes make up."""
    meeting = Rendezvous("from_process_local_data")
    told = meeting.tell_values([part.dtype.str, part.shape])
    if any([dtype != part.dtype.str for dtype, _ in told]) or any(
        [len(shape) != part.ndim for _, shape in told]
    ):
        texts = [f"process {i}: {dtype}{shape}" for i, (dtype, shape) in enumerate(told)]
        raise ValueError(f"these are no parts of one array: {', '.join(texts)}")
    assert layout.mesh is not None
    processes = np.array([d.process_index for d in layout.mesh.devices.flat])
    places = np.unravel_index(np.arange(processes.size), layout.mesh.devices.shape)
    along_axis = dict(zip(layout.mesh.axis_names, places, strict=True))
    total = []
    for d, names in enumerate(layout.spec):
        # processes with the same places along a dimension have the same part along it
        at = np.array([along_axis[name] for name in names] or [0 * processes])
        owners: dict[frozenset[tuple[int, ...]], int] = {}
        for process in np.unique(processes):
            places_here = frozenset(map(tuple, at[:, processes == process].T.tolist()))
            owners.setdefault(places_here, int(process))
        total.append(sum(told[process][1][d] for process in owners.values()))
    return tuple(total)


def from_single_device_arrays(
    shape: int | Sequence[int], device: Placement | None, arrays: Sequence[jax.Array]
) -> ShardedArray:
    """Make an array of one ``jax.Array`` per device; nothing is moved.

    Parameters
    ----------
    shape
        Shape of the array.
    device
        Placement: a NamedSharding, a mesh or a PartitionSpec.
    arrays
        One array on each device of this process, in any order: the elements of its shard, with
        or without the padding. Where padding is missing it is added, on the device.

    Returns
    -------
    ShardedArray
        Its shards are the memory of `arrays` where no padding had to be added.

    Raises
    ------
    TypeError
        If `arrays` holds something else, or dtypes differ.
    ValueError
        If a device has none or several, or a shape is not that of the shard.
    """
    sizes = as_shape(shape)
    layout = layout_for(sizes, device) or default_layout(sizes)
    held = _pieces(layout)
    by_device: dict[Any, jax.Array] = {}
    for array in arrays:
        if not isinstance(array, jax.Array):
            raise TypeError(
                f"from_single_device_arrays takes jax.Arrays, not {type(array).__name__}; put each "
                "on its device with jax.device_put"
            )
        where = next(iter(array.devices())) if len(array.devices()) == 1 else None
        if where not in held:
            raise ValueError(
                f"from_single_device_arrays: an array of shape {array.shape} lies on "
                f"{sorted(map(str, array.devices()))}, not on one of the devices of the mesh"
            )
        if where in by_device:
            raise ValueError(f"from_single_device_arrays: two arrays lie on {where}")
        by_device[where] = array
    missing = [str(d) for d in held if d not in by_device]
    if missing:
        raise ValueError(f"from_single_device_arrays: no array for {', '.join(missing)}")
    dtypes = {np.dtype(a.dtype) for a in by_device.values()}
    if len(dtypes) > 1:
        raise TypeError(f"from_single_device_arrays: dtypes differ: {sorted(map(str, dtypes))}")
    (dtype,) = dtypes
    handles.check_dtype(dtype)
    shards = []
    for where, index in held.items():
        array, part = by_device[where], lengths(index)
        if array.shape not in (part, layout.block_shape):
            at = ", ".join(f"{s.start}:{s.stop}" for s in index)
            raise ValueError(
                f"from_single_device_arrays: {where} holds [{at}] of shape {part}, the array "
                f"there has shape {array.shape}"
            )
        if array.shape != layout.block_shape:
            array = jax.device_put(resize(jnp.asarray(array), layout.block_shape), where)
        shards.append(array)
    # the memory is also that of the arrays that were given
    return _assembled(layout, dtype, shards, exported=True)
