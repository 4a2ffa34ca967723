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
