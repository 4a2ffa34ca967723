"""Variables of the environment that the library reads, and what is wrong with them.

They are read while the package is imported, which ends with the error of one that is wrong. The
launcher goes on without its value, to say so in its own way.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from sharray._core.links import DOCS, meant

PREFIX = "SHARRAY_"
MESH = f"{PREFIX}MESH"
#: What there is beside settings.
known = {MESH, *(f"{PREFIX}{name}" for name in ("LOG", "PROGRAM_CACHE", "SETTINGS"))}
#: Those between processes of the launcher.
known |= {f"{PREFIX}{name}" for name in ("PROCESS", "OUTPUT", "END", "TERMINAL")}
#: How the names of those begin that tests and measurements of the library read.
_TESTS = (f"{PREFIX}TEST", f"{PREFIX}CONFORMANCE")
#: Variables that are wrong -> the error that says what to set.
wrong: dict[str, Exception] = {}


def read(variable: str, parse: Callable[[str], Any]) -> Any:
    """Return what `parse` makes of a variable; None where it is not set, or raises ValueError."""
    text = os.environ.get(variable)
    if not text:
        return None
    try:
        return parse(text)
    except ValueError as error:
        wrong[variable] = error
        return None


def check() -> None:
    """Raise the error of a variable that is wrong."""
    for error in wrong.values():
        raise error.with_traceback(None)


def unknown() -> dict[str, str]:
    """Return the variables that have the library's prefix and are none of its own.

    Each with what to say of it.
    """
    named = [n for n in os.environ if n.startswith(PREFIX) and not n.startswith(_TESTS)]
    return {name: _doubt(name) for name in sorted(named) if name not in known}


def _doubt(name: str) -> str:
    nearest = meant(name.removeprefix(PREFIX), [other.removeprefix(PREFIX) for other in known])
    hint = f"is it {PREFIX}{nearest}?" if nearest else f"see {DOCS}guide.html#settings"
    silenced = f"unset {name} silences this"
    return f"sharray does not know the variable {name} of the environment ({silenced}): {hint}"


def mesh_sizes(text: str) -> tuple[int, ...]:
    """Return the sizes of a mesh that are written like 8 or 4x2.

    Raises
    ------
    ValueError
        If they are not.
    """
    sizes = text.split("x")
    if not all(n.isdecimal() and int(n) for n in sizes):
        raise ValueError(f"{MESH} must look like 8 or 4x2, not {text!r}")
    return tuple(int(n) for n in sizes)


read(MESH, mesh_sizes)
