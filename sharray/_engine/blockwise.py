"""Functions of NumPy on the blocks of an array, each by itself."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sharray._core.context import context, host_only
from sharray._core.layout import Layout, make_aval, make_layout
from sharray._core.lazy import jax
from sharray._core.node import Node, computed
from sharray._engine import agreement, rendezvous
from sharray._engine.evaluate import evaluate_all
from sharray._engine.shards import array, blocks_of, places_of


def apply_to_blocks(
    function: Callable[..., Any], operands: Sequence[Node], layout: Layout
) -> Node | tuple[Node, ...]:
    """Apply a function of NumPy blocks to operands, and leave the results where those lie.

    Parameters
    ----------
    function
        Called with the blocks of one device, without padding; returns a block, or a tuple of some,
        whose last dimensions are those of the layout.
    operands
        Arrays whose last dimensions lie as `layout`, and whose first ones are whole.
    layout
        Of the last dimensions of the results.

    Raises
    ------
    NotHeldError
        If the function returns what devices do not hold.
    """
    evaluate_all(operands)
    context.reads += 1
    jax.block_until_ready([e.value for e in operands])
    places = places_of(layout)
    blocks = [blocks_of(node.value, node.aval.layout, places) for node in operands]
    # what is empty need not be computed, unless there is nothing else
    sizes = dict(places.values())
    starts = [start for start, size in sizes.items() if 0 not in size]

    def computed_at(starts: Sequence[Any]) -> list[Any]:
        return [function(*[block[start] for block in blocks]) for start in starts]

    if rendezvous.count() > 1 and not layout.auto_sharding.is_fully_addressable:
        agreement.note_use([e.value for e in operands], "a function of blocks")
        results: list[Any] = []
        error = None
        try:
            with host_only():
                results = computed_at(starts)
        except Exception as raised:
            error = raised
        form = _agreed(_form_of(results, starts, layout.ndim), error)
    else:
        results = computed_at(starts)
        form = _form_of(results, starts, layout.ndim)
    if form is None:
        starts = list(sizes)[:1]
        results = computed_at(starts)
        form = _form_of(results, starts, layout.ndim)
        assert form is not None
    rows = results if form.is_tuple else [(result,) for result in results]
    nodes = [
        _joined(dict(zip(starts, [row[i] for row in rows], strict=True)), *each, places, layout)
        for i, each in enumerate(zip(form.inner, form.dtypes, strict=True))
    ]
    return tuple(nodes) if form.is_tuple else nodes[0]


class NotHeldError(TypeError):
    """A function returns what devices do not hold."""


class _Form(NamedTuple):
    """What a function returns: one array, or a tuple, with their first dimensions and dtypes.

    The dtypes are those of the first block, at `start`, as NumPy's are of the first element.
    """

    is_tuple: bool
    inner: list[tuple[int, ...]]
    dtypes: list[np.dtype]
    start: tuple[int, ...]


def _form_of(results: Sequence[Any], starts: Sequence[Any], ndim: int) -> _Form | None:
    """Return the form of results for blocks at some places, whose last dimensions are so many."""
    if not results:
        return None
    is_tuple = isinstance(results[0], tuple)
    columns = list(zip(*results, strict=True)) if is_tuple else [results]
    arrays = [[np.asarray(block) for block in column] for column in columns]
    inner = [column[0].shape[: column[0].ndim - ndim] for column in arrays]
    first = min(range(len(results)), key=lambda i: starts[i])
    return _Form(is_tuple, inner, [column[first].dtype for column in arrays], starts[first])


def _agreed(form: _Form | None, error: Exception | None) -> _Form | None:
    """Return the form of what all processes have computed, some of which may have no elements.

    Raises
    ------
    Exception
        What the function has raised, in this process or in another one.
    ValueError
        If it returns other shapes in other processes.
    """
    try:
        told = pickle.dumps((form, error))
    except Exception:
        told = pickle.dumps((form, RuntimeError(repr(error))))
    texts = rendezvous.Rendezvous("a function of blocks").tell(told.hex())
    every = [pickle.loads(bytes.fromhex(text)) for text in texts]
    error = error or next((e for _, e in every if e is not None), None)
    if error is not None:
        raise error
    forms = [f for f, _ in every if f is not None]
    if not forms:
        return None
    if any([f[:2] != forms[0][:2] for f in forms]):
        raise ValueError("the function returns other shapes for blocks of other processes")
    return min(forms, key=lambda form: form.start)


def _joined(
    results: dict[Any, Any],
    inner: tuple[int, ...],
    dtype: np.dtype,
    places: dict[Any, Any],
    layout: Layout,
) -> Node:
    """Return the array that consists of what a function returned for blocks of a layout."""
    if dtype.kind not in "biufc" or dtype.char in "gG":
        raise NotHeldError(f"the function returns {dtype}, which cannot live on devices")
    # copies: what else refers to a block may write to it
    blocks = {start: np.array(block) for start, block in results.items()}
    whole = make_layout(inner + layout.shape, layout.mesh, ((),) * len(inner) + layout.spec)
    aval = make_aval(whole, dtype)
    value = array(aval, blocks, places)
    agreement.note_parts(value, "of a function of blocks")
    node = computed(aval, value)
    node.padding_is_zero = True
    return node
