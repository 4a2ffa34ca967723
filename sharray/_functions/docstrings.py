"""The docstrings that are made of declarations, as `_tools.docstrings` has written them.

They stand in a file, since it takes longer to make them than to read them. What has been declared
since then, or elsewhere, has its own words alone.
"""

from __future__ import annotations

import functools
from pathlib import Path

FILE = Path(__file__).with_name("docstrings.txt")
#: Begins the line with the full names of what a text is of.
BEGIN = "=== "


@functools.cache
def _written() -> dict[str, str]:
    texts: dict[str, str] = {}
    for entry in FILE.read_text(encoding="utf-8").split(f"\n{BEGIN}")[1:]:
        names, _, text = entry.partition("\n")
        texts |= dict.fromkeys(names.split(), text)
    return texts


def of(name: str) -> str:
    """Return the docstring of a function or method by its full name; empty if none is written."""
    return _written().get(name, "")
