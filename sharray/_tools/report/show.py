"""How lines of a program and numbers of bytes are written."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from sharray._core.byte_counts import show_bytes
from sharray._core.user_line import Line


def show_moves(program: Any) -> str:
    """Write what a compiled program moves between devices."""
    return ", ".join([f"{name} {show_bytes(nbytes)}" for name, nbytes in program.moves])


def show_line(line: Line) -> str:
    """Write file and line, the file relative to the current directory where it lies there.

    In a notebook a cell stands for the file that has its code.
    """
    return f"{show_file(line.file)}:{line.number}"


def show_file(file: str) -> str:
    """Write the name of a file, or the cell of a notebook that it stands for."""
    if cell := _cell(file):
        return cell
    path = Path(file)
    try:
        path = path.relative_to(Path.cwd())
    except (ValueError, OSError):
        if len(path.parts) > 3:
            path = Path("...", *path.parts[-2:])
    return str(path)


def _cell(file: str) -> str | None:
    """Return what IPython calls the code of a cell: "In[3]"."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    named = shell.compile.format_code_name(file) if shell is not None else None
    return named and named[1]


def columns(rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> list[str]:
    """Write the rows of a table, `numbers` at the right of their columns; the last is open."""
    last = len(rows[0]) - 1
    widths = [max(len(row[i]) for row in rows) for i in range(last)]
    texts = []
    for row in rows:
        cells = [
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row[:last], widths, strict=True))
        ]
        texts.append("  ".join([*cells, row[last]]).rstrip())
    return texts


def source(line: Line) -> str:
    """Return the text of a line, or nothing where it cannot be had."""
    return linecache.getline(line.file, line.number).strip()


def short_source(line: Line) -> str:
    """Return the text of a line, cut off where it is too long for a table."""
    text = source(line)
    return text if len(text) < 90 else text[:87] + "..."
