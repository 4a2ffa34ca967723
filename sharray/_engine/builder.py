"""From expressions to entries: what has to be computed, written down as a program.

A write to a view is written in the coordinates of its base: the value's slices become shifts of
their bases to where the result lies, so XLA moves only the edges of shards, and the bounds of the
write become a mask on global indices, so they may change from run to run.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.layout import Aval, make_aval, make_layout
from sharray._core.lens import Affine, Dim, Extended
from sharray._core.node import Expr, host, is_affine_read, is_write, lens_aval
from sharray._engine import bounded, ir
from sharray._engine.frames import Frame, Place, frame_of, kept, upwards

if TYPE_CHECKING:
    from sharray._engine.again import Single

INT = np.dtype(np.int64)


class Program:
    """What `Builder` has written down for a set of expressions."""

    __slots__ = (
        "donated",
        "entries",
        "leaves",
        "lines",
        "mesh",
        "offsets",
        "outputs",
        "roots",
        "scalars",
        "shifted",
        "shown",
        "single",
    )

    entries: tuple[ir.Entry, ...]
    outputs: tuple[int, ...]
    roots: list[Expr]
    leaves: list[Expr]
    scalars: dict[np.dtype, list[Any]]
    offsets: tuple[int, ...]
    donated: tuple[int, ...]
    #: the leaf that could have been donated, had it not to be read while its result is written
    shifted: int | None
    #: what is shown of roots that have been made longer
    shown: list[tuple[Expr, Expr, Affine]]
    #: of each entry, the line that asks for it, where that is to be known
    lines: list[Any] | None
    #: the kept program that this is, if it is one
    single: Single | None


#: What has become a view of something longer.
shown: weakref.WeakSet[Expr] = weakref.WeakSet()


def _references_of_loop() -> int:
    """Count the references on an element of a list that only a loop over the list refers to.

    Measured, since interpreters differ in what they count.
    """
    nodes = [Program()]
    for i in range(len(nodes)):
        node = nodes[i]
        return sys.getrefcount(node)
    raise AssertionError


def _references_of_value() -> int:
    """Count the references on a value that only an attribute refers to."""
    node = Program()
    node.leaves = []
    return sys.getrefcount(node.leaves)


#: References on an expression that only a loop over a list of some refers to.
OF_LOOP = _references_of_loop()
_OF_VALUE = _references_of_value()


class Builder:
    """Walks expressions and writes entries.

    Parameters
    ----------
    roots
        The expressions to compute.
    borrowed
        References to expressions, by id, that will be gone when the program has run: such an
        expression is not kept for them.
    """

    def __init__(self, roots: Iterable[Expr], borrowed: Mapping[int, int]) -> None:
        self.entries: list[ir.Entry] = []
        self.leaves: list[Expr] = []
        self.scalars: dict[np.dtype, list[Any]] = {}
        self.offsets: list[int] = []
        self.memo: dict[int, int] = {}
        self.widened: dict[tuple[int, Any], Expr] = {}
        #: whether anything is a slice
        self.reads = False
        #: the frames, by id, of what becomes a view, and what is not donated since views stay
        self.own: dict[int, Frame] = {}
        self.pinned: set[int] = set()
        self.roots = [r for r in roots if r.value is None]
        self.edges: dict[int, int] = {}
        self.borrowed = borrowed
        self.order: list[Expr] = []
        for root in self.roots:
            self._count(root)
        self.mesh = _mesh_of(self.order)

    def _count(self, node: Expr) -> None:
        """Count the references that expressions of this program hold on each other."""
        self.edges[id(node)] = self.edges.get(id(node), 0)
        self.order.append(node)
        self.reads = self.reads or is_affine_read(node)
        for arg in node.args:
            seen = self.edges.get(id(arg))
            if seen is None:
                self._count(arg)
                self.edges[id(arg)] += 1
            else:
                self.edges[id(arg)] = seen + 1

    def _known(self, node: Expr) -> int:
        """Count the references on `node` of a loop over `order`, of this program and to be ended.

        If there are more, someone will still refer to it after the run.
        """
        return OF_LOOP + self.edges[id(node)] + self.borrowed.get(id(node), 0)

    def program(self, longer: bool = False) -> Program:
        """Write the program for the roots and for what live handles refer to on the way.

        The latter may become views of what is computed, the roots only with `longer`.
        """
        wanted = {id(r) for r in self.roots}
        keep = list(self.roots)
        order = self.order
        for i in range(len(order)):
            node = order[i]
            if node.value is None and id(node) not in wanted:
                known = self._known(node)
                if sys.getrefcount(node) > known:
                    if node in shown:
                        self.pinned.add(id(node.args[0]))
                    else:
                        keep.append(node)
        made = Program()
        made.lines = made.single = None
        made.roots = keep
        made.shown = []
        for node in keep if longer else keep[len(self.roots) :]:
            if (frame := self._own_frame(node)) is not None:
                self.own[id(node)] = frame
        outputs = []
        for i, node in enumerate(keep):
            frame = self.own.get(id(node))
            if frame is None:
                outputs.append(self.visit(node))
                continue
            outputs.append(self._in_frame(node, frame))
            keep[i] = Expr(frame.base)
            made.shown.append((node, keep[i], frame.lens))
        made.outputs = tuple(outputs)
        made.entries = tuple(self.entries)
        made.leaves = self.leaves
        made.scalars = self.scalars
        made.offsets = tuple(self.offsets)
        made.mesh = self.mesh
        donated = self._donations(keep)
        made.shifted = next((k for k in donated if self._read_elsewhere(k)), None)
        made.donated = tuple([k for k in donated if k != made.shifted])
        return made

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

    def _donations(self, keep: list[Expr]) -> tuple[int, ...]:
        """Choose leaves that nobody will need and whose buffer a result can take over."""
        room: dict[Aval, int] = {}
        for node in keep:
            for aval in node.aval if isinstance(node.aval, tuple) else (node.aval,):
                room[aval] = room.get(aval, 0) + 1
        chosen = []
        for k in range(len(self.leaves)):
            node = self.leaves[k]
            if not room.get(node.aval) or node.on_host or node.shared or id(node) in self.pinned:
                continue
            known = self._known(node) + 1  # for the list of leaves
            if sys.getrefcount(node) <= known and sys.getrefcount(node.value) <= _OF_VALUE:
                room[node.aval] -= 1
                chosen.append(k)
        return tuple(chosen)

    def scalar(self, value: Any, dtype: np.dtype) -> int:
        """Add a run-time number and return its position among those of its dtype."""
        vector = self.scalars.setdefault(dtype, [])
        vector.append(value)
        return len(vector) - 1

    def _slot(self, offset: int) -> int:
        self.offsets.append(offset)
        return len(self.offsets) - 1

    def _add(self, entry: ir.Entry) -> int:
        self.entries.append(entry)
        return len(self.entries) - 1

    def visit(self, node: Expr) -> int:
        """Write what `node` needs and return its position."""
        found = self.memo.get(id(node))
        if found is not None:
            return found
        if node.value is not None:
            at = self._leaf(node)
        elif isinstance(node.params, Affine):
            if is_write(node):
                at = self._write(node)
            elif _is_part_of_extended(node):
                base = node.args[0]
                at = self._extended(base.args[0], base.params, node.params.dims, node.aval)
            else:
                at = self._read(self._base(node), self._lens(node), node.aval)
        elif isinstance(node.params, Extended):
            whole = Affine.identity(node.aval.shape)
            at = self._extended(node.args[0], node.params, whole.dims, node.aval)
        elif (at := self._fold(node)) < 0:
            args = tuple([self.visit(a) for a in node.args])
            at = self._add(ir.Apply(node.op, node.params, args, node.aval))
        self.memo[id(node)] = at
        return at

    def _lens(self, node: Expr) -> Affine:
        """Return what a slice shows, in the coordinates of what `_base` writes."""
        frame = self.own.get(id(node.args[0]))
        return node.params if frame is None else node.params.of(frame.lens)

    def _base(self, node: Expr) -> int:
        """Write what a slice is one of."""
        base = node.args[0]
        frame = self.own.get(id(base))
        return self.visit(base) if frame is None else self._in_frame(base, frame)

    def _leaf(self, node: Expr) -> int:
        if not node.on_host:
            self.leaves.append(node)
            return self._add(ir.Leaf(node.aval))
        replicated = make_aval(make_layout(node.aval.shape, self.mesh), node.aval.dtype)
        if node.aval.shape == ():
            return self._add(ir.Scalar(replicated, self.scalar(node.value, node.aval.dtype)))
        self.leaves.append(node)
        return self._add(ir.Leaf(replicated))

    def _read(self, arg: int, lens: Affine, aval: Aval) -> int:
        fixed = tuple((axis, self.scalar(at, INT)) for axis, at in lens.fixed)
        dims: list[ir.Window | None] = []
        for dim in lens.dims:
            if dim.axis is None:
                dims.append(None)
                continue
            size = lens.base_shape[dim.axis]
            if dim.start == 0 and dim.step == 1 and dim.length == size:
                dims.append(ir.Window(dim.axis, -1))
                continue
            low = upwards(dim) if dim.length else Dim(dim.axis, 0, 1, 0)
            dims.append(ir.Window(dim.axis, self._slot(low.start), low.step, dim.step < 0))
        return self._add(ir.Read(arg, fixed, tuple(dims), aval))

    def _extended(self, node: Expr, lens: Extended, dims: tuple[Dim, ...], aval: Aval) -> int:
        """Write the part `dims`, in steps of 1, of what `lens` makes of `node`."""
        beyond, fill = lens.beyond, -1
        if beyond == "fill" and (lens.fill != 0 or np.signbit(np.real(lens.fill))):
            fill = self.scalar(lens.fill, aval.dtype)
        windows: list[ir.Window | None] = []
        for dim in dims:
            if dim.axis is None:
                windows.append(None)
                continue
            n = lens.base_shape[dim.axis]
            start = lens.starts[dim.axis] + dim.start
            if beyond == "wrap" and not 0 <= start <= n - dim.length:
                start = (start + n // 2) % n - n // 2  # the shorter way round
            if dim.length == n and not start:
                windows.append(ir.Window(dim.axis, -1))
            elif 0 <= start <= n - dim.length:
                windows.append(ir.Window(dim.axis, self._slot(start)))
            elif dim.length == n and beyond in ("wrap", "fill"):
                windows.append(ir.Window(dim.axis, self._slot(start), beyond=beyond))
            else:
                windows.append(ir.Window(dim.axis, -1, beyond=beyond, start=start))
        return self._add(ir.Read(self.visit(node), (), tuple(windows), aval, fill))

    def _write(self, node: Expr, own: Frame | None = None) -> int:
        lens, aval = node.params, node.aval
        if own is None:
            base = self.visit(node.args[0])
        else:
            base = self._in_frame(node.args[0], own)
            lens, aval = lens.of(own.lens), own.base
        frame = Frame(lens, aval)
        value = self._in_frame(node.args[1], frame)
        fixed = tuple((axis, self.scalar(at, INT)) for axis, at in lens.fixed)
        bounds = tuple(
            ir.Bound(
                axis,
                self.scalar(dim.start, INT),
                self.scalar(dim.start + (dim.length - 1) * dim.step + 1, INT),
                dim.step,
            )
            for axis, (_, dim) in zip(frame.axes, frame.dims, strict=True)
            if (dim.start, dim.step, dim.length) != (0, 1, lens.base_shape[axis])
        )
        return self._add(ir.Write(base, value, fixed, bounds, aval))

    def _in_frame(self, node: Expr, frame: Frame) -> int:
        """Write `node`, a part of the value of a write, in the coordinates of the frame."""
        found = frame.memo.get(id(node))
        if found is not None:
            return found
        present, aval = frame.part(node.aval)
        if node.aval.shape == ():
            at = self.visit(node)
        elif node.op is not None and node.op.elementwise:
            args = tuple([self._in_frame(a, frame) for a in node.args])
            at = self._add(ir.Apply(node.op, node.params, args, aval))
        elif (inner := self._with_axes_inside(node)) is not None:
            at = self._in_frame(inner, frame)
        elif is_write(node) and self.own.get(id(node)) is frame:
            at = self._write(node, frame)
        elif (at := self._fold(node, frame)) < 0:
            at = self._shifted(node, frame, present, aval)
            if at < 0:
                at = self._embedded(node, frame, present, aval)
        frame.memo[id(node)] = at
        return at

    def _with_axes_inside(self, node: Expr) -> Expr | None:
        """Return a result with new axes as that of operands with new axes; None if it is none.

        As it is, it would be made in its own shape, which may be another one each time.
        """
        if not is_affine_read(node):
            return None
        base, lens = node.args[0], node.params
        rest = tuple([d for d in lens.dims if d != Dim(None, 0, 1, 1)])
        if base.op is None or base.value is not None or not rest or lens.fixed:
            return None
        if rest != Affine.identity(lens.base_shape).dims:
            return None
        new = tuple([d.axis is None for d in lens.dims])
        if not any(new[new.index(False) :]):
            return base  # leading axes broadcast by themselves
        if not base.op.elementwise:
            return None
        found = self.widened.get((id(base), new))
        if found is None:
            args = tuple([self._with_axes(arg, new) for arg in base.args])
            found = self._made((id(base), new), Expr(node.aval, base.op, args, base.params))
        return found

    def _with_axes(self, arg: Expr, new: tuple[bool, ...]) -> Expr:
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
        if arg.on_host:
            return host(lens.index(tuple(key)).of_numpy(arg.value))
        if arg.value is None and is_affine_read(arg):
            source, lens = arg.args[0], arg.params
        lens = lens.index(tuple(key))
        found = self.widened.get((id(source), lens))
        if found is None:
            made = Expr(lens_aval(source.aval, lens), None, (source,), lens)
            found = self._made((id(source), lens), made)
        return found

    def _made(self, key: tuple[int, Any], node: Expr) -> Expr:
        """Keep an expression of this program alone, whose references on others are no one's."""
        self.widened[key] = node
        for arg in node.args:
            if id(arg) in self.edges:
                self.edges[id(arg)] += 1
        return node

    def _own_frame(self, node: Expr) -> Frame | None:
        """Return the frame for what outlives the program, if its length changes in each.

        It is made as long as the slices' base then, and is itself a slice.
        """
        shape = node.aval.shape if isinstance(node.aval, Aval) else ()
        if not shape or not self.reads or node in shown:
            return None
        dims, args = range(len(shape)), node.args
        if is_affine_read(node):
            args = (node,)
        elif is_write(node) and is_affine_read(args[0]):
            args = args[:1]
        elif node.op is None:
            return None
        same = node.op is None or node.op.elementwise
        labels = bounded.Labels([dims] * len(args), dims) if same else bounded.labels_of(node)
        if labels is None or len(labels.result) != len(dims):
            return None
        windows = bounded.windows(node.op, args, labels.terms, labels.reduced, labels.result)
        if windows is None or windows.keys().isdisjoint(labels.result):
            return None
        places = {
            d: Place(windows[a][0], None, windows[a][1])
            for d, a in enumerate(labels.result)
            if a in windows
        }
        return frame_of(node.aval, dims, places)

    def _fold(self, node: Expr, outer: Frame | None = None) -> int:
        """Write a reduction of slices in the coordinates of their bases; -1 if it is none.

        What stays of the dimensions is in those of the `outer` frame, if it is in one.
        """
        labels = bounded.labels_of(node)
        if labels is None:
            return -1
        aval, places, free = node.aval, {}, ()
        if outer is not None:
            inside = kept(outer, aval, labels.result)
            if inside is None:
                return -1
            (aval, places), free = inside, labels.result
        terms, reduced = labels.terms, labels.reduced
        windows = bounded.windows(node.op, node.args, terms, reduced, free)
        if windows is None:
            return -1
        windows = {a: window for a, window in windows.items() if a in reduced}
        places.update({a: Place(n, None, dim) for a, (n, dim) in windows.items()})
        args = tuple(
            [
                self._in_frame(arg, frame_of(arg.aval, term, places))
                for arg, term in zip(node.args, terms, strict=True)
            ]
        )
        bounds = tuple(
            [
                ir.Bound(a, self.scalar(d.start, INT), self.scalar(d.start + d.length, INT), 1)
                for a, (_, d) in windows.items()
            ]
        )
        return self._add(ir.Fold(node.op, node.params, args, bounds, aval))

    def _shifted(self, node: Expr, frame: Frame, present: tuple[bool, ...], aval: Aval) -> int:
        """Write a slice as a shift of its base; -1 where it steps unlike the target."""
        if not is_affine_read(node):
            return -1
        lens = self._lens(node)
        lead = frame.ndim - len(lens.dims)
        fixed = list(lens.fixed)
        dims: list[tuple[int, int] | None] = []
        used = set()
        for (j, target), here in zip(frame.dims, present, strict=True):
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
            if j in frame.flipped:
                dim = Dim(axis, dim.start + (dim.length - 1) * dim.step, -dim.step, dim.length)
            if dim.step != target.step and dim.length != 1:
                return -1
            dims.append((axis, dim.start - target.start))
        for i, dim in enumerate(lens.dims):
            if i not in used and dim.axis is not None:
                fixed.append((dim.axis, dim.start))
        source = self._base(node)
        there = tuple((axis, self.scalar(at, INT)) for axis, at in fixed)
        windows = tuple(None if d is None else ir.Window(d[0], self._slot(d[1])) for d in dims)
        if any(w is None and p for w, p in zip(windows, present, strict=True)):
            aval = frame.aval(tuple(w is not None for w in windows), node.aval.dtype)
        return self._add(ir.Read(source, there, windows, aval))

    def _embedded(self, node: Expr, frame: Frame, present: tuple[bool, ...], aval: Aval) -> int:
        """Write an array of the view's shape, laid out where the view lies in its base."""
        at = self.visit(node)
        shape = node.aval.shape
        lead = frame.ndim - len(shape)
        backwards = tuple(j - lead for j in frame.flipped if j >= lead and shape[j - lead] != 1)
        if backwards:
            at = self._read(at, Affine.identity(shape).flip(backwards), self.entries[at].aval)
        dims: list[ir.Window | None] = []
        used = set()
        for (j, target), here in zip(frame.dims, present, strict=True):
            if not here:
                dims.append(None)
                continue
            used.add(j - lead)
            offset = target.start if target.step > 1 else -target.start
            whole = target.step == 1 and shape[j - lead] == aval.shape[len(dims)]
            slot = -1 if whole else self._slot(offset)
            dims.append(ir.Window(j - lead, slot, stretch=target.step))
        fixed = tuple((i, self.scalar(0, INT)) for i in range(len(shape)) if i not in used)
        return self._add(ir.Read(at, fixed, tuple(dims), aval))


def _is_part_of_extended(node: Expr) -> bool:
    """Whether `node` reads a part of an extended array that can be read without making that."""
    base, lens = node.args[0], node.params
    return (
        isinstance(base.params, Extended)
        and not lens.fixed
        and all(d.step == 1 and d.length > 0 for d in lens.dims if d.axis is not None)
    )


def _mesh_of(nodes: list[Expr]) -> Any:
    for node in nodes:
        for aval in node.aval if isinstance(node.aval, tuple) else (node.aval,):
            if aval.layout.mesh is not None:
                return aval.layout.mesh
    raise AssertionError("a program of host values only")
