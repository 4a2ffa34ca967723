"""Operands as NumPy takes them, where it is to compute: which may be, and what that counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any

import numpy as np

from sharray._core import direct, policy
from sharray._core.context import context, errors_matter
from sharray._core.direct import FEW
from sharray._core.memory import Memory
from sharray._core.meshes import get_mesh
from sharray._core.node import State
from sharray._engine import launch_order
from sharray._engine.transfer import is_numeric
from sharray._record.handles import Handle
from sharray._record.homes import to_devices, to_host
from sharray._record.writes import check_writable

#: An array that has not been used more often may be a temporary of one statement: it goes where the
#: others go, and moves by itself only if much has been computed of arrays like it.
YOUNG = 8
#: Types of numbers.
NUMBERS = frozenset([bool, int, float, complex, *[np.dtype(c).type for c in direct.NUMBER_CODES]])
#: Types of arrays of this library.
ARRAYS: set[type] = set()
#: Called from time to time with an array of NumPy's flavour, and NumPy's array on its memory, of
#: which small pieces are read; None if nobody wants to know (see `_array.in_pieces`).
on_pieces: Callable[[Any, np.ndarray], None] | None = None


def in_other_hands() -> bool:
    """Whether somebody else sees to floating-point errors than NumPy where it computes.

    Where the program has asked for more than warnings, `_record.floating_errors` does; functions of
    several operations do without the warnings of each.
    """
    return context.in_function > 0 or errors_matter.get()


def ready(values: Sequence[Any], quarters: int = policy.ALL) -> list[Any] | None:
    """Return the operands of an operation as NumPy takes them: programs spend their time here.

    Like `on_host`, but None where there is anything to do but to count.

    Parameters
    ----------
    values
        The operands.
    quarters
        How many of its elements count as work on the arrays that are not small.
    """
    if direct.watchers:
        return None
    obstacles = direct.obstacles
    if obstacles and not policy.uses_host:
        return None
    operands: list[Any] = []
    tallies: list[policy.Tally] = []
    counted: list[Any] | None = None  # what has been used
    nbytes = 0
    for value in values:
        kind = type(value)
        if kind in ARRAYS:
            seen, owner = value._on_host, value._owner
            if seen is not None:
                if owner is not None and seen[0] is not owner.host:
                    return None
                _, part, tally = seen
            else:
                part, tally = owner.host, owner.tally
                if part is None or tally is None or value._lenses != ():
                    return None
            if tally is not None:
                if obstacles:
                    return None
                if counted is None:
                    counted = [value if owner is None else owner]
                    tallies = [tally]
                else:
                    counted.append(value if owner is None else owner)
                    tallies.append(tally)
                if part.nbytes > nbytes:
                    nbytes = part.nbytes
            operands.append(part)
        elif kind in NUMBERS:
            operands.append(value)
        elif kind is np.ndarray and is_numeric(value.dtype):
            if obstacles and not policy.is_small(value.size):
                return None
            if value.nbytes > nbytes:
                nbytes = value.nbytes
            operands.append(value)
        else:
            return None
    if counted is not None and quarters:
        size = nbytes * quarters >> 5
        most = size * len(tallies)  # they may be one
        for tally in tallies:
            if tally.work + most >= tally.alert:
                return None
        for tally in tallies:
            tally.work += size
        for used in counted:
            used._uses += 1
    return operands


def small(values: Sequence[Any], kinds: Set[type]) -> list[Any] | None:
    """Return arguments as NumPy takes them if they are small.

    None where one is anything else than a small array at home on the host, of one of the `kinds`,
    or a short sequence of such, and where somebody asks for more than the result.
    """
    if direct.watchers:
        return None
    results = []
    for value in values:
        kind = type(value)
        if kind not in kinds:
            if isinstance(value, Handle):
                seen, owner = value._on_host, value._owner
                if seen is None or seen[2] or not (owner is None or seen[0] is owner.host):
                    return None
                value = seen[1]
            elif (kind is tuple or kind is list) and len(value) < FEW:
                parts = small(value, kinds)
                if parts is None:
                    return None
                value = kind(parts)
            else:
                return None
        results.append(value)
    return results


def little(array: Handle) -> np.ndarray | None:
    """Return the elements of a small array at home on the host; None where there is more to do."""
    seen, owner = array._on_host, array._owner
    if seen is None or seen[2] is not None or not (owner is None or seen[0] is owner.host):
        return None
    return None if direct.watchers else seen[1]


def on_host(values: Sequence[Any], quarters: int = policy.ALL) -> list[Any] | None:
    """Return the operands of an elementwise operation as NumPy takes them, if it is to compute it.

    None where one of them lies on devices, or is to: then all of them go there. So many quarters of
    its elements count as work on the arrays that are not small.
    """
    operands: list[Any] = []
    hosted: list[Memory] = []
    nbytes = 0
    for value in values:
        kind = type(value)
        if kind in NUMBERS:
            operands.append(value)
            continue
        if isinstance(value, Handle):
            seen, owner = value._on_host, value._owner
            host = None if owner is None else owner.host
            if seen is not None and (owner is None or seen[0] is host):
                part = seen[1]
            elif host is not None and value._lenses == ():
                part = host
            else:
                part = value._numpy()
                if part is None:
                    return _in_company(values, quarters)
            if not policy.is_small(part.size):
                hosted.append(owner or value._memory)
        elif kind is np.ndarray:
            if not is_numeric(value.dtype):
                return None
            part = value
        elif isinstance(value, np.generic):
            operands.append(value)
            continue
        else:
            return None
        if part.nbytes > nbytes:
            nbytes = part.nbytes
        operands.append(part)
    if hosted and (not policy.begins_on_host() or _moves(hosted, nbytes * quarters >> 5)):
        return None
    return operands


def _moves(hosted: list[Memory], size: int) -> bool:
    """Count an operation of NumPy on large arrays; return whether they have moved to the devices.

    Parameters
    ----------
    hosted
        Their memories.
    size
        How many elements of eight bytes it counts.
    """
    moves = False
    for memory in hosted:
        uses = memory._uses = memory._uses + 1
        if policy.count_work(memory.counted(), size, uses <= YOUNG):
            moves = True
    if not moves or any([m.is_exported or m.counted().resists_now for m in hosted]):
        return False
    for memory in dict.fromkeys(hosted):
        if to_devices(memory) and memory._uses <= YOUNG:
            policy.moves_young(memory.counted())
    return True


def stay(values: Sequence[Any]) -> bool:
    """Whether all of the operands of an operation lie on devices, and there is nothing to count."""
    for value in values:
        kind = type(value)
        if kind in ARRAYS:
            owner = value._owner
            if owner is None or owner.host is not None:
                return False
            tally = owner.tally
            if tally is None:
                tally = owner.counted()
            if tally.pieces or tally.young or (owner.has_moved and tally.work < tally.limit):
                return False
        elif kind not in NUMBERS:
            return False
    return True


def _resists(memory: Memory) -> bool:
    """Whether a large array that nobody has placed had better be at home, as those like it."""
    if memory.is_placed or policy.is_small(memory.aval.layout.size):
        return False
    return memory.counted().resists_now


def _returns(memory: Memory, resists: bool) -> bool:
    """Whether an operand on devices may come to the host, where another one is, or resists."""
    node = memory.node
    if node is None or node.state >= State.TRACED or memory.is_placed:
        return False
    if resists:  # also what was computed there
        return memory.has_moved or node.aval.layout.mesh is get_mesh()
    return memory.has_moved and not memory.counted().is_hot


def _in_company(values: Sequence[Any], quarters: int) -> list[Any] | None:
    """Do so for operands of which one lies on devices: all come home, or all go there."""
    if stay(values) or not policy.begins_on_host():
        return None
    owners = [value._memory for value in values if isinstance(value, Handle)]
    resists = any([_resists(memory) for memory in owners])
    come_home = all([m.node is None or _returns(m, resists) for m in owners])
    operands = list(values)
    hosted: list[Memory] = []
    nbytes = 0
    #: on devices: what counts them -> how many elements of eight bytes
    elsewhere: dict[policy.Tally, int] = {}
    for i, value in enumerate(values):
        kind = type(value)
        if kind in NUMBERS:
            continue
        if isinstance(value, Handle):
            memory = value._memory
            part = None if memory.node is not None else value._numpy()
            if part is None:
                tally = memory.counted()
                if not come_home:
                    aval = memory.aval
                    size = aval.layout.size * aval.dtype.itemsize >> 3
                    elsewhere[tally] = max(size, elsewhere.get(tally, 0))
                    continue
                if tally.is_hot:  # or it would move again, and with it what has come home
                    policy.resist(tally)
                to_host(value)
                part = value._numpy()
                if part is None:  # another thread has moved it
                    return None
            operands[i] = part
            if memory.host is not None and not policy.is_small(memory.host.size):
                hosted.append(memory)
            nbytes = max(nbytes, part.nbytes)
        elif kind is np.ndarray:
            if not is_numeric(value.dtype):
                return None
        elif not isinstance(value, np.generic):
            return None
    for tally, size in elsewhere.items():
        policy.count_computation(tally, size)
    if not elsewhere and not _moves(hosted, nbytes * quarters >> 5):
        return operands
    for memory in hosted:
        to_devices(memory)
    return None


def as_numpy(values: Sequence[Any]) -> list[Any] | None:
    """Return arguments as NumPy takes them; None if an array lies on devices."""
    results = list(values)
    for i, value in enumerate(values):
        if isinstance(value, Handle):
            host = value._numpy()
            if host is None:
                return None
            results[i] = host
        elif not policy.leaves_to_numpy((value,)):
            return None
    return results


def write_in_numpy(
    function: Callable[..., Any], target: Handle, args: Sequence[Any], kwargs: dict[str, Any]
) -> Any:
    """Call a function of NumPy that writes to an array; NotImplemented if one lies on devices.

    Raises
    ------
    ValueError
        If the array is read-only.
    """
    with launch_order.lock:  # it must not move meanwhile
        values = as_numpy((*args, *kwargs.values()))
        if values is None:
            return NotImplemented
        check_writable(target)
        target._memory.write()
        named = dict(zip(kwargs, values[len(args) :], strict=True))
        return function(*values[: len(args)], **named)
