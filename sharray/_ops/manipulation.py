"""Manipulation functions. What NumPy does with a view is one here, too."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray._core import observers, rules
from sharray._core.boundary import Beyond
from sharray._core.lazy import jnp
from sharray._core.links import see
from sharray._engine import segments
from sharray._ops import selection_on_shards as on_shards
from sharray._ops.data_types import promoted
from sharray._ops.table import composite, op
from sharray._record import handles, record
from sharray._record.moves import to_layout
from sharray._record.views import RESHAPED, read_beyond

SECTION = "manipulation functions"
_UNEVEN = "with uneven repeats an element may go anywhere"


@composite(comm="exchange", section=SECTION, samples=RESHAPED)
def reshape(x, /, shape, *, copy=None):
    """Elements in row-major order under another shape: a view wherever NumPy has one.

    Parameters
    ----------
    x : array
        The array.
    shape : tuple of int
        The new shape; one entry may be -1.
    copy : bool, optional
        True for an array of its own, False for an error where there is no view.

    Raises
    ------
    ValueError
        If the sizes differ, or if a copy is needed that is not wanted.
    """
    return record.as_handle(x, "reshape").reshape(shape, copy=copy)


def laid_along(vector: Any, axis: int, ndim: int) -> Any:
    """Return a vector as an array of `ndim` dimensions, of which it lies along one."""
    return reshape(vector, tuple(-1 if d == axis else 1 for d in range(ndim)))


@composite(section=SECTION, samples=("+permute_dims(m, (1, 0))",))
def permute_dims(x, /, axes):
    """View with the dimensions in another order; each keeps its sharding."""
    return record.as_handle(x, "permute_dims").transpose(axes)


@composite(section=SECTION, samples=("+matrix_transpose(m)",))
def matrix_transpose(x, /):
    """View with the last two dimensions exchanged."""
    return record.as_handle(x, "matrix_transpose").mT


@composite(section=SECTION, samples=("+moveaxis(m, 0, 1)",))
def moveaxis(x, source, destination, /):
    """View with some dimensions moved to other places; the others stay in order."""
    x = record.as_handle(x, "moveaxis")
    first = normalize_axis_tuple(source, x.ndim, "source")
    last = normalize_axis_tuple(destination, x.ndim, "destination")
    if len(first) != len(last):
        raise ValueError("source and destination must have the same number of elements")
    order = [d for d in range(x.ndim) if d not in first]
    for there, here in sorted(zip(last, first, strict=True)):
        order.insert(there, here)
    return x._view(lambda lens: lens.permute(tuple(order)))


@composite(section=SECTION, samples=("+expand_dims(m, axis=0)",))
def expand_dims(x, /, axis):
    """View with new dimensions of length 1; `axis` counts in the result."""
    x = record.as_handle(x, "expand_dims")
    axes = (axis,) if not isinstance(axis, (tuple, list)) else tuple(axis)
    where = normalize_axis_tuple(axes, x.ndim + len(axes))
    for at in sorted(where):
        x = x._view(lambda lens, at=at: lens.expand(at))
    return x


@composite(comm="reduce", section=SECTION, samples=("+squeeze(x(1, n, 3), axis=0)",))
def squeeze(x, /, axis):
    """View without some dimensions of length 1."""
    return record.as_handle(x, "squeeze").squeeze(axis)


@composite(comm="exchange", section=SECTION, samples=("+flip(m, axis=0)",))
def flip(x, /, *, axis=None):
    """View with the elements along some dimensions (all by default) in reverse order."""
    x = record.as_handle(x, "flip")
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)
    return x._view(lambda lens: lens.flip(axes))


@composite(section=SECTION, numbers=False, samples=("+broadcast_to(m, (3, n, k))",))
def broadcast_to(x, /, shape):
    """Read-only view of a larger shape."""
    x = record.as_handle(x, "broadcast_to")
    shape = (shape,) if isinstance(shape, int) else tuple(operator.index(n) for n in shape)
    try:
        fits = np.broadcast_shapes(x.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"broadcast_to: cannot broadcast an array of shape {x.shape} to shape {shape}"
            + see("shapes-do-not-broadcast")
        )
    view = x._view(lambda lens: lens.broadcast(shape))
    view._readonly = True
    return view


@composite(section=SECTION, samples=("[+a for a in broadcast_arrays(m, x(k))]",))
def broadcast_arrays(*arrays):
    """Read-only views of the common broadcast shape."""
    arrays = [record.as_handle(a, "broadcast_arrays") for a in arrays]
    shape = np.broadcast_shapes(*[a.shape for a in arrays])
    return tuple(broadcast_to(a, shape) for a in arrays)


@composite(
    comm="reduce",
    section=SECTION,
    samples=("[+a for a in unstack(x(n, 3), axis=1)]", "[+a for a in unstack(x(9, n))]"),
)
def unstack(x, /, *, axis=0):
    """Views of the slices along an axis, as a tuple."""
    x = record.as_handle(x, "unstack")
    if not x.ndim:
        raise ValueError("unstack needs at least one dimension")
    at = normalize_axis_index(axis, x.ndim)
    before = (slice(None),) * at
    return tuple(
        x._view(lambda lens, i=i: lens.index((*before, i, *(slice(None),) * (x.ndim - at - 1))))
        for i in range(x.shape[at])
    )


@op(
    rules.concat,
    comm="exchange",
    lazy=True,
    section=SECTION,
    kernel=segments.concat,
    on_shards=on_shards.concat_shards,
    samples=("concat([m, x(n // 2, k)])", "concat([m, m2], axis=1)", "concat([m, v], axis=None)"),
)
def concat(arrays, /, *, axis=0):
    """Join arrays along an existing axis; with None, all of them flattened."""
    if axis is None:
        arrays, axis = [a.reshape(-1) for a in arrays], 0
    return jnp.concatenate(promoted(*arrays), axis=axis)


@op(
    rules.stack,
    comm="local",
    lazy=True,
    section=SECTION,
    result_axis=1,
    kernel=segments.stack,
    samples=("+stack([m, m2])",),
)
def stack(arrays, /, *, axis=0):
    """Join arrays of one shape along a new axis."""
    return jnp.stack(promoted(*arrays), axis=axis)


@composite(
    comm="exchange",
    section=SECTION,
    numbers=False,
    samples=("roll(m, 5, axis=0)", "roll(m, 1001, axis=0)", "roll(m, 5)"),
)
def roll(x, /, shift, *, axis=None):
    """Shift elements cyclically along some axes; with None, those of the flattened array.

    Parameters
    ----------
    x : array
        The array.
    shift : int or tuple of int
        By how many places, towards higher indices.
    axis : int or tuple of int, optional
        The axes; the shifts of one that is named several times add up.
    """
    x = record.as_handle(x, "roll")
    shift = tuple(shift) if np.ndim(shift) else shift
    if axis is None:
        moved = roll(reshape(x, (-1,)), int(np.sum(shift)), axis=0)._reshaped(x.shape)
        layout = x._layout
        return moved if layout.mesh is None else to_layout(moved, layout.sharding)
    starts = [0] * x.ndim
    for n, at in np.broadcast(shift, normalize_axis_tuple(axis, x.ndim, allow_duplicate=True)):
        starts[at] -= int(n)
    node = x._node()
    # of an array that is rolled already, by both
    args, before = node.args, node.params
    if (
        args
        and isinstance(before, Beyond)
        and before.mode == "wrap"
        and before.shape == before.base_shape
    ):
        node = args[0]
        starts = [a + b for a, b in zip(starts, before.starts, strict=True)]
    starts = [a % n if n else 0 for a, n in zip(starts, x.shape, strict=True)]
    if observers.active:
        observers.recorded("roll", node.on_host)
    if any(starts):
        node = read_beyond(node, Beyond(x.shape, tuple(starts), x.shape, "wrap"))
    return handles.wrap_array(node)


@op(
    rules.broadcast,
    comm="exchange",
    section=SECTION,
    kernel=segments.tile,
    samples=("tile(m, (2, 1))",),
)
def tile(x, repetitions, /):
    """Repeat the whole array along each axis."""
    return jnp.tile(x, repetitions)


@op(
    rules.same,
    name="repeated",
    host=lambda x, ends, total, axis: np.repeat(x, np.diff(ends, prepend=0), axis),
    why=_UNEVEN,
    samples=("repeat(m, x(n, below=3), axis=0)",),
)
def _repeated(x, ends, /, *, total, axis):
    """Repeat elements so that number i ends before position ``ends[i]`` along an axis."""
    source = jnp.searchsorted(ends, jnp.arange(total), side="right")
    return jnp.take(x, source, axis=axis, mode="clip")


@op(
    rules.same,
    comm="halo",
    name="repeated_evenly",
    host=np.repeat,
    kernel=segments.repeat,
    samples=("repeat(m, 2, axis=0)",),
)
def _repeated_evenly(x, repeats, /, *, axis):
    """Repeat every element equally often along an axis."""
    return jnp.repeat(x, repeats, axis=axis)


@composite(
    comm="gather",
    section=SECTION,
    why=_UNEVEN,
    samples=("repeat(m, 2, axis=0)", "repeat(m, x(n, below=3), axis=0)"),
)
def repeat(x, repeats, /, *, axis=None):
    """Repeat each element along an axis; with None, those of the flattened array.

    Parameters
    ----------
    x : array
        The array.
    repeats : int or array of int
        How often; an array has one number for each element along the axis. It is read, which
        waits for it.
    axis : int, optional
        The axis.

    Raises
    ------
    TypeError
        If the repeats are not integers.
    ValueError
        If one is negative, or their number differs from that of the elements.
    """
    x = record.as_handle(x, "repeat")
    if axis is None:
        x, axis = reshape(x, (-1,)), 0
    axis = normalize_axis_index(axis, x.ndim)
    counts = np.asarray(repeats)
    if counts.dtype.kind not in "iu":
        raise TypeError(f"repeats must be integers, not {counts.dtype}")
    if (counts < 0).any():
        raise ValueError("repeats may not contain negative values.")
    if counts.size == 1 and counts.ndim < 2:
        return _repeated_evenly(x, int(counts.reshape(())), axis=axis)
    if counts.shape != (x.shape[axis],):
        raise ValueError(
            f"operands could not be broadcast together with shape ({x.shape[axis]},) {counts.shape}"
        )
    ends = np.cumsum(counts, dtype=np.int64)
    return _repeated(x, ends, total=int(ends[-1]) if ends.size else 0, axis=axis)
