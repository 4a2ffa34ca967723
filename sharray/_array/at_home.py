"""What is NumPy's where an array is at home on the host: indices and writes.

They work on the memory itself. Only that lets an array be moved, and programs be recorded on it,
when its work there has come to what that costs (see `_core.policy`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sharray._core import direct, observers, policy
from sharray._core.lazy import is_tracer
from sharray._core.node import depends_on_traced
from sharray._engine import launch_order
from sharray._functions.flavours import Flavour
from sharray._record import homes
from sharray._record.handles import Handle, unwrap
from sharray._record.memory_layout import of_permuted

#: Types of values that NumPy writes as they are.
WRITTEN = frozenset([bool, int, float, complex, np.ndarray, *np.sctypeDict.values()])
#: Types of indices that hold no arrays.
SIMPLE = frozenset(
    [int, *[np.dtype(c).type for c in direct.INTEGER_CODES], slice, type(None), type(...)]
)


def is_simple(key: Any) -> bool:
    """Whether an index holds no arrays."""
    if type(key) is not tuple:
        return type(key) in SIMPLE
    for part in key:  # noqa: SIM110 (half the time of `all`, for each element of a loop)
        if type(part) not in SIMPLE:
            return False
    return True


def is_traced(key: Any) -> bool:
    """Whether an index, or a part of it, is traced by JAX."""
    if type(key) is tuple:
        return any(map(is_traced, key))
    if isinstance(key, Handle):
        node = key._memory.node
        return node is not None and depends_on_traced(node)
    return is_tracer(key)


def plain_key(key: Any) -> Any:
    """Return an index with NumPy's arrays, which are fetched if they lie on devices."""
    if isinstance(key, Handle):
        return homes.fetched(key)
    if type(key) is tuple:
        return tuple([plain_key(k) for k in key])
    return key


def taken(host: np.ndarray, key: Any) -> Any:
    """Return what NumPy takes with an index that holds arrays; NotImplemented if not all at home.

    So for a view, and for what is wrong: the general way tells.
    """
    parts = []
    for part in key if type(key) is tuple else (key,):
        if isinstance(part, Handle):
            part = part._numpy()
            if part is None:
                return NotImplemented
        elif type(part) not in SIMPLE and type(part) is not np.ndarray:
            return NotImplemented
        parts.append(part)
    try:
        result = host[tuple(parts)]
    except (IndexError, TypeError, ValueError):
        return NotImplemented
    is_view = getattr(result, "base", None) is not None and np.may_share_memory(result, host)
    return NotImplemented if is_view else result


def copied(result: Any, flavour: Flavour) -> Any:
    """Return what NumPy has taken, which may be a copy in another order than row-major."""
    if getattr(result, "base", None) is None or policy.is_small(result.size):
        return flavour.computed(result)
    return of_permuted(result, flavour.array)


def writes(array: Handle, key: Any, value: Any) -> bool:
    """Write to an array where it and the value are at home; return whether that was done."""
    owner = array._owner
    if array._readonly or (owner is not None and owner.host is None):
        return False
    source = value
    if type(value) not in WRITTEN:
        if not isinstance(value, Handle):
            source = value = unwrap(value)
        if isinstance(value, Handle):
            source = value._numpy()  # `x[key] += y` ends here: NumPy sees that it is there
            if source is None:
                source = homes.fetched_piece(value)
        elif is_tracer(value):
            source = None
    simple = type(key) in SIMPLE or is_simple(key)
    if source is None or not (simple or not is_traced(key)):
        return False
    at = key if simple else plain_key(key)
    seen = array._on_host
    if seen is not None and (
        seen[2] is None
        if owner is None
        else not (seen[2] or owner._snapshot)
        and seen[0] is owner.host
        and policy.is_small(seen[0].size)
    ):
        # it does not move, nor what it is a part of, and nobody refers to the elements as a value
        seen[1][at] = source
    else:
        with launch_order.lock:  # it must not move meanwhile
            memory = array._memory
            if memory.host is None:
                return False
            host = memory.write()
            part: Any = array._numpy() if array._chain else host
            part[at] = source
    if observers.active:
        observers.recorded("write", True)
    return True


def counts_piece(array: Handle) -> None:
    """Take note that a few elements of an array on devices are read or written."""
    if policy.begins_on_host():
        homes.piece(array)


def size_of(shape: tuple[int, ...], key: Any) -> int:
    """Return how many elements an index shows; of one that holds arrays, all."""
    if not is_simple(key):
        return math.prod(shape)
    return np.broadcast_to(np.int8(0), shape)[key].size
