"""Between host and devices: arrays of NumPy to shards, and shards to arrays of NumPy."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.context import context
from sharray._core.layout import Layout
from sharray._core.lazy import is_tracer, jax, jnp
from sharray._core.lens import Affine, affine
from sharray._core.links import page, see
from sharray._core.node import Kind, Node, State
from sharray._engine import agreement, callbacks, deleted, explained, jax_settings, process, shards
from sharray._engine.evaluate import evaluate, move
from sharray._engine.folds import on_cpu
from sharray._engine.staging import check_trace, no_values


def is_numeric(dtype: np.dtype) -> bool:
    """Whether devices can hold the dtype."""
    return dtype.kind in "biufc" and dtype.itemsize <= 16 and dtype.char not in "gG"


def not_held(dtype: Any) -> str:
    """Return what an error says of a dtype that devices do not hold."""
    advice = "Keep such data in a numpy.ndarray"
    if isinstance(dtype, np.dtype) and dtype.isbuiltin == 2:  # by ml_dtypes
        advice = (
            "Convert what JAX is to compute with: x.to_jax().astype(dtype), or each leaf of a "
            "tree, which stays sharded: jax.tree.map(lambda leaf: leaf.astype(dtype), x)"
        )
    return (
        f"dtype {dtype} cannot live on devices: sharray holds NumPy's booleans and numbers up to "
        "64 bits (128 for complex), in native byte order, and no bfloat16 or the like. "
        f"{advice}{see('other-data')}"
    )


def check_dtype(dtype: np.dtype) -> np.dtype:
    """Return `dtype`, in native byte order.

    Raises
    ------
    TypeError
        If it is not a boolean or numeric one that devices know.
    """
    if not is_numeric(dtype):
        raise TypeError(not_held(dtype))
    return dtype.newbyteorder("=")


def to_devices(array: np.ndarray, layout: Layout, dtype: np.dtype) -> Any:
    """Copy each shard of `array` to its device; each process makes its own."""

    def shard(index: Any) -> np.ndarray:
        block = array[index]
        if block.dtype == bool:
            block = block.view(np.uint8) != 0  # another library's truth may be any byte
        if has_own_memory and block.shape == layout.block_shape:
            return np.asarray(block, dtype, order="C")
        # a copy in any case: a device may keep the memory, which the caller may change
        return shards.padded(block, layout.block_shape, dtype)

    jax_settings.check_types()
    process.check()
    if explained.is_active():  # a constant of the program
        more = [(0, m - n) for n, m in zip(array.shape, layout.padded_shape, strict=True)]
        value = jnp.asarray(np.pad(np.asarray(array, dtype), more))
        return jax.lax.with_sharding_constraint(value, layout.auto_sharding)
    if observers.active:
        observers.moving("to devices", array.nbytes)
    process.started = True
    if agreement.client is not None and not layout.auto_sharding.is_fully_addressable:
        agreement.client.inputs.note_array(array)
    has_own_memory = not on_cpu(layout.mesh)
    shape, sharding = layout.padded_shape, layout.auto_sharding
    result = jax.make_array_from_callback(shape, sharding, shard, dtype=dtype)
    agreement.note_parts(result, "from the host")
    # until then it is read from the caller's memory
    return result.block_until_ready() if has_own_memory else result


def to_numpy(node: Node, temporaries: Collection[Node] = (), *, is_read: bool = True) -> np.ndarray:
    """Return the logical array as a NumPy array, which may be read-only.

    `temporaries` are nodes on the way that only a call refers to, as far as is known; `is_read` is
    whether the host reads it, and not NumPy where the shards lie. Where these lie on devices of
    other processes, all processes have to ask for it.
    """
    if node.state is State.HOST:
        return node.value
    there = _computed_base(node)
    if there is not None:
        return _part(*there, is_read)
    if node.state is State.PENDING:
        evaluate([node], temporaries=temporaries)
    if node.kind is Kind.VIEW and isinstance(node.params, Affine):
        return _part(node.args[0], node.params, is_read)  # it is a part of something longer now
    if node.state is State.ABSTRACT:
        raise no_values(node.aval, node.value)
    if is_tracer(node.value):
        check_trace(node.value)
        try:  # JAX's own error says where the value was traced
            return np.asarray(node.value)
        except Exception as error:
            error.add_note(f"See {page('numpy-in-jit')}")
            raise
    return _part(node, Affine.identity(node.aval.shape), is_read)


def _is_here(array: Any) -> bool:
    """Whether devices of this process have all elements."""
    return array.is_fully_addressable or array.is_fully_replicated


def _part(base: Node, lens: Affine, is_read: bool) -> np.ndarray:
    """Copy what `lens` shows of a computed array, shard by shard."""
    context.reads += 1
    if base.exported:
        deleted.check(base)
    array: Any = base.value
    if not _is_here(array):
        sharding = jax.sharding.NamedSharding(array.sharding.mesh, jax.sharding.PartitionSpec())
        array = move(array, sharding)
    # raises if its program failed, where reading a shard would wait for ever
    agreement.await_values(array)
    shape = base.aval.shape
    wanted = [slice(0, n) for n in shape]
    for axis, at in lens.fixed:
        wanted[axis] = slice(at, at + 1)
    for dim in lens.dims:
        if dim.axis is not None:
            ends = (dim.start, dim.start + (dim.length - 1) * dim.step)
            wanted[dim.axis] = slice(min(ends), max(ends) + 1) if dim.length else slice(0, 0)
    if observers.active and is_read:
        _tell(base, [w.stop - w.start for w in wanted])
    box = shards.box(array, wanted)
    return _shift(lens, [w.start for w in wanted], box.shape).of_numpy(box)


def _tell(base: Node, wanted: list[int]) -> None:
    nbytes = math.prod(wanted) * base.aval.dtype.itemsize
    whole = tuple(wanted) == base.aval.shape and nbytes >= observers.SMALL
    sharded = any(n > 1 for n in base.aval.layout.parts)
    observers.moving("fetch" if whole and sharded else "read", nbytes)


def _shift(lens: Affine, starts: list[int], shape: tuple[int, ...]) -> Affine:
    """Return `lens` for a base that begins at `starts`."""
    fixed = tuple([(axis, at - starts[axis]) for axis, at in lens.fixed])
    dims = tuple(
        [
            d if d.axis is None or not d.length else d._replace(start=d.start - starts[d.axis])
            for d in lens.dims
        ]
    )
    return affine(shape, dims, fixed)


def scalar(node: Node, temporaries: Collection[Node] = ()) -> Any:
    """Return the one element of an array as a NumPy scalar.

    Raises
    ------
    TypeError
        If the array does not have exactly one element.
    """
    if node.aval.layout.size != 1:
        raise TypeError(
            f"only an array with one element converts to a Python scalar, not one of shape "
            f"{node.aval.shape}"
        )
    if node.state is State.PENDING and _computed_base(node) is None:
        evaluate([node], temporaries=temporaries)
    if node.state is State.DEVICES and not node.aval.shape and not observers.active:
        # raises if its program failed, where reading a shard would wait for ever
        if callbacks.expected or agreement.client is not None or context.is_cut_off:
            agreement.await_values(node.value)
        else:  # nobody else is to be thought of, and numbers are read often
            node.value.block_until_ready()
        context.reads += 1
        return np.asarray(node.value.addressable_data(0))[()]
    return to_numpy(node, temporaries).reshape(())[()]


def _computed_base(node: Node) -> tuple[Node, Affine] | None:
    """Return what a view shows of what has been computed, if its shards can be read in place."""
    # another thread may compute it meanwhile, and clear what it is computed from
    args, lens = node.args, node.params
    if node.kind is not Kind.VIEW or not isinstance(lens, Affine) or not args:
        return None
    base = args[0]
    if base.state is not State.DEVICES or not on_cpu(base.aval.layout.mesh):
        return None
    # of what others have, less is gathered where the view is computed first
    return (base, lens) if _is_here(base.value) else None
