"""NumPy's functions that are written in Python in terms of others, which are ours here.

Such code knows nothing of where arrays lie. So it runs as it is, on arrays of this library, with
this library's functions under the names of NumPy's.
"""

from __future__ import annotations

import functools
import inspect
import sys
import threading
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from sharray._functions.declare import REGISTRY, implements, is_function
from sharray._functions.flavours import ARRAY_API, Flavour
from sharray._record.floating_errors import errstate
from sharray._record.handles import Handle


class _Module:
    """A module of NumPy's, with what is ours in the place of what is NumPy's."""

    def __init__(self, module: ModuleType, flavour: Flavour) -> None:
        self._module, self._flavour = module, flavour

    def __getattr__(self, name: str) -> Any:
        value = _ours(getattr(self._module, name), self._flavour)
        setattr(self, name, value)
        return value


def _broadcast(*arrays: Any) -> SimpleNamespace:
    """Return what NumPy's code asks a `numpy.broadcast` for, without reading an element."""
    shape = np.broadcast_shapes(*map(np.shape, arrays))
    return SimpleNamespace(shape=shape, ndim=len(shape))


class _Arrays(type):
    """Tells NumPy's code, which asks for instances, which values are arrays, and no numbers."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, np.ndarray) or (
            isinstance(instance, Handle) and instance.ndim > 0
        )


#: What is not a function of arrays, but stands for something else here.
_SPECIAL: dict[type, Any] = {
    np.broadcast: _broadcast,
    np.errstate: errstate,
    np.ndarray: _Arrays("ndarray", (), {}),
}


def _is_numpys(module: str | None) -> bool:
    return module is not None and module.partition(".")[0] == "numpy"


@functools.cache
def _undispatched() -> dict[Any, Any]:
    """Return NumPy's functions by what they are without dispatch, as NumPy's code calls some."""
    return {getattr(f, "_implementation", f): f for f in REGISTRY}


def _ours(value: Any, flavour: Flavour) -> Any:
    """Return what stands for something that NumPy's code has a name for."""
    if isinstance(value, type):
        return _SPECIAL.get(value, value)
    if isinstance(value, ModuleType):
        return _Module(value, flavour) if _is_numpys(value.__name__) else value
    if isinstance(value, np.ufunc) or is_function(value):
        value = _undispatched().get(value, value)
        if value in REGISTRY:
            return REGISTRY[value].of(flavour)
        if isinstance(value, FunctionType) and _is_numpys(value.__module__):
            return code_of(value, flavour)
    if type(value) is dict and all(isinstance(v, FunctionType) for v in value.values()):
        return {k: _ours(v, flavour) for k, v in value.items()}
    return value


_known: dict[tuple[str, Flavour], dict[str, Any]] = {}
_lock = threading.RLock()


def names_in(module: str, flavour: Flavour) -> dict[str, Any]:
    """Return the names that the code of one of NumPy's modules sees."""
    key = module, flavour
    with _lock:  # no other thread sees some of them only
        if key not in _known:
            names = _known[key] = {}  # functions of modules see those of each other
            for name, value in vars(sys.modules[module]).items():
                names[name] = value if name.startswith("__") else _ours(value, flavour)
        return _known[key]


def rebuilt(function: Any, names: dict[str, Any]) -> Any:
    """Return one of NumPy's functions, which sees other names."""
    function = inspect.unwrap(getattr(function, "_implementation", function))
    result = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    result.__kwdefaults__ = function.__kwdefaults__
    result.__doc__, result.__module__ = function.__doc__, function.__module__
    return result


def code_of(
    numpy_function: Any, flavour: Flavour = ARRAY_API, *, kept: Sequence[str] = (), **others: Any
) -> Any:
    """Return NumPy's code of a function, for arrays of this library.

    Parameters
    ----------
    numpy_function
        The function of NumPy.
    flavour
        The flavour of the functions that it calls.
    kept
        Names that stay NumPy's: what it counts with, and may change in place.
    **others
        Other names for it to see.
    """
    function = getattr(numpy_function, "_implementation", numpy_function)
    names = names_in(function.__globals__["__name__"], flavour)
    others |= {name: function.__globals__[name] for name in kept}
    return rebuilt(function, {**names, **others} if others else names)


def reuse(
    numpy_function: Callable[..., Any], doc: str, *, kept: Sequence[str] = (), **options: Any
) -> Callable[..., Any]:
    """Declare a function that NumPy's own code computes.

    Its numbers become arrays without dimensions: it must not change them in place.

    Parameters
    ----------
    numpy_function
        The function of NumPy.
    doc
        Its documentation.
    kept
        Names that stay NumPy's in its code.
    **options
        Those of `implements`.
    """
    # others are declared until it is called
    code = functools.cache(lambda: code_of(numpy_function, kept=kept))

    @functools.wraps(numpy_function)
    def implementation(*args: Any, **kwargs: Any) -> Any:
        return code()(*args, **kwargs)

    implementation.__doc__ = doc
    return implements(numpy_function, **options)(implementation)
