"""Types for annotations: checkers import this, and programs do not, as it imports JAX."""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias

import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding


class JaxDevice(Protocol):
    """A device of JAX, whose own class is not typed."""

    @property
    def id(self) -> int: ...

    @property
    def platform(self) -> str: ...


#: Where an array may be placed.
Placement: TypeAlias = Mesh | NamedSharding | PartitionSpec | SingleDeviceSharding | JaxDevice
#: What ``device=`` of the functions that make arrays may be: "cpu" is where small arrays lie.
Device: TypeAlias = Placement | Literal["cpu"]


class HasArray(Protocol):
    """An array of any library, or a number of NumPy."""

    def __array__(self) -> np.ndarray[Any, Any]: ...


class HasPlace(Protocol):
    """An array, or what is known of one, which says where its parts lie."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def sharding(self) -> Any: ...


#: The other operand of an operator: no text, and no None.
Operand: TypeAlias = complex | HasArray | list[Any] | tuple[Any, ...]
#: Numbers, by themselves or in arrays and sequences: what NumPy takes for an array, but for text.
Numbers: TypeAlias = Operand | Sequence[complex | HasArray | Sequence[complex | HasArray]]
#: What a stream of random numbers may begin with.
Seed: TypeAlias = (
    SupportsIndex
    | HasArray
    | Sequence[SupportsIndex]
    | np.random.SeedSequence
    | np.random.BitGenerator
    | np.random.Generator
    | np.random.RandomState
)
#: What stands in brackets.
Index: TypeAlias = (
    SupportsIndex | slice | EllipsisType | HasArray | list[Any] | range | tuple[Any, ...] | None
)
