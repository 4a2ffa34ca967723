"""Searching functions."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from sharray import _handle, _record
from sharray._expr import Expr, host
from sharray._ops import rules
from sharray._ops.table import composite, op
from sharray._record import Params, Slot

_page = "searching functions"


@op(rules.reduce, kinds="all", comm="reduce", recorded=True, section=_page)
def argmax(x, /, *, axis=None, keepdims=False):
    """Index (int64) of the first largest element along an axis; of the flattened array if None."""
    return jnp.argmax(x, axis=axis, keepdims=keepdims).astype(jnp.int64)


@op(rules.reduce, kinds="all", comm="reduce", recorded=True, section=_page)
def argmin(x, /, *, axis=None, keepdims=False):
    """Index (int64) of the first smallest element along an axis; of the flattened array if None."""
    return jnp.argmin(x, axis=axis, keepdims=keepdims).astype(jnp.int64)


@op(rules.reduce, comm="reduce", recorded=True, section=_page)
def count_nonzero(x, /, *, axis=None, keepdims=False):
    """Number (int64) of elements over axes (all by default) that are not zero."""
    return jnp.sum(x != 0, axis=axis, dtype=jnp.int64, keepdims=keepdims)


@op(rules.create, comm="reduce", name="extremes", host=False)
def _extremes(x, /):
    """The smallest and the largest element, as a vector of two."""
    return jnp.stack([jnp.min(x), jnp.max(x)])


def extremes(index: Expr) -> Expr:
    """Return an expression of the smallest and largest element."""
    return _extremes(_handle.wrap(index))._read()


@op(rules.create, comm="gather", name="nonzero_of_size", host=False)
def _nonzero(x, size, /):
    """Indices of the first `size` elements that are not zero, one vector per dimension."""
    return tuple(i.astype(jnp.int64) for i in jnp.nonzero(x, size=size))


def nonzero_exprs(expr: Expr) -> list[Expr]:
    """Return the indices of the elements that are not zero, which are counted first."""
    if expr.on_host:
        return [host(i) for i in np.nonzero(expr.value)]
    x = _handle.wrap_array(expr)
    size = int(count_nonzero(x))
    return [i._read() for i in _nonzero(x, size)]


@composite(comm="gather", section=_page)
def nonzero(x, /):
    """Indices (int64) of the elements that are not zero: one vector per dimension, row-major.

    The elements are counted first, which waits for the array; a program of that size follows.
    """
    if not x.ndim:
        raise ValueError("nonzero needs at least one dimension")
    return tuple(_handle.wrap_array(e) for e in nonzero_exprs(x._read()))


def _searchsorted_host(x1, x2, side, sorter):
    return np.searchsorted(x1, x2, side, sorter)


@op(rules.outer, comm="gather", section="", name="searchsorted_arrays", host=_searchsorted_host)
def _searchsorted(x1, x2, /, *, side, sorter):
    """Positions in a sorted vector."""
    if sorter is not None:
        x1 = x1[sorter]
    dtype = np.result_type(np.dtype(x1.dtype), np.dtype(x2.dtype))
    return jnp.searchsorted(x1.astype(dtype), x2.astype(dtype), side=side).astype(jnp.int64)


@composite(kinds="real", comm="gather", section=_page)
def searchsorted(x1, x2, /, *, side="left", sorter=None):
    """Positions (int64) where elements would be inserted into a sorted vector.

    Parameters
    ----------
    x1 : array
        Sorted vector.
    x2 : array or scalar
        Elements.
    side : {"left", "right"}
        Before or behind equal elements.
    sorter : array, optional
        Indices that sort `x1`.

    Returns
    -------
    out : array
        Of the shape of `x2`, lying as it does.
    """
    from sharray._ops.creation import asarray

    if side not in ("left", "right"):
        raise ValueError(f"side must be 'left' or 'right', not {side!r}")
    if x1.ndim != 1:
        raise ValueError(f"searchsorted needs a vector to search in, not shape {x1.shape}")
    if isinstance(x2, (int, float)):
        x2 = asarray(x2)
    return _searchsorted(x1, x2, side=side, sorter=sorter)


_ = (_record, Params, Slot)
