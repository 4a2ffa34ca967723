"""Arrays made of pieces: each device gets its own, and nobody ever holds the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core.layout import Layout, make_aval
from sharray._core.lazy import jax, jnp
from sharray._core.node import computed
from sharray._core.placement import default_layout, layout_for
from sharray._engine.blocks import resize
from sharray._engine.shards import padded
from sharray._ops.creation import as_shape
from sharray._record import handles

Index = tuple[slice, ...]


def _pieces(layout: Layout) -> dict[Any, Index]:
    """Return, for each device of this process, which logical indices its shard holds."""
    assert layout.sharding is not None
    held = layout.sharding.addressable_devices_indices_map(layout.padded_shape)
    padded_shape, shape = layout.padded_shape, layout.shape
    return {device: logical(index or (), padded_shape, shape) for device, index in held.items()}


def logical(index: Index, padded_shape: tuple[int, ...], shape: tuple[int, ...]) -> Index:
    """Return the part of an index of a buffer that is not padding."""
    return tuple(
        slice(min(s.indices(m)[0], n), min(s.indices(m)[1], n))
        for s, m, n in zip(index, padded_shape, shape, strict=True)
    )


def lengths(index: Index) -> tuple[int, ...]:
    """Return the shape of what an index takes."""
    return tuple(s.stop - s.start for s in index)


def from_callback(
    shape: int | Sequence[int],
    callback: Callable[[Index], Any],
    dtype: Any = None,
    *,
    device: Any = None,
) -> Any:
    """Make an array of what a function returns for each shard; nobody holds the whole.

    Parameters
    ----------
    shape
        Shape of the array.
    callback
        Called with a tuple of slices of the array, with starts and stops within its shape; returns
        the elements there, an array of that shape. It is called once for each shard of this
        process, however many devices hold it, and not for one without elements.
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
        If a piece is of another shape than its slices, or the placement is impossible.
    """
    if not callable(callback):
        raise TypeError(f"from_callback calls its callback, a {type(callback).__name__} cannot be")
    sizes = as_shape(shape)
    layout = layout_for(sizes, device) or default_layout(sizes)
    wanted = None if dtype is None else handles.check_dtype(np.dtype(dtype))
    holders: dict[tuple[Any, ...], tuple[Index, list[Any]]] = {}
    for where, index in _pieces(layout).items():
        # shards without elements are alike
        key = () if 0 in lengths(index) else tuple((s.start, s.stop) for s in index)
        holders.setdefault(key, (index, []))[1].append(where)
    empty = holders.pop((), ((), []))[1] if layout.ndim else []
    shards: list[jax.Array] = []
    for index, devices in holders.values():
        piece = _checked(callback(index), index, wanted)
        wanted = piece.dtype
        shards += _put(piece, layout.block_shape, devices)
    wanted = np.dtype(np.float64) if wanted is None else wanted
    shards += _put(np.zeros(layout.block_shape, wanted), layout.block_shape, empty)
    return _assembled(layout, wanted, shards, exported=False)


def _put(piece: np.ndarray, block: tuple[int, ...], devices: list[Any]) -> list[jax.Array]:
    """Put a piece, filled up to a block, on devices, and wait: then its memory is free again."""
    fits = piece.shape == block
    pieces = [piece if fits else padded(piece, block, piece.dtype) for _ in devices]
    return jax.block_until_ready(list(map(jax.device_put, pieces, devices)))


def _assembled(layout: Layout, dtype: np.dtype, shards: list[jax.Array], *, exported: bool) -> Any:
    assert layout.sharding is not None
    value = jax.make_array_from_single_device_arrays(layout.padded_shape, layout.sharding, shards)
    return handles.wrap_array(computed(make_aval(layout, dtype), value, exported=exported))


def _checked(piece: Any, index: Index, dtype: np.dtype | None) -> np.ndarray:
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
    if not np.can_cast(array.dtype, dtype, "same_kind"):
        raise TypeError(
            f"from_callback: the callback returned {array.dtype} for [{at}], the array is {dtype}"
        )
    return array.astype(dtype, copy=False)


def from_single_device_arrays(
    shape: int | Sequence[int], device: Any, arrays: Sequence[jax.Array]
) -> Any:
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
