"""The methods of `Generator` that the declarations of samplers make."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._record import writes
from sharray._record.handles import Handle
from sharray.random import _draw
from sharray.random import _rejection as _rejection  # declares samplers
from sharray.random._samplers import REQUIREMENTS, SAMPLERS, Sampler

#: Samplers that are parts of methods.
PARTS = ("bits", "loggamma", "offsets")

_KEYWORD, _EITHER = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD


def _signature(sampler: Sampler) -> inspect.Signature:
    """Return NumPy's signature, and ``device=``."""
    made = [inspect.Parameter("self", _EITHER), *sampler.parameters]
    options = [p.replace(kind=_EITHER) for p in sampler.static]
    more = ["size", *(["out"] if any(p.name == "dtype" for p in options) else [])]
    size, *out = [inspect.Parameter(n, _EITHER, default=None) for n in more]
    device = inspect.Parameter("device", _KEYWORD, default=None)
    return inspect.Signature([*made, size, *options, *out, device])


def _method(sampler: Sampler) -> Callable[..., Any]:
    signature = _signature(sampler)
    static = [p.name for p in sampler.static if p.name != "dtype"]
    parameters = [p.name for p in sampler.parameters]

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        dtype, out = given.get("dtype"), given.get("out")
        if dtype is not None and np.dtype(dtype) not in (np.float32, np.float64):
            raise TypeError(f"Unsupported dtype {np.dtype(dtype)!r} for {sampler.name}")
        for name in static:
            allowed, message = REQUIREMENTS.get(sampler.requires.get(name, ""), (None, ""))
            if allowed is not None and not allowed(given[name]):
                raise ValueError(f"{sampler.name}: " + message.format(name=name))
        size = given["size"] if out is None else _size_of_out(given["size"], dtype, out)
        made = _draw.draw(
            sampler.name,
            self._next(),
            {name: given[name] for name in parameters},
            size,
            dtype=dtype,
            static={name: given[name] for name in static},
            device=given["device"],
        )
        return made if out is None else written(out, made)

    method.__name__, method.__qualname__ = sampler.name, f"Generator.{sampler.name}"
    method.__module__ = "sharray.random"
    method.__signature__ = signature  # type: ignore[attr-defined]
    method.__doc__ = (
        f"{sampler.summary}\n\nParameters are those of `numpy.random.Generator.{sampler.name}` and "
        "broadcast; arrays may be sharded. ``device=`` places the result, else it lies as the "
        "largest sharded parameter does, or has the default sharding. Nothing moves between "
        "devices.\n\nRaises\n------\nValueError\n    If a parameter is out of its range or shapes "
        "do not broadcast to the size.\nTypeError\n    If a parameter is not a number or the size "
        "no whole number."
    )
    return method


def _size_of_out(size: Any, dtype: Any, out: Any) -> tuple[int, ...]:
    if size is not None and _draw.size_of(size) != out.shape:
        raise ValueError(f"size must match out.shape when used together, got {size}, {out.shape}")
    if np.dtype(dtype) != out.dtype:
        raise TypeError(f"out has the wrong dtype: expected {np.dtype(dtype)}, got {out.dtype}")
    return out.shape


def written(out: Any, made: Any) -> Any:
    if isinstance(out, Handle):
        writes.assign(out, made)
    else:
        out[...] = np.asarray(made)
    return out


def drawing(cls: Any) -> Any:
    """Give the class a method for each sampler."""
    for name, sampler in SAMPLERS.items():
        if name not in PARTS:
            setattr(cls, name, _method(sampler))
    return cls
