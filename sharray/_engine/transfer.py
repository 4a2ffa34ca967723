"""From devices to NumPy: the whole of an array, or only the part that a view shows."""

from __future__ import annotations

import math
from typing import Any

import jax
import numpy as np
from jax.core import Tracer

from sharray._core import observers
from sharray._core.layout import show_spec
from sharray._core.lens import Affine
from sharray._core.node import Expr
from sharray._engine import run


def to_numpy(expr: Expr) -> np.ndarray:
    """Return the logical array as a NumPy array, which may be read-only.

    Raises
    ------
    RuntimeError
        If a part of it lies on devices of another process.
    """
    if expr.on_host:
        return expr.value
    # another thread may compute it meanwhile, and clear what it is computed from
    args, lens = expr.args, expr.params
    if expr.value is None and isinstance(lens, Affine) and len(args) == 1:
        base = args[0]
        if base.value is not None and _readable_in_place(base.value):
            return _part(base, lens)
    if expr.value is None:
        run.evaluate([expr])
    if isinstance(expr.value, jax.ShapeDtypeStruct):
        raise run.no_values(expr.aval)
    if isinstance(expr.value, Tracer):
        # JAX's own error says where the value was traced
        return np.asarray(expr.value)
    return _part(expr, Affine.identity(expr.aval.shape))


def _readable_in_place(array: Any) -> bool:
    """Whether the shards' memory can be read without a copy: arrays on CPU."""
    if isinstance(array, Tracer):
        return False
    return next(iter(array.sharding.device_set)).platform == "cpu"


def _part(base: Expr, lens: Affine) -> np.ndarray:
    """Copy what `lens` shows of a computed array, shard by shard."""
    array: jax.Array = base.value
    if not array.is_fully_addressable and not array.is_fully_replicated:
        raise RuntimeError(
            f"an array of shape {base.aval.shape}, {show_spec(base.aval.layout.spec)}, lies partly "
            "on devices of other processes; read its addressable_shards, or gather it explicitly"
        )
    # raises if its program failed, where reading a shard would wait for ever
    array.block_until_ready()
    shape = base.aval.shape
    wanted = [slice(0, n) for n in shape]
    for axis, at in lens.fixed:
        wanted[axis] = slice(at, at + 1)
    for dim in lens.dims:
        if dim.axis is not None:
            ends = (dim.start, dim.start + (dim.length - 1) * dim.step)
            wanted[dim.axis] = slice(min(ends), max(ends) + 1) if dim.length else slice(0, 0)
    if observers.active:
        _tell(base, [w.stop - w.start for w in wanted])
    box = _box(array, shape, wanted)
    return _shift(lens, [w.start for w in wanted], box.shape).of_numpy(box)


def _tell(base: Expr, wanted: list[int]) -> None:
    nbytes = math.prod(wanted) * base.aval.dtype.itemsize
    whole = tuple(wanted) == base.aval.shape and nbytes >= observers.SMALL
    sharded = any(n > 1 for n in base.aval.layout.parts)
    observers.moving("fetch" if whole and sharded else "read", nbytes)


def _box(array: jax.Array, shape: tuple[int, ...], wanted: list[slice]) -> np.ndarray:
    """Copy a box of the array; a box within one shard is a view of its memory."""
    size = tuple(max(0, w.stop - w.start) for w in wanted)
    made: np.ndarray | None = None
    seen: set[Any] = set()
    for shard in array.addressable_shards:
        starts = tuple(s.indices(n)[0] for s, n in zip(shard.index, array.shape, strict=True))
        stops = tuple(s.indices(n)[1] for s, n in zip(shard.index, array.shape, strict=True))
        if starts in seen:
            continue
        seen.add(starts)
        low = [max(a, w.start) for a, w in zip(starts, wanted, strict=True)]
        high = [min(b, w.stop) for b, w in zip(stops, wanted, strict=True)]
        if any(a >= b for a, b in zip(low, high, strict=True)):
            continue
        here = np.asarray(shard.data)[
            tuple(slice(a - s, b - s) for a, b, s in zip(low, high, starts, strict=True))
        ]
        if here.shape == size:
            return here
        if made is None:
            made = np.empty(size, array.dtype)
        at = tuple(
            slice(a - w.start, b - w.start) for a, b, w in zip(low, high, wanted, strict=True)
        )
        made[at] = here
    return np.empty(size, array.dtype) if made is None else made


def _shift(lens: Affine, starts: list[int], shape: tuple[int, ...]) -> Affine:
    """Return `lens` for a base that begins at `starts`."""
    fixed = tuple((axis, at - starts[axis]) for axis, at in lens.fixed)
    dims = tuple(
        d if d.axis is None or not d.length else d._replace(start=d.start - starts[d.axis])
        for d in lens.dims
    )
    return Affine(shape, dims, fixed)


def scalar(expr: Expr) -> Any:
    """Return the one element of an array as a NumPy scalar.

    Raises
    ------
    TypeError
        If the array does not have exactly one element.
    """
    if expr.aval.layout.size != 1:
        raise TypeError(
            f"only an array with one element converts to a Python scalar, not one of shape "
            f"{expr.aval.shape}"
        )
    return to_numpy(expr).reshape(())[()]
