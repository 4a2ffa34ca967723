"""One call, here and in NumPy."""

from __future__ import annotations

import copy
import functools
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from sharray._check.compare import Perturbed, difference, nudged
from sharray._check.twins import Twins, fetched
from sharray._handle import Handle
from sharray._report import show_line
from sharray._where import caller


class DifferenceError(AssertionError):
    """An operation gave something else than NumPy: a value, a dtype, a shape or an exception."""


class Replay:
    """Calls of a program, each made a second time with NumPy's arrays.

    Attributes
    ----------
    compared
        How many calls agreed.
    left_out
        How many were not compared, by what they were and why.
    """

    def __init__(self) -> None:
        self.twins = Twins()
        self.compared = 0
        self.left_out: Counter[str] = Counter()
        self._state = threading.local()

    def of(
        self, name: str, ours: Callable[..., Any], theirs: Callable[..., Any], **how: Any
    ) -> Callable[..., Any]:
        """Return `ours`, replayed on `theirs` wherever the program itself calls it."""

        @functools.wraps(ours)
        def call(*args: Any, **kwargs: Any) -> Any:
            if getattr(self._state, "busy", False):
                return ours(*args, **kwargs)
            self._state.busy = True
            try:
                return self._call(_Call(name, ours, theirs, args, kwargs, **how))
            finally:
                self._state.busy = False

        return call

    def _call(self, call: _Call) -> Any:
        twins = self.twins
        if call.unlike is None:
            call.unlike = _unlike(call.args, call.kwargs)
        handles = list(_with_owners(_handles((call.args, call.kwargs))))
        if call.unlike is not None:
            self.left_out[f"{call.name} ({call.unlike})"] += 1
            try:
                return call.ours(*call.args, **call.kwargs)
            finally:
                for handle in handles:
                    if twins.changed(handle):
                        twins.adopt(handle, twins.get(handle), fetched(handle))
        for handle in handles:
            if twins.changed(handle) and (trouble := twins.compare(handle, call.differ)):
                raise call.error(f"{trouble}. It is an operand, changed since it was last used")
        args, kwargs = _swap((call.args, call.kwargs), twins.get)
        kwargs.pop("device", None)
        call.theirs_args = _swap((args, kwargs), np.copy) if not call.exact else None
        owned = [_values(h) for h in handles]
        result, problem = _attempt(call.ours, call.args, call.kwargs)
        if result is NotImplemented:
            return result
        expected, refusal = _quietly(call.theirs, args, kwargs)
        self._same_outcome(call, problem, refusal)
        if problem is not None:
            self.compared += 1
            raise problem
        self._same(call, result, expected)
        for handle, before in zip(handles, owned, strict=True):
            # what NumPy does in place returns nothing, or what it wrote to
            written = _values(handle) is not before or result is None or result is handle
            if written and (trouble := twins.compare(handle, call.differ)):
                raise call.error(f"{trouble}, in an array that was written to")
        self.compared += 1
        return result

    def _same_outcome(
        self, call: _Call, problem: BaseException | None, refusal: BaseException | None
    ) -> None:
        if problem is None and refusal is None:
            return
        if isinstance(problem, (NotImplementedError, Warning)) or not isinstance(
            problem, (Exception, type(None))
        ):
            raise problem  # refused, with a reason; a warning made an error; or Ctrl-C
        if problem is None:
            raise call.error(f"no exception, where NumPy raises {_named(refusal)}") from refusal
        if refusal is None:
            raise call.error(f"{_named(problem)}, where NumPy raises nothing") from problem
        if not isinstance(problem, type(refusal)) and not isinstance(refusal, type(problem)):
            text = f"{_named(problem)}, where NumPy raises {_named(refusal)}"
            raise call.error(text) from problem

    def _same(self, call: _Call, result: Any, expected: Any) -> None:
        """Compare two results, and pair the arrays in them."""
        if isinstance(result, Handle):
            if not isinstance(expected, (np.ndarray, np.generic, bool, int, float, complex)):
                raise call.error(f"an array, where NumPy gives {type(expected).__name__}")
            if self.twins._known(result) is not None:
                return  # an operand itself, compared as such
            found = fetched(result)
            if trouble := call.differ(found, np.asarray(expected)):
                raise call.error(trouble)
            self.twins.adopt(result, expected, found)
        elif isinstance(result, (tuple, list)) and isinstance(expected, (tuple, list)):
            if len(result) != len(expected):
                raise call.error(f"{len(result)} results, where NumPy gives {len(expected)}")
            for one, other in zip(result, expected, strict=True):
                self._same(call, one, other)
        elif isinstance(result, (np.ndarray, np.generic, bool, int, float, complex)):
            if not isinstance(expected, (np.ndarray, np.generic, bool, int, float, complex)):
                raise call.error(f"{result!r}, where NumPy gives {expected!r}")
            found, wanted = np.asarray(result), np.asarray(expected)
            if found.dtype.kind not in "biufc" or wanted.dtype.kind not in "biufc":
                return
            if trouble := call.differ(found, wanted):
                raise call.error(trouble)
        elif isinstance(result, (str, bytes, type(None), np.dtype)) and result != expected:
            raise call.error(f"{result!r}, where NumPy gives {expected!r}")


class _Call:
    """A call of the program.

    `unlike` says why it cannot be replayed. `exact` is for functions of single elements, whose
    results do not add errors up; of those with `free` values, only shape and dtype count.
    """

    def __init__(
        self,
        name: str,
        ours: Callable[..., Any],
        theirs: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        exact: bool = False,
        free: bool = False,
        unlike: str | None = None,
    ) -> None:
        self.name, self.ours, self.theirs = name, ours, theirs
        self.args, self.kwargs = _materialized(args), kwargs
        self.exact, self.free, self.unlike = exact, free, unlike
        self.theirs_args: Any = None

    def differ(self, found: np.ndarray, expected: np.ndarray) -> str | None:
        """Say how an array differs from NumPy's."""
        if self.free and (found.shape, found.dtype) == (expected.shape, expected.dtype):
            return None
        return difference(found, expected, lambda: self._nudged(expected))

    def _nudged(self, expected: np.ndarray) -> Perturbed | None:
        """Return what NumPy gives for operands changed in the last place."""
        if self.theirs_args is None:
            return None
        args, kwargs = _swap(self.theirs_args, nudged)
        result, problem = _quietly(self.theirs, args, kwargs)
        found = result if isinstance(result, (tuple, list)) else [result]
        # of several results the one of this shape; any other moves it no further
        like = [np.asarray(r) for r in found if np.shape(r) == expected.shape]
        largest = max([np.size(a) for a in _arrays(self.theirs_args)], default=1)
        combined = max(1.0, largest / max(expected.size, 1))
        return Perturbed(like[0] if like and problem is None else expected, combined)

    def error(self, what: str) -> DifferenceError:
        """Return the exception that names the line, the function and the operands."""
        given = ", ".join(_show(h) for h in _handles((self.args, self.kwargs)))
        text = f"{show_line(caller())}: {self.name}: {what}"
        return DifferenceError(f"{text} (operands: {given})" if given else text)


def _with_owners(handles: Iterable[Handle]) -> Iterator[Handle]:
    """Put before each view what it is a view of."""
    for handle in handles:
        if handle._owner is not None:
            yield handle._owner
        yield handle


def _show(handle: Any) -> str:
    return str(handle._read().aval)


def _named(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {error}"


def _values(handle: Handle) -> Any:
    return (handle if handle._owner is None else handle._owner)._expr


def _attempt(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    try:
        return function(*args, **kwargs), None
    except BaseException as error:
        return None, error


def _quietly(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Attempt what has been done already: what it warned of was said then."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return function(*args, **kwargs), None
    except BaseException as error:
        return None, error


def _materialized(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Read iterators, which can be read only once."""
    return tuple(list(a) if hasattr(a, "__next__") else a for a in args)


def _unlike(*values: Any) -> str | None:
    """Say why calling twice would do something else than calling once."""
    for value in values:
        if isinstance(value, (list, tuple)):
            found = _unlike(*value)
        elif isinstance(value, dict):
            found = _unlike(*value.values())
        elif hasattr(value, "read") or hasattr(value, "write"):
            found = "reads or writes a file"
        else:
            found = "takes a function" if _is_of_the_program(value) else None
        if found is not None:
            return found
    return None


def _is_of_the_program(value: Any) -> bool:
    """Whether something is a function, and neither a class nor one of NumPy's."""
    module = getattr(value, "__module__", None) or ""
    return callable(value) and not isinstance(value, (type, np.ufunc)) and module[:5] != "numpy"


def _handles(value: Any) -> Iterator[Handle]:
    if isinstance(value, Handle):
        yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _handles(one)
    elif isinstance(value, dict):
        yield from _handles(tuple(value.values()))
    elif isinstance(value, slice):
        yield from _handles((value.start, value.stop, value.step))


def _arrays(value: Any) -> Iterator[np.ndarray]:
    """Find NumPy's arrays in arguments."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _arrays(one)
    elif isinstance(value, dict):
        yield from _arrays(tuple(value.values()))


def _swap(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a structure of arguments with its arrays changed, and generators of their own."""
    if isinstance(value, (np.random.Generator, np.random.RandomState)):
        return copy.deepcopy(getattr(value, "_numpy", value))
    if isinstance(value, (Handle, np.ndarray)):
        # NumPy's own arrays are operands as they are; `change` of twins is for the library's
        return change(value) if isinstance(value, Handle) or change in (np.copy, nudged) else value
    if isinstance(value, slice):
        return slice(*[_swap(v, change) for v in (value.start, value.stop, value.step)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_swap(v, change) for v in value])
    if isinstance(value, (list, tuple)):
        return type(value)(_swap(v, change) for v in value)
    if isinstance(value, dict):
        return {k: _swap(v, change) for k, v in value.items()}
    return value
