"""Layouts: a logical shape and its placement, from which the padded shape follows.

A dimension of size ``n`` over ``d`` shards is stored in ``d * ceil(n / d)`` elements; only the
tail is padding, and what it holds is never read.
"""

from __future__ import annotations

import enum
import math
import threading
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.lazy import jax

if TYPE_CHECKING:
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

#: One entry per dimension: the names of the mesh axes that shard it, major to minor.
Spec = tuple[tuple[str, ...], ...]
#: Which elements of an array: for each dimension from where to where.
Index = tuple[slice, ...]


def logical_index(index: Index, padded_shape: tuple[int, ...], shape: tuple[int, ...]) -> Index:
    """Return the part of an index of a buffer that is not padding."""
    return tuple(
        [
            slice(*[min(end, n) for end in s.indices(m)[:2]])
            for s, m, n in zip(index, padded_shape, shape, strict=True)
        ]
    )


def lengths(index: Index) -> tuple[int, ...]:
    """Return the shape of what an index takes."""
    return tuple([s.stop - s.start for s in index])


class Home(enum.Enum):
    """Whose memory the elements of an array lie in."""

    HOST = enum.auto()
    DEVICES = enum.auto()
    #: JAX traces it and places it
    UNPLACED = enum.auto()

    __hash__ = object.__hash__


HOST, UNPLACED = Home.HOST, Home.UNPLACED


class Layout:
    """Where the elements of an array of one shape lie. Interned: compare with ``is``.

    Attributes
    ----------
    shape, ndim, size
        Logical shape, and what follows from it.
    home
        Whose memory they lie in.
    mesh
        The mesh of the devices; None where there is none (yet).
    spec, parts
        For each dimension, the mesh axes that shard it and the number of shards.
    padded_shape, block_shape
        Shape of the buffer, and of one shard of it.
    is_padded
        Whether the buffer is larger than the array.
    """

    __slots__ = (
        "__weakref__", "_auto_sharding", "_sharding", "block_shape", "home", "is_padded", "mesh",
        "ndim", "padded_shape", "parts", "shape", "size", "spec",
    )  # fmt: skip

    def __init__(self, shape: tuple[int, ...], mesh: Mesh | Home, spec: Spec) -> None:
        self.shape, self.spec = shape, spec
        self.ndim, self.size = len(shape), math.prod(shape)
        self.mesh: Mesh | None
        if isinstance(mesh, Home):
            self.mesh, self.home = None, mesh
            self.parts = (1,) * len(shape)
        else:
            self.mesh, self.home = mesh, Home.DEVICES
            sizes = mesh.shape
            self.parts = tuple([math.prod(sizes[a] for a in names) for names in spec])
        blocks = [-(-n // d) for n, d in zip(shape, self.parts, strict=True)]
        self.block_shape = tuple(blocks)
        self.padded_shape = tuple([n * d for n, d in zip(blocks, self.parts, strict=True)])
        self.is_padded = self.padded_shape != shape
        self._sharding: NamedSharding | None = None
        self._auto_sharding: NamedSharding | None = None

    def __repr__(self) -> str:
        if self.mesh is None:
            return f"Layout({self.shape}, {self.home.name.lower()})"
        return f"Layout({self.shape}, {dict(self.mesh.shape)}, {show_spec(self.spec)})"

    @property
    def sharding(self) -> NamedSharding:
        """The placement, as JAX writes it.

        Raises
        ------
        ValueError
            If there is no mesh.
        """
        if self._sharding is None:
            if self.mesh is None:
                raise ValueError(f"{self!r} is on no mesh")
            self._sharding = jax.sharding.NamedSharding(self.mesh, partition_spec(self.spec))
        return self._sharding

    @property
    def auto_sharding(self) -> NamedSharding:
        """The placement with automatic axes, which buffers have: partitioning is XLA's work.

        Raises
        ------
        ValueError
            If there is no mesh.
        """
        if self._auto_sharding is None:
            sharding = self.sharding
            mesh = auto_mesh(sharding.mesh)
            same = mesh is sharding.mesh
            self._auto_sharding = sharding if same else sharding.update(mesh=mesh)
        return self._auto_sharding


def auto_mesh(mesh: Any) -> Any:
    """Return a mesh with automatic axes in the place of others; itself if it has no others."""
    auto = jax.sharding.AxisType.Auto
    if all([t is auto for t in mesh.axis_types]):
        return mesh
    types = (auto,) * len(mesh.axis_names)
    if isinstance(mesh, jax.sharding.AbstractMesh):
        return jax.sharding.AbstractMesh(mesh.axis_sizes, mesh.axis_names, axis_types=types)
    return jax.sharding.Mesh(mesh.devices, mesh.axis_names, axis_types=types)


def on_same_devices(mesh: Any, other: Any) -> bool:
    """Whether meshes are the same but for the types of their axes."""
    return mesh is other or mesh == other or auto_mesh(mesh) == auto_mesh(other)


_lock = threading.RLock()
_layouts: weakref.WeakValueDictionary[Any, Layout] = weakref.WeakValueDictionary()


def make_layout(shape: tuple[int, ...], mesh: Mesh | Home | None, spec: Spec = ()) -> Layout:
    """Return the layout of `shape` under `spec`, which is filled up with unsharded dimensions.

    Where there is no mesh, `mesh` is `HOST`, which None means, too, or `UNPLACED`.
    """
    if len(spec) < len(shape):
        spec = spec + ((),) * (len(shape) - len(spec))
    key = (shape, HOST if mesh is None else mesh, spec)
    known = _layouts.get(key)
    if known is not None:
        return known
    layout = Layout(*key)
    with _lock:
        return _layouts.setdefault(key, layout)


def with_length(layout: Layout, axis: int, length: int) -> Layout:
    """Return the layout of an array that is as long as that along an axis, sharded alike."""
    shape = (*layout.shape[:axis], length, *layout.shape[axis + 1 :])
    return make_layout(shape, layout.mesh, layout.spec)


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
    return jax.sharding.PartitionSpec(*entries)


def show_spec(spec: Spec) -> str:
    """Write a spec for a message."""
    return str(partition_spec(spec)).replace("PartitionSpec", "P")


class Aval:
    """What is known of an array before it is computed: layout and dtype. Interned."""

    __slots__ = ("__weakref__", "dtype", "layout", "shape")

    def __init__(self, layout: Layout, dtype: np.dtype) -> None:
        self.layout, self.dtype, self.shape = layout, dtype, layout.shape

    def __repr__(self) -> str:
        mesh, what = self.layout.mesh, f"{self.dtype}[{','.join(map(str, self.shape))}]"
        if mesh is None:
            return f"{what} on the host" if self.layout.home is HOST else f"{what} on no mesh"
        axes = ", ".join([f"{name}: {size}" for name, size in mesh.shape.items()])
        return f"{what} at {show_spec(self.layout.spec)} on ({axes})"


_avals: weakref.WeakValueDictionary[Any, Aval] = weakref.WeakValueDictionary()


def make_aval(layout: Layout, dtype: np.dtype) -> Aval:
    """Return the abstract array of `layout` and `dtype`.

    Raises
    ------
    ValueError
        If there can be none, since nobody can say in 64 bits how many bytes it has.
    """
    key = (layout, dtype)
    known = _avals.get(key)
    if known is not None:
        return known
    if math.prod(layout.padded_shape) * dtype.itemsize >= 1 << 63:
        raise ValueError(f"array is too big: {dtype}{list(layout.shape)} has 2**63 bytes or more")
    aval = Aval(layout, dtype)
    with _lock:
        return _avals.setdefault(key, aval)


def each_aval(avals: Any) -> tuple[Aval, ...]:
    """Return what is known of each result of an operation, whose `aval` may be that of one."""
    return avals if isinstance(avals, tuple) else (avals,)


def host_aval(shape: tuple[int, ...], dtype: np.dtype) -> Aval:
    """Return the abstract value of a NumPy array that lives on the host."""
    return make_aval(make_layout(shape, HOST), dtype)
