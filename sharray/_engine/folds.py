"""Reductions of padded arrays: what counts, and how it is combined.

On CPU, XLA's reductions read their operand from memory. What is computed on the way to one, be it
but the mask over the padding, would go there first, in a buffer as large as the operand. So there
each device takes its block a piece at a time: computes, masks and reduces it while it is in cache.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sharray._core.layout import Layout
from sharray._core.lazy import jax, jnp, lax
from sharray._core.rules import axes_of
from sharray._engine import kernels
from sharray._engine.monoids import ANY, MAX, MIN, Monoid

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh

#: Elements of a piece that is added to the ones before, and of one that is reduced by itself:
#: small enough for a core's caches, large enough for a turn of a loop.
ACCUMULATED, REDUCED = 1 << 11, 1 << 12
#: Elements that should follow one another in memory.
RUN = 64


def on_cpu(mesh: Mesh | AbstractMesh | None) -> bool:
    """Whether a mesh has CPU devices, as an abstract one will have."""
    if mesh is None or not mesh.axis_names:  # that of one block
        return False
    return isinstance(mesh, jax.sharding.AbstractMesh) or mesh.devices.flat[0].platform == "cpu"


class Pending:
    """An elementwise expression on arrays that lie alike; `whole` is its value.

    `compute` takes pieces of the `leaves`. XLA drops `whole` from a program that never uses it.
    """

    __slots__ = ("compute", "leaves", "whole")

    def __init__(self, whole: Any, leaves: Sequence[Any], compute: Callable[..., Any]) -> None:
        self.whole, self.leaves, self.compute = whole, leaves, compute

    @property
    def dtype(self) -> Any:
        """The dtype of the value."""
        return self.whole.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions of the value."""
        return self.whole.ndim


class Valid:
    """Which elements of a padded array count: those within the logical `shape`, from `starts` on.

    Passed as ``valid`` to the functions of operations that reduce. Padding along an axis that is
    not reduced only reaches the padding of the result; along one that is, it counts as what does
    not matter to the reduction.

    Parameters
    ----------
    shape
        The logical shape.
    layout
        How the array lies on its devices, if each is to reduce its block by itself.
    bounds
        For axes along which fewer elements count, the index of the first and that after the last,
        which are known when the program runs.
    """

    __slots__ = ("layout", "shape", "starts")

    def __init__(
        self,
        shape: tuple[int, ...],
        layout: Layout | None = None,
        bounds: Mapping[int, tuple[Any, Any]] = MappingProxyType({}),
    ) -> None:
        self.starts = tuple([bounds[a][0] if a in bounds else 0 for a in range(len(shape))])
        #: how many elements count along each axis
        self.shape: tuple[Any, ...] = tuple(
            [bounds[a][1] - bounds[a][0] if a in bounds else n for a, n in enumerate(shape)]
        )
        self.layout: Layout | None = None
        # one device alone has a thread for each core, which XLA knows how to use
        if layout is not None and layout.size and max(layout.parts, default=1) > 1:
            self.layout = layout if on_cpu(layout.mesh) else None

    def fill(self, x: Any, value: Any, axis: Any) -> Any:
        """Replace the padding along the reduced axes by `value`."""
        inside: Any = None
        for a in axes_of(axis, x.ndim):
            if self._is_whole(a, x.shape[a]):
                continue
            here = _along(self._holds(a, jnp.arange(x.shape[a])), a, x.ndim)
            inside = here if inside is None else inside & here
        return x if inside is None else jnp.where(inside, x, jnp.asarray(value, x.dtype))

    def _is_whole(self, a: int, held: int) -> bool:
        """Whether all of the `held` elements along an axis count."""
        return isinstance(self.shape[a], int) and self.shape[a] == held

    def _holds(self, a: int, index: Any) -> Any:
        """Whether the elements at these indices of an axis count."""
        inside = index < self.starts[a] + self.shape[a]
        return inside if isinstance(self.shape[a], int) else inside & (index >= self.starts[a])

    def count(self, axis: Any) -> Any:
        """Return how many elements are reduced over `axis`."""
        return math.prod(self.shape[a] for a in axes_of(axis, len(self.shape)))

    def flat_index(self, x: Any, index: Any) -> Any:
        """Translate an index into the flattened padded array into one of the logical array.

        One before the first that counts, where nothing is larger than what fills the rest, is 0.
        """
        if all(self._is_whole(a, x.shape[a]) for a in range(1, x.ndim)):
            first = self.starts[0] * math.prod(x.shape[1:]) if x.ndim else 0
            return jnp.maximum(index - first, 0)
        flat, stride = 0, 1
        for a in reversed(range(x.ndim)):
            flat = flat + jnp.maximum(index % x.shape[a] - self.starts[a], 0) * stride
            index, stride = index // x.shape[a], stride * self.shape[a]
        return flat

    def _takes_pieces(self, by: Monoid, x: Any, axes: tuple[int, ...]) -> bool:
        """Whether XLA would need memory for what is computed on the way."""
        layout = self.layout
        if layout is None or not axes:
            return False
        uneven = not all(self._is_whole(a, layout.padded_shape[a]) for a in axes)
        return uneven or by.by_pieces or isinstance(x, Pending)

    def fold(
        self,
        by: Monoid,
        x: Any,
        axis: Any,
        keepdims: bool = False,
        each: Callable[..., Any] | None = None,
        *others: Any,
        indexed: bool = False,
    ) -> Any:
        """Combine what `each` makes of the elements of `x` along axes.

        Parameters
        ----------
        by
            How they are combined.
        x
            An array, or a `Pending` one.
        axis
            An axis, several, or None for all.
        keepdims
            Whether the axes stay, with length 1.
        each
            An elementwise function of `x` and `others`; by default the elements themselves.
        *others
            Arrays of the reduced shape, with `keepdims`.
        indexed
            Whether `each` is given, as its first argument, a function from an axis to the indices
            along it.
        """
        axes = axes_of(axis, x.ndim)
        if self._takes_pieces(by, x, axes):
            result = by.reduce(self._partial(by, x, axes, each, *others, indexed=indexed), 0)
        else:
            whole = x.whole if isinstance(x, Pending) else x
            at = [lambda a: _along(jnp.arange(whole.shape[a]), a, whole.ndim)] if indexed else []
            value = whole if each is None else each(*at, whole, *others)
            result = by.reduce(self.fill(value, by.identity(value.dtype), axes), axes)
        return jnp.expand_dims(result, axes) if keepdims else result

    def _partial(
        self,
        by: Monoid,
        x: Any,
        axes: tuple[int, ...],
        each: Callable[..., Any] | None = None,
        *others: Any,
        indexed: bool = False,
    ) -> Any:
        """Return what each device finds: `fold` over its own elements, along a new first axis."""
        layout = self.layout
        assert layout is not None
        assert layout.mesh is not None
        pending = x if isinstance(x, Pending) else Pending(x, [x], lambda piece: piece)
        first = len(pending.leaves)
        operands = [*pending.leaves, *others]
        specs = [
            tuple(
                names if n == held else ()
                for n, held, names in zip(o.shape, layout.padded_shape, layout.spec, strict=True)
            )
            for o in operands
        ]
        owners = tuple(name for a in axes for name in layout.spec[a])
        kept = tuple(names for a, names in enumerate(layout.spec) if a not in axes)
        block = layout.block_shape

        def body(*blocks: Any) -> Any:
            origins = [
                kernels.position(names) * n for names, n in zip(layout.spec, block, strict=True)
            ]

            def piece(along: int, start: Any, length: int, masks: Sequence[Any] = ()) -> Any:
                """Return the elements of a piece that are in the array and where `masks` hold."""
                cut = [
                    lax.dynamic_slice_in_dim(b, start, length, along) if b.shape[along] > 1 else b
                    for b in blocks
                ]

                def index(a: int) -> Any:
                    at = origins[a] + (start if a == along else 0)
                    return _along(at + jnp.arange(length if a == along else block[a]), a, x.ndim)

                value = pending.compute(*cut[:first])
                if each is not None:
                    value = each(*([index] if indexed else []), value, *cut[first:])
                inside = [
                    self._holds(a, index(a))
                    for a in axes
                    if not self._is_whole(a, layout.padded_shape[a]) and a != along
                ]
                identity = jnp.asarray(by.identity(value.dtype), value.dtype)
                for mask in [*inside, *masks]:
                    value = jnp.where(mask, value, identity)
                return value

            along, size, length, accumulates = _pieces(block, axes)
            if not accumulates:
                return _reduced_in_pieces(by, piece, axes, along, size, length)[None]
            total = self._added_up(by, piece, along, size, length, origins[along])
            return by.reduce(total, axes)[None]

        return kernels.on_blocks(body, layout.mesh, specs, (owners, *kept))(*operands)

    def _added_up(
        self, by: Monoid, piece: Callable[..., Any], along: int, size: int, length: int, origin: Any
    ) -> Any:
        """Combine pieces, cut along a reduced axis, element by element: what is in the array."""

        def combine(i: Any, total: Any) -> Any:
            return by.combine(total, piece(along, i * length, length))

        def rest(first: Any, last: Any) -> Any:
            """Return the elements from `first` to `last`, which are part of a piece."""
            start = jnp.minimum(first // length * length, size - length)
            at = start + jnp.arange(length)
            mask = _along((at >= first) & (at < last), along, len(self.shape))
            return piece(along, start, length, [mask])

        begin = self.starts[along]
        last = jnp.clip(begin + self.shape[along] - origin, 0, size)
        turn, turns = 0, last // length
        if not isinstance(begin, int):
            begin = jnp.clip(begin - origin, 0, size)
            turn = -(-begin // length)
            turns = jnp.maximum(turn, turns)
        total = rest(turns * length, last)
        if not isinstance(begin, int):
            total = by.combine(total, rest(begin, jnp.minimum(turn * length, last)))
        return lax.fori_loop(turn, turns, combine, total)


def _reduced_in_pieces(
    by: Monoid, piece: Callable[..., Any], axes: tuple[int, ...], along: int, size: int, length: int
) -> Any:
    """Reduce each piece, cut along an axis that stays, and put the results together."""

    # the last piece begins earlier than it has to, as all are of one length
    def write(i: Any, total: Any) -> Any:
        start = jnp.minimum(i * length, size - length)
        result = by.reduce(piece(along, start, length), axes)
        at = along - sum(a < along for a in axes)
        return lax.dynamic_update_slice_in_dim(total, result, start, at)

    result = jax.eval_shape(lambda: by.reduce(piece(along, 0, size), axes))
    empty = jnp.zeros(result.shape, result.dtype)
    return lax.fori_loop(0, -(-size // length), write, empty)


def _pieces(block: tuple[int, ...], axes: tuple[int, ...]) -> tuple[int, int, int, bool]:
    """Choose the axis of a block to cut, its size, the length of a piece, and how to combine them.

    Pieces along a reduced axis are combined element by element, which needs no reduction but at the
    end. Where their elements would lie too far apart, the cut is along an axis that stays, and each
    piece is reduced.
    """
    whole = math.prod(block)

    def length(a: int, elements: int) -> int:
        return min(max(elements * block[a] // whole, 1), block[a])

    def run(a: int) -> int:
        return length(a, ACCUMULATED) * math.prod(block[a + 1 :])

    kept = [a for a in range(len(block)) if a not in axes]
    near = [a for a in axes if run(a) >= min(RUN, whole)]
    if near or not kept:
        along = max(near or axes, key=run)
        return along, block[along], length(along, ACCUMULATED), True
    along = max(kept, key=lambda a: block[a])
    return along, block[along], length(along, REDUCED), False


def on_arrays(op: Any, params: Any, arrays: Sequence[Any]) -> Any:
    """Apply the lowering of an operation to arrays without padding, or blocks of some."""
    pos, named = params.rebuild(arrays)
    if op.masked:
        named["valid"] = Valid(arrays[0].shape)
    return op.lowering(*pos, **named)


def _along(vector: Any, axis: int, ndim: int) -> Any:
    """Lay a vector along an axis, so that XLA broadcasts it inside a fused loop."""
    return vector.reshape([-1 if d == axis else 1 for d in range(ndim)])


def extreme(by: Monoid, x: Any, axis: Any, keepdims: bool, valid: Valid) -> Any:
    """Return the largest or smallest elements over an axis, NaN where one is.

    Complex numbers, which XLA does not order, compare by their real parts first.
    """
    if x.dtype.kind != "c":
        return valid.fold(by, x, axis, keepdims)
    nan = valid.fold(ANY, x, axis, True, jnp.isnan)
    first = valid.fold(by, x, axis, True, jnp.real)

    def among_first(z: Any, first: Any) -> Any:
        return jnp.where(z.real == first, z.imag, by.identity(z.imag.dtype))

    extremum = lax.complex(first, valid.fold(by, x, axis, True, among_first, first))
    extremum = jnp.where(nan, jnp.asarray(jnp.nan, extremum.dtype), extremum)
    return extremum if keepdims else jnp.squeeze(extremum, axes_of(axis, x.ndim))


def position(by: Monoid, x: Any, axis: Any, keepdims: bool, valid: Valid) -> Any:
    """Return the index of the first largest or smallest element, or of the first NaN."""
    axes = axes_of(axis if axis is None else operator.index(axis), x.ndim)
    if x.dtype.kind != "c" and valid.layout is None:
        whole = valid.fill(x.whole if isinstance(x, Pending) else x, by.identity(x.dtype), axes)
        at_extremum = (jnp.argmax if by is MAX else jnp.argmin)(whole, axis=axis, keepdims=keepdims)
        if axis is None:
            return valid.flat_index(whole, at_extremum)
        return jnp.maximum(at_extremum - valid.starts[axis], 0)

    def index(at: Any, x: Any, most: Any) -> Any:
        here = jnp.where(jnp.isnan(most), jnp.isnan(x), x == most)
        flat: Any = 0
        for a in axes:
            flat = flat * valid.shape[a] + at(a) - valid.starts[a]
        return jnp.where(here, flat, jnp.iinfo(jnp.int64).max)

    most = extreme(by, x, axes, True, valid)
    return valid.fold(MIN, x, axes, keepdims, index, most, indexed=True)
