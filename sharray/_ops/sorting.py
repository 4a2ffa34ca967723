"""Sorting functions."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.lazy import jnp, lax
from sharray._engine.derivatives import moves_numbers
from sharray._engine.sorting import Lines, along, cosorted
from sharray._ops import sorting_on_shards as on_shards
from sharray._ops.elementwise import negative
from sharray._ops.keys import from_keys, words
from sharray._ops.table import op

SECTION = "sorting functions"

#: Declares what sorts: in memory NumPy does it, however few the elements are.
_sorting = functools.partial(op, comm="exchange", on_shards_from=0)


def _sort_lines(index: Any, x: Any, /, *, descending: bool, stable: bool) -> Lines:
    # the words of integers are as good as they are; of numbers they forget the signs of zeros
    alone = x.dtype.kind in "biu" or not (stable or x.dtype.kind == "c" or moves_numbers())
    return words(x, descending), [] if alone else [x]


def _decoded(keys: Any, dtype: np.dtype, *, descending: bool, stable: bool) -> Any:
    return from_keys(~keys[0] if descending else keys[0], dtype)


@_sorting(
    rules.same,
    section=SECTION,
    host=on_shards.sort,
    kernel=along(_sort_lines, _decoded),
    on_shards=on_shards.sort_shards,
)
def sort(x, /, *, axis=-1, descending=False, stable=True):
    """Sort along an axis; NaNs come last, or first if descending."""
    return cosorted(words(x, descending), [x], axis)[1][0]


def _argsort_lines(index: Any, x: Any, /, *, descending: bool, stable: bool) -> Lines:
    return words(x, descending), [index]


@_sorting(
    rules.same,
    section=SECTION,
    host=on_shards.argsort,
    kernel=along(_argsort_lines),
    on_shards=on_shards.argsort_shards,
)
def argsort(x, /, *, axis=-1, descending=False, stable=True):
    """Indices (int64) that sort along an axis."""
    return _indices(words(x, descending), x, axis)


def _indices(keys: Any, x: Any, axis: int) -> Any:
    index = lax.broadcasted_iota(jnp.int64, x.shape, axis)
    return cosorted(keys, [index], axis)[1][0]


def _ordered_lines(index: Any, x: Any, /) -> Lines:
    return words(x), [index, x] if x.dtype.kind == "c" or moves_numbers() else [index]


@_sorting(
    rules.same,
    name="ordered",
    host=lambda x, axis: [np.argsort(x, axis, stable=True), np.sort(x, axis, stable=True)],
    kernel=along(_ordered_lines, lambda keys, dtype: from_keys(keys[0], dtype)),
    on_shards=on_shards.ordered_shards,
    samples=("unique_inverse(v)",),
)
def ordered(x, /, *, axis):
    """Indices (int64) that sort along an axis, and the sorted elements, both zeros as one."""
    order = _indices(words(x), x, axis)
    return [order, jnp.take_along_axis(x, order, axis)]


def _words(keys: Any) -> Any:
    return [w for key in keys for w in words(key)]


@_sorting(
    rules.concat,
    name="numpy.lexsort",
    host=lambda keys, axis: np.lexsort(keys, axis),
    kernel=along(lambda index, keys: (_words(keys[::-1]), [index])),
    on_shards=on_shards.lexsort_shards,
    samples=("lexsort((v, v2))",),
)
def lexsort(keys, /, *, axis):
    """Indices (int64) that sort along an axis by several keys, the last of which counts first."""
    return _indices(_words(keys[::-1]), keys[0], axis)


def _cosort_host(keys, arrays, axis):
    order = np.lexsort(keys[::-1], axis)
    return [np.take_along_axis(x, order, axis) for x in arrays]


@_sorting(
    rules.concat,
    name="cosort",
    host=_cosort_host,
    kernel=along(lambda index, keys, arrays: (_words(keys), arrays)),
    on_shards=on_shards.cosort_shards,
    samples=("unique(x(n, 3), axis=0)",),
)
def cosort(keys, arrays, /, *, axis):
    """Arrays in the order that sorts keys, the first of which counts first; equal ones keep it."""
    return list(cosorted(_words(keys), arrays, axis)[1])


def _unpermuted_host(order, x, axis):
    result = np.empty_like(x)
    result[order] = x
    return result


@op(
    rules.same,
    comm="exchange",
    name="unpermuted",
    host=_unpermuted_host,
    kernel=along(lambda index, order, x: (words(order), [x])),
    on_shards=on_shards.unpermuted_shards,
    samples=("unique_inverse(v)",),
)
def unpermuted(order, x, /, *, axis=0):
    """Elements of a vector at the places that a permutation, `order`, says of each."""
    return cosorted(words(order), [x], axis)[1][0]


def sort_as_numpy(x: Any, *, axis: int, descending: bool, stable: bool) -> Any:
    """Sort with NaNs last in both orders, as NumPy has them."""
    if descending and x.dtype.kind in "fc":
        return negative(sort(negative(x), axis=axis, stable=stable))
    return sort(x, axis=axis, descending=descending, stable=stable)


def argsort_as_numpy(x: Any, *, axis: int, descending: bool) -> Any:
    """Return the indices that sort with NaNs last in both orders, as NumPy has them."""
    if descending and x.dtype.kind in "fc":
        return argsort(negative(x), axis=axis)
    return argsort(x, axis=axis, descending=descending)


def keeps_order(kind: Any, stable: Any) -> bool:
    """Whether the options of NumPy's functions ask for equal elements in their order."""
    return bool(stable) or kind in ("stable", "mergesort")
