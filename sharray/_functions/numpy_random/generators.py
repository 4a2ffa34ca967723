"""`Generator` and `RandomState`: NumPy's, whose large results are arrays on the devices."""

from __future__ import annotations

import functools
import inspect
import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import policy
from sharray._core.direct import SCALARS, goes_direct
from sharray._functions import docstrings
from sharray._functions.declare import as_method
from sharray._functions.fast_path import direct_path
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour, all_as_array_api
from sharray._functions.numpy_random import draw
from sharray._record import host_operands
from sharray._record.handles import Handle

#: Methods whose operand is an array that they permute.
_PERMUTING = {
    "permutation": draw.permutation,
    "permuted": draw.permuted,
    "shuffle": draw.shuffle,
}


def _caller(method: Any) -> Callable[..., Any]:
    """Return what calls a method of NumPy's, with one of NumPy's generators as first argument."""
    name = method.__name__
    if name in _PERMUTING:
        return functools.partial(_PERMUTING[name], method)
    if name in ("rand", "randn"):
        # their arguments are the shape
        plain = "random_sample" if name == "rand" else "standard_normal"
        drawn = draw.Draw(getattr(np.random.RandomState, plain))
        return lambda source, *args: drawn(source, args if args else None)
    if "size" in inspect.signature(method).parameters:
        return (draw.Choice if name == "choice" else draw.Draw)(method)
    return method


def _in_flavour(method: Any, flavour: Flavour) -> Callable[..., Any]:
    """Return the same with results in a flavour."""
    call = _caller(method)
    writes = method.__name__ == "shuffle"

    def function(source: Any, *args: Any, **kwargs: Any) -> Any:
        if flavour is NUMPY and policy.begins_on_host():
            if policy.leaves_to_numpy(args) and policy.leaves_to_numpy(kwargs.values()):
                return NUMPY.adopted(method(source, *args, **kwargs), args, kwargs)
            target = args[0] if args else kwargs.get("x")
            if writes and isinstance(target, Handle):
                bound = functools.partial(method, source)
                result = host_operands.write_in_numpy(bound, target, args, kwargs)
                if result is not NotImplemented:
                    return result
        standard_args, standard_kwargs, pairs = all_as_array_api(args, kwargs)
        result = call(source, *standard_args, **standard_kwargs)
        if any([result is a for a in (*args, *kwargs.values())]):  # it was written to
            return result
        if flavour is ARRAY_API and isinstance(result, numbers.Number):
            result = np.asarray(result)
        return flavour.result(result, pairs=pairs)

    return function


def _like(function: Any, method: Any, signature_of: Any, flavour: Flavour, owner: str) -> Any:
    """Give a function the name, the signature and a summary of NumPy's method."""
    function.__name__ = method.__name__
    function.__qualname__ = f"{owner}.{method.__name__}" if owner else method.__name__
    function.__module__ = _module(flavour)
    function.__wrapped__ = signature_of  # whose signature it has, if somebody asks
    # the signature comes first
    paragraphs = (method.__doc__ or "").split("\n\n", 4)[1:]
    summary = next((p for p in paragraphs if p.strip() and ">>>" not in p), "")
    summary = " ".join(summary.split())
    # in both flavours the same; NumPy's words stay NumPy's
    said = docstrings.of(f"sharray.random.{function.__qualname__}")
    function.__doc__ = f"{summary}\n\n{said}" if said else summary
    return function


def _forwarded(method: Any, flavour: Flavour, owner: str) -> Any:
    call = _in_flavour(method, flavour)
    at_once = flavour is NUMPY

    def forward(self: Any, *args: Any, **kwargs: Any) -> Any:
        if at_once and goes_direct(args, kwargs):
            result = method(self._numpy, *args, **kwargs)
            return result if type(result) in SCALARS else NUMPY.adopted(result, args, kwargs)
        return call(self._numpy, *args, **kwargs)

    return _like(forward, method, method, flavour, owner)


def of_global(name: str, flavour: Flavour) -> Any:
    """Return the function of NumPy's global generator, whose stream it shares."""
    bound = getattr(np.random, name)
    source = np.random.normal.__self__  # type: ignore[attr-defined]
    method = getattr(np.random.RandomState, "random_sample" if name in ("ranf", "sample") else name)
    call = _in_flavour(method, flavour)

    def function(*args: Any, **kwargs: Any) -> Any:
        return call(source, *args, **kwargs)

    if flavour is NUMPY:
        general = function
        function = direct_path(bound, lambda args, kwargs: general(*args, **kwargs))
    function = _like(function, method, bound, flavour, "")
    function.__name__ = function.__qualname__ = name
    return function


def _module(flavour: Flavour) -> str:
    return f"{flavour.name}.random"


def _forwards(flavour: Flavour, *kept: str) -> Callable[[type], Any]:
    """Make a subclass of one of NumPy's generators forward its methods, but for those `kept`.

    To an object of NumPy's own, since NumPy's methods call each other.
    """

    def decorate(cls: type) -> type:
        base = cls.__bases__[0]
        cls.__module__, cls.__qualname__ = _module(flavour), cls.__name__
        for name in dir(base):
            method = getattr(base, name)
            if not name.startswith("_") and name not in kept and callable(method):
                setattr(cls, name, _forwarded(method, flavour, cls.__name__))
        return cls

    return decorate


class _OrNumpys(type):
    """Takes NumPy's own generators, which libraries make, for instances of what derives from it."""

    def __instancecheck__(cls, instance: object) -> bool:
        base = cls.__base__
        return super().__instancecheck__(instance) or (
            base is not None and type(base) is type and isinstance(instance, base)
        )


@functools.cache
def generator(flavour: Flavour) -> type[np.random.Generator]:
    """Return the class of generators whose results are in a flavour."""

    @_forwards(flavour, "spawn")
    class Generator(np.random.Generator, metaclass=_OrNumpys):
        """NumPy's `Generator`: the same streams, with large results on the devices.

        Parameters
        ----------
        bit_generator : numpy.random.BitGenerator
            Where the bits come from.

        References
        ----------
        NumPy: numpy.random.Generator.
        """

        def __init__(self, bit_generator: Any) -> None:
            super().__init__(bit_generator)
            #: NumPy's own, on the same bit generator
            self._numpy = np.random.Generator(bit_generator)

        def __reduce__(self) -> Any:
            return type(self), (self.bit_generator,)

    return Generator


@functools.cache
def random_state(flavour: Flavour) -> type[np.random.RandomState]:
    """Return the class of NumPy's older generators whose results are in a flavour."""

    @_forwards(flavour)
    class RandomState(np.random.RandomState, metaclass=_OrNumpys):
        """NumPy's `RandomState`: the same streams, with large results on the devices.

        Parameters
        ----------
        seed : int, array_like, numpy.random.BitGenerator, optional
            As NumPy takes it.

        References
        ----------
        NumPy: numpy.random.RandomState.
        """

        def __init__(self, seed: Any = None) -> None:
            #: NumPy's own, on the same bit generator
            self._numpy = np.random.RandomState(draw.to_numpy(seed))
            super().__init__(self._numpy._bit_generator)

        def __reduce__(self) -> Any:
            return type(self), (self._bit_generator,), self._numpy.get_state(legacy=False)

        def __getstate__(self) -> Any:
            return self._numpy.get_state(legacy=False)

        def __setstate__(self, state: Any) -> None:
            self._numpy.set_state(state)

    return RandomState


def default_rng(flavour: Flavour) -> Callable[..., Any]:
    """Return what makes a generator whose results are in a flavour."""
    kind = generator(flavour)

    def default_rng(seed: Any = None) -> Any:
        """Make a `Generator` with NumPy's default bit generator.

        Parameters
        ----------
        seed : int, array_like, SeedSequence, BitGenerator, Generator or RandomState, optional
            A `Generator` of this module is returned as it is; one of NumPy's goes on with its
            stream.

        Returns
        -------
        Generator

        References
        ----------
        NumPy: numpy.random.default_rng.
        """
        if isinstance(seed, kind):
            return seed
        if isinstance(seed, Handle):
            seed = np.asarray(seed)[()]
        return kind(np.random.default_rng(seed).bit_generator)

    default_rng.__module__, default_rng.__qualname__ = _module(flavour), "default_rng"
    return default_rng


def random_module(flavour: Flavour) -> dict[str, Any]:
    """Return what stands under the names of `numpy.random` in a flavour."""
    own = {
        "Generator": generator(flavour),
        "RandomState": random_state(flavour),
        "default_rng": default_rng(flavour),
    }
    # what acts on the bits of the global generator is NumPy's own
    kept = ("bytes", "get_bit_generator", "get_state", "seed", "set_bit_generator", "set_state")
    names: dict[str, Any] = {name: getattr(np.random, name) for name in kept}
    for name in np.random.__all__:
        value = getattr(np.random, name)
        if isinstance(value, type):
            names[name] = value
        elif name not in names and name not in own:
            names[name] = as_method(of_global(name, flavour), value)
    return names | own
