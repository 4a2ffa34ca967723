"""What is made once and found again."""

from __future__ import annotations

from typing import Any


class Cache(dict[Any, Any]):
    """A dict that begins anew when it is full: what it held is made again.

    Parameters
    ----------
    most
        How many entries it holds.
    """

    __slots__ = ("_most",)

    def __init__(self, most: int) -> None:
        self._most = most

    def keep(self, key: Any, value: Any) -> Any:
        """Add an entry and return its value."""
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value


#: So many keys have something of their own, in all where keys come back: as the offsets of a loop
#: over 3 x 3 neighbours do.
FIRST, RETURNING = 3, 9


class Few(set[Any]):
    """Keys that have something of their own: the first few, and those that come back."""

    __slots__ = ("_last", "_met")

    def __init__(self) -> None:
        #: the first keys that have been turned away, and the last one asked for
        self._met: set[Any] = set()
        self._last: Any = None

    def takes(self, key: Any, *, asks_again: bool = False) -> bool:
        """Whether a key is one of them, or becomes one; `asks_again` if the caller will.

        Two statements in a row may ask for the same: then it has not come back.
        """
        returns = False
        if not asks_again:
            returns = key in self._met and key != self._last
            self._last = key if key != self._last else None
        if key not in self and len(self) < (RETURNING if returns else FIRST):
            self.add(key)
        if not asks_again and len(self._met) < RETURNING:
            self._met.add(key)
        return key in self
