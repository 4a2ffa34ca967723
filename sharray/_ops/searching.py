"""Searching functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.lazy import jax, jnp
from sharray._core.links import page
from sharray._core.node import Node, constant
from sharray._engine import ragged_exchange, segments
from sharray._engine.folds import position
from sharray._engine.monoids import COUNT, MAX, MIN
from sharray._engine.transfer import to_numpy
from sharray._ops import merging, reductions_on_shards
from sharray._ops import selection_on_shards as on_shards
from sharray._ops.data_types import promoted
from sharray._ops.elementwise import floor_divide, remainder
from sharray._ops.manipulation import reshape
from sharray._ops.sorting import sort
from sharray._ops.table import composite, op, reduction
from sharray._record import handles, record

SECTION = "searching functions"
#: Samples of `nonzero` and `searchsorted`, and of their parts.
_NONZERO = ("nonzero(v > 1.0)", "nonzero(m > 1.0)")
_SEARCHSORTED = (
    "searchsorted(x(n, ascending=True), v)",
    "searchsorted(x(n, ascending=True), x(5))",
)


@reduction(
    on_shards=reductions_on_shards.positioning(np.argmax, np.greater),
    on_shards_if=reductions_on_shards.has_fast_positions,
    section=SECTION,
)
def argmax(x, /, *, axis=None, keepdims=False, valid):
    """Index (int64) of the first largest element along an axis; of the flattened array if None."""
    return position(MAX, x, axis, keepdims, valid)


@reduction(
    on_shards=reductions_on_shards.positioning(np.argmin, np.less),
    on_shards_if=reductions_on_shards.has_fast_positions,
    section=SECTION,
)
def argmin(x, /, *, axis=None, keepdims=False, valid):
    """Index (int64) of the first smallest element along an axis; of the flattened array if None."""
    return position(MIN, x, axis, keepdims, valid)


@reduction(
    on_shards=reductions_on_shards.count_shards,
    on_shards_if=reductions_on_shards.are_truth_values,
    section=SECTION,
)
def count_nonzero(x, /, *, axis=None, keepdims=False, valid):
    """Number (int64) of elements over axes (all by default) that are not zero."""
    return valid.fold(COUNT, x, axis, keepdims, lambda x: (x != 0).astype(jnp.int64))


@op(
    rules.create,
    comm="reduce",
    name="extremes",
    host=lambda x: np.stack([x.min(), x.max()]),
    samples=("take(m, i, axis=0)",),
)
def _extremes(x, /):
    """The smallest and the largest element, as a vector of two."""
    return jnp.stack([jnp.min(x), jnp.max(x)])


def check_range(index: Node, axis: int, size: int) -> None:
    """Raise IndexError if an element of an index array is out of range."""
    if not index.aval.layout.size or index.is_traced:
        return  # what is traced has no values yet
    if index.on_host:
        low, high = int(index.value.min()), int(index.value.max())
    else:
        low, high = (int(v) for v in to_numpy(_extremes(handles.wrap(index))._node()))
    for bad in (low, high):
        if not -size <= bad < size:
            raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {size}")


@op(
    rules.same,
    comm="exchange",
    name="positions",
    host=lambda x, size: np.flatnonzero(x),
    kernel=ragged_exchange.positions,
    on_shards=on_shards.position_shards,
    samples=_NONZERO,
)
def positions(x, /, *, size):
    """Indices (int64) of the elements of a vector that are not zero, of which there are `size`."""
    return jnp.nonzero(x, size=size)[0].astype(jnp.int64)


@op(
    rules.rows,
    comm="exchange",
    name="compressed",
    host=lambda mask, arrays, size: [x[mask] for x in arrays],
    kernel=ragged_exchange.compress,
    on_shards=on_shards.compress_shards,
    samples=("unique_values(v)",),
)
def compressed(mask, arrays, /, *, size):
    """Rows of arrays where a vector is not zero, which holds for `size` of them."""
    at = jnp.nonzero(mask, size=size)[0]
    return [jnp.take(x, at, axis=0, mode="clip") for x in arrays]


@op(
    rules.chosen,
    comm="exchange",
    lazy=True,
    name="chosen",
    host=lambda mask, x, size: x[mask],
    kernel=segments.choose,
    on_shards=on_shards.choose_shards,
    samples=("+v[v > 1.0]", "+m[x(n, dtype=bool)]", "+m[m > 1.0]"),
)
def chosen(mask, x, /, *, size):
    """Elements, or rows of them, where a mask is true, which holds for `size` of them."""
    at = jnp.nonzero(mask.reshape(-1), size=size)[0]
    return jnp.take(x.reshape(mask.size, *x.shape[mask.ndim :]), at, axis=0, mode="clip")


def counted(x: Any) -> int:
    """Return how many elements are not zero, where the length of a result depends on it."""
    try:
        return int(count_nonzero(x))
    except jax.errors.ConcretizationTypeError as error:  # JAX's own says where it was traced
        error.add_note(f"See {page('value-in-jit')}")
        raise


def where_true(x: Any, mask: Any) -> Any:
    """Return the elements of an array, or rows of elements, where a mask of its shape is true.

    They are counted first, which waits for the mask; who asks for them needs a program of that
    size.
    """
    return chosen(mask, x, size=counted(mask))


def for_all(value: Node, mask: Node, x: Node) -> Node | None:
    """Return what `value` would be for all elements of `x`, not only those where a mask is true.

    None if it is not computed, element by element, from elements chosen by that mask.
    """
    memo: dict[int, Node | None] = {}

    def visit(node: Node) -> Node | None:
        if not node.aval.shape:
            return node
        if id(node) not in memo:
            memo[id(node)] = spread(node)
        return memo[id(node)]

    def spread(node: Node) -> Node | None:
        op, args = node.op, node.args
        if op is chosen.op:
            return args[1] if args[0] is mask and args[1].aval.shape == x.aval.shape else None
        if op is None or not op.elementwise or node.params is not None:
            return None
        operands = [visit(arg) for arg in args]
        if any(a is None for a in operands):
            return None
        result = record.elementwise_node(op, tuple(operands), lazily=True)
        return result if result.aval.dtype == node.aval.dtype else None

    return visit(value) if value.aval.shape else None


def nonzero_nodes(node: Node) -> list[Node]:
    """Return the indices of the elements that are not zero, which are counted first."""
    if node.on_host:
        return [constant(i) for i in np.nonzero(node.value)]
    x = handles.wrap_array(node)
    size = counted(x)
    rest = positions(reshape(x, (-1,)), size=size)
    indices = []
    for n in node.aval.shape[:0:-1]:
        indices.append(remainder(rest, n))
        rest = floor_divide(rest, n)
    return [i._node() for i in (rest, *reversed(indices))]


@composite(comm="exchange", section=SECTION, samples=_NONZERO)
def nonzero(x, /):
    """Indices (int64) of the elements that are not zero: one vector per dimension, row-major.

    The elements are counted first, which waits for the array; a program of that size follows.
    """
    if not x.ndim:
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d first.")
    return tuple(handles.wrap_array(e) for e in nonzero_nodes(x._node()))


@op(
    rules.second,
    comm="exchange",
    name="searchsorted_arrays",
    host=np.searchsorted,
    kernel=merging.search,
    samples=_SEARCHSORTED,
)
def _searchsorted(x1, x2, /, *, side):
    """Positions in a sorted vector."""
    x1, x2 = promoted(x1, x2)
    return jnp.searchsorted(x1, x2, side=side).astype(jnp.int64)


@composite(
    kinds="real or boolean",
    comm="exchange",
    section=SECTION,
    samples=(*_SEARCHSORTED, "searchsorted(v, v[:5], sorter=i)"),
)
def searchsorted(x1, x2, /, *, side="left", sorter=None):
    """Positions (int64) where elements would be inserted into a sorted vector, as those lie.

    Parameters
    ----------
    x1 : array
        Sorted vector.
    x2 : array
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
    if side not in ("left", "right"):
        raise ValueError(f"side must be 'left' or 'right', not {side!r}")
    if x1.ndim != 1:
        raise ValueError(f"searchsorted needs a vector to search in, not shape {x1.shape}")
    if sorter is not None:
        if sorter.dtype.kind not in "iu":
            raise TypeError(f"sorter must hold integers, not {sorter.dtype}")
        if sorter.shape != x1.shape:
            raise ValueError(f"sorter has shape {sorter.shape}, the sorted vector {x1.shape}")
        if x1._node().on_host:
            x1 = x1[sorter]
        else:
            check_range(sorter._node(), 0, x1.shape[0])
            x1 = sort(x1)
    return _searchsorted(x1, x2, side=side)
