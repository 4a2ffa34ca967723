"""What is said of functions beyond their declarations: shapes, sharding, what moves, results.

The folder `fields` has a file for each field, of lines ``names = text``; what is indented goes on.
Names may hold *, and the first line of a file that fits counts. ``$group`` stands for names that
are listed once, ``rule:reduce`` for all functions whose sharding follows that rule, and a dash is
the text of what has no meaning for a function. The text of results begins with their type.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Collection
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np

from sharray._core.operation import MOVES, Op
from sharray._functions.declare import Function
from sharray._tools.stubs import tables

#: The fields of a page, in the order in which they are printed.
FIELDS = ("shapes", "dtypes", "sharding", "communication", "where it runs", "returns", "raises")
#: Those that are not taken from a file as they stand there.
_NO_TEXT = ("where it runs", "returns", "raises")
#: What is said of names that are NumPy's own objects.
OWN = "own"
#: What stubs write for a result -> its type and its meaning in words.
_RESULTS = {
    "None": ("None", "Nothing; the first argument is written to."),
    "_bool": ("bool", "A ``bool``."),
    "int": ("int", "An ``int``."),
    "str": ("str", "A ``str``."),
    "list[Result]": ("list of array", "A list of arrays."),
    "tuple[Result, ...]": ("tuple of array", "A tuple of arrays."),
}


@functools.cache
def _lines(name: str) -> list[tuple[list[str], str]]:
    """Return what a file says: names, and the text about them."""
    path = Path(__file__).with_name("fields") / f"{name}.txt"
    text = re.sub(r"\n +", " ", path.read_text(encoding="utf-8"))
    lines = [line.partition(" = ") for line in text.splitlines() if line[:1] != "#"]
    return [(before.split(), after) for before, _, after in lines]


@functools.cache
def _field(name: str) -> list[tuple[list[str], str]]:
    """Return what the file of a field says, with the names that groups stand for."""
    groups = {group: names.split() for (group,), names in _lines("groups")}
    return [
        ([name for word in words for name in groups.get(word, [word])], text)
        for words, text in _lines(name)
    ]


def names() -> set[str]:
    """Return the names that the files tell of, patterns among them."""
    fields = [field for field in FIELDS if field != "where it runs"]
    return {name for field in [*fields, OWN] for listed, _ in _field(field) for name in listed}


@functools.cache
def said(name: str, field: str) -> str:
    """Return what the file of a field says; empty where it says nothing."""
    for listed, text in _field(field):
        if any(fnmatchcase(name, pattern) for pattern in listed):
            return text
    return ""


def first(called: tuple[str, ...], field: str) -> str:
    """Return what the file of a field says of a function under one of its names."""
    return next(filter(None, (said(name, field) for name in called)), "")


def errors(called: tuple[str, ...]) -> dict[str, str]:
    """Return the errors of a function that their file names, each with when it is raised."""
    text = first(called, "raises")
    pairs = [one.partition(" | ") for one in text.split(" || ") if one.strip("- ")]
    return {error.strip(): when.strip() for error, _, when in pairs}


def result(
    called: tuple[str, ...], function: Function | None = None, parameters: Collection[str] = ()
) -> tuple[str, str]:
    """Return the type of what a function returns, and what it is; empty where nothing is known."""
    kind, _, text = first(called, "returns").partition(" | ")
    if not text and function is not None:
        written = next((tables.RESULTS[n] for n in map(_last, called) if n in tables.RESULTS), "")
        kind, text = _RESULTS[written] if written else _of_arrays(function)
    return kind, f"{text} *out*, if it is given." if "out" in parameters else text


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _of_arrays(function: Function) -> tuple[str, str]:
    """Say what comes of a function that returns an array."""
    if function.status == "host":
        return "array or number", "NumPy's result."
    is_view = not (function.small or function.writes or function.elements)
    view = ", which is a view where NumPy's is one" * is_view
    number = "; in ``sharray.numpy`` a number, if it has no dimensions" * (function.numbers is True)
    return "array or number" if number else "array", f"An array{view}{number}."


def shapes(numpys: Any, rule: Any) -> str:
    """Say which shapes a function takes and gives, as its signature or its rule has it."""
    core = getattr(numpys, "signature", None)
    if isinstance(core, str):
        return f"``{core}``; dimensions before these broadcast."
    if isinstance(numpys, np.ufunc) and numpys.nin == 1:
        return "That of the operand."
    if isinstance(numpys, np.ufunc):
        return "Those of the operands broadcast."
    return "" if rule is None else said(f"rule:{rule.__name__}", "shapes")


def dtypes(op: Op | None) -> str:
    """Say which dtypes an operation takes; of a function that is none, those of NumPy's."""
    if op is None:
        return "NumPy's, for the arguments and the result."
    if op.kinds == "all":
        return "All boolean and numeric ones."
    kinds = f"{op.kinds[0].upper()}{op.kinds[1:]}"
    return f"{kinds}; others if NumPy takes them, or else a ``TypeError``."


def sharding(rule: Any) -> str:
    """Say how the sharding of a result follows from that of the operands."""
    return "" if rule is None else inspect.cleandoc(rule.__doc__ or "").partition("\n")[0]


def moves(op: Op) -> str:
    """Say what an operation moves between devices, and where that is a whole operand, why."""
    why = f" {op.why[0].upper()}{op.why[1:]}." if op.why else ""
    return f"*{op.comm}*: {MOVES[op.comm]}.{why}"


def filled(
    found: dict[str, str], called: tuple[str, ...], adapt: Callable[[str], str] = str
) -> dict[str, str]:
    """Return the fields in order, with what the files say in the place of what is known."""
    found.setdefault("returns", result(called)[1])
    for field in FIELDS:
        if field not in _NO_TEXT and (text := first(called, field)):
            found[field] = "" if text == "-" else adapt(text)
    return {field: found[field] for field in FIELDS if found.get(field)}
