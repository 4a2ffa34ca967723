"""Nothing aborts, hangs or loses an array: many launches, failures, interrupts, threads."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import jax
import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._core.interrupts import Uninterrupted
from sharray._core.operation import TABLE
from sharray._engine import compiler, launch_order

PROGRAM = Path(__file__).with_name("safety_program.py")
#: How many reductions are launched in a row. Without the library's care 3 000 are enough for
#: JAX to abort or to wait for ever.
REDUCTIONS = int(os.environ.get("SHARRAY_TEST_REDUCTIONS", "10000"))


def _start(*args):
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.some(2)
@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("devices", [2, 8])
def test_reductions_back_to_back(devices, threads):
    with _start("reductions", devices, threads, REDUCTIONS) as process:
        try:
            output, _ = process.communicate(timeout=240)
        except subprocess.TimeoutExpired:
            process.kill()
            output, _ = process.communicate()
            pytest.fail(f"the reductions did not finish: {output[-1000:]}")
    assert process.returncode == 0, output[-2000:]


@pytest.mark.parametrize(
    ("devices", "kind"), [(1, "inplace"), (8, "inplace"), (8, "stencil"), (8, "reduce")]
)
def test_ctrl_c(devices, kind):
    """Each of ten interrupts comes through within seconds, and no array is lost."""
    with _start("interrupted", devices, kind) as process:
        lines: queue.Queue[str] = queue.Queue()
        reader = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout or ()])
        reader.start()
        seen = []
        try:
            seen.append(lines.get(timeout=60))
            while seen[-1] != "done\n":
                if seen[-1] == "working\n":
                    time.sleep(0.02 + 0.01 * (len(seen) % 7))
                    process.send_signal(signal.SIGINT)
                try:
                    seen.append(lines.get(timeout=3))
                except queue.Empty:
                    # Python drops what is raised in a finalizer; a user would press again
                    assert "Exception ignored" in "".join(seen[-8:])
                    process.send_signal(signal.SIGINT)
                    seen.append(lines.get(timeout=3))
        except (queue.Empty, AssertionError):
            pytest.fail("no answer to an interrupt: " + "".join(seen)[-2000:])
        finally:
            process.kill()
            reader.join()
    assert seen.count("working\n") == 10, "".join(seen)


@pytest.mark.parametrize("what", ["ends", "forks"])
def test_fork_and_end_of_the_process(what):
    """Where plain JAX hangs, and where it aborts."""
    with _start(what, 2) as process:
        try:
            output, _ = process.communicate(timeout=120)
        finally:
            process.kill()
    assert process.returncode == 0, output[-2000:]
    assert output.endswith("done\n")


def _on_mesh(n, values=None):
    """Return an array that the engine has made, so that it may be written in place."""
    mesh = xp.make_mesh(n)
    start = np.arange(16.0) if values is None else values
    return xp.block_until_ready(xp.asarray(start, device=mesh) + 0)


def _petabytes(x):
    """Return an expression that no machine can hold."""
    return xp.broadcast_to(x[:, None], (x.shape[0], 1 << 44)) + 1.0


@pytest.mark.parametrize("n", [1, 2, 8])
def test_out_of_memory_is_memory_error(on_devices, n):
    x = _on_mesh(n)
    huge = _petabytes(x)
    with pytest.raises(MemoryError, match=r"float64\[16,17592186044416\] at P\(.*\) on \(x: "):
        xp.block_until_ready(huge)
    with pytest.raises(MemoryError):  # and again: the expression is as it was
        xp.block_until_ready(huge)
    np.testing.assert_array_equal(np.asarray(x + 1), np.arange(16.0) + 1)


def _whole(x, huge):
    x += xp.sum(huge, axis=1)


def _slice(x, huge):
    x[2:5] = xp.sum(huge, axis=1)[2:5]


def _neighbours(x, huge):
    x[1:-1] = x[2:] + x[:-2] + xp.sum(huge, axis=1)[1:-1]


def _through_view(x, huge):
    x[::-2][1:] *= xp.sum(huge, axis=1)[:7]


@pytest.mark.parametrize("write", [_whole, _slice, _neighbours, _through_view])
@pytest.mark.parametrize("n", [1, 2, 8])
def test_failed_write_leaves_the_array(on_devices, n, write):
    """Also where the write would have taken over the array's buffer."""
    x = _on_mesh(n)
    view = x[3:]
    other = x * 2
    huge = _petabytes(_on_mesh(n))
    with pytest.raises(MemoryError):
        write(x, huge)
    want = np.arange(16.0)
    np.testing.assert_array_equal(np.asarray(x), want)
    np.testing.assert_array_equal(np.asarray(view), want[3:])
    np.testing.assert_array_equal(np.asarray(other), want * 2)
    del huge
    x[1:-1] = x[2:] + x[:-2]
    x += 1
    want[1:-1] = want[2:] + want[:-2]
    want += 1
    np.testing.assert_array_equal(np.asarray(x), want)
    np.testing.assert_array_equal(np.asarray(view), want[3:])


class Broken(Exception):
    """Raised by an operation that was broken on purpose."""


@contextmanager
def _broken(op):
    good = op.lowering

    def fail(*args, **kwargs):
        raise Broken

    op.lowering = fail
    try:
        yield
    finally:
        op.lowering = good


@pytest.mark.parametrize("n", [1, 2, 8])
def test_error_while_tracing(on_devices, n):
    """The program cannot even be built: the handles keep what they had, and run later."""
    compiler.cache_clear()
    x, y = _on_mesh(n), _on_mesh(n)
    pending = xp.hypot(x, 3.0)
    with _broken(TABLE["hypot"]):
        with pytest.raises(Broken):
            xp.block_until_ready(pending)
        with pytest.raises(Broken):
            x += xp.hypot(y, 2.0)
        with pytest.raises(Broken):
            x[2:5] = xp.hypot(y[2:5], 2.0)
        np.testing.assert_array_equal(np.asarray(x), np.arange(16.0))
    want = np.hypot(np.arange(16.0), 3.0)
    np.testing.assert_allclose(np.asarray(pending), want, rtol=1e-15)
    x[2:5] = xp.hypot(y[2:5], 2.0)
    np.testing.assert_allclose(np.asarray(x)[2:5], np.hypot(np.arange(2.0, 5.0), 2.0), rtol=1e-15)


def test_failure_in_flight_is_not_told_to_others(on_devices):
    """An error that comes after the launch belongs to whoever asks for those values."""

    class Failing:
        def is_deleted(self):
            return False

        def is_ready(self):
            return False

        def block_until_ready(self):
            raise jax.errors.JaxRuntimeError("failed on the device")

    x = _on_mesh(8)
    launch_order.in_flight.append(Failing())
    assert float(xp.sum(x)) == 120.0
    assert not any(isinstance(r, Failing) for r in launch_order.in_flight)


def test_nobody_is_kept_from_a_refusal_to_wait(on_devices):
    """What may not be waited for is still in flight afterwards."""

    class Refused:
        refuses = True

        def is_deleted(self):
            return False

        def is_ready(self):
            return not self.refuses

        def block_until_ready(self):
            raise RuntimeError("refused")

    x, refused = _on_mesh(8), Refused()
    launch_order.in_flight.append(refused)
    try:
        with pytest.raises(RuntimeError, match="refused"):
            float(xp.sum(x))
        assert refused in launch_order.in_flight
    finally:
        refused.refuses = False
    assert float(xp.sum(x)) == 120.0


def _in_threads(*work):
    """Run functions at the same time and raise what the first one raised."""
    failed = []
    gate = threading.Barrier(len(work))

    def guarded(function):
        try:
            gate.wait()
            function()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=guarded, args=(w,)) for w in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
        assert not thread.is_alive(), "a thread hangs"
    if failed:
        raise failed[0]


@pytest.mark.parametrize("n", [1, 2, 8])
def test_threads_write_to_slices_of_one_array(on_devices, n):
    x = _on_mesh(n, np.zeros(1003))
    views = [x[k * 250 : (k + 1) * 250] for k in range(4)]

    def work(view, k):
        def body():
            for _ in range(50):
                view.__iadd__(k + 1.0)

        return body

    _in_threads(*[work(v, k) for k, v in enumerate(views)])
    want = np.zeros(1003)
    for k in range(4):
        want[k * 250 : (k + 1) * 250] = 50 * (k + 1.0)
    np.testing.assert_array_equal(np.asarray(x), want)


@pytest.mark.parametrize("n", [1, 8])
def test_threads_add_to_one_array(on_devices, n):
    """An in-place operator is one step: no addition is lost."""
    x = _on_mesh(n)

    def work():
        y = x
        for _ in range(100):
            y += 1.0

    _in_threads(*[work] * 4)
    np.testing.assert_array_equal(np.asarray(x), np.arange(16.0) + 400)


@pytest.mark.parametrize("n", [1, 8])
def test_threads_read_while_one_writes(on_devices, n):
    """A reader sees the array before or after a write, never in between, and never an error."""
    x = _on_mesh(n, np.zeros(1003))
    stop = threading.Event()

    def write():
        y = x
        try:
            for k in range(150):
                if k % 2:
                    y[...] = float(k)
                else:
                    y += 1.0
        finally:
            stop.set()

    def read():
        last = 0.0
        while not stop.is_set():
            found = np.asarray(x)
            assert found.min() == found.max()
            assert found[0] >= last
            last = found[0]

    def read_expression():
        while not stop.is_set():
            found = np.asarray(x[3:] - x[:-3])
            # two reads, between which there may be a write, of one number everywhere
            assert found.min() == found.max()

    _in_threads(write, read, read_expression)


@pytest.mark.parametrize("n", [1, 2, 8])
def test_threads_read_one_pending_expression(on_devices, n):
    """It is computed once, and everybody sees the same."""
    x = _on_mesh(n, np.arange(1003.0))
    for _ in range(20):
        pending = xp.sqrt(x) * 2 + x[::-1]
        part = pending[3:7]
        found = []
        before = xp.cache_info().dispatches
        _in_threads(*[lambda p=pending, f=found: f.append(np.asarray(p))] * 6)
        assert xp.cache_info().dispatches == before + 1
        want = np.sqrt(np.arange(1003.0)) * 2 + np.arange(1003.0)[::-1]
        assert len(found) == 6
        for values in found:
            np.testing.assert_allclose(values, want, rtol=1e-15)
        np.testing.assert_allclose(np.asarray(part), want[3:7], rtol=1e-15)


def _added_to(n, x):
    v = x * 3
    x += v
    return v


def _added_to_a_part(n, x):
    v = x[1:] * 3
    x[1:] += v
    return v


def _written(n, x):
    v = x[1:] + x[:-1]
    x[1:] = v
    x[3] = 9
    return v


def _a_part_of_what_is_written(n, x):
    v = x * 3
    x[:] = v + 1
    return v


def _beside_a_sum(n, x):
    y = x + 1
    z, q = y * 3, y * 5
    del x, y
    float(n.sum(z))
    return q


def _after_a_sum(n, x):
    y = x * 3 + 1
    del x
    float(n.sum(y))
    return y


@pytest.mark.parametrize("n", [xp, snp], ids=lambda n: n.__name__)
@pytest.mark.parametrize(
    "steps",
    [
        _added_to,
        _added_to_a_part,
        _written,
        _a_part_of_what_is_written,
        _beside_a_sum,
        _after_a_sum,
    ],
)
def test_what_is_to_be_computed_again_finds_its_operands(on_devices, steps, n):
    """No buffer is overwritten that a value which has not been computed is made of."""
    for _ in range(3):
        x = xp.block_until_ready(n.arange(10.0) + 0)
        x, given = None, [x]
        np.testing.assert_array_equal(np.asarray(steps(n, given.pop())), steps(np, np.arange(10.0)))


# Python drops what is raised while an object is let go of, so the timer goes on until it is heard
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_handler_that_raises_leaves_arrays_whole(on_devices, monkeypatch):
    class Stop(Exception):
        pass

    def stop(*args):
        raise Stop

    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: None)
    before = signal.signal(signal.SIGALRM, stop)
    x = xp.asarray(np.zeros(300_000))
    try:
        for _ in range(10):
            with contextlib.suppress(Stop):
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.03, 0.03)
                    while True:
                        x += 1
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            values = np.asarray(x)
            assert (values == values[0]).all()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_all_signals_that_were_put_off_are_handled_although_one_handler_raises():
    numbers, heard = (signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2), []

    def hear(number, frame):
        heard.append(number)
        if number != signal.SIGUSR2:
            raise InterruptedError(number)

    before = [signal.signal(number, hear) for number in numbers]
    try:
        with contextlib.suppress(InterruptedError), Uninterrupted():
            for number in numbers:
                signal.raise_signal(number)
            assert not heard
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
    assert sorted(heard) == sorted(numbers)
