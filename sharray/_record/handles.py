"""The part of `ShardedArray` that the layers below it need to know.

A handle owns its data (`_expr`), or is a view: an owner and a chain of lenses.
"""

from __future__ import annotations

import functools
import itertools
import weakref
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer
from jax.sharding import Mesh, NamedSharding

from sharray._core import observers
from sharray._core.layout import Layout, host_aval, make_aval, make_layout
from sharray._core.lens import Affine, Extended, Lens
from sharray._core.node import (
    TRACED,
    Expr,
    extends,
    host,
    is_affine_read,
    is_long,
    leaf,
    lens_aval,
)
from sharray._core.placement import as_mesh, check_spec, default_layout, get_mesh
from sharray._core.settings import options
from sharray._engine import explained, plain, run
from sharray._engine.process import process
from sharray._engine.spare import Spare
from sharray._record import traced_values


class Handle:
    """A mutable reference to an expression, or a view of another handle."""

    __slots__ = (
        "__weakref__", "_born", "_chain", "_expr", "_owner", "_readonly", "_scalar", "_seen",
        "_shown", "_spare", "_stand",
    )  # fmt: skip

    # what `ShardedArray` adds, for those who only know this class
    __getitem__: Any
    dtype: Any
    flags: Any
    item: Any
    nbytes: Any
    ndim: Any
    shape: Any
    size: Any
    to_jax: Any

    #: of an owner: when it was made, to be compared with the beginnings of traces (`_leaks`)
    _born: int
    _expr: Expr
    _owner: Handle | None
    _chain: tuple[Lens, ...]
    #: a broadcast, or a view of one
    _readonly: bool
    #: of a view: what it last showed of a value on the host
    _seen: tuple[Expr, Expr] | None
    #: of a view: what it last showed of a value on devices, for as long as anything refers to that
    _shown: tuple[weakref.ref[Expr], weakref.ref[Expr]] | None
    #: set with the first write
    _spare: Spare
    #: set where something else took the place of its buffer (see `_tree`)
    _stand: Any
    #: whether NumPy would have a scalar here: never a view, nor written to
    _scalar: bool

    @property
    def _root(self) -> Handle:
        """The array that owns the elements: this one, unless it is a view."""
        return self if self._owner is None else self._owner

    def _read(self) -> Expr:
        """Return the current value."""
        if self._owner is None:
            return self._expr
        base, chain = self._owner._expr, self._chain
        if base.on_host:
            if self._seen is None or self._seen[0] is not base:
                self._seen = base, _seen_through(base, chain)
            return self._seen[1]
        if len(chain) == 1 and isinstance(chain[0], Affine):
            return _seen_through(base, chain)
        # elements may move for the others: once for all who refer to it
        known = self._shown
        shown = None if known is None or known[0]() is not base else known[1]()
        if shown is None:
            shown = _seen_through(base, chain)
            self._shown = weakref.ref(base), weakref.ref(shown)
        return shown


def _seen_through(expr: Expr, chain: tuple[Lens, ...]) -> Expr:
    for lens in chain:
        expr = view_expr(expr, lens)
    return expr


_made: type[Handle] = Handle
#: Counts the arrays that own their data.
births = itertools.count()


def set_class(cls: type[Handle]) -> None:
    """Say which class results are made of."""
    global _made
    _made = cls


def wrap(expr: Expr) -> Any:
    """Return a handle that owns `expr`, a result.

    Where NumPy gives a scalar, a traced result is a scalar of JAX: `grad`, `while_loop` and `cond`
    take no other.
    """
    if expr.depth >= TRACED and not expr.aval.shape and isinstance(expr.value, Tracer):
        _scalars[id(expr.value)] = expr.value
        return expr.value
    return wrap_array(expr, scalar=not expr.aval.shape)


#: the traced scalars that results of this library are, by id
_scalars: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


def is_scalar(value: Any) -> bool:
    """Whether a traced scalar of JAX is the result of an operation of this library."""
    return _scalars.get(id(value)) is value


def wrap_array(expr: Expr, *, scalar: bool = False) -> Any:
    """Return a handle that owns `expr`, an array even with no dimensions."""
    made = object.__new__(_made)
    made._expr = expr
    made._owner = None
    made._chain = ()
    made._readonly = False
    made._scalar = scalar
    made._stand = None
    made._born = next(births)
    return made


def as_array(x: Any) -> Any:
    """Return a handle, or an array of its value if it is a number, which nobody writes to."""
    return wrap_array(x._expr) if x._scalar else x


def _without_mesh(expr: Expr, lens: Lens | Extended) -> Expr | None:
    """Return what `lens` shows of a value without a mesh, where nothing is recorded."""
    if expr.on_host:
        return host(lens.of_numpy(expr.value))
    if expr.is_loose:
        value = lens.of_numpy(expr.value)
        return leaf(host_aval(value.shape, np.dtype(value.dtype)), value)
    return None


def _recorded(node: Expr) -> Expr:
    """Return an expression that has just been made; it runs if it is long, or all do at once."""
    if options.immediate or is_long(node, options.chain_length):
        run.evaluate([node], longer=True)
    return node


def view_expr(expr: Expr, lens: Lens) -> Expr:
    """Return what `lens` shows of `expr`."""
    if (made := _without_mesh(expr, lens)) is not None:
        return made
    if isinstance(lens, Affine):
        if expr.op is not None and expr.value is None:
            from sharray._record.views import of_windows

            expr, lens = of_windows(expr, lens) or (expr, lens)
        elif is_affine_read(expr) and expr.value is None:
            expr, lens = expr.args[0], lens.of(expr.params)
        node = Expr(lens_aval(expr.aval, lens), None, (expr,), lens)
    else:
        from sharray._record import views

        node = views.read(expr, lens)
    return _recorded(node)


def extended_expr(expr: Expr, lens: Extended) -> Expr:
    """Return a part of what `expr` is if it goes on beyond its ends."""
    if (made := _without_mesh(expr, lens)) is not None:
        return made
    if extends(expr):
        # one after the other: else each of many shifts might compute it again
        run.evaluate([expr])
    layout = expr.aval.layout
    aval = make_aval(make_layout(lens.shape, layout.mesh, layout.spec), expr.aval.dtype)
    return _recorded(Expr(aval, None, (expr,), lens))


def made_by(value: Any) -> Handle | None:
    """Return the array of this library that an object of another class makes of itself, if it does.

    NumPy, which takes nothing but its own arrays from ``__array__``, is not to be asked for that.
    """
    kind = type(value)
    if not _makes_arrays(kind):
        return None
    made = value.__array__()
    return made if isinstance(made, Handle) else None


def made_or_given(value: Any) -> Any:
    """Return the array that an object makes of itself (see `made_by`), or what was given."""
    made = made_by(value)
    return value if made is None else made


@functools.lru_cache(1024)
def _makes_arrays(kind: type) -> bool:
    """Whether NumPy would ask ``__array__`` of a class for an array that may be one of ours."""
    mine = (Handle, np.ndarray, np.generic, jax.Array, Tracer)
    first = ("__array_interface__", "__jax_array__")  # which NumPy and JAX ask before
    return (
        hasattr(kind, "__array__")
        and not issubclass(kind, mine)
        and not any(hasattr(kind, name) for name in first)
    )


def is_numeric(dtype: np.dtype) -> bool:
    """Whether devices can hold the dtype."""
    return dtype.kind in "biufc" and dtype.itemsize <= 16 and dtype.char not in "gG"


def check_dtype(dtype: np.dtype) -> np.dtype:
    """Return `dtype`, in native byte order.

    Raises
    ------
    TypeError
        If it is not a boolean or numeric one that devices know.
    """
    if not is_numeric(dtype):
        raise TypeError(
            f"dtype {dtype} cannot live on devices; sharray holds booleans and numbers up to "
            "64 bits (128 for complex). Keep such data in a numpy.ndarray"
        )
    return dtype.newbyteorder("=")


def from_numpy(
    array: np.ndarray,
    layout: Layout | None = None,
    *,
    dtype: np.dtype | None = None,
    scalar_on_host: bool = False,
    mesh: Mesh | None = None,
) -> Expr:
    """Put a NumPy array where `layout` says; by default on the host, `mesh` or the current one."""
    dtype = check_dtype(array.dtype) if dtype is None else dtype
    if layout is None:
        if array.size < options.host_threshold or (scalar_on_host and array.ndim == 0):
            return host(array.astype(dtype))
        layout = default_layout(array.shape, mesh)
    made = leaf(make_aval(layout, dtype), place_numpy(array, layout, dtype))
    made.clean = True
    return made


def place_numpy(array: np.ndarray, layout: Layout, dtype: np.dtype) -> jax.Array:
    """Copy each shard of `array` to its device; each process makes its own."""

    def shard(index: Any) -> np.ndarray:
        piece = np.asarray(array[index], dtype)
        want = tuple(
            s.indices(n)[1] - s.indices(n)[0]
            for s, n in zip(index, layout.padded_shape, strict=True)
        )
        if piece.shape == want:
            return np.array(piece)  # a device may keep the memory, which the caller may change
        made = np.zeros(want, dtype)
        made[tuple(slice(0, n) for n in piece.shape)] = piece
        return made

    assert layout.sharding is not None
    plain.check_types()
    process.check()
    if explained.state.active:  # a constant of the program
        more = [(0, m - n) for n, m in zip(array.shape, layout.padded_shape, strict=True)]
        constant = jnp.asarray(np.pad(np.asarray(array, dtype), more))
        return jax.lax.with_sharding_constraint(constant, layout.sharding)
    if observers.active:
        observers.moving("to devices", array.nbytes)
    process.started = True
    return jax.make_array_from_callback(layout.padded_shape, layout.sharding, shard, dtype=dtype)


def from_jax(array: jax.Array) -> Expr:
    """Wrap a ``jax.Array``, without a copy where it has a NamedSharding that divides it."""
    dtype = check_dtype(np.dtype(array.dtype))
    if isinstance(array, Tracer):
        known = traced_values.of_known(array)
        if known is not None:
            return known
        mesh = get_mesh()
        if not mesh.axis_names:  # a block of one device
            return leaf(make_aval(make_layout(array.shape, mesh), dtype), array)
        return leaf(host_aval(array.shape, dtype), array)
    sharding = array.sharding
    if isinstance(sharding, NamedSharding) and isinstance(sharding.mesh, jax.sharding.Mesh):
        mesh = as_mesh(sharding.mesh)
        layout = make_layout(array.shape, mesh, check_spec(sharding.spec, array.ndim, mesh))
        if not layout.is_padded:
            if mesh is not sharding.mesh:
                array = jax.device_put(array, layout.sharding)
            return leaf(make_aval(layout, dtype), array, shared=True)
    return from_numpy(np.asarray(array), scalar_on_host=True)
