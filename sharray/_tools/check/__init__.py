"""Replaying a program on NumPy, operation by operation: `check`.

`instrument` puts functions that compare in the place of the library's, `replay` and `steps` have
NumPy compute the same, `compare` says how far they may differ, `differences` that they do. It may
import all layers below `_tools`. Users and ``--check`` call it.
"""

from sharray._tools.check.differences import DifferenceError
from sharray._tools.check.instrument import check, summary

__all__ = ["DifferenceError", "check", "summary"]
