"""Which line of the user's program is being run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import jax
import numpy as np

_ROOT = Path(__file__).parent
#: Frames in these folders are not the user's; the demo is a program like any other.
_OURS = tuple(f"{Path(p).resolve()}/" for p in (_ROOT, *jax.__path__, *np.__path__))
_PROGRAMS = f"{_ROOT.resolve()}/demo/"
_ours: dict[str, bool] = {}


class Line(NamedTuple):
    """A line of a file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def _is_ours(file: str) -> bool:
    found = _ours.get(file)
    if found is None:
        path = file if file.startswith("<") else str(Path(file).resolve())
        found = file.startswith("<frozen") or (
            path.startswith(_OURS) and not path.startswith(_PROGRAMS)
        )
        _ours[file] = found
    return found


def where() -> Line:
    """Return the innermost line that runs outside sharray, NumPy and JAX."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not _is_ours(file):
            return Line(file, frame.f_lineno)
        frame = frame.f_back
    return Line("<unknown>", 0)


def stacklevel() -> int:
    """Return the ``stacklevel`` with which the caller's `warnings.warn` names that line."""
    frame, level = sys._getframe(1), 1
    while frame is not None and _is_ours(frame.f_code.co_filename):
        frame, level = frame.f_back, level + 1
    return level
