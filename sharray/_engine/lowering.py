"""From entries to JAX: what one program computes, on padded arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from sharray._core.layout import Aval, make_layout, with_length
from sharray._core.lazy import jax, jnp, lax
from sharray._core.user_line import Line
from sharray._engine import blocks, derivatives, explained, ir, kernels, segments, shifts
from sharray._engine.blocks import cast, clean, constrain, padded, relayout, resize
from sharray._engine.folds import Pending, Valid, on_arrays


def _gathered(x: Any, aval: Aval) -> Any:
    """Gather a logical array along the dimensions that do not divide.

    XLA's partitioner aborts the process on some scatters, of which derivatives are full, with
    operands that do not divide.
    """
    layout = aval.layout
    if not layout.is_padded:
        return x
    spec = tuple(
        names if n == m else ()
        for names, n, m in zip(layout.spec, layout.shape, layout.padded_shape, strict=True)
    )
    return constrain(x, make_layout(aval.shape, layout.mesh, spec))


def _relayout(x: Any, source: Aval, target: Aval) -> Any:
    """Bring an operand to the layout of an elementwise result; lengths of 1 still broadcast."""
    if not source.shape:
        return x
    if source.shape == target.shape:
        return relayout(x, source.layout, target.layout)
    extra = len(target.shape) - len(source.shape)
    spec = tuple(
        target.layout.spec[d] if n == target.shape[d] else ()
        for d, n in enumerate(source.shape, extra)
    )
    # not cut to its length and broadcast by XLA, which would add up zeros: -0.0 would be 0.0
    return relayout(x, source.layout, make_layout(source.shape, target.layout.mesh, spec))


class _Rolls:
    """Sources of slices: each is rolled for all slices of it, when the first of them comes."""

    def __init__(self, entries: tuple[ir.Entry, ...], offsets: tuple[int, ...] | None) -> None:
        self._entries = entries
        self._left = {} if offsets is None else shifts.grouped(entries, offsets)
        #: read -> how far its source has been rolled, and that
        self._rolled: dict[int, Any] = {}

    def source(self, number: int, read: ir.Read, x: Any) -> tuple[Any, Any]:
        """Return how far the source `x` of a read has been rolled for it, and the rolled one."""
        beyond = shifts.beyond(read)
        some = self._left.pop((read.arg, beyond), ())
        if some:
            layout, ways = self._entries[read.arg].aval.layout, [way for _, way in some]
            shifted = shifts.shifted(x, layout, ways, beyond)
            for (at, way), y in zip(some, shifted, strict=True):
                self._rolled[at] = way, y
        return self._rolled.pop(number, ((), x))


def lower(
    entries: tuple[ir.Entry, ...],
    outputs: tuple[int, ...],
    scalar_dtypes: tuple[Any, ...],
    offsets: tuple[int, ...] | None,
    traced: bool = False,
    lines: Sequence[Line | None] | None = None,
) -> Any:
    """Return the JAX function of a program.

    Its arguments are one vector per dtype of scalar, then the buffers. With `offsets` None the
    offsets of slices come first, as a vector. If it is `traced`, JAX may want its derivative.
    Entries are named after their `lines`, if these are given.
    """

    def program(*operands: Any) -> tuple[Any, ...]:
        rest = list(operands)
        dynamic = rest.pop(0) if offsets is None else None
        vectors = {dtype: rest.pop(0) for dtype in scalar_dtypes}
        buffers = iter(rest)
        values: list[Any] = []
        rolls = _Rolls(entries, offsets)
        turns = entries if lines is None else explained.at_lines(entries, lines)
        for i, entry in enumerate(turns):
            match entry:
                case ir.Leaf():
                    value: Any = next(buffers)
                case ir.Number():
                    value = vectors[entry.aval.dtype][entry.position]
                case ir.Apply():
                    args = [values[i] for i in entry.args]
                    if traced:
                        value = _differentiable(entry, args, avals(entry))
                    else:
                        if entry.op.masked:
                            args[0] = _pending(entries, outputs, values, entry.args[0])
                        value = _apply(entry, args, avals(entry))
                case ir.Read():
                    reader = _Reader(entry, entries[entry.arg].aval, vectors, offsets, dynamic)
                    with kernels.derived(traced):
                        value = reader.run(*rolls.source(i, entry, values[entry.arg]))
                    if traced and shifts.beyond(entry):
                        # what arrives at the padding is not for the elements it was read from
                        value = clean(value, entry.aval)
                case ir.Write():
                    value = _write(entry, values, vectors)
                case ir.Fold():
                    args = [values[i] for i in entry.args]
                    if entry.op.masked:
                        args[0] = _pending(entries, outputs, values, entry.args[0])
                    value = _fold(entry, args, [entries[i].aval for i in entry.args], vectors)
            values.append(value)
        results: list[Any] = []
        for i in outputs:
            value = values[i]
            results.extend(value if isinstance(value, list) else [value])
        return tuple(results)

    def avals(entry: ir.Apply) -> list[Aval]:
        return [entries[i].aval for i in entry.args]

    return program


def _pending(
    entries: tuple[ir.Entry, ...], outputs: Sequence[int], values: list[Any], top: int
) -> Any:
    """Return operand `top` of the next entry, with what leads to it and to nothing else."""
    target = entries[top].aval
    users: dict[int, set[int]] = {}
    for i, entry in enumerate(entries):
        for j in ir.operands(entry):
            users.setdefault(j, set()).add(i)
    inner = {len(values)}
    steps: list[tuple[int, ir.Apply]] = []
    for i in range(top, -1, -1):
        entry = entries[i]
        if (
            isinstance(entry, ir.Apply)
            and entry.op.elementwise
            and entry.aval.layout is target.layout
            and i not in outputs
            and users.get(i, {-1}) <= inner
        ):
            inner.add(i)
            steps.insert(0, (i, entry))
    if not steps:
        return values[top]
    leaves = sorted({j for _, entry in steps for j in entry.args} - inner)

    def compute(*pieces: Any) -> Any:
        results = dict(zip(leaves, pieces, strict=True))
        for i, entry in steps:
            inputs = [entries[j].aval for j in entry.args]
            results[i] = _compute(entry, [results[j] for j in entry.args], inputs)
        return results[top]

    ready = []
    for j in leaves:
        x = _relayout(values[j], entries[j].aval, target)
        ready.append(lax.expand_dims(x, range(len(target.shape) - x.ndim)))
    return Pending(values[top], ready, compute)


def _differentiable(entry: ir.Apply, args: list[Any], inputs: list[Aval]) -> Any:
    """Apply an operation so that its derivative sees no padding."""
    op, many = entry.op, isinstance(entry.aval, tuple)
    outputs: Any = entry.aval if many else (entry.aval,)
    if not derivatives.needed(inputs, outputs, op.kernel is not None or op.masked):
        return _apply(entry, args, inputs)

    def compute(*args: Any) -> list[Any]:
        result = _apply(entry, list(args), inputs)
        return result if many else [result]

    function, cut, lay_out = compute, clean, clean
    if op.kernel is None:
        split = op.elementwise or op.masked or op.splits
        keep = (lambda x, aval: x) if split else _gathered

        def function(*args: Any) -> list[Any]:
            return jax.tree.leaves(_on_logical(entry, list(args), inputs))

        def cut(x: Any, aval: Aval) -> Any:
            return keep(resize(x, aval.shape), aval)

        def lay_out(x: Any, aval: Aval) -> Any:
            return padded(keep(x, aval), aval.layout)

    results = derivatives.derived(compute, function, inputs, outputs, cut, lay_out)(*args)
    return results if many else results[0]


def _on_logical(entry: ir.Apply, args: list[Any], inputs: list[Aval]) -> Any:
    """Apply an operation to logical arrays."""
    if entry.op.elementwise:
        return jnp.broadcast_to(_compute(entry, args, inputs), entry.aval.shape)
    return on_arrays(entry.op, entry.params, args)


def _compute(entry: ir.Apply, args: Sequence[Any], avals: Sequence[Aval]) -> Any:
    """Apply an elementwise operation to arrays that are laid out alike, or pieces of them."""
    op = entry.op
    dtypes, _ = op.compute_dtypes(tuple(a.dtype for a in avals))
    result = op.lowering(*[cast(x, t) for x, t in zip(args, dtypes, strict=True)])
    return result.astype(entry.aval.dtype)


def _apply(entry: ir.Apply, args: list[Any], avals: list[Aval]) -> Any:
    op = entry.op
    if op.elementwise:
        value = _compute(
            entry, [_relayout(x, a, entry.aval) for x, a in zip(args, avals, strict=True)], avals
        )
        if value.shape != entry.aval.layout.padded_shape:
            whole = jnp.broadcast_to(value, entry.aval.layout.padded_shape)
            value = constrain(whole, entry.aval.layout)
        return value
    if op.kernel is not None:
        return op.kernel(op, args, avals, entry.aval, entry.params)
    if op.masked:
        return _reduce(entry, args, Valid(avals[0].shape, avals[0].layout))
    return blocks.on_logical(op, args, avals, entry.aval, entry.params)


def _reduce(entry: ir.Apply | ir.Fold, args: list[Any], valid: Valid) -> Any:
    """Apply an operation to padded arrays, of which some elements count."""
    pos, named = entry.params.rebuild(args)
    result = entry.op.lowering(*pos, valid=valid, **named)
    result = lax.expand_dims(result, range(len(entry.aval.shape) - result.ndim))
    return padded(result, entry.aval.layout)


class _Reader:
    """Lowers one `Read`."""

    def __init__(
        self,
        entry: ir.Read,
        source: Aval,
        vectors: dict[Any, Any],
        offsets: tuple[int, ...] | None,
        dynamic: Any,
    ) -> None:
        self.entry, self.source, self.offsets, self.dynamic = entry, source, offsets, dynamic
        self.ints: Any = vectors.get(ir.INT)
        self.fill = 0 if entry.fill < 0 else vectors[source.dtype][entry.fill]
        layout = source.layout
        self.mesh = layout.mesh
        gone = [a for a, _ in entry.fixed]
        self.axes = [a for a in range(layout.ndim) if a not in gone]
        self.spec = tuple(layout.spec[a] for a in self.axes)
        self.shape = [source.shape[a] for a in self.axes]

    def run(self, rolled: shifts.Shifts, x: Any) -> Any:
        """Read from `x`, the source, which has been rolled already along some of its axes."""
        entry = self.entry
        aval = entry.aval
        mesh = self.mesh
        assert mesh is not None
        fixed = [(a, self.ints[p]) for a, p in entry.fixed]
        x = derivatives.extracted(x, mesh, self.source.layout.spec, fixed)
        slices = [w for w in entry.dims if w is not None]
        order = [self.axes.index(w.axis) for w in slices]
        kept = [i for i, w in enumerate(entry.dims) if w is not None]
        shape = tuple([aval.shape[i] for i in kept])
        carried = tuple([self.spec[d] for d in order])
        wanted = tuple([aval.layout.spec[i] for i in kept])
        # where source and result lie differently, the smaller one moves
        if carried != wanted and math.prod(self.shape) <= math.prod(shape):
            before = make_layout(tuple(self.shape), mesh, self.spec)
            self.spec = tuple([wanted[order.index(d)] for d in range(len(order))])
            x = relayout(x, before, make_layout(before.shape, mesh, self.spec))
            carried = wanted
        there = make_layout(shape, mesh, carried)
        for w, d, n, m in zip(slices, order, shape, there.padded_shape, strict=True):
            if rolled and rolled[w.axis]:
                continue
            offset = (
                w.start if w.slot < 0 else None if self.offsets is None else self.offsets[w.slot]
            )
            if w.beyond:
                x = self._beyond(x, d, w, offset, n, m)
            elif offset is None:
                x = self._slice_any(x, d, w, n, m)
            else:
                x = _slice(x, d, w, offset, self.shape[d], n, m)
            self.shape[d] = n
        x = relayout(lax.transpose(x, order), there, make_layout(shape, mesh, wanted))
        x = lax.expand_dims(x, [i for i, w in enumerate(entry.dims) if w is None])
        if x.shape != aval.layout.padded_shape:
            x = jnp.broadcast_to(x, aval.layout.padded_shape)
        return constrain(x, aval.layout)

    def _beyond(self, x: Any, d: int, w: ir.Slice, offset: int | None, n: int, m: int) -> Any:
        """As `_slice`, where elements beyond the ends of the source count."""
        size, fills = self.shape[d], w.beyond == "fill"
        here = make_layout(tuple(self.shape), self.mesh, self.spec)
        if offset is None and not fills:
            return shifts.anywhere(x, here, d, self.dynamic[w.slot])
        start: Any = self.dynamic[w.slot] if offset is None else offset
        if offset is None:
            zeros = False
            x = self._slice_any(x, d, w, n, m)
        elif not fills or (self.spec[d] and (m != x.shape[d] or abs(offset) > here.block_shape[d])):
            zeros = True
            x = segments.padded_slice(x, here, with_length(here, d, n), d, offset, w.beyond)
        else:
            zeros = x.shape[d] == size
            x = _slice(x, d, w, offset, size, n, m)
        if not fills or (zeros and self.entry.fill < 0):
            return x
        at = lax.expand_dims(jnp.arange(m) + start, [a for a in range(x.ndim) if a != d])
        return jnp.where((at >= 0) & (at < size), x, jnp.asarray(self.fill, x.dtype))

    def _slice_any(self, x: Any, d: int, w: ir.Slice, n: int, m: int) -> Any:
        """As `_slice`, for an offset known at run time.

        Rolled where the axis is longer: the source until its slice starts at 0, or else the
        short source, laid out at 0 of the result, into its place.
        """
        assert self.mesh is not None
        offset = self.dynamic[w.slot]
        if x.shape[d] >= m and w.base_dilation == 1:
            x = kernels.roll(x, self.mesh, self.spec, d, offset)
            return _slice(x, d, w, 0, self.shape[d], n, m)
        x = _slice(x, d, w, 0, self.shape[d], n, m)
        return kernels.roll(x, self.mesh, self.spec, d, -offset if w.base_dilation > 1 else offset)


def _slice(x: Any, d: int, w: ir.Slice, offset: int, size: int, n: int, m: int) -> Any:
    """Cut ``out[t] = x[offset + stride * t]`` along `d` for `t` below `m`, of which `n` count.

    `size` is the logical length of `x` there.
    """
    if w.base_dilation > 1:
        x = lax.slice_in_dim(x, 0, size, axis=d)
        x = _pad(x, d, (0, 0, w.base_dilation - 1))
        offset = -offset
    elif w.stride > 1 or w.flip:
        stop = offset + (n - 1) * w.stride + 1 if n else offset
        x = lax.slice_in_dim(x, offset, stop, w.stride, axis=d)
        x = lax.rev(x, (d,)) if w.flip else x
        offset = 0
    have = x.shape[d]
    first, last = max(0, offset), min(have, offset + m)
    if first >= last:
        shape = list(x.shape)
        shape[d] = m
        return jnp.zeros(shape, x.dtype)
    if (first, last) != (0, have):
        x = lax.slice_in_dim(x, first, last, axis=d)
    before = max(0, -offset)
    after = m - (last - first) - before
    if before or after:
        x = _pad(x, d, (before, after, 0))
    return x


def _pad(x: Any, d: int, edges: tuple[int, int, int]) -> Any:
    """Put zeros before, behind and between the elements along `d`."""
    widths = [edges if a == d else (0, 0, 0) for a in range(x.ndim)]
    return lax.pad(x, jnp.zeros((), x.dtype), widths)


def _write(entry: ir.Write, values: list[Any], vectors: dict[Any, Any]) -> Any:
    layout = entry.aval.layout
    assert layout.mesh is not None
    ints: Any = vectors.get(ir.INT)
    fixed = [(a, ints[p]) for a, p in entry.fixed]
    bounds = [(b.axis, ints[b.start], ints[b.stop], b.step) for b in entry.bounds]
    new = values[entry.value].astype(entry.aval.dtype)
    base = values[entry.base]
    result = derivatives.written(base, new, layout.mesh, layout.spec, fixed, bounds)
    return constrain(result, layout)


def _fold(entry: ir.Fold, args: list[Any], avals: list[Aval], vectors: dict[Any, Any]) -> Any:
    ints: Any = vectors.get(ir.INT)
    bounds = {b.axis: (ints[b.start], ints[b.stop]) for b in entry.bounds}
    if not entry.op.masked:
        for k, term in enumerate(entry.params.values["labels"][0]):
            here = {d: bounds[label] for d, label in enumerate(term) if label in bounds}
            args[k] = Valid(avals[k].shape, None, here).fill(args[k], 0, tuple(here))
        return entry.op.kernel(entry.op, args, avals, entry.aval, entry.params)
    return _reduce(entry, args, Valid(avals[0].shape, avals[0].layout, bounds))
