"""How far control goes for a statement on devices: as far as the page on decisions says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "decisions.md"
#: Statement -> how many Python functions of the library are called, and how often control changes
#: from one file of it to another, there and back; and how it began.
ROWS = {
    statement: [tuple(map(int, count.split(","))) for count in counts.split("|")]
    for statement, counts in re.findall(
        r"^\| `([^`]+)` \| ((?:\d+, \d+ \| )+\d+, \d+) \|$", PAGE.read_text(), re.MULTILINE
    )
}
SAID = {statement: counts[-1] for statement, counts in ROWS.items()}
BEGAN = {statement: counts[0] for statement, counts in ROWS.items()}
#: How far off a count may be: other versions of Python call other functions.
SLACK = 0.2
#: In a process of its own, without what else the tests look at.
PROGRAM = """
import sys
import sharray
import sharray.numpy as np

def profile(frame, event, arg):
    global calls, changes
    name = frame.f_code.co_filename
    if event not in ("call", "return") or not name.startswith(root):
        return
    if event == "call":
        calls += 1
        changes += bool(stack) and stack[-1] != name
        stack.append(name)
    elif stack:
        stack.pop()
        changes += bool(stack) and stack[-1] != name

root = sharray.__path__[0]
x, y = np.ones(4003), np.ones(4003) * 2
for statement in sys.argv[1:]:
    code = compile(statement + "\\nsharray.block_until_ready(x)", "<statement>", "exec")
    for _ in range(3):
        exec(code)
    stack, calls, changes = [], 0, 0
    sys.setprofile(profile)
    exec(code)
    sys.setprofile(None)
    print(calls, changes)
"""


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    environment = {
        "SHARRAY_HOST_THRESHOLD": "0",
        "XLA_FLAGS": "--xla_force_host_platform_device_count=2",
        "JAX_PLATFORMS": "cpu",
        "PYTHONPATH": ":".join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *SAID],
        env=environment,
        cwd=tmp_path_factory.mktemp("ways"),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(
        zip(SAID, [tuple(map(int, s.split())) for s in done.stdout.splitlines()], strict=True)
    )


def test_the_page_has_the_statements():
    assert {"x[1:-1] += y[2:]", "float(np.median(x))"} <= set(SAID)


@pytest.mark.parametrize("statement", SAID)
def test_the_way_of_a_statement_is_as_long_as_the_page_says(statement, counted):
    assert counted[statement] == pytest.approx(SAID[statement], rel=SLACK)


@pytest.mark.parametrize("statement", SAID)
def test_the_way_is_at_most_two_fifths_of_what_it_was(statement, counted):
    for now, before in zip(counted[statement], BEGAN[statement], strict=True):
        assert now <= 2 / 5 * before
