"""NumPy's functions that follow from operations of their names.

NumPy's parameters are given a meaning here that operations do not have: `out` is written to, an
axis of None is that of the flattened array, and what is asked for beside is left to NumPy.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from sharray._core.operation import KINDS, Op
from sharray._functions.arguments import array, dtype_named, line, only, store
from sharray._functions.declare import implements
from sharray._functions.fallback import HostFallback

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
#: Parameters of operations that are arrays, beside those whose names begin with an x.
_ARRAYS = ("indices", "sorter")
#: Parameters of NumPy's functions that change nothing: there are no subclasses.
_WITHOUT_MEANING = ("subok",)


class _Parameters:
    """The parameters of NumPy's function. They give each argument of a call its name."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name, self._signature = function.__name__, inspect.signature(function)
        parameters = self._signature.parameters.values()
        self.defaults = {p.name: p.default for p in parameters}
        self._by_position = [p.name for p in parameters if p.kind in _BY_POSITION]
        self._by_name = {p.name for p in parameters if p.kind is not p.POSITIONAL_ONLY}
        self._required = {p.name for p in parameters if p.default is p.empty}

    def arguments(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return all arguments of a call, in the order of the parameters.

        Raises
        ------
        TypeError
            If they are not those of a call.
        """
        given = dict(zip(self._by_position, args, strict=False)) | kwargs
        if (
            len(given) < len(args) + len(kwargs)
            or not kwargs.keys() <= self._by_name
            or not self._required <= given.keys()
        ):
            try:
                self._signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{self._name}() {error}") from None
        return self.defaults | given


#: Where a section of a docstring begins.
_SECTION = r"\n\n[A-Z][a-z ]+\n-{4,}\n"


class _Translation:
    """How a call of NumPy's function is one of an operation.

    As many arguments as the operation takes by position are that; they are arrays where its own are
    called so. What it does not know, and is asked for, is left to NumPy, and so are dtypes that an
    operation does not take that is made of others. Without an axis, where the operation needs one,
    it works along the flattened array.
    """

    def __init__(self, op: Op, function: Callable[..., Any]) -> None:
        self._parameters = _Parameters(function)
        defaults, ours = self._parameters.defaults, op.signature.parameters
        positional = [n for n, p in ours.items() if p.kind in _BY_POSITION]
        own = dict(zip(defaults, positional, strict=False))  # NumPy's name -> the operation's
        self._op = op
        self._kinds = KINDS[op.kinds if op.composite else "all"]  # others look at theirs
        self._by_position = [*own]
        self._by_name = [n for n in defaults if n not in own and n in ours]
        own |= zip(self._by_name, self._by_name, strict=True)
        self._arrays = [n for n, name in own.items() if name[0] == "x" or name in _ARRAYS]
        known = (*own, *_WITHOUT_MEANING, "out")
        self._unknown = {n: default for n, default in defaults.items() if n not in known}
        needs_axis = "axis" in ours and ours["axis"].default is inspect.Parameter.empty
        self._flattens = needs_axis and "axis" in self._by_name
        self._reduces = op.reduces
        self._takes_tuples = function.__module__ == "numpy.fft"  # they are ufuncs inside

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call the operation."""
        arguments = self._parameters.arguments(args, kwargs)
        for name, default in self._unknown.items():
            if arguments[name] is not default:
                raise HostFallback(f"{name}= is NumPy's alone")
        for name in self._arrays:
            if arguments[name] is not None:
                x = arguments[name] = array(arguments[name])
                if x.dtype.kind not in self._kinds:
                    raise HostFallback(f"{self._op.called} takes {self._op.kinds} dtypes")
        if arguments.get("dtype") is not None:
            arguments["dtype"] = dtype_named(arguments["dtype"])
        given = [arguments[name] for name in self._by_position]
        named = {n: v for n in self._by_name if (v := arguments[n]) is not np._NoValue}
        if self._flattens:
            given[0], named["axis"] = line(given[0], named["axis"])
        elif self._reduces and not given[0].ndim and named.get("axis") in (0, -1):
            named["axis"] = None
        result, out = self._op.public(*given, **named), arguments.get("out")
        out = only(out) if self._takes_tuples else out
        name, broadcast = self._op.called, not self._reduces
        return store(out, result, "same_kind", name, broadcast=broadcast)


def by_operation(function: Callable[..., Any], op: Op) -> None:
    """Declare that NumPy's function is an operation."""
    # signatures take long, and most functions of a namespace are never called
    translation = functools.cache(partial(_Translation, op, function))

    def implementation(*args: Any, **kwargs: Any) -> Any:
        return translation().call(args, kwargs)

    _declare(function, op, implementation)


def by_ufunc(function: Callable[..., Any], op: Op, call: Callable[..., Any]) -> None:
    """Declare NumPy's function by what takes its parameters and calls a method of a ufunc."""
    parameters = functools.cache(partial(_Parameters, function))

    def implementation(*args: Any, **kwargs: Any) -> Any:
        return call(**parameters().arguments(args, kwargs))

    _declare(function, op, implementation)


def _declare(function: Callable[..., Any], op: Op, implementation: Callable[..., Any]) -> None:
    """Declare an implementation under NumPy's name, with the words of the operation."""
    functools.update_wrapper(implementation, function)
    said = inspect.cleandoc(op.public.__doc__ or "")
    # the rest of what an elementwise one says is in the notes of every function
    words = said.partition("\n\n")[0] if op.elementwise else re.split(_SECTION, said)[0]
    implementation.__doc__ = words
    implements(function, numbers=op.numbers)(implementation)
