"""A plugin of pytest: a file of NumPy's tests imports `sharray.numpy` where it says numpy.

The environment says where outcomes go, whether NumPy is replaced, and that only one of so many
tests is to run.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import json
import os
import sys
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from conformance.numpys.rules import left_out
from conformance.reasons import one_line
from sharray._tools.launch.imports import Loader

OUTCOMES = "SHARRAY_NUMPYS_OUTCOMES"
REPLACE = "SHARRAY_NUMPYS_REPLACE"
EVERY = "SHARRAY_NUMPYS_EVERY"

#: Of the test that runs: outcome, why, seconds.
_worst: dict[str, tuple[str, str, float]] = {}


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of NumPy's tests, to be compiled as those of a program are."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("numpy.") or ".tests.test_" not in fullname:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = Loader(fullname, spec.origin)
        return spec


def pytest_configure(config: pytest.Config) -> None:
    """Replace NumPy in what is imported from here on."""
    if os.environ[REPLACE] == "1":
        sys.meta_path.insert(0, _Finder())


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the rules say."""
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
