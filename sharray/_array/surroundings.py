"""What lies around a view, for NumPy's `as_strided`, which reads beyond an array in its memory.

A view of an array on devices is copied for NumPy, alone. Where `as_strided` reaches beyond the copy
it would read what lies beside it in the memory of the process; so it is shown the same elements in
a copy of the whole. What stays inside is the copy's own: others index it by its own strides.
"""

from __future__ import annotations

import importlib
import math
import weakref
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds

from sharray._core.lens import Lens
from sharray._core.memory import Memory
from sharray._engine import launch_order, transfer

#: The number of a copy of a view -> the memory of the whole and how the view shows that, as long as
#: there is the copy.
_copies: dict[int, tuple[weakref.ref[Memory], tuple[Lens, ...]]] = {}


def remember(copy: np.ndarray, memory: Memory, chain: tuple[Lens, ...]) -> None:
    """Take note that an array of NumPy is a copy of a view alone."""
    _copies[id(copy)] = weakref.ref(memory), chain
    weakref.finalize(copy, _copies.pop, id(copy), None)


def _reaches_beyond(interface: dict[str, Any], copy: np.ndarray) -> bool:
    """Whether a description of memory shows elements that are not in an array."""
    shape, strides = interface["shape"], interface["strides"]
    if 0 in shape:
        return False
    if strides is None:  # in row-major order
        steps = [(math.prod(shape) - 1) * copy.itemsize]
    else:
        steps = [(n - 1) * step for n, step in zip(shape, strides, strict=True)]
    start, (low, high) = interface["data"][0], byte_bounds(copy)
    first, last = (start + sum([s for s in steps if s * sign > 0]) for sign in (-1, 1))
    return first < low or last + copy.itemsize > high


def _in_whole(memory: Memory | None, chain: tuple[Lens, ...]) -> np.ndarray:
    """Return the elements of a view in a copy of the whole array."""
    if memory is None:
        raise ValueError(
            "as_strided beyond a view whose array is gone: it lay on devices, and what is there on "
            "the host is a copy of the view alone; keep the array in a variable, or take "
            "as_strided of its to_numpy()"
        )
    with launch_order.lock:
        node = memory.node
        if node is None:
            assert memory.host is not None
            shown = memory.host.view()
        else:
            shown = transfer.to_numpy(node).view()
    shown.flags.writeable = False
    for lens in chain:
        shown = lens.of_numpy(shown)
    return shown


def _prepare() -> None:
    tricks: Any = importlib.import_module("numpy.lib._stride_tricks_impl")

    class Shown(tricks.DummyArray):
        """What `as_strided` makes an array of: a description of memory, and whose it is."""

        def __init__(self, interface: dict[str, Any], base: Any = None) -> None:
            known = _copies.get(id(base))
            if known is not None and _reaches_beyond(interface, base):
                memory, chain = known
                base = _in_whole(memory(), chain)
                interface["data"] = base.__array_interface__["data"]
            super().__init__(interface, base)

    tricks.DummyArray = Shown


_prepare()
