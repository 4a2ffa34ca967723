"""The array of NumPy's flavour: its operators and methods answer as NumPy's do.

At home on the host it is little more than an array of NumPy: operators and indices are NumPy's, on
the memory itself. Only that lets it be moved, and programs be recorded on it, when its work there
has come to what that costs (see `_core.policy`).
"""

from __future__ import annotations

import functools
import operator
import weakref
from typing import Any

import numpy as np

from sharray._array.at_home import WRITTEN, is_fixed, is_simple, is_traced, plain_key
from sharray._array.operators import operators_of
from sharray._array.sharded_array import ShardedArray
from sharray._core import observers, policy
from sharray._core.lazy import before_jax
from sharray._core.memory import Memory, lock
from sharray._core.settings import options
from sharray._engine import order
from sharray._functions.declare import known_kinds
from sharray._functions.display import show
from sharray._functions.flavours import NUMPY
from sharray._ops import elementwise_numpy as ewn
from sharray._record import homes
from sharray._record.handles import Handle, retype, viewing_at

#: So many pieces are counted together.
_AT_ONCE = 1000


def _count(memory: Memory) -> None:
    """Count the pieces of an array at home on the host."""
    policy.reads(memory.counted(), memory.pieces)
    memory.pieces = 0


def _window(memory: Memory) -> np.ndarray | None:
    """Return NumPy's array on a memory at home on the host, to be indexed; None on devices."""
    if memory.window is not None or memory.host is None:
        return memory.window
    with order.lock:
        return None if memory.host is None else memory.export()


class ndarray(ShardedArray):
    """A `ShardedArray` whose operators and methods give NumPy's scalars, and its small arrays.

    ``isinstance(x, numpy.ndarray)`` holds for it: it says that NumPy's is its class, as a
    stand-in does. Its type is another one, and functions in C take it for none of NumPy's.
    """

    __slots__ = ()

    __class__ = np.ndarray  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]

    _flavour = NUMPY

    # with NumPy's values for infinities, where the standard has others
    __floordiv__, __rfloordiv__, __ifloordiv__ = operators_of(
        ewn.floor_divide.op, operator.floordiv
    )

    def __repr__(self) -> str:
        """Return NumPy's text."""
        return show.numpy_representation(self)

    def __getitem__(self, key: Any, /) -> Any:
        memory = self._owner or self._memory
        window = memory.window
        is_mask = type(key) in homes.ARRAYS  # NumPy would ask for its memory
        if window is not None and self._lenses == () and not (self._readonly or is_mask):
            # loops over elements and rows spend their time here
            try:
                result = window[key]
            except Exception:
                pass  # traced values; of what is wrong the general way tells
            else:
                if type(result) is not np.ndarray or result.size < options.host_threshold:
                    memory.pieces += 1
                    if memory.pieces >= _AT_ONCE:
                        _count(memory)
                        _read_in_pieces(self, window)
                    return result
                memory.pieces = 0
                if result.base is not None and is_fixed(key) and (host := memory.host) is not None:
                    return viewing_at(self, host, host[key], key)
        if memory.node is not None and is_simple(key):
            return super().__getitem__(key)
        return self._item(key, memory)

    def _item(self, key: Any, memory: Memory) -> Any:
        if not is_simple(key):
            if is_traced(key) or not homes.returns(self):
                return super().__getitem__(key)
            key = plain_key(key)
        elif memory.host is None:
            return super().__getitem__(key)
        window = self._lent() if self._chain else _window(memory)
        if window is None:  # another thread has moved it
            return super().__getitem__(key)
        result = window[key]
        if type(result) is not np.ndarray:
            return result
        if result.base is None:
            return NUMPY.of_numpy(result)
        if not policy.is_small(result.size):
            return super().__getitem__(key)
        if self._readonly:
            result.flags.writeable = False
        return result

    def __setitem__(self, key: Any, value: Any, /) -> None:
        memory = self._owner or self._memory
        if type(value) in WRITTEN and self._lenses == () and type(key) not in homes.ARRAYS:
            window = memory.window
            if window is None and not observers.active:
                window = _window(memory)
            if window is not None and not self._readonly:
                # who holds the window keeps the memory from moving
                try:
                    window[key] = value
                    memory.pieces += 1
                    if memory.pieces >= _AT_ONCE:
                        _count(memory)
                    return
                except Exception:
                    pass
        super().__setitem__(key, value)


class _ReadInPieces(ndarray):
    """One of which little but pieces is read: its index is NumPy's own method.

    Python calls what the slot holds, which costs next to nothing. A large slice is NumPy's, too, so
    an array is not of this class any longer when much of it is written, when it is to move, and as
    soon as JAX is there, in whose traces an index has more to do.
    """

    __slots__ = ()

    __getitem__ = Handle._take  # pyright: ignore[reportAssignmentType]

    def __setitem__(self, key: Any, value: Any, /) -> None:
        if isinstance(value, Handle) or (
            type(value) is np.ndarray and value.size >= options.host_threshold
        ):
            _let_go(weakref.ref(self))
        ndarray.__setitem__(self, key, value)


_ReadInPieces.__name__ = ndarray.__name__

#: Those that there are, by id.
_reading: weakref.WeakValueDictionary[int, ndarray] = weakref.WeakValueDictionary()
#: Whether there may be any.
_may_read = True


def _read_in_pieces(array: ndarray, window: np.ndarray) -> None:
    """Have an array answer indices by NumPy's own method."""
    with lock:
        memory = array._memory
        if _may_read and memory.window is window and memory.let_go is None:
            array._take = window.__getitem__
            memory.let_go = functools.partial(_let_go, weakref.ref(array))
            retype(array, _ReadInPieces)
            _reading[id(array)] = array


def _let_go(reference: weakref.ref[ndarray]) -> None:
    """Have it answer them as other arrays do."""
    array = reference()
    with lock:
        if array is not None and type(array) is _ReadInPieces:
            retype(array, ndarray)
            array._memory.let_go = None
            del array._take
            _reading.pop(id(array), None)


def _before_jax() -> None:
    global _may_read
    _may_read = False
    for array in list(_reading.values()):
        _let_go(weakref.ref(array))


before_jax(_before_jax)
NUMPY.array = ndarray
for _kind in (ndarray, _ReadInPieces):
    known_kinds.add(_kind)
    homes.ARRAYS.add(_kind)
