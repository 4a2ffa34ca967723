"""Host or devices: where arrays live and statements run is counted and decided here.

What is small stays on the host for ever (the setting `host_threshold`). Larger arrays that nobody
has placed begin there, too: NumPy computes with them until it has computed so many elements of
arrays of their shape (`host_work`) that moving them, and compiling programs for them, costs less
than has been spent. An array on devices that the program reads or writes in small pieces comes
back, and then those of its shape have to earn their next move with twice the work. Where there are
several devices, or another kind than CPUs, large arrays begin there, unless the settings say
otherwise, as the launcher's do.

Nobody else looks at these two settings to decide. What runs a program on devices follows from
`is_cold` (`_engine.cold`), and from what NumPy is better at (`_engine.shards`).

Everything depends on sizes, counts and settings alone, so two runs of a program decide alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from sharray._core import direct
from sharray._core.cache import Cache
from sharray._core.context import context
from sharray._core.direct import SCALARS
from sharray._core.jax_import import import_ahead, is_importing_ahead, when_loaded
from sharray._core.machine import is_one_cpu, may_have_more
from sharray._core.settings import (
    ON_DEVICES,
    ON_HOST,
    SMALL,
    assume,
    automatic,
    is_default,
    on_change,
    options,
)

_SEQUENCES = (list, tuple)

#: Whether anything stays on the host, be it a single number.
uses_host = options.host_threshold > 0
#: Whether an array on devices may come back to the host; with `host_work` 0 it stays.
may_return = False


def is_small(size: int) -> bool:
    """Whether an array of so many elements stays on the host, where NumPy computes with it."""
    if size < options.host_threshold or context.on_host_only:
        return True
    if not _is_in_doubt:
        return False
    decide()
    return size < options.host_threshold


def stays(size: int) -> bool:
    """Whether an array of so many elements that is computed from others on the host is there, too.

    Unlike a small one it may move later.
    """
    return is_small(size) or begins_on_host()


def runs_on_host(
    sizes: Iterable[int], shapes: Callable[[], Sequence[tuple[int, ...]]] | None
) -> bool:
    """Whether NumPy computes an operation whose operands are all on the host.

    Parameters
    ----------
    sizes
        Of the operands.
    shapes
        Returns the shapes of the results; None where the devices compute what is large. Many small
        operands may be large together: what makes no more of them stays on the host.
    """
    size = sum(sizes)
    if is_small(size) or not size or begins_on_host():
        return True
    if not uses_host or shapes is None:
        return False
    return sum(math.prod(shape) for shape in shapes()) <= size


def is_many(count: int) -> bool:
    """Whether a sequence of so many values is too long to be looked through on the host."""
    return count >= max(options.host_threshold, 1)


def described() -> str:
    """Say which arrays NumPy computes with, for reports."""
    most = f"{options.host_threshold:,} elements"
    if not options.host_work:
        return f"arrays of fewer than {most} stay on the host"
    return f"arrays of {most} and more move after {options.host_work:.3g} elements of work"


def check_processes() -> None:
    """Raise ValueError if somebody wants large arrays to begin on the host: devices are shared."""
    if options.host_work and not is_default("host_work"):
        raise ValueError(
            "with several processes large arrays begin on the devices: host_work (in the "
            "environment SHARRAY_HOST_WORK) is 0, or not set"
        )


def leaves_to_numpy(values: Iterable[Any]) -> bool:
    """Whether the arguments of a call are all NumPy's business: numbers, and arrays of its own.

    Large ones only where results may stay on the host.
    """
    if not uses_host and not context.on_host_only:
        return False
    most = math.inf if may_return else options.host_threshold
    for value in values:
        kind = type(value)
        if kind is np.ndarray:
            if value.size >= most and not context.on_host_only:
                return False
        elif kind not in SCALARS and not (kind in _SEQUENCES and _is_plain(value, most)):
            return False
    return True


def _is_plain(sequence: Sequence[Any], most: float) -> bool:
    """Whether a sequence holds numbers and arrays of NumPy, few of them."""
    if len(sequence) >= most:
        return False
    if SCALARS.issuperset(map(type, sequence)):
        return True
    total = 0
    for value in sequence:
        kind = type(value)
        if kind is np.ndarray:
            total += value.size
        elif kind not in SCALARS and not (kind in _SEQUENCES and _is_plain(value, most)):
            return False
    return total < most


def begins_on_host() -> bool:
    """Whether a large array that nobody has placed begins on the host.

    The devices are looked at, which starts them, only where there has been a large array.
    """
    if _is_in_doubt and _met_large:
        decide()
    return may_return and uses_host and not context.meshes


#: Whether other devices than one CPU may have been asked for since they were looked at, and whether
#: there have been arrays that are large wherever they begin.
_is_in_doubt = _met_large = False


def doubt() -> None:
    """Take note that somebody may have asked for other devices than one CPU."""
    global _is_in_doubt
    if not is_importing_ahead():
        _is_in_doubt = bool(automatic)
        assume(ON_DEVICES)


def decide() -> None:
    """Look at the devices that there are: what nobody has set depends on them."""
    global _is_in_doubt
    if not automatic:
        _is_in_doubt = False
        return
    assume(ON_HOST if is_one_cpu() else ON_DEVICES)
    _is_in_doubt = False


if may_have_more():
    doubt()
else:
    when_loaded("jax", doubt)


class Tally:
    """What has been done with the arrays of one shape.

    Attributes
    ----------
    work
        How many elements of them NumPy has computed.
    read
        How many pieces of them were read or written on the host.
    pieces
        What the pieces cost that were read or written on devices, in elements.
    resistance
        How often as much work it takes to move them.
    limit
        The work after which they move.
    alert
        Three quarters of that: before, there is nothing to prepare.
    young
        How many have moved that may not be there for long, in a trial whether that pays.
    computed
        How many operations devices have computed of them since.
    """

    __slots__ = (
        "alert", "computed", "limit", "pieces", "read", "resistance", "work", "young",
    )  # fmt: skip

    def __init__(self) -> None:
        self.work = self.read = self.pieces = self.young = self.computed = 0
        self.resists(1)

    def resists(self, times: int) -> None:
        """Have it take so many times the work to move them."""
        self.resistance = times
        self.limit = options.host_work * times
        self.alert = 3 * self.limit // 4

    @property
    def is_hot(self) -> bool:
        """Whether NumPy has computed so much of them that they belong on the devices."""
        return self.work >= self.limit

    @property
    def resists_now(self) -> bool:
        """Whether they have come home, and not yet earned their next move."""
        return self.resistance > 1 and self.work < self.limit


def _new_tally(*shape: int) -> Tally:
    global _met_large
    _met_large = _met_large or math.prod(shape) >= SMALL
    return Tally()


_tallies = Cache("what has been done with arrays of a shape", 1 << 14, _new_tally, lasts=True)


#: Returns what has been done with the arrays of a shape; it counts on.
tally_of: Callable[[tuple[int, ...]], Tally] = _tallies.__getitem__


#: What reading or writing a small piece of an array on devices costs, in elements that NumPy
#: computes in that time.
PIECE_COST = 100_000
#: What a piece of an array on the host costs more than one of an array of NumPy, in elements; and
#: how many pieces are many.
READ, MANY = 150, 100_000


def count_work(tally: Tally, size: int, is_young: bool = False) -> bool:
    """Count an operation of NumPy on an array; whether those of its shape are to move.

    Parameters
    ----------
    tally
        Of the arrays of its shape.
    size
        How many elements of eight bytes NumPy computes: smaller ones take less time.
    is_young
        Whether the array may not be there for long. For such ones it takes twice the work.
    """
    work, limit = tally.work + size, tally.limit
    tally.work = work
    if work < tally.alert or not limit:
        return False
    if work >= limit:
        return not is_young or work >= 2 * limit
    import_ahead()
    return False


#: How many quarters of its elements an operation counts as work: one where it fills an array that
#: is there, and does less for an element than memory does. Nothing is saved by fusing it.
ALL, IN_PLACE = 4, 1
#: The ufuncs that do so little.
LIGHT = frozenset([
    *["absolute", "add", "divide", "maximum", "minimum", "multiply", "negative", "subtract"],
    *[f"{kind}_{name}" for kind in ("bitwise", "logical") for name in ("and", "or", "xor")],
])  # fmt: skip


def in_place(ufunc: str) -> int:
    """Return how many quarters count of a ufunc of such a name that fills an array."""
    return IN_PLACE if ufunc in LIGHT else ALL


def count_reads(tally: Tally, pieces: int) -> None:
    """Count pieces of an array at home on the host that were read or written."""
    tally.read += pieces


def is_for_pieces(tally: Tally) -> bool:
    """Whether arrays of a shape are little but read and written in pieces: NumPy's own serve best.

    They are as those before them of their shape.
    """
    return tally.read >= MANY and tally.read * READ > tally.work and not tally.is_hot


def count_computation(tally: Tally, size: int) -> None:
    """Count an operation on an array on devices, against the pieces that are read or written.

    Half of it: devices take time for it, too.
    """
    tally.pieces = max(0, tally.pieces - size // 2)
    if tally.young:
        tally.computed += 1


def count_pieces(shape: tuple[int, ...], size: int, pieces: int = 1) -> bool:
    """Count pieces of an array on devices; whether such arrays are to come to the host."""
    tally = _tallies[shape]
    tally.pieces += pieces * PIECE_COST
    return tally.pieces >= size


#: What fetching an array costs for each eight bytes, in elements that NumPy computes, and what it
#: costs if the array comes home and moves again; and so many fetches too much, between which too
#: little is computed, are enough.
FETCH, ROUND_TRIP, FETCHES = 4, 12, 4


def count_return(shape: tuple[int, ...], size: int) -> bool:
    """Count an array that comes home from devices for a moment; whether such had better stay there.

    Parameters
    ----------
    shape
        Of the array.
    size
        Its elements of eight bytes.
    """
    cost, tally = PIECE_COST + ROUND_TRIP * size, _tallies[shape]
    tally.pieces += cost
    return tally.pieces >= FETCHES * cost


#: So many arrays of a moment move before it is looked at whether that pays.
TRIAL = 4


def moves_young(tally: Tally) -> None:
    """Count an array that has moved and may not be there for long.

    Each has cost as much as an operation: if devices have computed fewer of these than arrays had
    moved before, NumPy had better have done so, and the next arrays need more work to move.
    """
    tally.young += 1
    if tally.young > TRIAL:
        if tally.computed < TRIAL:
            resist(tally)
        tally.young = tally.computed = 0


def resist(tally: Tally) -> None:
    """Take note that arrays had better be on the host: those like them need more work to move."""
    tally.pieces = tally.work = 0
    tally.resists(2 * tally.resistance)


#: What compiling a program costs, in elements that NumPy computes in that time in the memory of a
#: device: three times what it takes for them on the host.
COMPILING = 30_000_000


def is_cold(spent: int, *, is_one_of_many: bool = False) -> bool:
    """Whether a program on devices, of which NumPy has computed so much, is not to be compiled.

    One of many that differ in their lengths is not wherever anything stays on the host.
    """
    return (uses_host if is_one_of_many else begins_on_host()) and spent < COMPILING


def forget() -> None:
    """Forget what has been counted, as in a new process: for tests."""
    for tally in list(_tallies.values()):
        tally.__init__()


def _follow_threshold(host_threshold: int) -> None:
    global uses_host
    uses_host = host_threshold > 0


def _follow_work(host_work: int) -> None:
    global may_return
    if may_return != (host_work > 0):
        may_return = host_work > 0
        direct.add_obstacle(-1 if may_return else 1)
    for tally in list(_tallies.values()):  # other threads may make arrays
        tally.resists(tally.resistance)


direct.add_obstacle()  # until arrays may return
_follow_work(options.host_work)
on_change["host_work"].append(_follow_work)
on_change["host_threshold"].append(_follow_threshold)
