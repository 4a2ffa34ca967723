"""Which line of the user's program is being run."""

from __future__ import annotations

import importlib.util
import sys
import warnings
from functools import cache
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from sharray._core.context import context

_ROOT = Path(__file__).parent.parent.resolve()
#: The demo is a program like any other.
_PROGRAMS = f"{_ROOT}/demo/"


@cache
def _libraries() -> tuple[str, ...]:
    """Return the folders whose frames are not the user's."""
    specs = [importlib.util.find_spec(name) for name in ("jax", "numpy")]
    paths = [p for spec in specs if spec for p in spec.submodule_search_locations or ()]
    return tuple(f"{Path(p).resolve()}/" for p in (_ROOT, *paths))


class Line(NamedTuple):
    """A line of a file."""

    file: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}:{self.number}"


@cache
def is_ours(file: str) -> bool:
    """Whether a file belongs to sharray, NumPy or JAX."""
    if file.startswith("<"):
        return file.startswith("<frozen")
    path = str(Path(file).resolve())
    return path.startswith(_libraries()) and not path.startswith(_PROGRAMS)


def _frame() -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and is_ours(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def caller() -> Line:
    """Return the innermost line that runs outside sharray, NumPy and JAX."""
    frame = _frame()
    return Line("<unknown>", 0) if frame is None else Line(frame.f_code.co_filename, frame.f_lineno)


def warn(message: str, category: type[Warning]) -> None:
    """Warn at that line; by Python's default filter once for each line and message."""
    context.reads += 1
    frame = _frame()
    if frame is None:
        warnings.warn(message, category, stacklevel=2)
        return
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    line = Line(frame.f_code.co_filename, frame.f_lineno)
    warnings.warn_explicit(message, category, line.file, line.number, registry=registry)
