"""Which calls of a program are replayed: `check`."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from sharray._array.numpy_array import ndarray
from sharray._functions.declare import Unbound, as_method
from sharray._record.handles import Handle
from sharray._tools.check import choices
from sharray._tools.check.replay import Replay

#: What is left out, and why.
LEFT_OUT = {
    "where the array lies, which NumPy does not know": (
        "device", "to_device", "__array_namespace__", "__dlpack__", "__dlpack_device__",
        "__repr__", "base", "ctypes", "data", "flags", "strides", "__array_interface__",
        "__array_struct__",
    ),
    "who refers to the array, as what is replayed does": ("resize",),
    "how Python makes and stores objects": (
        "__class__", "__delattr__", "__dir__", "__doc__", "__getattribute__", "__getstate__",
        "__hash__", "__init__", "__init_subclass__", "__new__", "__reduce__", "__reduce_ex__",
        "__setattr__", "__setstate__", "__sizeof__", "__subclasshook__",
    ),
}  # fmt: skip
_UNSEEN = {name for names in LEFT_OUT.values() for name in names}
#: Functions that would do something else when called twice.
NOT_REPEATABLE = {
    **dict.fromkeys(
        ("save", "savez", "savez_compressed", "savetxt", "ndarray.tofile", "ndarray.dump"),
        "writes a file",
    ),
    **dict.fromkeys(("load", "loadtxt", "genfromtxt", "fromfile", "fromregex"), "reads a file"),
    "ndarray.dumps": "names the class that Python stores",
    **dict.fromkeys(("memmap", "lib.format.open_memmap"), "maps a file"),
    **dict.fromkeys(
        ("seterr", "seterrcall", "setbufsize", "set_printoptions", "printoptions", "errstate"),
        "changes how NumPy works",
    ),
}
#: Functions whose result is not determined by their operands: only shapes and dtypes count.
FREE = {
    "empty", "empty_like", "ndarray.partition", "linalg.eig", "linalg.eigh", "linalg.qr",
    "linalg.svd",
}  # fmt: skip
#: Functions that have several right results, and which is one.
CHOICES = {
    "argsort": choices.argsort,
    "argpartition": choices.argpartition,
    "partition": choices.partition,
    "ndarray.argsort": choices.argsort,
    "ndarray.argpartition": choices.argpartition,
}


def _operator(name: str) -> Callable[..., Any] | None:
    """Return what Python calls for a special method, with the operands in its order."""
    function = vars(operator).get(name)
    if function is not None:
        return function
    if name.startswith("__r"):
        forward = vars(operator).get(f"__{name[3:]}")
        if forward is not None:
            return lambda self, other: forward(other, self)
    return None


def _protocol_function(self: Any, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
    return function(*args, **kwargs)


def _protocol_ufunc(self: Any, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    return getattr(ufunc, method)(*inputs, **kwargs)


_PROTOCOLS: dict[str, Callable[..., Any]] = {
    "__array_function__": _protocol_function,
    "__array_ufunc__": _protocol_ufunc,
}


def _method(name: str) -> Callable[..., Any]:
    """Return the function that does with NumPy arrays what a method does."""
    function = _PROTOCOLS.get(name) or _operator(name)
    return function or (lambda self, *args, **kwargs: getattr(self, name)(*args, **kwargs))


def _options(full: str) -> dict[str, Any]:
    """Return how a function is replayed."""
    return {
        "free": full in FREE,
        "choose": CHOICES.get(full),
        "not_repeatable": NOT_REPEATABLE.get(full),
    }


def _protocol_options(function: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    """Return how what NumPy hands over is replayed: as the function itself."""
    if isinstance(function, np.ufunc):
        masked = args[0] == "__call__" and choices.is_masked(kwargs)
        return {"choose": choices.masked if masked else None}
    options = _options(f"{function.__module__}.{function.__name__}".removeprefix("numpy."))
    if (choose := options["choose"]) is not None:
        options["choose"] = lambda actual, expected, _self, _function, _types, args, kwargs: choose(
            actual, expected, *args, **kwargs
        )
    return options


def _is_elementwise(name: str) -> bool:
    return _operator(name) is not None and "matmul" not in name


class _Function:
    """A ufunc object of the library, called as ever but replayed; its methods, too."""

    def __init__(self, name: str, ours: Any, original: Any, replay: Replay) -> None:
        exact = isinstance(original, np.ufunc) and original.signature is None
        self._name, self._ours, self._original, self._replay = name, ours, original, replay
        self._call = replay.of(name, ours.__call__, original, exact=exact)
        choose = choices.masked
        self._masked = replay.of(name, ours.__call__, original, exact=exact, choose=choose)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        call = self._masked if choices.is_masked(kwargs) else self._call
        return call(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._ours, name)
        original = getattr(self._original, name, None)
        if callable(value) and callable(original) and not name.startswith("_"):
            return self._replay.of(f"{self._name}.{name}", value, original)
        return value

    def __repr__(self) -> str:
        return repr(self._ours)

    @property
    def __class__(self) -> Any:  # type: ignore[override]
        return type(self._ours)


class check:
    """Compute every operation of a ``with`` block with NumPy, too, and stop where they differ.

    Beside each array stands a NumPy array, and beside each view a view of that. Functions of
    `sharray.numpy`, methods and operators are called on both. Shape, dtype and exception must be
    NumPy's at the call. Values are compared when the program itself has them computed, so that
    what is compared is what runs without the check: the same programs of several operations.

    Booleans and integers must be equal, and floating-point numbers within 4 units in the last
    place, or, where `n` elements are combined, within 32 times the root of `n` of what NumPy's own
    result changes by when the operands change in the last place. What several operations of one
    program give may be off as far as it moves in NumPy when each of them rounds otherwise. After a
    comparison NumPy's array takes over the values, so that rounding does not add up.

    The exception names the line of the operation. Of a program of several operations that is the
    first one that differs from NumPy when it is run by itself; if none does, the last one, and all
    are listed.

    Not replayed is what would do something else when done twice: functions that take a function, a
    file or an iterator, or that draw from the random generator that everyone shares (a `Generator`
    is copied), and what NumPy has no memory for. Of several right results, such as the places of
    equal elements in `argsort`, or what lies before the element in `partition`, each agrees; of
    those of `linalg.eig`, `eigh`, `qr` and `svd`, and `empty`, only shape and dtype are compared.

    Attributes
    ----------
    compared : int
        Calls that agreed.
    values : int
        Arrays that agreed, when the program had them computed.
    left_out : dict
        How many calls were not compared, by what they were and why.

    Raises
    ------
    DifferenceError
        At the first difference, inside the block.

    Examples
    --------
    >>> import sharray
    >>> import sharray.numpy as np
    >>> with sharray.check() as c:
    ...     x = np.arange(100_000.0)
    ...     y = np.sqrt(x)
    >>> c.compared, c.left_out
    (2, {})
    """

    _running = False

    def __init__(self) -> None:
        self._replay = Replay()
        self._changed: list[tuple[Any, str, Any]] = []

    def __repr__(self) -> str:
        return f"check(): {self.compared} calls and {self.values} arrays agreed"

    def __enter__(self) -> check:
        if check._running:
            raise RuntimeError("a check is running already")
        check._running = True
        self._instrument_class()
        import sharray.numpy as space  # start-up time

        for name in ("", "linalg", "fft"):
            ours = getattr(space, name) if name else space
            original = getattr(np, name) if name else np
            if isinstance(ours, ModuleType) and ours is not original:
                self._instrument_module(ours, original, f"{name}." if name else "")
        self._instrument_random(space.random)
        return self

    def __exit__(self, kind: Any, *exc: object) -> None:
        for owner, name, value in reversed(self._changed):
            setattr(owner, name, value)
        self._changed.clear()
        check._running = False
        if kind is None and not self._replay.differs:
            self._replay.settle()

    @property
    def compared(self) -> int:
        """Calls that agreed."""
        return self._replay.compared

    @property
    def values(self) -> int:
        """Arrays that agreed when they had been computed."""
        return self._replay.values

    @property
    def left_out(self) -> dict[str, int]:
        """How many calls were not compared, by what they were and why."""
        return dict(self._replay.left_out)

    def _change(self, owner: Any, name: str, value: Any) -> None:
        self._changed.append((owner, name, vars(owner)[name]))
        setattr(owner, name, value)

    def _instrument_class(self) -> None:
        classes = ndarray.__mro__[: ndarray.__mro__.index(Handle)]
        for cls in classes:
            for name, value in list(vars(cls).items()):
                if name in _UNSEEN or not hasattr(np.ndarray, name):
                    continue
                if isinstance(value, property):
                    self._change(cls, name, self._property(name, value))
                elif isinstance(value, FunctionType):
                    self._change(cls, name, self._method(f"ndarray.{name}", value))

    def _method(self, full: str, value: Any) -> Callable[..., Any]:
        name = full.rpartition(".")[2]
        if name in _PROTOCOLS:
            return self._protocol(full, value, _PROTOCOLS[name])
        exact = _is_elementwise(name)
        return self._replay.of(full, value, _method(name), exact=exact, **_options(full))

    def _protocol(self, full: str, value: Any, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(value)
        def call(array: Any, function: Any, *args: Any, **kwargs: Any) -> Any:
            options = _protocol_options(function, args, kwargs)
            replayed = self._replay.of(full, value, original, **options)
            return replayed(array, function, *args, **kwargs)

        return call

    def _property(self, name: str, value: property) -> property:
        assert value.fget is not None
        full = f"ndarray.{name}"
        get = self._replay.of(full, value.fget, lambda self: getattr(self, name), exact=True)
        put = value.fset
        if put is not None:
            new = lambda self, value: setattr(self, name, value)  # noqa: E731
            put = self._replay.of(full, put, new, exact=True)
        return property(get, put, value.fdel, value.__doc__)

    def _instrument_random(self, ours: ModuleType) -> None:
        for cls in (vars(ours)["Generator"], vars(ours)["RandomState"]):
            for name, value in list(vars(cls).items()):
                if isinstance(value, FunctionType) and not name.startswith("_"):
                    full = f"numpy.random.{cls.__name__}.{name}"
                    self._change(cls, name, self._method(full, value))
        whole = np.random.normal.__self__
        for name, value in list(vars(ours).items()):
            other: Any = getattr(np.random, name, None)
            if isinstance(value, Unbound) and getattr(other, "__self__", None) is whole:
                why = "draws from the generator that everyone shares"
                replayed = self._replay.of(f"numpy.random.{name}", value, other, not_repeatable=why)
                self._change(ours, name, as_method(replayed, other))

    def _instrument_module(self, ours: ModuleType, original: ModuleType, prefix: str) -> None:
        for name, value in list(vars(ours).items()):
            other = getattr(original, name, None)
            if name.startswith("_") or isinstance(value, (type, ModuleType)):
                continue
            if other is None or value is other or not callable(value):
                continue
            full = f"{prefix}{name}"
            if isinstance(value, (FunctionType, Unbound)):
                replayed: Any = self._replay.of(f"numpy.{full}", value, other, **_options(full))
                replayed = as_method(replayed, other)
            else:
                replayed = _Function(f"numpy.{full}", value, other, self._replay)
            self._change(ours, name, replayed)


def summary(result: check) -> str:
    """Say how a check went, in one line or a few."""
    out = [f"sharray check: {result.compared} calls and {result.values} arrays agree with NumPy"]
    out += [f"  not compared: {what}, {n} times" for what, n in result.left_out.items()]
    return "\n".join(out)
