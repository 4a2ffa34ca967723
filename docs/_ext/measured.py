"""What the page of measurements says, for other pages: its tables, and a summary."""

from __future__ import annotations

import math
import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "performance.md"
PROGRAMS = "NumPy programs"
#: The column with how many times as fast as NumPy something is, followed by its quartiles.
TIMES = "times NumPy"


def table(section: str) -> list[dict[str, str]]:
    """Return the rows of the first table of a section, by the names of its columns."""
    text = re.split(rf"^## {re.escape(section)}$", PAGE.read_text(encoding="utf-8"), flags=re.M)
    if len(text) != 2:
        raise ValueError(f"{PAGE.name} has no section {section!r}")
    lines = [line for line in text[1].partition("\n## ")[0].splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def program(name: str) -> dict[str, str]:
    """Return the row of one of the example programs."""
    return next(row for row in table(PROGRAMS) if row["program"] == f"`{name}.py`")


def name_of(row: dict[str, str]) -> str:
    """Return the name of an example program."""
    return row["program"].strip("`").removesuffix(".py")


def times(row: dict[str, str]) -> float:
    """Return how many times as fast as NumPy."""
    return float(row[TIMES].split()[0])


def summary() -> str:
    """Say how the programs fare on the whole, and single functions."""
    programs = [times(row) for row in table(PROGRAMS)]
    functions = [times(row) for row in table("Every function") if row[TIMES][:1].isdigit()]
    mean = math.exp(sum(map(math.log, programs)) / len(programs))
    machine = re.search(r"^- (\d+ cores), ([^,]+)", PAGE.read_text(encoding="utf-8"), re.M)
    assert machine is not None
    cores, processor = machine.groups()
    return (
        f"How many times as fast as NumPy the {len(programs)} example programs are, unchanged, "
        f"with their large arrays on two CPU devices of a machine with {cores} ({processor}) from "
        f"the beginning, once compiled; {mean:.1f} in the geometric mean, and "
        f"{sum(n < 1 for n in programs)} are slower than NumPy. Of {len(functions)} functions, "
        "each by itself on about a million elements there, "
        f"{sum(n < 1 for n in functions)} are slower: that is why the launcher "
        "leaves to NumPy what is not computed again and again."
    )
