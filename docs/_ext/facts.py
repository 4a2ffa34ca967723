"""What pages say of functions beyond their declarations: shapes, sharding, what moves, results.

The folder `fields` has a file for each field, of lines ``names = text``; what is indented goes on.
Names may hold *, and the first line of a file that fits counts. ``$group`` stands for names that
are listed once, ``rule:reduce`` for all functions whose sharding follows that rule, and a dash is
the text of what has no meaning for a function.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

from sharray._functions.declare import Function
from sharray._tools.stubs import tables

#: The fields of a page, in the order in which they are printed.
FIELDS = ("shapes", "dtypes", "sharding", "communication", "where it runs", "returns", "raises")
#: What is said of names that are NumPy's own objects.
OWN = "own"
#: What stubs write for a result -> how it is called on a page.
_RESULTS = {
    "None": "Nothing; the first argument is written to.",
    "_bool": "A ``bool``.",
    "int": "An ``int``.",
    "str": "A ``str``.",
    "list[Result]": "A list of arrays.",
    "tuple[Result, ...]": "A tuple of arrays.",
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


def result(called: tuple[str, ...], function: Function, parameters: set[str]) -> str:
    """Say what a function of NumPy returns."""
    known = first(called, "returns")
    if not known:
        written = next((tables.RESULTS[n] for n in map(_last, called) if n in tables.RESULTS), "")
        known = _RESULTS[written] if written else _of_arrays(function)
    return f"{known} *out*, if it is given." if "out" in parameters else known


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _of_arrays(function: Function) -> str:
    """Say what comes of a function that returns an array."""
    if function.status == "host":
        return "NumPy's result."
    is_view = not (function.small or function.writes or function.elements)
    view = ", which is a view where NumPy's is one" * is_view
    number = "; in ``sharray.numpy`` a number, if it has no dimensions" * (function.numbers is True)
    return f"An array{view}{number}."


def filled(
    found: dict[str, str], called: tuple[str, ...], adapt: Callable[[str], str] = str
) -> dict[str, str]:
    """Return the fields in order, with what the files say in the place of what is known."""
    for field in FIELDS:
        if field not in ("where it runs", "raises") and (text := first(called, field)):
            found[field] = "" if text == "-" else adapt(text)
    return {field: found[field] for field in FIELDS if found.get(field)}
