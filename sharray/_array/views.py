"""What a `ShardedArray` knows of views: making them, and how NumPy would lay them out."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sharray._core.lens import (
    Affine,
    Bits,
    Diagonal,
    Lens,
    Part,
    permuted,
    reshape_lens,
    reshaped,
    tail,
)
from sharray._core.operation import normalize_axes
from sharray._engine.transfer import is_numeric
from sharray._functions.arguments import check_order
from sharray._ops.creation import full_like
from sharray._record import handles, homes, memory_layout, view_handles
from sharray._record.handles import Handle, retype
from sharray._record.moves import copied
from sharray._record.views import read as read_view

_type = type
_reversed = operator.attrgetter("T")


def _complete_shape(shape: Any, size: int) -> tuple[int, ...]:
    """Return a shape of `size` elements as a tuple, its -1 replaced.

    Raises
    ------
    ValueError
        If there is none.
    """
    sizes = [operator.index(n) for n in (shape if np.iterable(shape) else (shape,))]
    if sizes.count(-1) > 1:
        raise ValueError("can only specify one unknown dimension")
    result = list(sizes)
    if -1 in sizes:
        known = math.prod([n for n in sizes if n != -1])
        if known and size % known == 0:
            result[sizes.index(-1)] = size // known
    if math.prod(result) != size or any(n < 0 for n in result):
        raise ValueError(f"cannot reshape array of size {size} into shape {tuple(sizes)}")
    return tuple(result)


def _reshaped_on_host(shape: tuple[int, ...], known: Any, lenses: Any) -> tuple[Lens, ...]:
    """Return how the elements of an array at home on the host show its memory as a `shape`."""
    chain = handles.lenses_on_host(known, None) if lenses is None else lenses
    return reshaped(shape, chain, known[1].shape)


def _through_on_host(lens: Lens, known: Any, lenses: Any) -> tuple[Lens, ...]:
    """Return how a view through a lens shows the memory of an array at home on the host."""
    chain = handles.lenses_on_host(known, None) if lenses is None else lenses
    split = tail(chain, known[1].shape)
    return split.chain(split.affine, lens)


class Views(Handle):
    """The part of `ShardedArray` that makes views and describes them."""

    __slots__ = ()

    # making them

    def _view(self, change: Callable[[Affine], Affine]) -> Any:
        """Return a view of this array through a changed affine lens."""
        split = tail(self._chain, self.shape)
        return view_handles.viewing(self, split.chain(change(split.affine)))

    def _permuted(self, order: Iterable[int]) -> Any:
        """Return the view with the dimensions in another order."""
        axes = tuple(order)
        view = self._moved_at_home(lambda host: host.transpose(axes))
        return self._turned(axes) if view is None else view

    def _turned(self, axes: tuple[int, ...]) -> Any:
        """Return it by lenses, wherever the elements are."""
        return view_handles.viewing(self, permuted(axes, self._chain, self.shape))

    def _moved_at_home(self, move: Callable[[np.ndarray], np.ndarray]) -> Any:
        """Return the view that NumPy makes of an array at home on the host; None if it cannot."""
        known = view_handles.shown_on_host(self)
        return None if known is None else view_handles.viewing_on_host(self, known, move(known[1]))

    def _through(self, lens: Lens) -> Any:
        """Return the view of this array through a lens of another kind."""
        if lens.dtype is not None:
            return view_handles.viewing(self, (*self._chain, lens))
        known = view_handles.shown_on_host(self)
        if known is not None:
            view_handles.settle(self)
            chain = functools.partial(_through_on_host, lens, known, self._lenses)
            return view_handles.viewing_as(self, lens.of_numpy(known[1]), chain)
        split = tail(self._chain, self.shape)
        return view_handles.viewing(self, split.chain(split.affine, lens))

    def _reshaped(self, shape: tuple[int, ...], copy: bool | None = None) -> Any:
        """Return the elements under another shape: a view where NumPy has one, else a copy."""
        if copy:
            return copied(self)._reshaped(shape)
        if copy is None:
            view = self._reshaped_at_home(shape)
            if view is not None:
                return view
        lens = reshape_lens(self.shape, shape)
        is_affine = isinstance(lens, Affine)
        if not is_affine and self._chain and not memory_layout.reshapes(self, shape):
            if copy is False:
                raise ValueError(
                    f"Unable to avoid creating a copy while reshaping: the elements of this view "
                    f"of shape {self.shape} are not evenly apart under shape {shape}"
                )
            return handles.wrap_array(read_view(self._node(), lens), self._flavour.array)
        return view_handles.viewing(self, reshaped(shape, self._chain, self.shape))

    def _reshaped_at_home(self, shape: Any) -> Any:
        """Return what NumPy makes of an array at home on the host; None where lenses say it."""
        known = view_handles.shown_on_host(self)
        if known is None:
            return None
        part = known[1].reshape(shape)
        if not (known[1].flags.c_contiguous or np.may_share_memory(part, known[1])):
            return handles.of_numpy(part, self._flavour.array)
        if not part.flags.c_contiguous:
            return None
        view = view_handles.viewing_on_host(self, known, part)
        if view is not None:
            view_handles.settle(self)
            chain = functools.partial(_reshaped_on_host, part.shape, known, self._lenses)
            view._anchor = part, chain
        return view

    # NumPy's methods and attributes

    @property
    def T(self) -> Any:
        """View with the dimensions in reverse order."""
        view = self._moved_at_home(_reversed)
        return self._turned(tuple(range(self.ndim)[::-1])) if view is None else view

    @property
    def mT(self) -> Any:
        """View with the last two dimensions exchanged."""
        if self.ndim < 2:
            raise ValueError(f"x.mT needs at least two dimensions, not shape {self.shape}")
        return self.swapaxes(-1, -2)

    def reshape(self, *shape: Any, order: str = "C", copy: bool | None = None) -> Any:
        """Return the elements under another shape.

        A view wherever NumPy has one: not where the elements are not evenly apart, as in
        ``x.T.reshape(-1)``. Elements move as far as the new shape is sharded otherwise.

        Parameters
        ----------
        *shape : int or tuple of int
            The new shape; one entry may be -1.
        order : {"C", "F", "A"}
            Row-major; column-major; the latter if the array is laid out so.
        copy : bool, optional
            True for an array of its own, False for an error where there is no view.

        Returns
        -------
        array
            A view where NumPy's is one.

        Raises
        ------
        ValueError
            If the sizes differ, or if a copy is needed that is not wanted.
        """
        if not shape:
            raise TypeError("reshape() takes a shape: integers or a tuple of them")
        if order == "C" and copy is None:
            view = self._reshaped_at_home(shape[0] if len(shape) == 1 else shape)
            if view is not None:
                return view
        wanted = _complete_shape(shape[0] if len(shape) == 1 else shape, self.size)
        if memory_layout.is_column_major(self, check_order(order, "CFA")):
            return self.T._reshaped(wanted[::-1], copy).T
        return self._reshaped(wanted, copy)

    def ravel(self, order: str = "C") -> Any:
        """Return the elements as a vector: a view if they follow each other, else a copy.

        Parameters
        ----------
        order : {"C", "F", "A", "K"}
            Row-major; column-major; the latter if the array is laid out so; as in memory.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
        if order == "C" and (host := self._numpy()) is not None and host.flags.c_contiguous:
            view = self._reshaped_at_home(-1)
            if view is not None:
                return view
        axes = memory_layout.axes_in(self, check_order(order))
        source = self if axes == sorted(axes) else self._permuted(axes)
        vector = source._reshaped((self.size,))
        together = source._lenses == () or memory_layout.laid_out(source).flags.c_contiguous
        return vector if together or vector._base is None else copied(vector)

    def flatten(self, order: str = "C") -> Any:
        """Return a copy of the elements as a vector.

        Parameters
        ----------
        order : {"C", "F", "A", "K"}
            Row-major; column-major; the latter if the array is laid out so; as in memory.

        Returns
        -------
        array
        """
        host = self._numpy() if order == "C" else None
        if host is not None:
            return handles.of_numpy(host.flatten(), self._flavour.array)
        vector = self.ravel(order)
        return vector if vector._base is None else copied(vector)

    def copy(self, order: str = "C") -> Any:
        """Return a copy, sharded as the array is.

        A copy in column-major order is the transpose of one in row-major order, its `base`.

        Parameters
        ----------
        order : {"C", "F", "A", "K"}
            How NumPy would lay it out: row-major; column-major; the latter if the array is; like
            the array.

        Returns
        -------
        array
        """
        if order == "C":  # as it is: rows stay rows
            return copied(self)
        return memory_layout.in_order(self, check_order(order), copied)

    def transpose(self, *axes: Any) -> Any:
        """Return a view with the dimensions in another order, by default the reverse.

        Parameters
        ----------
        *axes : int, or tuple of int
            The dimensions in their new order, one by one or as a tuple.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
        view = self._moved_at_home(operator.methodcaller("transpose", *axes))
        if view is not None:
            return view
        if not axes or (len(axes) == 1 and axes[0] is None):
            return self._turned(tuple(range(self.ndim)[::-1]))
        axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        axes = tuple(map(operator.index, axes))
        if len(axes) != self.ndim:
            raise ValueError(f"axes don't match array: {axes} for shape {self.shape}")
        return self._turned(normalize_axis_tuple(axes, self.ndim, "axes"))

    def swapaxes(self, axis1: int, axis2: int, /) -> Any:
        """Return a view with two dimensions exchanged.

        Parameters
        ----------
        axis1, axis2 : int
            The dimensions.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
        view = self._moved_at_home(operator.methodcaller("swapaxes", axis1, axis2))
        if view is not None:
            return view
        axes = operator.index(axis1), operator.index(axis2)
        a, b = [normalize_axis_index(axis, self.ndim) for axis in axes]
        order = list(range(self.ndim))
        order[a], order[b] = b, a
        return self._turned(tuple(order))

    def squeeze(self, axis: Any = None) -> Any:
        """Return a view without dimensions of length 1.

        Parameters
        ----------
        axis : int or tuple of int, optional
            Which of them; by default all.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
        if axis is None:
            axes = tuple(i for i, n in enumerate(self.shape) if n == 1)
        else:
            axes = normalize_axes(axis, self.ndim)
            if any(self.shape[a] != 1 for a in axes):
                raise ValueError(
                    "cannot select an axis to squeeze out which has size not equal to one: axis "
                    f"{axis} of shape {self.shape}"
                )
        return self._view(lambda lens: lens.squeeze(axes)) if axes else self

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
        """Return a read-only view of the diagonals of two dimensions, as the last dimension.

        The result is sharded as the other dimensions are, and anew along the diagonal.

        Parameters
        ----------
        offset : int
            The diagonal; those above the main one are positive.
        axis1, axis2 : int
            The dimensions.

        Returns
        -------
        array
            A view where NumPy's is one.
        """
        if self.ndim < 2:
            raise ValueError(f"diag requires an array of at least two dimensions, not {self.shape}")
        a = normalize_axis_index(operator.index(axis1), self.ndim)
        b = normalize_axis_index(operator.index(axis2), self.ndim)
        if a == b:
            raise ValueError("axis1 and axis2 cannot be the same")
        matrices = self._permuted([*(d for d in range(self.ndim) if d not in (a, b)), a, b])
        diagonals = matrices._through(Diagonal(matrices.shape, operator.index(offset)))
        diagonals._readonly = True
        return diagonals

    def view(self, dtype: Any = None, type: Any = None) -> Any:
        """Return a view, by default of the whole array as it is.

        Parameters
        ----------
        dtype : dtype, optional
            Read the same bytes as this dtype, along the last dimension where the sizes differ.
        type : type, optional
            A class derived from NumPy's array.

        Returns
        -------
        array
            Of NumPy, on the memory of this array, if the dtype is not boolean or numeric, or `type`
            is given. Of what stays on devices it is a copy on the host, which cannot be written to.

        Raises
        ------
        ValueError
            As in NumPy, if the bytes of the last dimension cannot be divided so.
        """
        if isinstance(dtype, _type) and issubclass(dtype, np.ndarray):
            dtype, type = None, dtype
        wanted = self.dtype if dtype is None else np.dtype(dtype)
        other = None if type in (self.__class__, _type(self)) else type
        if other is not None:
            return np.asarray(self).view(wanted, other)
        if not is_numeric(wanted):
            lent = homes.lend(self)  # the same memory
            return (np.asarray(self) if lent is None else lent).view(wanted)
        if wanted == self.dtype:
            return self._view(lambda lens: lens)
        if self._chain and isinstance(self._chain[-1], Bits):
            return view_handles.viewing(self, self._chain[:-1]).view(wanted)
        shape = memory_layout.stand_in(self).view(wanted).shape
        return self._through(Bits(self.shape, shape, self.dtype, wanted))

    @property
    def real(self) -> Any:
        """View of the real parts; the array itself if it is not complex. Can be assigned to."""
        return self._part(False) if self.dtype.kind == "c" else self

    @real.setter
    def real(self, value: Any) -> None:
        self.real[...] = _converted(value)

    @property
    def imag(self) -> Any:
        """View of the imaginary parts; read-only zeros if not complex. Can be assigned to."""
        if self.dtype.kind == "c":
            return self._part(True)
        zeros = full_like(self, 0)
        zeros._readonly = True
        retype(zeros, self._flavour.array)
        return zeros

    @imag.setter
    def imag(self, value: Any) -> None:
        if self.dtype.kind != "c":
            raise TypeError(
                f"array does not have imaginary part to set: it is of {self.dtype}; convert it "
                "with astype"
            )
        self.imag[...] = _converted(value)

    def _part(self, imag: bool) -> Any:
        return self._through(Part(self.shape, imag, np.dtype(f"f{self.dtype.itemsize // 2}")))

    @property
    def base(self) -> Any:
        """The array that owns the data of this view; None if it owns its data."""
        return self._base

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self.dtype.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes between neighbours along each dimension, if NumPy held the same view.

        That is of a base in row-major order. On the devices the elements lie as `sharding` says.
        """
        return memory_layout.laid_out(self).strides

    @strides.setter
    def strides(self, value: Any) -> None:
        raise AttributeError(
            f"the strides {self.strides} of an array cannot be set; "
            "np.lib.stride_tricks.as_strided(np.asarray(x), ...) is a view with others"
        )

    @property
    def flags(self) -> memory_layout.Flags:
        """Flags as those of NumPy's arrays; ``writeable`` can be set."""
        return memory_layout.Flags(self)

    def setflags(
        self, write: bool | None = None, align: bool | None = None, uic: bool | None = None
    ) -> None:
        """Set whether the array can be written to; the other flags cannot be changed.

        Parameters
        ----------
        write : bool, optional
            Whether it can.
        align, uic : bool, optional
            NumPy's, which stay as they are: aligned, and no copy that is written back.

        Raises
        ------
        ValueError
            If a flag cannot be set so.
        """
        if align is not None and not align:
            raise ValueError("cannot set ALIGNED to False: elements on devices always are aligned")
        if uic:
            raise ValueError("cannot set WRITEBACKIFCOPY flag to True")
        if write is not None:
            self.flags.writeable = bool(write)


def _converted(value: Any) -> Any:
    """Return a number as an array, which is cast where a number would have to fit."""
    numbers = bool, int, float, complex, np.generic
    return np.asarray(value) if isinstance(value, numbers) else value
