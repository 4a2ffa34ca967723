"""The array of NumPy's flavour: its operators and methods answer as NumPy's do.

At home on the host it is little more than an array of NumPy: operators and indices are NumPy's, on
the memory itself. Only that lets it be moved, and programs be recorded on it, when its work there
has come to what that costs (see `_core.policy`).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._array.sharded_array import ShardedArray, operators_of
from sharray._core import observers, policy
from sharray._core.lazy import is_tracer
from sharray._core.memory import Memory
from sharray._core.node import depends_on_traced
from sharray._core.settings import options
from sharray._engine import order
from sharray._functions import declare
from sharray._functions.declare import known_kinds
from sharray._functions.display import show
from sharray._functions.flavours import NUMPY
from sharray._ops import elementwise_numpy as ewn
from sharray._ops import index_keys
from sharray._record import homes
from sharray._record.handles import Handle, HandleType


class _AnyArray(HandleType):
    """Makes NumPy's arrays instances of `ndarray`, too, and its subclasses NumPy's."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any
    ) -> Any:
        if any(type(base) is _AnyArray for base in bases):
            # a class derived from it is one of NumPy's arrays
            own = tuple([np.ndarray if type(base) is _AnyArray else base for base in bases])
            return type(name, own, namespace, **kwargs)
        return super().__new__(mcs, name, bases, namespace, **kwargs)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, np.ndarray) or super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, np.ndarray) or super().__subclasscheck__(subclass)


#: They take NumPy as long as anybody, and do not count as work for which arrays move.
_PRODUCTS = frozenset([operator.matmul, operator.imatmul, np.matmul])


def _operands(function: Callable[..., Any], values: Sequence[Any]) -> list[Any] | None:
    """Return the operands of an operator or a ufunc for NumPy; None where it is not to compute."""
    if not options.host_work:
        return None
    operands = homes.plain(values) if function in _PRODUCTS else homes.on_host(values)
    if operands is not None and observers.active:
        observers.recorded(function.__name__, True)
    return operands


def _forward(by: Callable[..., Any], general: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operator that is NumPy's `by` where the operands are at home on the host."""

    def forward(*values: Any) -> Any:
        operands = _operands(by, values)
        return general(*values) if operands is None else NUMPY.of_numpy(by(*operands))

    return forward


def _reflected(by: Callable[..., Any], general: Callable[..., Any]) -> Callable[..., Any]:
    forward = _forward(by, lambda other, self: general(self, other))
    return lambda self, other: forward(other, self)


def _in_place(by: Callable[..., Any], general: Callable[..., Any]) -> Callable[..., Any]:
    def in_place(self: Any, other: Any) -> Any:
        with order.lock:  # it must not move meanwhile
            operands = None if self._readonly else _operands(by, (self, other))
            if operands is not None:
                self._memory.write()
                by(*operands)
                return self
        return general(self, other)

    return in_place


#: Types of values that NumPy writes as they are.
_OF_NUMPY = frozenset([bool, int, float, complex, np.ndarray, *np.sctypeDict.values()])
_SIMPLE = frozenset([int, slice, type(None), type(...), *[np.dtype(c).type for c in "bhilqBHILQ"]])


def _is_simple(key: Any) -> bool:
    """Whether an index holds no arrays."""
    kind = type(key)
    return kind in _SIMPLE or (kind is tuple and _SIMPLE.issuperset(map(type, key)))


def _is_traced(key: Any) -> bool:
    """Whether an index, or a part of it, is traced by JAX."""
    if type(key) is tuple:
        return any(map(_is_traced, key))
    if isinstance(key, Handle):
        node = key._memory.node
        return node is not None and depends_on_traced(node)
    return is_tracer(key)


def _key(key: Any) -> Any:
    """Return an index with NumPy's arrays, which are fetched if they lie on devices."""
    if isinstance(key, Handle):
        return homes.fetched(key)
    if type(key) is tuple:
        return tuple([_key(k) for k in key])
    return key


def _size_of(shape: tuple[int, ...], key: Any) -> int:
    """Return how many elements an index picks out; of one that holds arrays, all."""
    simple = index_keys.simple_view(key, (), shape)
    if simple is not None:
        return simple[1]
    if not _is_simple(key):
        return math.prod(shape)
    return np.broadcast_to(np.int8(0), shape)[key].size


#: So many pieces are counted together.
_AT_ONCE = 1000


def _count(memory: Memory) -> None:
    """Count the pieces of an array at home on the host."""
    policy.reads(memory.aval.shape, memory.pieces)
    memory.pieces = 0


class ndarray(ShardedArray, metaclass=_AnyArray):
    """A `ShardedArray` whose operators and methods give NumPy's scalars, and its small arrays.

    ``isinstance(x, np.ndarray)`` holds for it, and for NumPy's own. Called, it makes an array as
    `empty` does. A class derived from it is a class of NumPy arrays.
    """

    __slots__ = ()

    _flavour = NUMPY

    # with NumPy's values for infinities, where the standard has others
    __floordiv__, __rfloordiv__, __ifloordiv__ = operators_of(
        ewn.floor_divide.op, operator.floordiv
    )

    def __new__(cls, shape: Any, dtype: Any = float, *args: Any, **kwargs: Any) -> Any:
        """Make an array, unless on a given buffer."""
        if args or kwargs:
            return np.ndarray(shape, dtype, *args, **kwargs)
        return declare.find(np.empty, NUMPY)(shape, dtype)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __repr__(self) -> str:
        """Return NumPy's text."""
        return show.numpy_representation(self)

    def __getitem__(self, key: Any, /) -> Any:
        memory = self._memory
        window = memory.window
        if window is not None and not self._chain and not self._readonly:
            # loops over elements and rows spend their time here
            try:
                result = window[key]
            except Exception:
                pass  # traced values; of what is wrong the general way tells
            else:
                if type(result) is not np.ndarray or result.size < options.host_threshold:
                    memory.pieces += 1
                    if memory.pieces == _AT_ONCE:
                        _count(memory)
                    return result
        return self._item(key)

    def _item(self, key: Any) -> Any:
        memory = self._memory
        if not _is_simple(key):
            if _is_traced(key) or not homes.returns(self):
                return super().__getitem__(key)
            key = _key(key)
        elif memory.host is None:
            result = super().__getitem__(key)
            if result.size < options.host_threshold and policy.begins_on_host():
                homes.piece(self)
            return result
        window = self._lent() if self._chain else memory.window
        if window is None:
            with order.lock:
                if memory.host is None:  # another thread has moved it
                    return super().__getitem__(key)
                window = memory.export()
        result = window[key]
        if type(result) is not np.ndarray:
            return result
        if result.base is None:
            return NUMPY.of_numpy(result)
        if not policy.is_small(result.size):
            return super().__getitem__(key)
        if self._readonly:
            result.flags.writeable = False
        return result

    def __setitem__(self, key: Any, value: Any, /) -> None:
        memory = self._memory
        window = memory.window
        if window is not None and type(value) in _OF_NUMPY and not (self._chain or self._readonly):
            # who holds the window keeps the memory from moving
            try:
                window[key] = value
                memory.pieces += 1
                if memory.pieces == _AT_ONCE:
                    _count(memory)
                return
            except Exception:
                pass
        if (
            memory.host is None
            and policy.begins_on_host()
            and policy.is_small(_size_of(self.shape, key))
        ):
            homes.piece(self)
        if isinstance(value, Handle):
            # what is written to the memory that it comes from may be there already
            source = None if value._memory is memory else value._numpy()
        else:
            source = None if is_tracer(value) else value
        is_simple = _is_simple(key)
        if source is not None and not self._readonly and (is_simple or not _is_traced(key)):
            with order.lock:  # it must not move meanwhile
                if memory.host is not None:
                    at = key if is_simple else _key(key)
                    host = memory.write()
                    part: Any = self._numpy() if self._chain else host
                    part[at] = source
                    return
        super().__setitem__(key, value)

    def __array_ufunc__(
        self, numpy_ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        if method == "__call__" and not kwargs and policy.begins_on_host():
            operands = _operands(numpy_ufunc, inputs)
            if operands is not None:
                return NUMPY.result(numpy_ufunc(*operands))
        return super().__array_ufunc__(numpy_ufunc, method, *inputs, **kwargs)


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor",
              "lshift", "rshift", "matmul"):  # fmt: skip
    _by = getattr(operator, f"__{_name}__")
    for _prefix, _make in (("", _forward), ("r", _reflected)):
        _full = f"__{_prefix}{_name}__"
        setattr(ndarray, _full, _make(_by, getattr(ndarray, _full)))
    _full = f"__i{_name}__"
    setattr(ndarray, _full, _in_place(getattr(operator, _full), getattr(ndarray, _full)))
for _name in ("eq", "ne", "lt", "le", "gt", "ge", "neg", "pos", "abs", "invert"):
    _full = f"__{_name}__"
    setattr(ndarray, _full, _forward(getattr(operator, _full), getattr(ndarray, _full)))

NUMPY.array = ndarray
known_kinds.add(ndarray)
