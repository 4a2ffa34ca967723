"""The elements of an array as a vector: what ``x.flat`` is, and ``put``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sharray._functions.arguments import clip_mode
from sharray._record import writes
from sharray._record.handles import Handle

#: Elements on devices that are fetched at a time when they are iterated over.
_AHEAD = 1024


def put_flat(x: Any, indices: Any, values: Any, mode: str = "raise") -> None:
    """Write `values`, repeated if too few, at indices of the flattened array `x`.

    Raises
    ------
    IndexError
        If an index is out of range and `mode` is "raise".
    TypeError
        If the indices are not integers.
    """
    mode = clip_mode(mode)
    at: Any = indices if isinstance(indices, Handle) else np.asarray(indices)
    if not isinstance(at, Handle) and not at.size:
        at = at.astype(np.intp)
    if at.dtype.kind not in "biu" or not np.can_cast(at.dtype, np.intp, "same_kind"):
        raise TypeError(f"indices must be integers, not {at.dtype}")
    at = at.astype(np.intp).reshape(-1)
    new: Any = values
    if not isinstance(values, (Handle, np.ndarray, np.generic)):
        new = np.asarray(values, x.dtype)  # Python's numbers are converted as it does
    new = new.astype(x.dtype).reshape(-1)
    if not at.size or not new.size:
        return
    if not x.size:
        raise IndexError(f"cannot put into an array of shape {x.shape}, which has no elements")
    if mode == "raise":
        low, high = int(at.min()), int(at.max())
        for bad in (low, high):
            if not -x.size <= bad < x.size:
                raise IndexError(f"index {bad} is out of bounds for axis 0 with size {x.size}")
    at = at.clip(0, x.size - 1) if mode == "clip" else at % x.size
    if new.size != at.size:
        new = new[np.arange(at.size) % new.size]
    places = []
    for n in reversed(x.shape):
        places.append(at % n)
        at = at // n
    x[tuple(places[::-1]) if places else ...] = new if places else new[-1]


def elements(array: Any) -> Iterator[Any]:
    """Yield the elements of an array in row-major order, each as it is when its turn comes."""
    is_vector = array.ndim == 1
    seen, start, piece, vector = None, 0, np.empty(0), array
    for at in range(array.size):
        host = array._numpy()
        if host is not None:  # also if it has come there meanwhile
            yield array._flavour.computed(host[at] if is_vector else host.flat[at], True)
            continue
        node = array._memory.node
        if node is not seen or at >= start + len(piece):
            if not is_vector and node is not seen:
                vector = array.reshape(-1)
            if node.is_traced:
                yield vector[at]
                continue
            start, piece = at, np.array(vector[at : at + _AHEAD])
            seen = array._memory.node
        yield array._flavour.of_numpy(piece[at - start])


class Flat:
    """An iterator over the elements in row-major order, as ``numpy.flatiter``."""

    __class__ = np.flatiter  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
    __slots__ = ("_array", "_next", "_rest")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, array: Any) -> None:
        self._array = array
        self._next = 0
        self._rest: Any = None

    @property
    def base(self) -> Any:
        """The array."""
        return self._array

    @property
    def index(self) -> int:
        """Index of the next element in the flattened array."""
        rest = self._rest
        return rest.index if type(rest) is np.flatiter else self._next

    @property
    def coords(self) -> tuple[int, ...]:
        """Indices of the next element in the array."""
        return tuple(int(i) for i in np.unravel_index(self.index, self._array.shape))

    def __len__(self) -> int:
        return self._array.size

    def __iter__(self) -> Iterator[Any]:
        rest = self._elements()
        return rest if type(rest) is np.flatiter else self

    def __next__(self) -> Any:
        result = next(self._elements())
        self._next += 1
        return result

    def _elements(self) -> Iterator[Any]:
        """Return what is left; NumPy's own iterator, if there is one when it begins."""
        if self._rest is None:
            lent = self._array._lent_whole()
            self._rest = elements(self._array) if lent is None else lent.flat
        return self._rest

    def copy(self) -> Any:
        """Return a copy of the elements as a vector."""
        return self._array.flatten()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        vector = self._array.ravel()
        if vector._base is None and vector is not self._array:
            vector._readonly = True  # a copy
        return vector.__array__(dtype, copy)

    def __getitem__(self, key: Any) -> Any:
        place = self._place(key)
        result: Any = self._array.reshape(-1)[_one(key)] if place is None else self._array[place]
        # numbers have none, and JAX's traced ones no such attribute
        return result if getattr(result, "base", None) is None else result.copy()

    def __setitem__(self, key: Any, value: Any) -> None:
        place = self._place(key)
        if place is not None:
            if np.ndim(value):
                raise ValueError(
                    f"Error setting single item of array. One of shape {np.shape(value)} was given"
                )
            self._array[place] = value
            return
        writes.check_writable(self._array)
        flat = self._array.reshape(-1)
        if np.ndim(value) == 0 and (flat.base is not None or flat is self._array):
            flat[_one(key)] = value
            return
        key = np.asarray(key) if isinstance(key, Handle) else _one(key)
        places = np.arange(len(self))[key]
        put_flat(self._array, places, value)

    def _place(self, key: Any) -> tuple[int, ...] | None:
        """Return where the array has what is one element for an index; None for other indices."""
        size = self._array.size
        if type(key) is not int or not -size <= key < size:
            return None
        place, rest = [], key % size
        for n in reversed(self._array.shape):
            rest, at = divmod(rest, n)
            place.append(at)
        return tuple(place[::-1])

    def __eq__(self, other: object) -> Any:
        return self.copy() == other

    def __ne__(self, other: object) -> Any:
        return self.copy() != other

    def __lt__(self, other: Any) -> Any:
        return self.copy() < other

    def __le__(self, other: Any) -> Any:
        return self.copy() <= other

    def __gt__(self, other: Any) -> Any:
        return self.copy() > other

    def __ge__(self, other: Any) -> Any:
        return self.copy() >= other


def _one(key: Any) -> Any:
    """Return a key for one dimension.

    Raises
    ------
    IndexError
        If it has several.
    """
    if isinstance(key, tuple):
        if len(key) != 1:
            raise IndexError("unsupported iterator index: x.flat takes one index")
        key = key[0]
    if key is None:
        raise IndexError("unsupported iterator index: None")
    return key
