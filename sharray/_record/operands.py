"""Which types of other libraries take NumPy's operators and functions into their own hands."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sharray._core.lazy import is_of_jax
from sharray._record.handles import Handle


@functools.lru_cache(1024)
def overrides(kind: type) -> bool:
    """Whether a type of another library says itself what NumPy's ufuncs do with it, or refuses."""
    own = np.ndarray.__array_ufunc__
    return not issubclass(kind, Handle) and getattr(kind, "__array_ufunc__", own) is not own


def are_overriding(out: Any) -> bool:
    """Whether ``out=`` of a ufunc, or one of several, says itself what the ufunc does."""
    return any([overrides(type(o)) for o in (out if type(out) is tuple else (out,))])


@functools.lru_cache(1024)
def has_own_way(kind: type) -> bool:
    """Whether a class is derived from NumPy's array, as a matrix's, whose results are then, too."""
    return kind is not np.ndarray and issubclass(kind, np.ndarray) and kind is not np.memmap


@functools.lru_cache(1024)
def dispatches(kind: type) -> bool:
    """Whether a type of another library says itself what NumPy's functions do with it."""
    known = (Handle, np.ndarray)
    others = hasattr(kind, "__array_function__") and not issubclass(kind, known)
    return others or has_own_way(kind)


def decides(kind: type) -> bool:
    """Whether a type of another library says itself what ufuncs or functions do with it."""
    return overrides(kind) or dispatches(kind)


@functools.lru_cache(1024)
def is_theirs(kind: type) -> bool:
    """Whether a type of another library has operators that go before those of an array.

    Masked arrays and data frames do, sparse matrices, and what JAX's functions make arrays of.
    """
    if issubclass(kind, Handle) or is_of_jax(kind):
        return False
    first = getattr(kind, "__array_priority__", 0)
    return (
        overrides(kind)
        or (isinstance(first, (int, float)) and first > 0)
        or hasattr(kind, "__jax_array__")
    )
