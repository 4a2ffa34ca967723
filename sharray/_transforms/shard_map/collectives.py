"""Collectives for the body of a `shard_map`: JAX's, for arrays of both kinds and trees of them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sharray._core.lazy import jax, jnp, lax
from sharray._engine import kernels
from sharray._engine.monoids import highest, lowest
from sharray._record import record
from sharray._record.handles import Handle, is_handle
from sharray._transforms.shard_map.body import axis_names, to_block

AxisName = str | tuple[str, ...]
_T = TypeVar("_T")
_F = TypeVar("_F", bound=Callable[..., Any])


def _collective(function: _F) -> _F:
    """Make a function of a block one of trees of blocks; it is given mesh axes as a tuple."""
    name = function.__name__

    @functools.wraps(function)
    def collective(x: Any, axis_name: Any, *args: Any, **kwargs: Any) -> Any:
        names = axis_names(axis_name, name)

        def one(block: Any) -> Any:
            result = function(to_block(block, name), names, *args, **kwargs)
            return record.as_handle(result, name) if isinstance(block, Handle) else result

        return jax.tree.map(one, x, is_leaf=is_handle)

    result: Any = collective
    return result


@_collective
def psum(x: _T, axis_name: AxisName) -> _T:
    """Sum over the devices along mesh axes; every device gets it.

    Parameters
    ----------
    x
        A block, or a tree of blocks.
    axis_name
        The mesh axis, or several.

    Returns
    -------
    array or tree of arrays
        A block, or a tree of blocks, as `x` is.

    Raises
    ------
    RuntimeError
        Outside of the body of a `shard_map`.
    ValueError
        For an unknown mesh axis.
    """
    return lax.psum(x, axis_name)


@_collective
def pmean(x: _T, axis_name: AxisName) -> _T:
    """Mean over the devices along mesh axes; every device gets it. As `psum`.

    Padding counts, as devices do: where a dimension does not divide, sum and divide by the length.

    Parameters
    ----------
    x
        A block, or a tree of blocks.
    axis_name
        The mesh axis, or several.

    Returns
    -------
    array or tree of arrays
        A block, or a tree of blocks, as `x` is.
    """
    return lax.pmean(x, axis_name)


@_collective
def pmax(x: _T, axis_name: AxisName) -> _T:
    """Largest over the devices along mesh axes, NaN where one is; every device gets it.

    Parameters
    ----------
    x
        A block, or a tree of blocks.
    axis_name
        The mesh axis, or several.

    Returns
    -------
    array or tree of arrays
        A block, or a tree of blocks, as `x` is.

    Raises
    ------
    TypeError
        For complex numbers, which have no order.
    RuntimeError
        Outside of the body of a `shard_map`.
    ValueError
        For an unknown mesh axis.
    """
    return _extreme(x, axis_name, lax.pmax, lowest)


@_collective
def pmin(x: _T, axis_name: AxisName) -> _T:
    """Smallest over the devices along mesh axes, NaN where one is; every device gets it.

    Parameters
    ----------
    x
        A block, or a tree of blocks.
    axis_name
        The mesh axis, or several.

    Returns
    -------
    array or tree of arrays
        A block, or a tree of blocks, as `x` is.

    Raises
    ------
    TypeError
        For complex numbers, which have no order.
    RuntimeError
        Outside of the body of a `shard_map`.
    ValueError
        For an unknown mesh axis.
    """
    return _extreme(x, axis_name, lax.pmin, highest)


def _extreme(x: Any, names: Any, reduce: Any, worst: Any) -> Any:
    if x.dtype.kind == "c":
        raise TypeError(f"complex numbers have no order: {x.dtype} of shape {x.shape}")
    if not names:
        return x
    same = tuple([n for n in names if n not in jax.typeof(x).manual_axis_type.varying])
    if same:  # JAX asks for values that differ
        x = lax.pcast(x, same, to="varying")
    if x.dtype.kind != "f":
        return reduce(x, names)
    # on CPU the combination of what the devices have forgets NaN
    unknown = jnp.isnan(x)
    extreme = reduce(jnp.where(unknown, worst(x.dtype), x), names)
    some = lax.pmax(unknown.astype(jnp.int32), names) > 0
    return jnp.where(some, jnp.asarray(jnp.nan, x.dtype), extreme)


@_collective
def all_gather(x: _T, axis_name: AxisName, *, axis: int = 0, tiled: bool = False) -> _T:
    """Put the blocks of the devices along mesh axes together; every device gets them all.

    Parameters
    ----------
    x
        A block, or a tree of blocks.
    axis_name
        The mesh axis, or several.
    axis
        The dimension of the result along which they lie.
    tiled
        Whether that is one of the block's (concatenate) or a new one (stack).

    Returns
    -------
    array or tree of arrays
        A block, or a tree of blocks, as `x` is.
    """
    return lax.all_gather(x, axis_name, axis=axis, tiled=tiled)


@_collective
def all_to_all(
    x: _T, axis_name: AxisName, split_axis: int, concat_axis: int, *, tiled: bool = False
) -> _T:
    """Send a part of the block to each device along mesh axes, and put together what comes.

    Parameters
    ----------
    x
        A block, or a tree of blocks.
    axis_name
        The mesh axis, or several.
    split_axis
        The dimension that is cut into as many parts as there are devices.
    concat_axis
        The dimension of the result along which the parts lie.
    tiled
        Whether these stay dimensions of the block, or one goes and a new one comes.

    Returns
    -------
    array or tree of arrays
        A block, or a tree of blocks, as `x` is.
    """
    return lax.all_to_all(x, axis_name, split_axis, concat_axis, tiled=tiled)


@_collective
def ppermute(x: _T, axis_name: AxisName, perm: Sequence[tuple[int, int]]) -> _T:
    """Send blocks from device to device along mesh axes; zeros where none is sent.

    Parameters
    ----------
    x
        A block, or a tree of blocks.
    axis_name
        The mesh axis, or several. Devices are counted as `axis_index` counts them, the last axis
        fastest; ``jax.lax.ppermute`` counts in the order of the mesh.
    perm
        Pairs of a sender and a receiver.

    Returns
    -------
    array or tree of arrays
        A block, or a tree of blocks, as `x` is.
    """
    return kernels.permute(x, axis_name, perm)


@_collective
def psum_scatter(
    x: _T, axis_name: AxisName, *, scatter_dimension: int = 0, tiled: bool = False
) -> _T:
    """Sum over the devices along mesh axes, of which each device keeps a part.

    Parameters
    ----------
    x
        A block, or a tree of blocks.
    axis_name
        The mesh axis, or several.
    scatter_dimension
        The dimension that is cut into as many parts as there are devices.
    tiled
        Whether it stays a dimension of the result; otherwise it must be as long as there are
        devices, and goes.

    Returns
    -------
    array or tree of arrays
        A block, or a tree of blocks, as `x` is.
    """
    return lax.psum_scatter(x, axis_name, scatter_dimension=scatter_dimension, tiled=tiled)


def axis_index(axis_name: AxisName) -> Any:
    """Return the number of this device along mesh axes, the last axis counted fastest.

    Parameters
    ----------
    axis_name
        The mesh axis, or several.

    Returns
    -------
    jax.Array
        A traced int.

    Raises
    ------
    RuntimeError
        Outside of the body of a `shard_map`.
    ValueError
        For an unknown mesh axis.
    """
    return lax.axis_index(axis_names(axis_name, "axis_index"))


def axis_size(axis_name: AxisName) -> int:
    """Return how many devices there are along mesh axes.

    Parameters
    ----------
    axis_name
        The mesh axis, or several.

    Returns
    -------
    int

    Raises
    ------
    RuntimeError
        Outside of the body of a `shard_map`.
    ValueError
        For an unknown mesh axis.
    """
    return lax.axis_size(axis_names(axis_name, "axis_size"))
