"""How a NumPy function is declared, and what happens when it is called.

Three ways lead to the result. Where every array is a small value on the host, NumPy computes it:
exactly, and without compiling anything. Where one lies on devices, or is large, the declared
function runs, written in terms of this library. What that cannot do, NumPy does on the host, with
a warning.
"""

from __future__ import annotations

import functools
import inspect
import reprlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType, NoneType
from typing import Any, TypeGuard

import numpy as np

from sharray._core import observers, policy
from sharray._core.context import context
from sharray._core.direct import add_watcher
from sharray._core.nested import leaves
from sharray._functions.arguments import (
    NotNumeric,
    OnDevices,
    nobody,
    on_host,
    on_mesh,
)
from sharray._functions.fallback import (
    fall_back,
    in_numpy,
    name_of,
    overriding,
)
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour, all_plain
from sharray._functions.straight import as_many_as_arguments, is_view, small_first, straight
from sharray._record import calls, homes
from sharray._record.handles import Handle, check_dtype, is_numpys, of_node, unwrap
from sharray._record.record import mesh_of

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)

#: So many elements of a sequence are written in a message.
_LISTED = 100

#: Parameters that let NumPy write to an array.
_WRITTEN = ("out", "overwrite_input")


#: Types of arguments that do not say themselves what is done with them. Arrays are added.
known_kinds: set[type] = {NoneType, bool, int, float, complex, str, np.ndarray, np.dtype, type}


class HostFallback(Exception):
    """Raised by a declared function for a call that only NumPy can do; says why."""


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
        "sharded", "host", "refused", or "plain" for what takes no arrays of numbers.
    why
        For "host" and "refused": the reason, where one was given; for "plain" what it is about.
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
        return public


class Unbound(staticmethod):
    """A function that does not become a method as an attribute of a class, as those in C do not."""

    def __repr__(self) -> str:
        return repr(self.__wrapped__)

    def __reduce__(self) -> str:
        return self.__qualname__


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
    large. Its signature must be NumPy's. It stays as it is, for other functions to call.

    Parameters
    ----------
    numpy_function
        The function of NumPy.
    options
        Attributes of `Function`: `small`, `writes`, `numbers`, `standard`, `host` and `elements`.
    """

    def declare(implementation: Callable[..., Any]) -> Any:
        Function(numpy_function, implementation, **options)
        return implementation

    return declare


def _public(function: Function, flavour: Flavour) -> Callable[..., Any]:
    """Return what users call for a function that has an implementation."""
    numpy_function = function.numpy
    standard = function.standard if flavour is ARRAY_API else None
    implementation: Any = standard or function.implementation
    # signatures take long, and most functions of the namespace are never called
    signature = functools.cache(lambda: inspect.signature(implementation))
    unknown = functools.cache(lambda: _unknown(numpy_function, signature()))
    prepared = functools.cache(lambda: _general(function, flavour, implementation, unknown()))

    @functools.wraps(implementation)
    def call(*args: Any, **kwargs: Any) -> Any:
        return prepared()(*args, **kwargs)

    public: Any = call
    if flavour is NUMPY:
        elements = function.elements
        if elements is None and (function.small or function.writes):
            elements = as_many_as_arguments
        public = straight(numpy_function, public, unknown, elements)
    elif not function.writes and _has_own_host(function, standard):
        most = functools.cache(lambda: _places(signature())[1])
        public = small_first(function.host, public, unknown, most, function.small)
    _name(public, numpy_function, flavour)
    public.__doc__ = _doc(numpy_function, implementation)
    return public


def _has_own_host(function: Function, implementation: Any) -> bool:
    """Whether what computes for a function on the host has the values of an implementation."""
    is_own = implementation is None or implementation is function.implementation
    return is_own or function.host is not function.numpy


def _places(signature: inspect.Signature) -> tuple[list[str], int]:
    """Return the parameters given by position, and the place of the first that is written to."""
    names = [p.name for p in signature.parameters.values() if p.kind in _BY_POSITION]
    return names, min([names.index(n) for n in _WRITTEN if n in names], default=sys.maxsize)


def _general(
    function: Function,
    flavour: Flavour,
    implementation: Callable[..., Any],
    unknown: frozenset[str],
) -> Callable[..., Any]:
    """Return what a function does with arrays of this library."""
    numpy_function = function.numpy
    signature = inspect.signature(implementation)
    written = [n for n in _WRITTEN if n in signature.parameters]
    theirs = overriding(numpy_function)
    names, first = _places(signature)
    has_own_host = _has_own_host(function, implementation)
    small = function.small and has_own_host
    optional = [n for n, p in signature.parameters.items() if p.default is np._NoValue]
    replays = function.small and not function.writes
    unless = function.numbers if isinstance(function.numbers, str) else ""

    def general(*args: Any, **kwargs: Any) -> Any:
        try:
            if first < len(args):
                signature.bind(*args, **kwargs)
                kwargs |= zip(names[first:], args[first:], strict=False)
                args = args[:first]
            if kwargs and flavour is ARRAY_API:  # to the standard None is as good as nothing
                kwargs = {k: v for k, v in kwargs.items() if v is not None or k not in optional}
            if function.writes:
                target = args[0] if args else kwargs.get(names[0])
                if is_numpys(target):
                    return numpy_function(
                        *on_host(args, True, theirs), **on_host(kwargs, True, theirs)
                    )
                if _is_hosted(target):
                    result = homes.write_in_numpy(numpy_function, target, args, kwargs)
                    if result is not NotImplemented:
                        return result
            out: Any = kwargs.get("out")
            hosted = flavour is NUMPY and _is_hosted(out) and unknown.isdisjoint(kwargs)
            write = homes.write_in_numpy
            if hosted and write(numpy_function, out, args, kwargs) is not NotImplemented:
                return out
            first_one = args[0] if args else None
            memory = first_one._owner if isinstance(first_one, Handle) else None
            there = memory is not None and memory.host is None
            if (
                not there
                and not (kwargs and _asks_for(kwargs, written, unknown))
                and (small or ((flavour is NUMPY or has_own_host) and policy.begins_on_host()))
            ):
                result = _of_small(function, flavour, theirs, args, kwargs)
                if result is not NotImplemented:
                    return result
            mesh, is_known = None, not there or len(args) + len(kwargs) > 1
            if is_known:
                mesh = mesh_of((*args, *kwargs.values()))
            if mesh is not None and policy.begins_on_host():
                homes.join_others((*args, *kwargs.values()))
            call = None
            number = bool(function.numbers) and kwargs.get(unless) is None
            alike = number or not function.numbers
            if there and replays and alike and not (kwargs and _writes(kwargs, written)):
                call = calls.like(implementation, args, kwargs)
                if call is not None and (node := call.node) is not None:
                    return flavour.of_node(node, args) if number else of_node(node, flavour.array)
            kinds = {*map(type, args), *map(type, kwargs.values())}
            if not kinds <= known_kinds:
                if _is_theirs(theirs, (*args, *kwargs.values())):
                    return in_numpy(numpy_function, args, kwargs, flavour)
                args = tuple(map(unwrap, args))
                kwargs = {k: unwrap(v) for k, v in kwargs.items()}
                is_known = False
            if not is_known:
                mesh = mesh_of((*args, *kwargs.values()))
            plain_args, plain_kwargs, pairs = all_plain(args, kwargs)
            try:
                with on_mesh(mesh):
                    context.in_function += 1
                    add_watcher()
                    try:
                        if call is not None and call.is_new:
                            result = call.record(implementation, plain_args, plain_kwargs)
                        else:
                            result = implementation(*plain_args, **plain_kwargs)
                    finally:
                        context.in_function -= 1
                        add_watcher(-1)
            except NotNumeric:
                if flavour is ARRAY_API and not function.numbers:
                    raise  # it makes arrays of this library
                return in_numpy(numpy_function, args, kwargs, flavour)
            except HostFallback as why:
                reason = str(why)
            else:
                if kwargs.get("out") is not None:
                    return kwargs["out"]
                return flavour.result(result, number=number, pairs=pairs)
            return fall_back(numpy_function, args, kwargs, reason, flavour)
        except (TypeError, ValueError) as error:
            annotate(error, numpy_function, args, kwargs)
            raise

    return general


def _is_hosted(value: Any) -> TypeGuard[Handle]:
    """Whether a value is an array on the host to which NumPy itself may write."""
    return isinstance(value, Handle) and value._memory.host is not None and policy.begins_on_host()


def _name(public: Any, numpy_function: Any, flavour: Flavour) -> None:
    """Give a function the names under which it is found, which `pickle` needs."""
    public.__module__ = name_of(numpy_function).rpartition(".")[0].replace("numpy", flavour.name, 1)
    public.__name__ = public.__qualname__ = numpy_function.__name__


def _of_small(
    function: Function,
    flavour: Flavour,
    theirs: Callable[[type], bool],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Return what NumPy computes of small values on the host.

    NotImplemented where there are others, and where the result is a view of an array of this
    library, which has to be one, too.
    """
    try:
        values = [on_host(a, False, theirs) for a in args]
        named = {k: on_host(v, False, theirs) for k, v in kwargs.items()}
    except OnDevices:
        return NotImplemented
    computes = function.host if flavour is ARRAY_API else function.numpy
    result = computes(*values, **named)
    out = kwargs.get("out")
    if out is not None:
        return out[0] if type(out) is tuple and type(result) is not tuple else out
    if is_view(result, args, values):
        return NotImplemented
    if observers.active:
        observers.recorded(function.numpy.__name__, True)
    if flavour is ARRAY_API:
        if not function.numbers and type(result) is np.ndarray:
            check_dtype(result.dtype)
        if any([result is a for a in (*values, *named.values())]):
            result = np.copy(result)
    return flavour.result(result)


def _unknown(numpy_function: Callable[..., Any], signature: inspect.Signature) -> frozenset[str]:
    """Return the parameters that NumPy's function does not have: the standard's, or newer ones."""
    try:
        theirs = inspect.signature(numpy_function).parameters
    except ValueError:  # some functions of C have none
        return frozenset(n for n in signature.parameters if n == "device")
    if any(p.kind is p.VAR_KEYWORD for p in theirs.values()):
        return frozenset()
    return frozenset(n for n in signature.parameters if n not in theirs)


def _asks_for(kwargs: dict[str, Any], written: list[str], unknown: frozenset[str]) -> bool:
    """Whether a call has keyword arguments that NumPy does not know, or that are written to."""
    outputs = [kwargs[n] for n in written if n in kwargs]
    if any([out is not None and not is_numpys(out) for out in outputs]):
        return True
    return kwargs.get("device") not in (None, "cpu") or not unknown.isdisjoint(kwargs)


def _writes(kwargs: dict[str, Any], written: list[str]) -> bool:
    """Whether a call names an array that is written to."""
    return any([kwargs.get(n) is not None for n in written])


def host_only(numpy_function: Callable[..., Any], why: str = "", status: str = "host") -> Function:
    """Declare that NumPy computes a function on the host."""
    return Function(numpy_function, None, status=status, why=why, make=_public_on_host)


def _public_on_host(function: Function, flavour: Flavour) -> Callable[..., Any]:
    numpy_function = function.numpy
    theirs = overriding(numpy_function)

    @functools.wraps(numpy_function)
    def public(*args: Any, **kwargs: Any) -> Any:
        fetch = function.status == "plain"  # it is not about the elements
        try:
            values = [on_host(a, fetch, theirs) for a in args]
            named = {k: on_host(v, fetch, theirs) for k, v in kwargs.items()}
        except OnDevices:
            return fall_back(numpy_function, args, kwargs, function.why, flavour)
        if observers.active:
            observers.recorded(numpy_function.__name__, True)
        result = numpy_function(*values, **named)
        if function.status == "plain":
            return result
        return flavour.result(result.copy() if is_view(result, args, values) else result)

    _name(public, numpy_function, flavour)
    return public


def plain(numpy_function: Callable[..., Any], what: str) -> None:
    """Declare a function of NumPy that is about something else than arrays of numbers."""
    host_only(numpy_function, what, "plain")


def refuse(numpy_function: Callable[..., Any], why: str) -> None:
    """Declare that a function raises, and why."""

    def make(function: Function, flavour: Flavour) -> Any:
        @functools.wraps(numpy_function)
        def public(*args: Any, **kwargs: Any) -> Any:
            raise RefusedError(f"{name_of(numpy_function)}: {why}")

        return public

    Function(numpy_function, None, status="refused", why=why, make=make)


def find(numpy_function: Callable[..., Any], flavour: Flavour) -> Any:
    """Return our function for one of NumPy's, in a flavour."""
    function = REGISTRY.get(numpy_function)
    return (host_only(numpy_function) if function is None else function).of(flavour)


def annotate(
    error: Exception, numpy_function: Any, args: Sequence[Any], kwargs: dict[str, Any]
) -> None:
    """Add to an error the call that raised it, with the shapes and dtypes of its arrays."""
    if isinstance(error, IndexError) or hasattr(error, "__notes__"):
        return  # an axis or an index is wrong for one shape, which is in the message
    if any(isinstance(v, (Handle, np.ndarray)) for v in leaves((*args, *kwargs.values()))):
        arguments = [_text(a) for a in args] + [f"{k}={_text(v)}" for k, v in kwargs.items()]
        error.add_note(f"in {name_of(numpy_function)}({', '.join(arguments)})")


def _text(value: Any) -> str:
    """Write an argument for a message."""
    if isinstance(value, (Handle, np.ndarray)):
        return f"{value.dtype}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        texts = Counter(map(_text, value[:_LISTED]))
        parts = [text if n == 1 else f"{n} of {text}" for text, n in texts.items()]
        if len(value) > _LISTED:
            parts.append(f"and {len(value) - _LISTED} others")
        return f"[{', '.join(parts)}]"
    return reprlib.repr(value)


def _is_theirs(theirs: Callable[[type], bool], arguments: Iterable[Any]) -> bool:
    """Whether one of the arguments, or of the elements of a sequence, says what is done with it."""
    return theirs is not nobody and any(
        any(map(theirs, set(map(type, a)))) if isinstance(a, (list, tuple)) else theirs(type(a))
        for a in arguments
    )


def _doc(numpy_function: Any, fn: Callable[..., Any]) -> str:
    summary = inspect.cleandoc(fn.__doc__ or "")
    return f"{summary}\n\nReferences\n----------\nNumPy: {name_of(numpy_function)}."


def doc_of_ufunc(numpy_ufunc: np.ufunc, fn: Callable[..., Any]) -> str:
    """Return the docstring of a function as a ufunc, which begins with NumPy's parameters."""
    parameters = (numpy_ufunc.__doc__ or "").partition("\n")[0]
    summary = (fn.__doc__ or "").partition("\n\nParameters")[0]
    return f"``{parameters}``\n\n{summary}"


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
