"""Whether what a function of the user's does can change between two calls of it.

A program of a function is its trace, in which the function's surroundings are what they were: the
variables that it reads, and the objects that it reads them from. It stays the function's program
while these are the same objects, and none can be written to.
"""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

#: Packages in which nobody keeps what changes, but for `random` in those that have it as NumPy.
_LIBRARIES = frozenset(("builtins", "math", "operator", "numpy", "jax", "jaxlib", "sharray"))
_DRAWS = frozenset(("numpy", "sharray"))
_VALUES = (
    bool, int, float, complex, str, bytes, type(None), np.generic, np.dtype, range, types.CodeType,
)  # fmt: skip
_IMPORT = dis.opmap["IMPORT_NAME"]


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
    package, *inner = _module_of(value).split(".")
    keeps = "random" in inner and package in _DRAWS
    if isinstance(value, _VALUES) or (package in _LIBRARIES and not keeps):
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
    """Return where a module, function, class or built-in is from; of other objects nothing."""
    if isinstance(value, types.ModuleType):
        return value.__name__
    if isinstance(value, np.ufunc):
        return "numpy"
    if isinstance(value, types.BuiltinFunctionType):
        owner = value.__self__  # a module, or the object of a method
        return owner.__name__ if isinstance(owner, types.ModuleType) else ""
    is_jitted = type(value).__module__.startswith("jax") and hasattr(value, "__wrapped__")
    is_known = is_jitted or isinstance(value, (types.FunctionType, type))
    return str(value.__module__) if is_known else ""


def _of_function(function: types.FunctionType) -> Iterator[Any]:
    yield function.__code__
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
        used = [known[name] for name in code.co_names if name in known]
        packages = {_module_of(v).partition(".")[0] for v in used}
        draws = "random" in code.co_names and packages & _DRAWS
        if draws or _IMPORT in code.co_code[::2]:
            raise _MayChangeError
        yield from used
        codes += [c for c in code.co_consts if isinstance(c, types.CodeType)]
