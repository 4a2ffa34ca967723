"""The docstrings of methods that are functions, and of what draws random numbers."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import numpy as np

from sharray import ShardedArray, prng, random
from sharray._array.methods import CALLS
from sharray._functions.declare import REGISTRY
from sharray._functions.prng.methods import PARTS
from sharray._functions.prng.samplers import SAMPLERS
from sharray._tools.docstrings import facts, parameters
from sharray._tools.docstrings.functions import plain
from sharray._tools.docstrings.sections import Docstring, described

_DRAWN_BY_NUMPY = (
    "The numbers are those of `numpy.random.{name}`, bit for bit. A large result lies on the "
    "current mesh with the default sharding; see the page on random numbers for what is drawn "
    "piece by piece."
)
_DRAWN_ON_DEVICES = """{summary}

Parameters are those of `numpy.random.Generator.{name}` and broadcast; arrays may be sharded.
``device=`` places the result, else it lies as the largest sharded parameter does, or has the
default sharding. Nothing moves between devices.

Raises
------
ValueError
    If a parameter is out of its range or shapes do not broadcast to the size.
TypeError
    If a parameter is not a number or the size no whole number.
"""


def every() -> Iterator[tuple[str, str]]:
    """Yield the full name and the docstring of each of them."""
    for name, method in vars(ShardedArray).items():
        words = CALLS.format(name=name)
        if (method.__doc__ or "").startswith(words):
            yield _of_member("ShardedArray", name, method, words, name)
    for cls in (random.Generator, random.RandomState):
        for name, method in vars(cls).items():
            if hasattr(method, "__wrapped__"):
                yield _drawn_by_numpy(f"{cls.__name__}.{name}", method)
    for name in dir(random):
        function, is_drawn = getattr(random, name), hasattr(np.random.RandomState, name)
        if is_drawn and hasattr(function, "__wrapped__"):
            yield _drawn_by_numpy(name, function)
    for name, method in vars(prng.Generator).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            yield _of_member("prng.Generator", name, method, _own(name, method), f"random.{name}")


def _own(name: str, method: Any) -> str:
    """Return what a method of the generator on devices says: as written, or by its sampler."""
    sampler = SAMPLERS.get(name)
    if sampler is not None and name not in PARTS:
        return _DRAWN_ON_DEVICES.format(summary=sampler.summary, name=name)
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(method))).body
    assert isinstance(node, ast.FunctionDef)
    return ast.get_docstring(node) or ""


def _drawn_by_numpy(name: str, function: Any) -> tuple[str, str]:
    numpys = name if "." in name else f"RandomState.{name}"
    words = _DRAWN_BY_NUMPY.format(name=numpys)
    return _of_member("random", name, function, words, f"random.{name.rpartition('.')[2]}")


def _of_member(owner: str, name: str, value: Any, words: str, called: str) -> tuple[str, str]:
    """Return the full name of what an owner has under a name, and its docstring.

    `words` is what it begins with, and `called` the function that has its parameters.
    """
    found, dotted = Docstring(words), f"{owner}.{name}"
    taken = _parameters(value, is_method="." in name or owner != "random")
    found.add("Parameters", parameters.section(called, taken))
    ours = REGISTRY.get(getattr(np, name, None)) if owner == "ShardedArray" else None
    names = (dotted,) if ours is None else (dotted, name)
    found.add("Returns", described([facts.result(names, ours, taken)]))
    found.sections = {title: plain(text, taken) for title, text in found.sections.items()}
    return f"sharray.{dotted}", str(found)


def _parameters(value: Any, is_method: bool) -> list[str]:
    """Return the parameters as they are written, without the object of a method."""
    found = inspect.signature(value).parameters.values()
    return [str(p).partition("=")[0].partition(":")[0] for p in found][is_method:]
