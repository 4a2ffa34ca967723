"""`ShardedArray`: what users hold."""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable
from types import GenericAlias, ModuleType
from typing import Any

import jax
import numpy as np
from jax.core import Tracer
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from sharray._array import dlpack
from sharray._array.conversion import Conversion
from sharray._array.display import show
from sharray._array.methods import Methods
from sharray._array.views import Views
from sharray._core.layout import Layout, divided
from sharray._core.lens import tail
from sharray._core.node import TRACED
from sharray._core.placement import get_mesh
from sharray._engine import run
from sharray._engine.blocks import resize
from sharray._ops import elementwise as ew
from sharray._ops import index_keys, indexing
from sharray._ops.table import Op
from sharray._record import handles, record, writes
from sharray._record.moves import on_devices, reshard, to_layout
from sharray._record.operands import KNOWN, combine, is_array, value_for
from sharray._transforms import pytree


def _temporary_references() -> int:
    """Count the references that a call of ``__setitem__`` itself holds on a temporary value.

    A value that nobody else holds need not be kept, so it is not laid out as an array of its own.
    """
    counts: list[int] = []

    class Probe:
        def __setitem__(self, key: int, value: object) -> None:
            counts.append(sys.getrefcount(value))

        def __iadd__(self, value: object) -> Probe:
            counts.append(sys.getrefcount(value))
            return self

    probe = Probe()
    probe[0] = object()
    probe += object()
    held = object()
    probe[0] = held
    # an interpreter that borrows references shows no difference: then nothing is a temporary
    return min(counts[:2]) if counts[2] > counts[0] else 0


_TEMPORARY = _temporary_references()


def _operators(
    op: Op, by: Callable[[Any, Any], Any]
) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """Make the forward, the reflected and the in-place operator of an operation."""
    forward = _binary(op, by)
    general = functools.partial(record.elementwise, op)

    def reflected(self: Any, other: Any, /) -> Any:
        if not isinstance(other, KNOWN) and not is_array(other):
            return combine(general, by, other, self)
        return record.elementwise(op, other, self)

    def inplace(self: Any, other: Any, /) -> Any:
        if self._scalar:
            return forward(self, other)
        temporary = sys.getrefcount(other) <= _TEMPORARY
        if not isinstance(other, KNOWN) and not is_array(other):
            other = value_for(self, other)
            if other is NotImplemented:
                return other
        writes.update(self, op, other, temporary)
        return self

    return forward, reflected, inplace


def _binary(op: Op, by: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    general = functools.partial(record.elementwise, op)

    def forward(self: Any, other: Any, /) -> Any:
        if not isinstance(other, KNOWN) and not is_array(other):
            return combine(general, by, self, other)
        return record.elementwise(op, self, other)

    return forward


def _unary(op: Op) -> Callable[[Any], Any]:
    def operator(self: Any, /) -> Any:
        return record.elementwise(op, self)

    return operator


class ShardedArray(Views, Methods, Conversion):
    """An n-dimensional array that lies on a mesh of devices and behaves like a NumPy array.

    Made by the functions of the namespace (`asarray`, `zeros`, ...), not by calling the class.
    Operations are recorded and run when a value is needed; slices are views; writes are seen
    through every view.
    """

    __slots__ = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise TypeError(
            "make a ShardedArray with sharray.asarray, zeros, arange, ..., and a number of the "
            "dtype of another one, x, with x.dtype.type(value)"
        )

    # attributes of the standard

    @property
    def dtype(self) -> np.dtype:
        """Data type of the elements."""
        for lens in reversed(self._chain):
            if lens.dtype is not None:
                return lens.dtype
        return self._base_expr().aval.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """Logical shape."""
        return self._chain[-1].shape if self._chain else self._base_expr().aval.shape

    @shape.setter
    def shape(self, value: Any) -> None:
        raise AttributeError(
            f"the shape {self.shape} of an array cannot be set, since its views would change with "
            f"it; write x = x.reshape({value})"
        )

    def _base_expr(self) -> Any:
        return self._expr if self._owner is None else self._owner._expr

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def device(self) -> Mesh:
        """The mesh that the array lies on; `sharding` is its placement there."""
        return self._layout.mesh or get_mesh()

    # placement

    @property
    def _layout(self) -> Layout:
        return self._read().aval.layout

    @property
    def sharding(self) -> NamedSharding:
        """Placement: the mesh, and the mesh axes that each dimension is sharded by."""
        return self._layout.sharding or NamedSharding(get_mesh(), PartitionSpec())

    @property
    def padded_shape(self) -> tuple[int, ...]:
        """Shape of the buffer: each dimension rounded up to a multiple of its shards."""
        return self._layout.padded_shape

    @property
    def nbytes(self) -> int:
        """Bytes of the elements, without padding and counted once where replicated."""
        return self.size * self.dtype.itemsize

    @property
    def nbytes_per_device(self) -> int:
        """Bytes of the buffer on each device, padding included."""
        return int(np.prod(self._layout.block_shape, dtype=np.int64)) * self.dtype.itemsize

    @property
    def addressable_shards(self) -> list[jax.Shard]:
        """The shards of the buffer on devices of this process, padding included."""
        return list(self.to_jax(padded=True).addressable_shards)

    def to_jax(self, *, padded: bool = False) -> jax.Array:
        """Return the ``jax.Array``; where there is no padding, without a copy.

        JAX cannot shard a dimension that does not divide: the mesh axes of such a one go to another
        dimension, if they divide one, which moves each element once. If not, every device gets the
        array whole along them: that gathers, which `warn_on_gather` and `comm_budget` see. Inside
        ``jit`` its padding is cut off, and XLA decides where the rest lies.

        Parameters
        ----------
        padded
            Return the buffer with its padding, never a copy.
        """
        expr = on_devices(self._read())
        record.evaluate_all([expr])
        if expr.depth >= TRACED:
            return expr.value if padded else resize(expr.value, expr.aval.shape)
        expr.shared = True
        if padded or not expr.aval.layout.is_padded:
            return expr.value
        even = on_devices(expr, divided(expr.aval.layout))
        record.evaluate_all([even])
        return even.value

    def reshard(self, device: Any, /) -> Any:
        """Return the array placed as `device` says; itself where it lies so already.

        Parameters
        ----------
        device
            A PartitionSpec on the mesh of this array, a NamedSharding, a mesh or a device.
        """
        return reshard(self, device)

    def to_device(self, device: Any, /, *, stream: Any = None) -> Any:
        """Return the array placed on `device`; itself where it lies so already.

        Parameters
        ----------
        device
            A mesh, a NamedSharding, a PartitionSpec on the current mesh, or a device.
        stream
            Must be None.
        """
        if stream is not None:
            raise ValueError("to_device: JAX orders its own work, so stream must be None")
        if device is None:
            raise TypeError("to_device needs a mesh, a sharding, a spec or a device, not None")
        return to_layout(self, device)

    # indexing and views

    def __getitem__(self, key: Any, /) -> Any:
        parsed = index_keys.parse(key, self.shape, self._base_expr().aval.layout.mesh)
        if not parsed.basic:
            return indexing.take_key(self._read(), parsed)
        if not parsed.scalar:
            source = handles.as_array(self)
            view = source._view(lambda lens: lens.index(parsed.entries))
            return view.copy("K") if parsed.copies else view
        split = tail(self._chain, self.shape)
        expr = self._base_expr()
        for lens in split.chain(split.affine.index(parsed.entries)):
            expr = handles.view_expr(expr, lens)
        return handles.wrap(expr)

    def __setitem__(self, key: Any, value: Any, /) -> None:
        temporary = sys.getrefcount(value) <= _TEMPORARY
        writes.check_array(self)
        parsed = index_keys.parse(key, self.shape, self._base_expr().aval.layout.mesh)
        if not parsed.basic:
            indexing.put_key(self, parsed, value, temporary)
            return
        view = self._view(lambda lens: lens.index(parsed.entries))
        if parsed.scalar and not isinstance(value, KNOWN[1:]) and np.ndim(value):
            raise ValueError(
                f"setting an array element with a sequence: of shape {np.shape(value)}; write to "
                "x[..., index] to broadcast"
            )
        if isinstance(value, ShardedArray) and writes.same_view(view, value):
            writes.check_writable(view)
            return  # the end of `x[key] += ...`, which has written already
        writes.assign(view, value, temporary)

    def __array_ufunc__(
        self, numpy_ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        from sharray._functions.ufunc import apply_method

        return apply_method(numpy_ufunc, method, inputs, kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        from sharray import numpy
        from sharray._functions.declare import find

        if not all(issubclass(t, (numpy.ndarray, jax.Array)) for t in types):
            return NotImplemented
        return find(function)(*args, **kwargs)

    def __repr__(self) -> str:
        return pytree.without_values(self) or show.representation(self)

    def __str__(self) -> str:
        return pytree.without_values(self) or show.text(self)

    def __format__(self, spec: str) -> str:
        return show.formatted(self, spec)

    def _repr_html_(self) -> str:
        return show.html(self)

    def __jax_array__(self) -> Any:
        return pytree.as_jax(self)

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
        import sharray

        return sharray

    # operators

    __add__, __radd__, __iadd__ = _operators(ew.add.op, operator.add)
    __sub__, __rsub__, __isub__ = _operators(ew.subtract.op, operator.sub)
    __mul__, __rmul__, __imul__ = _operators(ew.multiply.op, operator.mul)
    __truediv__, __rtruediv__, __itruediv__ = _operators(ew.divide.op, operator.truediv)
    __floordiv__, __rfloordiv__, __ifloordiv__ = _operators(ew.floor_divide.op, operator.floordiv)
    __mod__, __rmod__, __imod__ = _operators(ew.remainder.op, operator.mod)
    __pow__, __rpow__, __ipow__ = _operators(ew.pow.op, operator.pow)
    __and__, __rand__, __iand__ = _operators(ew.bitwise_and.op, operator.and_)
    __or__, __ror__, __ior__ = _operators(ew.bitwise_or.op, operator.or_)
    __xor__, __rxor__, __ixor__ = _operators(ew.bitwise_xor.op, operator.xor)
    __lshift__, __rlshift__, __ilshift__ = _operators(ew.bitwise_left_shift.op, operator.lshift)
    __rshift__, __rrshift__, __irshift__ = _operators(ew.bitwise_right_shift.op, operator.rshift)
    __eq__ = _binary(ew.equal.op, operator.eq)  # type: ignore[assignment]
    __ne__ = _binary(ew.not_equal.op, operator.ne)  # type: ignore[assignment]
    __lt__ = _binary(ew.less.op, operator.lt)
    __le__ = _binary(ew.less_equal.op, operator.le)
    __gt__ = _binary(ew.greater.op, operator.gt)
    __ge__ = _binary(ew.greater_equal.op, operator.ge)
    __neg__ = _unary(ew.negative.op)
    __pos__ = _unary(ew.positive.op)
    __abs__ = _unary(ew.abs.op)
    __invert__ = _unary(ew.bitwise_invert.op)
    __hash__ = Conversion.__hash__

    def __matmul__(self, other: Any, /) -> Any:
        from sharray._ops.linear_algebra import matmul

        return combine(matmul, operator.matmul, self, other)

    def __rmatmul__(self, other: Any, /) -> Any:
        from sharray._ops.linear_algebra import matmul

        return combine(matmul, operator.matmul, other, self)

    __class_getitem__ = classmethod(GenericAlias)

    def __imatmul__(self, other: Any, /) -> Any:
        from sharray._functions.arguments import store

        made = self @ other
        if made.shape != self.shape:
            raise ValueError(
                f"matmul: a result of shape {made.shape} cannot take the place of an array of "
                f"shape {self.shape}"
            )
        return store(self, made, "same_kind", "matmul")


handles.set_class(ShardedArray)


pytree.register(ShardedArray)


def _wait_for(value: Any) -> None:
    if not isinstance(value, (Tracer, jax.ShapeDtypeStruct, np.ndarray)):
        value.block_until_ready()


def block_until_ready(x: Any) -> Any:
    """Run what is recorded for every array in a tree, wait until it is done, and return `x`."""
    if isinstance(x, ShardedArray):
        expr = x._expr if x._owner is None else x._read()
        if expr.value is None:
            run.evaluate((expr,))
        _wait_for(expr.value)
        return x
    leaves = jax.tree.leaves(x, is_leaf=lambda v: isinstance(v, ShardedArray))
    arrays = [v._read() for v in leaves if isinstance(v, ShardedArray)]
    record.evaluate_all(arrays)
    for value in (*[a.value for a in arrays], *[v for v in leaves if isinstance(v, jax.Array)]):
        _wait_for(value)
    return x


cache_info = run.cache_info
cache_clear = run.cache_clear
