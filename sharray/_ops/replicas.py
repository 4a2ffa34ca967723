"""Parts of an array that several processes hold: whether each gives the same elements."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from sharray._core.layout import Layout
from sharray._core.links import see
from sharray._core.settings import options
from sharray._engine import rendezvous

_T = TypeVar("_T")
_Part = Callable[[tuple[slice, ...]], Any]


def compared(layout: Layout, part: _Part, make: Callable[[_Part], _T]) -> _T:
    """Return an array made of parts that are given by each process that holds them.

    Parameters
    ----------
    layout
        Of the array.
    part
        Returns the elements at an index.
    make
        Makes the array with such a function. It meets no other process.

    Raises
    ------
    Exception
        If one process cannot make its part: in all of them, of the same type.
    ValueError
        If two processes give different elements.
    """
    if rendezvous.count() == 1 or _is_own(layout):
        return make(part)
    meeting = rendezvous.Rendezvous("an array of the parts of processes")
    if not options.compare_processes or not _is_shared(layout):
        return meeting.take(lambda: make(part))
    digests: dict[str, int] = {}

    def noted(index: tuple[slice, ...]) -> np.ndarray:
        elements = np.asarray(part(index))
        at = ", ".join(f"{s.start}:{s.stop}" for s in index)
        digests[at] = zlib.crc32(np.ascontiguousarray(elements).reshape(-1).view(np.uint8).data)
        return elements

    array = meeting.take(lambda: make(noted))
    _compare(meeting.tell_values(digests), layout.shape)
    return array


def _is_own(layout: Layout) -> bool:
    """Whether only this process holds an array."""
    return layout.sharding.is_fully_addressable


def _is_shared(layout: Layout) -> bool:
    """Whether several processes hold the same part of an array."""
    holders: dict[str, set[int]] = {}
    for device, index in layout.sharding.devices_indices_map(layout.padded_shape).items():
        holders.setdefault(repr(index), set()).add(device.process_index)
    return any(len(processes) > 1 for processes in holders.values())


def _compare(digests: Sequence[dict[str, int]], shape: tuple[int, ...]) -> None:
    first: dict[str, int] = {}
    for index, parts in enumerate(digests):
        for at, digest in parts.items():
            other = first.setdefault(at, index)
            if digests[other][at] != digest:
                raise ValueError(
                    f"processes {other} and {index} give different elements for [{at}] of an array "
                    f"of shape {shape}, which both hold{see('processes-part')}"
                )
