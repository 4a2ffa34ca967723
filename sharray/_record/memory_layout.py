"""How NumPy would lay views out in memory: strides, flags, and which views share elements.

Every array that owns its data counts as one in row-major order, and a view of it as NumPy's view.
NumPy itself is asked, by a stand-in of the same strides whose memory is never touched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from sharray._record.handles import Handle, of_numpy

#: Where all stand-ins begin.
_ORIGIN = np.zeros(1, np.complex128)


def stand_in(x: Handle) -> np.ndarray:
    """Return a NumPy array laid out as `x`, to be asked for anything but its elements."""
    aval = x._memory.aval
    shape, dtype = aval.shape, aval.dtype
    if aval.layout.size == 0:
        stand_in = np.empty(shape, dtype)
    else:
        strides, step = [], dtype.itemsize
        for n in reversed(shape):
            strides.append(step)
            step *= n
        stand_in = as_strided(_ORIGIN.view(dtype), shape, strides[::-1])
    for lens in x._chain:
        stand_in = lens.of_numpy(stand_in)
    return stand_in


def laid_out(x: Handle) -> np.ndarray:
    """Return a NumPy array laid out as `x`, not to be written to: `x` itself if it is at home."""
    host = x._numpy()
    return stand_in(x) if host is None else host


def is_column_major(x: Any, order: str) -> bool:
    """Whether a memory order means column-major for an array."""
    return order == "F" or (order == "A" and Flags(x).fnc)


def axes_in(x: Any, order: str) -> list[int]:
    """Return the dimensions of an array from the slowest to the fastest in a memory order."""
    axes = list(range(x.ndim))
    if order != "K":
        return axes[::-1] if is_column_major(x, order) else axes
    if x._lenses == ():
        return axes
    return _by_steps(x.strides)


def _by_steps(strides: tuple[int, ...]) -> list[int]:
    """Return dimensions as NumPy orders them: by the size of the steps, none turned around."""
    return sorted(range(len(strides)), key=lambda d: -abs(strides[d]))


def of_permuted(array: np.ndarray, cls: type[Handle]) -> Any:
    """Return an array that lies as one of NumPy does, which nobody else has.

    If that is in another order than row-major, it is a view of one that is.
    """
    if array.flags.c_contiguous:
        return of_numpy(array, cls)
    axes = _by_steps(array.strides)
    rows: Any = of_numpy(array.transpose(axes), cls)
    return rows if axes == sorted(axes) else rows._permuted(np.argsort(axes).tolist())


def in_order(x: Any, order: str, make: Callable[[Any], Any]) -> Any:
    """Return what is made of an array, in a memory order.

    Parameters
    ----------
    x : array
        The array.
    order : {"C", "F", "A", "K"}
        The order of the result.
    make
        Makes an array in row-major order of another with its dimensions in the order of the memory.
        Where it returns what it was given, so does this function.
    """
    return in_axes(x, axes_in(x, order), make)


def in_axes(x: Any, axes: list[int], make: Callable[[Any], Any]) -> Any:
    """Do so with the dimensions from the slowest to the fastest in memory."""
    if axes == sorted(axes):
        return make(x)
    rows = x._permuted(axes)
    result = make(rows)
    return x if result is rows else result.transpose(np.argsort(axes).tolist())


def reshapes(x: Handle, shape: tuple[int, ...]) -> bool:
    """Whether NumPy reshapes an array laid out as `x` without a copy."""
    try:
        stand_in(x).reshape(shape, copy=False)
    except ValueError:
        return False
    return True


def _known(a: Any, b: Any) -> tuple[Any, Any] | None:
    """Return what to compare for two arrays; None if they cannot share memory."""
    if isinstance(a, Handle) and isinstance(b, Handle) and a._memory is b._memory:
        return stand_in(a), stand_in(b)
    one, two = [v._numpy() if isinstance(v, Handle) else v for v in (a, b)]
    return None if one is None or two is None else (one, two)  # one lies on devices


def shares_memory(a: Any, b: Any, /, max_work: Any = -1) -> bool:
    """Whether a write to one array may be seen in the other.

    Views of one array are compared element by element, as NumPy does; nothing is computed. An
    array of another library never shares memory with one on devices.

    Parameters
    ----------
    a, b : array
        The arrays.
    max_work : int
        Effort to spend on the question, as in NumPy.

    Raises
    ------
    numpy.exceptions.TooHardError
        If the effort was not enough.
    """
    pair = _known(a, b)
    return pair is not None and np.shares_memory(*pair, max_work=max_work)


def may_share_memory(a: Any, b: Any, /, max_work: Any = 0) -> bool:
    """Whether the memory of two views may overlap, by their bounds alone unless `max_work` is set.

    Parameters
    ----------
    a, b : array
        The arrays.
    max_work : int
        Effort to spend on the question, as in NumPy.
    """
    pair = _known(a, b)
    return pair is not None and np.may_share_memory(*pair, max_work=max_work)


_NAMES = [name for name in dir(_ORIGIN.flags) if not name.startswith("_") and name != "num"]
#: NumPy's names of the flags, by which they can be asked for, too.
_KEYS = {name.upper(): name for name in _NAMES} | {
    "C": "c_contiguous", "F": "f_contiguous", "O": "owndata", "W": "writeable", "A": "aligned",
    "X": "writebackifcopy", "B": "behaved", "CA": "carray", "FA": "farray",
}  # fmt: skip


#: Flags that depend on the strides alone.
_CONTIGUITY = frozenset(["c_contiguous", "f_contiguous", "contiguous", "fortran", "fnc", "forc"])
_OWNDATA = np.empty(1).flags.num ^ np.empty(1)[:].flags.num


class Flags:
    """Flags of an array, as those of ``numpy.ndarray.flags``; only ``writeable`` can be set.

    Examples
    --------
    >>> import sharray
    >>> x = sharray.zeros((3, 4))
    >>> x.T.flags.f_contiguous, x.T.flags["OWNDATA"]
    (True, False)
    """

    __slots__ = ("_array",)

    def __init__(self, array: Any) -> None:
        object.__setattr__(self, "_array", array)

    def __getattr__(self, name: str) -> Any:
        if name in _CONTIGUITY:
            return getattr(laid_out(self._array).flags, name)
        if name not in _NAMES and name != "num":
            raise AttributeError(f"arrays have no flag {name!r}; there are {', '.join(_NAMES)}")
        if name == "owndata":
            return self._array._base is None
        if name == "writeable":
            return not self._array._readonly
        asked = stand_in(self._array)
        if self._array._readonly:
            asked.flags.writeable = False
        if name == "num":
            return asked.flags.num & ~_OWNDATA | (self.owndata and _OWNDATA)
        return getattr(asked.flags, name)

    def __setattr__(self, name: str, value: bool) -> None:
        if name != "writeable":
            raise AttributeError(f"of the flags only writeable can be set, not {name!r}")
        owner = self._array._base
        if value and owner is not None and owner._readonly:
            raise ValueError("cannot set WRITEABLE flag to True of this array: its base is not")
        if value and _overlaps(self._array):
            raise ValueError(
                f"cannot set WRITEABLE flag to True of a broadcast view of shape "
                f"{self._array.shape}: several of its elements share one place; write to a copy"
            )
        self._array._memory.reclaim()
        self._array._readonly = not value

    def __getitem__(self, key: str) -> bool:
        if key not in _KEYS:
            raise KeyError("Unknown flag")
        return getattr(self, _KEYS[key])

    def __setitem__(self, key: str, value: bool) -> None:
        if key not in _KEYS:
            raise KeyError("Unknown flag")
        setattr(self, _KEYS[key], value)

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Flags):
            return NotImplemented
        return all(getattr(self, n) == getattr(other, n) for n in _NAMES)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_NAMES]

    def __repr__(self) -> str:
        names = ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED")
        return "\n".join(f"  {n} : {self[n]}" for n in (*names, "WRITEBACKIFCOPY")) + "\n"


def _overlaps(x: Any) -> bool:
    """Whether several elements of a view share one place."""
    layout = stand_in(x)
    return layout.size > 0 and any(
        s == 0 and n > 1 for s, n in zip(layout.strides, layout.shape, strict=True)
    )
