"""What is computed once and looked up again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

#: All of the library, but for compiled programs.
caches: list[Cache] = []


class Cache(dict[Any, Any]):
    """A dict that begins anew when it is full: what it held is computed again.

    Parameters
    ----------
    holds
        What it holds.
    most
        How many entries.
    make
        Returns the value of a key that is missing, called with the items of the key.
    lasts
        Whether `cache_clear` leaves it: what it holds is counted, not computed.
    """

    __slots__ = ("_make", "holds", "lasts", "most")

    def __init__(
        self,
        holds: str,
        most: int,
        make: Callable[..., Any] | None = None,
        *,
        lasts: bool = False,
    ) -> None:
        self.holds, self.most = holds, most
        self._make = make
        self.lasts = lasts
        caches.append(self)

    def __missing__(self, key: Any) -> Any:
        if self._make is None:
            raise KeyError(key)
        return self.keep(key, self._make(*key))

    def keep(self, key: Any, value: Any) -> Any:
        """Add an entry and return its value."""
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value


class Interned(Cache):
    """Objects that are equal exactly if they are the same: made once for each key.

    One that has been left out when the cache was full is found again as long as anybody has it.
    """

    __slots__ = ("_alive",)

    def __init__(self, holds: str, most: int, make: Callable[..., Any] | None = None) -> None:
        super().__init__(holds, most, make)
        self._alive: WeakValueDictionary[Any, Any] = WeakValueDictionary()

    def keep(self, key: Any, value: Any) -> Any:
        """Add an entry, with the object that exists already if there is one; return that."""
        return super().keep(key, self._alive.setdefault(key, value))


class LRU(OrderedDict[Any, Any]):
    """A dict that forgets what has not been looked up for longest when it is full.

    Parameters
    ----------
    most
        Returns how many entries it holds.
    forgotten
        Called with a value that is forgotten.
    """

    def __init__(
        self, most: Callable[[], int], forgotten: Callable[[Any], None] | None = None
    ) -> None:
        super().__init__()
        self._most = most
        self._forgotten = forgotten

    def find(self, key: Any) -> Any:
        """Return the value of a key, which is used from now on; None if there is none."""
        value = self.get(key)
        if value is not None:
            self.move_to_end(key)
        return value

    def find_or_make(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return the value of a key, which `make` returns if there is none yet."""
        value = self.find(key)
        return self.keep(key, make()) if value is None else value

    def keep(self, key: Any, value: Any) -> Any:
        """Add an entry and return its value."""
        self[key] = value
        self.move_to_end(key)
        while len(self) > self._most():
            _, old = self.popitem(last=False)
            if self._forgotten is not None:
                self._forgotten(old)
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
