"""How a NumPy function is declared, and what happens when it is called.

Three ways lead to the result. Where every array is a small value on the host, NumPy computes it:
exactly, and without compiling anything. Where one lies on devices, or is large, the declared
function runs, written in terms of this library. What that cannot do, NumPy does on the host, with
a warning.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sharray._core import observers, user_line
from sharray._functions.arguments import (
    NotNumeric,
    OnDevices,
    from_host,
    has_array,
    nobody,
    on_host,
    on_mesh_of,
    store,
)
from sharray._record.handles import Handle, as_array, made_or_given
from sharray._record.operands import decides, dispatches, overrides

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)

#: Parameters that let NumPy write to an array.
_WRITTEN = ("out", "overwrite_input")


#: Functions that NumPy leaves to the method ``reduce`` of a ufunc.
_REDUCTIONS = frozenset([np.sum, np.prod, np.max, np.amax, np.min, np.amin, np.any, np.all])


class HostFallback(Exception):
    """Raised by a declared function for a call that only NumPy can do; says why."""


class HostFallbackWarning(UserWarning):
    """Whole arrays were fetched to the host for NumPy to compute."""


class RefusedError(NotImplementedError):
    """A function of NumPy makes no sense for arrays on devices; says why, and what to do."""


@dataclass(eq=False, slots=True, frozen=True)
class Entry:
    """A function of the namespace.

    Attributes
    ----------
    public
        What users call.
    status
        "sharded", "host", "refused", or "plain" for what takes no arrays of numbers.
    why
        For "host" and "refused": the reason, where one was given; for "plain" what it is about.
    """

    public: Callable[..., Any]
    status: str
    why: str = ""


#: NumPy's function -> ours; `sharray.numpy` and ``__array_function__`` look functions up here.
REGISTRY: dict[Any, Entry] = {}


def implements(
    numpy_function: Callable[..., Any],
    *,
    small: bool = True,
    writes: bool = False,
    numbers: bool = True,
) -> Callable[[Callable[..., Any]], Any]:
    """Declare the decorated function as NumPy's function on arrays of this library.

    It is called with what the user gave, of which at least one array lies on devices or is
    large. Its signature must be NumPy's.

    Parameters
    ----------
    numpy_function
        The function of NumPy.
    small
        Whether NumPy computes small values on the host. Not where results are views, where an
        argument is written to, or where the result may be much larger than the arguments.
    writes
        Whether the first argument is written to. An array of NumPy's own is written to by NumPy.
    numbers
        Whether a result without dimensions is a number, and not an array.
    """

    def declare(fn: Callable[..., Any]) -> Any:
        signature = inspect.signature(fn)
        names = [p.name for p in signature.parameters.values() if p.kind in _BY_POSITION]
        written = [n for n in _WRITTEN if n in signature.parameters]
        theirs = _theirs(numpy_function)
        first = min([names.index(n) for n in written if n in names], default=sys.maxsize)

        @functools.wraps(fn)
        def public(*args: Any, **kwargs: Any) -> Any:
            if first < len(args):
                signature.bind(*args, **kwargs)
                kwargs |= zip(names[first:], args[first:], strict=False)
                args = args[:first]
            if writes and isinstance(args[0] if args else kwargs.get(names[0]), np.ndarray):
                return numpy_function(*on_host(args, True, theirs), **on_host(kwargs, True, theirs))
            if small:
                try:
                    given = [on_host(a, False, theirs) for a in args]
                    named = (
                        {k: on_host(v, False, theirs) for k, v in kwargs.items()}
                        if kwargs
                        else kwargs
                    )
                    for name in written:
                        target = kwargs.get(name)
                        if target is not None and target is not False:
                            raise OnDevices  # nobody may write to the value of an array
                except OnDevices:
                    pass
                else:
                    if observers.active:
                        observers.recorded(numpy_function.__name__, True)
                    scalars = has_array(args) or has_array(kwargs.values())
                    made = numpy_function(*given, **named)
                    for a, value in zip(args, given, strict=True):
                        if made is value and isinstance(a, Handle):
                            return a
                    if type(made) is np.ndarray and any(made is a for a in args):
                        made = made.copy()  # the caller's own, who may write to it
                    if not _is_view(made, args, given):
                        return from_host(made, scalars)
            if _is_theirs(theirs, (*args, *kwargs.values())):
                return in_numpy(numpy_function, args, kwargs)
            args = tuple(map(made_or_given, args))
            kwargs = {k: made_or_given(v) for k, v in kwargs.items()}
            try:
                with on_mesh_of(*args, *kwargs.values()):
                    made = fn(*args, **kwargs)
                return made if numbers or not isinstance(made, Handle) else as_array(made)
            except NotNumeric:
                return in_numpy(numpy_function, args, kwargs)
            except HostFallback as why:
                reason = str(why)
            return fall_back(numpy_function, args, kwargs, reason)

        public.__doc__ = _doc(numpy_function, fn)
        REGISTRY[numpy_function] = Entry(public, "sharded")
        return public

    return declare


def _is_view(made: Any, args: Any, given: Any) -> bool:
    """Whether NumPy made a view of the value of one of our arrays, which nobody may write to."""
    return (
        type(made) is np.ndarray
        and made.base is not None
        and any(
            isinstance(a, Handle) and np.may_share_memory(made, value)
            for a, value in zip(args, given, strict=True)
        )
    )


def alias(numpy_function: Callable[..., Any], public: Callable[..., Any]) -> None:
    """Declare a function that is ready to be called with NumPy's signature."""
    REGISTRY[numpy_function] = Entry(public, "sharded")


def host_only(numpy_function: Callable[..., Any], why: str = "") -> Callable[..., Any]:
    """Return the function that has NumPy compute on the host, and register it."""
    theirs = _theirs(numpy_function)

    @functools.wraps(numpy_function)
    def public(*args: Any, **kwargs: Any) -> Any:
        try:
            given = [on_host(a, False, theirs) for a in args]
            named = {k: on_host(v, False, theirs) for k, v in kwargs.items()}
        except OnDevices:
            return fall_back(numpy_function, args, kwargs, why)
        if observers.active:
            observers.recorded(numpy_function.__name__, True)
        scalars = has_array(args) or has_array(kwargs.values())
        result = numpy_function(*given, **named)
        made = from_host(result, scalars)
        if _is_view(result, args, given):
            made._readonly = True  # what is written to a copy, nobody would see
        return made

    public.__wrapped__ = None  # type: ignore[attr-defined]
    REGISTRY[numpy_function] = Entry(public, "host", why)
    return public


def plain(numpy_function: Callable[..., Any], what: str) -> None:
    """Declare a function of NumPy that is about something else than arrays of numbers."""
    host_only(numpy_function)
    REGISTRY[numpy_function] = Entry(REGISTRY[numpy_function].public, "plain", what)


def refuse(numpy_function: Callable[..., Any], why: str) -> None:
    """Declare that a function raises, and why."""

    @functools.wraps(numpy_function)
    def public(*args: Any, **kwargs: Any) -> Any:
        raise RefusedError(f"{name_of(numpy_function)}: {why}")

    REGISTRY[numpy_function] = Entry(public, "refused", why)


def name_of(numpy_function: Any) -> str:
    """Return the function's name for messages, dotted: numpy.linalg.norm."""
    module = getattr(numpy_function, "__module__", None) or "numpy"
    return f"{module}.{numpy_function.__name__}"


def fall_back(numpy_function: Callable[..., Any], args: Any, kwargs: Any, why: str = "") -> Any:
    """Compute in NumPy on the host; warn once per line of the program.

    Raises
    ------
    ValueError
        If NumPy wants to write to an array on devices.
    """
    note_fall_back(numpy_function, (*args, *kwargs.values()), why)
    out = kwargs.get("out")
    if out is not None:
        kwargs = {k: v for k, v in kwargs.items() if k != "out"}
    result = _called(numpy_function, args, kwargs)
    made = from_host(result)
    if out is None:
        if isinstance(made, Handle) and not result.flags.writeable:
            made._readonly = True  # NumPy's is a view: what is written to a copy, nobody would see
        return made

    return store(out, made, "same_kind", name_of(numpy_function))


def note_fall_back(numpy_function: Callable[..., Any], arguments: Any, why: str) -> None:
    """Warn, once per line of the program, that NumPy computes on the host, and count it."""
    if observers.active:
        observers.fell_back(name_of(numpy_function), _bytes(arguments))
    user_line.warn(
        f"{name_of(numpy_function)} runs in NumPy on the host" + (f": {why}" if why else ""),
        HostFallbackWarning,
    )


def _bytes(arguments: Any) -> int:
    """Return the size of all arrays of this library in arguments."""
    total = 0
    for a in arguments:
        if isinstance(a, Handle):
            total += a.nbytes
        elif isinstance(a, (list, tuple)):
            total += _bytes(a)
    return total


def in_numpy(numpy_function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Call NumPy on data that is not numeric, which stays a numpy.ndarray."""
    if observers.active:
        name = f"{name_of(numpy_function)}, not numeric"
        observers.fell_back(name, _bytes((*args, *kwargs.values())))
    return from_host(_called(numpy_function, args, kwargs))


def _called(numpy_function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Call NumPy's function, with all arrays on the host."""
    theirs = _theirs(numpy_function)
    return numpy_function(
        *on_host(tuple(args), True, theirs), **on_host(dict(kwargs), True, theirs)
    )


@functools.lru_cache(1024)
def _theirs(numpy_function: Any) -> Callable[[type], bool]:
    """Return which types say themselves what a function of NumPy does with them."""
    if isinstance(getattr(numpy_function, "__self__", numpy_function), np.ufunc):
        return overrides
    if not hasattr(numpy_function, "_implementation"):  # it makes arrays of whatever it is given
        return nobody
    return decides if numpy_function in _REDUCTIONS else dispatches


def _is_theirs(theirs: Callable[[type], bool], arguments: Iterable[Any]) -> bool:
    """Whether one of the arguments, or of the elements of a sequence, says what is done with it."""
    return theirs is not nobody and any(
        any(map(theirs, set(map(type, a)))) if isinstance(a, (list, tuple)) else theirs(type(a))
        for a in arguments
    )


def _doc(numpy_function: Any, fn: Callable[..., Any]) -> str:
    summary = inspect.cleandoc(fn.__doc__ or "")
    return f"{summary}\n\nReferences\n----------\nNumPy: {name_of(numpy_function)}."


def find(numpy_function: Callable[..., Any]) -> Callable[..., Any]:
    """Return our function for one of NumPy's."""
    entry = REGISTRY.get(numpy_function)
    return host_only(numpy_function) if entry is None else entry.public


def is_function(value: Any) -> bool:
    """Whether something in NumPy's namespace is a function, and not a class."""
    named = callable(value) and hasattr(value, "__name__")
    return named and not isinstance(value, (type, np.ufunc))
