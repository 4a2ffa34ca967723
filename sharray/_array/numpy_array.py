"""The array of NumPy's flavour: its operators and methods answer as NumPy's do.

At home on the host it is little more than an array of NumPy: operators and indices are NumPy's, on
the memory itself. Only that lets it be moved, and programs be recorded on it, when its work there
has come to what that costs (see `_core.policy`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from sharray._array import operators
from sharray._array.at_home import WRITTEN, is_simple, is_traced, plain_key
from sharray._array.operators import KNOWN
from sharray._array.sharded_array import ShardedArray
from sharray._core import observers, policy
from sharray._core.direct import are_plain
from sharray._core.memory import Memory, read_only
from sharray._engine import launch_order
from sharray._functions.dispatch import known_kinds
from sharray._functions.display import show
from sharray._functions.flavours import NUMPY
from sharray._record import homes, host_operands
from sharray._record.memory_layout import of_permuted
from sharray._record.view_handles import viewing_on_host

#: So many pieces are counted together, and are enough for an array to be one that is read so.
_AT_ONCE = 1000

#: Operands that NumPy's functions compute with, and ask nobody else.
_PLAIN = (*KNOWN, np.ndarray, np.generic, list, tuple)
#: One function, which warns once.
_divmod: Any = np.divmod


def _count(memory: Memory) -> None:
    """Count the pieces of an array at home on the host."""
    policy.count_reads(memory.counted(), memory.pieces)
    memory.pieces = 0


def _exported(memory: Memory) -> np.ndarray | None:
    """Return NumPy's array on a memory at home on the host, to be indexed; None on devices."""
    if memory.exported is not None or memory.host is None:
        return memory.exported
    with launch_order.lock:
        return None if memory.host is None else memory.export()


class ndarray(ShardedArray):
    """A `ShardedArray` whose operators and methods give NumPy's scalars, and its small arrays.

    ``isinstance(x, numpy.ndarray)`` holds for it: it says that NumPy's is its class, as a
    stand-in does. Its type is another one, and functions in C take it for none of NumPy's.
    """

    __slots__ = ()

    __class__ = np.ndarray  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]

    _flavour = NUMPY

    __array_priority__ = 0.0

    #: what functions of `numpy.ma` take for the class of its elements
    _baseclass = np.ndarray

    def __divmod__(self, other: Any) -> Any:
        return _divmod(self, other) if isinstance(other, _PLAIN) else super().__divmod__(other)

    def __rdivmod__(self, other: Any) -> Any:
        return _divmod(other, self) if isinstance(other, _PLAIN) else super().__rdivmod__(other)

    def __array_namespace__(self, *, api_version: Any = None) -> ModuleType:
        """Return NumPy, as its arrays do: its functions ask this one what they do."""
        return np.empty(0).__array_namespace__(api_version=api_version)

    def __array_wrap__(
        self, array: Any, context: Any = None, return_scalar: bool = False, /
    ) -> Any:
        """Return a result of NumPy as it is: it is an array of this flavour, or may become one."""
        return array[()] if return_scalar and array.ndim == 0 else array

    def __sizeof__(self) -> int:
        """Return the bytes of the object, and of the elements where it owns them, as NumPy does."""
        return object.__sizeof__(self) + (self.nbytes if self._base is None else 0)

    def __repr__(self) -> str:
        """Return NumPy's text."""
        return show.numpy_representation(self)

    @property
    def device(self) -> Any:
        """NumPy's "cpu", which its functions take; the mesh of an array that was placed on one."""
        return super().device if self._memory.is_placed else "cpu"

    def to_device(self, device: Any, /, *, stream: Any = None) -> Any:
        """Return the array placed on `device`, as `ShardedArray.to_device`; itself for its own."""
        is_own = stream is None and self.device == "cpu" == device
        return self if is_own else super().to_device(device, stream=stream)

    def __getitem__(self, key: Any, /) -> Any:
        memory = self._owner or self._memory
        exported, part, result = memory.exported, None, None
        is_mask = type(key) in host_operands.ARRAYS  # NumPy would ask for its memory
        if exported is not None and self._lenses != ():
            exported, part = self._lent_part(memory)
        if exported is not None and not (self._readonly or is_mask):
            # loops over elements and rows spend their time here
            try:
                result = exported[key]
            except Exception:
                pass  # traced values; of what is wrong the general way tells
            else:
                if type(result) is not np.ndarray or policy.is_small(result.size):
                    memory.pieces += 1
                    if memory.pieces >= _AT_ONCE:
                        memory.taken += memory.pieces
                        _count(memory)
                        if host_operands.on_pieces is not None and part is None:
                            host_operands.on_pieces(self, exported)
                    return result
                if result.base is not None and is_simple(key) and (host := memory.host) is not None:
                    if part is None:
                        part = host
                    view = viewing_on_host(self, (host, part, memory.counted()), part[key])
                    if view is not None:
                        return view
        if memory.node is not None:
            shown = self._shown_at(key, memory)
            if shown is not NotImplemented:
                return shown
            if is_simple(key):
                return self._taken_at(key, memory)
        return self._item(key, memory, result)

    def __iter__(self) -> Iterator[Any]:
        shape = self.shape
        # elements, and rows that are NumPy's: as NumPy gives them
        lent = self._lent_whole() if shape and policy.is_small(math.prod(shape[1:])) else None
        return super().__iter__() if lent is None else iter(lent)

    def _lent_whole(self) -> np.ndarray | None:
        """Return NumPy's array on the same memory, which stays on the host as long; None if not."""
        if self._readonly:
            return None
        return self._lent_by(self._owner or self._memory)

    def _lent_by(self, memory: Memory) -> np.ndarray | None:
        """Return what NumPy sees of a memory at home on the host as this array; None on devices."""
        if self._lenses == ():
            return _exported(memory)
        with launch_order.lock:
            return None if memory.host is None else self._lent()

    def _lent_part(self, memory: Memory) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Return what of the memory on the host is lent as this view, and the view; or None."""
        seen = self._on_host
        if seen is None or seen[0] is not memory.host:
            return None, None
        lent = memory.lent.get(id(seen[1]))
        return (None, None) if lent is None else (lent[1], lent[0])

    def _item(self, key: Any, memory: Memory, result: Any) -> Any:
        """Return what an index shows or takes, and what NumPy has taken with it, if it has."""
        if not is_simple(key):
            if is_traced(key) or not homes.returns(self):
                return super().__getitem__(key)
            key = plain_key(key)
        elif memory.host is None:
            return super().__getitem__(key)
        elif self._lenses != () and (seen := self._on_host) is not None and seen[0] is memory.host:
            element = seen[1][key]
            if type(element) is not np.ndarray:  # there may be many such views
                memory.pieces += 1
                if memory.pieces >= _AT_ONCE:  # this is one that is read again and again
                    _count(memory)
                    self._lent_by(memory)
                return element
        exported = self._lent_by(memory)
        if exported is None:  # another thread has moved it
            return super().__getitem__(key)
        if result is None:
            result = exported[key]
        if type(result) is not np.ndarray:
            return result
        if result.base is None:
            return NUMPY.of_numpy(result)
        if not policy.is_small(result.size):
            if is_simple(key) or np.may_share_memory(result, exported):
                return super().__getitem__(key)
            return of_permuted(result, ndarray)
        return read_only(result) if self._readonly else result

    def __setitem__(self, key: Any, value: Any, /) -> None:
        memory = self._owner or self._memory
        plain = type(value) in WRITTEN or are_plain((value,), WRITTEN)
        if plain and type(key) not in host_operands.ARRAYS:
            exported = memory.exported
            if self._lenses != ():
                if exported is not None:
                    exported, _ = self._lent_part(memory)
                if exported is None and not observers.active:
                    exported = self._lent_by(memory)
            elif exported is None and not observers.active:
                exported = _exported(memory)
            if exported is not None and not self._readonly:
                # who holds it keeps the memory from moving
                try:
                    exported[key] = value
                    memory.pieces += 1
                    if memory.pieces >= _AT_ONCE:
                        _count(memory)
                    return
                except Exception:
                    pass
        super().__setitem__(key, value)

    def __reduce_ex__(self, protocol: Any, /) -> Any:
        """Pickle the elements as NumPy's array, which any process can read.

        An array that was placed is pickled as a `ShardedArray` is, with its spec.
        """
        if self._memory.is_placed:
            return super().__reduce_ex__(protocol)
        array = self._lent_whole() if self.shape else None
        if array is None:
            array = np.asarray(self)
        if not (array.flags.writeable or self._readonly):  # elements that devices hold
            array = array.copy()
        # the same array each time, for picklers with a way of their own: joblib maps its memory
        return np.asanyarray, (array,)


# with NumPy's values for infinities, where the standard has others
operators.give(ndarray, "numpy.")
NUMPY.array = ndarray
known_kinds.add(ndarray)
host_operands.ARRAYS.add(ndarray)
