"""What a key of ``x[key]`` means, and how it reads and writes."""

from __future__ import annotations

import contextlib
import operator
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.sharding import Mesh

from sharray._core.node import TRACED, Expr, host
from sharray._engine.transfer import to_numpy
from sharray._ops.at_indices import rebuild
from sharray._ops.searching import extremes, nonzero_exprs
from sharray._record.handles import Handle, from_numpy, made_by


class Key(NamedTuple):
    """A key with one entry per dimension or None; `arrays` are the positions of index arrays."""

    entries: tuple[Any, ...]
    arrays: tuple[int, ...]
    scalar: bool
    #: whether an integer was given as an array: what is read is a copy, as with other arrays
    copies: bool = False

    @property
    def basic(self) -> bool:
        """Whether it has no arrays, so that reading it gives a view."""
        return not self.arrays


def _is_mask(entry: Any) -> bool:
    return isinstance(entry, bool) or (isinstance(entry, Expr) and entry.aval.dtype.kind == "b")


def _entry(entry: Any, mesh: Mesh | None) -> Any:
    """Bring one entry into our form: int, slice, None, Ellipsis, bool, or an expression.

    An array of NumPy that is too large for the host goes to `mesh`, or to the current one.
    """
    if entry is None or entry is Ellipsis or isinstance(entry, (slice, bool)):
        return entry
    if isinstance(entry, Handle):
        expr = entry._read()
    elif isinstance(entry, (int, np.integer)):
        return int(entry)
    elif isinstance(entry, np.bool_):
        return bool(entry)
    elif (made := made_by(entry)) is not None:
        expr = made._read()
    else:
        if not isinstance(entry, (np.ndarray, jax.Array, list, tuple)):
            with contextlib.suppress(TypeError):
                return operator.index(entry)
        array = np.asarray(entry)
        if not array.size and not isinstance(entry, np.ndarray):
            array = array.astype(np.intp)
        if array.dtype.kind not in "biufc":
            raise _wrong(type(entry).__name__)
        expr = host(array) if array.dtype.kind not in "biu" else from_numpy(array, mesh=mesh)
    if expr.aval.dtype.kind not in "biu":
        raise _wrong(f"an array of {expr.aval.dtype}")
    if not expr.aval.shape and expr.depth != TRACED:
        return to_numpy(expr).item()
    return expr


def _wrong(what: str) -> IndexError:
    return IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and integer or boolean arrays are "
        f"valid indices, not {what}"
    )


def parse(key: Any, shape: tuple[int, ...], mesh: Mesh | None = None) -> Key:
    """Check a key against `shape` and bring it into a form with one entry per dimension.

    Raises
    ------
    IndexError
        As NumPy does: too many indices, an integer out of range, a mask of another shape.
    """
    given = list(key) if isinstance(key, tuple) else [key]
    if len(given) <= len(shape) and all(type(e) is int or type(e) is slice for e in given):
        given.extend([slice(None)] * (len(shape) - len(given)))
        entries = [_check(e, axis, shape) for axis, e in enumerate(given)]
        return Key(tuple(entries), (), slice not in map(type, entries))
    copies = any(isinstance(e, (np.ndarray, Handle)) and _is_zero_d(e) for e in given)
    given = [_entry(e, mesh) for e in given]
    used = sum(_takes(e) for e in given)
    if sum(e is Ellipsis for e in given) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if used > len(shape):
        raise IndexError(
            f"too many indices for array: array is {len(shape)}-dimensional, "
            f"but {used} were indexed"
        )
    at = next((i for i, e in enumerate(given) if e is Ellipsis), None)
    has_ellipsis = at is not None
    at = len(given) if at is None else at
    given[at : at + 1] = [slice(None)] * (len(shape) - used)
    entries: list[Any] = []
    axis = 0
    for entry in given:
        entries.append(_check(entry, axis, shape))
        axis += _takes(entry)
    arrays = tuple(i for i, e in enumerate(entries) if isinstance(e, (Expr, bool)))
    only_ints = all(type(e) is int for e in entries)
    return Key(tuple(entries), arrays, only_ints and not has_ellipsis, copies)


def _is_zero_d(array: Any) -> bool:
    """Whether it is an array without dimensions, and not a number."""
    return array.ndim == 0 and not getattr(array, "_scalar", False)


def _takes(entry: Any) -> int:
    """How many dimensions of the array an entry indexes."""
    if entry is None or entry is Ellipsis or isinstance(entry, bool):
        return 0
    if _is_mask(entry):
        return len(entry.aval.shape)
    return 1


def _check(entry: Any, axis: int, shape: tuple[int, ...]) -> Any:
    if type(entry) is int:
        size = shape[axis]
        if not -size <= entry < size:
            raise IndexError(f"index {entry} is out of bounds for axis {axis} with size {size}")
        return entry % size
    if isinstance(entry, slice):
        try:
            entry.indices(shape[axis])
        except TypeError:
            raise TypeError(
                f"slice indices must be integers or None or have an __index__ method, not {entry}"
            ) from None
    elif _is_mask(entry) and isinstance(entry, Expr):
        for d, n in enumerate(entry.aval.shape):
            if n not in (shape[axis + d], 0):  # as NumPy, an empty mask selects nothing of anything
                raise IndexError(
                    f"boolean index did not match indexed array along axis {axis + d}; size of "
                    f"axis is {shape[axis + d]} but size of corresponding boolean axis is {n}"
                )
    return entry


def resolve(key: Key, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], list[Expr]]:
    """Turn masks into index arrays and check all indices.

    Returns the template of the key, where ``("array", i)`` stands for number `i` of the index
    arrays, which follow as a list.

    Raises
    ------
    IndexError
        If an index is out of range.
    """
    template: list[Any] = []
    arrays: list[Expr] = []
    axis = 0
    for entry in key.entries:
        found: list[Expr] = []
        if entry is None:
            template.append(None)
        elif isinstance(entry, bool):
            template.append(("bool", entry))
        elif isinstance(entry, slice):
            template.append(("slice", entry.start, entry.stop, entry.step))
        elif _is_mask(entry):
            found = nonzero_exprs(entry)
        elif isinstance(entry, Expr):
            check_range(entry, axis, shape[axis])
            found = [entry]
        else:
            found = [host(np.int64(entry))]
        template.extend(("array", len(arrays) + i) for i in range(len(found)))
        arrays.extend(found)
        axis += _takes(entry)
    return tuple(template), arrays


def without_slices(x: Any, key: Key) -> tuple[Any, Key]:
    """Return what the slices of a key show of an array, and the key to the same elements of it."""
    if all(entry == slice(None) for entry in key.entries if isinstance(entry, slice)):
        return x, key
    slices: list[slice] = []
    for entry in key.entries:
        slices += [entry] if isinstance(entry, slice) else [slice(None)] * _takes(entry)
    rest = [slice(None) if isinstance(entry, slice) else entry for entry in key.entries]
    return x[tuple(slices)], key._replace(entries=tuple(rest))


def shape_of(template: tuple[Any, ...], arrays: list[Expr], shape: tuple[int, ...]) -> Any:
    """Return the shape of what a resolved key shows of an array of `shape`."""
    zeros = [np.broadcast_to(np.intp(0), a.aval.shape) for a in arrays]
    return np.broadcast_to(np.int8(0), shape)[rebuild(template, zeros)].shape


def check_range(index: Expr, axis: int, size: int) -> None:
    """Raise IndexError if an element of an index array is out of range."""
    if not index.aval.layout.size or index.depth == TRACED:
        return  # what is traced has no values yet
    if index.on_host:
        low, high = int(index.value.min()), int(index.value.max())
    else:
        low, high = (int(v) for v in to_numpy(extremes(index)))
    for bad in (low, high):
        if not -size <= bad < size:
            raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {size}")


def as_slice(index: Expr, size: int) -> slice | None:
    """Return the slice that reads what a vector of indices names, which are in range, if any."""
    if not index.on_host or index.aval.layout.ndim != 1 or index.value.size < 2:
        return None
    places = np.where(index.value < 0, index.value + size, index.value).astype(np.int64)
    steps = np.diff(places)
    step = int(steps[0])
    if step == 0 or (steps != step).any():
        return None
    stop = int(places[-1]) + (1 if step > 0 else -1)
    return slice(int(places[0]), stop if stop >= 0 else None, step)
