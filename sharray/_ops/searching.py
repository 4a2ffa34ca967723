"""Searching functions."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from sharray._core import rules
from sharray._core.node import Expr, host
from sharray._engine import runs, segments
from sharray._engine.folds import COUNT, MAX, MIN, position
from sharray._ops import merging
from sharray._ops.creation import asarray
from sharray._ops.data_types import promoted, result_type
from sharray._ops.elementwise import floor_divide, remainder
from sharray._ops.manipulation import reshape
from sharray._ops.sorting import sort
from sharray._ops.table import composite, op
from sharray._record import handles, record

_page = "searching functions"


@op(rules.reduce, kinds="all", comm="reduce", recorded=True, section=_page)
def argmax(x, /, *, axis=None, keepdims=False, valid):
    """Index (int64) of the first largest element along an axis; of the flattened array if None."""
    return position(MAX, x, axis, keepdims, valid)


@op(rules.reduce, kinds="all", comm="reduce", recorded=True, section=_page)
def argmin(x, /, *, axis=None, keepdims=False, valid):
    """Index (int64) of the first smallest element along an axis; of the flattened array if None."""
    return position(MIN, x, axis, keepdims, valid)


@op(rules.reduce, comm="reduce", recorded=True, section=_page)
def count_nonzero(x, /, *, axis=None, keepdims=False, valid):
    """Number (int64) of elements over axes (all by default) that are not zero."""
    return valid.fold(COUNT, x, axis, keepdims, lambda x: (x != 0).astype(jnp.int64))


@op(rules.create, comm="reduce", name="extremes", host=False)
def _extremes(x, /):
    """The smallest and the largest element, as a vector of two."""
    return jnp.stack([jnp.min(x), jnp.max(x)])


def extremes(index: Expr) -> Expr:
    """Return an expression of the smallest and largest element."""
    return _extremes(handles.wrap(index))._read()


@op(rules.same, comm="exchange", name="positions", host=False, kernel=runs.positions)
def positions(x, /, *, size):
    """Indices (int64) of the elements of a vector that are not zero, of which there are `size`."""
    return jnp.nonzero(x, size=size)[0].astype(jnp.int64)


@op(
    rules.rows,
    comm="exchange",
    name="compressed",
    host=lambda mask, arrays, size: [x[mask] for x in arrays],
    kernel=runs.compress,
)
def compressed(mask, arrays, /, *, size):
    """Rows of arrays where a vector is not zero, which holds for `size` of them."""
    at = jnp.nonzero(mask, size=size)[0]
    return [jnp.take(x, at, axis=0, mode="clip") for x in arrays]


@op(
    rules.chosen,
    comm="exchange",
    recorded=True,
    name="chosen",
    host=lambda mask, x, size: x[mask],
    kernel=segments.choose,
)
def chosen(mask, x, /, *, size):
    """Elements, or rows of them, where a mask is true, which holds for `size` of them."""
    at = jnp.nonzero(mask.reshape(-1), size=size)[0]
    return jnp.take(x.reshape(mask.size, *x.shape[mask.ndim :]), at, axis=0, mode="clip")


def where_true(x: Any, mask: Any) -> Any:
    """Return the elements of an array, or rows of elements, where a mask of its shape is true.

    They are counted first, which waits for the mask; who asks for them needs a program of that
    size.
    """
    return chosen(mask, x, size=int(count_nonzero(mask)))


def is_chosen(expr: Expr) -> bool:
    """Whether `expr`, which has not been computed, is made of elements chosen by a mask."""
    node: Expr | None = expr
    while node is not None and node.op is not None and node.op.elementwise:
        node = next((arg for arg in node.args if arg.aval.shape == expr.aval.shape), None)
    return node is not None and node.op is chosen.op


def for_all(value: Expr, mask: Expr, x: Expr) -> Expr | None:
    """Return what `value` would be for all elements of `x`, not only those where a mask is true.

    None if it is not computed, element by element, from elements chosen by that mask.
    """
    found: dict[int, Expr | None] = {}

    def visit(node: Expr) -> Expr | None:
        if not node.aval.shape:
            return node
        if id(node) not in found:
            found[id(node)] = spread(node)
        return found[id(node)]

    def spread(node: Expr) -> Expr | None:
        op, args = node.op, node.args
        if op is chosen.op:
            return args[1] if args[0] is mask and args[1].aval.shape == x.aval.shape else None
        if op is None or not op.elementwise or node.params is not None:
            return None
        operands = [visit(arg) for arg in args]
        if any(a is None for a in operands):
            return None
        made = record.elementwise_expr(op, tuple(operands), lazily=True)
        return made if made.aval.dtype == node.aval.dtype else None

    return visit(value) if value.aval.shape else None


def nonzero_exprs(expr: Expr) -> list[Expr]:
    """Return the indices of the elements that are not zero, which are counted first."""
    if expr.on_host:
        return [host(i) for i in np.nonzero(expr.value)]
    x = handles.wrap_array(expr)
    size = int(count_nonzero(x))
    rest = positions(reshape(x, (-1,)), size=size)
    found = []
    for n in expr.aval.shape[:0:-1]:
        found.append(remainder(rest, n))
        rest = floor_divide(rest, n)
    return [i._read() for i in (rest, *reversed(found))]


@composite(comm="exchange", section=_page)
def nonzero(x, /):
    """Indices (int64) of the elements that are not zero: one vector per dimension, row-major.

    The elements are counted first, which waits for the array; a program of that size follows.

    Raises
    ------
    ValueError
        If the array has no dimensions.
    """
    x = record.as_handle(x, "nonzero")
    if not x.ndim:
        raise ValueError("nonzero needs at least one dimension")
    return tuple(handles.wrap_array(e) for e in nonzero_exprs(x._read()))


@op(
    rules.second,
    comm="exchange",
    name="searchsorted_arrays",
    host=np.searchsorted,
    kernel=merging.search,
)
def _searchsorted(x1, x2, /, *, side):
    """Positions in a sorted vector."""
    x1, x2 = promoted(x1, x2)
    return jnp.searchsorted(x1, x2, side=side).astype(jnp.int64)


@composite(kinds="real", comm="exchange", section=_page)
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
        Indices that sort `x1`. Only on the host are they used; devices sort it, which moves less.

    Returns
    -------
    out : array
        Of the shape of `x2`, lying as it does.

    Raises
    ------
    ValueError
        If `x1` is not a vector, `sorter` not as long, or `side` something else.
    TypeError
        If `sorter` does not hold integers.
    IndexError
        If an index in `sorter` is out of range.
    """
    from sharray._ops.index_keys import check_range

    if side not in ("left", "right"):
        raise ValueError(f"side must be 'left' or 'right', not {side!r}")
    x1 = record.as_handle(x1, "searchsorted")
    if x1.ndim != 1:
        raise ValueError(f"searchsorted needs a vector to search in, not shape {x1.shape}")
    if sorter is not None:
        sorter = record.as_handle(sorter, "searchsorted")
        if sorter.dtype.kind not in "iu":
            raise TypeError(f"sorter must hold integers, not {sorter.dtype}")
        if sorter.shape != x1.shape:
            raise ValueError(f"sorter has shape {sorter.shape}, the sorted vector {x1.shape}")
        if x1._read().on_host:
            x1 = x1[sorter]
        else:
            check_range(sorter._read(), 0, x1.shape[0])
            x1 = sort(x1)
    if type(x2) in (int, float):
        x2 = asarray(x2, dtype=result_type(x1, x2))
    return _searchsorted(x1, x2, side=side)
