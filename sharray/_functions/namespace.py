"""What stands under the names of a NumPy module: our functions where there are some."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from sharray._functions import declare
from sharray._record.handles import Handle


def names_of(module: ModuleType) -> list[str]:
    """Return the public names of one of NumPy's modules."""
    return [n for n in module.__all__ if not n.startswith("__")]


def namespace(module: ModuleType) -> dict[str, Any]:
    """Return our functions and NumPy's dtypes, constants and classes under NumPy's names."""
    made: dict[str, Any] = {}
    for name in names_of(module):
        value = getattr(module, name)
        if isinstance(value, np.ufunc) or declare.is_function(value):
            made[name] = declare.find(value)
        elif not isinstance(value, ModuleType):
            made[name] = value
    return made


class _AnyArray(type(np.ndarray)):
    """Makes arrays of this library instances of `ndarray`, too."""

    def __instancecheck__(cls, instance: object) -> bool:
        if cls is ndarray:
            if isinstance(instance, Handle):
                return not instance._scalar
            return isinstance(instance, np.ndarray)
        return super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        if cls is ndarray:
            return issubclass(subclass, (Handle, np.ndarray))
        return super().__subclasscheck__(subclass)


class ndarray(np.ndarray, metaclass=_AnyArray):
    """What ``isinstance(x, np.ndarray)`` asks for: arrays of this library, and NumPy's own.

    Called, it makes an array as `empty` does. A class derived from it is a class of NumPy arrays.
    """

    def __new__(cls, shape: Any, dtype: Any = float, *args: Any, **kwargs: Any) -> Any:
        """Make an array of this library, unless for a derived class or on a given buffer."""
        if cls is not ndarray:
            return super().__new__(cls, shape, dtype, *args, **kwargs)
        if args or kwargs:
            return np.ndarray(shape, dtype, *args, **kwargs)
        return declare.find(np.empty)(shape, dtype)
