"""What is made of slices whose lengths change, such as those of ``x[k:]`` in a loop over `k`.

Lowered with its length, each would be a program of its own. So after a few it is written in the
coordinates of the slice's base, as a write is; for a reduction the program is told which elements
count.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sharray._core import rules
from sharray._core.cache import Cache, Few
from sharray._core.context import context
from sharray._core.lens import Dim
from sharray._core.node import Kind, Node
from sharray._engine.graph import Step

#: The base may be so many times as large as the slice, or have so many elements.
_TIMES, _ELEMENTS = 8, 1 << 20

#: Reduction -> the lengths that have programs of their own.
lengths_met = Cache("lengths that have a program", 4096, lambda *key: Few())


class Labels(NamedTuple):
    """Labels for the dimensions of each operand of a reduction, and for those of the result."""

    terms: Sequence[Sequence[Any]]
    result: Sequence[Any]

    @property
    def reduced(self) -> set[Any]:
        """Labels that the result does not have."""
        return {label for term in self.terms for label in term}.difference(self.result)


def labels_of(node: Node | Step) -> Labels | None:
    """Return the labels of what is a reduction of one array or a sum of products, else None."""
    op, params, args = node.op, node.params, node.args
    if op is None:
        return None
    values = params.values if params is not None else {}
    if "labels" in values:
        return Labels(*values["labels"])
    if not op.masked:
        return None
    ndim = len(args[0].aval.shape)
    axes = rules.axes_of(values["axis"], ndim)
    return Labels([range(ndim)], [d for d in range(ndim) if d not in axes])


def extents(
    op: Any,
    args: Sequence[Node | Step],
    terms: Sequence[Sequence[int]],
    reduced: Collection[Any],
    free: Collection[Any] = (),
    *,
    asks_again: bool = False,
) -> dict[Any, tuple[int, Dim]] | None:
    """Return where the elements of operands lie along their labels, if that changes.

    For each label that is `reduced`, or `free` to stay longer, that is the length of the base of
    the first slice, and that slice. None if the operation is better lowered as it is. With
    `asks_again` it is recorded next, and asked about when it is lowered.
    """
    if context.explained_trace is not None or any(arg.is_traced for arg in args):
        return None
    walk = _Walk({*reduced, *free})
    for arg, term in zip(args, terms, strict=True):
        walk.follow(arg, term)
    slices = {a: (n, dim) for a, (n, dim) in walk.slices.items() if dim.length != n}
    stuck = walk.fixed.intersection(slices)
    if not stuck.isdisjoint(reduced):
        return None
    slices = {a: slices for a, slices in slices.items() if a not in stuck}
    if not slices or min(d.length for _, d in slices.values()) < 2:
        return None
    key = (op, tuple(sorted(reduced)), tuple(walk.parts))
    counted = [a for a in slices if a in reduced] or slices
    lengths = tuple([slices[a][1].length for a in counted])
    if lengths_met[key].takes(lengths, asks_again=asks_again):
        return None
    times = math.prod(n / dim.length for n, dim in slices.values())
    small = math.prod(walk.sizes.values()) * times <= _ELEMENTS
    return slices if small or times <= _TIMES else None


class _Walk:
    """Looks through what leads to an operation, down to slices of arrays."""

    def __init__(self, labels: Collection[Any]) -> None:
        self.labels = labels
        #: for these labels, the length of the base of the first slice, and that slice
        self.slices: dict[Any, tuple[int, Dim]] = {}
        #: those along which there is something else than slices at steps of 1
        self.fixed: set[Any] = set()
        self.sizes: dict[Any, int] = {}
        #: what it is made of, whatever the lengths
        self.parts: list[Any] = []
        self.seen: set[Any] = set()

    def follow(self, node: Node | Step, term: Sequence[Any]) -> None:
        """Take note of what `node` is made of; `term` labels its last dimensions."""
        if (node, term) in self.seen:
            return
        self.seen.add((node, term))
        op, shape = node.op, node.aval.shape
        if op is not None and op.elementwise:
            self.parts.append((op, node.params))
            for arg in node.args:
                self.follow(arg, term)
            return
        term = term[len(term) - len(shape) :]
        if node.kind is Kind.WRITE:
            self.parts.append(tuple([dim.axis for dim in node.params.dims]))
            self.follow(node.args[0], term)
            return
        self.sizes.update([(a, n) for a, n in zip(term, shape, strict=True) if n > 1])
        along = [(d, a) for d, a in enumerate(term) if shape[d] > 1 and a in self.labels]
        if node.kind is not Kind.VIEW:
            self._follow_other(node, term, along)
            return
        base, dims = node.args[0], node.params.dims
        self.parts.append((base.aval, tuple([dim.axis for dim in dims])))
        for d, a in along:
            axis = dims[d].axis
            if axis is None or dims[d].step != 1:
                self.fixed.add(a)
            else:
                self.slices.setdefault(a, (base.aval.shape[axis], dims[d]))

    def _follow_other(
        self, node: Node | Step, term: Sequence[Any], along: list[tuple[int, Any]]
    ) -> None:
        inner = labels_of(node)
        if inner is None or len(inner.result) != len(term):
            self.parts.append((node.op, node.aval.dtype))
            self.fixed.update([a for _, a in along])
            return
        self.parts.append((node.op, node.params))
        known = dict(zip(inner.result, term, strict=True))
        for arg, own in zip(node.args, inner.terms, strict=True):
            self.follow(arg, tuple([known.get(a, (id(node), a)) for a in own]))
