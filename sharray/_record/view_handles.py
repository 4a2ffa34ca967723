"""Views as handles: with a chain of lenses, or on the host with NumPy's view in their place."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core.lens import Affine, Lens
from sharray._core.memory import is_writeable
from sharray._core.node import TRACED
from sharray._core.policy import Tally, is_small
from sharray._record import leaks
from sharray._record.handles import Handle

_new = object.__new__


def viewing(x: Handle, chain: tuple[Lens, ...]) -> Any:
    """Return a view of the memory of an array, of its class."""
    base = x._base
    view = _new(x._flavour.array)
    view._owner = x._owner or x._memory
    view._base = x if base is None else base
    view._lenses = chain
    view._on_host = view._shown = view._anchor = None
    view._readonly = x._readonly
    node = view._owner.node
    if node is not None and node.state >= TRACED:
        leaks.read_in_time(view)
    return view


def viewing_on_host(
    x: Handle, known: tuple[np.ndarray, np.ndarray, Tally | None], part: np.ndarray
) -> Any:
    """Return a view of an array at home on the host, which keeps NumPy's view in place of lenses.

    Parameters
    ----------
    x
        The array.
    known
        The memory, what the array shows of it, and on what its work is counted.
    part
        What the view shows, at constant steps along axes of that.

    Returns
    -------
    Handle or None
        None where it has to be made with lenses.
    """
    memory, base, anchor, lenses = x._owner, x._base, x._anchor, x._lenses
    if memory is None:
        memory, anchor = x._memory, None
    if lenses is None and anchor is not None and not anchor[0].flags.c_contiguous:
        lenses = x._chain  # NumPy's view of that does not say which of its axes it shows
    if lenses is not None:  # as long as they are not known, neither has the array moved
        anchor = None
        if lenses and not (len(lenses) == 1 and type(lenses[0]) is Affine):
            if not known[1].flags.c_contiguous:
                return None
            anchor = known[1], lambda: lenses
    view = _new(x._flavour.array)
    view._owner = memory
    view._base = x if base is None else base
    view._lenses = view._shown = None
    view._anchor = anchor
    view._readonly = x._readonly
    host, _, tally = known
    if tally is not None:
        memory.taken = -math.inf
        if is_small(part.size):
            tally = None
    view._on_host = host, part, tally
    return view


def viewing_as(x: Handle, part: np.ndarray, chain: Callable[[], tuple[Lens, ...]]) -> Any:
    """Return a view of an array at home on the host that keeps any view of NumPy's.

    Parameters
    ----------
    x
        The array.
    part
        What the view shows of it.
    chain
        Returns how that lies in the memory; called when the memory moves, or somebody asks.
    """
    base = x._base
    view = _new(x._flavour.array)
    view._owner = memory = x._memory
    view._base = x if base is None else base
    view._lenses = view._shown = None
    view._anchor = part, chain
    view._readonly = x._readonly or not is_writeable(part)
    assert memory.host is not None
    memory.taken = -math.inf
    view._on_host = memory.host, part, None if is_small(part.size) else memory.counted()
    return view


def settle(x: Handle) -> None:
    """Find out how an array shows the memory if another view says it: they do not pile up."""
    if x._lenses is None and x._anchor is not None:
        x._chain  # noqa: B018 (which it keeps)


def shown_on_host(x: Handle) -> Any:
    """Return what `viewing_on_host` is to know of an array; None if it is not at home there."""
    seen = x._numpy()
    if seen is None or x._lenses != () or x._owner is None:
        return None if seen is None else x._on_host
    return x._on_host or (seen, seen, x._owner.counted())
