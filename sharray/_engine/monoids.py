"""Associative functions with a neutral element, that reductions fold arrays with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sharray._core.lazy import deferred, jnp


def lowest(dtype: Any) -> Any:
    """Return a value that no maximum over this dtype notices."""
    if dtype.kind == "f":
        return -np.inf
    return False if dtype.kind == "b" else np.iinfo(dtype).min


def highest(dtype: Any) -> Any:
    """Return a value that no minimum over this dtype notices."""
    if dtype.kind == "f":
        return np.inf
    return True if dtype.kind == "b" else np.iinfo(dtype).max


class Monoid(NamedTuple):
    """How two elements are combined, and many along axes, and what changes nothing.

    `by_pieces` says whether XLA would need memory for what is always computed before.
    """

    combine: Callable[[Any, Any], Any]
    reduce: Callable[..., Any]
    identity: Callable[[Any], Any]
    by_pieces: bool = False


def _with_nan(reduce: Callable[..., Any]) -> Callable[..., Any]:
    """Return `reduce` with NaN where an element is: on CPU XLA's own reductions lose it."""

    def reduced(x: Any, axes: Any) -> Any:
        result = reduce(x, axes)
        if x.dtype.kind != "f":
            return result
        return jnp.where(jnp.any(jnp.isnan(x), axes), jnp.asarray(jnp.nan, x.dtype), result)

    return reduced


SUM = Monoid(deferred.add, lambda x, axes: jnp.sum(x, axes, x.dtype), lambda dtype: 0)
PRODUCT = Monoid(deferred.multiply, lambda x, axes: jnp.prod(x, axes, x.dtype), lambda dtype: 1)
COUNT = SUM._replace(by_pieces=True)
ALL = Monoid(deferred.logical_and, deferred.all, lambda dtype: True, by_pieces=True)
ANY = Monoid(deferred.logical_or, deferred.any, lambda dtype: False, by_pieces=True)
MAX = Monoid(deferred.maximum, _with_nan(deferred.max), lowest, by_pieces=True)
MIN = Monoid(deferred.minimum, _with_nan(deferred.min), highest, by_pieces=True)
