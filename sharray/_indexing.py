"""What a key of ``x[key]`` means, and how it reads and writes."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import jax
import numpy as np

from sharray._expr import Expr, host
from sharray._fetch import to_numpy
from sharray._handle import Handle, from_numpy


class Key(NamedTuple):
    """A key with one entry per dimension or None; `arrays` are the positions of index arrays."""

    entries: tuple[Any, ...]
    arrays: tuple[int, ...]
    scalar: bool

    @property
    def basic(self) -> bool:
        """Whether it has no arrays, so that reading it gives a view."""
        return not self.arrays


def _is_mask(entry: Any) -> bool:
    return isinstance(entry, bool) or (isinstance(entry, Expr) and entry.aval.dtype.kind == "b")


def _entry(entry: Any) -> Any:
    """Bring one entry into our form: int, slice, None, Ellipsis, bool, or an expression."""
    if entry is None or entry is Ellipsis or isinstance(entry, (slice, bool)):
        return entry
    if isinstance(entry, (int, np.integer)):
        return int(entry)
    if isinstance(entry, np.bool_):
        return bool(entry)
    if isinstance(entry, Handle):
        expr = entry._read()
    elif isinstance(entry, (np.ndarray, jax.Array, list)):
        array = np.asarray(entry)
        if isinstance(entry, list) and not array.size:
            array = array.astype(np.intp)
        expr = host(array) if array.dtype.kind not in "biu" else from_numpy(array)
    else:
        try:
            return operator.index(entry)
        except TypeError:
            raise _wrong(type(entry).__name__) from None
    if expr.aval.dtype.kind not in "biu":
        raise _wrong(f"an array of {expr.aval.dtype}")
    if not expr.aval.shape and expr.aval.dtype.kind == "b":
        return bool(to_numpy(expr))
    if not expr.aval.shape and expr.on_host:
        return int(expr.value)
    return expr


def _wrong(what: str) -> IndexError:
    return IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and integer or boolean arrays are "
        f"valid indices, not {what}"
    )


def parse(key: Any, shape: tuple[int, ...]) -> Key:
    """Check a key against `shape` and bring it into a form with one entry per dimension.

    Raises
    ------
    IndexError
        As NumPy does: too many indices, an integer out of range, a mask of another shape.
    """
    given = [_entry(e) for e in (key if isinstance(key, tuple) else (key,))]
    used = sum(_takes(e) for e in given)
    if sum(e is Ellipsis for e in given) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if used > len(shape):
        raise IndexError(
            f"too many indices for array: array is {len(shape)}-dimensional, "
            f"but {used} were indexed"
        )
    if Ellipsis not in [e for e in given if not isinstance(e, Expr)]:
        has_ellipsis = False
        given.append(Ellipsis)
    else:
        has_ellipsis = True
    at = next(i for i, e in enumerate(given) if e is Ellipsis)
    given[at : at + 1] = [slice(None)] * (len(shape) - used)
    entries: list[Any] = []
    axis = 0
    for entry in given:
        entries.append(_check(entry, axis, shape))
        axis += _takes(entry)
    arrays = tuple(i for i, e in enumerate(entries) if isinstance(e, (Expr, bool)))
    only_ints = all(type(e) is int for e in entries)
    return Key(tuple(entries), arrays, only_ints and not has_ellipsis)


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
            if shape[axis + d] != n:
                raise IndexError(
                    f"boolean index did not match indexed array along axis {axis + d}; size of "
                    f"axis is {shape[axis + d]} but size of corresponding boolean axis is {n}"
                )
    return entry


def resolve(key: Key, shape: tuple[int, ...]) -> tuple[list[Any], list[Expr]]:
    """Turn masks into index arrays and check all indices.

    Returns the template of the key, where an int counts the index arrays that follow as a list.

    Raises
    ------
    IndexError
        If an index is out of range.
    """
    from sharray._ops import searching

    template: list[Any] = []
    arrays: list[Expr] = []
    axis = 0
    for entry in key.entries:
        if isinstance(entry, bool):
            template.append(("bool", entry))
            continue
        if isinstance(entry, Expr) and entry.aval.dtype.kind == "b":
            for found in searching.nonzero_exprs(entry):
                template.append(("array", len(arrays)))
                arrays.append(found)
        elif isinstance(entry, Expr):
            check_range(entry, axis, shape[axis])
            template.append(("array", len(arrays)))
            arrays.append(entry)
        elif isinstance(entry, slice):
            template.append(("slice", entry.start, entry.stop, entry.step))
        elif entry is None:
            template.append(None)
        else:
            template.append(("array", len(arrays)))
            arrays.append(host(np.int64(entry)))
        axis += _takes(entry)
    return template, arrays


def check_range(index: Expr, axis: int, size: int) -> None:
    """Raise IndexError if an element of an index array is out of range."""
    from sharray._ops import searching

    if not index.aval.layout.size:
        return
    if index.on_host:
        low, high = int(index.value.min()), int(index.value.max())
    else:
        low, high = (int(v) for v in to_numpy(searching.extremes(index)))
    for bad in (low, high):
        if not -size <= bad < size:
            raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {size}")


def rebuild(template: tuple[Any, ...], arrays: list[Any]) -> tuple[Any, ...]:
    """Return the key with `arrays` in their places."""
    made: list[Any] = []
    for entry in template:
        if entry is None:
            made.append(None)
        elif entry[0] == "slice":
            made.append(slice(*entry[1:]))
        elif entry[0] == "bool":
            made.append(entry[1])
        else:
            made.append(arrays[entry[1]])
    return tuple(made)
