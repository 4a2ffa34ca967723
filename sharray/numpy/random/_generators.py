"""`Generator` and `RandomState`: NumPy's, whose large results are arrays on the devices."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._record.handles import Handle
from sharray.numpy.random import _draw

#: Methods whose operand is an array that they permute.
_PERMUTING = {
    "permutation": _draw.permutation,
    "permuted": _draw.permuted,
    "shuffle": _draw.shuffle,
}


def caller(method: Any) -> Callable[..., Any]:
    """Return what calls a method of NumPy's, with one of NumPy's generators as first argument."""
    name = method.__name__
    if name in _PERMUTING:
        return functools.partial(_PERMUTING[name], method)
    if name in ("rand", "randn"):
        # their arguments are the shape
        plain = "random_sample" if name == "rand" else "standard_normal"
        draw = _draw.Draw(getattr(np.random.RandomState, plain))
        return lambda source, *args: draw(source, args if args else None)
    if "size" in inspect.signature(method).parameters:
        return (_draw.Choice if name == "choice" else _draw.Draw)(method)
    return method


def _described(function: Any, method: Any, owner: str) -> Any:
    """Give a function the name, the signature and a summary of NumPy's method."""
    function.__name__ = method.__name__
    function.__qualname__ = f"{owner}.{method.__name__}" if owner else method.__name__
    function.__module__ = "sharray.numpy.random"
    first = inspect.cleandoc(method.__doc__ or "")
    summary = next((p for p in first.split("\n\n")[1:] if p and ">>>" not in p), "")
    summary = " ".join(summary.split())
    where = f"numpy.random.{owner or 'RandomState'}.{method.__name__}"
    function.__doc__ = (
        f"{summary}\n\nThe numbers are those of `{where}`, bit for bit. A large result lies on the "
        "current mesh with the default sharding; see the page on random numbers for what is drawn "
        "piece by piece."
    )
    return function


def _forwarded(method: Any, owner: str) -> Any:
    call = caller(method)

    def forward(self: Any, *args: Any, **kwargs: Any) -> Any:
        return call(self._numpy, *args, **kwargs)

    forward.__signature__ = inspect.signature(method)  # type: ignore[attr-defined]
    return _described(forward, method, owner)


def of_global(name: str) -> Any:
    """Return the function of NumPy's global generator, whose stream it shares."""
    bound = getattr(np.random, name)
    source = np.random.normal.__self__  # type: ignore[attr-defined]
    method = getattr(np.random.RandomState, "random_sample" if name in ("ranf", "sample") else name)
    call = caller(method)

    def function(*args: Any, **kwargs: Any) -> Any:
        return call(source, *args, **kwargs)

    function.__signature__ = inspect.signature(bound)  # type: ignore[attr-defined]
    made = _described(function, method, "")
    made.__name__ = made.__qualname__ = name
    return made


def _forwards(*kept: str) -> Callable[[type], type]:
    """Make a subclass of one of NumPy's generators forward its methods, but for those `kept`.

    To an object of NumPy's own, since NumPy's methods call each other.
    """

    def decorate(cls: type) -> type:
        base = cls.__bases__[0]
        for name in dir(base):
            method = getattr(base, name)
            if not name.startswith("_") and name not in kept and callable(method):
                setattr(cls, name, _forwarded(method, cls.__name__))
        return cls

    return decorate


@_forwards("spawn")
class Generator(np.random.Generator):
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


@_forwards()
class RandomState(np.random.RandomState):
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
        seed = _draw.to_numpy(seed)
        given = isinstance(seed, np.random.BitGenerator)
        bit_generator = seed if given else np.random.MT19937()
        super().__init__(bit_generator)
        #: NumPy's own, on the same bit generator
        self._numpy = np.random.RandomState(bit_generator)
        if not given:
            self._numpy.seed(seed)

    def __reduce__(self) -> Any:
        return type(self), (self._bit_generator,), self._numpy.get_state(legacy=False)

    def __getstate__(self) -> Any:
        return self._numpy.get_state(legacy=False)

    def __setstate__(self, state: Any) -> None:
        self._numpy.set_state(state)


def default_rng(seed: Any = None) -> Generator:
    """Make a `Generator` with NumPy's default bit generator.

    Parameters
    ----------
    seed : int, array_like, SeedSequence, BitGenerator, Generator or RandomState, optional
        A `Generator` of this module is returned as it is; one of NumPy's goes on with its stream.

    References
    ----------
    NumPy: numpy.random.default_rng.
    """
    if isinstance(seed, Generator):
        return seed
    if isinstance(seed, Handle):
        seed = np.asarray(seed)[()]
    return Generator(np.random.default_rng(seed).bit_generator)
