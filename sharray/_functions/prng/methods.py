"""The methods of `Generator` that the declarations of samplers make."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._functions import docstrings
from sharray._functions.prng import draw
from sharray._functions.prng import rejection as rejection  # declares samplers
from sharray._functions.prng.samplers import REQUIREMENTS, SAMPLERS, Sampler
from sharray._functions.random_arguments import shape_of_out, write_out

#: Samplers that are parts of methods.
PARTS = ("bits", "loggamma", "offsets")

_KEYWORD, _EITHER = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD


def _signature(sampler: Sampler) -> inspect.Signature:
    """Return NumPy's signature, and ``device=``."""
    result = [inspect.Parameter("self", _EITHER), *sampler.parameters]
    options = [p.replace(kind=_EITHER) for p in sampler.static]
    more = ["size", *(["out"] if any(p.name == "dtype" for p in options) else [])]
    size, *out = [inspect.Parameter(n, _EITHER, default=None) for n in more]
    device = inspect.Parameter("device", _KEYWORD, default=None)
    return inspect.Signature([*result, size, *options, *out, device])


def _method(sampler: Sampler) -> Callable[..., Any]:
    signature = _signature(sampler)
    static = [p.name for p in sampler.static if p.name != "dtype"]
    parameters = [p.name for p in sampler.parameters]

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        values = bound.arguments
        dtype, out = values.get("dtype"), values.get("out")
        if dtype is not None and np.dtype(dtype) not in (np.float32, np.float64):
            raise TypeError(f"Unsupported dtype {np.dtype(dtype)!r} for {sampler.name}")
        for name in static:
            allowed, message = REQUIREMENTS.get(sampler.requires.get(name, ""), (None, ""))
            if allowed is not None and not allowed(values[name]):
                raise ValueError(f"{sampler.name}: " + message.format(name=name))
        size = values["size"] if out is None else shape_of_out(out, values["size"], dtype)
        result = draw.draw(
            sampler.name,
            self._next(),
            {name: values[name] for name in parameters},
            size,
            dtype=dtype,
            static={name: values[name] for name in static},
            device=values["device"],
        )
        return result if out is None else write_out(out, result)

    method.__name__, method.__qualname__ = sampler.name, f"Generator.{sampler.name}"
    method.__module__ = "sharray.prng"
    method.__signature__ = signature  # type: ignore[attr-defined]
    method.__doc__ = sampler.summary
    return method


def drawing(cls: Any) -> Any:
    """Give the class a method for each sampler, and all methods their docstrings."""
    for name, sampler in SAMPLERS.items():
        if name not in PARTS:
            setattr(cls, name, _method(sampler))
    for method in vars(cls).values():
        if inspect.isfunction(method):
            method.__doc__ = docstrings.of(f"sharray.prng.{method.__qualname__}") or method.__doc__
    return cls
