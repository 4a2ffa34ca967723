"""Sort along a sharded axis: each element moves twice, and nothing is gathered.

Each device sorts its block. Then the devices count, digit by digit, until they know the elements
that begin the blocks of the result, and so for each block which run of it goes where. After the
exchange each device sorts the runs that it has been sent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core.layout import Aval, Layout, Spec, make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._engine import kernels, ragged_exchange
from sharray._engine.blocks import free_axes, run_on_blocks

#: Bits that are found at a time.
_DIGIT = 4

#: What is sorted: unsigned integers to sort by, the first of which counts first, and arrays that
#: go along.
Lines = tuple[Sequence[Any], Sequence[Any]]


def cosorted(words: Sequence[Any], rest: Sequence[Any], axis: int = -1) -> Lines:
    """Sort arrays together by `words` along an axis, equal ones in their order."""
    arrays = (*words, *rest)
    results = lax.sort(arrays, dimension=axis % arrays[0].ndim, num_keys=len(words), is_stable=True)
    return results[: len(words)], results[len(words) :]


def along(prepare: Callable[..., Lines], decode: Callable[..., Any] | None = None) -> Any:
    """Return the kernel of an operation that sorts every line along its axis by itself.

    Where the axis is sharded and another dimension is long enough, its mesh axes move there and
    back again; else the lines are sorted across devices. Arrays of a few elements are gathered.

    Parameters
    ----------
    prepare
        Called as ``prepare(index, *operands, **static)`` on vectors that hold a part of a line,
        with the indices of their elements; says what to sort. What goes along is the results.
    decode
        Makes the last result of the sorted words where one is missing: called as
        ``decode(words, dtype, **static)``.
    """

    def kernel(op: Any, args: list[Any], avals: list[Aval], aval: Any, params: Any) -> Any:
        results = list(aval) if isinstance(aval, tuple) else [aval]
        layout = _inner(avals[0].layout, params.values["axis"], avals)
        axis = params.values["axis"]
        names, n, count = layout.spec[axis], layout.shape[axis], layout.parts[axis]
        kind = np.int32 if layout.padded_shape[axis] <= np.iinfo(np.int32).max else np.int64

        def line(*vectors: Any) -> Sequence[Any]:
            size = vectors[0].shape[0]
            index = jnp.arange(size, dtype=kind) + jnp.asarray(kernels.position(names) * size, kind)
            pos, named = params.rebuild(vectors)
            del named["axis"]
            words, rest = prepare(index, *pos, **named)
            # the padding sorts behind all that counts: there it lies already
            words = [jnp.where(index < n, w, jnp.invert(jnp.zeros_like(w))) for w in words]
            words, outputs = sort_blocks(words, rest, names, count)
            if len(outputs) < len(results):
                assert decode is not None
                outputs = [*outputs, decode(words, results[-1].dtype, **named)]
            return [x.astype(a.dtype) for x, a in zip(outputs, results, strict=True)]

        def body(*blocks: Any) -> Sequence[Any]:
            shape = jnp.moveaxis(blocks[0], axis, -1).shape
            if len(shape) == 1:
                return line(*blocks)
            lines = [jnp.moveaxis(b, axis, -1).reshape(-1, shape[-1]) for b in blocks]
            return [jnp.moveaxis(x.reshape(shape), -1, axis) for x in jax.vmap(line)(*lines)]

        if not layout.size:
            values = [jnp.zeros(a.layout.padded_shape, a.dtype) for a in results]
        else:
            layouts, inner = [layout] * len(args), [layout] * len(results)
            values = run_on_blocks(body, args, avals, layouts, inner, results)
        return values if isinstance(aval, tuple) else values[0]

    return kernel


def _inner(layout: Layout, axis: int, avals: Sequence[Aval]) -> Layout:
    """Return the layout in which lines are sorted."""
    spec: Spec | None = free_axes(layout, (axis,))
    if spec is not None:
        there = make_layout(layout.shape, layout.mesh, spec)
        if math.prod(there.block_shape) <= 2 * math.prod(layout.block_shape):
            return there
    if ragged_exchange.are_small(avals):
        kept = tuple(() if d == axis else names for d, names in enumerate(layout.spec))
        return make_layout(layout.shape, layout.mesh, kept)
    return layout


def sort_blocks(
    words: Sequence[Any], rest: Sequence[Any], names: tuple[str, ...], count: int
) -> Lines:
    """Sort vectors, of which each of `count` devices along `names` holds a block."""
    words, rest = cosorted(words, rest)
    if count == 1:
        return words, rest
    cuts = _cuts(words, names, count)
    moved = ragged_exchange.exchange([*words, *rest], cuts, names, count, words[0].shape[0])
    return cosorted(moved[: len(words)], moved[len(words) :])


def _cuts(words: Sequence[Any], names: tuple[str, ...], count: int) -> Any:
    """Return where the runs of a sorted block begin that go to the devices, and the last one ends.

    Of equal elements those of earlier blocks come first.
    """
    size = words[0].shape[0]
    ranks = jnp.arange(1, count) * size
    low, high = jnp.zeros_like(ranks), jnp.full_like(ranks, size)
    for word in words:
        pivots = _find(word, low, high, ranks, names)
        # where it begins, and where it ends
        start, high = _search(
            word,
            jnp.stack([low, low]),
            jnp.stack([high, high]),
            lambda w, pivots=pivots: jnp.stack([w[0] < pivots, w[1] <= pivots]),
        )
        ranks = ranks - lax.psum(start - low, names)
        low = start
    equal = lax.all_gather(high - low, names)
    earlier = jnp.arange(count)[:, None] < kernels.position(names)
    ranks = ranks - jnp.sum(jnp.where(earlier, equal, 0), axis=0)
    cuts = low + jnp.clip(ranks, 0, high - low)
    return jnp.concatenate([jnp.zeros_like(cuts[:1]), cuts, jnp.full_like(cuts[:1], size)])


def _find(word: Any, low: Any, high: Any, ranks: Any, names: tuple[str, ...]) -> Any:
    """Find the words at `ranks` among those in ``low:high`` of all devices, the first digit first.

    A digit is as large as leaves no more than the rank below the word so far.
    """
    bits = word.dtype.itemsize * 8
    digits = jnp.arange(1, 1 << _DIGIT, dtype=word.dtype)[:, None]
    starts, stops = (jnp.broadcast_to(v, (digits.size, ranks.size)) for v in (low, high))

    def step(i: Any, prefix: Any) -> Any:
        shift = (bits - _DIGIT * (i + 1)).astype(word.dtype)
        tried = prefix | (digits << shift)
        below = _search(word, starts, stops, lambda w: w < tried) - low
        fits = lax.psum(below, names) <= ranks
        return prefix | (jnp.sum(fits, axis=0, dtype=word.dtype) << shift)

    return lax.fori_loop(0, bits // _DIGIT, step, jnp.zeros(ranks.shape, word.dtype))


def _search(word: Any, low: Any, high: Any, is_before: Callable[[Any], Any]) -> Any:
    """Return the first places in ``low:high`` of a sorted vector where `is_before` ends."""

    def step(_: Any, bounds: Any) -> Any:
        low, high = bounds
        middle = (low + high) // 2
        before = is_before(word[middle]) & (low < high)
        return jnp.where(before, middle + 1, low), jnp.where(before, high, middle)

    return lax.fori_loop(0, word.shape[0].bit_length(), step, (low, high))[0]
