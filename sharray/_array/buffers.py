"""Memory for those who take an address: buffers, pointers, and what NumPy does with bytes in place.

An array at home on the host lends its memory. One on devices comes home for that; where it is to
stay, others get what they cannot write to, or an error.
"""

from __future__ import annotations

import math
import operator
import sys
import warnings
from typing import Any

import numpy as np

from sharray._array.at_home import is_traced
from sharray._core import user_line
from sharray._core.links import see
from sharray._core.memory import Memory
from sharray._engine import launch_order
from sharray._functions import arguments
from sharray._functions.flavours import Flavour
from sharray._ops import creation
from sharray._record import handles, homes, leaks, memory_layout, writes
from sharray._record.handles import Handle
from sharray._record.moves import copied

#: The flag by which somebody asks for a buffer to write to.
_WRITABLE = 0x0001


class Buffers(Handle):
    """The part of `ShardedArray` that lends memory, and changes what an array is in place."""

    __slots__ = ()

    __array__: Any
    __setitem__: Any
    _fetched: Any
    _flavour: Flavour
    _reshaped: Any
    ravel: Any
    view: Any

    # memory

    @property
    def data(self) -> memoryview:
        """The memory of the array, as a buffer; of one that stays on devices a read-only copy."""
        return self.__array__().data

    def __buffer__(self, flags: int, /) -> memoryview:
        """Return the memory; Python asks for it from 3.12 on.

        Raises
        ------
        BufferError
            If the array stays on devices.
        """
        lent = homes.lend(self, insists=bool(flags & _WRITABLE))
        if lent is None:
            if is_traced(self):
                self.__array__()  # it has no elements, and says so
            raise BufferError(
                f"an array of shape {self.shape} and dtype {self.dtype} that stays on devices is "
                "no buffer, since its elements lie in no one; x.to_numpy() is a copy to read, "
                f"x.to_numpy().copy() one to write to{see('no-buffer')}"
            )
        return lent.data

    @property
    def __array_struct__(self) -> Any:
        """The memory as NumPy itself takes it: for as long as what it makes of it is there."""
        lent = homes.lend(self)
        if lent is None:
            raise _not_lent("__array_struct__")
        return lent.__array_struct__

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """Address, shape, strides and dtype. The memory stays at that address."""
        lent = homes.lend(self, keeps=True)
        if lent is None:
            raise _not_lent("__array_interface__")
        known: dict[str, Any] = dict(lent.__array_interface__)
        if sys.version_info < (3, 12):
            # without strides one takes the array itself for a buffer, which it cannot be
            known["strides"] = _Steps(lent.strides) if lent.flags.c_contiguous else lent.strides
        return known

    @property
    def ctypes(self) -> Any:
        """The memory for `ctypes`, as ``numpy.ndarray.ctypes``. It stays where it is."""
        lent = homes.lend(self, keeps=True, insists=True)
        if lent is None:
            raise _not_lent("ctypes")
        return lent.ctypes

    # bytes

    def byteswap(self, inplace: bool = False) -> Any:
        """Return the elements with their bytes in reverse order, of the same dtype.

        Parameters
        ----------
        inplace : bool
            Reverse those of the array itself, and return it.

        Returns
        -------
        array
        """
        host = self._numpy()
        swapped = (self._fetched() if host is None else host).byteswap()
        if not inplace:
            return self._flavour.of_numpy(swapped)
        self[...] = swapped
        return self

    def getfield(self, dtype: Any, offset: int = 0) -> np.ndarray:
        """Return NumPy's view of some bytes of each element, of an array on devices read-only.

        Parameters
        ----------
        dtype : dtype
            What they are read as.
        offset : int
            Where they begin.

        Returns
        -------
        numpy.ndarray
        """
        return self.__array__().getfield(dtype, offset)

    def setfield(self, val: Any, dtype: Any, offset: int = 0) -> None:
        """Write to some bytes of each element.

        Parameters
        ----------
        val : array_like
            The values.
        dtype : dtype
            What they are written as.
        offset : int
            Where the bytes begin.
        """
        writes.check_writable(self)
        elements = np.array(self)
        elements.setfield(val, dtype, offset)
        self[...] = elements

    # shape

    def _set_shape(self, value: Any) -> None:
        """Show the same elements under another shape, in place, as NumPy does.

        Raises
        ------
        AttributeError
            If there is no such view of them.
        """
        self._show_as(self._reshaped(_changed(self, "shape", value).shape, copy=False))

    def _set_dtype(self, value: Any) -> None:
        """Read the same bytes as another dtype, in place, as NumPy does."""
        self._show_as(self.view(_changed(self, "dtype", value).dtype))

    def _show_as(self, view: Handle) -> None:
        """Show what a view of this array does, in place."""
        with launch_order.lock:
            self._memory.reclaim()
            self._lenses = view._chain
            self._on_host = self._shown = None
        leaks.read_in_time(self)

    def resize(self, *new_shape: Any, refcheck: bool = True) -> None:
        """Change the shape in place: what is cut off is lost, and what is added is zero.

        Parameters
        ----------
        *new_shape : int or tuple of int
            The new shape.
        refcheck : bool
            Whether it is an error if there are views of the array; they keep the old elements.

        Raises
        ------
        ValueError
            If the array is a view and the size changes, or if there are views of it.
        """
        if not new_shape or new_shape == (None,):
            return
        given = new_shape[0] if len(new_shape) == 1 else new_shape
        shape = tuple([operator.index(n) for n in (given if np.iterable(given) else (given,))])
        if min(shape, default=0) < 0:
            raise ValueError("negative dimensions not allowed")
        size, before = math.prod(shape), math.prod(memory_layout.stand_in(self).shape)
        if size == before:
            self._show_as(self._reshaped(shape, copy=False))
            return
        if self._base is not None:
            raise ValueError("cannot resize this array: it does not own its data")
        with launch_order.lock:
            self._memory.reclaim()
            if refcheck and (self._memory.is_exported or _is_shared(self)):
                raise ValueError(
                    "cannot resize an array that references or is referenced\nby another object in "
                    "this way.\nUse the np.resize function to get a new resized copy or\n set "
                    "refcheck=False to disable this check"
                )
            resized = _resized(self, shape, min(size, before))
            resized.is_placed = self._memory.is_placed
            self._owner, self._lenses = resized, ()
            self._on_host = self._shown = None


class _Steps(tuple[int, ...]):
    """Strides of elements in row-major order.

    They count as none where somebody asks whether there are any, as `numpy.ctypeslib` does, and
    as some where somebody asks whether they are None.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


def _changed(x: Handle, name: str, value: Any) -> np.ndarray:
    """Return an array of NumPy that lies as this one, with an attribute set, if NumPy can."""
    stand_in = memory_layout.stand_in(x)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        setattr(stand_in, name, value)
    for warning in caught:  # by the version of NumPy
        user_line.warn(str(warning.message), warning.category)
    return stand_in


def _not_lent(name: str) -> AttributeError:
    return AttributeError(
        f"ShardedArray has no {name}: an array that stays on devices has no address, since its "
        f"elements lie in no one buffer; np.asarray(x).{name} is that of a copy to read, "
        f"np.array(x).{name} of one to write to{see('no-buffer')}"
    )


def _is_shared(x: Handle) -> bool:
    """Whether an array has views, as far as CPython's counts say."""
    alone = handles.of_memory(Memory(host=np.empty(0)))
    return sys.getrefcount(x._memory) > sys.getrefcount(alone._memory)


def _resized(x: Any, shape: tuple[int, ...], count: int) -> Memory:
    """Return a memory of another shape that begins with the first elements of an array."""
    host = x._numpy()
    if host is not None:
        elements = np.zeros(shape, x.dtype)
        elements.reshape(-1)[:count] = host.reshape(-1)[:count]
        return Memory(host=elements)
    with arguments.on_mesh_of(x):
        flat = creation.full((math.prod(shape),), 0, dtype=x.dtype)
        flat[:count] = x.ravel()[:count]
        return copied(flat.reshape(shape))._memory
