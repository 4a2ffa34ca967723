"""What directives stand for on the site, as Markdown for those who read the folder as text.

The functions by section, the examples, their speed, and what is kept beside programs.
"""

from __future__ import annotations

import importlib
import pkgutil

import entries
import measured
import numpy as np
from entries import Entry
from gallery_pictures import SHOWN, title
from op_table import table

import sharray
from sharray._core.cache import Cache

_SITE = "https://sharray.readthedocs.io/en/latest/reference/median.html"
#: Sections whose sentences stand on a page of their own, as they would make this one too long.
_ELSEWHERE = {"elementwise functions": "[NumPy's names](numpy-coverage.md) say what each does."}


def _names(listed: list[Entry]) -> str:
    return ", ".join(f"`{name}`" for entry in listed for name in entry.documented)


def functions_markdown() -> str:
    """Write the functions and classes by section, those that are said to do the same in one row.

    A section has its name in its first row.
    """
    rows = []
    for section, listed in entries.by_section().items():
        shown = f"**{section[0].upper()}{section[1:]}**"
        if section in _ELSEWHERE:
            rows.append((shown, _names(listed), _ELSEWHERE[section]))
            continue
        said: dict[str, list[Entry]] = {}
        for entry in listed:
            made = entry.function is None or entry.function.implementation is not None
            said.setdefault(entries.summary(entry) if made else "NumPy's own.", []).append(entry)
        for text, alike in said.items():
            rows.append((shown, _names(alike), text))
            shown = ""
    shown = table(("section", "name", "what it does"), rows)
    pages = f"On the site each has a page, as [median]({_SITE}) has."
    return f"{pages} NumPy is {np.__version__}.\n\n{shown}"


def examples_markdown() -> str:
    """Write the examples, each with a link to the program and its speed."""
    return table(
        ("program", "what it is", "times NumPy's speed"),
        (
            (
                f"[{name}.py](examples/{name}.py)",
                f"{title(name)}.",
                f"{measured.times(measured.program(name)):.2f}",
            )
            for name in SHOWN
        ),
    )


def speed_markdown() -> str:
    """Write the figures of the chart, the fastest program first."""
    rows = sorted(measured.table(measured.PROGRAMS), key=measured.times, reverse=True)
    shown = table(
        ("program", "NumPy", "sharray", "times NumPy's speed"),
        (
            (
                f"[{measured.name_of(row)}](examples/{measured.name_of(row)}.py)",
                row["NumPy"],
                row["sharray"],
                f"{measured.times(row):.2f}" + ", slower" * (measured.times(row) < 1),
            )
            for row in rows
        ),
    )
    return f"{measured.summary()}\n\n{shown}"


def caches_markdown() -> str:
    """Write what is kept beside programs: the caches that modules make."""
    found = set()
    for module in pkgutil.walk_packages(sharray.__path__, "sharray."):
        if module.name.startswith("sharray._") and "_tools" not in module.name:
            names = vars(importlib.import_module(module.name))
            found |= {(c.holds, c.most) for c in names.values() if isinstance(c, Cache)}
    lines = [f"| {holds} | {most:,} |" for holds, most in sorted(found)]
    return "\n".join(["| what | at most |", "| --- | ---: |", *lines])
