"""The rows of the table: what they measure, and on how many devices."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from . import counting, examples, functions, memory, overhead, programs, transformed, workloads
from .sizes import Sizes


class Row(NamedTuple):
    """One row.

    Attributes
    ----------
    devices
        The numbers of devices it is measured on.
    cases
        Name -> what measures it in a process of so many devices.
    """

    devices: tuple[int, ...]
    cases: dict[str, Callable[[Sizes], dict[str, Any]]]


class Task(NamedTuple):
    """One case of one row on one number of devices."""

    row: str
    case: str
    devices: int


ROWS = {
    "record": Row((2,), overhead.RECORD),
    "add": Row((1, 2, 8), overhead.ADD),
    "black-scholes": Row((2,), programs.BLACK_SCHOLES),
    "stencil": Row((2, 3, 8), programs.STENCIL),
    "small": Row((8,), examples.SMALL),
    "examples": Row((2,), examples.EXAMPLES),
    "transformed": Row((2, 8), transformed.TRANSFORMED),
    "workloads": Row((2,), workloads.WORKLOADS),
    "functions": Row((2,), functions.FUNCTIONS),
    "memory": Row((2,), memory.MEMORY),
    "programs": Row((2,), counting.PROGRAMS),
}
#: Measured in processes that have no devices yet.
IMPORT = "import"
NAMES = (*ROWS, IMPORT)


def tasks(only: list[str] | None = None, pattern: str | None = None) -> list[Task]:
    """Return what there is to measure, by number of devices.

    Parameters
    ----------
    only
        The rows; all by default.
    pattern
        A regular expression that the functions match, somewhere; all by default.
    """
    found = []
    for name, row in ROWS.items():
        if only and name not in only:
            continue
        for case in row.cases:
            if name == "functions" and pattern and not re.search(pattern, case):
                continue
            found.extend(Task(name, case, n) for n in row.devices)
    return sorted(found, key=lambda task: task.devices)
