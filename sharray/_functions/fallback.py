"""What NumPy computes on the host in the place of devices, and what the user is told of it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import observers, user_line
from sharray._core.nested import leaves
from sharray._functions.arguments import OnDevices, nobody, on_host, store
from sharray._functions.flavours import ARRAY_API, Flavour
from sharray._record.handles import Handle
from sharray._record.operands import decides, dispatches, overrides

#: Functions that NumPy leaves to the method ``reduce`` of a ufunc.
_REDUCTIONS = frozenset([np.sum, np.prod, np.max, np.amax, np.min, np.amin, np.any, np.all])


class HostFallback(Exception):
    """Raised by a declared function for a call that only NumPy can do; says why."""


class HostFallbackWarning(UserWarning):
    """Whole arrays were fetched to the host for NumPy to compute."""

    __module__ = "sharray"


def name_of(numpy_function: Any) -> str:
    """Return the function's name for messages, dotted: numpy.linalg.norm.

    Ufuncs do not say whose they are: those that are not NumPy's go by their names alone.
    """
    if type(numpy_function) is np.ufunc:
        name = numpy_function.__name__
        return f"numpy.{name}" if getattr(np, name, None) is numpy_function else name
    owner = getattr(numpy_function, "__self__", None)
    if isinstance(owner, np.ufunc):
        return f"{name_of(owner)}.{numpy_function.__name__}"
    module = getattr(numpy_function, "__module__", None) or "numpy"
    return f"{module}.{numpy_function.__name__}"


def fall_back(
    numpy_function: Callable[..., Any],
    args: Any,
    kwargs: Any,
    why: str = "",
    flavour: Flavour = ARRAY_API,
) -> Any:
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
    if out is not None:
        return store(out, result, "same_kind", name_of(numpy_function))
    return flavour.result(result)


def on_copies(
    function: Callable[..., Any], ufunc: Any, args: Any, kwargs: Any, why: str = ""
) -> Any:
    """Call a ufunc that is NumPy's alone, or a method of it, in NumPy on the host.

    What it writes to gets it from a copy, which NumPy has written to: with ``where``, ``casting``,
    and as many results as there are. It warns as `fall_back` does, where an array is on devices.
    """
    outs = kwargs.get("out", ())
    outs = outs if isinstance(outs, tuple) else (outs,)
    written = args[:1] if function.__name__ == "at" else outs
    # an array may be given twice
    handles: dict[int, Any] = {id(a): a for a in written if isinstance(a, Handle)}
    targets = [(a, np.array(a)) for a in handles.values()]

    def copied(value: Any) -> Any:
        return next((copy for a, copy in targets if a is value), value)

    theirs = overriding(function)
    try:
        on_host((args, kwargs), False, theirs)
    except OnDevices:
        note_fall_back(ufunc, (*args, *kwargs.values()), why)
    if outs:
        copies = tuple(map(copied, outs))
        kwargs = kwargs | {"out": copies if isinstance(kwargs["out"], tuple) else copies[0]}
    args = on_host(tuple(map(copied, args)) if function.__name__ == "at" else args, True, theirs)
    result = function(*args, **on_host(kwargs, True, theirs))
    for a, copy in targets:
        a[...] = copy
    if not isinstance(result, tuple):
        return next((a for a, copy in targets if copy is result), result)
    return tuple([next((a for a, copy in targets if copy is r), r) for r in result])


def note_fall_back(numpy_function: Callable[..., Any], arguments: Any, why: str) -> None:
    """Warn, once per line of the program, that NumPy computes on the host, and count it."""
    observers.fell_back(name_of(numpy_function), _bytes(arguments))
    user_line.warn(
        f"{name_of(numpy_function)} runs in NumPy on the host" + (f": {why}" if why else ""),
        HostFallbackWarning,
        "host-fallback",
    )


def _bytes(arguments: Any) -> int:
    """Return the size of all arrays of this library in arguments."""
    return sum([a.nbytes for a in leaves(arguments) if isinstance(a, Handle)])


def in_numpy(
    numpy_function: Callable[..., Any], args: Any, kwargs: Any, flavour: Flavour = ARRAY_API
) -> Any:
    """Call NumPy on data that is not numeric, which stays a numpy.ndarray."""
    if observers.active:
        name = f"{name_of(numpy_function)}, not numeric"
        observers.fell_back(name, _bytes((*args, *kwargs.values())))
    return flavour.result(_called(numpy_function, args, kwargs))


def _called(numpy_function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Call NumPy's function, with all arrays on the host."""
    theirs = overriding(numpy_function)
    return numpy_function(
        *on_host(tuple(args), True, theirs), **on_host(dict(kwargs), True, theirs)
    )


@functools.lru_cache(1024)
def overriding(numpy_function: Any) -> Callable[[type], bool]:
    """Return which types say themselves what a function of NumPy does with them."""
    if isinstance(getattr(numpy_function, "__self__", numpy_function), np.ufunc):
        return overrides
    if not hasattr(numpy_function, "_implementation"):  # it makes arrays of whatever it is given
        return nobody
    return decides if numpy_function in _REDUCTIONS else dispatches
