"""The array of NumPy's flavour: its operators and methods answer as NumPy's do."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sharray._array.sharded_array import ShardedArray, operators_of
from sharray._functions import declare
from sharray._functions.declare import known_kinds
from sharray._functions.display import show
from sharray._functions.flavours import NUMPY
from sharray._ops import elementwise_numpy as ewn


class _AnyArray(type):
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


NUMPY.array = ndarray
known_kinds.add(ndarray)
