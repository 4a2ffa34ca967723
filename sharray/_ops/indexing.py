"""Indexing functions, and indices that are arrays."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.context import errors_matter
from sharray._core.lazy import jnp
from sharray._core.lens import reshape_lens
from sharray._core.node import Node, constant
from sharray._engine import launch_order, lookups
from sharray._ops import at_indices, index_keys
from sharray._ops.at_indices import rebuild
from sharray._ops.data_types import astype
from sharray._ops.elementwise import where
from sharray._ops.searching import for_all, where_true
from sharray._ops.table import composite, op
from sharray._record import handles, record, writes
from sharray._record.moves import copied
from sharray._record.views import read as read_view

SECTION = "indexing functions"
_WHY = "an index may name any element"
_WRITTEN = "an index may name any element, so indices and values go to every device"
#: Elements of lines that are read as a whole where a key shows a part of them.
_FEW = 1 << 16
_ROW = "an index may name any element of its row, and a vector is one row"
#: Samples of `take` and `take_along_axis`, and of their parts.
_TAKE = ("take(m, i, axis=0)", "take(m, x(k, below=k), axis=1)")
_ALONG = (
    "take_along_axis(m, x(n, k, below=n), axis=0)",
    "take_along_axis(v, i, axis=0)",
    "take_along_axis(m, x(n, k, below=k), axis=1)",
)


@op(
    rules.indexed,
    name="getitem",
    host=lambda x, template, indices: x[rebuild(template, indices)],
    kernel=at_indices.reads,
    why=_WHY,
    samples=("m[i]",),
)
def _getitem(x, template, indices, /):
    """Read at index arrays."""
    return x[rebuild(template, indices)]


def _set(x: np.ndarray, value: Any, template: Any, indices: Any) -> np.ndarray:
    written = x.copy()
    written[rebuild(template, indices)] = value
    return written


@op(
    rules.same,
    name="setitem",
    host=_set,
    kernel=at_indices.writes,
    why=_WRITTEN,
    samples=("m.__setitem__(i, m2)",),
)
def _setitem(x, value, template, indices, /):
    """Write at index arrays; of repeated indices the last one counts."""
    return x.at[rebuild(template, indices)].set(value.astype(x.dtype))


#: How to combine, as JAX calls it -> NumPy's ufunc.
_COMBINE = {"add": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum}


def _combined(x: np.ndarray, value: Any, template: Any, indices: Any, how: str) -> np.ndarray:
    written = x.copy()
    _COMBINE[how].at(written, rebuild(template, indices), value)
    return written


@op(
    rules.same,
    name="numpy.scatter",
    host=_combined,
    kernel=at_indices.writes,
    why=_WRITTEN,
    samples=("add.at(v, i, 1.0)",),
)
def _scatter(x, value, template, indices, how, /):
    """Combine with what is at index arrays, as often as an index is repeated."""
    return getattr(x.at[rebuild(template, indices)], how)(value.astype(x.dtype))


def scatter(target: Any, key: Any, value: Any, how: str) -> None:
    """Combine `value` into what `key` shows of an array, in place, by "add", "multiply", ..."""
    writes.check_writable(target)
    _write_at(target, index_keys.parse(key, target.shape), value, how)


def _write_at(target: Any, key: index_keys.Key, value: Any, how: str | None = None) -> None:
    """Write at a key that has arrays, or combine with what is there."""
    target, key = index_keys.without_slices(target, key)
    x = target._node()
    template, arrays = index_keys.resolve(key, x.aval.shape)
    shape = index_keys.shape_of(template, arrays, x.aval.shape)
    new = writes.as_value(value, shape, target.dtype, target._memory.aval.layout)
    if how is None and x.on_host and new.on_host and _all_on_host(key):
        array = np.array(x.value)
        array[_numpy_key(key)] = new.value
        writes.assign(target, handles.wrap_array(constant(array)))
        return
    with launch_order.lock:
        indices = [handles.wrap_array(a) for a in arrays]
        operands = handles.wrap_array(x), handles.wrap_array(new), template, indices
        writes.assign(target, _scatter(*operands, how) if how else _setitem(*operands))


def _numpy_key(key: index_keys.Key) -> tuple[Any, ...]:
    return tuple(e.value if isinstance(e, Node) else e for e in key.entries)


def _all_on_host(key: index_keys.Key) -> bool:
    return all(e.on_host for e in key.entries if isinstance(e, Node))


def _whole_lines(x: Node, key: index_keys.Key) -> tuple[index_keys.Key, tuple[slice, ...]] | None:
    """Return a key to whole lines, and what the slices of `key` show of what that key does.

    Of few lines, whose number of elements is the same in each step of a loop that moves the slices:
    nothing is compiled for each of their lengths. None if there is no such key.
    """
    taken = [e for e in key.entries if isinstance(e, Node)]
    moves = any(isinstance(e, slice) and e != slice(None) for e in key.entries)
    if not moves or any(e.aval.dtype.kind == "b" for e in taken):
        return None
    if any(e is None or isinstance(e, bool) for e in key.entries):
        return None
    whole = [slice(None) if isinstance(e, slice) else e for e in key.entries]
    arrays = [
        e if isinstance(e, Node) else constant(np.int64(e))
        for e in key.entries
        if not isinstance(e, slice)
    ]
    numbers = itertools.count()
    template = tuple(
        ("slice", None, None, None) if isinstance(e, slice) else ("array", next(numbers))
        for e in key.entries
    )
    shape = index_keys.shape_of(template, arrays, x.aval.shape)
    if math.prod(shape) > _FEW:
        return None
    avals = [x.aval, *(a.aval for a in arrays)]
    slices = [slice(None)] * len(shape)
    for d, pairs in enumerate(rules.indexed(avals, shape, {"template": template})):
        for operand, axis in pairs:
            if operand == 0:
                slices[d] = key.entries[axis]
    return key._replace(entries=tuple(whole)), tuple(slices)


def take_key(x: Node, key: index_keys.Key) -> Any:
    """Read at a key that has arrays: a copy."""
    if x.on_host and _all_on_host(key):
        return handles.wrap(constant(x.value[_numpy_key(key)]))
    if _is_row_mask(key, x):
        return where_true(handles.wrap_array(x), handles.wrap_array(key.entries[0]))
    lines = _whole_lines(x, key)
    if lines is not None:
        whole, slices = lines
        return handles.wrap_array(take_key(x, whole)[slices]._node())
    shown, key = index_keys.without_slices(handles.wrap_array(x), key)
    x = shown._node()
    template, arrays = index_keys.resolve(key, x.aval.shape)
    index_keys.shape_of(template, arrays, x.aval.shape)  # NumPy's IndexError where it has none
    indices = [handles.wrap_array(a) for a in arrays]
    return _getitem(handles.wrap_array(x), template, indices)


def put_key(target: Any, key: index_keys.Key, value: Any) -> None:
    """Write at a key that has arrays."""
    writes.check_writable(target)
    x = target._node()
    if _is_row_mask(key, x) and key.entries[0].aval.shape == x.aval.shape and np.ndim(value) > 1:
        raise TypeError(
            "boolean array indexing assignment requires a 0 or 1-dimensional input, input has "
            f"shape {np.shape(value)}"
        )
    everywhere = _known_everywhere(value, key, target, x)
    if everywhere is not None:
        # where the mask holds, as everywhere else: nothing has to be counted
        given = key.entries[0].aval.shape
        ones = (1,) * (x.aval.layout.ndim - len(given))
        mask = read_view(key.entries[0], reshape_lens(given, given + ones))
        new = astype(handles.wrap_array(everywhere), x.aval.dtype, copy=False)
        node = record.elementwise_node(where.op, (mask, new, x))
        writes.assign(target, handles.wrap_array(node))
        return
    lines = None if x.on_host else _whole_lines(x, key)
    if lines is not None:
        with launch_order.lock:
            key, slices = lines
            whole = take_key(x, key)
            writes.assign(whole[slices], value)
            value = whole
    _write_at(target, key, value)


def _known_everywhere(value: Any, key: index_keys.Key, target: Any, x: Node) -> Node | None:
    """Return what is written at a mask, if it is known for all elements."""
    if not _is_row_mask(key, x):
        return None
    if np.ndim(value) == 0:
        return writes.as_value(value, target.shape, target.dtype, target._memory.aval.layout)
    # where it is asked for, divisions by zero are looked for in what is chosen only
    if not isinstance(value, handles.Handle) or errors_matter.get():
        return None
    new = value._node()
    cuts = new.aval.dtype.kind == "c" and x.aval.dtype.kind not in "cb"
    return None if cuts else for_all(new, key.entries[0], x)


def _is_row_mask(key: index_keys.Key, x: Node) -> bool:
    """Whether the key is one mask of the leading dimensions."""
    mask, *rest = key.entries
    return (
        isinstance(mask, Node)
        and mask.aval.dtype.kind == "b"
        and mask.aval.shape == x.aval.shape[: mask.aval.layout.ndim]
        and all(entry == slice(None) for entry in rest if not isinstance(entry, Node))
        and not any(isinstance(entry, Node) for entry in rest)
    )


@op(rules.gather, name="taken", host=np.take, kernel=at_indices.rows, why=_WHY, samples=_TAKE)
def taken(x, indices, /, *, axis):
    """Elements at indices, which are in range, along an axis."""
    # XLA's partitioner aborts the process on indices of 8 or 16 bits
    return jnp.take(x, indices.astype(jnp.int64), axis=axis, mode="wrap")


@composite(comm="gather", section=SECTION, why=_WHY, samples=_TAKE)
def take(x, indices, /, *, axis):
    """Elements at the indices of a vector, along an axis.

    Waits for the smallest and the largest index.

    Parameters
    ----------
    x : array
        The array.
    indices : array
        Integers; negative ones count from the end.
    axis : int
        The axis, not negative.

    Raises
    ------
    IndexError
        If an index is out of range.
    TypeError
        If the indices are not integers.
    """
    index = record.operand(indices, "take")
    if index.aval.dtype.kind not in "iu":
        raise TypeError(f"take: indices must be integers, not {index.aval.dtype}")
    index_keys.check_range(index, axis, x.shape[axis])
    evenly = index_keys.as_slice(index, x.shape[axis])
    if evenly is not None:
        # what a slice reads need not be gathered
        return copied(x[(*(slice(None),) * axis, evenly)])
    return taken(x, handles.wrap_array(index), axis=axis)


@op(
    rules.same,
    name="taken_along_axis",
    host=np.take_along_axis,
    kernel=lookups.along_lines,
    why=_ROW,
    samples=_ALONG,
)
def _taken_along_axis(x, indices, /, *, axis):
    """Elements at one index each, in range, along an axis."""
    size = x.shape[axis]
    return jnp.take_along_axis(x, jnp.where(indices < 0, indices + size, indices), axis=axis)


@composite(comm="gather", section=SECTION, why=_ROW, samples=_ALONG)
def take_along_axis(x, indices, /, *, axis):
    """For each position of `indices`, the element of the same row along an axis.

    Waits for the smallest and the largest index.

    Parameters
    ----------
    x : array
        The array.
    indices : array
        Integers, with as many dimensions as `x`; the other dimensions broadcast.
    axis : int
        The axis, not negative.

    Raises
    ------
    IndexError
        If an index is out of range, or the indices are not integers.
    ValueError
        If the numbers of dimensions differ, or the others do not broadcast.
    """
    index = record.operand(indices, "take_along_axis")
    if index.aval.dtype.kind not in "iu":
        raise IndexError(f"take_along_axis: indices must be integers, not {index.aval.dtype}")
    if index.aval.layout.ndim != x.ndim:
        raise ValueError(
            f"take_along_axis: indices of shape {index.aval.shape} need the {x.ndim} dimension(s) "
            f"of the array of shape {x.shape}"
        )
    index_keys.check_range(index, axis, x.shape[axis])
    index = index_keys.wide(index)
    return _taken_along_axis(x, handles.wrap_array(index), axis=axis)
