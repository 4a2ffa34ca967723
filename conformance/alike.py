"""A plugin of pytest: what tests draw at random by themselves is the same in all processes."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from conformance.environment import ROOT


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let no test fail because one of many processes is slow to draw."""
    if config.rootpath == ROOT:  # whose profiles say so
        return
    # after the suite's own, whose profile it extends
    settings.register_profile("alike", settings(), suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("alike")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seed what a test has not seeded."""
    random.seed(item.nodeid)
    np.random.seed(0)  # noqa: NPY002
