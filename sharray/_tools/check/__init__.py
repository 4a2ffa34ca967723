"""Replaying a program on NumPy, operation by operation: `check`."""

from sharray._tools.check.instrument import check, summary
from sharray._tools.check.replay import DifferenceError

__all__ = ["DifferenceError", "check", "summary"]
