"""Sharding rules: which dimension of which operand each dimension of a result follows.

A rule is a pure function ``rule(inputs, shape, params)`` of the operands' abstract values, the
result's shape and the static parameters. It returns, for each dimension of the result, the
dimensions that it runs along with, as pairs (operand, dimension). `place` turns that into a spec:
where operands disagree, the larger one stays where it is and the others move.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sharray._core.layout import Aval, Layout, Spec, make_layout, on_same_devices, show_spec
from sharray._core.links import see
from sharray._core.meshes import show_mesh
from sharray._core.placement import default_layout, default_spec

Follows = list[list[tuple[int, int]]]
Rule = Callable[[Sequence[Aval], tuple[int, ...], Mapping[str, Any]], Follows]


def may_replicate(rule: Rule) -> Rule:
    """Declare a rule whose result may be replicated although an operand was sharded."""
    rule.may_replicate = True  # type: ignore[attr-defined]
    return rule


def broadcast(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Dimensions line up at the right, as in an elementwise operation."""
    n = len(shape)
    return [
        [(k, d - n + len(a.shape)) for k, a in enumerate(inputs) if d - n + len(a.shape) >= 0]
        for d in range(n)
    ]


def axes_of(value: Any, ndim: int) -> tuple[int, ...]:
    """Return the axes that a static ``axis`` names, from 0 on: all of them for None."""
    if value is None:
        return tuple(range(ndim))
    return (value % ndim,) if isinstance(value, int) else tuple(a % ndim for a in value)


@may_replicate
def reduce(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Axes disappear, or stay with length 1; the others keep their place."""
    ndim = len(inputs[0].shape)
    gone = axes_of(params.get("axis"), ndim)
    if params.get("keepdims"):
        return [[] if d in gone else [(0, d)] for d in range(ndim)]
    kept = [d for d in range(ndim) if d not in gone]
    if len(kept) != len(shape):
        return [[] for _ in shape]
    return [[(0, d)] for d in kept]


@may_replicate
def ranked(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Reduced axes stay, with length 1, behind a new dimension that is not sharded."""
    gone = params["axis"]
    return [[], *[[] if d in gone else [(0, d)] for d in range(len(inputs[0].shape))]]


def same(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Result lies as the first operand does, dimension by dimension."""
    n = len(inputs[0].shape)
    return [[(0, d)] if d < n else [] for d in range(len(shape))]


def second(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Result lies as the second operand does."""
    return [[(1, d)] for d in range(len(shape))]


def reshape(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Dimensions that begin at the same row-major boundary run along with each other."""
    old = inputs[0].shape
    if math.prod(old) == 0:
        return [[] for _ in shape]
    starts = {math.prod(old[:d]): d for d in reversed(range(len(old))) if old[d] != 1}
    return [
        [(0, starts[at])] if n != 1 and (at := math.prod(shape[:d])) in starts else []
        for d, n in enumerate(shape)
    ]


def gather(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """The indexed axis is replaced by the dimensions of the index (`take`)."""
    x, index = inputs[0], inputs[1]
    axis = axes_of(params.get("axis", 0) or 0, len(x.shape))[0]
    n = len(index.shape)
    middle = [[(1, d)] for d in range(n)]
    after = [[(0, d)] for d in range(axis + 1, len(x.shape))]
    return [[(0, d)] for d in range(axis)] + middle + after


def indexed(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Slices lie as the array does, the rest as the index arrays, which broadcast (`x[key]`)."""
    template = params["template"]
    arrays = [(k, len(a.shape)) for k, a in enumerate(inputs) if k]
    n = max([ndim for _, ndim in arrays], default=0)
    middle = [[(k, d - n + ndim) for k, ndim in arrays if d >= n - ndim] for d in range(n)]
    follows: Follows = []
    axis, places = 0, []
    for i, entry in enumerate(template):
        if entry is None:
            follows.append([])
        elif entry[0] == "slice":
            follows.append([(0, axis)])
            axis += 1
        else:
            places.append((i, len(follows)))
            axis += entry[0] == "array"
    together = all(b - a == 1 for (a, _), (b, _) in itertools.pairwise(places))
    at = places[0][1] if places and together else 0
    follows += [[(0, d)] for d in range(axis, len(inputs[0].shape))]
    follows[at:at] = middle
    # a boolean that is no array adds a dimension
    return follows if len(follows) == len(shape) else [[] for _ in shape]


@may_replicate
def labelled(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Dimensions of one label run along with each other."""
    terms, result = params["labels"]
    return [
        [(k, term.index(label)) for k, term in enumerate(terms) if label in term]
        for label in result
    ]


@may_replicate
def vecdot(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Broadcast, then one axis disappears."""
    n = len(shape) + 1
    axis = params.get("axis", -1) % n - n
    full = broadcast(inputs, (1,) * n, {})
    del full[axis]
    return full


def concat(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """All operands line up dimension by dimension."""
    if params.get("axis", 0) is None:
        return [[(k, 0) for k, a in enumerate(inputs) if len(a.shape) == 1]]
    return [[(k, d) for k in range(len(inputs))] for d in range(len(shape))]


def rows(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Rows of operands are chosen, and lie as the operands do."""
    return [[(k, d) for k, a in enumerate(inputs) if d < len(a.shape)] for d in range(len(shape))]


def chosen(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Elements, or rows, of the second operand are chosen by a mask, and lie as those do."""
    lead = len(inputs[0].shape)
    first = [(k, d) for k in (1, 0) for d in range(lead)]
    return [first, *[[(1, lead + d)] for d in range(len(shape) - 1)]]


def stack(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """As the operands lie, with a new dimension."""
    axis = params.get("axis", 0) % len(shape)
    every = range(len(inputs))
    old = [d for d in range(len(shape)) if d != axis]
    return [[] if d == axis else [(k, old.index(d)) for k in every] for d in range(len(shape))]


def trailing(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Batch dimensions keep their place; what sharded matrices become lies as a new array does."""
    batch = max(0, len(inputs[0].shape) - 2)
    return [[(0, d)] if d < min(batch, len(shape)) else [] for d in range(len(shape))]


def solve(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Batch dimensions broadcast; the matrix ones are new."""
    a, b = (len(i.shape) for i in inputs)
    matrices = 1 if b == 1 else 2
    batch = len(shape) - matrices
    follows: Follows = []
    for d in range(batch):
        pairs = [(k, n - 2 - batch + d) for k, n in ((0, a), (1, b)) if n - 2 - batch + d >= 0]
        follows.append(pairs)
    return follows + [[]] * (len(shape) - batch)


def create(inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any]) -> Follows:
    """Nothing to follow: the default placement."""
    return [[] for _ in shape]


def place(
    rule: Rule, inputs: Sequence[Aval], shape: tuple[int, ...], params: Mapping[str, Any], name: str
) -> Layout:
    """Return the layout that `rule` gives to a result of `shape`.

    Raises
    ------
    ValueError
        If the operands lie on different meshes.
    """
    sharded = [a for a in inputs if a.layout.mesh is not None]
    if not sharded:
        return default_layout(shape)
    mesh = sharded[0].layout.mesh
    assert mesh is not None
    for a in sharded[1:]:
        other = a.layout.mesh
        if other is not mesh and not on_same_devices(other, mesh):
            assert other is not None
            raise ValueError(
                f"{name}: the operands lie on different meshes, {show_mesh(mesh)} and "
                f"{show_mesh(other)} (shapes {sharded[0].shape} and {a.shape}); "
                f"move one with to_device{see('mixed-meshes')}"
            )
    follows = rule(inputs, shape, params)
    spec = _choose(follows, inputs, shape)
    lost = any(any(a.layout.spec) for a in sharded) and not any(spec)
    if rule is gather:  # operands lie by different dimensions, and one may have a single element
        lost = any(_divides(a.layout.spec, a.shape) for a in sharded) and not _divides(spec, shape)
    if lost and not getattr(rule, "may_replicate", False):
        spec = default_spec(shape, mesh)
    return make_layout(shape, mesh, spec)


def _divides(spec: Spec, shape: Sequence[int]) -> bool:
    """Whether devices have parts of an array, and not one of them all of it."""
    return any(names and n != 1 for names, n in zip(spec, shape, strict=True))


def _choose(follows: Follows, inputs: Sequence[Aval], shape: tuple[int, ...]) -> Spec:
    order = sorted(range(len(inputs)), key=lambda k: -inputs[k].layout.size)
    rank = {k: i for i, k in enumerate(order)}
    used: set[str] = set()
    chosen: dict[int, tuple[str, ...]] = {}
    # the largest operand chooses first, for all its dimensions
    options = sorted((rank[k], d, k, e) for d, pairs in enumerate(follows) for k, e in pairs)
    for _, d, k, e in options:
        here = inputs[k]
        names = here.layout.spec[e] if here.layout.mesh is not None else ()
        if not names or d in chosen or used.intersection(names):
            continue
        if here.shape[e] == 1 and shape[d] != 1:
            continue
        chosen[d] = names
        used.update(names)
    return tuple(chosen.get(d, ()) for d in range(len(shape)))


#: More operands than these are counted in a message.
_LISTED = 8


def describe(inputs: Sequence[Aval]) -> str:
    """Write operands for a message: dtypes, shapes and shardings, of many those that differ."""
    texts = [
        f"{a.dtype}{list(a.shape)}"
        + (" on the host" if a.layout.mesh is None else f" {show_spec(a.layout.spec)}")
        for a in inputs
    ]
    if len(texts) > _LISTED:
        counts = Counter(texts).most_common()
        texts = [text if n == 1 else f"{n} of {text}" for text, n in counts[:_LISTED]]
        if len(counts) > _LISTED:
            texts.append(f"and {sum(n for _, n in counts[_LISTED:])} others")
    return ", ".join(texts)
