"""Indexing functions, and indices that are arrays."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray import _handle, _indexing, _record, _write
from sharray._engine import run
from sharray._expr import Expr, host
from sharray._ops import rules
from sharray._ops.table import composite, op

_page = "indexing functions"


@op(rules.create, comm="gather", name="getitem", host=False)
def _getitem(x, template, indices, /):
    """Read at index arrays."""
    return x[_indexing.rebuild(template, indices)]


@op(rules.same, comm="gather", name="setitem", host=False)
def _setitem(x, value, template, indices, /):
    """Write at index arrays; of repeated indices the last one counts."""
    return x.at[_indexing.rebuild(template, indices)].set(value.astype(x.dtype))


def _numpy_key(key: _indexing.Key) -> tuple[Any, ...]:
    return tuple(e.value if isinstance(e, Expr) else e for e in key.entries)


def _all_on_host(key: _indexing.Key) -> bool:
    return all(e.on_host for e in key.entries if isinstance(e, Expr))


def take_key(x: Expr, key: _indexing.Key) -> Any:
    """Read at a key that has arrays: a copy."""
    if x.on_host and _all_on_host(key):
        return _handle.wrap(host(x.value[_numpy_key(key)]))
    template, arrays = _indexing.resolve(key, x.aval.shape)
    indices = [_handle.wrap_array(a) for a in arrays]
    return _getitem(_handle.wrap_array(x), tuple(template), indices)


def put_key(target: Any, key: _indexing.Key, value: Any) -> None:
    """Write at a key that has arrays."""
    _write._check_writable(target)
    x = target._read()
    mask = key.entries[0]
    if (
        len(key.entries) == 1
        and isinstance(mask, Expr)
        and mask.aval.dtype.kind == "b"
        and mask.aval.shape == x.aval.shape
        and np.ndim(value) == 0
        and x.aval.shape
    ):
        from sharray._ops.elementwise import where

        new = _write._as_value(value, target)
        chosen = _record.elementwise_expr(where.op, (mask, new, x))
        _write.assign(target, _handle.wrap_array(chosen))
        return
    shape = _key_shape(x, key)
    new = _write._as_value(value, _Shaped(shape, target))
    if x.on_host and _all_on_host(key) and new.on_host:
        made = np.array(x.value)
        made[_numpy_key(key)] = new.value
        _write.assign(target, _handle.wrap_array(host(made)))
        return
    with run.lock:
        template, arrays = _indexing.resolve(key, x.aval.shape)
        indices = [_handle.wrap_array(a) for a in arrays]
        made = _setitem(_handle.wrap_array(x), _handle.wrap_array(new), tuple(template), indices)
        _write.assign(target, made)


class _Shaped:
    """A stand-in for the part of an array that a key shows, for checks of the value."""

    def __init__(self, shape: tuple[int, ...], target: Any) -> None:
        self.shape, self.dtype, self._layout = shape, target.dtype, target._layout


def _key_shape(x: Expr, key: _indexing.Key) -> tuple[int, ...]:
    """Return the shape that NumPy gives to the part that a key shows."""
    probe = np.broadcast_to(np.int8(0), x.aval.shape)
    entries = []
    for entry in key.entries:
        if not isinstance(entry, Expr):
            entries.append(entry)
        elif entry.aval.dtype.kind == "b":
            found = _nonzero_count(entry)
            entries.extend([np.zeros(found, np.intp)] * len(entry.aval.shape))
        else:
            entries.append(np.broadcast_to(np.intp(0), entry.aval.shape))
    if 0 in x.aval.shape:
        return _empty_key_shape(x, entries)
    return probe[tuple(entries)].shape


def _empty_key_shape(x: Expr, entries: list[Any]) -> tuple[int, ...]:
    bigger = tuple(max(n, 1) for n in x.aval.shape)
    made = list(np.broadcast_to(np.int8(0), bigger)[tuple(entries)].shape)
    return tuple(made)


def _nonzero_count(mask: Expr) -> int:
    from sharray._ops.searching import count_nonzero

    return int(count_nonzero(_handle.wrap_array(mask)))


@op(rules.gather, comm="gather", name="take_along", host=lambda x, i, axis: np.take(x, i, axis))
def _take(x, indices, /, *, axis):
    """Elements at indices along an axis."""
    return jnp.take(x, indices, axis=axis, mode="wrap")


@composite(comm="gather", section=_page)
def take(x, indices, /, *, axis=None):
    """Elements at the indices of a vector, along an axis.

    Parameters
    ----------
    x : array
        The array.
    indices : array
        Integers; negative ones count from the end.
    axis : int, optional
        The axis; may be left out for one dimension.

    Raises
    ------
    IndexError
        If an index is out of range.
    """
    if axis is None:
        if x.ndim != 1:
            raise ValueError(f"take needs an axis for an array of shape {x.shape}")
        axis = 0
    axis = normalize_axis_index(axis, x.ndim)
    index = _index_operand(indices, "take")
    _indexing.check_range(index, axis, x.shape[axis])
    return _take(x, _handle.wrap_array(index), axis=axis)


@op(
    rules.same,
    comm="gather",
    name="take_along_axis_arrays",
    host=lambda x, i, axis: np.take_along_axis(x, i, axis),
)
def _take_along_axis(x, indices, /, *, axis):
    """Elements at one index each along an axis."""
    size = x.shape[axis]
    return jnp.take_along_axis(x, jnp.where(indices < 0, indices + size, indices), axis=axis)


@composite(comm="gather", section=_page)
def take_along_axis(x, indices, /, *, axis=-1):
    """For each position of `indices`, the element of the same row along an axis.

    Parameters
    ----------
    x : array
        The array.
    indices : array
        Integers, with as many dimensions as `x`; the other dimensions broadcast.
    axis : int
        The axis.

    Raises
    ------
    IndexError
        If an index is out of range.
    """
    axis = normalize_axis_index(axis, x.ndim)
    index = _index_operand(indices, "take_along_axis")
    _indexing.check_range(index, axis, x.shape[axis])
    return _take_along_axis(x, _handle.wrap_array(index), axis=axis)


def _index_operand(indices: Any, name: str) -> Expr:
    index = _record.operand(indices, name)
    if index.aval.dtype.kind not in "iu":
        raise IndexError(f"{name}: indices must be integers, not {index.aval.dtype}")
    return index
