"""What operators do with operands that are neither arrays nor numbers, as NumPy does.

Sequences, and whatever else NumPy makes an array of, become arrays where the other operand lies.
What is not numeric is NumPy's to compare and combine. A type that takes NumPy's operators into its
own hands is left to do so.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from sharray._record.handles import Handle, is_numeric

#: Beside arrays and scalars of other libraries, what operators compute with as it is.
KNOWN = (Handle, bool, int, float, complex)


def is_array(value: Any) -> bool:
    """Whether operators compute with a value that is not `KNOWN` as it is."""
    if type(value) is np.ndarray or isinstance(value, np.generic):
        return is_numeric(value.dtype)
    return isinstance(value, jax.Array)


@functools.lru_cache(1024)
def overrides(kind: type) -> bool:
    """Whether a type of another library says itself what NumPy's ufuncs do with it, or refuses."""
    own = np.ndarray.__array_ufunc__
    return not issubclass(kind, Handle) and getattr(kind, "__array_ufunc__", own) is not own


@functools.lru_cache(1024)
def dispatches(kind: type) -> bool:
    """Whether a type of another library says itself what NumPy's functions do with it."""
    known = (Handle, np.ndarray)
    return hasattr(kind, "__array_function__") and not issubclass(kind, known)


def decides(kind: type) -> bool:
    """Whether a type of another library says itself what ufuncs or functions do with it."""
    return overrides(kind) or dispatches(kind)


@functools.lru_cache(1024)
def is_theirs(kind: type) -> bool:
    """Whether a type of another library has operators that go before those of an array.

    Masked arrays and data frames do, sparse matrices, and what JAX's functions make arrays of.
    """
    if issubclass(kind, (Handle, jax.Array)):
        return False
    first = getattr(kind, "__array_priority__", 0)
    return (
        overrides(kind)
        or (isinstance(first, (int, float)) and first > 0)
        or hasattr(kind, "__jax_array__")
    )


def combine(function: Callable[..., Any], by: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Return ``function(a, b)``, one of which is not known; NotImplemented if it is theirs.

    What is not numeric NumPy combines, with the operator `by`.
    """
    args = a, b
    known = [isinstance(a, KNOWN) or is_array(a) for a in args]
    theirs = any(not k and is_theirs(type(a)) for a, k in zip(args, known, strict=True))
    if theirs or (by is operator.mul and _repeats(*args)):
        return NotImplemented
    from sharray._functions import arguments, declare

    try:
        with arguments.on_mesh_of(*args):
            made = [a if k else arguments.array(a) for a, k in zip(args, known, strict=True)]
            return function(*made)
    except arguments.NotNumeric:
        return declare.in_numpy(by, args, {})


def _repeats(a: Any, b: Any) -> bool:
    """Whether Python repeats a sequence so many times: a number that a function gave is one."""
    number, other = (a, b) if isinstance(a, Handle) else (b, a)
    return number._scalar and isinstance(other, (list, tuple, str, bytes, bytearray))


def value_for(target: Any, other: Any) -> Any:
    """Return what an in-place operator is to combine with `target`; NotImplemented if theirs.

    Raises
    ------
    TypeError
        If it is not numeric.
    """
    kind = type(other)
    if issubclass(kind, np.ndarray):  # its elements, as in NumPy: the target does not change type
        other = np.asarray(other)
    elif is_theirs(kind):
        return NotImplemented
    from sharray._functions import arguments

    try:
        with arguments.on_mesh_of(target):
            return arguments.array(other)
    except arguments.NotNumeric as why:
        raise TypeError(f"an array of {target.dtype} takes no {kind.__name__}: {why}") from None
