"""Tests on several processes: each runs all of them, on shared arrays.

``python -m conformance.processes --suite PATH`` runs the conformance suite on 2 processes of 2
devices and on 4 of one, with no array on the host. ``--project`` runs the project's own properties
of operations, views and writes, and its stateful machine, on 2 processes of 2 devices and on 3 of
one.
Processes draw the same examples, and what they launch is compared, so a test that fails in one of
them fails in all.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from conformance.environment import ROOT
from conformance.launched import join
from conformance.suite import UsageError, check_suite

#: Processes, and devices of each.
GROUPS = ((2, 2), (4, 1))
PROJECT = ((2, 2), (3, 1))
PROJECT_TESTS = tuple(f"tests/test_{name}.py" for name in ("ops", "stateful", "views", "writes"))


def command(processes: int, devices: int, examples: int, tests: list[str]) -> list[str]:
    """Return the command that runs tests of the suite, in its folder."""
    return [
        *(sys.executable, "-m", "sharray", "-n", str(processes), "--devices", str(devices)),
        *("-m", "pytest", "--assert=plain", "-q", "--disable-deadline", "--hypothesis-seed=0"),
        *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "conformance.alike"),
        *("--max-examples", str(examples)),
        *tests,
    ]


def run_suite(suite: Path, processes: int, devices: int, examples: int, tests: list[str]) -> int:
    """Run tests of the conformance suite; return the exit code."""
    settings = {
        "ARRAY_API_TESTS_MODULE": "sharray",
        "ARRAY_API_TESTS_VERSION": "2025.12",
        "PYTHONPATH": str(ROOT),
        "SHARRAY_HOST_THRESHOLD": "0",
    }
    line = command(processes, devices, examples, tests)
    return subprocess.run(line, cwd=suite, env=os.environ | settings, check=False).returncode


def run_project(processes: int, devices: int, tests: list[str]) -> int:
    """Run tests of the project; return the exit code. Not by the launcher: NumPy is the oracle."""
    plugins = ("conformance.joined", "conformance.alike", "no:cacheprovider", "no:xdist")
    options = [word for plugin in plugins for word in ("-p", plugin)]
    line = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(ROOT), *options]
    paths = [str(ROOT / test) for test in tests]
    return join([*line, *paths], processes, devices, SHARRAY_HOST_WORK="0")


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.processes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--suite", type=Path, help="a checkout of the suite")
    what.add_argument("--project", action="store_true", help="the project's own tests")
    parser.add_argument("--examples", type=int, default=5, help="per test of the suite (5)")
    parser.add_argument("tests", nargs="*", help="files of the suite, or of the project")
    options = parser.parse_args()
    if options.suite is not None:
        try:
            check_suite(options.suite, "2025.12")
        except UsageError as error:
            parser.error(str(error))
    codes = []
    for processes, devices in PROJECT if options.suite is None else GROUPS:
        begin = time.monotonic()
        if options.suite is None:
            code = run_project(processes, devices, options.tests or list(PROJECT_TESTS))
        else:
            tests = options.tests or ["array_api_tests"]
            code = run_suite(options.suite, processes, devices, options.examples, tests)
        codes.append(code)
        print(
            f"{processes} processes of {devices} devices: exit code {code}, "
            f"{time.monotonic() - begin:.0f} s",
            flush=True,
        )
    return max(codes, key=abs)


if __name__ == "__main__":
    sys.exit(main())
