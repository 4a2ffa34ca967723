"""NumPy functions on the shards where they are: no array is gathered, and nothing is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from sharray._core import rules
from sharray._core.layout import Layout, make_aval, make_layout
from sharray._core.node import Expr, leaf
from sharray._functions import declare
from sharray._functions.arguments import OnDevices, array, from_host, on_host
from sharray._ops.manipulation import broadcast_to
from sharray._record import handles, record
from sharray._record.handles import is_numeric
from sharray._record.moves import on_devices


def elementwise_on_host(numpy_function: Any, args: tuple[Any, ...]) -> Any:
    """Apply an elementwise NumPy function, one that devices do not have, shard by shard."""
    try:
        given = on_host(tuple(args), False)
    except OnDevices:
        declare.note_fall_back(numpy_function, args, "the devices do not have it")
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

    whole = broadcast_to(handles.wrap_array(expr), layout.shape)
    return on_devices(whole._read(), layout)


def on_shards(function: Callable[..., Any], operands: list[Expr], layout: Layout) -> Any:
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
    """
    record.evaluate_all(operands)
    jax.block_until_ready([e.value for e in operands])
    shards = [{s.device: s for s in e.value.addressable_shards} for e in operands]
    devices = list(shards[0])
    places = {d: _logical(shards[0][d], operands[0].aval.layout, layout) for d in devices}
    found: dict[Any, tuple[np.ndarray, ...]] = {}
    single = True
    some = next((p for p in places.values() if 0 not in p[1]), None)
    for device, (start, size) in places.items():
        # what is empty, or replicated, need not be computed, unless there is nothing else
        if start in found or (0 in size and some is not None):
            continue
        blocks = []
        for e, of in zip(operands, shards, strict=True):
            whole = e.aval.layout.ndim - layout.ndim
            cut = (*(slice(0, n) for n in e.aval.shape[:whole]), *(slice(0, n) for n in size))
            blocks.append(np.asarray(of[device].data)[cut])
        made = function(*blocks)
        single = not isinstance(made, tuple)
        found[start] = tuple(np.asarray(m) for m in ((made,) if single else made))
    kinds = [np.result_type(*[b.dtype for b in each]) for each in zip(*found.values(), strict=True)]
    one = next(iter(found.values()))
    results = []
    for k, kind in enumerate(kinds):
        if not is_numeric(kind):
            raise TypeError(f"the function returns {kind}, which cannot live on devices")
        inner = one[k].shape[: one[k].ndim - layout.ndim]
        whole = make_layout(inner + layout.shape, layout.mesh, ((),) * len(inner) + layout.spec)
        pieces = []
        for device, (start, _) in places.items():
            padded = np.zeros(whole.block_shape, kind)
            if start in found:
                block = found[start][k]
                padded[tuple(slice(0, n) for n in block.shape)] = block
            pieces.append(jax.device_put(padded, device))
        assert whole.sharding is not None
        value = jax.make_array_from_single_device_arrays(whole.padded_shape, whole.sharding, pieces)
        results.append(handles.wrap(leaf(make_aval(whole, kind), value)))
    return results[0] if single else tuple(results)


def _logical(shard: Any, of: Layout, layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return where a device's block of `layout` starts, and its size without padding."""
    index = shard.index[of.ndim - layout.ndim :]
    start = tuple(s.start or 0 for s in index)
    size = tuple(
        max(0, min(n - s, b))
        for n, s, b in zip(layout.shape, start, layout.block_shape, strict=True)
    )
    return start, size
