"""Maps over rows, and loops that carry a state."""

from typing import Any, assert_type

import sharray as xp


def length(row: xp.ShardedArray) -> xp.ShardedArray:
    return xp.sqrt(xp.sum(row * row))


def add(total: Any, row: xp.ShardedArray) -> tuple[Any, Any]:
    total = total + row
    return total, xp.max(total)


x = xp.ones((13, 4))
assert_type(xp.vmap(length)(x), xp.ShardedArray)
lengths = xp.vmap(length, in_axes=1)(x)
last, largest = xp.scan(add, xp.zeros(4), x, reverse=True)
