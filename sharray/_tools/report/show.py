"""How lines of a program and numbers of bytes are written."""

from __future__ import annotations

import linecache
from pathlib import Path

from sharray._core.user_line import Line


def size(nbytes: float) -> str:
    """Write a number of bytes."""
    for unit in ("B", "kB", "MB", "GB"):
        if nbytes < 1000:
            return f"{nbytes:.0f} {unit}" if unit == "B" else f"{nbytes:.3g} {unit}"
        nbytes /= 1000
    return f"{nbytes:.3g} TB"


def show_line(line: Line) -> str:
    """Write file and line, the file relative to the current directory where it lies there."""
    path = Path(line.file)
    try:
        path = path.relative_to(Path.cwd())
    except (ValueError, OSError):
        if len(path.parts) > 3:
            path = Path("...", *path.parts[-2:])
    return f"{path}:{line.number}"


def source(line: Line) -> str:
    """Return the text of a line, or nothing where it cannot be had."""
    return linecache.getline(line.file, line.number).strip()


def short_source(line: Line) -> str:
    """Return the text of a line, cut off where it is too long for a table."""
    text = source(line)
    return text if len(text) < 90 else text[:87] + "..."
