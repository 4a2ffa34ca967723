"""What the body of a `shard_map` may ask: its mesh, how its arguments were cut; what it makes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core.context import context
from sharray._core.layout import Layout
from sharray._core.lazy import jax, jnp, lax
from sharray._core.meshes import blocks_mesh, show_mesh
from sharray._core.placement import as_names
from sharray._engine import kernels
from sharray._engine.evaluate import evaluate_all
from sharray._record.handles import Handle

if TYPE_CHECKING:
    from jax.sharding import Mesh


class Body(NamedTuple):
    """What the body of a `shard_map` may ask about: its mesh, and the layouts of its arguments."""

    mesh: Mesh
    layouts: tuple[Layout, ...]


def current_body(caller: str) -> Body:
    """Return what is known of the body that is being traced."""
    if not context.bodies:
        raise _outside(caller)
    return context.bodies[-1]


def _outside(caller: str) -> RuntimeError:
    return RuntimeError(f"{caller} is for the body of a sharray.shard_map")


def sharded_lengths(layouts: tuple[Layout, ...], names: tuple[str, ...], block: int) -> set[int]:
    """Return the lengths of the dimensions that `names` shard into blocks of that length."""
    return {
        layout.shape[d]
        for layout in layouts
        for d, entry in enumerate(layout.spec)
        if names and entry == names and layout.block_shape[d] == block
    }


def axis_names(axis_name: Any, caller: str) -> tuple[str, ...]:
    """Return mesh axes as a tuple.

    Raises
    ------
    RuntimeError
        Outside of the body of a `shard_map`.
    ValueError
        If the body that is being traced has no such mesh axis.
    """
    names = as_names(axis_name)
    for name in names:
        try:
            lax.axis_size(name)
        except (NameError, TypeError):
            known = jax.sharding.get_abstract_mesh().manual_axes
            if not known:
                raise _outside(caller) from None
            raise ValueError(
                f"{caller}: no mesh axis {name!r}; the mesh axes here are {known}"
            ) from None
    return names


def valid_size(axis: str | tuple[str, ...], /, *, length: int | None = None) -> Any:
    """Return how much of this device's block is real along a mesh axis.

    Only for the body of a `shard_map`. The rest of the block is the tail that `fill` fills.

    Parameters
    ----------
    axis
        The mesh axis that shards the dimension, or the several that do.
    length
        Length of the dimension in the whole array; by default that of the arguments' dimensions
        that `axis` shards, if they agree.

    Returns
    -------
    traced int
        Between 0 and the length of a block; int32, as JAX's own, where that has room for it.

    Raises
    ------
    RuntimeError
        Outside of the body of a `shard_map`.
    ValueError
        For an unknown mesh axis, or if no argument or arguments of several lengths are sharded
        by it.
    """
    body = current_body("valid_size")
    names = axis_names(axis, "valid_size")
    if length is None:
        length = the_length(body, names, None, "valid_size")
    block = -(-length // math.prod(body.mesh.shape[n] for n in names))
    size = jnp.clip(length - kernels.position(names) * block, 0, block)
    return size.astype(jnp.int32 if block < 1 << 31 else jnp.int64)


def the_length(body: Body, names: tuple[str, ...], block: int | None, caller: str) -> int:
    """Return the one length of the arguments' dimensions that `names` shard."""
    sizes = {layout.block_shape[d] for layout in body.layouts for d in range(layout.ndim)}
    lengths = {
        n
        for size in (sizes if block is None else {block})
        for n in sharded_lengths(body.layouts, names, size)
    }
    if len(lengths) != 1:
        which = f"arguments of the lengths {sorted(lengths)} are" if lengths else "no argument is"
        raise ValueError(f"{caller}: {which} sharded by {names}; pass length=")
    return lengths.pop()


def axes_of(body: Body, dimension: int, block: int, caller: str) -> tuple[str, ...]:
    """Return the mesh axes that shard `dimension` of the arguments with blocks of that length."""
    entries = {
        layout.spec[dimension]
        for layout in body.layouts
        if dimension < layout.ndim and layout.block_shape[dimension] == block
    }
    if len(entries) != 1:
        raise ValueError(
            f"{caller}: which mesh axes shard dimension {dimension}, {block} long in the block, is "
            f"not clear: {sorted(entries) if entries else 'no argument has it'}; pass mesh_axis="
        )
    return entries.pop()


def to_block(value: Any, where: str) -> Any:
    """Return what the body of a `shard_map` made as JAX knows it."""
    if isinstance(value, Handle):
        node = value._node()
        mesh = node.aval.layout.mesh
        if mesh is not None and mesh != blocks_mesh():
            raise ValueError(
                f"{where} is an array of shape {value.shape} on {show_mesh(mesh)}, no block: "
                "pass it as an argument"
            )
        evaluate_all([node])
        return jnp.asarray(node.value)
    if isinstance(value, (jax.Array, np.ndarray, np.generic, bool, int, float, complex)):
        return jnp.asarray(value)
    raise TypeError(f"{where} holds {type(value).__name__}, which is no array")
