"""How a NumPy function is declared, and what users call for it in each flavour."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from sharray._core import observers
from sharray._core.direct import goes_direct
from sharray._core.operation import MOVES, TABLE, Op
from sharray._functions.arguments import OnDevices, on_host
from sharray._functions.dispatch import Dispatch, has_own_host
from sharray._functions.fallback import fall_back, name_of, overriding
from sharray._functions.fast_path import as_many_as_arguments, fast_path, is_view, small_fast_path
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour
from sharray._functions.parameters import completed, names_of, section_of_ufunc


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
    public.__doc__ = _doc(numpy_function, implementation)
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


def kinds_of(op: Op) -> str:
    """Say which dtypes an operation takes."""
    if op.kinds == "all":
        return "All boolean and numeric ones."
    kinds = f"{op.kinds[0].upper()}{op.kinds[1:]}"
    return f"{kinds}; others if NumPy takes them, or else a ``TypeError``."


def moves_of(op: Op) -> str:
    """Say what an operation moves between devices, and where that is a whole operand, why."""
    why = f" {op.why[0].upper()}{op.why[1:]}." if op.why else ""
    return f"*{op.comm}*: {MOVES[op.comm]}.{why}"


@functools.cache
def _by_host() -> dict[Any, Op]:
    """Return the operations of the standard by the NumPy functions of the same meaning."""
    return {op.host: op for op in TABLE.values() if op.section and op.host is not None}


def _notes(facts: dict[str, str]) -> str:
    """Return the section of a docstring with what follows from declarations."""
    lines = [f"- {name}: {fact}" for name, fact in facts.items() if fact]
    return "\n".join(["\n\nNotes\n-----", *lines]) if lines else ""


def _facts(op: Op | None, parameters: Sequence[str]) -> dict[str, str]:
    """Return what follows for the dtypes, the sharding of the result, and what moves."""
    facts = {}
    if "device" in parameters and "like" in parameters:  # it makes an array
        facts["sharding"] = "As `device` says, or else as a new array lies on the current mesh."
    if op is None:
        return facts
    if not op.composite:  # of others, whose rules hold
        facts["sharding"] = (op.rule.__doc__ or "").partition("\n")[0]
    return {"dtypes": kinds_of(op), **facts, "communication": moves_of(op)}


#: When a function of linear algebra raises.
_NO_RESULT = (
    "If it is given no matrices, or others than square ones where it needs those, or one that has\n"
    "    no result: it is singular, not positive definite, or an iteration did not converge."
)


def _raising(text: str, error: str, when: str) -> str:
    """Return a docstring that names an error among those that are raised."""
    before, raises, after = text.partition("\n\nRaises\n------\n")
    if error.rpartition(".")[2] in after:
        return text
    return f"{before}\n\nRaises\n------\n{error}\n    {when}" + (f"\n{after}" if raises else "")


@functools.cache  # methods and the other flavour have the same
def _doc(numpy_function: Any, fn: Callable[..., Any]) -> str:
    """Return the docstring of a function: its own, and what the declarations know.

    Made when the namespace is, so it looks at no signature, which takes long.
    """
    name = name_of(numpy_function)
    short = name.partition(".")[2]
    op = TABLE.get(short) or _by_host().get(numpy_function)
    text = fn.__doc__
    if text is None and (own := op or TABLE.get(fn.__name__)) is not None:
        text = (own.public.__doc__ or "").partition("\n")[0]
    text = text or ""
    if "\n" in text:
        text = inspect.cleandoc(text)
    parameters = names_of(fn)
    text = completed(text, short, parameters)
    if "axis" in parameters:
        text = _raising(text, "numpy.exceptions.AxisError", "If an axis is out of range.")
    if name.startswith("numpy.linalg.") and parameters[:1] == ["a"]:
        text = _raising(text, "numpy.linalg.LinAlgError", _NO_RESULT)
    notes = _notes(_facts(op, parameters))
    return f"{text}{notes}\n\nReferences\n----------\nNumPy: {name}."


def doc_of_ufunc(numpy_ufunc: np.ufunc, fn: Callable[..., Any], op: Op | None) -> str:
    """Return the docstring of a function as a ufunc, which begins with NumPy's signature."""
    signature = (numpy_ufunc.__doc__ or "").partition("\n")[0]
    summary = (fn.__doc__ or "").partition("\n\nParameters")[0]
    summary += section_of_ufunc(signature)
    if numpy_ufunc.nin > 1:
        summary += (
            "\n\nRaises\n------\nValueError\n"
            "    If shapes do not broadcast, or arrays lie on different meshes."
        )
    # the description of what is recorded says where it lies, and that nothing moves
    facts = _facts(TABLE.get(numpy_ufunc.__name__), ()) if op is None else {"dtypes": kinds_of(op)}
    return f"``{signature}``\n\n{summary}{_notes(facts)}"


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
