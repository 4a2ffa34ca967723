"""A plugin of pytest: what tests draw at random by themselves is the same in all processes."""

from __future__ import annotations

import random

import numpy as np
import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seed what a test has not seeded."""
    random.seed(item.nodeid)
    np.random.seed(0)  # noqa: NPY002
