"""Arguments and results as structures: what is in them, and the same with other arrays."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._record.handles import Handle

GENERATORS = (np.random.Generator, np.random.RandomState)


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a structure with each of its leaves changed."""
    if isinstance(value, slice):
        return slice(*[mapped(v, change) for v in (value.start, value.stop, value.step)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[mapped(v, change) for v in value])
    if isinstance(value, (list, tuple)):
        return type(value)(mapped(v, change) for v in value)
    if isinstance(value, dict):
        return {k: mapped(v, change) for k, v in value.items()}
    return change(value)


def leaves(value: Any) -> list[Any]:
    """Return what is in a structure."""
    values: list[Any] = []
    mapped(value, values.append)
    return values


def handles(value: Any) -> list[Handle]:
    """Return the arrays in a structure."""
    return [leaf for leaf in leaves(value) if isinstance(leaf, Handle)]


def copied(value: Any) -> Any:
    """Return a generator of random numbers, NumPy's, or an array of NumPy as a copy."""
    if isinstance(value, GENERATORS):
        return copy.deepcopy(getattr(value, "_numpy", value))
    return value.copy() if isinstance(value, np.ndarray) else value


def why_not_repeatable(*values: Any) -> str | None:
    """Say why calling with these arguments twice would do something else than calling once."""
    for value in leaves(values):
        if hasattr(value, "read") or hasattr(value, "write"):
            return "reads or writes a file"
        if hasattr(value, "__next__") and not hasattr(value, "__array__"):
            return "reads an iterator"
        if _is_of_the_program(value):
            return "takes a function"
    return None


def _is_of_the_program(value: Any) -> bool:
    """Whether something is a function, and neither a class nor one of NumPy's."""
    module = getattr(value, "__module__", None) or ""
    return callable(value) and not isinstance(value, (type, np.ufunc)) and module[:5] != "numpy"
