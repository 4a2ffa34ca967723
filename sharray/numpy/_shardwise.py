"""NumPy functions on the shards where they are: no array is gathered, and nothing is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from sharray import _handle, _record
from sharray._expr import Expr, leaf
from sharray._layout import Layout, make_aval, make_layout
from sharray._moves import on_devices
from sharray._ops import rules
from sharray.numpy import _declare
from sharray.numpy._convert import OnDevices, array, from_host, is_numeric, on_host


def elementwise_on_host(numpy_function: Any, args: tuple[Any, ...]) -> Any:
    """Apply an elementwise NumPy function, one that devices do not have, shard by shard."""
    try:
        given = on_host(tuple(args), False)
    except OnDevices:
        _declare.note_fall_back(numpy_function, args, "the devices do not have it")
        return elementwise(numpy_function, *args)
    return from_host(numpy_function(*given))


def elementwise(function: Callable[..., Any], *args: Any) -> Any:
    """Apply an elementwise function of NumPy blocks on every device's shards.

    Parameters
    ----------
    function
        Called with one block of each argument, without padding and broadcast to one shape;
        returns a block of that shape, or a tuple of some.
    *args
        Array-likes that broadcast.

    Returns
    -------
    out : array or tuple of array
        Of the broadcast shape, lying as the operands of an elementwise operation do.
    """
    exprs = [array(a)._read() for a in args]
    shape = np.broadcast_shapes(*[e.aval.shape for e in exprs])
    layout = rules.place(rules.broadcast, [e.aval for e in exprs], shape, {}, "elementwise")
    operands = [_laid_out(e, layout) for e in exprs]
    return on_shards(function, operands, layout)


def _laid_out(expr: Expr, layout: Layout) -> Expr:
    from sharray._ops.manipulation import broadcast_to

    whole = broadcast_to(_handle.wrap_array(expr), layout.shape)
    return on_devices(whole._read(), layout)


def on_shards(function: Callable[..., Any], operands: list[Expr], layout: Layout) -> Any:
    """Apply a function of NumPy blocks to operands of one layout, and put the results there."""
    _record.evaluate_all(operands)
    sharding = layout.sharding
    assert sharding is not None
    by_device = [{s.device: s for s in e.value.addressable_shards} for e in operands]
    jax.block_until_ready([e.value for e in operands])
    done: dict[Any, tuple[Any, ...]] = {}
    pieces: list[list[jax.Array]] = []
    single = True
    for device, first in by_device[0].items():
        at = tuple(s.start or 0 for s in first.index)
        if at not in done:
            size = tuple(
                max(0, min(n - s, b))
                for n, s, b in zip(layout.shape, at, layout.block_shape, strict=True)
            )
            inside = tuple(slice(0, n) for n in size)
            blocks = [np.asarray(shards[device].data)[inside] for shards in by_device]
            made = function(*blocks)
            single = not isinstance(made, tuple)
            done[at] = tuple(np.asarray(m) for m in ((made,) if single else made))
        for k, block in enumerate(done[at]):
            if not is_numeric(block.dtype):
                raise TypeError(f"a block of {block.dtype} cannot live on devices")
            padded = np.zeros(layout.block_shape, block.dtype)
            padded[tuple(slice(0, n) for n in block.shape)] = block
            if k == len(pieces):
                pieces.append([])
            pieces[k].append(jax.device_put(padded, device))
    results = tuple(
        _handle.wrap(
            leaf(
                make_aval(make_layout(layout.shape, layout.mesh, layout.spec), p[0].dtype),
                jax.make_array_from_single_device_arrays(layout.padded_shape, sharding, p),
            )
        )
        for p in pieces
    )
    return results[0] if single else results
