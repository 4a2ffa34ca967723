"""Replaying a program on NumPy, operation by operation: `check`.

`instrument` puts functions that compare in the place of the library's, `replay` and `steps` have
NumPy compute the same, `compare` says how far they may differ. It may import all layers below
`_tools`. Users and ``--check`` call it.
"""

from sharray._tools.check.instrument import check, summary
from sharray._tools.check.replay import DifferenceError

__all__ = ["DifferenceError", "check", "summary"]
