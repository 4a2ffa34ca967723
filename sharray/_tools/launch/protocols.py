"""What the program's own classes are asked when NumPy's functions meet them, and what they answer.

NumPy hands its functions to ``__array_function__`` and ``__array_ufunc__``. A class of the program
knows them by the names of `sharray.numpy`, and compares what it gets with those. And it takes none
but its own arrays from ``__array__``. So these methods are compiled with a decorator, which gives
them the program's function in the place of NumPy's, and NumPy its own array on the same memory.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

#: Methods -> their decorators here.
_PROTOCOLS = {
    "__array__": "with_numpys_result",
    "__array_function__": "with_own_functions",
    "__array_ufunc__": "with_own_functions",
}


def with_numpys_result(method: Any) -> Any:
    """Return a method that gives NumPy's own array where it gives one of `sharray.numpy`.

    `sharray` itself asks `given`, and keeps that.
    """
    if not isinstance(method, FunctionType):
        return method

    @functools.wraps(method)
    def asked(*args: Any, **kwargs: Any) -> Any:
        from sharray._record.handles import Handle  # start-up time

        result = method(*args, **kwargs)
        return result.to_numpy() if isinstance(result, Handle) else result

    vars(asked)["given"] = method
    return asked


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
    """Decorate the methods of classes in a module that NumPy asks."""
    for owner in ast.walk(tree):
        for node in owner.body if isinstance(owner, ast.ClassDef) else ():
            if isinstance(node, ast.FunctionDef) and node.name in _PROTOCOLS:
                # an expression that needs no name in the module
                decorator = f"__import__({__name__!r}, fromlist=['']).{_PROTOCOLS[node.name]}"
                made = ast.parse(decorator, mode="eval").body
                for part in ast.walk(made):
                    ast.copy_location(part, node)
                node.decorator_list.append(made)
