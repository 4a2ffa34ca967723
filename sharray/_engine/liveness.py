"""Whether values that arrays hold on the way to what a graph computes are used afterwards.

A program that names its intermediate results (`left = np.roll(u, 1); u[1:] += left[1:]`) holds them
until the names are bound anew. Those that nobody has used by then, each time that a graph of that
form ran, are left out from some time on: they need not be written to memory. If one is used after
all it is computed by itself, and from then on it is a result again.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from sharray._core.cache import Cache
from sharray._core.node import Node

#: So many times a value must have been of no use. Leaving it out is another program to compile.
PATIENCE = 16


class Liveness:
    """What has become of a value that graphs of one form have on the way.

    Attributes
    ----------
    is_used
        Whether an operation has used it, or somebody has asked for it when it was left out.
    """

    __slots__ = ("_last", "_unused", "is_used")

    def __init__(self) -> None:
        self.is_used = False
        self._unused = 0
        self._last: weakref.ref[Node] | None = None

    def follow(self, node: Node) -> bool:
        """Follow the node that has the value from now on; return whether it is to be left out."""
        gone = self._last is not None and self._last() is None
        self._unused = self._unused + 1 if gone and not self.is_used else 0
        self._last = weakref.ref(node)
        node.liveness = self
        return self._unused >= PATIENCE


#: The entries of graphs, and which of them arrays hold -> what becomes of these.
_liveness = Cache(
    "what becomes of named results", 4096, lambda entries, held: [Liveness() for _ in held]
)


def left_out(form: tuple[Any, ...], held: Sequence[Node]) -> list[Node]:
    """Return which of the values that arrays hold need not be computed by graphs of a form."""
    return [n for n, o in zip(held, _liveness[form], strict=True) if o.follow(n)]
