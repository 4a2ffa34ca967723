"""The docstrings of the functions of the namespaces."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

from sharray._core.operation import Op
from sharray._functions.declare import REGISTRY, Function, operation_of, own_words, parameters_of
from sharray._functions.fallback import name_of
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour
from sharray._tools.docstrings import facts, parameters
from sharray._tools.docstrings.sections import Docstring, described

#: When a function of linear algebra raises.
_NO_RESULT = (
    "If it is given no matrices, or others than square ones where it needs those, or one that has\n"
    "    no result: it is singular, not positive definite, or an iteration did not converge."
)
_OUT_OF_RANGE = ("numpy.exceptions.AxisError", "If an axis is out of range.")
_NO_BROADCAST = ("ValueError", "If shapes do not broadcast, or arrays lie on different meshes.")


@functools.cache
def _names() -> dict[Any, tuple[str, ...]]:
    """Return the names of NumPy's functions, those of its modules dotted."""
    found: dict[Any, tuple[str, ...]] = {}
    for prefix, module in (("", np), ("linalg.", np.linalg), ("fft.", np.fft)):
        for name in module.__all__:
            function = getattr(module, name)
            if callable(function) and not isinstance(function, type):
                found[function] = (*found.get(function, ()), f"{prefix}{name}")
    return found


def every() -> Iterator[tuple[str, str]]:
    """Yield the full name and the docstring of each function that this library computes."""
    for numpys, function in REGISTRY.items():
        if function.implementation is None:
            continue
        for flavour in (ARRAY_API, NUMPY):
            public = function.of(flavour)
            is_ufunc = isinstance(numpys, np.ufunc)
            said = _of_ufunc(function, public) if is_ufunc else _of_function(function, flavour)
            yield f"{public.__module__}.{public.__name__}", str(said)


def _of_function(function: Function, flavour: Flavour) -> Docstring:
    name = name_of(function.numpy)
    fn: Any = (function.standard if flavour is ARRAY_API else None) or function.implementation
    found = Docstring(own_words(function.numpy, fn))
    taken = parameters_of(fn)
    if "Parameters" not in found.sections:
        found.add("Parameters", parameters.section(name.partition(".")[2], taken))
    op = operation_of(function.numpy)
    _complete(found, function, taken, op)
    if "axis" in taken:
        found.describe("Raises", [_OUT_OF_RANGE])
    if name.startswith("numpy.linalg.") and taken[:1] == ["a"]:
        found.describe("Raises", [("numpy.linalg.LinAlgError", _NO_RESULT)])
    found.add("References", [f"NumPy: {name}."])
    return found


def _of_ufunc(function: Function, public: Any) -> Docstring:
    numpys: Any = function.numpy
    found = Docstring(public._call.__doc__ or "")
    found.sections.pop("Parameters", None)
    found.add("Parameters", parameters.section_of_ufunc(numpys.__doc__.partition("\n")[0]))
    if numpys.nin > 1:
        found.describe("Raises", [_NO_BROADCAST])
    op = public._op
    # an operation that is recorded says where it lies, and that nothing moves
    _complete(found, function, ("out",), op or operation_of(numpys), is_recorded=op is not None)
    return found


def _complete(
    found: Docstring,
    function: Function,
    taken: Collection[str],
    op: Op | None,
    is_recorded: bool = False,
) -> None:
    """Add what a function returns and raises, and what happens to dtypes and shardings."""
    names = _names().get(function.numpy, (name_of(function.numpy).partition(".")[2],))
    if "Returns" not in found.sections:
        found.add("Returns", described([facts.result(names, function, taken)]))
    found.describe("Raises", facts.errors(names).items())
    rule = None if op is None or op.composite else op.rule
    known = {"shapes": facts.shapes(function.numpy, rule), "dtypes": facts.dtypes(op)}
    if not is_recorded:
        known["sharding"] = facts.sharding(rule)
        known["communication"] = "" if op is None else facts.moves(op)
    notes = facts.filled(known, names)
    notes.pop("returns", None)
    found.add("Notes", [f"- {field}: {text}" for field, text in notes.items()])
    found.sections = {title: plain(text, taken) for title, text in found.sections.items()}


def plain(text: str, taken: Collection[str]) -> str:
    """Return a text with parameters as docstrings write them, and without links."""
    text = re.sub(r":py:obj:`([^<`]+)\s<[^`]*>`", r"`\1`", text).replace("`~sharray.", "`")
    return re.sub(r"\*(\w+)\*", lambda name: f"`{name[1]}`" if name[1] in taken else name[0], text)
