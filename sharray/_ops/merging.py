"""Look elements up among others, the set, which no device needs to have whole.

What is small beside the share of a device goes to every device: the set, or else the elements,
whose answers from the parts of the set are added up. Where neither is, both are sorted together,
across devices; each element finds its answer in what comes before it, and takes it back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from sharray import _watch
from sharray._engine import kernels, lookups, runs, sorting
from sharray._engine.blocks import relayout
from sharray._layout import Aval, Layout, Spec, make_layout
from sharray._ops.data_types import promoted
from sharray._ops.keys import last_key, to_keys


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
        Called as ``merged(keys, in_set, names)`` with what is sorted across devices: the answers.
    answer
        Makes the result of them: ``answer(found, elements, **static)``.
    """

    def kernel(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
        there, asked = avals[set_at].layout, avals[1 - set_at].layout
        mesh = there.mesh
        assert mesh is not None
        names = tuple(n for s in there.spec for n in s)
        whole, rest = (_nbytes(avals[i]) for i in (set_at, 1 - set_at))
        rest += _nbytes(aval)
        share = (whole + rest) / mesh.size
        is_complex = any(a.dtype.kind == "c" for a in avals)
        few = 2 * share + _watch.SMALL
        if not names or whole <= few or is_complex or not asked.size:
            return lookups.per_element_of(1 - set_at)(op, args, avals, aval, params)
        apart = rest > few
        layout = make_layout(asked.shape, mesh, _beside(asked, names, apart))
        static = {k: v for k, v in params.values.items() if k in ("side", "invert")}
        count = int(np.prod([mesh.shape[n] for n in names]))

        def body(*blocks: Any) -> Any:
            part_of_set, elements = promoted(*blocks)
            keys, wanted = to_keys(part_of_set), to_keys(elements)
            inside = _inside(keys.shape, there)
            keys = jnp.where(inside, keys, last_key(keys.dtype)).reshape(-1)
            inside = inside.reshape(-1)
            if not apart:
                found = part(jnp.sort(keys), jnp.sum(inside), wanted, **static)
                return answer(lax.psum(found.astype(np.int64), names), elements, **static)
            found = _by_merging(keys, inside, wanted, before(**static), merged, names, count)
            return answer(found, elements, **static)

        specs: list[Spec] = [there.spec, layout.spec]
        ready = [args[set_at], relayout(args[1 - set_at], asked, layout)]
        found = kernels.on_blocks(body, mesh, specs, layout.spec)(*ready)
        return relayout(found.astype(aval.dtype), layout, aval.layout)

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
    found = jnp.ones(shape, bool)
    for d, (names, n) in enumerate(zip(layout.spec, layout.shape, strict=True)):
        index = kernels.position(names) * shape[d] + lax.broadcasted_iota(np.int64, shape, d)
        found &= index < n
    return found


def _by_merging(
    keys: Any,
    inside: Any,
    wanted: Any,
    before: bool,
    merged: Any,
    names: tuple[str, ...],
    count: int,
) -> Any:
    """Sort elements together with the set, and bring their answers back to where they are."""
    size = wanted.size
    last = size * count
    kind = np.uint32 if 2 * last < np.iinfo(np.uint32).max else np.uint64
    mine = jnp.asarray(kernels.position(names) * size, kind)
    # equal keys sort by these: the set before or behind the elements, and its padding last
    in_set, shift = (last, 0) if before else (0, 1)
    codes = jnp.where(inside, kind(in_set), kind(last + 1))
    codes = jnp.concatenate([codes, mine + jnp.arange(size, dtype=kind) + kind(shift)])
    keys = jnp.concatenate([keys, wanted.reshape(-1)])
    (keys, codes), _ = sorting.sort_blocks([keys, codes], [], names, count)
    answers = merged(keys, codes == in_set, names)
    asked = (codes != in_set) & (codes != last + 1)
    place = jnp.where(asked, codes - kind(shift), kind(last))
    bits = int(answers.dtype == bool)  # an answer of one bit moves as a part of the place
    moved = [place << 1 | answers] if bits else [place, answers]
    moved = lax.sort(moved, num_keys=1)
    cuts = jnp.searchsorted(moved[0], jnp.arange(count + 1, dtype=kind) * kind(size << bits))
    moved = runs.exchange(moved, cuts, names, count, size)
    place, answers = (moved[0] >> 1, moved[0] & 1 != 0) if bits else moved
    return jnp.zeros(size, answers.dtype).at[place - mine].set(answers).reshape(wanted.shape)


def _earlier(value: Any, names: tuple[str, ...]) -> Any:
    """Return the values of the devices before this one, and zeros."""
    every = lax.all_gather(value, names)
    before = jnp.arange(every.shape[0]) < kernels.position(names)
    return jnp.where(before, every, jnp.zeros_like(every))


def _count_of(keys: Any, count: Any, wanted: Any, *, side: str) -> Any:
    return jnp.minimum(jnp.searchsorted(keys, wanted, side=side), count)


def _counts_before(keys: Any, in_set: Any, names: tuple[str, ...]) -> Any:
    total = jnp.cumsum(in_set)
    return total + jnp.sum(_earlier(total[-1], names))


def _occurs(keys: Any, count: Any, wanted: Any, *, invert: bool) -> Any:
    at = jnp.searchsorted(keys, wanted)
    return (at < count) & (keys[jnp.minimum(at, keys.size - 1)] == wanted)


def _equals_last(keys: Any, in_set: Any, names: tuple[str, ...]) -> Any:
    """Whether the last element of the set that is no larger has the same key."""
    last = lax.cummax(jnp.where(in_set, keys, jnp.zeros_like(keys)))
    last = jnp.maximum(last, jnp.max(_earlier(last[-1], names)))
    return (last == keys) & (_counts_before(keys, in_set, names) > 0)


#: Counts the elements of a sorted vector that come before each of others.
search = look_up(
    0,
    lambda side: side == "left",
    _count_of,
    _counts_before,
    lambda found, elements, side: found,
)
#: Says of each element whether it occurs in a set; NaN equals nothing.
occurs = look_up(
    1,
    lambda invert: False,
    _occurs,
    _equals_last,
    lambda found, elements, invert: ((found != 0) & (elements == elements)) != invert,
)
