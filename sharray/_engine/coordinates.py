"""The coordinates in which a part of an array is written to or reduced: those of the whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sharray._core.layout import Aval, make_aval, make_layout
from sharray._core.lens import Affine, Dim, affine


class BaseCoordinates:
    """The coordinates of the base of a write.

    One dimension per axis of the base that is not fixed by an integer, as long as the base's.
    `dims` holds, for each, the number of the view's dimension and its `Dim` with positive step;
    `flipped` the view dimensions whose step was negative.
    """

    def __init__(self, lens: Affine, base: Aval) -> None:
        self.ndim = len(lens.dims)
        self.axes = sorted(d.axis for d in lens.dims if d.axis is not None)
        by_axis = {d.axis: (j, d) for j, d in enumerate(lens.dims) if d.axis is not None}
        self.flipped = {j for j, d in enumerate(lens.dims) if d.step < 0}
        self.dims = [(j, upwards(d)) for j, d in (by_axis[a] for a in self.axes)]
        self.lens, self.base = lens, base
        #: where the program has what has been written in these coordinates
        self.memo: dict[Any, int] = {}
        self._parts: dict[Aval, tuple[tuple[bool, ...], Aval]] = {}

    def aval(self, present: tuple[bool, ...], dtype: np.dtype) -> Aval:
        """Return the abstract value of an operand that varies along the dimensions `present`."""
        layout = self.base.layout
        shape = tuple(layout.shape[a] if p else 1 for a, p in zip(self.axes, present, strict=True))
        spec = tuple(layout.spec[a] if p else () for a, p in zip(self.axes, present, strict=True))
        return make_aval(make_layout(shape, layout.mesh, spec), dtype)

    def part(self, aval: Aval) -> tuple[tuple[bool, ...], Aval]:
        """Return which dimensions a part of the value varies along, and what it is in them."""
        part = self._parts.get(aval)
        if part is None:
            shape = aval.shape
            lead = self.ndim - len(shape)
            present = tuple(
                j >= lead and (shape[j - lead] != 1 or dim.length == 1) for j, dim in self.dims
            )
            part = self._parts[aval] = present, self.aval(present, aval.dtype)
        return part


def upwards(dim: Dim) -> Dim:
    """Return a dimension of a view, read from its lowest element on."""
    return dim if dim.step > 0 else backwards(dim)


def backwards(dim: Dim) -> Dim:
    """Return a dimension of a view, read from its last element to its first."""
    return Dim(dim.axis, dim.start + (dim.length - 1) * dim.step, -dim.step, dim.length)


class Place(NamedTuple):
    """Where the elements of a dimension lie: in one of another length, sharded by `names`."""

    size: int
    names: tuple[str, ...] | None
    dim: Dim


def kept(
    outer: BaseCoordinates, aval: Aval, labels: Sequence[Any]
) -> tuple[Aval, dict[Any, Place]] | None:
    """Return what a reduction in such coordinates results in, and the places of its labels.

    None if its dimensions are not the last ones of these, in their order.
    """
    first = len(outer.dims) - len(labels)
    lead = outer.ndim - len(aval.shape)
    order = [j - lead for j, _ in outer.dims[max(first, 0) :]]
    if outer.flipped or len(labels) != len(aval.shape) or order != list(range(len(labels))):
        return None
    present, inside = outer.part(aval)
    return inside, {
        a: Place(
            inside.shape[k], inside.layout.spec[k], outer.dims[k][1] if here else Dim(0, 0, 1, 1)
        )
        for k, (a, here) in enumerate(zip(labels, present[first:], strict=True), first)
    }


def coordinates_of(aval: Aval, term: Sequence[Any], places: Mapping[Any, Place]) -> BaseCoordinates:
    """Return the coordinates of an operand of a reduction, whose labels have places."""
    layout = aval.layout
    used = {name for place in places.values() for name in place.names or ()}
    shape, spec, dims = [], [], []
    for d, (label, n, names) in enumerate(zip(term, layout.shape, layout.spec, strict=True)):
        place = places.get(label, Place(n, None, Dim(d, 0, 1, n)))
        free = () if used.intersection(names) else names
        shape.append(place.size)
        spec.append(free if place.names is None else place.names)
        dims.append(place.dim._replace(axis=d))
    whole = make_layout(tuple(shape), layout.mesh, tuple(spec))
    return BaseCoordinates(affine(whole.shape, tuple(dims)), make_aval(whole, aval.dtype))
