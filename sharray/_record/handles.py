"""The part of `ShardedArray` that the layers below it need to know: memory, and a view of it.

Also how values become nodes and nodes become arrays.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from sharray._core.context import context
from sharray._core.layout import Layout, make_aval, make_layout
from sharray._core.lazy import is_jax_array, is_tracer, jax
from sharray._core.lens import Affine, Lens, between, tail
from sharray._core.memory import Memory, births, lock
from sharray._core.meshes import as_mesh, get_mesh
from sharray._core.node import DEVICES, HOST, PENDING, TRACED, Node, computed, constant, unplaced
from sharray._core.placement import check_spec, default_layout
from sharray._core.policy import Tally, begins_on_host, is_small
from sharray._engine import transfer
from sharray._engine.transfer import check_dtype
from sharray._record import traced_values, views

if TYPE_CHECKING:
    from jax.sharding import Mesh


class HandleType(type):
    """The type of the classes of arrays, by which a function knows that they are no dtypes."""


class Handle(metaclass=HandleType):
    """A memory, as a chain of lenses shows it.

    Without a base it owns its data: the chain is empty, unless its shape has been set since.
    """

    __slots__ = (
        "__weakref__", "_anchor", "_base", "_lenses", "_on_host", "_owner", "_put", "_readonly",
        "_shown", "_take", "_uses",
    )  # fmt: skip

    # what `ShardedArray` adds, for those who only know this class
    __getitem__: Any
    astype: Any
    copy: Any
    dtype: Any
    flags: Any
    item: Any
    nbytes: Any
    ndim: Any
    shape: Any
    size: Any
    to_jax: Any
    to_numpy: Any
    _flavour: Any
    _shown_at: Any
    _taken_at: Any

    #: the memory; None for results of NumPy, few of which are ever asked for one. What each
    #: statement passes through reads it, and `_lenses`, before it calls `_memory` and `_chain`
    _owner: Memory | None
    #: of a view: the array that owns the data
    _base: Handle | None
    #: how it shows the memory; None where `_on_host` says it (see `view_handles.viewing_on_host`)
    _lenses: tuple[Lens, ...] | None
    #: of such a view: the array that it lies evenly in, and what returns how that shows the memory;
    #: None where it is all of it. Of what has no memory yet: the number that this is to have
    _anchor: Any
    #: a broadcast, or a view of one
    _readonly: bool
    #: the memory on the host that it has last shown, NumPy's view of that, and on what its work is
    #: counted: None if it is small. An array that owns a memory which may move does not keep that
    _on_host: tuple[np.ndarray, np.ndarray, Tally | None] | None
    #: how many operations NumPy has computed of it, while it has no memory to count them
    _uses: int
    #: NumPy's own index of the exported memory, of an array that is little but read in pieces
    _take: Callable[[Any], Any]
    _put: Callable[[Any, Any], None]
    #: of a view: the node that it has last shown, and what that showed, while anything refers to
    #: it, or, of what `jax.jvp` traces, as long as the view is there
    _shown: tuple[Callable[[], Node | None], Callable[[], Node | None]] | None

    @property
    def _root(self) -> Handle:
        """The array that owns the elements: this one, unless it is a view."""
        return self if self._base is None else self._base

    @property
    def _memory(self) -> Memory:
        """What the elements lie in."""
        owner = self._owner
        return self._owned() if owner is None else owner

    def _owned(self) -> Memory:
        with lock:  # one memory for all threads
            if self._owner is None:
                assert self._on_host is not None
                host, _, tally = self._on_host
                owner = Memory(None, host)
                owner.born, self._anchor = self._anchor, None
                if tally is not None:
                    owner.tally, owner._uses = tally, self._uses
                self._owner = owner
                if tally is not None:
                    self._on_host = None
            return self._owner

    @property
    def _chain(self) -> tuple[Lens, ...]:
        """How it shows the memory. On the host views are NumPy's, and few are ever asked."""
        known = self._on_host  # before the lenses, which another thread may find meanwhile
        lenses = self._lenses
        if lenses is None:
            assert known is not None
            lenses = self._lenses = lenses_on_host(known, self._anchor)
        return lenses

    @property
    def _is_whole(self) -> bool:
        """Whether it owns the elements, and shows them in the shape that they were made in."""
        return self._base is None and not self._chain

    def _numpy(self) -> np.ndarray | None:
        """Return the elements, as NumPy's view, if they are at home on the host."""
        seen, owner = self._on_host, self._owner
        if owner is None:
            assert seen is not None
            return seen[1]
        host = owner.host
        if seen is None:
            if host is None:
                return None
            if not self._chain:
                if is_small(host.size):  # it never moves, so nobody waits for its memory
                    self._on_host = host, host, None
                return host
        elif seen[0] is host:
            return seen[1]
        elif host is None:
            return None
        view = host
        for lens in self._chain:
            view = lens.of_numpy(view)
        self._on_host = host, view, None if is_small(view.size) else owner.counted()
        return view

    def _lent(self) -> np.ndarray:
        """Return the elements at home on the host for somebody who may write to them."""
        memory, seen = self._memory, self._on_host
        if self._lenses == ():
            return memory.export().view()
        if seen is not None and seen[0] is memory.host:
            return memory.lend(seen[1]).view()
        view = memory.export()
        for lens in self._chain:
            view = lens.of_numpy(view)
        return view.view()

    def _lent_for_ever(self) -> np.ndarray:
        """Return the elements at home on the host for somebody who keeps no more than an address.

        The memory stays where it is as long as it exists.
        """
        view = self._lent()
        _kept[self._memory] = self._memory.export()
        return view

    def _node(self) -> Node:
        """Return the current value."""
        memory, chain = self._owner or self._memory, self._lenses
        if chain is None:
            chain = self._chain
        base = memory.node
        if base is None:
            base = memory.read()
        if not chain:
            return base
        known = self._shown
        alone = known is None and len(chain) == 1 and base.state is not HOST
        if alone and type(chain[0]) is Affine:
            return views.read(base, chain[0])
        # elements may move for the others: once for all who refer to it
        shown = None if known is None or known[0]() is not base else known[1]()
        if shown is None:
            shown = base
            for lens in chain:
                shown = views.read(shown, lens)
            if shown.state is HOST:
                memory.shows(shown)
            self._shown = weakref.ref(base), weakref.ref(shown)
        return shown


#: Memories whose address others may have -> what keeps them on the host.
_kept: weakref.WeakKeyDictionary[Memory, np.ndarray] = weakref.WeakKeyDictionary()

_array_type: type[Handle] = Handle
_new = object.__new__


def set_class(cls: type[Handle]) -> None:
    """Say which class arrays are of."""
    global _array_type
    _array_type = cls


def of_memory(memory: Memory, cls: type[Handle] | None = None) -> Any:
    """Return an array that owns a memory."""
    array = object.__new__(cls or _array_type)
    array._owner = memory
    array._base = array._on_host = array._shown = array._anchor = None
    array._lenses = ()
    array._readonly = False
    return array


def of_node(node: Node, cls: type[Handle] | None = None) -> Any:
    """Return an array that owns a value which is recorded, or lies on devices."""
    # what `of_memory(Memory(node))` does: each statement on devices passes through here
    memory = _new(Memory)
    memory.host, memory.node, memory._aval, memory.born = None, node, node.aval, next(births)
    node.holders += 1
    array = _new(cls or _array_type)
    array._owner = memory
    array._base = array._on_host = array._shown = array._anchor = None
    array._lenses = ()
    array._readonly = False
    return array


def of_numpy(array: np.ndarray, cls: type[Handle] | None = None) -> Any:
    """Return an array on the host that owns an array of NumPy, which nobody else has."""
    if array.ndim > 1 and not array.flags.c_contiguous:
        array = np.array(array, order="C")
    return of_memory(Memory(None, array), cls)


def of_result(array: np.ndarray, cls: type[Handle], tally: Tally | None) -> Any:
    """Do so for a result of NumPy in row-major order: programs spend their time here.

    It gets a memory when somebody asks for one. What is not small is counted on a tally.
    """
    result = _new(cls)
    result._owner = result._base = result._shown = None
    result._anchor = next(births)
    result._lenses = ()
    result._on_host = array, array, tally
    result._readonly = False
    result._uses = 0
    return result


def wrap(node: Node) -> Any:
    """Return an array that owns the value of a node, a result.

    In a trace a result without dimensions is a scalar of JAX: `grad`, `while_loop` and `cond` take
    no other.
    """
    state = node.state
    if state is PENDING or state is DEVICES:
        return of_node(node)
    if state >= TRACED and not node.aval.shape and is_tracer(node.value):
        value = traced_values.taken_out(node, padded=True)
        _scalars[id(value)] = value
        return value
    return wrap_array(node)


#: the traced scalars that results of this library are, by id
_scalars: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


def is_scalar(value: Any) -> bool:
    """Whether a traced scalar of JAX is the result of an operation of this library."""
    return _scalars.get(id(value)) is value


def wrap_array(node: Node, cls: type[Handle] | None = None) -> Any:
    """Return an array that owns the value of a node, also in a trace."""
    if node.state is HOST:
        return of_memory(Memory(host=np.array(node.value, order="C")), cls)
    return of_node(node, cls)


def lenses_on_host(known: tuple[np.ndarray, np.ndarray, Any], anchor: Any) -> tuple[Lens, ...]:
    """Return how a view that keeps NumPy's view of an anchor shows the memory."""
    array, chain = anchor or (known[0], tuple)
    if array is known[1]:
        return chain()
    split = tail(chain(), array.shape)
    return split.chain(between(array, known[1]).of(split.affine))


def wrapped_array(value: Any) -> Handle | None:
    """Return the array of this library that an object of another class wraps, if it does.

    NumPy, which takes nothing but its own arrays from ``__array__``, is not to be asked for that.
    """
    if not _makes_arrays(type(value)):
        return None
    given = getattr(value.__array__, "given", None)  # see `_tools.launch.protocols`
    array = value.__array__() if given is None else given(value)
    return array if isinstance(array, Handle) else None


def unwrap(value: Any) -> Any:
    """Return the array that an object wraps (see `wrapped_array`), or else the object itself."""
    array = wrapped_array(value)
    return value if array is None else array


@functools.lru_cache(1024)
def _makes_arrays(kind: type) -> bool:
    """Whether NumPy would ask ``__array__`` of a class for an array that may be one of ours."""
    if not hasattr(kind, "__array__") or issubclass(kind, (Handle, np.ndarray, np.generic)):
        return False
    # which NumPy and JAX ask before, and what arrays with memory of their own have
    first = ("__array_interface__", "__jax_array__", "at", "__dlpack__")
    return not any(hasattr(kind, name) for name in first)


def node_of_numpy(
    array: np.ndarray,
    layout: Layout | None = None,
    *,
    dtype: np.dtype | None = None,
    scalar_on_host: bool = False,
    mesh: Mesh | None = None,
) -> Node:
    """Put a NumPy array where `layout` says; by default on the host, `mesh` or the current one.

    A large one that is to go with arrays on the host stays there with them.
    """
    dtype = check_dtype(array.dtype) if dtype is None else dtype
    if layout is None:
        stays = is_small(array.size) or (mesh is None and begins_on_host())
        if stays or (scalar_on_host and array.ndim == 0):
            return constant(array.astype(dtype))
        layout = default_layout(array.shape, mesh)
    node = computed(make_aval(layout, dtype), transfer.to_devices(array, layout, dtype))
    node.padding_is_zero = True
    if context.recorder is not None:
        context.recorder.constant(node)
    return node


def node_of_jax(array: jax.Array) -> Node:
    """Wrap a ``jax.Array``, without a copy where it has a NamedSharding that divides it."""
    dtype = check_dtype(np.dtype(array.dtype))
    if is_tracer(array):
        known = traced_values.of_known(array)
        if known is not None:
            return known
        mesh = get_mesh()
        if not mesh.axis_names:  # a block of one device
            return computed(make_aval(make_layout(array.shape, mesh), dtype), array)
        return unplaced(array)
    sharding = array.sharding
    if isinstance(sharding, jax.sharding.NamedSharding) and isinstance(
        sharding.mesh, jax.sharding.Mesh
    ):
        mesh = as_mesh(sharding.mesh)
        layout = make_layout(array.shape, mesh, check_spec(sharding.spec, array.ndim, mesh))
        if not layout.is_padded:
            if layout.auto_sharding is not layout.sharding:
                array = jax.device_put(array, layout.auto_sharding)  # on the same memory
            return computed(make_aval(layout, dtype), array, exported=True)
    return node_of_numpy(np.asarray(array), scalar_on_host=True)


def is_numpys(value: Any) -> TypeGuard[np.ndarray]:
    """Whether a value is one of NumPy's own arrays, which arrays of this library may say, too."""
    return issubclass(type(value), np.ndarray)


#: Gives an array another flavour; what it says that its class is cannot be assigned to.
retype: Callable[[Handle, type[Handle]], None] = vars(object)["__class__"].__set__


def is_handle(value: Any) -> bool:
    """Whether a value is an array of this library: a leaf, where trees are not to be opened."""
    return isinstance(value, Handle)


def is_array(value: Any) -> bool:
    """Whether a value is an array of this library, of NumPy or of JAX, or a scalar of NumPy."""
    return isinstance(value, (Handle, np.ndarray, np.generic)) or is_jax_array(value)
