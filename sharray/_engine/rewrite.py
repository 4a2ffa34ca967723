"""From a graph to a program in the coordinates of bases: what XLA is given.

A write to a view is written in the coordinates of its base: the value's slices become shifts of
their bases to where the result lies, so XLA moves only the edges of shards, and the bounds of the
write become a mask on global indices, so they may change from run to run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core.boundary import Beyond
from sharray._core.layout import Aval, each_aval, make_aval, make_layout
from sharray._core.lens import Affine, Dim
from sharray._core.node import HOST, Kind, view_aval
from sharray._core.user_line import Line
from sharray._engine import dynamic_lengths, ir
from sharray._engine.coordinates import (
    BaseCoordinates,
    Place,
    backwards,
    coordinates_of,
    kept,
    upwards,
)
from sharray._engine.graph import Free, Step
from sharray._engine.program import FromInput, Program


class Rewriter:
    """Walks the steps of a graph and writes entries.

    Parameters
    ----------
    steps
        Those of the graph.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.entries: list[ir.Entry] = []
        self.leaves: list[Step] = []
        self.numbers: dict[np.dtype, list[Any]] = {}
        self.offsets: list[int] = []
        self.lines: list[Line | None] = []
        self.memo: dict[Step, int] = {}
        self.widened: dict[tuple[Step, Any], Step] = {}
        #: whether anything is a slice
        self.has_views = any(step.kind is Kind.VIEW for step in steps)
        self.any_length = False
        #: the coordinates of results that are made longer than they are to be
        self.longer: dict[Step, BaseCoordinates] = {}
        self.mesh = _mesh_of(steps)
        self._line: Line | None = None
        for step in steps:
            if step.state is HOST:
                there = make_layout(step.aval.shape, self.mesh)
                step.aval = make_aval(there, step.aval.dtype)

    def program(self, results: Sequence[int], may_be_longer: Sequence[bool]) -> Program:
        """Write the program for some steps, of which some may become views of longer arrays."""
        targets = [self.steps[i] for i in results]
        for step, may in zip(targets, may_be_longer, strict=True):
            if may and (there := self._own_coordinates(step)) is not None:
                self.longer[step] = there
        outputs = tuple([self._whole(step) for step in targets])
        avals = [self.entries[i].aval for i in outputs]
        fitting = self._donations(avals)
        later = [k for k in fitting if self.leaves[k].free is Free.LATER]
        shifted = next((k for k in fitting if k in later or self._read_elsewhere(k)), None)
        return Program(
            entries=tuple(self.entries),
            outputs=outputs,
            avals=avals,
            views=[self.longer.get(step) for step in targets],
            mesh=self.mesh,
            leaves=[step.number for step in self.leaves],
            leaf_avals=[step.aval for step in self.leaves],
            numbers=self.numbers,
            offsets=tuple(self.offsets),
            donated=tuple([k for k in fitting if k != shifted and k not in later]),
            shifted=shifted,
            lines=self.lines if any(self.lines) else None,
            any_length=self.any_length,
        )

    def _read_elsewhere(self, leaf: int) -> bool:
        """Whether a result element needs other elements of the leaf than its own.

        Writing to the leaf's buffer, XLA would have to copy it first.
        """
        at = [i for i, e in enumerate(self.entries) if isinstance(e, ir.Leaf)][leaf]
        for entry in self.entries:
            # with a fixed index, what is read is copied out before anything is written
            if isinstance(entry, ir.Read) and entry.arg == at and not entry.fixed:
                axes = [w.axis for w in entry.dims if w is not None]
                if axes != sorted(axes) or any(
                    w is not None and (self.offsets[w.slot] if w.slot >= 0 else w.start)
                    for w in entry.dims
                ):
                    return True
        return False

    def _donations(self, results: Sequence[Any]) -> list[int]:
        """Choose leaves that are free, or may be, and whose buffer a result could take over."""
        room = Counter([aval for result in results for aval in each_aval(result)])
        chosen = []
        for k, step in enumerate(self.leaves):
            if step.free and room[step.aval]:
                room[step.aval] -= 1
                chosen.append(k)
        return chosen

    def number(self, value: Any, dtype: np.dtype) -> int:
        """Add a run-time number and return its position among those of its dtype."""
        vector = self.numbers.setdefault(dtype, [])
        vector.append(value)
        return len(vector) - 1

    def _slot(self, offset: int) -> int:
        self.offsets.append(offset)
        return len(self.offsets) - 1

    def _add(self, entry: ir.Entry) -> int:
        self.entries.append(entry)
        self.lines.append(self._line)
        return len(self.entries) - 1

    def visit(self, step: Step) -> int:
        """Write what `step` needs and return its position."""
        known = self.memo.get(step)
        if known is not None:
            return known
        before, self._line = self._line, step.line or self._line
        match step.kind:
            case Kind.VALUE:
                at = self._leaf(step)
            case Kind.WRITE:
                at = self._write(step)
            case Kind.VIEW if _is_part_of_pad(step):
                base = step.args[0]
                at = self._pad(base.args[0], base.params, step.params.dims, step.aval)
            case Kind.VIEW:
                at = self._read(self._whole(step.args[0]), self._lens(step), step.aval)
            case Kind.PAD:
                whole = Affine.identity(step.aval.shape)
                at = self._pad(step.args[0], step.params, whole.dims, step.aval)
            case Kind.APPLY:
                at = self._fold(step)
                if at < 0:
                    args = tuple([self.visit(a) for a in step.args])
                    at = self._add(ir.Apply(step.op, step.params, args, step.aval))
        self.memo[step] = at
        self._line = before
        return at

    def _lens(self, step: Step) -> Affine:
        """Return what a slice shows, in the coordinates of what `_whole` writes."""
        there = self.longer.get(step.args[0])
        return step.params if there is None else step.params.of(there.lens)

    def _whole(self, step: Step) -> int:
        """Write `step`, or what it is to be a part of."""
        there = self.longer.get(step)
        return self.visit(step) if there is None else self._within(step, there)

    def _leaf(self, step: Step) -> int:
        if step.state is HOST and step.aval.shape == ():
            at = self.number(FromInput(step.number), step.aval.dtype)
            return self._add(ir.Number(step.aval, at))
        self.leaves.append(step)
        return self._add(ir.Leaf(step.aval))

    def _read(self, arg: int, lens: Affine, aval: Aval) -> int:
        fixed = tuple((axis, self.number(at, ir.INT)) for axis, at in lens.fixed)
        dims: list[ir.Slice | None] = []
        for dim in lens.dims:
            if dim.axis is None:
                dims.append(None)
                continue
            size = lens.base_shape[dim.axis]
            if dim.start == 0 and dim.step == 1 and dim.length == size:
                dims.append(ir.Slice(dim.axis, -1))
                continue
            low = upwards(dim) if dim.length else Dim(dim.axis, 0, 1, 0)
            dims.append(ir.Slice(dim.axis, self._slot(low.start), low.step, dim.step < 0))
        return self._add(ir.Read(arg, fixed, tuple(dims), aval))

    def _pad(self, step: Step, lens: Beyond, dims: tuple[Dim, ...], aval: Aval) -> int:
        """Write the part `dims`, in steps of 1, of what `lens` makes of `step`."""
        mode, fill = lens.mode, -1
        if mode == "fill" and (lens.fill != 0 or np.signbit(np.real(lens.fill))):
            fill = self.number(lens.fill, aval.dtype)
        slices: list[ir.Slice | None] = []
        for dim in dims:
            if dim.axis is None:
                slices.append(None)
                continue
            n = lens.base_shape[dim.axis]
            start = lens.starts[dim.axis] + dim.start
            if mode == "wrap" and not 0 <= start <= n - dim.length:
                start = (start + n // 2) % n - n // 2  # the shorter way round
            if dim.length == n and not start:
                slices.append(ir.Slice(dim.axis, -1))
            elif 0 <= start <= n - dim.length:
                slices.append(ir.Slice(dim.axis, self._slot(start)))
            elif dim.length == n and mode in ("wrap", "fill"):
                slices.append(ir.Slice(dim.axis, self._slot(start), beyond=mode))
            else:
                slices.append(ir.Slice(dim.axis, -1, beyond=mode, start=start))
        return self._add(ir.Read(self.visit(step), (), tuple(slices), aval, fill))

    def _write(self, step: Step, own: BaseCoordinates | None = None) -> int:
        lens, aval = step.params, step.aval
        if own is None:
            base = self.visit(step.args[0])
        else:
            base = self._within(step.args[0], own)
            lens, aval = lens.of(own.lens), own.base
        there = BaseCoordinates(lens, aval)
        value = self._within(step.args[1], there)
        fixed = tuple((axis, self.number(at, ir.INT)) for axis, at in lens.fixed)
        bounds = tuple(
            ir.Bound(
                axis,
                self.number(dim.start, ir.INT),
                self.number(dim.start + (dim.length - 1) * dim.step + 1, ir.INT),
                dim.step,
            )
            for axis, (_, dim) in zip(there.axes, there.dims, strict=True)
            if (dim.start, dim.step, dim.length) != (0, 1, lens.base_shape[axis])
        )
        return self._add(ir.Write(base, value, fixed, bounds, aval))

    def _within(self, step: Step, there: BaseCoordinates) -> int:
        """Write `step`, a part of the value of a write, in the coordinates of a base."""
        known = there.memo.get(step)
        if known is not None:
            return known
        before, self._line = self._line, step.line or self._line
        present, aval = there.part(step.aval)
        if step.aval.shape == ():
            at = self.visit(step)
        elif step.op is not None and step.op.elementwise:
            args = tuple([self._within(a, there) for a in step.args])
            at = self._add(ir.Apply(step.op, step.params, args, aval))
        elif (inner := self._with_axes_inside(step)) is not None:
            at = self._within(inner, there)
        elif step.kind is Kind.WRITE and self.longer.get(step) is there:
            at = self._write(step, there)
        elif (at := self._fold(step, there)) < 0:
            at = self._shifted(step, there, present, aval)
            if at < 0:
                at = self._embedded(step, there, present, aval)
        there.memo[step] = at
        self._line = before
        return at

    def _with_axes_inside(self, step: Step) -> Step | None:
        """Return a result with new axes as that of operands with new axes; None if it is none.

        As it is, it would be made in its own shape, which may be another one each time.
        """
        if step.kind is not Kind.VIEW:
            return None
        base, lens = step.args[0], step.params
        rest = tuple([d for d in lens.dims if d != Dim(None, 0, 1, 1)])
        if base.op is None or not rest or lens.fixed:
            return None
        if rest != Affine.identity(lens.base_shape).dims:
            return None
        new = tuple([d.axis is None for d in lens.dims])
        if not any(new[new.index(False) :]):
            return base  # leading axes broadcast by themselves
        if not base.op.elementwise:
            return None
        known = self.widened.get((base, new))
        if known is None:
            args = tuple([self._with_axes(arg, new) for arg in base.args])
            known = Step(Kind.APPLY, step.aval, args, base.op, base.params)
            known.line = base.line
            self.widened[base, new] = known
        return known

    def _with_axes(self, arg: Step, new: tuple[bool, ...]) -> Step:
        """Return an operand with new axes, of a result that has its other dimensions."""
        shape = arg.aval.shape
        if not shape:
            return arg
        missing = new.count(False) - len(shape)
        key: list[slice | None] = []
        for is_new in new:
            if is_new:
                key.append(None)
            elif missing:
                missing -= 1
            else:
                key.append(slice(None))
        source, lens = arg, Affine.identity(shape)
        if arg.kind is Kind.VIEW:
            source, lens = arg.args[0], arg.params
        lens = lens.index(tuple(key))
        known = self.widened.get((source, lens))
        if known is None:
            known = Step(Kind.VIEW, view_aval(source.aval, lens), (source,), None, lens)
            known.line = arg.line
            self.widened[source, lens] = known
        return known

    def _own_coordinates(self, step: Step) -> BaseCoordinates | None:
        """Return the coordinates of what outlives the program, if its length changes in each.

        It is made as long as the slices' base then, and is itself a slice.
        """
        shape = step.aval.shape if isinstance(step.aval, Aval) else ()
        if not shape or not self.has_views:
            return None
        dims, args = range(len(shape)), step.args
        if step.kind is Kind.VIEW:
            args = (step,)
        elif step.kind is Kind.WRITE and args[0].kind is Kind.VIEW:
            args = args[:1]
        elif step.op is None:
            return None
        same = step.op is None or step.op.elementwise
        labels = (
            dynamic_lengths.Labels([dims] * len(args), dims)
            if same
            else dynamic_lengths.labels_of(step)
        )
        if labels is None or len(labels.result) != len(dims):
            return None
        extents = dynamic_lengths.extents(
            step.op, args, labels.terms, labels.reduced, labels.result
        )
        if extents is None:
            return None
        self.any_length = True
        if extents.keys().isdisjoint(labels.result):
            return None
        places = {
            d: Place(extents[a][0], None, extents[a][1])
            for d, a in enumerate(labels.result)
            if a in extents
        }
        return coordinates_of(step.aval, dims, places)

    def _fold(self, step: Step, outer: BaseCoordinates | None = None) -> int:
        """Write a reduction of slices in the coordinates of their bases; -1 if it is none.

        What stays of the dimensions is in the `outer` coordinates, if there are some.
        """
        labels = dynamic_lengths.labels_of(step)
        if labels is None:
            return -1
        aval, places, free = step.aval, {}, ()
        if outer is not None:
            inside = kept(outer, aval, labels.result)
            if inside is None:
                return -1
            (aval, places), free = inside, labels.result
        terms, reduced = labels.terms, labels.reduced
        extents = dynamic_lengths.extents(step.op, step.args, terms, reduced, free)
        if extents is None:
            return -1
        self.any_length = True
        extents = {a: extent for a, extent in extents.items() if a in reduced}
        places.update({a: Place(n, None, dim) for a, (n, dim) in extents.items()})
        args = tuple(
            [
                self._within(arg, coordinates_of(arg.aval, term, places))
                for arg, term in zip(step.args, terms, strict=True)
            ]
        )
        bounds = tuple(
            [
                ir.Bound(
                    a, self.number(d.start, ir.INT), self.number(d.start + d.length, ir.INT), 1
                )
                for a, (_, d) in extents.items()
            ]
        )
        return self._add(ir.Fold(step.op, step.params, args, bounds, aval))

    def _shifted(
        self, step: Step, there: BaseCoordinates, present: tuple[bool, ...], aval: Aval
    ) -> int:
        """Write a slice as a shift of its base; -1 where it steps unlike the target."""
        if step.kind is not Kind.VIEW:
            return -1
        lens = self._lens(step)
        lead = there.ndim - len(lens.dims)
        fixed = list(lens.fixed)
        dims: list[tuple[int, int] | None] = []
        used = set()
        for (j, target), here in zip(there.dims, present, strict=True):
            if not here:
                dims.append(None)
                continue
            used.add(j - lead)
            dim = lens.dims[j - lead]
            axis = dim.axis
            if axis is None:
                if target.length != 1:
                    return -1
                dims.append(None)
                continue
            if j in there.flipped:
                dim = backwards(dim)
            if dim.step != target.step and dim.length != 1:
                return -1
            dims.append((axis, dim.start - target.start))
        for i, dim in enumerate(lens.dims):
            if i not in used and dim.axis is not None:
                fixed.append((dim.axis, dim.start))
        source = self._whole(step.args[0])
        gone = tuple((axis, self.number(at, ir.INT)) for axis, at in fixed)
        slices = tuple(None if d is None else ir.Slice(d[0], self._slot(d[1])) for d in dims)
        if any(w is None and p for w, p in zip(slices, present, strict=True)):
            aval = there.aval(tuple(w is not None for w in slices), step.aval.dtype)
        return self._add(ir.Read(source, gone, slices, aval))

    def _embedded(
        self, step: Step, there: BaseCoordinates, present: tuple[bool, ...], aval: Aval
    ) -> int:
        """Write an array of the view's shape, laid out where the view lies in its base."""
        at = self.visit(step)
        shape = step.aval.shape
        lead = there.ndim - len(shape)
        backwards = tuple(j - lead for j in there.flipped if j >= lead and shape[j - lead] != 1)
        if backwards:
            at = self._read(at, Affine.identity(shape).flip(backwards), self.entries[at].aval)
        dims: list[ir.Slice | None] = []
        used = set()
        for (j, target), here in zip(there.dims, present, strict=True):
            if not here:
                dims.append(None)
                continue
            used.add(j - lead)
            offset = target.start if target.step > 1 else -target.start
            whole = target.step == 1 and shape[j - lead] == aval.shape[len(dims)]
            slot = -1 if whole else self._slot(offset)
            dims.append(ir.Slice(j - lead, slot, base_dilation=target.step))
        fixed = tuple((i, self.number(0, ir.INT)) for i in range(len(shape)) if i not in used)
        return self._add(ir.Read(at, fixed, tuple(dims), aval))


def _is_part_of_pad(step: Step) -> bool:
    """Whether `step` reads a part of a pad that can be read without making the pad."""
    base, lens = step.args[0], step.params
    return (
        base.kind is Kind.PAD
        and not lens.fixed
        and all(d.step == 1 and d.length > 0 for d in lens.dims if d.axis is not None)
    )


def _mesh_of(steps: Sequence[Step]) -> Any:
    for step in steps:
        for aval in each_aval(step.aval):
            if aval.layout.mesh is not None:
                return aval.layout.mesh
    raise AssertionError("a program of host values only")
