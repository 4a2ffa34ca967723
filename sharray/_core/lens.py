"""Lenses: how a view lies in its base.

A view is a base and a chain of lenses. `Affine` covers every view whose elements lie at constant
steps along axes of the base: basic slices, integers, new axes, permutations, flips and
broadcasts; two of them in a row become one. The other kinds, each of which says how it is read and
written in `_record.views`: `Reshape`, `Diagonal`, `SlidingWindows`, `Part` and `Bits`.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from sharray._core.cache import Interned
from sharray._core.lazy import jnp


class Dim(NamedTuple):
    """One dimension of a view: ``base[start + step * i]`` for ``i < length`` along `axis`.

    `axis` is None for a new axis (length 1) or a broadcast one; a broadcast of an existing axis
    of length 1 is one, too.
    """

    axis: int | None
    start: int
    step: int
    length: int


class Affine:
    """A view at constant steps. Interned: made by `affine`, and compared by identity.

    Attributes
    ----------
    base_shape, shape
        Of the base, and of the view.
    dims
        Its dimensions.
    fixed
        The axes of the base that an integer removed, and the integers.
    is_identity
        Whether the view is the whole base as it is.
    dtype
        None: the view has that of its base.
    """

    __slots__ = ("__weakref__", "base_shape", "dims", "fixed", "is_identity", "shape")

    dtype: ClassVar[np.dtype | None] = None

    def __init__(
        self,
        base_shape: tuple[int, ...],
        dims: tuple[Dim, ...],
        fixed: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.base_shape, self.dims, self.fixed = base_shape, dims, fixed
        self.shape = tuple([d.length for d in dims])
        self.is_identity = not fixed and dims == tuple(
            [Dim(i, 0, 1, n) for i, n in enumerate(base_shape)]
        )

    def __repr__(self) -> str:
        return f"Affine({self.base_shape}, {self.dims}, {self.fixed})"

    @staticmethod
    @functools.lru_cache(4096)
    def identity(shape: tuple[int, ...]) -> Affine:
        """Return the view of everything."""
        return affine(shape, tuple([Dim(i, 0, 1, n) for i, n in enumerate(shape)]))

    @property
    def is_reshape(self) -> bool:
        """Whether dimensions of length 1 are all that is added or removed."""
        there = [Dim(i, 0, 1, n) for i, n in enumerate(self.base_shape) if n != 1]
        return [d for d in self.dims if d.length != 1] == there

    def index(self, key: tuple[Any, ...]) -> Affine:
        """Apply integers (in range), slices and None; `key` has one entry per dimension."""
        dims: list[Dim] = []
        fixed = list(self.fixed)
        rest = iter(self.dims)
        for entry in key:
            if entry is None:
                dims.append(Dim(None, 0, 1, 1))
                continue
            dim = next(rest)
            if isinstance(entry, slice):
                start, stop, step = entry.indices(dim.length)
                length = len(range(start, stop, step))
                # of at most one element the step means nothing, and XLA gets some of them wrong
                stride = dim.step * step if length > 1 else 1
                dims.append(Dim(dim.axis, dim.start + start * dim.step, stride, length))
            elif dim.axis is not None:
                fixed.append((dim.axis, dim.start + entry * dim.step))
        return affine(self.base_shape, tuple(dims), tuple(fixed))

    def of(self, other: Affine) -> Affine:
        """Return this view of another view as one of the other's base."""
        dims: list[Dim] = []
        for dim in self.dims:
            inner = other.dims[dim.axis] if dim.axis is not None else dim
            if inner.axis is None:
                dims.append(Dim(None, 0, 1, dim.length))
            else:
                start = inner.start + dim.start * inner.step
                dims.append(Dim(inner.axis, start, dim.step * inner.step, dim.length))
        fixed = list(other.fixed)
        for axis, at in self.fixed:
            inner = other.dims[axis]
            if inner.axis is not None:
                fixed.append((inner.axis, inner.start + at * inner.step))
        return affine(other.base_shape, tuple(dims), tuple(fixed))

    def permute(self, axes: tuple[int, ...]) -> Affine:
        """Reorder the dimensions."""
        return affine(self.base_shape, tuple([self.dims[a] for a in axes]), self.fixed)

    def expand(self, axis: int) -> Affine:
        """Insert a new axis of length 1 before dimension `axis`."""
        dims = (*self.dims[:axis], Dim(None, 0, 1, 1), *self.dims[axis:])
        return affine(self.base_shape, dims, self.fixed)

    def squeeze(self, axes: tuple[int, ...]) -> Affine:
        """Remove dimensions of length 1."""
        return self.index(tuple([0 if i in axes else slice(None) for i in range(len(self.dims))]))

    def flip(self, axes: tuple[int, ...]) -> Affine:
        """Reverse dimensions."""
        backwards = slice(None, None, -1)
        return self.index(
            tuple([backwards if i in axes else slice(None) for i in range(len(self.dims))])
        )

    def broadcast(self, shape: tuple[int, ...]) -> Affine:
        """Repeat dimensions of length 1, and add leading ones, up to `shape`."""
        lens = self
        for _ in range(len(shape) - len(self.dims)):
            lens = lens.expand(0)
        dims, fixed = [], list(lens.fixed)
        for dim, n in zip(lens.dims, shape, strict=True):
            if dim.length == n:
                dims.append(dim)
            else:
                if dim.axis is not None:
                    fixed.append((dim.axis, dim.start))
                dims.append(Dim(None, 0, 1, n))
        return affine(self.base_shape, tuple(dims), tuple(fixed))

    def of_numpy(self, base: np.ndarray) -> np.ndarray:
        """Return this view of a NumPy array (a NumPy view)."""
        key: list[Any] = [0] * base.ndim
        for axis, at in self.fixed:
            key[axis] = at
        kept = []
        for dim in self.dims:
            if dim.axis is not None:
                stop = dim.start + dim.step * dim.length
                key[dim.axis] = slice(dim.start, stop if stop >= 0 else None, dim.step)
                if dim.length == 0:
                    key[dim.axis] = slice(0, 0)
                kept.append(dim.axis)
        view: Any = base[(*key, ...)]  # the ellipsis keeps a view where all entries are integers
        order = sorted(kept)
        view = view.transpose([order.index(a) for a in kept])
        if len(kept) < len(self.dims):
            view = view[tuple(None if d.axis is None else slice(None) for d in self.dims)]
            if 0 in self.shape:  # what is empty repeats nothing, so it can be written to
                view = view[tuple([slice(n) for n in self.shape])].reshape(self.shape)
            if view.shape != self.shape:
                # NumPy's function, or JAX's for a traced array
                repeat = np.broadcast_to if isinstance(view, np.ndarray) else jnp.broadcast_to
                view = repeat(view, self.shape)
        return view


_affines = Interned("views at constant steps", 1 << 16, Affine)


def affine(
    base_shape: tuple[int, ...],
    dims: tuple[Dim, ...],
    fixed: tuple[tuple[int, int], ...] = (),
) -> Affine:
    """Return the view at constant steps that has these dimensions."""
    return _affines[base_shape, dims, fixed]


def between(base: np.ndarray, view: np.ndarray) -> Affine:
    """Return how a view of NumPy lies in an array in row-major order, at constant steps in it."""
    if not view.size:
        empty = [axis for axis, n in enumerate(base.shape) if not n] or [*range(base.ndim)][:1]
        axes = iter(empty)
        dims = [Dim(None if n else next(axes, None), 0, 1, n) for n in view.shape]
        rest = sorted({*range(base.ndim)} - {d.axis for d in dims})
        return affine(base.shape, tuple(dims), tuple([(axis, 0) for axis in rest]))
    offset = address(view) - address(base)
    starts = [0] * base.ndim
    axes = [axis for axis, n in enumerate(base.shape) if n > 1]
    for axis in axes:
        starts[axis], offset = divmod(offset, base.strides[axis])
    ordered: list[Dim | None] = [None] * view.ndim
    free = dict.fromkeys(range(base.ndim))
    for i, (n, stride) in enumerate(zip(view.shape, view.strides, strict=True)):
        if n > 1 and stride:
            axis = next(axis for axis in axes if base.strides[axis] <= abs(stride))
            ordered[i] = Dim(axis, starts[axis], stride // base.strides[axis], n)
            del free[axis]
    for i, (n, stride) in enumerate(zip(view.shape, view.strides, strict=True)):
        if n == 1:
            # an axis that it may come from: then it is sharded likewise
            for axis in free:
                if base.strides[axis] == stride:
                    ordered[i] = Dim(axis, starts[axis], 1, 1)
                    del free[axis]
                    break
    dims = tuple(
        [Dim(None, 0, 1, n) if d is None else d for d, n in zip(ordered, view.shape, strict=True)]
    )
    return affine(base.shape, dims, tuple([(axis, starts[axis]) for axis in free]))


def address(array: np.ndarray) -> int:
    """Return where the first element lies."""
    return array.__array_interface__["data"][0]


@dataclass(frozen=True, slots=True)
class Reshape:
    """The same elements in row-major order under another shape."""

    base_shape: tuple[int, ...]
    shape: tuple[int, ...]
    dtype: ClassVar[np.dtype | None] = None

    def of_numpy(self, base: np.ndarray) -> np.ndarray:
        """Return this view of a NumPy array (a copy where NumPy has no view)."""
        return base.reshape(self.shape)


@dataclass(frozen=True, slots=True)
class Diagonal:
    """The elements ``base[..., i, i + offset]``."""

    base_shape: tuple[int, ...]
    offset: int
    dtype: ClassVar[np.dtype | None] = None

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the view."""
        rows, columns = self.base_shape[-2:]
        length = min(rows + min(self.offset, 0), columns - max(self.offset, 0))
        return (*self.base_shape[:-2], max(length, 0))

    def of_numpy(self, base: np.ndarray) -> np.ndarray:
        """Return this view of a NumPy array (a NumPy view)."""
        view = base.diagonal(self.offset, -2, -1)
        view.flags.writeable = base.flags.writeable
        return view


@dataclass(frozen=True, slots=True)
class SlidingWindows:
    """All windows of `sizes` along `axes`, which are the last dimensions of the view."""

    base_shape: tuple[int, ...]
    sizes: tuple[int, ...]
    axes: tuple[int, ...]
    dtype: ClassVar[np.dtype | None] = None

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the view."""
        starts = list(self.base_shape)
        for axis, size in zip(self.axes, self.sizes, strict=True):
            starts[axis] -= size - 1
        return (*starts, *self.sizes)

    def of_numpy(self, base: np.ndarray) -> np.ndarray:
        """Return this view of a NumPy array (a NumPy view, to read)."""
        return sliding_window_view(base, self.sizes, self.axes)


@dataclass(frozen=True, slots=True)
class Part:
    """The real or the imaginary parts, of `dtype`, of complex numbers."""

    base_shape: tuple[int, ...]
    imag: bool
    dtype: np.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the view."""
        return self.base_shape

    def of_numpy(self, base: np.ndarray) -> np.ndarray:
        """Return this view of a NumPy array (a NumPy view)."""
        numbers: Any = base
        return numbers.imag if self.imag else numbers.real


@dataclass(frozen=True, slots=True)
class Bits:
    """The same bytes read as another dtype, along the last axis where the sizes differ."""

    base_shape: tuple[int, ...]
    shape: tuple[int, ...]
    base_dtype: np.dtype
    dtype: np.dtype

    def of_numpy(self, base: np.ndarray) -> np.ndarray:
        """Return this view of a NumPy array (a copy where its last axis has gaps)."""
        if self.shape != base.shape and base.strides[-1] != base.itemsize:
            base = np.asarray(base, order="C")
        return base.view(self.dtype)


Lens = Affine | Reshape | Diagonal | SlidingWindows | Part | Bits


class Tail(NamedTuple):
    """A chain of lenses, split where the next affine lens goes."""

    head: tuple[Lens, ...]
    affine: Affine
    #: parts of complex numbers are taken last: a slice of the parts is the part of a slice
    parts: tuple[Part, ...]

    def chain(self, affine: Affine, lens: Lens | None = None) -> tuple[Lens, ...]:
        """Return the chain with another affine lens, and one of another kind after that."""
        middle: tuple[Lens, ...] = () if affine.is_identity else (affine,)
        middle = middle if lens is None else (*middle, lens)
        shape = (lens or affine).shape
        return (*self.head, *middle, *[replace(part, base_shape=shape) for part in self.parts])


def tail(chain: tuple[Lens, ...], shape: tuple[int, ...]) -> Tail:
    """Split `chain`, whose view has `shape`."""
    n = len(chain)
    while n and isinstance(chain[n - 1], Part):
        n -= 1
    parts: Any = chain[n:]
    if n and isinstance(last := chain[n - 1], Affine):
        return Tail(chain[: n - 1], last, parts)
    return Tail(chain[:n], Affine.identity(shape), parts)


def indexed(chain: tuple[Lens, ...], shape: tuple[int, ...], key: tuple[Any, ...]) -> Any:
    """Return the chain of the view that a key, as `Affine.index` takes it, shows of another."""
    if not chain:
        lens = Affine.identity(shape).index(key)
        return () if lens.is_identity else (lens,)
    if type(chain[-1]) is not Affine:
        split = tail(chain, shape)
        return split.chain(split.affine.index(key))
    lens = chain[-1].index(key)
    return chain[:-1] if lens.is_identity else (*chain[:-1], lens)


def permuted(order: tuple[int, ...], chain: tuple[Lens, ...], shape: tuple[int, ...]) -> Any:
    """Return the chain of the view with the dimensions in another order of one of `shape`."""
    split = tail(chain, shape)
    return split.chain(split.affine.permute(order))


def reshaped(new: tuple[int, ...], chain: tuple[Lens, ...], shape: tuple[int, ...]) -> Any:
    """Return the chain of the view of the elements under another shape of one of `shape`."""
    split = tail(chain, shape)
    if split.head and isinstance(before := split.head[-1], Reshape) and split.affine.is_reshape:
        # reshapes in a row are one, so that chains do not grow
        whole = Tail(split.head[:-1], Affine.identity(before.base_shape), split.parts)
        return reshaped(new, whole.chain(whole.affine), before.base_shape)
    lens = reshape_lens(shape, new)
    if not isinstance(lens, Affine):
        return split.chain(split.affine, lens)
    inner = split.affine.squeeze(tuple(i for i, n in enumerate(shape) if n == 1))
    for i, n in enumerate(new):
        if n == 1:
            inner = inner.expand(i)
    return split.chain(inner)


def reshape_lens(shape: tuple[int, ...], new: tuple[int, ...]) -> Lens:
    """Return the lens for a reshape; only ones added or removed make it affine."""
    if [n for n in shape if n != 1] == [n for n in new if n != 1]:
        kept = iter(i for i, n in enumerate(shape) if n != 1)
        dims = tuple(Dim(None, 0, 1, 1) if n == 1 else Dim(next(kept), 0, 1, n) for n in new)
        fixed = tuple((i, 0) for i, n in enumerate(shape) if n == 1)
        return affine(shape, dims, fixed)
    return Reshape(shape, new)
