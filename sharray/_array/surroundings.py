"""What lies around a view, for NumPy's `as_strided`, which reads beyond an array in its memory.

A view of an array on devices is copied for NumPy, alone. `as_strided` would read what lies beside
that copy in the memory of the process; so it is shown the same elements in a copy of the whole.
"""

from __future__ import annotations

import importlib
import weakref
from typing import Any

import numpy as np

from sharray._core.lens import Lens
from sharray._core.memory import Memory
from sharray._engine import order, transfer

#: The number of a copy of a view -> the copy, the memory of the whole and how the view shows that,
#: as long as there is the copy.
_copies: dict[int, tuple[Any, weakref.ref[Memory], tuple[Lens, ...]]] = {}


def remember(copy: np.ndarray, memory: Memory, chain: tuple[Lens, ...]) -> None:
    """Take note that an array of NumPy is a copy of a view alone."""
    key = id(copy)
    reference = weakref.ref(copy, lambda _: _copies.pop(key, None))
    _copies[key] = reference, weakref.ref(memory), chain


def _in_whole(copy: Any) -> Any:
    """Return the elements of a copy in one of the whole array; what is no such copy as it is."""
    known = _copies.get(id(copy))
    if known is None:
        return copy
    memory = known[1]()
    if memory is None:
        raise ValueError(
            "as_strided of a view whose array is gone: it lay on devices, and what is there on the "
            "host is a copy of the view alone; keep the array in a variable, or take as_strided of "
            "its to_numpy()"
        )
    with order.lock:
        node = memory.node
        if node is None:
            assert memory.host is not None
            shown = memory.host.view()
        else:
            shown = transfer.to_numpy(node).view()
    shown.flags.writeable = False
    for lens in known[2]:
        shown = lens.of_numpy(shown)
    return shown


def _prepare() -> None:
    tricks: Any = importlib.import_module("numpy.lib._stride_tricks_impl")

    class Shown(tricks.DummyArray):
        """What `as_strided` makes an array of: a description of memory, and whose it is."""

        def __init__(self, interface: dict[str, Any], base: Any = None) -> None:
            whole = _in_whole(base)
            if whole is not base:
                interface["data"] = whole.__array_interface__["data"]
            super().__init__(interface, whole)

    tricks.DummyArray = Shown


_prepare()
