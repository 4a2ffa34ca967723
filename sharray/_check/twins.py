"""The NumPy array that stands beside each array while a program is checked."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray import _fetch
from sharray._expr import Expr
from sharray._handle import Handle


class _Twin:
    __slots__ = ("compared", "handle", "value")

    def __init__(self, handle: weakref.ref[Handle], value: Any, compared: Any) -> None:
        self.handle = handle
        self.value = value
        #: the expression that the value was last found to agree with
        self.compared = compared


def fetched(handle: Handle) -> np.ndarray:
    """Return the array as NumPy has it, in memory of its own."""
    return np.array(_fetch.to_numpy(handle._read()))


def _owned(handle: Handle) -> Expr:
    return (handle if handle._owner is None else handle._owner)._expr


class Twins:
    """From arrays to NumPy's, which are views of each other where NumPy makes views."""

    def __init__(self) -> None:
        self._of: dict[int, _Twin] = {}

    def _known(self, handle: Handle) -> _Twin | None:
        found = self._of.get(id(handle))
        return found if found is not None and found.handle() is handle else None

    def get(self, handle: Handle) -> Any:
        """Return the twin; of an array not seen before, that is what it holds now."""
        found = self._known(handle)
        if found is not None:
            return found.value
        if handle._owner is None:
            value: Any = fetched(handle)
            if handle._scalar:
                value = value[()]
        else:
            value = self.get(handle._owner)
            for lens in handle._chain:
                value = lens.of_numpy(np.asarray(value))
        self._set(handle, value)
        return value

    def _set(self, handle: Handle, value: Any) -> None:
        key = id(handle)

        def forget(ref: Any) -> None:
            found = self._of.get(key)
            if found is not None and found.handle is ref:
                del self._of[key]

        self._of[key] = _Twin(weakref.ref(handle, forget), value, weakref.ref(_owned(handle)))

    def adopt(self, handle: Handle, expected: Any, found: np.ndarray) -> None:
        """Make `expected` the twin, with the values `found`, so that rounding does not add up."""
        if isinstance(expected, np.ndarray):
            if expected.flags.writeable:
                np.copyto(expected, found)
            self._set(handle, expected)
        else:
            self._set(handle, found[()])

    def changed(self, handle: Handle) -> bool:
        """Whether the array, or what it is a view of, was written to since it was compared."""
        twin = self._known(handle)
        return twin is not None and twin.compared() is not _owned(handle)

    def compare(self, handle: Handle, differ: Callable[[np.ndarray, np.ndarray], Any]) -> Any:
        """Compare an array with its twin; return what `differ` does, or None where they agree."""
        expected = np.asarray(self.get(handle))
        found = fetched(handle)
        trouble = differ(found, expected)
        if trouble is None:
            self.adopt(handle, self._of[id(handle)].value, found)
        return trouble
