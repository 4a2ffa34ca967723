"""Where what a launch is given comes from: from the host, or from an earlier launch.

Programs alone do not tell which arrays processes run them on: two sums of equal shapes in another
order are the same two programs. So an array on shared devices has the number of the launch that
computed it, which is the same in all processes that have done the same.
"""

from __future__ import annotations

import math
import weakref
from typing import Any, NamedTuple

import numpy as np

from sharray._core.user_line import Line

#: Elements that a message shows of an array, and characters of a text.
_SHOWN, _LONG = 4, 60


class FromHost(NamedTuple):
    """A value of the host, for a message: of an array the first elements."""

    shape: tuple[int, ...]
    values: Any

    @classmethod
    def of(cls, values: Any) -> FromHost:
        """Keep what is shown of a value."""
        if isinstance(values, np.ndarray):
            return cls(values.shape, values.flat[:_SHOWN])
        return cls((), values[:_LONG] if isinstance(values, str) else values)

    def __str__(self) -> str:
        if not isinstance(self.values, np.ndarray):
            return repr(self.values)
        more = ", ..." if math.prod(self.shape) > self.values.size else ""
        return f"{self.values.dtype}{list(self.shape)} [{', '.join(map(str, self.values))}{more}]"


class FromLaunch(NamedTuple):
    """A result of a launch.

    Attributes
    ----------
    number
        Of the launch; 0 for an array that this library has not computed.
    result
        Which of its results, by their order.
    line
        The line of the user's, for a message.
    """

    number: int
    result: int
    line: Line | str

    def __str__(self) -> str:
        return f"what statement {self.number} has computed ({self.line})"


class Provenance:
    """Which launches have computed the arrays that there are."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], FromLaunch]] = {}

    def of(self, array: Any) -> FromLaunch | None:
        """Return where an array comes from; None if that is not known."""
        known = self._known.get(id(array))
        return known[1] if known is not None and known[0]() is array else None

    def note(self, array: Any, origin: FromLaunch) -> None:
        """Take note of where an array comes from, as long as it lives."""
        key = id(array)

        def forget(dead: weakref.ref[Any]) -> None:
            # another array may have its place by now
            if (known := self._known.get(key)) is not None and known[0] is dead:
                del self._known[key]

        self._known[key] = weakref.ref(array, forget), origin

    def forget(self, array: Any) -> None:
        """Forget an array that is only memory from now on."""
        self._known.pop(id(array), None)
