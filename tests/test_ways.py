"""How far control goes for a statement on devices: each layer is entered once, and left once."""

import subprocess
import sys

import pytest

#: What a module of the library calls in another one, there and back, at most.
MOST = {
    "x[1:-1] += y[2:]": 90,
    "z = x * 2 + y; float(z[3])": 52,
    "float(np.median(x))": 227,
    "np.sort(x)": 26,
    "np.add(x, y, out=x)": 76,
    "float(x.sum())": 40,
}
#: In a process of its own, without what else the tests look at.
PROGRAM = """
import sys
import sharray
import sharray.numpy as np

def profile(frame, event, arg):
    global changes
    name = frame.f_code.co_filename
    if event not in ("call", "return") or not name.startswith(root):
        return
    if event == "call":
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
    stack, changes = [], 0
    sys.setprofile(profile)
    exec(code)
    sys.setprofile(None)
    print(changes)
"""


@pytest.fixture(scope="module")
def changes(tmp_path_factory):
    environment = {
        "SHARRAY_HOST_THRESHOLD": "0",
        "XLA_FLAGS": "--xla_force_host_platform_device_count=2",
        "JAX_PLATFORMS": "cpu",
        "PYTHONPATH": ":".join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *MOST],
        env=environment,
        cwd=tmp_path_factory.mktemp("ways"),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(zip(MOST, map(int, done.stdout.split()), strict=True))


@pytest.mark.parametrize("statement", MOST)
def test_the_way_of_a_statement_is_short(statement, changes):
    assert 0 < changes[statement] <= MOST[statement]
