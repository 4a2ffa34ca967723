"""The array of NumPy's flavour: its operators and methods answer as NumPy's do."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

from collections.abc import Sequence
from typing import Any, Literal, Self, SupportsIndex
from numpy.typing import DTypeLike
from sharray._array.sharded_array import ShardedArray
from sharray._core.annotations import Index as _Index

class ndarray(ShardedArray):
    """A `ShardedArray` whose operators and methods give NumPy's scalars, and its small arrays.

    ``isinstance(x, numpy.ndarray)`` holds for it: it says that NumPy's is its class, as a
    stand-in does. Its type is another one, and functions in C take it for none of NumPy's.
    """

    def __new__(
        cls,
        shape: SupportsIndex | Sequence[SupportsIndex],
        dtype: DTypeLike = float,
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: Sequence[SupportsIndex] | None = None,
        order: Literal["C", "F"] | None = None,
    ) -> Self: ...
    def __init__(
        self,
        shape: SupportsIndex | Sequence[SupportsIndex],
        dtype: DTypeLike = float,
        buffer: Any = None,
        offset: SupportsIndex = 0,
        strides: Sequence[SupportsIndex] | None = None,
        order: Literal["C", "F"] | None = None,
    ) -> None: ...
    def __getitem__(self, key: _Index | str, /) -> Self: ...
    def __setitem__(self, key: _Index | str, value: Any, /) -> None: ...
