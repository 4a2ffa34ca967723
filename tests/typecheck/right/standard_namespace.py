"""Code for any library of the standard, which asks an array for its namespace."""

from types import ModuleType
from typing import Any, Protocol, TypeVar

import sharray as xp


class Array(Protocol):
    def __array_namespace__(self, *, api_version: str | None = None) -> ModuleType: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...


A = TypeVar("A", bound=Array)


def standardize(x: A) -> A:
    namespace = x.__array_namespace__()
    result: A = (x - namespace.mean(x)) / namespace.std(x)
    return result


y: xp.ShardedArray = standardize(xp.asarray([1.0, 2.0, 4.0]))
info = xp.__array_namespace_info__()
version: str = xp.__array_api_version__
