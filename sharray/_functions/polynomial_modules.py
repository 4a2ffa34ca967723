"""The modules and classes of `numpy.polynomial`, in a flavour.

NumPy's code for them knows nothing of where arrays lie, but for the conversions to arrays and the
fresh arrays that it asks the name ``np`` for. So it runs as it is, with this library's functions
under that name.
"""

from __future__ import annotations

import functools
import importlib
from abc import ABCMeta
from collections.abc import Callable
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.polynomial import _polybase, polyutils

from sharray._functions import declare
from sharray._functions.flavours import ARRAY_API, Flavour
from sharray._functions.namespace import main_namespace, names_of, namespace
from sharray._record.handles import Handle

_SERIES = ("polynomial", "chebyshev", "hermite", "hermite_e", "laguerre", "legendre")

#: Why NumPy computes what ends so.
_ON_HOST = {
    "companion": "the matrix is as large as the polynomial, which is small",
    "div": "each coefficient of the quotient needs the one before it",
    "roots": "the roots are the eigenvalues of one small matrix",
}


class _Names(SimpleNamespace):
    """What stands for `numpy`: functions of a flavour, and NumPy's other names."""

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


@functools.cache
def _names(flavour: Flavour) -> _Names:
    names = _Names(**main_namespace(flavour))
    names.ndarray = (np.ndarray, Handle)  # for isinstance
    names.linalg = SimpleNamespace(**namespace(np.linalg, flavour))
    return names


def _rebuilt(function: Any, names: dict[str, Any]) -> Any:
    """Return one of NumPy's functions with other global names."""
    function = getattr(function, "_implementation", function)
    rebuilt = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    rebuilt.__kwdefaults__ = function.__kwdefaults__
    rebuilt.__doc__, rebuilt.__module__ = function.__doc__, function.__module__
    return rebuilt


def _functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """Return the functions that one of NumPy's modules defines, private ones included."""
    return {
        name: value
        for name, value in vars(module).items()
        if declare.is_function(value) and value.__module__ == module.__name__
    }


@functools.cache
def _code(module: ModuleType) -> dict[str, Any]:
    """Return the names of one of NumPy's modules, whose functions compute with arrays of ours."""
    names = dict(vars(module))
    names["np"] = _names(ARRAY_API)
    if module is not polyutils:
        utilities: Any = polyutils
        names["pu"] = SimpleNamespace(**_code(utilities))
    names |= {name: _rebuilt(function, names) for name, function in _functions(module).items()}
    return names


@functools.cache
def _declare(module: ModuleType) -> None:
    """Declare the functions of one of NumPy's modules."""
    for name, function in _functions(module).items():
        if name not in module.__all__:
            continue
        if name == "format_float" or name.endswith("gauss"):
            declare.plain(function, "numbers of Python")
            continue
        why = next((w for end, w in _ON_HOST.items() if name.endswith(end)), None)
        if why is None or name.endswith("fromroots"):
            declare.implements(function)(_code(module)[name])
        else:
            declare.host_only(function, why)


def _module(name: str, flavour: Flavour) -> ModuleType:
    original = importlib.import_module(f"numpy.polynomial.{name}")
    _declare(original)
    ours = ModuleType(f"{flavour.name}.polynomial.{name}", original.__doc__)
    vars(ours).update({n: getattr(original, n) for n in names_of(original)})
    vars(ours).update({
        n: declare.find(f, flavour)
        for n, f in _functions(original).items() if n in original.__all__
    })  # fmt: skip
    vars(ours)["__all__"] = list(original.__all__)
    return ours


class _AnySeries(ABCMeta):
    """Makes the objects of NumPy's class instances of ours, which is derived from it."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls.__base__)  # type: ignore[arg-type]


def _class(original: type, module: ModuleType, utilities: ModuleType, flavour: Flavour) -> type:
    """Return a class of polynomials, whose values at arrays and fits to arrays are ours.

    Its coefficients are few: they are NumPy's arrays, and so is what is computed of them alone.
    """
    names = vars(_polybase) | {"np": _names(flavour), "pu": utilities}
    inherited = vars(_polybase.ABCPolyBase)
    members: dict[str, Any] = {
        "__module__": f"{flavour.name}.polynomial",
        "__doc__": original.__doc__,
        "__call__": _rebuilt(inherited["__call__"], names),
        "linspace": _rebuilt(inherited["linspace"], names),
        "fit": classmethod(_rebuilt(inherited["fit"].__func__, names)),
    }
    for name in ("_val", "_fit"):
        members[name] = staticmethod(getattr(module, vars(original)[name].__func__.__name__))
    return _AnySeries(original.__name__, (original,), members)


def polynomial_module(flavour: Flavour) -> dict[str, Any]:
    """Return what stands under the names of `numpy.polynomial`: classes, and their modules."""
    modules = {name: _module(name, flavour) for name in ("polyutils", *_SERIES)}
    names: dict[str, Any] = dict(modules)
    for name in _SERIES:
        module = modules[name]
        for key, value in vars(module).items():
            if isinstance(value, type):
                ours = _class(value, module, modules["polyutils"], flavour)
                names[key] = vars(module)[key] = ours
    return names
