"""Which line of the user's program is being run."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import jax
import numpy as np

_ROOT = Path(__file__).parent.parent
#: Frames in these folders are not the user's; the demo is a program like any other.
_OURS = tuple(f"{Path(p).resolve()}/" for p in (_ROOT, *jax.__path__, *np.__path__))
_PROGRAMS = f"{_ROOT.resolve()}/demo/"
_ours: dict[str, bool] = {}


class Line(NamedTuple):
    """A line of a file."""

    file: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}:{self.number}"


def is_ours(file: str) -> bool:
    found = _ours.get(file)
    if found is None:
        path = file if file.startswith("<") else str(Path(file).resolve())
        found = file.startswith("<frozen") or (
            path.startswith(_OURS) and not path.startswith(_PROGRAMS)
        )
        _ours[file] = found
    return found


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
    frame = _frame()
    if frame is None:
        warnings.warn(message, category, stacklevel=2)
        return
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    line = Line(frame.f_code.co_filename, frame.f_lineno)
    warnings.warn_explicit(message, category, line.file, line.number, registry=registry)
