"""Manipulation functions. What NumPy does with a view is one here, too."""

from __future__ import annotations

import math
import operator
from typing import Any

import jax.numpy as jnp
import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray import _handle, _record
from sharray._expr import Expr
from sharray._layout import Aval
from sharray._ops import rules
from sharray._ops.table import composite, op
from sharray._record import Params, Slot

_page = "manipulation functions"


def _handle_of(x: Any, name: str) -> Any:
    if isinstance(x, _handle.Handle):
        return x
    return _handle.wrap_array(_record.operand(x, name))


@op(rules.reshape, comm="exchange", recorded=True, section="array object", name="reshaped")
def _reshape_op(x, /, shape):
    """Rearrange the elements in row-major order under another shape."""
    return jnp.reshape(x, shape)


def reshaped(expr: Expr, aval: Aval) -> Expr:
    """Return the expression of a reshape to `aval`."""
    values = {"x": Slot(0), "shape": aval.shape}
    return Expr(aval, _reshape_op.op, (expr,), Params(values, 2))


def _complete_shape(shape: Any, size: int) -> tuple[int, ...]:
    try:
        sizes = [operator.index(n) for n in shape]
    except TypeError:
        sizes = [operator.index(shape)]
    if sizes.count(-1) > 1:
        raise ValueError("can only specify one unknown dimension")
    if -1 in sizes:
        known = math.prod(n for n in sizes if n != -1)
        if known and size % known == 0:
            sizes[sizes.index(-1)] = size // known
    if math.prod(sizes) != size or any(n < 0 for n in sizes):
        raise ValueError(f"cannot reshape array of size {size} into shape {tuple(shape)}")
    return tuple(sizes)


@composite(comm="exchange", section=_page)
def reshape(x, /, shape, *, copy=None):
    """View of the elements in row-major order under another shape.

    Parameters
    ----------
    x : array
        The array.
    shape : tuple of int
        The new shape; one entry may be -1.
    copy : bool, optional
        True for an array of its own; otherwise the result is a view.
    """
    from sharray._ops.creation import copied

    x = _handle_of(x, "reshape")
    made = x._reshaped(_complete_shape(shape, x.size))
    return copied(made) if copy else made


@composite(section=_page)
def permute_dims(x, /, axes):
    """View with the dimensions in another order; each keeps its sharding."""
    x = _handle_of(x, "permute_dims")
    order = normalize_axis_tuple(axes, x.ndim, "axes")
    if len(order) != x.ndim:
        raise ValueError(f"axes {axes} do not name each of the {x.ndim} dimensions once")
    return x._view(lambda lens: lens.permute(order))


@composite(section=_page)
def matrix_transpose(x, /):
    """View with the last two dimensions exchanged."""
    return _handle_of(x, "matrix_transpose").mT


@composite(section=_page)
def moveaxis(x, source, destination, /):
    """View with some dimensions moved to other places; the others stay in order."""
    x = _handle_of(x, "moveaxis")
    first = normalize_axis_tuple(source, x.ndim, "source")
    last = normalize_axis_tuple(destination, x.ndim, "destination")
    if len(first) != len(last):
        raise ValueError("source and destination must have the same number of elements")
    order = [d for d in range(x.ndim) if d not in first]
    for there, here in sorted(zip(last, first, strict=True)):
        order.insert(there, here)
    return x._view(lambda lens: lens.permute(tuple(order)))


@composite(section=_page)
def expand_dims(x, /, axis=0):
    """View with new dimensions of length 1; `axis` counts in the result."""
    x = _handle_of(x, "expand_dims")
    axes = (axis,) if not isinstance(axis, (tuple, list)) else tuple(axis)
    where = normalize_axis_tuple(axes, x.ndim + len(axes))
    for at in sorted(where):
        x = x._view(lambda lens, at=at: lens.expand(at))
    return x


@composite(section=_page)
def squeeze(x, /, axis):
    """View without some dimensions of length 1."""
    x = _handle_of(x, "squeeze")
    axes = normalize_axis_tuple(axis, x.ndim)
    for a in axes:
        if x.shape[a] != 1:
            raise ValueError(f"cannot squeeze axis {a} of shape {x.shape}: its length is not one")
    return x._view(lambda lens: lens.squeeze(axes))


@composite(comm="exchange", section=_page)
def flip(x, /, *, axis=None):
    """View with the elements along some dimensions (all by default) in reverse order."""
    x = _handle_of(x, "flip")
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)
    return x._view(lambda lens: lens.flip(axes))


@composite(section=_page)
def broadcast_to(x, /, shape):
    """Read-only view of a larger shape."""
    x = _handle_of(x, "broadcast_to")
    shape = (shape,) if isinstance(shape, int) else tuple(operator.index(n) for n in shape)
    try:
        fits = np.broadcast_shapes(x.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"cannot broadcast an array of shape {x.shape} to shape {shape}")
    return x._view(lambda lens: lens.broadcast(shape))


@composite(section=_page)
def broadcast_shapes(*shapes):
    """Shape that arrays of the given shapes broadcast to."""
    return np.broadcast_shapes(*shapes)


@composite(section=_page)
def broadcast_arrays(*arrays):
    """Read-only views of the common broadcast shape."""
    arrays = [_handle_of(a, "broadcast_arrays") for a in arrays]
    shape = np.broadcast_shapes(*[a.shape for a in arrays])
    return [broadcast_to(a, shape) for a in arrays]


@composite(section=_page)
def unstack(x, /, *, axis=0):
    """Views of the slices along an axis, as a tuple."""
    x = _handle_of(x, "unstack")
    if not x.ndim:
        raise ValueError("unstack needs at least one dimension")
    at = normalize_axis_index(axis, x.ndim)
    before = (slice(None),) * at
    return tuple(
        x._view(lambda lens, i=i: lens.index((*before, i, *(slice(None),) * (x.ndim - at - 1))))
        for i in range(x.shape[at])
    )


def _common(arrays: Any) -> list[Any]:
    dtype = jnp.result_type(*arrays) if len({a.dtype for a in arrays}) > 1 else arrays[0].dtype
    if len({a.dtype for a in arrays}) > 1:
        dtype = np.result_type(*[np.dtype(a.dtype) for a in arrays])
    return [a.astype(dtype) for a in arrays]


@op(rules.concat, comm="gather", section=_page, name="concat")
def _concat(arrays, /, *, axis=0):
    """Join arrays along an existing axis; with None, all of them flattened."""
    if axis is None:
        return jnp.concatenate([a.reshape(-1) for a in _common(arrays)])
    return jnp.concatenate(_common(arrays), axis=axis)


concat = _concat


@op(rules.stack, comm="local", recorded=True, section=_page, result_axis=1)
def stack(arrays, /, *, axis=0):
    """Join arrays of one shape along a new axis."""
    return jnp.stack(_common(arrays), axis=axis)


@op(rules.same, comm="exchange", section=_page)
def roll(x, /, shift, *, axis=None):
    """Shift elements cyclically along some axes; with None, those of the flattened array."""
    return jnp.roll(x, shift, axis)


@op(rules.create, comm="gather", section=_page)
def tile(x, repetitions, /):
    """Repeat the whole array along each axis."""
    return jnp.tile(x, repetitions)


@op(
    rules.create,
    comm="gather",
    section="",
    name="repeated",
    host=lambda x, repeats, total, axis: np.repeat(x, repeats, axis),
)
def _repeat(x, repeats, total, /, *, axis=None):
    """Repeat each element along an axis."""
    return jnp.repeat(x, repeats, axis=axis, total_repeat_length=total)


@composite(comm="gather", section=_page)
def repeat(x, repeats, /, *, axis=None):
    """Repeat each element along an axis; with None, those of the flattened array.

    Parameters
    ----------
    x : array
        The array.
    repeats : int or array of int
        How often; an array has one number for each element along the axis.
    axis : int, optional
        The axis.
    """
    x = _handle_of(x, "repeat")
    n = x.size if axis is None else x.shape[normalize_axis_index(axis, x.ndim)]
    counts = np.asarray(repeats)
    if counts.dtype.kind not in "iu" or counts.ndim > 1:
        raise TypeError("repeats must be an integer or a vector of integers")
    if (counts < 0).any():
        raise ValueError("repeats may not contain negative values")
    if counts.ndim and counts.size not in (1, n):
        raise ValueError(
            f"operands could not be broadcast together with shape ({n},) {counts.shape}"
        )
    every = counts.size == 1
    total = int(counts.reshape(-1)[0]) * n if every else int(counts.sum())
    given = int(counts.reshape(-1)[0]) if every else repeats
    if axis is None:
        x, axis = reshape(x, (-1,)), 0
    return _repeat(x, given, total, axis=axis)
