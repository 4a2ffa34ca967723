"""Whether what a function of the user's does can change between two calls of it.

A program of a function is its trace, in which the function's surroundings are what they were: the
variables that it reads, and the objects that it reads them from. It stays the function's program
while these are the same objects, and none can be written to.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

#: Packages in which nobody keeps what changes.
_LIBRARIES = frozenset(("builtins", "math", "operator", "numpy", "jax", "jaxlib", "sharray"))
_VALUES = (bool, int, float, complex, str, bytes, type(None), np.generic, np.dtype, range)


class _MayChangeError(Exception):
    """Something that a function sees may be written to."""


def surroundings(function: Any) -> list[Any] | None:
    """Return what a function sees, object by object; None if some of it may be written to."""
    seen: list[Any] = []
    try:
        _look(function, seen)
    except _MayChangeError:
        return None
    return seen


def _look(value: Any, seen: list[Any]) -> None:
    if any(value is other for other in seen):
        return
    seen.append(value)
    module = value.__name__ if isinstance(value, types.ModuleType) else _module_of(value)
    if isinstance(value, _VALUES) or module.partition(".")[0] in _LIBRARIES:
        return
    if isinstance(value, (tuple, frozenset)):
        parts: Any = value
    elif type(value) is functools.partial:
        parts = value.func, value.args, *value.keywords.values()
    elif isinstance(value, types.FunctionType):
        parts = _of_function(value)
    else:
        raise _MayChangeError
    for part in parts:
        _look(part, seen)


def _module_of(value: Any) -> str:
    """Return where a function, a class or a built-in is from; of other objects nothing."""
    if isinstance(value, np.ufunc):
        return "numpy"
    if isinstance(value, types.BuiltinFunctionType):
        owner = value.__self__  # a module, or the object of a method
        return owner.__name__ if isinstance(owner, types.ModuleType) else ""
    is_jitted = type(value).__module__.startswith("jax") and hasattr(value, "__wrapped__")
    is_known = is_jitted or isinstance(value, (types.FunctionType, type))
    return str(value.__module__) if is_known else ""


def _of_function(function: types.FunctionType) -> Iterator[Any]:
    yield function.__defaults__
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not bound yet
            raise _MayChangeError from None
    codes, known = [function.__code__], function.__globals__
    while codes:
        code = codes.pop()
        yield from [known[name] for name in code.co_names if name in known]
        codes += [c for c in code.co_consts if isinstance(c, types.CodeType)]
