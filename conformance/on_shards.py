"""A plugin of pytest: what NumPy may compute where the shards lie, it does for arrays of any size.

``python -m pytest -p conformance.on_shards tests/test_ops.py`` runs any tests so. Without it only
arrays of hundreds of thousands of elements are computed there, which few tests have.
"""

from __future__ import annotations

import pytest

import sharray.numpy  # noqa: F401  # declares all operations
from sharray._core.operation import TABLE
from sharray._engine import exchange


def pytest_configure(config: pytest.Config) -> None:
    """Let nothing be too small."""
    for op in TABLE.values():
        object.__setattr__(op, "on_shards_from", 0)
    exchange.EXCHANGED_FROM = 0


def pytest_report_header(config: pytest.Config) -> str:
    """Say how many operations may be computed so."""
    count = sum(op.on_shards is not None for op in TABLE.values())
    return f"in memory: {count} operations, of arrays of any size"
