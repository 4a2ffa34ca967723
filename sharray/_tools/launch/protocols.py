"""What the program's own classes are asked with when NumPy's functions meet them.

NumPy hands its functions to ``__array_function__`` and ``__array_ufunc__``. A class of the program
knows them by the names of `sharray.numpy`, and compares what it gets with those. So its methods are
compiled with a decorator, which gives them the program's function in the place of NumPy's.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

_PROTOCOLS = ("__array_function__", "__array_ufunc__")
#: The decorator, by an expression that needs no name in the module.
_DECORATOR = f"__import__({__name__!r}, fromlist=['']).with_own_functions"


def with_own_functions(method: Any) -> Any:
    """Return a method that gets the function of `sharray.numpy` where NumPy gives its own."""
    if not isinstance(method, FunctionType):
        return method

    given = method.__code__.co_varnames[1:2]

    @functools.wraps(method)
    def asked(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        if args:
            return method(self, _own(args[0]), *args[1:], **kwargs)
        return method(self, **{k: _own(v) if k in given else v for k, v in kwargs.items()})

    return asked


def _own(function: Any) -> Any:
    from sharray._functions.declare import REGISTRY  # start-up time
    from sharray._functions.flavours import NUMPY

    known = REGISTRY.get(function)
    return function if known is None else known.of(NUMPY)


def decorate(tree: ast.AST) -> None:
    """Decorate the methods of classes in a module that NumPy asks with its functions."""
    for owner in ast.walk(tree):
        for node in owner.body if isinstance(owner, ast.ClassDef) else ():
            if isinstance(node, ast.FunctionDef) and node.name in _PROTOCOLS:
                made = ast.parse(_DECORATOR, mode="eval").body
                for part in ast.walk(made):
                    ast.copy_location(part, node)
                node.decorator_list.append(made)
