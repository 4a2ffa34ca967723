"""A plugin of pytest that runs a file of a library's tests on sharray, and writes how.

The environment says whose tests they are, where outcomes go, whether sharray takes its place, and
that only one of so many tests is to run.
"""

from __future__ import annotations

import json
import os
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from conformance.libraries import numpys, scipys
from conformance.reasons import one_line

OWNER = "SHARRAY_TESTS_OF"
OUTCOMES = "SHARRAY_TESTS_OUTCOMES"
REPLACE = "SHARRAY_TESTS_REPLACE"
EVERY = "SHARRAY_TESTS_EVERY"
#: Whose tests -> the module that knows them.
OWNERS: dict[str, Any] = {"numpy": numpys, "scipy": scipys}

#: Of the test that runs: outcome, why, seconds.
_worst: dict[str, tuple[str, str, float]] = {}


if os.environ.get(REPLACE) == "1":  # before the library's own configuration
    OWNERS[os.environ[OWNER]].install()


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> None:
    """Give a fixture of SciPy its namespace."""
    scipys.replace(request)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the rules say."""
    left_out = OWNERS[os.environ[OWNER]].left_out
    reasons = [left_out(item) for item in items]
    _write({"left_out": Counter(reason for reason in reasons if reason)})
    kept = [item for item, reason in zip(items, reasons, strict=True) if reason is None]
    # not the first, the eleventh, ...: neighbours are alike
    every = int(os.environ[EVERY])
    items[:] = [item for item in kept if zlib.crc32(item.nodeid.encode()) % every == 0]


def pytest_runtest_logstart(nodeid: str) -> None:
    """Take note of a test that begins: it may end the process."""
    _worst[nodeid] = "passed", "", 0.0
    _write({"begun": nodeid})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Take note of how a part of a test went."""
    outcome, why, seconds = _worst[report.nodeid]
    if report.failed:
        crash: Any = getattr(report.longrepr, "reprcrash", None)
        outcome = "failed"
        why = one_line(str(report.longrepr) if crash is None else crash.message)
    elif report.skipped and not hasattr(report, "wasxfail"):
        outcome = "skipped"
    _worst[report.nodeid] = outcome, why, seconds + report.duration


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Write how a test went."""
    outcome, why, seconds = _worst.pop(nodeid)
    _write({"id": nodeid, "outcome": outcome, "why": why, "seconds": round(seconds, 3)})


def _write(line: dict[str, Any]) -> None:
    with Path(os.environ[OUTCOMES]).open("a") as file:
        file.write(json.dumps(line) + "\n")
