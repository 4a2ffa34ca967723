"""A few of the random programs that `.ci/full` runs on several processes."""

import os
import subprocess
import sys

import pytest

from conformance.environment import ROOT


@pytest.mark.some(1)
@pytest.mark.parametrize("count", ["2", "3"])
def test_random_programs_agree(count):
    options = ["--count=3", "--setting=devices", f"--processes={count}"]
    done = subprocess.run(
        [sys.executable, "-m", "conformance.programs", *options],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 programs in" in done.stdout
