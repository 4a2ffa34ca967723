"""Replaying a program on NumPy, operation by operation: `check`."""

from sharray._check.instrument import check, summary
from sharray._check.replay import DifferenceError

__all__ = ["DifferenceError", "check", "summary"]
