"""Whether calls go to NumPy at once: one look at one number.

Those without arrays of the library do while NumPy computes what is cold (the setting `host_work`),
unless somebody listens (see `_core.observers`) or a thread is in a ``use_mesh`` block. Operations
on arrays of the library that are at home do so while nobody wants more than their results.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

import numpy as np

#: Codes of NumPy's integers, and of all numbers that devices hold: some are of the same dtype.
INTEGER_CODES = "bhilqBHILQ"
NUMBER_CODES = f"?{INTEGER_CODES}efdFD"

#: Types of arguments that hold no array.
NON_ARRAYS = frozenset(
    [type(None), bool, int, float, complex, str, bytes, slice, type, type(...), np.dtype]
    + [type(np.dtype(code)) for code in np.typecodes["All"]]
)
#: And scalars of NumPy.
SCALARS = NON_ARRAYS | set(np.sctypeDict.values())
#: And its arrays.
NUMPYS = SCALARS | {np.ndarray}
#: So long a sequence is looked through.
FEW = 32

#: How many there are; callers whose time counts look at it themselves.
obstacles = 0
#: How many want more of an operation than its result: observers, functions of several operations,
#: which do without NumPy's warnings, and programs that ask for more than these (`errstate`).
watchers = 0
_lock = threading.Lock()


def goes_direct(args: Iterable[Any], kwargs: dict[str, Any]) -> bool:
    """Whether a call goes to NumPy at once: arguments are numbers, arrays of NumPy, a few of them.

    False does not say that it has anything else to do there.
    """
    if obstacles or not are_plain(args):
        return False
    return not kwargs or are_plain(kwargs.values())


def are_plain(values: Iterable[Any], kinds: frozenset[type] = NUMPYS) -> bool:
    """Whether values are of some kinds, or short sequences of such."""
    for value in values:
        kind = type(value)
        if kind not in kinds and not (
            (kind is tuple or kind is list)
            and len(value) < FEW
            and kinds.issuperset(map(type, value))
        ):
            return False
    return True


def add_obstacle(count: int = 1) -> None:
    """Count a reason for calls not to go to NumPy at once; -1 for one that is no more."""
    global obstacles
    with _lock:
        obstacles += count


def add_watcher(count: int = 1) -> None:
    """Count one who wants more of operations than their results; -1 for one who no longer does."""
    global watchers
    with _lock:
        watchers += count
