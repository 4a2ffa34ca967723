"""Calls that go straight to NumPy: none of the arguments is an array of this library."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core import direct, observers, policy
from sharray._core.direct import FEW, NUMPYS, SCALARS, are_plain, goes_direct
from sharray._core.nested import are_numbers
from sharray._functions import foreign
from sharray._functions.flavours import ARRAY_API, NUMERIC, NUMPY, NUMPYS_NUMBERS
from sharray._record import host_operands
from sharray._record.handles import Handle, of_result

if TYPE_CHECKING:
    from sharray._functions.dispatch import Dispatch


def fast_path(
    numpy_function: Callable[..., Any],
    dispatch: Dispatch,
    elements: Callable[..., int] | None,
) -> Callable[..., Any]:
    """Return a function that leaves calls without arrays of this library to NumPy's own.

    Parameters
    ----------
    numpy_function
        NumPy's own.
    dispatch
        Takes all other calls.
    elements
        Returns how many elements the result of a call has.
    """

    def other(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if args and isinstance(args[0], Handle):
            return dispatch.call(args, kwargs)
        if (
            policy.leaves_to_numpy(args)
            and not (kwargs and _needs_more(kwargs, dispatch.unknown))
            and (policy.begins_on_host() or _is_short(elements, args, kwargs))
        ):
            if observers.active:
                observers.recorded(numpy_function.__name__, True)
            return NUMPY.adopted(numpy_function(*args, **kwargs), args, kwargs)
        if shows and dispatch.unknown.isdisjoint(kwargs):
            view = foreign.view(numpy_function, args, kwargs)
            if view is not NotImplemented:
                return view
        return dispatch.call(args, kwargs)

    shows = numpy_function in foreign.VIEWING
    return direct_path(numpy_function, other, lambda: dispatch.unknown)


def direct_path(
    numpy_function: Callable[..., Any],
    other: Callable[[tuple[Any, ...], dict[str, Any]], Any],
    unknown: Callable[[], Set[str]] = frozenset,
) -> Callable[..., Any]:
    """Return a function that leaves calls with numbers and few arrays of NumPy's to NumPy's own.

    Parameters
    ----------
    numpy_function
        NumPy's own.
    other
        Takes the arguments of all other calls.
    unknown
        Returns parameters that NumPy's function does not have; it is asked when one is given.
    """
    familiar: set[str] = set()  # parameters that NumPy's function has

    def public(*args: Any, **kwargs: Any) -> Any:
        # as `goes_direct`, in place: programs of small arrays spend their time here
        if direct.obstacles:
            return other(args, kwargs)
        for a in args:
            kind = type(a)
            if kind in NUMPYS:
                continue
            if (kind is not tuple and kind is not list) or len(a) >= FEW:
                return other(args, kwargs)
            for part in a:
                kind = type(part)
                if kind in NUMPYS:
                    continue
                if (kind is not tuple and kind is not list) or len(part) >= FEW:
                    return other(args, kwargs)
                for element in part:
                    if type(element) not in NUMPYS:
                        return other(args, kwargs)
        if kwargs:
            for value in kwargs.values():
                if type(value) not in NUMPYS and not goes_direct((value,), {}):
                    return other(args, kwargs)
            if not familiar.issuperset(kwargs):
                if not unknown().isdisjoint(kwargs):
                    return other(args, kwargs)
                familiar.update(kwargs)
            result = numpy_function(*args, **kwargs)
        else:
            result = numpy_function(*args)
        kind = type(result)
        if (kind is np.ndarray and policy.is_small(result.size)) or kind in SCALARS:
            return result
        return NUMPY.adopted(result, args, kwargs)

    return public


def small_fast_path(
    host: Callable[..., Any],
    dispatch: Dispatch,
    elements: Callable[..., int] | None,
    takes_arrays: bool,
) -> Callable[..., Any]:
    """Return a function that makes arrays of the array API's flavour of what NumPy's gives.

    Only where arrays among the arguments are small, and at home on the host, and none of them is
    written to. Of a view of one of them it makes a view.

    Parameters
    ----------
    host
        Computes.
    dispatch, elements
        As in `fast_path`.
    takes_arrays
        Whether arrays may be among them.
    """

    def public(*args: Any, **kwargs: Any) -> Any:
        if (kwargs and not _are_scalars(kwargs, dispatch.unknown)) or (
            direct.obstacles and not (policy.uses_host and _is_short(elements, args, kwargs))
        ):
            return dispatch.call(args, kwargs)
        values: Any = args
        for a in args:
            if type(a) not in SCALARS:
                if takes_arrays:
                    values = host_operands.small(args, SCALARS)
                elif not are_plain(args, SCALARS):
                    values = None
                break
        if values is not None and (len(args) < 2 or len(args) <= dispatch.first_written):
            try:
                result: Any = host(*values, **kwargs)
            except Exception:  # the general way tells what is wrong
                return dispatch.call(args, kwargs)
            # what nobody else has, in place: programs of small arrays spend their time here
            if type(result) is np.ndarray and result.base is None and result.dtype in NUMERIC:
                for value in values:
                    if value is result:
                        break
                else:
                    return ARRAY_API.computed(result)
            result = _result(result, dispatch, args, values, kwargs)
            if result is not NotImplemented:
                return result
        return dispatch.call(args, kwargs)

    return public


def _result(
    result: Any,
    dispatch: Dispatch,
    args: tuple[Any, ...],
    values: Sequence[Any],
    kwargs: dict[str, Any],
) -> Any:
    """Return what NumPy's function gave; NotImplemented where the general way has more to do."""
    kind = type(result)
    if kind in NUMPYS_NUMBERS:
        return of_result(np.asarray(result), ARRAY_API.array, None)
    if kind is np.ndarray:
        if result.dtype not in NUMERIC:
            return NotImplemented
    elif not (kind in SCALARS or isinstance(result, tuple)):
        return NotImplemented
    if values is args:
        return ARRAY_API.result(result)
    if result is values[0] and isinstance(args[0], Handle):
        return args[0]
    if is_view(result, args, values):
        return dispatch.view(
            result, args, kwargs, (*values, *kwargs.values()) if kwargs else values
        )
    return ARRAY_API.result(result)


def is_view(result: Any, args: Sequence[Any], values: Sequence[Any]) -> bool:
    """Whether a result of NumPy lies in the memory of an array of this library."""
    if isinstance(result, (tuple, list)):
        return any([is_view(r, args, values) for r in result])
    if type(result) is not np.ndarray:
        return False
    if args and result.base is values[0] and isinstance(args[0], Handle):
        return True
    for a, value in zip(args, values, strict=True):
        if isinstance(a, Handle):
            if result is value or (result.base is not None and _shares(result, value)):
                return True
        elif isinstance(a, (tuple, list)) and not are_numbers(a) and is_view(result, a, value):
            return True
    return False


def _shares(view: np.ndarray, value: Any) -> bool:
    """Whether an array that owns no data lies in the memory of another, which may be empty."""
    if not view.size and isinstance(value, np.ndarray):
        return view.base is value.base
    return np.may_share_memory(view, value)


def _are_scalars(kwargs: dict[str, Any], unknown: Set[str]) -> bool:
    """Whether keyword arguments are numbers and the like, and all NumPy's business."""
    kinds = set(map(type, kwargs.values()))
    return NoneType not in kinds and SCALARS.issuperset(kinds) and unknown.isdisjoint(kwargs)


def _needs_more(kwargs: dict[str, Any], unknown: Set[str]) -> bool:
    """Whether keyword arguments are not all NumPy's business."""
    return not policy.leaves_to_numpy(kwargs.values()) or not unknown.isdisjoint(kwargs)


def _is_short(
    elements: Callable[..., int] | None, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> bool:
    """Whether a result is as small as the arguments are."""
    if elements is None:
        return False
    try:
        return policy.is_small(elements(*args, **kwargs))
    except (TypeError, ValueError, OverflowError):  # of what is wrong the general way tells
        return False


def as_many_as_arguments(*args: Any, **kwargs: Any) -> int:
    """Return the number of elements of a result that is no larger than the arguments, or few."""
    return 0
