"""What a key of ``x[key]`` means, and how it reads and writes."""

from __future__ import annotations

import contextlib
import math
import operator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core.cache import Cache
from sharray._core.lazy import is_jax_array, is_tracer
from sharray._core.lens import Lens, indexed
from sharray._core.node import Node, constant
from sharray._engine.transfer import to_numpy
from sharray._ops.at_indices import rebuild
from sharray._ops.searching import check_range, nonzero_nodes
from sharray._record import views
from sharray._record.handles import Handle, node_of_jax, node_of_numpy, wrapped_array

if TYPE_CHECKING:
    from jax.sharding import Mesh


class Key(NamedTuple):
    """A key with one entry per dimension or None."""

    entries: tuple[Any, ...]
    has_arrays: bool
    scalar: bool
    #: whether an integer was given as an array: what is read is a copy, as with other arrays
    copies: bool = False


def _is_mask(entry: Any) -> bool:
    return isinstance(entry, bool) or (isinstance(entry, Node) and entry.aval.dtype.kind == "b")


def _entry(entry: Any, mesh: Mesh | None) -> Any:
    """Bring one entry into our form: int, slice, None, Ellipsis, bool, or a node.

    An array of NumPy that is too large for the host goes to `mesh`, or to the current one.
    """
    if entry is None or entry is Ellipsis or isinstance(entry, (slice, bool)):
        return entry
    if isinstance(entry, Handle):
        node = entry._node()
    elif isinstance(entry, (int, np.integer)):
        return int(entry)
    elif isinstance(entry, np.bool_):
        return bool(entry)
    elif (handle := wrapped_array(entry)) is not None:
        node = handle._node()
    elif is_tracer(entry):
        node = node_of_jax(entry)
    else:
        if not (isinstance(entry, (np.ndarray, list, tuple)) or is_jax_array(entry)):
            with contextlib.suppress(TypeError):
                return operator.index(entry)
        array = np.asarray(entry)
        if not array.size and not isinstance(entry, np.ndarray):
            array = array.astype(np.intp)
        if array.dtype.kind not in "biufc":
            raise _wrong(type(entry).__name__)
        node = constant(array) if array.dtype.kind not in "biu" else node_of_numpy(array, mesh=mesh)
    if node.aval.dtype.kind not in "biu":
        number = f"{entry!r} ({type(entry).__name__})" if isinstance(entry, complex | float) else ""
        raise _wrong(number or f"an array of {node.aval.dtype}")
    if not node.aval.shape and not node.is_traced:
        return to_numpy(node).item()
    return node


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
    simple = _simple(key, shape)
    if simple is not None:
        return simple
    items = list(key) if isinstance(key, tuple) else [key]
    copies = any(isinstance(e, (np.ndarray, Handle)) and e.ndim == 0 for e in items)
    items = [_entry(e, mesh) for e in items]
    used = sum(_takes(e) for e in items)
    ellipses = [i for i, e in enumerate(items) if e is Ellipsis]
    if len(ellipses) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if used > len(shape):
        raise IndexError(
            f"too many indices for array: array is {len(shape)}-dimensional, "
            f"but {used} were indexed"
        )
    at = ellipses[0] if ellipses else len(items)
    items[at : at + 1] = [slice(None)] * (len(shape) - used)
    entries: list[Any] = []
    axis = 0
    for entry in items:
        entries.append(_check(entry, axis, shape))
        axis += _takes(entry)
    has_arrays = any(isinstance(e, (Node, bool)) for e in entries)
    only_ints = all(type(e) is int for e in entries)
    return Key(tuple(entries), has_arrays, only_ints and not ellipses, copies)


def _simple(key: Any, shape: tuple[int, ...]) -> Key | None:
    """Return a key of integers and slices alone; None for others, and for wrong ones."""
    items = key if type(key) is tuple else (key,)
    missing = len(shape) - len(items)
    if missing < 0:
        return None
    entries: list[Any] = []
    scalar = not missing
    for entry, n in zip(items, shape, strict=False):
        kind = type(entry)
        if kind is slice:
            scalar = False
        elif kind is int and -n <= entry < n:
            entry %= n
        else:
            return None
        entries.append(entry)
    if missing:
        entries.extend([slice(None)] * missing)
    return Key(tuple(entries), False, scalar)


class SimpleView(NamedTuple):
    """What a key of integers and slices shows of an array: a chain, and how many elements."""

    chain: tuple[Lens, ...]
    size: int
    #: whether it is an element, which is no view
    scalar: bool = False


_BOUNDS = frozenset([int, type(None)])
_views = Cache("indices that are views", 4096)


def simple_view(key: Any, chain: tuple[Lens, ...], shape: tuple[int, ...]) -> SimpleView | None:
    """Return what integers and slices show, as it was found the last time.

    Parameters
    ----------
    key
        Of an array.
    chain, shape
        What the array shows of its memory.

    Returns
    -------
    view
        None for a key of anything else, and where the general way has to find out what is wrong.
    """
    parts: list[Any] = []
    for entry in key if type(key) is tuple else (key,):
        kind = type(entry)
        if kind is slice:
            # slices themselves have no hash before Python 3.12
            start, stop, step = entry = entry.start, entry.stop, entry.step
            if not (type(start) in _BOUNDS and type(stop) in _BOUNDS and type(step) in _BOUNDS):
                return None
        elif kind is not int:
            return None
        parts.append(entry)
    known = chain, shape, tuple(parts)
    view = _views.get(known)
    if view is None:
        simple = _simple(key, shape)
        if simple is None:
            return None
        new = indexed(chain, shape, simple.entries)
        size = math.prod(new[-1].shape if new else shape)
        view = _views.keep(known, SimpleView(new, size, simple.scalar))
    return view


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
    elif _is_mask(entry) and isinstance(entry, Node):
        for d, n in enumerate(entry.aval.shape):
            if n not in (shape[axis + d], 0):  # as NumPy, an empty mask selects nothing of anything
                raise IndexError(
                    f"boolean index did not match indexed array along axis {axis + d}; size of "
                    f"axis is {shape[axis + d]} but size of corresponding boolean axis is {n}"
                )
    return entry


def resolve(key: Key, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], list[Node]]:
    """Turn masks into index arrays and check all indices.

    Returns the template of the key, where ``("array", i)`` stands for number `i` of the index
    arrays, which follow as a list.

    Raises
    ------
    IndexError
        If an index is out of range.
    """
    template: list[Any] = []
    arrays: list[Node] = []
    axis = 0
    for entry in key.entries:
        indices: list[Node] = []
        if entry is None:
            template.append(None)
        elif isinstance(entry, bool):
            template.append(("bool", entry))
        elif isinstance(entry, slice):
            template.append(("slice", entry.start, entry.stop, entry.step))
        elif _is_mask(entry):
            indices = nonzero_nodes(entry)
        elif isinstance(entry, Node):
            check_range(entry, axis, shape[axis])
            indices = [wide(entry)]
        else:
            indices = [constant(np.int64(entry))]
        template.extend(("array", len(arrays) + i) for i in range(len(indices)))
        arrays.extend(indices)
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


def shape_of(template: tuple[Any, ...], arrays: list[Node], shape: tuple[int, ...]) -> Any:
    """Return the shape of what a resolved key shows of an array of `shape`."""
    zeros = [np.broadcast_to(np.intp(0), a.aval.shape) for a in arrays]
    return np.broadcast_to(np.int8(0), shape)[rebuild(template, zeros)].shape


def wide(index: Node) -> Node:
    """Return indices of a dtype of 32 bits or more, which has room for the length of the axis."""
    narrow = index.aval.dtype.itemsize < 4
    return views.converted(index, np.dtype(np.int64)) if narrow else index


def as_slice(index: Node, size: int) -> slice | None:
    """Return the slice that reads what a vector of indices names, which are in range, if any."""
    if not index.on_host or index.aval.layout.ndim != 1 or index.value.size < 2:
        return None
    places = index.value.astype(np.int64)
    places = np.where(places < 0, places + size, places)
    steps = np.diff(places)
    step = int(steps[0])
    if step == 0 or (steps != step).any():
        return None
    stop = int(places[-1]) + (1 if step > 0 else -1)
    return slice(int(places[0]), stop if stop >= 0 else None, step)


def element_of(dtype: np.dtype, value: Any) -> bool:
    """Return what is written to one element for what may have several: to a boolean its truth.

    Raises
    ------
    TypeError, ValueError
        To a number no sequence is written, nor an array with dimensions.
    """
    if dtype.kind == "b":
        return bool(value)
    is_array = hasattr(value, "dtype")
    error = TypeError if dtype.kind == "c" or (dtype.kind in "iu" and not is_array) else ValueError
    raise error(
        f"setting an array element with a sequence: of shape {np.shape(value)}; write "
        "to x[..., index] to broadcast"
    )
