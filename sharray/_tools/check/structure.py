"""Arguments and results as structures: what is in them, and the same with other arrays."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
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
    """Return what is in a structure of tuples and lists."""
    if isinstance(value, (list, tuple)):
        return [leaf for one in value for leaf in leaves(one)]
    return [value]


def handles(value: Any) -> Iterator[Handle]:
    """Find the arrays in arguments."""
    if isinstance(value, Handle):
        yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from handles(one)
    elif isinstance(value, dict):
        yield from handles(tuple(value.values()))
    elif isinstance(value, slice):
        yield from handles((value.start, value.stop, value.step))


def own(value: Any) -> Any:
    """Return a generator of random numbers, NumPy's, or an array of NumPy as a copy."""
    if isinstance(value, GENERATORS):
        return copy.deepcopy(getattr(value, "_numpy", value))
    return value.copy() if isinstance(value, np.ndarray) else value


def unlike(*values: Any) -> str | None:
    """Say why calling with these arguments twice would do something else than calling once."""
    for value in values:
        if isinstance(value, (list, tuple)):
            found = unlike(*value)
        elif isinstance(value, dict):
            found = unlike(*value.values())
        elif hasattr(value, "read") or hasattr(value, "write"):
            found = "reads or writes a file"
        else:
            found = "takes a function" if _is_of_the_program(value) else None
        if found is not None:
            return found
    return None


def _is_of_the_program(value: Any) -> bool:
    """Whether something is a function, and neither a class nor one of NumPy's."""
    module = getattr(value, "__module__", None) or ""
    return callable(value) and not isinstance(value, (type, np.ufunc)) and module[:5] != "numpy"
