"""Why functions are slower than half of NumPy's speed, each found by looking at what runs.

No figure is written here: the page prints those that were measured. What has no entry is explained
by the measurement itself (see `targets.why`), or printed as unexplained.
"""

from __future__ import annotations

import re

#: Reason -> the cases it holds for, as a regular expression that describes the whole name.
REASONS: dict[str, str] = {
    "XLA sorts on a CPU device with one thread and a comparison function called for each pair": (
        r"(arg)?sort(,rows)?|unique_\w+"
    ),
    "NumPy's result is memory that nobody has touched yet; a program has to write it": (
        r"empty|empty_like|zeros"
    ),
    "Python around NumPy's own function, which has no elements to look at": (
        r"broadcast_shapes|can_cast|finfo|iinfo|result_type"
    ),
    "NumPy looks integers up in a table; here the set is sorted and searched for each element": (
        r"isin"
    ),
}


def reason(case: str) -> str | None:
    """Return why a case is slow, or None."""
    for text, pattern in REASONS.items():
        if re.fullmatch(pattern, case):
            return text
    return None
