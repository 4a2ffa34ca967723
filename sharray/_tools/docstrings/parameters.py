"""What the parameters of NumPy's functions mean: docstrings and the reference take it from here.

Many functions have parameters of one name and meaning, so ``parameters.txt`` describes them by
name. A line ``name = type | meaning`` holds for all functions but those that an indented line below
it names, ``functions = type | meaning``; what is indented further goes on. ``$group`` stands for
functions that are listed once. A docstring with a section of parameters of its own comes first.
``random_parameters.txt`` does so for what draws random numbers, functions and methods.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path

from sharray._tools.docstrings.sections import described

#: What ufuncs take beside their operands.
_OF_UFUNCS = {
    "out": ("array or tuple of array, optional", "Where the result goes."),
    "where": ("array_like of bool", "Where it is computed; elsewhere `out` keeps what it holds."),
    "axes": ("list of tuple of int, optional", "Where vectors or matrices lie in each array."),
    "axis": ("int, optional", "Where vectors lie, if it is the same in all."),
    "keepdims": ("bool", "Whether the axes that are summed over stay, with length 1."),
    "casting": ("str", "Which changes of dtype are allowed."),
    "dtype": ("dtype, optional", "Of the computation, and of the result."),
}


#: A parameter, in the text of a signature, and what else looks like one there.
_NAME = re.compile(r"[\[(, ](\w+)")
_NOT_OTHERS = {"None", "out1", "out2"}


@functools.cache
def table(name: str) -> dict[tuple[str, str], str]:
    """Return the descriptions of a file by function, or nothing for the others, and parameter."""
    path = Path(__file__).parent / "fields" / name
    text = path.read_text(encoding="utf-8").replace("\n      ", " ")
    groups: dict[str, str] = {}
    meanings: dict[tuple[str, str], str] = {}
    parameter = ""
    for line in text.splitlines():
        before, _, said = line.partition(" = ")
        if line.startswith("$"):
            groups[before] = said
        elif line.startswith("  "):
            for word in before.split():
                for function in groups.get(word, word).split():
                    meanings[function, parameter] = said
        elif line and not line.startswith("#"):
            parameter = before
            meanings["", parameter] = said
    return meanings


def meaning(function: str, name: str) -> tuple[str, str]:
    """Return the type and the meaning of a parameter, without words where one is unknown."""
    module, _, drawing = function.rpartition(".")
    if module == "random":
        function, meanings = drawing, table("random_parameters.txt")
    else:
        meanings = table("parameters.txt")
    return _divided(meanings.get((function, name)) or meanings.get(("", name), ""))


def _divided(text: str) -> tuple[str, str]:
    kind, _, sentence = text.partition("| ")
    return kind.strip(), sentence


def section(function: str, names: Iterable[str]) -> list[str]:
    """Return the lines on the parameters of a function of NumPy."""
    return _lines({name: meaning(function, name.lstrip("*")) for name in names})


def section_of_ufunc(signature: str) -> list[str]:
    """Return the lines on the parameters of a ufunc, whose signature NumPy writes so."""
    before, _, after = signature.partition("out")
    operands = _NAME.findall(before)
    others = [name for name in _NAME.findall(f" out{after}") if name not in _NOT_OTHERS]
    if "axes" in others:  # of vectors and matrices, of which it says less than it takes
        others.append("keepdims")
    known = {name: _OF_UFUNCS[name] for name in others if name in _OF_UFUNCS}
    rest = ", ".join([name for name in others if name not in known])
    operand = "The operand." if len(operands) == 1 else "Operands; they broadcast."
    given = {", ".join(operands): ("array_like", operand)}
    return _lines(given | known | {rest: ("", "As NumPy's.")})


def _lines(said: dict[str, tuple[str, str]]) -> list[str]:
    return described(
        (f"{name} : {kind}" if kind else name, sentence)
        for name, (kind, sentence) in said.items()
        if name and sentence
    )
