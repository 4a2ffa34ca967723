"""Failures believed to be the suite's own, with the reasoning. Kept by hand; a person decides.

An entry explains a failure in the report. It hides nothing: the test still counts as failed, and
the report says of an entry that no longer fails that it does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    """One defect of the suite."""

    pattern: str
    reasoning: str

    def matches(self, test: str) -> bool:
        """Whether the pattern, a regular expression, describes the whole name of a test."""
        return re.fullmatch(self.pattern, test) is not None


KNOWN: tuple[Known, ...] = (
    Known(
        r".*test_data_type_functions\.py::test_can_cast",
        "The test compares an entry of its promotion table that may be missing (None) with a "
        "dtype by `==`. For NumPy dtypes `None == numpy.dtype('float64')` is True, so it can "
        "expect that complex64 casts to float64.",
    ),
)
