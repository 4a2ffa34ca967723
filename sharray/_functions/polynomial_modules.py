"""The modules and classes of `numpy.polynomial`, in a flavour.

They are reused: NumPy's code runs as it is, with this library's functions under NumPy's names.
"""

from __future__ import annotations

import functools
import importlib
import sys
from abc import ABCMeta
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

from numpy.polynomial import _polybase, polyutils

from sharray._core.numpy_names import names_of
from sharray._functions import declare
from sharray._functions.flavours import ARRAY_API, Flavour
from sharray._functions.reuse import names_in, rebuilt

_SERIES = ("polynomial", "chebyshev", "hermite", "hermite_e", "laguerre", "legendre")

#: Why NumPy computes what ends so.
_ON_HOST = {
    "companion": "the matrix is as large as the polynomial, which is small",
    "div": "each coefficient of the quotient needs the one before it",
    "roots": "the roots are the eigenvalues of one small matrix",
}


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
    names = dict(names_in(module.__name__, ARRAY_API))
    if module is not polyutils:
        utilities: Any = polyutils
        names["pu"] = SimpleNamespace(**_code(utilities))
    # a function of the module calls the others as they are, and not as users do
    names |= {name: rebuilt(function, names) for name, function in _functions(module).items()}
    return names


@functools.cache
def _declare(module: ModuleType) -> None:
    """Declare the functions of one of NumPy's modules."""
    for name, function in _functions(module).items():
        if name not in module.__all__:
            continue
        if name == "format_float" or name.endswith("gauss"):
            declare.passthrough(function, "numbers of Python")
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
    ours.__spec__ = ModuleSpec(ours.__name__, None)
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


def _value(ours: Callable[..., Any], numpys: Callable[..., Any]) -> Callable[..., Any]:
    """Return what a polynomial does when it is called: of another one NumPy makes a third."""

    @functools.wraps(numpys)
    def __call__(self: Any, arg: Any) -> Any:
        return (numpys if isinstance(arg, _polybase.ABCPolyBase) else ours)(self, arg)

    return __call__


def _class(original: type, module: ModuleType, utilities: ModuleType, flavour: Flavour) -> type:
    """Return a class of polynomials, whose values at arrays and fits to arrays are ours.

    Its coefficients are few: they are NumPy's arrays, and so is what is computed of them alone.
    """
    names = {**names_in(_polybase.__name__, flavour), "pu": utilities}
    inherited = vars(_polybase.ABCPolyBase)
    members: dict[str, Any] = {
        "__module__": f"{flavour.name}.polynomial",
        "__doc__": original.__doc__,
        "__call__": _value(rebuilt(inherited["__call__"], names), inherited["__call__"]),
        "linspace": rebuilt(inherited["linspace"], names),
        "fit": classmethod(rebuilt(inherited["fit"].__func__, names)),
    }
    for name in ("_val", "_fit"):
        members[name] = staticmethod(getattr(module, vars(original)[name].__func__.__name__))
    return _AnySeries(original.__name__, (original,), members)


def polynomial_module(flavour: Flavour) -> dict[str, Any]:
    """Return what stands under the names of `numpy.polynomial`, a package: classes, and modules."""
    modules = {name: _module(name, flavour) for name in ("polyutils", *_SERIES)}
    names: dict[str, Any] = dict(modules)
    for name in _SERIES:
        module = modules[name]
        for key, value in vars(module).items():
            if isinstance(value, type):
                ours = _class(value, module, modules["polyutils"], flavour)
                names[key] = vars(module)[key] = ours
    # so that `import` finds them below the module that has these names
    sys.modules.update({module.__name__: module for module in modules.values()})
    return {"__path__": [], **names}
