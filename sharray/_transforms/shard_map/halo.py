"""What the neighbours of a block have: halo exchange on dimensions that need not divide."""

from __future__ import annotations

import math
from typing import Any, Literal, TypeVar

from sharray._core.lazy import jnp, lax
from sharray._engine import kernels, segments
from sharray._record import record
from sharray._record.handles import Handle
from sharray._transforms.shard_map.body import (
    axes_of,
    axis_names,
    current_body,
    the_length,
    to_block,
)

_T = TypeVar("_T")

#: Name of a boundary -> what lies beyond the ends (`boundary.runs`).
_BOUNDARIES = {"zero": "fill", "wrap": "wrap", "reflect": "reflect", "nearest": "edge"}


def halo(
    block: _T,
    axis: int,
    before: int,
    after: int,
    boundary: Literal["zero", "wrap", "reflect", "nearest"] = "zero",
    *,
    mesh_axis: str | tuple[str, ...] | None = None,
    length: int | None = None,
) -> _T:
    """Extend a block by what the devices before and after it have.

    Only for the body of a `shard_map`. Calls for several dimensions in turn exchange the corners.

    Parameters
    ----------
    block
        A block, padded at its end where the dimension does not divide.
    axis
        The dimension to extend, from 0.
    before, after
        By how many elements. They may come from several devices.
    boundary
        What lies beyond the ends of the whole array: "zero"; "wrap", the other end; "reflect",
        the array mirrored without repeating its last element; "nearest", its last element.
    mesh_axis
        The mesh axis that shards the dimension, or several. By default that of the arguments of
        the body whose blocks are as long.
    length
        Length of the dimension in the whole array. By default that of those arguments.

    Returns
    -------
    array
        Longer by ``before + after``: element ``before + i`` is element ``i`` of the block, and the
        neighbours follow directly upon its `valid_size`; what comes after them is zero.

    Raises
    ------
    RuntimeError
        Outside of the body of a `shard_map`.
    ValueError
        For an unknown boundary, a negative width or an axis out of range, for "reflect" on a
        dimension of one element, or if the dimension is not that of one kind of argument.

    See Also
    --------
    valid_size : how much of the block is real.
    """
    body = current_body("halo")
    x = to_block(block, "halo")
    if boundary not in _BOUNDARIES:
        raise ValueError(f"halo: boundary is one of {(*_BOUNDARIES,)}, not {boundary!r}")
    if not 0 <= axis < x.ndim:
        raise ValueError(f"halo: axis {axis} of a block of shape {x.shape}")
    if before < 0 or after < 0:
        raise ValueError(f"halo: widths must not be negative, got {before} and {after}")
    size = x.shape[axis]
    if mesh_axis is None:
        names = axes_of(body, axis, size, "halo")
    else:
        names = axis_names(mesh_axis, "halo")
    count = math.prod(body.mesh.shape[n] for n in names)
    n = size if length is None else length
    if length is None and names:
        n = the_length(body, names, size, "halo")
    if -(-n // count) != size:
        raise ValueError(
            f"halo: a dimension of {n} over {count} devices has blocks of "
            f"{-(-n // count)}, not of {size}"
        )
    if n == 0 and before + after:
        raise ValueError("halo: a dimension without elements has no neighbours")
    if boundary == "reflect" and n < 2 and before + after:
        raise ValueError(f"halo: a dimension of {n} element(s) cannot be reflected")
    result: Any = jnp.moveaxis(x, axis, 0)
    result = _extended(result, names, count, n, before, after, _BOUNDARIES[boundary])
    result = jnp.moveaxis(result, 0, axis)
    return record.as_handle(result, "halo") if isinstance(block, Handle) else result


def _extended(
    x: Any,
    names: tuple[str, ...],
    count: int,
    length: int,
    before: int,
    after: int,
    beyond: str,
) -> Any:
    """Extend a block along dimension 0."""
    size = x.shape[0]
    transfers = [
        # behind the block, as far as it counts
        p._replace(to=p.to + min(size, length - p.receiver * size)) if p.to >= before else p
        for p in segments.neighbours(count, size, length, before, after, beyond)
    ]
    counts = kernels.position(names) * size + jnp.arange(size) < length
    zero = jnp.zeros((), x.dtype)
    x = jnp.where(counts.reshape(-1, *[1] * (x.ndim - 1)), x, zero)
    result = lax.pad(x, zero, [(before, after, 0), *[(0, 0, 0)] * (x.ndim - 1)])
    return segments.exchange(result, [x], transfers, names, count)
