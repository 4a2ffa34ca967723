"""Functions of NumPy on the blocks of an array, each by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core.context import context
from sharray._core.layout import Layout, make_aval, make_layout
from sharray._core.lazy import jax
from sharray._core.node import Node, computed
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
    TypeError
        If the function returns what devices do not hold.
    """
    evaluate_all(operands)
    context.reads += 1
    jax.block_until_ready([e.value for e in operands])
    places = places_of(layout)
    blocks = [blocks_of(operand, places) for operand in operands]
    # what is empty need not be computed, unless there is nothing else
    sizes = dict(places.values())
    starts = [start for start, size in sizes.items() if 0 not in size] or list(sizes)[:1]
    results = [function(*[block[start] for block in blocks]) for start in starts]
    if isinstance(results[0], tuple):
        columns = zip(*results, strict=True)
        return tuple([_joined(dict(zip(starts, c, strict=True)), places, layout) for c in columns])
    return _joined(dict(zip(starts, results, strict=True)), places, layout)


def _joined(results: dict[Any, Any], places: dict[Any, Any], layout: Layout) -> Node:
    """Return the array that consists of what a function returned for blocks of a layout."""
    # copies: what else refers to a block may write to it
    blocks = {start: np.array(block) for start, block in results.items()}
    dtype = np.result_type(*[block.dtype for block in blocks.values()])
    if dtype.kind not in "biufc" or dtype.char in "gG":
        raise TypeError(f"the function returns {dtype}, which cannot live on devices")
    some = next(iter(blocks.values()))
    inner = some.shape[: some.ndim - layout.ndim]
    whole = make_layout(inner + layout.shape, layout.mesh, ((),) * len(inner) + layout.spec)
    aval = make_aval(whole, dtype)
    node = computed(aval, array(aval, blocks, places))
    node.is_clean = True
    return node
