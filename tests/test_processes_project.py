"""A few of the random programs and examples that `.ci/full` runs on several processes."""

import os
import subprocess
import sys

import pytest

from conformance.environment import ROOT

pytestmark = pytest.mark.some(1)

#: What runs -> a command, and what it says at the end.
COMMANDS = {
    "random programs on 2": (
        ["conformance.programs", "--count=3", "--setting=devices", "--processes=2"],
        "3 programs in",
    ),
    "random programs on 3": (
        ["conformance.programs", "--count=3", "--setting=devices", "--processes=3"],
        "3 programs in",
    ),
    "the stateful machine": (
        ["conformance.processes", "--project", "tests/test_stateful.py"],
        "3 processes of 1 devices: exit code 0",
    ),
}


@pytest.mark.parametrize("what", COMMANDS)
def test_on_processes(what):
    command, said = COMMANDS[what]
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert said in done.stdout
