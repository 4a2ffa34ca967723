"""Ctrl-C on several processes: a program that catches it goes on, as on one."""

import os
import signal
import time

import pytest
from test_processes import TIMEOUT, run, start

pytestmark = pytest.mark.some(2)

HEAD = """
import os, time
from pathlib import Path
import numpy as np
import sharray

x = np.ones(100_001)
rank = sharray.distributed.process_index()

def ready():
    Path(f"{rank}.part").write_text(str(os.getpid()))
    Path(f"{rank}.part").rename(f"{rank}.pid")
"""
LOOP = f"""{HEAD}
for k in range(10**6):
    x = x + 1
    if k % 10 == 3:
        float(x.sum())
    if k == 50:
        ready()
"""
SAVES = f"""{HEAD}
k = 0
try:
    while True:
        x = x + 1
        if k % 10 == 3:
            float(x.sum())
        k += 1
        if k == 50:
            ready()
except KeyboardInterrupt:
    sharray.checkpoint.save("saved", {{"x": x, "k": k}})
saved = sharray.checkpoint.load("saved")
print(float(saved["x"].max()) - saved["k"] in (1, 2), float((saved["x"] - x).max()))
"""
SLEEPS = f"""{HEAD}
float(x.sum())
ready()
try:
    time.sleep(60)
except KeyboardInterrupt:
    print("woken", float(x.sum()))
"""


def _interrupted(folder, program, count, who):
    child = start(folder, program, "-n", count)
    try:
        files = [folder / f"{k}.pid" for k in range(int(count))]
        late = time.monotonic() + TIMEOUT
        while not all(file.exists() for file in files):
            assert child.poll() is None
            assert time.monotonic() < late
            time.sleep(0.02)
        time.sleep(0.1)
        begin = time.monotonic()
        pid = child.pid if who == "all" else int(files[who].read_text())
        os.kill(pid, signal.SIGINT)
        out, errors = child.communicate(timeout=TIMEOUT)
    finally:
        child.kill()
    assert time.monotonic() - begin < 20
    return child.returncode, out, errors


@pytest.mark.parametrize("count", ["2", "3"])
@pytest.mark.parametrize("who", ["all", 0, 1])
def test_a_program_saves_when_it_is_interrupted(tmp_path, who, count):
    code, out, errors = _interrupted(tmp_path, SAVES, count, who)
    assert (code, out) == (0, "True 0.0\n"), errors


def test_one_that_launches_nothing_is_interrupted_soon(tmp_path):
    code, out, errors = _interrupted(tmp_path, SLEEPS, "2", "all")
    assert (code, out) == (0, "woken 100001.0\n"), errors


@pytest.mark.parametrize("who", ["all", 1])
def test_one_that_does_not_catch_it_ends(tmp_path, who):
    code, out, errors = _interrupted(tmp_path, LOOP, "2", who)
    assert (code, out) == (130, ""), errors
    assert "KeyboardInterrupt" in errors
    assert "part ways" not in errors


def test_a_fork_and_what_comes_after_the_end_are_interrupted_at_once(tmp_path):
    program = f"""{HEAD}
import signal
if not os.fork():
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)
    except KeyboardInterrupt:
        Path(f"forked{{rank}}").touch()
    os._exit(0)
os.wait()
float(x.sum())
sharray.distributed.shutdown()
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)
except KeyboardInterrupt:
    print("at once", Path(f"forked{{rank}}").exists())
"""
    code, out, errors = run(tmp_path, program, "-n", "2")
    assert (code, out) == (0, "at once True\n"), errors


def test_handlers_of_one_process_change_nothing_that_all_do(tmp_path):
    # they are called with a frame, which holds arrays for as long as somebody holds it
    program = f"""{HEAD}
import signal
called = 0
def handler(number, frame):
    global called
    called += 1
if rank == 1:
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
for k in range(3000):
    x = x + 1
    if k % 10 == 3:
        float(x.sum())
signal.setitimer(signal.ITIMER_REAL, 0)
print(float(x.sum()), called > 50)
"""
    code, out, errors = run(tmp_path, program, "-n", "2", "--ranks")
    assert code == 0, errors
    assert sorted(out.splitlines()) == ["[0] 300103001.0 False", "[1] 300103001.0 True"]
