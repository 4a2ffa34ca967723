"""Arrays of which nothing but pieces is read answer an index by NumPy's own method.

A loop over the elements of a large array spends its time in ``x[i, j]``, which takes three times as
long in Python as in NumPy. Under the launcher, and until JAX is there, an array that has been read
in pieces gets a class whose index is what NumPy has.
"""

from __future__ import annotations

import functools
import weakref
from typing import Any

import numpy as np

from sharray._array.numpy_array import ndarray
from sharray._core import policy
from sharray._core.jax_import import before_jax
from sharray._core.memory import lock
from sharray._functions.dispatch import known_kinds
from sharray._record import host_operands
from sharray._record.handles import Handle, retype
from sharray._record.host_operands import NUMBERS


class ReadInPieces(ndarray):
    """An array that is read in pieces: its index is NumPy's own.

    Python calls the method that the slot holds, which costs next to nothing. A large slice is
    NumPy's, too, so an array is not of this class any longer when much of it is written, when it is
    to move, when it may not be written to, and as soon as JAX is there, in whose traces an index
    has more to do.
    """

    __slots__ = ()

    __getitem__ = Handle._take  # pyright: ignore[reportAssignmentType]

    def __setitem__(self, key: Any, value: Any, /) -> None:
        kind = type(value)
        if kind in NUMBERS or (kind is np.ndarray and policy.is_small(value.size)):
            self._put(key, value)
            return
        if kind is np.ndarray or isinstance(value, Handle):
            _let_go(weakref.ref(self))
        ndarray.__setitem__(self, key, value)


ReadInPieces.__name__ = ReadInPieces.__qualname__ = ndarray.__name__
known_kinds.add(ReadInPieces)
host_operands.ARRAYS.add(ReadInPieces)

#: Those that there are, by id.
_reading: weakref.WeakValueDictionary[int, ndarray] = weakref.WeakValueDictionary()


def allow() -> None:
    """Let arrays be read so until JAX is there.

    For programs of NumPy alone: they ask nothing of a slice that NumPy's does not have.
    """
    host_operands.on_pieces = _begin
    before_jax(_end)


def _begin(array: Any, exported: np.ndarray) -> None:
    with lock:
        memory = array._memory
        if (
            host_operands.on_pieces is not None
            and memory.taken > 0  # nobody has taken a large part of it
            and memory.exported is exported
            and memory.let_go is None
        ):
            array._take, array._put = exported.__getitem__, exported.__setitem__
            memory.let_go = functools.partial(_let_go, weakref.ref(array))
            retype(array, ReadInPieces)
            _reading[id(array)] = array


def _let_go(reference: weakref.ref[Any]) -> None:
    """Have an array answer indices as others do."""
    array = reference()
    with lock:
        if array is not None and type(array) is ReadInPieces:
            retype(array, ndarray)
            array._memory.let_go = None
            del array._take, array._put
            _reading.pop(id(array), None)


def _end() -> None:
    with lock:
        host_operands.on_pieces = None
        reading = list(_reading.values())
    for array in reading:
        _let_go(weakref.ref(array))
