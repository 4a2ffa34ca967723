"""`ShardedArray`: what users hold."""

from __future__ import annotations

import math
import operator
import sys
from types import GenericAlias, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._array import at_home, buffer_slot, dlpack, methods, operators
from sharray._array import interop as interop  # it registers itself
from sharray._array.at_home import SIMPLE, is_simple, is_traced, plain_key
from sharray._array.buffers import Buffers
from sharray._array.conversion import Conversion
from sharray._array.methods import Methods
from sharray._array.operators import (
    KNOWN,
    as_numpys,
    binary,
    combine,
    in_place,
    in_their_way,
    operands,
)
from sharray._array.views import Views
from sharray._core import observers, policy, user_line
from sharray._core.context import context
from sharray._core.layout import Layout, divided, show_spec
from sharray._core.lazy import is_abstract, is_of_jax, jax
from sharray._core.lens import Lens, indexed
from sharray._core.memory import Memory
from sharray._core.meshes import get_mesh
from sharray._core.observers import GatherWarning
from sharray._engine import deleted, explained, launch_order
from sharray._engine.evaluate import evaluate_all
from sharray._functions.declare import find
from sharray._functions.dispatch import known_kinds
from sharray._functions.display import show
from sharray._functions.flavours import ARRAY_API, Flavour
from sharray._functions.ufunc import apply_method
from sharray._ops import index_keys, indexing
from sharray._ops.products import matmul
from sharray._record import handles, homes, host_operands, traced_values, views, writes
from sharray._record.handles import Handle
from sharray._record.moves import put, reshard
from sharray._record.relayout import on_devices
from sharray._record.view_handles import shown_on_host, viewing, viewing_on_host

if TYPE_CHECKING:
    from jax.sharding import Mesh, NamedSharding

    from sharray._core.annotations import Placement


class ShardedArray(Buffers, Views, Methods, Conversion):
    """An n-dimensional array that lies on a mesh of devices and behaves like a NumPy array.

    Made by the functions of the namespace (`asarray`, `zeros`, ...), not by calling the class.
    Operations are recorded and run when a value is needed; slices are views; writes are seen
    through every view.
    """

    __slots__ = ()

    #: what results of operators and methods are
    _flavour: Flavour = ARRAY_API

    def __new__(cls, shape: Any = None, dtype: Any = None) -> Any:
        """Make an array of elements that are to be written yet, as `empty` does.

        The dtype must be given: one argument may be meant as the value of a number.
        """
        if shape is None or dtype is None:
            raise TypeError(
                "make a ShardedArray with sharray.asarray, zeros, arange, ..., or of a shape and a "
                "dtype, and a number of the dtype of another one, x, with x.dtype.type(value)"
            )
        return find(np.empty, cls._flavour)(shape, dtype)

    # attributes of the standard

    @property
    def dtype(self) -> np.dtype:
        """Data type of the elements."""
        seen = self._on_host
        if seen is not None:  # the same wherever the elements have gone since
            return seen[1].dtype
        for lens in reversed(self._chain):
            if lens.dtype is not None:
                return lens.dtype
        return self._memory.aval.dtype

    @dtype.setter
    def dtype(self, value: Any) -> None:
        self._set_dtype(value)

    @property
    def shape(self) -> tuple[int, ...]:
        """Logical shape."""
        seen = self._on_host
        if seen is not None:
            return seen[1].shape
        chain = self._lenses
        if chain is None:
            chain = self._chain
        return chain[-1].shape if chain else (self._owner or self._memory).aval.shape

    @shape.setter
    def shape(self, value: Any) -> None:
        self._set_shape(value)

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def device(self) -> Mesh:
        """The mesh that the array lies on; `sharding` is its placement there."""
        return self._layout.mesh or get_mesh()

    # placement

    @property
    def _layout(self) -> Layout:
        return self._node().aval.layout

    @property
    def sharding(self) -> NamedSharding:
        """The mesh and the axes of each dimension; on the host the current mesh, and no axes."""
        layout = self._layout
        if layout.mesh is None:
            return jax.sharding.NamedSharding(get_mesh(), jax.sharding.PartitionSpec())
        return layout.sharding

    @property
    def padded_shape(self) -> tuple[int, ...]:
        """Shape of the buffer, each dimension rounded up to a multiple of its shards."""
        return self._layout.padded_shape

    @property
    def nbytes(self) -> int:
        """Bytes of the elements, without padding and counted once where replicated."""
        return self.size * self.dtype.itemsize

    @property
    def nbytes_per_device(self) -> int:
        """Bytes of the buffer on each device, padding included."""
        return int(np.prod(self._layout.block_shape, dtype=np.int64)) * self.dtype.itemsize

    def to_jax(self, *, padded: bool = False) -> jax.Array:
        """Return the ``jax.Array``; where there is no padding, without a copy.

        JAX cannot shard a dimension that does not divide: the mesh axes of such a one go to another
        dimension, if they divide one, which moves each element once. If not, every device gets the
        array whole along them: that gathers, which `warn_on_gather` and `comm_budget` see, too.
        Inside ``jit`` its padding is cut off, and XLA decides where the rest lies.

        Parameters
        ----------
        padded
            Return the buffer with its padding, never a copy.

        Warns
        -----
        GatherWarning
            If the array is less sharded than before, since JAX shards only what divides.

        Returns
        -------
        jax.Array
        """
        node = self._node()
        if not (padded or node.is_traced):
            deleted.check(node)
            self._warn_if_less_sharded(
                "x.to_jax()",
                "call it inside jit, take the buffer with x.to_jax(padded=True), or say that you "
                "want the whole with sharray.replicate(x).to_jax()",
            )
        return self._even(padded=padded)

    def _even(self, *, padded: bool = False) -> jax.Array:
        with launch_order.lock:
            homes.follow_jax(self)
            node = self._node()
            if is_abstract(node.value) and not padded:
                even: Any = divided(node.aval.layout).sharding
                abstract: Any = jax.ShapeDtypeStruct(self.shape, self.dtype, sharding=even)
                return abstract
            node = on_devices(node)
            evaluate_all([node])
            deleted.check(node)
            node.exported = True
            context.reads += 1
        if node.is_traced:
            return traced_values.taken_out(node, padded=padded)
        if not padded and node.aval.layout.is_padded:
            node = on_devices(node, divided(node.aval.layout))
            evaluate_all([node])
        layout = node.aval.layout
        if layout.sharding is layout.auto_sharding:
            return node.value
        return jax.device_put(node.value, layout.sharding)  # on the same memory

    def __jax_array__(self) -> jax.Array:
        """Return what functions of ``jax.numpy`` take for it, and operators of ``jax.Array``.

        Warns
        -----
        GatherWarning
            If that is less sharded, since JAX shards only what divides.
        """
        node = self._node()
        traced_values.check_inside(node.aval.layout)
        if not (node.is_traced and user_line.is_traced()):
            self._warn_if_less_sharded(
                "a function of jax.numpy",
                "use the function of sharray, call it inside jit, or give it x.to_jax(padded=True)",
            )
        return self._even()

    def _warn_if_less_sharded(self, who: str, remedy: str) -> None:
        layout = self._node().aval.layout
        even = divided(layout)
        if math.prod(even.parts) < math.prod(layout.parts) and not explained.is_active():
            user_line.warn(
                f"{who} gathers an array of shape {layout.shape} at {show_spec(layout.spec)} to "
                f"{show_spec(even.spec)}, {math.prod(even.block_shape) * self.dtype.itemsize} "
                f"bytes on each device, since JAX cannot shard what does not divide: {remedy}",
                GatherWarning,
                "jax-numpy-gathers",
            )

    def reshard(self, device: Placement, /) -> Any:
        """Return the array placed as `device` says; itself where it lies so already.

        Parameters
        ----------
        device
            A PartitionSpec on the mesh of this array, a NamedSharding, a mesh or a device.

        Returns
        -------
        array
        """
        return self._flavour.result(reshard(self, device), number=False, pairs=[(self, self)])

    def to_device(self, device: Placement, /, *, stream: Any = None) -> Any:
        """Return the array placed on `device`; itself where it lies so already.

        Parameters
        ----------
        device
            A mesh, a NamedSharding, a PartitionSpec on the current mesh, as for new arrays, or a
            device. (`reshard` takes a PartitionSpec on the mesh of the array.)
        stream
            Must be None.

        Returns
        -------
        ShardedArray
            Of the same shape and dtype, which stays there; see `reshard` for what moves.

        Raises
        ------
        TypeError, ValueError
            If `device` is none of these, or impossible for the shape, or `stream` is not None.
        """
        if stream is not None:
            raise ValueError("to_device: JAX orders its own work, so stream must be None")
        if device is None:
            raise TypeError("to_device needs a mesh, a sharding, a spec or a device, not None")
        return self._flavour.result(put(self, device), number=False, pairs=[(self, self)])

    # indexing and views

    def __getitem__(self, key: Any, /) -> Any:
        known, memory = self._on_host, self._owner
        if memory is None or memory.host is not None:
            if known is None or not (memory is None or known[0] is memory.host):
                known = shown_on_host(self)
            if known is not None:
                if is_simple(key):
                    part = known[1][key]
                    if type(part) is not np.ndarray:
                        return self._flavour.computed(part, known[2] is None)
                    view = viewing_on_host(self, known, part)
                    if view is not None:
                        return view
                else:
                    part = at_home.taken(known[1], key)
                    if part is NotImplemented and policy.may_return and not is_traced(key):
                        part = at_home.taken(known[1], plain_key(key))
                    if part is not NotImplemented:
                        return at_home.copied(part, self._flavour)
            memory = self._memory
        shown = self._shown_at(key, memory)
        return self._taken_at(key, memory) if shown is NotImplemented else shown

    def _shown_at(self, key: Any, memory: Memory) -> Any:
        """Return what integers and slices show of an array on devices.

        NotImplemented for other indices, and where the general way has to find out what is wrong.
        """
        chain, node = self._lenses, memory.node
        if chain is None:
            chain = self._chain
        aval = memory.aval if node is None else node.aval
        simple = index_keys.simple_view(key, chain, chain[-1].shape if chain else aval.shape)
        if simple is None:
            return NotImplemented
        if simple.scalar:
            return self._element_at(simple.chain, memory, key)
        if policy.is_small(simple.size):
            at_home.counts_piece(self)
        return viewing(self, simple.chain)

    def _taken_at(self, key: Any, memory: Memory) -> Any:
        """Return what any index shows of an array on devices, or say what is wrong with it."""
        shape = self.shape
        parsed = index_keys.parse(key, shape, memory.aval.layout.mesh)
        if parsed.has_arrays:
            away = memory.node is not None and not is_traced(key)
            if away and homes.returns(self):
                return self[plain_key(key)]
            with launch_order.lock:
                taken = indexing.take_key(self._node(), parsed)
            return self._flavour.of_array(taken, number=True)
        chain = indexed(self._chain, shape, parsed.entries)
        if parsed.scalar:
            return self._element_at(chain, memory, parsed.entries)
        view = viewing(self, chain)
        return view.copy("K") if parsed.copies else view

    def _element_at(self, chain: tuple[Lens, ...], memory: Memory, key: Any) -> Any:
        """Return the element that a chain shows, and an index that holds no arrays."""
        with launch_order.lock:
            node = memory.node
            if node is None:
                host = self._numpy()
                assert host is not None
                return self._flavour.of_numpy(host[key])
            for lens in chain:
                node = views.read(node, lens)
            result = self._flavour.of_node(node)
        if policy.uses_host:
            at_home.counts_piece(self)
        return result

    def __setitem__(self, key: Any, value: Any, /) -> None:
        known, memory = self._on_host, self._owner
        if (
            known is not None
            and known[2] is None
            and (memory is None or (known[0] is memory.host and memory._snapshot is None))
            and (memory is None or policy.is_small(known[0].size))  # else it may move meanwhile
            and policy.uses_host
            and not (self._readonly or observers.active)
            and (type(key) in SIMPLE or is_simple(key))
        ):
            # as `at_home.writes`, in place: programs of small arrays spend their time here
            kind = type(value)
            if kind in at_home.WRITTEN:
                known[1][key] = value
                return
            if kind is type(self):
                theirs, owner = value._on_host, value._owner
                if theirs is not None and (owner is None or theirs[0] is owner.host):
                    known[1][key] = theirs[1]
                    return
        if memory is None or memory.host is not None:
            if policy.uses_host and at_home.writes(self, key, value):
                return
            memory = self._memory
        chain = self._lenses
        if chain is None:
            chain = self._chain
        node = memory.node
        aval = memory.aval if node is None else node.aval
        shape = chain[-1].shape if chain else aval.shape
        simple = index_keys.simple_view(key, chain, shape)
        if policy.uses_host and memory.host is None:
            size = at_home.size_of(shape, key) if simple is None else simple.size
            if policy.is_small(size):
                at_home.counts_piece(self)
                if memory.host is not None and at_home.writes(self, key, value):
                    return
        if simple is not None:
            view, scalar = viewing(self, simple.chain), simple.scalar
        else:
            parsed = index_keys.parse(key, shape, aval.layout.mesh)
            if parsed.has_arrays:
                indexing.put_key(self, parsed, value)
                return
            view = viewing(self, indexed(chain, shape, parsed.entries))
            scalar = parsed.scalar
        self._assign(view, value, scalar=scalar)

    def _assign(self, view: Any, value: Any, *, scalar: bool) -> None:
        """Write a value to what an index shows, which is one element if it is `scalar`."""
        if scalar and not isinstance(value, KNOWN[1:]) and np.ndim(value):
            value = index_keys.element_of(self.dtype, value)
        if isinstance(value, np.generic) and self.dtype.kind == "i" and value.dtype.kind in "iuf":
            value = value.item()  # is to fit, as a number of Python
        if isinstance(value, Handle):
            same = value._owner is view._owner
            if same and (value._lenses or value._chain) == view._lenses:
                writes.check_writable(view)
                return  # the end of `x[key] += ...`, which has written already
            if self._memory.host is None:
                homes.to_devices(value._memory)
        writes.assign(view, value)

    def __array_ufunc__(
        self, numpy_ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        asked = method == "__call__" and not kwargs and policy.uses_host
        if asked and (known := operands(numpy_ufunc, inputs)) is not None:
            result = numpy_ufunc(*known)
            several = numpy_ufunc.nout > 1
            return self._flavour.result(result) if several else self._flavour.computed(result)
        if method == "__call__" and kwargs.get("out") is None and in_their_way(inputs):
            return numpy_ufunc(*as_numpys(inputs), **kwargs)
        return apply_method(numpy_ufunc, method, inputs, kwargs, self._flavour, asked=asked)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if not all(issubclass(t, (Handle, np.ndarray)) or is_of_jax(t) for t in types):
            return NotImplemented
        return find(function, self._flavour)(*args, **kwargs)

    def __repr__(self) -> str:
        return show.representation(self)

    def __str__(self) -> str:
        return show.text(self)

    def __format__(self, spec: str) -> str:
        return show.formatted(self, spec)

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: Any = None,
        dl_device: Any = None,
        copy: bool | None = None,
    ) -> Any:
        return dlpack.export(
            self, stream=stream, max_version=max_version, dl_device=dl_device, copy=copy
        )

    def __dlpack_device__(self) -> tuple[Any, int]:
        return dlpack.device(self)

    def __array_namespace__(self, *, api_version: str | None = None) -> ModuleType:
        if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12", "2025.12"):
            raise ValueError(f"array API version {api_version!r} is not known")
        return sys.modules["sharray"]

    # operators; the others are made of the operations that are declared with one

    def __matmul__(self, other: Any, /) -> Any:
        return combine(matmul, operator.matmul, self, other, self._flavour)

    def __rmatmul__(self, other: Any, /) -> Any:
        return combine(matmul, operator.matmul, other, self, self._flavour)

    __class_getitem__ = classmethod(GenericAlias)

    def __imatmul__(self, other: Any, /) -> Any:
        if not self.ndim or np.ndim(other) < 2:
            raise ValueError(
                "inplace matrix multiplication requires the first operand to have at least one "
                "and the second at least two dimensions."
            )
        return find(np.matmul, self._flavour)(self, other, out=self)

    __matmul__ = binary(operator.matmul, __matmul__)
    __rmatmul__ = binary(operator.matmul, __rmatmul__, is_reflected=True)
    __imatmul__ = in_place(operator.imatmul, __imatmul__, "matmul")


methods.complete(ShardedArray)
operators.give(ShardedArray, "")
buffer_slot.install(ShardedArray)
handles.set_class(ShardedArray)
ARRAY_API.array = ShardedArray
known_kinds.add(ShardedArray)
host_operands.ARRAYS.add(ShardedArray)
