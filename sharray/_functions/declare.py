"""How a NumPy function is declared, and what users call for it in each flavour."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.direct import goes_direct
from sharray._core.operation import TABLE, Op
from sharray._functions import docstrings
from sharray._functions.arguments import OnDevices, on_host
from sharray._functions.dispatch import Dispatch, has_own_host
from sharray._functions.fallback import fall_back, name_of, overriding
from sharray._functions.fast_path import as_many_as_arguments, fast_path, is_view, small_fast_path
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour


class RefusedError(NotImplementedError):
    """A function of NumPy makes no sense for arrays on devices; says why, and what to do."""

    __module__ = "sharray"


class Function:
    """A function of the namespaces.

    Attributes
    ----------
    numpy
        NumPy's function, whose signature it has.
    implementation
        Computes it for arrays on devices; None where NumPy does.
    status
        "sharded", "host", or "passthrough" for what takes no arrays of numbers.
    why
        For "host": the reason, where one was given; for "passthrough": its subject.
    small
        Whether NumPy computes small values on the host. Not where results are views, where an
        argument is written to, or where there are `elements`.
    writes
        Whether the first argument is written to. An array of NumPy's own is written to by NumPy.
    numbers
        Whether a result without dimensions is a number, and not an array; or the parameter with
        which it is an array.
    elements
        Returns how many elements the result of a call with small arguments has, where it may be
        much larger than these.
    standard
        The implementation in the array API's flavour, where the standard's values, or ways of
        calling, are not NumPy's.
    host
        Computes small values in the array API's flavour, if not NumPy's function; without it, where
        there is `standard`, that does.
    """

    def __init__(
        self,
        numpy_function: Callable[..., Any],
        implementation: Callable[..., Any] | None,
        *,
        status: str = "sharded",
        why: str = "",
        small: bool = True,
        writes: bool = False,
        numbers: bool | str = True,
        standard: Callable[..., Any] | None = None,
        host: Callable[..., Any] | None = None,
        elements: Callable[..., int] | None = None,
        make: Callable[[Function, Flavour], Any] | None = None,
    ) -> None:
        self.numpy = numpy_function
        self.implementation = implementation
        self.standard = standard
        self.host = numpy_function if host is None else host
        self.status = status
        self.why = why
        self.small, self.writes, self.numbers = small and elements is None, writes, numbers
        self.elements = elements
        self._make = make or _public
        self._public: dict[Flavour, Any] = {}
        REGISTRY[numpy_function] = self

    def of(self, flavour: Flavour) -> Any:
        """Return what users of a flavour call."""
        public = self._public.get(flavour)
        if public is None:
            public = self._public[flavour] = as_method(self._make(self, flavour), self.numpy)
            implementation = getattr(self.numpy, "_implementation", None)
            if implementation is not None and public is not self.numpy:
                # numpy.ndarray.__array_function__, which a subclass calls with it, calls that
                public._implementation = implementation
        return public


class Unbound(staticmethod):
    """A function that does not become a method as an attribute of a class, as those in C do not."""

    def __repr__(self) -> str:
        return repr(self.__wrapped__)

    def __reduce__(self) -> str:
        return self.__qualname__


Unbound.__name__ = "function"  # as which `help` speaks of one


def as_method(function: Any, numpy_function: Any) -> Any:
    """Return a function that becomes a method of a class if NumPy's does."""
    becomes = not isinstance(function, FunctionType) or hasattr(type(numpy_function), "__get__")
    return function if becomes else Unbound(function)


#: NumPy's function -> ours; namespaces and ``__array_function__`` look functions up here.
REGISTRY: dict[Any, Function] = {}


def implements(
    numpy_function: Callable[..., Any], **options: Any
) -> Callable[[Callable[..., Any]], Any]:
    """Declare the decorated function as NumPy's function on arrays of this library.

    It is called with what the user gave, of which at least one array lies on devices or is
    large. Its signature must be NumPy's. It stays as it is, for other functions to call. Without a
    docstring it has the summary of the operation of its name.

    Parameters
    ----------
    numpy_function
        The function of NumPy.
    **options
        Attributes of `Function`: `small`, `writes`, `numbers`, `standard`, `host` and `elements`.
    """

    def declare(implementation: Callable[..., Any]) -> Any:
        Function(numpy_function, implementation, **options)
        return implementation

    return declare


def _public(
    function: Function, flavour: Flavour, host: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """Return what users call for a function that has an implementation.

    With a `host`, that computes small values in the array API's flavour.
    """
    numpy_function = function.numpy
    standard = function.standard if flavour is ARRAY_API else None
    implementation: Any = standard or function.implementation
    dispatch = Dispatch(function, flavour, implementation)
    elements = function.elements
    if elements is None and (function.small or function.writes):
        elements = as_many_as_arguments
    if flavour is NUMPY:
        public: Any = fast_path(numpy_function, dispatch, elements)
    elif not function.writes and has_own_host(function, standard):
        public = small_fast_path(host or function.host, dispatch, elements, function.small)
    else:
        public = dispatch.as_function()
    public.__wrapped__ = implementation  # has the signature
    _name(public, numpy_function, flavour)
    written = docstrings.of(f"{public.__module__}.{public.__name__}")
    public.__doc__ = written or own_words(numpy_function, implementation)
    return public


def _name(public: Any, numpy_function: Any, flavour: Flavour) -> None:
    """Give a function the names under which it is found, which `pickle` needs."""
    public.__module__ = name_of(numpy_function).rpartition(".")[0].replace("numpy", flavour.name, 1)
    public.__name__ = public.__qualname__ = numpy_function.__name__


def host_only(numpy_function: Callable[..., Any], why: str = "", status: str = "host") -> Function:
    """Declare that NumPy computes a function on the host."""
    return Function(numpy_function, None, status=status, why=why, make=_public_on_host)


def _public_on_host(function: Function, flavour: Flavour) -> Callable[..., Any]:
    numpy_function = function.numpy
    if isinstance(numpy_function, np.ufunc):
        return numpy_function  # which asks arrays of this library themselves
    theirs = overriding(numpy_function)

    @functools.wraps(numpy_function)
    def public(*args: Any, **kwargs: Any) -> Any:
        fetch = function.status == "passthrough"  # it is not about the elements
        if flavour is NUMPY and goes_direct(args, kwargs):
            result = numpy_function(*args, **kwargs)
            return result if fetch else NUMPY.adopted(result, args, kwargs)
        try:
            values = [on_host(a, fetch, theirs) for a in args]
            named = {k: on_host(v, fetch, theirs) for k, v in kwargs.items()}
        except OnDevices:
            return fall_back(numpy_function, args, kwargs, function.why, flavour)
        if observers.active:
            observers.recorded(numpy_function.__name__, True)
        result = numpy_function(*values, **named)
        if fetch:
            return result
        return flavour.result(result.copy() if is_view(result, args, values) else result)

    _name(public, numpy_function, flavour)
    return public


def passthrough(numpy_function: Callable[..., Any], what: str) -> None:
    """Declare a function of NumPy that is about something else than arrays of numbers."""
    host_only(numpy_function, what, "passthrough")


def find(numpy_function: Callable[..., Any], flavour: Flavour) -> Any:
    """Return our function for one of NumPy's, in a flavour."""
    function = REGISTRY.get(numpy_function)
    return (host_only(numpy_function) if function is None else function).of(flavour)


def find_method(numpy_function: Callable[..., Any], flavour: Flavour) -> Any:
    """Return what an array of a flavour has as the method of a function of NumPy.

    NumPy's method computes what is small, which takes half the time of its function.
    """
    function = REGISTRY.get(numpy_function)
    if function is None or function.host is not numpy_function or function._make is not _public:
        return find(numpy_function, flavour)
    return _public(function, flavour, getattr(np.ndarray, numpy_function.__name__))


def own_words(numpy_function: Any, fn: Callable[..., Any]) -> str:
    """Return what an implementation says of itself, or else the summary of its operation."""
    text = fn.__doc__
    if text is None and (op := operation_of(numpy_function) or TABLE.get(fn.__name__)) is not None:
        text = (op.public.__doc__ or "").partition("\n")[0]
    return inspect.cleandoc(text or "")


def operation_of(numpy_function: Any) -> Op | None:
    """Return the operation that a function of NumPy is, by its name or by its meaning."""
    name = name_of(numpy_function).partition(".")[2]
    return TABLE.get(name) or _by_host().get(numpy_function)


@functools.cache
def _by_host() -> dict[Any, Op]:
    """Return the operations of the standard by the NumPy functions of the same meaning."""
    return {op.host: op for op in TABLE.values() if op.section and op.host is not None}


def doc_of_ufunc(name: str, numpy_ufunc: np.ufunc, fn: Callable[..., Any]) -> str:
    """Return the docstring of a ufunc of a full name, which begins with NumPy's signature."""
    signature = (numpy_ufunc.__doc__ or "").partition("\n")[0]
    said = docstrings.of(name) or inspect.cleandoc(fn.__doc__ or "")
    return f"``{signature}``\n\n{said}"


class NumPySignature:
    """The signature of NumPy's ufunc, looked up when somebody asks one of ours for it."""

    def __get__(self, instance: Any, owner: type) -> inspect.Signature:
        if instance is None:  # the class has that of its constructor
            raise AttributeError("__signature__")
        return inspect.signature(instance._numpy)


def is_function(value: Any) -> bool:
    """Whether something in NumPy's namespace is a function, and not a class."""
    named = callable(value) and hasattr(value, "__name__")
    return named and not isinstance(value, (type, np.ufunc))


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """Return the parameters of a function, with stars before those that are any number.

    It makes no signature, as it is called for all functions that arrays have as methods.
    """
    signature = getattr(function, "__signature__", None)
    if isinstance(signature, inspect.Signature):
        return [str(p).partition("=")[0] for p in signature.parameters.values()]
    function = inspect.unwrap(getattr(function, "_implementation", function))
    code = getattr(function, "__code__", None)
    if code is None:
        return []
    count = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[:count])
    others = iter(code.co_varnames[count:])
    if code.co_flags & inspect.CO_VARARGS:
        names.insert(code.co_argcount, f"*{next(others)}")
    if code.co_flags & inspect.CO_VARKEYWORDS:
        names.append(f"**{next(others)}")
    return names
