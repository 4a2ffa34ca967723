"""What a function does with arrays of this library when it is called.

Three ways lead to the result. Where every array is at home on the host NumPy computes it: exactly,
and without compiling anything. Where one lies on devices the declared function runs, written in
terms of this library. What that cannot do NumPy does on the host, with a warning.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from sharray._core import observers, policy
from sharray._core.context import context
from sharray._core.direct import SCALARS, add_watcher
from sharray._core.lens import Lens
from sharray._core.memory import is_writeable, read_only
from sharray._functions.arguments import NotNumeric, OnDevices, nobody, on_host, on_mesh
from sharray._functions.error_notes import annotate
from sharray._functions.fallback import (
    HostFallback,
    fall_back,
    in_numpy,
    note_fall_back,
    overriding,
)
from sharray._functions.fast_path import is_view
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour, all_as_array_api
from sharray._record import calls, homes, host_operands
from sharray._record.handles import Handle, check_dtype, is_numpys, of_node, unwrap
from sharray._record.record import mesh_of
from sharray._record.view_handles import settle, viewing_as

if TYPE_CHECKING:
    from sharray._functions.declare import Function

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


#: Parameters that let NumPy write to an array; and those that do so in one function only.
_WRITTEN = ("out", "overwrite_input")
_ALSO = {np.nan_to_num: ("copy",)}

#: Types of arguments that do not say themselves what is done with them. Arrays are added.
known_kinds: set[type] = {NoneType, bool, int, float, complex, str, np.ndarray, np.dtype, type}


def written_by(numpy_function: Any, signature: inspect.Signature) -> list[str]:
    """Return the parameters that name what a function writes to, or say whether it does."""
    return [n for n in (*_WRITTEN, *_ALSO.get(numpy_function, ())) if n in signature.parameters]


def has_own_host(function: Function, implementation: Any) -> bool:
    """Whether what computes for a function on the host has the values of an implementation."""
    is_own = implementation is None or implementation is function.implementation
    return is_own or function.host is not function.numpy


def unknown_to_numpy(
    numpy_function: Callable[..., Any], signature: inspect.Signature
) -> frozenset[str]:
    """Return the parameters that NumPy's function does not have: the standard's, or newer ones."""
    try:
        theirs = inspect.signature(numpy_function).parameters
    except ValueError:  # some functions of C have none
        return frozenset(n for n in signature.parameters if n == "device")
    if any(p.kind is p.VAR_KEYWORD for p in theirs.values()):
        return frozenset()
    hidden = ("start",) if numpy_function is np.arange else ()  # which its signature does not show
    return frozenset(n for n in signature.parameters if n not in theirs and n not in hidden)


class Dispatch:
    """What a function does with arrays of this library in a flavour, and how it shows their views.

    Attributes
    ----------
    unknown
        Its parameters that NumPy's function does not have.
    first_written
        The place among arguments given by position of the first that is written to.
    """

    unknown: frozenset[str]
    first_written: int
    _signature: inspect.Signature
    _names: list[str]
    _written: list[str]
    _optional: set[str]
    _theirs: Callable[[type], bool]

    def __init__(
        self, function: Function, flavour: Flavour, implementation: Callable[..., Any]
    ) -> None:
        """Take a declaration, a flavour, and what computes it in that for arrays on devices."""
        self._function, self._flavour = function, flavour
        self._implementation = implementation
        is_numpys_to_do = has_own_host(function, implementation)
        self._small = function.small and is_numpys_to_do
        self._large = flavour is NUMPY or is_numpys_to_do
        self._replays = function.small and not function.writes
        self._is_array_with = function.numbers if isinstance(function.numbers, str) else ""

    def __getattr__(self, name: str) -> Any:
        """Look at the signatures: it takes long, and most functions are never called."""
        if name not in Dispatch.__annotations__:
            raise AttributeError(name, name=name, obj=self)
        function = self._function
        signature = self._signature = inspect.signature(self._implementation)
        parameters = signature.parameters
        self._written = written_by(function.numpy, signature)
        self._names = [p.name for p in parameters.values() if p.kind in _BY_POSITION]
        places = [self._names.index(n) for n in self._written if n in self._names]
        self.first_written = min(places, default=sys.maxsize)
        self._optional = {n for n, p in parameters.items() if p.default is np._NoValue}
        self._theirs = overriding(function.numpy)
        self.unknown = unknown_to_numpy(function.numpy, signature)
        return self.__dict__[name]

    def as_function(self) -> Callable[..., Any]:
        """Return a function that users call."""

        def public(*args: Any, **kwargs: Any) -> Any:
            return self.call(args, kwargs)

        return public

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Go down the ways to a result until one has it."""
        try:
            args, kwargs = self._arguments(args, kwargs)
            result = self._in_place(args, kwargs)
            if result is not NotImplemented:
                return result
            owner = args[0]._owner if args and isinstance(args[0], Handle) else None
            there = owner is not None and owner.host is None
            if not there:
                result = self._at_home(args, kwargs)
                if result is not NotImplemented:
                    return result
            return self._on_devices(args, kwargs, there)
        except (TypeError, ValueError) as error:
            annotate(error, self._flavour, self._function.numpy, args, kwargs)
            raise

    def _arguments(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return arguments of which those that are written to have their names."""
        first = self.first_written
        if first < len(args):
            self._signature.bind(*args, **kwargs)
            kwargs |= zip(self._names[first:], args[first:], strict=False)
            args = args[:first]
        if kwargs and self._flavour is ARRAY_API:  # to the standard None is as good as nothing
            kwargs = {k: v for k, v in kwargs.items() if v is not None or k not in self._optional}
        return args, kwargs

    def _in_place(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Have NumPy write to what is at home on the host; NotImplemented where nothing is."""
        numpy_function, theirs = self._function.numpy, self._theirs
        if self._function.writes:
            target = args[0] if args else kwargs.get(self._names[0])
            if is_numpys(target):
                return numpy_function(*on_host(args, True, theirs), **on_host(kwargs, True, theirs))
            if _is_hosted(target):
                result = host_operands.write_in_numpy(numpy_function, target, args, kwargs)
                if result is not NotImplemented:
                    return result
        out = kwargs.get("out")
        if self._flavour is NUMPY and _is_hosted(out) and self.unknown.isdisjoint(kwargs):
            result = host_operands.write_in_numpy(numpy_function, out, args, kwargs)
            return result if result is NotImplemented else out
        return NotImplemented

    def _at_home(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Return what NumPy computes of values on the host.

        NotImplemented where there are others, and where the result is a view of an array of this
        library, which has to be one, too.
        """
        function, flavour, theirs = self._function, self._flavour, self._theirs
        if not (self._small or (self._large and policy.begins_on_host())):
            return NotImplemented
        if kwargs and self._asks_for_more(kwargs):
            return NotImplemented
        try:
            values = [on_host(a, False, theirs) for a in args]
            named = {k: on_host(v, False, theirs) for k, v in kwargs.items()}
        except OnDevices:
            return NotImplemented
        computes = function.host if flavour is ARRAY_API else function.numpy
        result = computes(*values, **named)
        out = kwargs.get("out")
        if out is not None:
            return _written(out, result)
        given, seen = (*args, *kwargs.values()), (*values, *named.values())
        if is_view(result, given, seen):
            return self.view(result, args, kwargs, seen)
        if observers.active:
            observers.recorded(function.numpy.__name__, True)
        if flavour is ARRAY_API:
            if not function.numbers and type(result) is np.ndarray:
                check_dtype(result.dtype)
            if any([result is a for a in seen]):
                result = np.copy(result)
        return flavour.result(result)

    def view(
        self,
        result: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        values: Sequence[Any],
    ) -> Any:
        """Return the array that shows what NumPy's view of one among the arguments does.

        Or a sequence of such. NotImplemented where it is a view of several, and where the general
        way has more to do. How it shows the memory is found out by the declared function when
        somebody asks for that.
        """
        several = type(result) in (list, tuple)
        if not several and type(result) is not np.ndarray:
            return NotImplemented
        given = (*args, *kwargs.values())
        standard: Any = None  # the arguments as they are now
        lent: list[Any] = []  # what NumPy makes of lent memory, once for all parts
        shown = []
        for i, part in enumerate(result if several else (result,)):
            pair = self._viewed(part, given, values)
            if pair is None:
                return NotImplemented
            array, value = pair
            if part is value:
                shown.append(array)
            elif self._flavour is NUMPY and policy.is_small(part.size):
                # it is NumPy's, and keeps the memory where it is
                lent = lent or [self._of_lent(len(args), kwargs, given)]
                shown.append(lent[0][i] if several else lent[0])
            elif self._function.small and part.dtype == value.dtype:
                settle(array)
                standard = standard or self._as_they_are(args, kwargs)
                chain = functools.partial(self._chain, standard, i if several else None)
                shown.append(viewing_as(array, part, chain))
            else:
                return NotImplemented
        return type(result)(shown) if several else shown[0]

    def _as_they_are(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Sequence[Any], dict[str, Any]]:
        """Return arguments for the declared function that nobody will have changed meanwhile."""
        if self._flavour is ARRAY_API and _are_settled(args) and _are_settled(kwargs.values()):
            return args, kwargs
        return all_as_array_api(args, kwargs)[:2]

    def _chain(
        self, standard: tuple[Sequence[Any], dict[str, Any]], part: int | None
    ) -> tuple[Lens, ...]:
        """Return how a result of the declared function, or a part of it, shows the memory."""
        result = self._implementation(*standard[0], **standard[1])
        return (result if part is None else result[part])._chain

    @staticmethod
    def _viewed(part: Any, given: Sequence[Any], values: Sequence[Any]) -> tuple[Any, Any] | None:
        """Return the array that a result of NumPy is a view of, and its elements on the host.

        None if there are several, and if it overlaps itself where it can be written to.
        """
        first = given[0]
        if part.base is values[0] and isinstance(first, Handle):
            viewed = [(first, values[0])]  # all of the memory: whatever else shows it
        else:
            pairs = zip(given, values, strict=True)
            viewed = [p for p in pairs if isinstance(p[0], Handle) and is_view(part, p[:1], p[1:])]
        if len(viewed) != 1 or (0 in part.strides and is_writeable(part)):
            return None
        return viewed[0]

    def _of_lent(self, count: int, kwargs: dict[str, Any], given: Sequence[Any]) -> Any:
        """Return what NumPy makes of memory that is lent; the first `count` are by position."""
        seen = [
            (read_only(a._lent()) if a._readonly else a._lent()) if isinstance(a, Handle) else a
            for a in given
        ]
        named = dict(zip(kwargs, seen[count:], strict=True))
        return self._function.numpy(*seen[:count], **named)

    def _asks_for_more(self, kwargs: dict[str, Any]) -> bool:
        """Whether keyword arguments are not NumPy's to see to, or name an array of this library."""
        outputs = [kwargs[n] for n in self._written if n in kwargs]
        if any([out is not None and not is_numpys(out) for out in outputs]):
            return True
        if kwargs.get("writeable"):  # windows, to which nobody may write
            return True
        return kwargs.get("device") not in (None, "cpu") or not self.unknown.isdisjoint(kwargs)

    def _on_devices(self, args: tuple[Any, ...], kwargs: dict[str, Any], there: bool) -> Any:
        """Replay the steps of a call like this one, or have the declared function run.

        `there` says that the first argument lies on the devices.
        """
        function, flavour = self._function, self._flavour
        mesh = None
        if (not there or len(args) + len(kwargs) > 1) and policy.begins_on_host():
            mesh = mesh_of((*args, *kwargs.values()))
            if mesh is not None:
                homes.join_others((*args, *kwargs.values()))
        number = bool(function.numbers) and kwargs.get(self._is_array_with) is None
        call = None
        if there and self._replays and (number or not function.numbers):
            if not any([kwargs.get(n) is not None for n in self._written]):
                call = calls.like(self._implementation, args, kwargs)
            if call is not None and (node := call.node) is not None:
                return flavour.of_node(node, args) if number else of_node(node, flavour.array)
        if not known_kinds.issuperset([*map(type, args), *map(type, kwargs.values())]):
            if _is_theirs(self._theirs, (*args, *kwargs.values())):
                return in_numpy(function.numpy, args, kwargs, flavour)
            args = tuple(map(unwrap, args))
            kwargs = {k: unwrap(v) for k, v in kwargs.items()}
            mesh = None
        if mesh is None:
            mesh = mesh_of((*args, *kwargs.values()))
        return self._run(args, kwargs, mesh, call, number)

    def _run(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], mesh: Any, call: Any, number: bool
    ) -> Any:
        """Return what the declared function gives, or NumPy where it gives up."""
        numpy_function, flavour = self._function.numpy, self._flavour
        standard_args, standard_kwargs, pairs = all_as_array_api(args, kwargs)
        like = kwargs.get("like")
        if like is not None and not hasattr(like, "__array_function__"):
            raise TypeError(f"`like` must be an array, not {type(like).__name__}")
        try:
            with on_mesh(mesh):
                context.in_function += 1
                add_watcher()
                try:
                    if call is not None and call.is_new:
                        result = call.record(self._implementation, standard_args, standard_kwargs)
                    else:
                        result = self._implementation(*standard_args, **standard_kwargs)
                finally:
                    context.in_function -= 1
                    add_watcher(-1)
        except NotNumeric as error:
            if flavour is ARRAY_API and not self._function.numbers:
                raise TypeError(str(error)) from None  # it makes arrays of this library
            if self._function.writes:
                return self._by_a_copy(args, kwargs)
            return in_numpy(numpy_function, args, kwargs, flavour)
        except HostFallback as why:
            reason = str(why)
        else:
            out = kwargs.get("out")
            if out is not None and out is not ...:
                return _written(out, result)
            return flavour.result(result, number=number, pairs=pairs)
        return fall_back(numpy_function, args, kwargs, reason, flavour)

    def _by_a_copy(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Have NumPy convert what is not numeric: it writes to a copy, which is written back."""
        numpy_function, name, theirs = self._function.numpy, self._names[0], self._theirs
        named = dict(zip(self._names, args, strict=False), **kwargs)
        target = named.pop(name)
        note_fall_back(numpy_function, (target,), "what is written is not numeric")
        copy = np.array(target)
        result = numpy_function(copy, **on_host(named, True, theirs))
        target[...] = copy
        return result


def _written(out: Any, result: Any) -> Any:
    """Return what a function returns that was given ``out=``, which may be a tuple of one."""
    return out[0] if type(out) is tuple and type(result) is not tuple else out


def _are_settled(values: Iterable[Any]) -> bool:
    """Whether arguments are arrays of the library's own flavour, numbers, and tuples of these."""
    for value in values:
        kind = type(value)
        if (
            kind not in SCALARS
            and kind is not ARRAY_API.array
            and not (kind is tuple and SCALARS.issuperset(map(type, value)))
        ):
            return False
    return True


def _is_hosted(value: Any) -> TypeGuard[Handle]:
    """Whether a value is an array on the host to which NumPy itself may write."""
    return isinstance(value, Handle) and value._memory.host is not None and policy.begins_on_host()


def _is_theirs(theirs: Callable[[type], bool], arguments: Iterable[Any]) -> bool:
    """Whether one of the arguments, or of the elements of a sequence, says what is done with it."""
    return theirs is not nobody and any(
        any(map(theirs, set(map(type, a)))) if isinstance(a, (list, tuple)) else theirs(type(a))
        for a in arguments
    )
