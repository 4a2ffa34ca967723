"""Reductions of slices whose lengths change, such as that of ``x[k:]`` in a loop over `k`.

Written down with its length, each would be a program of its own. So after a few it is written in
the coordinates of the slice's base, as a write is, and the program is told which elements count.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

from sharray._cache import Cache, Few
from sharray._engine.folds import axes_of
from sharray._expr import TRACED, Expr, is_affine_read, recorded
from sharray._lens import Dim

#: The base may be so many times as large as the slice, or have so many elements.
_TIMES, _ELEMENTS = 8, 1 << 20

#: Reduction -> the lengths that have programs of their own.
met = Cache(4096)


def labels_of(op: Any, params: Any, args: Sequence[Expr]) -> tuple[Any, set[int]] | None:
    """Return labels for the dimensions of each operand, and those that are reduced.

    None if the operation is neither a reduction of one array nor a sum of products.
    """
    values = params.values if params is not None else {}
    if "labels" in values:
        terms, result = values["labels"]
        return terms, {label for term in terms for label in term}.difference(result)
    if not op.masked:
        return None
    ndim = len(args[0].aval.shape)
    return [range(ndim)], set(axes_of(values["axis"], ndim))


def windows(
    op: Any,
    args: Sequence[Expr],
    terms: Sequence[Sequence[int]],
    reduced: Collection[int],
    *,
    asks_again: bool = False,
) -> dict[int, tuple[int, Dim]] | None:
    """Return where the elements of a reduction lie along its labels, if that changes.

    For each label along which it does, that is the length of the base of the first slice, and that
    slice. None if the reduction is better written as it is. With `asks_again` the reduction is
    recorded next, and asked about when it is written down.
    """
    if recorded.trace is not None or any(arg.depth >= TRACED for arg in args):
        return None
    walk = _Walk(reduced)
    for arg, term in zip(args, terms, strict=True):
        walk.follow(arg, term)
    found = {a: (n, dim) for a, (n, dim) in walk.slices.items() if dim.length != n}
    if not found or walk.fixed.intersection(found) or min(d.length for _, d in found.values()) < 2:
        return None
    key = (op, tuple(sorted(reduced)), tuple(walk.parts))
    known = met.get(key)
    if known is None:
        known = met.keep(key, Few())
    lengths = tuple([dim.length for _, dim in found.values()])
    if known.takes(lengths, asks_again=asks_again):
        return None
    times = math.prod(n / dim.length for n, dim in found.values())
    small = math.prod(walk.sizes.values()) * times <= _ELEMENTS
    return found if small or times <= _TIMES else None


class _Walk:
    """Looks through what leads to a reduction, down to slices of arrays."""

    def __init__(self, reduced: Collection[int]) -> None:
        self.reduced = reduced
        #: for reduced labels, the length of the base of the first slice, and that slice
        self.slices: dict[int, tuple[int, Dim]] = {}
        #: reduced labels along which there is something else than slices at steps of 1
        self.fixed: set[int] = set()
        self.sizes: dict[int, int] = {}
        #: what it is made of, whatever the lengths
        self.parts: list[Any] = []
        self.seen: set[Any] = set()

    def follow(self, node: Expr, term: Sequence[int]) -> None:
        """Take note of what `node` is made of; `term` labels its last dimensions."""
        if (id(node), term) in self.seen:
            return
        self.seen.add((id(node), term))
        op, shape = node.op, node.aval.shape
        if op is not None and op.elementwise:
            self.parts.append((op, node.params))
            for arg in node.args:
                self.follow(arg, term)
            return
        term = term[len(term) - len(shape) :]
        self.sizes.update([(a, n) for a, n in zip(term, shape, strict=True) if n > 1])
        along = [(d, a) for d, a in enumerate(term) if shape[d] > 1 and a in self.reduced]
        if not is_affine_read(node):
            self.parts.append((op, node.aval.dtype))
            self.fixed.update([a for _, a in along])
            return
        base, dims = node.args[0], node.params.dims
        self.parts.append((base.aval, tuple([dim.axis for dim in dims])))
        for d, a in along:
            axis = dims[d].axis
            if axis is None or dims[d].step != 1:
                self.fixed.add(a)
            else:
                self.slices.setdefault(a, (base.aval.shape[axis], dims[d]))
