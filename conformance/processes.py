"""The conformance suite on several processes: each runs all of its tests, on shared arrays.

``python -m conformance.processes --suite PATH`` runs it on 2 processes of 2 devices and on 4 of
one, with no array on the host. Processes draw the same examples, and what they launch is compared,
so a test that fails in one of them fails in all.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from conformance.environment import ROOT
from conformance.suite import UsageError, check_suite

#: Processes, and devices of each.
GROUPS = ((2, 2), (4, 1))


def command(processes: int, devices: int, examples: int, tests: list[str]) -> list[str]:
    """Return the command that runs tests of the suite, in its folder."""
    return [
        *(sys.executable, "-m", "sharray", "-n", str(processes), "--devices", str(devices)),
        *("-m", "pytest", "--assert=plain", "-q", "--disable-deadline", "--hypothesis-seed=0"),
        *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "conformance.alike"),
        *("--max-examples", str(examples)),
        *tests,
    ]


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.processes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--suite", type=Path, required=True, help="a checkout of the suite")
    parser.add_argument("--examples", type=int, default=5, help="per test (5)")
    parser.add_argument("tests", nargs="*", default=["array_api_tests"], help="files of it (all)")
    options = parser.parse_args()
    try:
        check_suite(options.suite, "2025.12")
    except UsageError as error:
        parser.error(str(error))
    settings = {
        "ARRAY_API_TESTS_MODULE": "sharray",
        "ARRAY_API_TESTS_VERSION": "2025.12",
        "PYTHONPATH": str(ROOT),
        "SHARRAY_HOST_THRESHOLD": "0",
    }
    codes = []
    for processes, devices in GROUPS:
        begin = time.monotonic()
        done = subprocess.run(
            command(processes, devices, options.examples, options.tests),
            cwd=options.suite,
            env=os.environ | settings,
            check=False,
        )
        codes.append(done.returncode)
        print(
            f"{processes} processes of {devices} devices: exit code {done.returncode}, "
            f"{time.monotonic() - begin:.0f} s",
            flush=True,
        )
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
