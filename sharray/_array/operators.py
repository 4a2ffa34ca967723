"""What operators do with operands that are neither arrays nor numbers, as NumPy does.

Sequences, and whatever else NumPy makes an array of, become arrays where the other operand lies.
What is not numeric is NumPy's to compare and combine. A type that takes NumPy's operators into its
own hands is left to do so.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from sharray._core.lazy import is_jax_array
from sharray._core.operation import Op
from sharray._engine.transfer import is_numeric
from sharray._functions import arguments, fallback
from sharray._functions.flavours import Flavour, Pairs, as_plain
from sharray._record import record
from sharray._record.handles import Handle
from sharray._record.operands import is_theirs

#: Beside arrays and scalars of other libraries, what operators compute with as it is.
KNOWN = (Handle, bool, int, float, complex)


def is_known_array(value: Any) -> bool:
    """Whether operators compute with a value that is not `KNOWN` as it is."""
    if type(value) is np.ndarray or isinstance(value, np.generic):
        return is_numeric(value.dtype)
    return is_jax_array(value)


def combine(
    function: Op | Callable[..., Any],
    by: Callable[[Any, Any], Any],
    a: Any,
    b: Any,
    flavour: Flavour,
) -> Any:
    """Return what an operation gives for two operands; NotImplemented if one of them is theirs.

    What is not numeric NumPy combines, with the operator `by`, and arrays of its subclasses, which
    do it their way with NumPy's arrays only.
    """
    if in_their_way((a, b)):
        return by(*as_numpys((a, b)))
    if isinstance(function, Op):
        function = functools.partial(record.elementwise, function)
    args = a, b
    known = [isinstance(v, KNOWN) or is_known_array(v) for v in args]
    if any(not k and is_theirs(type(v)) for v, k in zip(args, known, strict=True)):
        return NotImplemented
    pairs: Pairs = []
    try:
        with arguments.on_mesh_of(*args):
            operands = [
                as_plain(v, pairs) if k else arguments.array(v)
                for v, k in zip(args, known, strict=True)
            ]
            return flavour.result(function(*operands), pairs=pairs)
    except arguments.NotNumeric:
        return fallback.in_numpy(by, args, {}, flavour)


@functools.lru_cache(1024)
def _has_own_way(kind: type) -> bool:
    return kind is not np.ndarray and issubclass(kind, np.ndarray) and kind is not np.memmap


def in_their_way(values: Iterable[Any]) -> bool:
    """Whether one is of a class derived from NumPy's array, whose results are, as a matrix's."""
    return any([_has_own_way(type(v)) for v in values])


def as_numpys(values: Iterable[Any]) -> list[Any]:
    """Return values with NumPy's arrays in the place of this library's."""
    return [np.asarray(v) if isinstance(v, Handle) else v for v in values]


def value_for(target: Any, other: Any, by: Callable[[Any, Any], Any]) -> Any:
    """Return what an in-place operator is to combine with `target`; NotImplemented if theirs.

    Raises
    ------
    TypeError
        If it is not numeric; the one that NumPy raises for the operator `by`.
    """
    kind = type(other)
    if issubclass(kind, np.ndarray):  # its elements, as in NumPy: the target does not change type
        other = np.asarray(other)
    elif is_theirs(kind):
        return NotImplemented
    try:
        with arguments.on_mesh_of(target):
            return arguments.array(other)
    except arguments.NotNumeric as why:
        empty = np.empty(0, target.dtype)
        getattr(operator, f"i{by.__name__}")(empty, np.empty(0, np.asarray(other).dtype))
        raise TypeError(f"an array of {target.dtype} takes no {kind.__name__}: {why}") from None
