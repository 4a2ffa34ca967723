"""Layouts: a logical shape and its placement, from which the padded shape follows.

A dimension of size ``n`` over ``d`` shards is stored in ``d * ceil(n / d)`` elements; only the
tail is padding, and what it holds is never read.
"""

from __future__ import annotations

import math
import threading
import weakref
from typing import Any

import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

#: One entry per dimension: the names of the mesh axes that shard it, major to minor.
Spec = tuple[tuple[str, ...], ...]


class Layout:
    """Where the elements of an array of one shape lie. Interned: compare with ``is``.

    ``mesh`` is None for a small array that lives on the host.
    """

    __slots__ = (
        "__weakref__",
        "mesh",
        "ndim",
        "padded_shape",
        "parts",
        "shape",
        "sharding",
        "size",
        "spec",
    )

    shape: tuple[int, ...]
    mesh: Mesh | None
    spec: Spec
    parts: tuple[int, ...]
    padded_shape: tuple[int, ...]
    sharding: NamedSharding | None
    ndim: int
    size: int

    def __repr__(self) -> str:
        where = "host" if self.mesh is None else f"{dict(self.mesh.shape)}, {show_spec(self.spec)}"
        return f"Layout({self.shape}, {where})"

    @property
    def is_padded(self) -> bool:
        """Whether the buffer is larger than the array."""
        return self.padded_shape != self.shape

    @property
    def block_shape(self) -> tuple[int, ...]:
        """Shape of one shard of the buffer."""
        return tuple(n // d for n, d in zip(self.padded_shape, self.parts, strict=True))


_lock = threading.RLock()
_layouts: weakref.WeakValueDictionary[Any, Layout] = weakref.WeakValueDictionary()


def make_layout(shape: tuple[int, ...], mesh: Mesh | None, spec: Spec = ()) -> Layout:
    """Return the layout of `shape` under `spec`, which is filled up with unsharded dimensions."""
    if len(spec) < len(shape):
        spec = spec + ((),) * (len(shape) - len(spec))
    key = (shape, mesh, spec)
    found = _layouts.get(key)
    if found is not None:
        return found
    made = Layout()
    made.shape, made.mesh, made.spec = shape, mesh, spec
    made.ndim, made.size = len(shape), math.prod(shape)
    if mesh is None:
        made.parts = (1,) * len(shape)
        made.sharding = None
    else:
        sizes = mesh.shape
        made.parts = tuple(math.prod(sizes[a] for a in names) for names in spec)
        made.sharding = NamedSharding(mesh, partition_spec(spec))
    made.padded_shape = tuple(-(-n // d) * d for n, d in zip(shape, made.parts, strict=True))
    with _lock:
        return _layouts.setdefault(key, made)


def divided(layout: Layout) -> Layout:
    """Return a layout of the same shape that needs no padding, which is what JAX can shard.

    Dimensions that divide stay as they are. The mesh axes of the others go to the longest dimension
    that they divide; where there is none, the array is whole along them.
    """
    if layout.mesh is None or not layout.is_padded:
        return layout
    sizes = layout.mesh.shape
    even = [n == m for n, m in zip(layout.shape, layout.padded_shape, strict=True)]
    spec = [names if ok else () for names, ok in zip(layout.spec, even, strict=True)]
    for name in [a for names, ok in zip(layout.spec, even, strict=True) if not ok for a in names]:
        parts = [math.prod(sizes[a] for a in names) * sizes[name] for names in spec]
        fitting = [d for d, n in enumerate(layout.shape) if n and n % parts[d] == 0]
        if fitting:
            d = max(fitting, key=lambda d: layout.shape[d] / parts[d])
            spec[d] = (*spec[d], name)
    return make_layout(layout.shape, layout.mesh, tuple(spec))


def partition_spec(spec: Spec) -> PartitionSpec:
    """Write a spec as JAX does: None, a name, or a tuple of names per dimension."""
    entries = [None if not names else names[0] if len(names) == 1 else names for names in spec]
    while entries and entries[-1] is None:
        entries.pop()
    return PartitionSpec(*entries)


def show_spec(spec: Spec) -> str:
    """Write a spec for a message."""
    return str(partition_spec(spec)).replace("PartitionSpec", "P")


class Aval:
    """What is known of an array before it is computed: layout and dtype. Interned."""

    __slots__ = ("__weakref__", "dtype", "layout", "shape")

    layout: Layout
    dtype: np.dtype
    shape: tuple[int, ...]

    def __repr__(self) -> str:
        return f"{self.dtype}[{','.join(map(str, self.shape))}] on {self.layout!r}"


_avals: weakref.WeakValueDictionary[Any, Aval] = weakref.WeakValueDictionary()


def make_aval(layout: Layout, dtype: np.dtype) -> Aval:
    """Return the abstract array of `layout` and `dtype`."""
    key = (layout, dtype)
    found = _avals.get(key)
    if found is not None:
        return found
    made = Aval()
    made.layout, made.dtype, made.shape = layout, dtype, layout.shape
    with _lock:
        return _avals.setdefault(key, made)


def host_aval(shape: tuple[int, ...], dtype: np.dtype) -> Aval:
    """Return the abstract value of a NumPy array that lives on the host."""
    return make_aval(make_layout(shape, None), dtype)
