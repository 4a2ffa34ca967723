"""Look elements up among others, the set, which no device needs to have whole.

What is small beside the share of a device goes to every device: the set, or else the elements,
whose answers from the parts of the set are added up. Where neither is, both are sorted together,
across devices; each element finds its answer in what comes before it, and takes it back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.layout import Aval, Layout, Spec, make_layout
from sharray._core.lazy import jnp, lax
from sharray._engine import kernels, lookups, ragged_exchange, sorting
from sharray._engine.blocks import run_on_blocks
from sharray._ops.data_types import promoted
from sharray._ops.keys import last_key
from sharray._ops.keys import words as words_of


def look_up(
    set_at: int, before: Callable[..., bool], part: Any, merged: Any, answer: Callable[..., Any]
) -> Any:
    """Return the kernel of an operation that asks for each element something about a set.

    Parameters
    ----------
    set_at
        The number of the operand that is the set; the other one has the elements.
    before
        Whether elements come before equal ones of the set, called with the static parameters.
    part
        Called as ``part(keys, count, wanted, **static)`` with sorted keys, of which `count` are of
        the set: answers that are to be added up over the parts of the set.
    merged
        Called as ``merged(words, in_set, names)`` with what is sorted across devices, by keys of
        one word or of several: the answers.
    answer
        Makes the result of them: ``answer(counts, elements, **static)``.
    """

    def kernel(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
        there, element_layout = avals[set_at].layout, avals[1 - set_at].layout
        mesh = there.mesh
        assert mesh is not None
        names = tuple(n for s in there.spec for n in s)
        whole, rest = (_nbytes(avals[i]) for i in (set_at, 1 - set_at))
        rest += _nbytes(aval)
        share = (whole + rest) / mesh.size
        few = 2 * share + observers.SMALL
        if not names or whole <= few or not element_layout.size:
            return lookups.per_element_of(1 - set_at)(op, args, avals, aval, params)
        apart = rest > few
        layout = make_layout(element_layout.shape, mesh, _beside(element_layout, names, apart))
        static = {k: v for k, v in params.values.items() if k in ("side", "invert")}
        count = int(np.prod([mesh.shape[n] for n in names]))

        def body(*blocks: Any) -> Any:
            part_of_set, elements = promoted(*blocks)
            words, wanted = words_of(part_of_set), words_of(elements)
            inside = _inside(part_of_set.shape, there)
            words = [jnp.where(inside, w, last_key(w.dtype)).reshape(-1) for w in words]
            inside = inside.reshape(-1)
            devices = (names, count) if apart else ((), 1)
            if not apart and len(words) == 1:
                counts = part(jnp.sort(words[0]), jnp.sum(inside), wanted[0], **static)
            else:
                counts = _by_merging(words, inside, wanted, before(**static), merged, *devices)
            if not apart:
                counts = lax.psum(counts.astype(np.int64), names)
            return answer(counts, elements, **static).astype(aval.dtype)

        order = (set_at, 1 - set_at)
        operands, inputs = [args[k] for k in order], [avals[k] for k in order]
        return run_on_blocks(body, operands, inputs, [there, layout], layout, aval)

    return kernel


def _nbytes(aval: Aval) -> int:
    return aval.layout.size * aval.dtype.itemsize


def _beside(layout: Layout, names: tuple[str, ...], sharded: bool) -> Spec:
    """Return a spec for elements that mesh axes shard, or do not."""
    spec = [tuple(n for n in s if n not in names) for s in layout.spec]
    if sharded:
        if set(names) <= {n for s in layout.spec for n in s}:
            return layout.spec
        longest = int(np.argmax(layout.shape))
        spec[longest] = (*names, *spec[longest])
    return tuple(spec)


def _inside(shape: tuple[int, ...], layout: Layout) -> Any:
    """Mark the elements of a block that are no padding."""
    mask = jnp.ones(shape, bool)
    for d, (names, n) in enumerate(zip(layout.spec, layout.shape, strict=True)):
        index = kernels.position(names) * shape[d] + lax.broadcasted_iota(np.int64, shape, d)
        mask &= index < n
    return mask


def _by_merging(
    words: list[Any],
    inside: Any,
    wanted: list[Any],
    before: bool,
    merged: Any,
    names: tuple[str, ...],
    count: int,
) -> Any:
    """Sort elements together with the set, and bring their answers back to where they are."""
    size, shape = wanted[0].size, wanted[0].shape
    last = size * count
    kind = np.uint32 if 2 * last < np.iinfo(np.uint32).max else np.uint64
    mine = jnp.asarray(kernels.position(names) * size, kind)
    # equal keys sort by these: the set before or behind the elements, and its padding last
    in_set, shift = (last, 0) if before else (0, 1)
    codes = jnp.where(inside, kind(in_set), kind(last + 1))
    codes = jnp.concatenate([codes, mine + jnp.arange(size, dtype=kind) + kind(shift)])
    words = [jnp.concatenate([a, b.reshape(-1)]) for a, b in zip(words, wanted, strict=True)]
    (*words, codes), _ = sorting.sort_blocks([*words, codes], [], names, count)
    answers = merged(words, codes == in_set, names)
    is_element = (codes != in_set) & (codes != last + 1)
    place = jnp.where(is_element, codes - kind(shift), kind(last))
    if not names:
        return jnp.zeros(size, answers.dtype).at[place].set(answers).reshape(shape)
    bits = int(answers.dtype == bool)  # an answer of one bit moves as a part of the place
    moved = [place << 1 | answers] if bits else [place, answers]
    moved = lax.sort(moved, num_keys=1)
    cuts = jnp.searchsorted(moved[0], jnp.arange(count + 1, dtype=kind) * kind(size << bits))
    moved = ragged_exchange.exchange(moved, cuts, names, count, size)
    place, answers = (moved[0] >> 1, moved[0] & 1 != 0) if bits else moved
    return jnp.zeros(size, answers.dtype).at[place - mine].set(answers).reshape(shape)


def _count_of(keys: Any, count: Any, wanted: Any, *, side: str) -> Any:
    return jnp.minimum(jnp.searchsorted(keys, wanted, side=side), count)


def _counts_before(words: Any, in_set: Any, names: tuple[str, ...]) -> Any:
    total = jnp.cumsum(in_set)
    if not names:
        return total
    every = lax.all_gather(total[-1], names)
    return total + jnp.sum(jnp.where(jnp.arange(every.size) < kernels.position(names), every, 0))


def _occurs(keys: Any, count: Any, wanted: Any, *, invert: bool) -> Any:
    at = jnp.searchsorted(keys, wanted)
    return (at < count) & (keys[jnp.minimum(at, keys.size - 1)] == wanted)


def _equals_last(words: Any, in_set: Any, names: tuple[str, ...]) -> Any:
    """Whether the last element of the set that is no larger has the same key."""
    at = lax.cummax(jnp.where(in_set, jnp.arange(in_set.size), -1))
    known = at >= 0
    last = [w[jnp.maximum(at, 0)] for w in words]
    if names:  # where none is on this device, that of the nearest device before that has one
        every = lax.all_gather(known[-1], names)
        number = jnp.arange(every.size)
        nearest = jnp.max(jnp.where(every & (number < kernels.position(names)), number, -1))
        carried = [lax.all_gather(x[-1], names)[jnp.maximum(nearest, 0)] for x in last]
        last = [jnp.where(known, x, y) for x, y in zip(last, carried, strict=True)]
        known |= nearest >= 0
    for x, w in zip(last, words, strict=True):
        known &= x == w
    return known


#: Counts the elements of a sorted vector that come before each of others.
search = look_up(
    0,
    lambda side: side == "left",
    _count_of,
    _counts_before,
    lambda counts, elements, side: counts,
)
#: Says of each element whether it occurs in a set; NaN equals nothing.
occurs = look_up(
    1,
    lambda invert: False,
    _occurs,
    _equals_last,
    lambda counts, elements, invert: ((counts != 0) & (elements == elements)) != invert,
)
