"""From the signature of a function to its text in a stub file."""

from __future__ import annotations

import functools
import inspect
import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from inspect import Parameter
from typing import Any

import numpy as np

from sharray._tools.stubs import tables

#: Of the lines of a stub file.
WIDTH = 100
#: annotations that mean the same wherever they stand
_PLAIN = re.compile(r"(bool|bytes|float|int|str|None|list|tuple|dict|slice|[\[\], |.])+")


class Flavoured:
    """Writes functions whose results are arrays of one class.

    Parameters
    ----------
    array
        The name of the class.
    none_is_default
        Whether None is as good as nothing, for parameters that have another default in NumPy.
    results
        Function -> result, where that is no array.
    numbers
        Whether what is computed of all elements, or of numbers, is a number, as in NumPy, and no
        array.
    """

    def __init__(
        self,
        array: str,
        *,
        none_is_default: bool,
        results: Mapping[str, str] = tables.RESULTS,
        numbers: bool = False,
    ) -> None:
        self._array, self._none, self._results = array, none_is_default, results
        self.numbers = numbers

    def function(
        self, name: str, function: Any, *, skip: int | None = None, indent: str = ""
    ) -> str:
        """Return the definitions of a function, or of the method that it is of an array.

        Parameters
        ----------
        name
            Its name.
        function
            The function.
        skip
            The place of the array among the arguments, for a method.
        indent
            What stands before each line.
        """
        doc = documentation(function)
        parameters = list(inspect.signature(function).parameters.values())
        if skip is not None:
            del parameters[skip]
            parameters.insert(0, Parameter("self", Parameter.POSITIONAL_OR_KEYWORD))
        if name in tables.SIGNATURES and skip is None:
            known = [s.rpartition(" -> ") for s in tables.SIGNATURES[name]]
            overloads = [(_split(parts), result) for parts, _, result in known]
        else:
            result = self._results.get(name, "Result")
            variants = tables.OVERLOADS.get(name, [({}, result)])
            if self.gives_numbers(name, function):
                named = inspect.signature(function).parameters.keys()
                whole = {n: kind for n, kind in tables.OF_ALL_ELEMENTS.items() if n in named}
                variants = [(whole, tables.NUMBERS.get(name, "Any")), ({}, result)]
            elif self.takes_numbers(name, parameters):
                of_numbers = dict.fromkeys(tables.OF_NUMBERS[name].split(), "_Number")
                variants = [(of_numbers, "Any"), ({}, result)]
            overloads = [(self.parameters(name, parameters, types), r) for types, r in variants]
        docs = [doc, *[""] * (len(overloads) - 1)]
        texts = [
            define(name, parts, self.of(result), doc, indent)
            for (parts, result), doc in zip(overloads, docs, strict=True)
        ]
        if len(texts) == 1:
            return texts[0]
        first, *others = [f"{indent}@overload\n{text}" for text in texts]
        return "\n".join([first + "\n" if doc else first, *others])

    def gives_numbers(self, name: str, function: Any) -> bool:
        """Whether a function computes a number of all elements, where no axis is named."""
        known = inspect.signature(function).parameters
        if not self.numbers or name in tables.OVERLOADS or name in self._results:
            return False
        return "keepdims" in known and "axis" in known and known["axis"].default is None

    def takes_numbers(self, name: str, parameters: Sequence[Parameter]) -> bool:
        """Whether a function, or a method, gives a number if some of its parameters are numbers."""
        known = {p.name for p in parameters}
        return self.numbers and known.issuperset(tables.OF_NUMBERS.get(name, "?").split())

    def of(self, kind: str) -> str:
        """Return a type, with the class of arrays."""
        return re.sub(r"\bResult\b", self._array, kind)

    def parameters(
        self, name: str, parameters: Sequence[Parameter], types: Mapping[str, str]
    ) -> list[str]:
        """Return the texts of parameters, whose types may be given."""
        texts = []
        before: Any = None
        for p in parameters:
            if before is Parameter.POSITIONAL_ONLY and p.kind is not before:
                texts.append("/")
            if p.kind is Parameter.KEYWORD_ONLY and before not in (
                p.kind,
                Parameter.VAR_POSITIONAL,
            ):
                texts.append("*")
            texts.append(self._parameter(name, p, types))
            before = p.kind
        if before is Parameter.POSITIONAL_ONLY:
            texts.append("/")
        return texts

    def _parameter(self, name: str, p: Parameter, types: Mapping[str, str]) -> str:
        stars = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}.get(p.kind, "")
        if p.name in ("self", "cls"):
            return p.name
        kind = types[p.name] if p.name in types else self._type(name, p)
        default = "" if p.default is Parameter.empty else f" = {_default(p.default)}"
        if default and kind.startswith("Literal") and default[3:] not in kind:
            default = " = ..."  # of another overload
        return f"{stars}{p.name}: {self.of(kind)}{default}"

    def _type(self, function: str, p: Parameter) -> str:
        if p.kind is Parameter.VAR_KEYWORD:
            return "Any"
        kind = self._bare_type(function, p)
        optional = p.default is None or (p.default is np._NoValue and self._none)
        return kind if not optional or "None" in kind or kind == "Any" else f"{kind} | None"

    def _bare_type(self, function: str, p: Parameter) -> str:
        note = "" if p.annotation is Parameter.empty else str(p.annotation)
        if note and _PLAIN.fullmatch(note):
            return re.sub(r"\b(bool|bytes)\b", r"_\1", note)
        if p.name == "axis" and type(p.default) is int:  # None is the vector of all elements
            return "SupportsIndex | None"
        known = tables.OF_FUNCTION.get(f"{function}.{p.name}")
        if known is not None:
            return known
        if isinstance(p.default, bool):
            return "_bool"
        if p.name in tables.PARAMETERS:
            return tables.PARAMETERS[p.name]
        if isinstance(p.default, str):
            return "str"
        if isinstance(p.default, float):
            return "ArrayLike"
        if isinstance(p.default, int) and p.name not in tables.NOT_INTEGERS:
            return "SupportsIndex"
        return "Any"


def documentation(value: Any) -> str:
    """Return what editors show of a function or a class; NumPy's own texts stay in NumPy."""
    text = inspect.cleandoc(value.__doc__ or "")
    if text in _texts_of_numpy():
        return f"NumPy's `{value.__name__}`: its documentation holds here, too."
    return re.sub(r"\A``\w+\(.*\)``\n\n", "", text)  # the signature of a ufunc


@functools.cache
def _texts_of_numpy() -> set[str]:
    owners = (np, np.linalg, np.fft, np.random, np.random.Generator, np.random.RandomState)
    values = [value for owner in owners for value in vars(owner).values()]
    return {inspect.cleandoc(value.__doc__ or "") for value in values}


def _split(parameters: str) -> list[str]:
    """Return the parameters of a signature that is written as text."""
    depth, parts = 0, [""]
    for c in parameters:
        depth += (c == "[") - (c == "]")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


def _default(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value) if len(value) < 20 and value.isprintable() else "..."
    if value in (float, int):
        return value.__name__
    if value is None or isinstance(value, (bool, int)):
        return repr(value)
    if isinstance(value, float) and len(repr(value)) < 10:
        return repr(value)
    if type(value) is tuple and all(isinstance(v, int) for v in value):
        return repr(value)
    return "..."


def define(
    name: str, parameters: Sequence[str], result: str, doc: str = "", indent: str = ""
) -> str:
    """Return a definition, laid out as the formatter does it.

    Parameters
    ----------
    name
        The function.
    parameters
        Their texts.
    result
        The type of the result.
    doc
        Its summary.
    indent
        What stands before each line.
    """
    joined = ", ".join(parameters)
    end = f") -> {result}:"
    whole = f"{indent}def {name}({joined}{end}"
    body = docstring(doc, indent + "    ")
    tail = "\n" + body if body else " ..."
    if len(whole) + (0 if body else 4) <= WIDTH:
        return whole + tail
    inner = indent + "    "
    if len(parameters) > 1 and len(inner + joined) <= WIDTH:
        lines = [f"{indent}def {name}(", inner + joined, indent + end]
    else:
        each = [f"{inner}{p}," for p in parameters]
        lines = [f"{indent}def {name}(", *each, indent + end]
    return "\n".join(lines) + tail


def docstring(text: str, indent: str = "") -> str:
    """Return a text as docstring, or nothing if there is none."""
    if not text:
        return ""
    escaped = text.replace("\\", "\\\\").replace('"""', r"\"\"\"")
    line = f'{indent}"""{escaped}"""'
    if "\n" not in text and len(line) <= WIDTH and not text.endswith('"'):
        return line
    return textwrap.indent(f'"""{escaped}\n"""', indent)
