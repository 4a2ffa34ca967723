"""What is NumPy's where the operands are at home on the host: operators, indices, writes.

They work on the memory itself. Only that lets an array be moved, and programs be recorded on it,
when its work there has come to what that costs (see `_core.policy`).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core import observers, policy
from sharray._core.lazy import is_tracer
from sharray._core.node import depends_on_traced
from sharray._core.settings import options
from sharray._engine import order
from sharray._ops import index_keys
from sharray._record import homes
from sharray._record.handles import Handle
from sharray._record.homes import NUMBERS

#: They take NumPy as long as anybody, and do not count as work for which arrays move.
_PRODUCTS = frozenset([operator.matmul, operator.imatmul, np.matmul])


def operands(function: Callable[..., Any], values: Sequence[Any]) -> list[Any] | None:
    """Return the operands of an operator or a ufunc for NumPy; None where it is not to compute."""
    if not options.host_threshold or homes.in_other_hands():
        return None
    result = homes.plain(values) if function in _PRODUCTS else homes.on_host(values)
    if result is not None and observers.active:
        observers.recorded(function.__name__, True)
    return result


def binary(
    by: Callable[..., Any], general: Callable[..., Any], *, is_reflected: bool = False
) -> Callable[..., Any]:
    """Return an operator that is NumPy's `by` where both operands are at home on the host.

    Parameters
    ----------
    by
        NumPy's.
    general
        The operator for other operands.
    is_reflected
        Whether the second operand is the first of `by`.
    """

    def operate(self: Any, other: Any, /) -> Any:
        # what is small, and not counted, first: programs of small arrays spend their time here
        seen, owner = self._on_host, self._owner
        if seen is not None and seen[2] and (owner is None or seen[0] is owner.host):
            theirs, kind = None, type(other)
            if kind is type(self):
                part, owner = other._on_host, other._owner
                if part is not None and part[2] and (owner is None or part[0] is owner.host):
                    theirs = part[1]
            elif kind in NUMBERS:
                theirs = other
            if theirs is not None and homes.nobody_asks_for_more():
                result = by(theirs, seen[1]) if is_reflected else by(seen[1], theirs)
                return self._flavour.computed(result)
        values = operands(by, (other, self) if is_reflected else (self, other))
        return general(self, other) if values is None else self._flavour.computed(by(*values))

    return operate


def in_place(by: Callable[..., Any], general: Callable[..., Any]) -> Callable[..., Any]:
    """Return its variant that writes to the first operand."""

    def update(self: Any, other: Any, /) -> Any:
        if self._owner is None and type(other) in NUMBERS and homes.nobody_asks_for_more():
            by(self._on_host[1], other)  # nobody else refers to the elements
            return self
        with order.lock:  # it must not move meanwhile
            values = None if self._readonly else operands(by, (self, other))
            if values is not None:
                if self._owner is not None:
                    self._memory.write()
                by(*values)
                return self
        return general(self, other)

    return update


def unary(by: Callable[[Any], Any], general: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return an operator that is NumPy's `by` where the operand is at home on the host."""

    def apply(self: Any, /) -> Any:
        values = operands(by, (self,))
        return general(self) if values is None else self._flavour.computed(by(*values))

    return apply


#: Types of values that NumPy writes as they are.
WRITTEN = frozenset([bool, int, float, complex, np.ndarray, *np.sctypeDict.values()])
_INTS = frozenset([int, *[np.dtype(c).type for c in "bhilqBHILQ"]])
_SIMPLE = _INTS | {slice, type(None), type(...)}
_BOUNDS = _INTS | {type(None)}


def is_simple(key: Any) -> bool:
    """Whether an index holds no arrays."""
    kind = type(key)
    return kind in _SIMPLE or (kind is tuple and _SIMPLE.issuperset(map(type, key)))


def is_fixed(key: Any) -> bool:
    """Whether an index means the same for ever, too: its slices have no bounds that may change."""
    for part in key if type(key) is tuple else (key,):
        kind = type(part)
        if kind is int:
            continue
        if kind is slice:
            kinds = type(part.start), type(part.stop), type(part.step)
            if kinds[0] in _BOUNDS and kinds[1] in _BOUNDS and kinds[2] in _BOUNDS:
                continue
            return False
        if kind not in _SIMPLE:
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


def writes(array: Handle, key: Any, value: Any) -> bool:
    """Write to an array where it and the value are at home; return whether that was done."""
    owner = array._owner
    if array._readonly or (owner is not None and owner.host is None) or not options.host_threshold:
        return False
    source = value
    if type(value) not in WRITTEN:
        if isinstance(value, Handle):
            # what is written to the memory that it comes from may be there already
            mine = value is array or (owner is not None and value._owner is owner)
            source = None if mine else value._numpy()
        elif is_tracer(value):
            source = None
    simple = is_simple(key)
    if source is None or not (simple or not is_traced(key)):
        return False
    at = key if simple else plain_key(key)
    if array._owner is None:  # nobody else refers to the elements
        seen: Any = array._numpy()
        seen[at] = source
    else:
        with order.lock:  # it must not move meanwhile
            memory = array._memory
            if memory.host is None:
                return False
            host = memory.write()
            part: Any = array._numpy() if array._chain else host
            part[at] = source
    if observers.active:
        observers.recorded("write", True)
    return True


def counts_piece(array: Handle, size: int) -> None:
    """Take note that so many elements of an array on devices are read or written."""
    if size < options.host_threshold and policy.begins_on_host():
        homes.piece(array)


def size_of(shape: tuple[int, ...], key: Any) -> int:
    """Return how many elements an index picks out; of one that holds arrays, all."""
    simple = index_keys.simple_view(key, (), shape)
    if simple is not None:
        return simple[1]
    if not is_simple(key):
        return math.prod(shape)
    return np.broadcast_to(np.int8(0), shape)[key].size
