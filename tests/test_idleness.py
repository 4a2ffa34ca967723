"""What counts as doing nothing but wait in JAX."""

import _thread
import socket
import sys
import threading
import types

import pytest

from sharray._engine import idleness
from sharray._engine.idleness import EVERY

#: Without what stands for it in most tests.
moved_now = idleness._moved


class Clock:
    """What the process is told of its time, each in seconds."""

    def __init__(self):
        self.now = self.used = self.own = 0.0
        #: of two threads
        self.ready = [0.0, 0.0]


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    # threads that `threading` has not started, such as those of pytest-xdist, look like XLA's
    frames = sys._current_frames
    before = set(frames()) - {thread.ident for thread in threading.enumerate()}
    monkeypatch.setattr(
        sys, "_current_frames", lambda: {t: f for t, f in frames().items() if t not in before}
    )
    times = types.SimpleNamespace(
        monotonic=lambda: made.now,
        process_time=lambda: made.used + made.own,
        thread_time=lambda: made.own,
    )
    monkeypatch.setattr(idleness, "time", times)
    monkeypatch.setattr(idleness, "_ready", lambda: dict(enumerate(made.ready)))
    return made


@pytest.fixture(autouse=True)
def faults(monkeypatch):
    made = types.SimpleNamespace(count=0)
    monkeypatch.setattr(idleness, "_faults", lambda: made.count)
    return made


@pytest.fixture(autouse=True)
def connections(monkeypatch):
    made = types.SimpleNamespace(bytes=0)
    monkeypatch.setattr(idleness, "_moved", lambda: made.bytes)
    return made


def idle(*, on_cpu=True, on_devices=True, settles=False):
    return idleness.Idleness(
        300.0, on_cpu=on_cpu, on_devices=lambda: on_devices, settles=lambda: settles
    )


def looks(clock, count, *, used=0.0, own=0.0, ready=(0.0, 0.0), **kwargs):
    """Look so often, and return what was seen at last."""
    watched = idle(**kwargs)
    seen = (0.0, False)
    for _ in range(count):
        clock.now += EVERY
        clock.used += used
        clock.own += own
        clock.ready = [a + b for a, b in zip(clock.ready, ready, strict=True)]
        seen = watched.look()
    return seen


@pytest.mark.parametrize(
    ("what", "seen"),
    [
        ({}, (4 * EVERY, False)),
        ({"used": 0.1}, (0, False)),  # its threads compute
        ({"own": 0.1}, (4 * EVERY, False)),  # the one that looks does
        ({"ready": (0.0, 1.4)}, (0, False)),  # one would, had it a core
        ({"ready": (0.1, 0.1)}, (4 * EVERY, False)),  # those that look at a clock wait, too
        ({"ready": (0.7, 0.7)}, (4 * EVERY, False)),  # for long where others have the cores
        ({"on_cpu": False}, (0, False)),  # what a GPU does takes no time of the process
        ({"on_devices": False}, (0, False)),  # it reads a file, say
        ({"on_devices": False, "settles": True}, (0, False)),  # a thread does
    ],
)
def test_who_waits_for_devices_and_does_nothing(clock, what, seen):
    assert looks(clock, 4, **what) == seen


@pytest.mark.parametrize(("settles", "seen"), [(True, (4 * EVERY, False)), (False, (0, False))])
def test_who_waits_until_others_have_launched_the_same(clock, monkeypatch, settles, seen):
    monkeypatch.setattr(idleness.user_line, "package_at_work", lambda: "sharray")
    assert looks(clock, 4, on_devices=False, settles=settles) == seen


def test_who_waits_for_memory_from_a_disk(clock, faults):
    watched = idle()
    for _ in range(4):
        clock.now += EVERY
        faults.count += 1
        assert watched.look() == (0, False)


@pytest.mark.parametrize(("count", "seen"), [(200_000, (0, False)), (2_000, (4 * EVERY, False))])
def test_who_waits_for_a_slow_network(clock, connections, count, seen):
    watched = idle()
    for _ in range(3):
        clock.now += EVERY
        connections.bytes += count
        assert watched.look() == (0, False)
    clock.now += EVERY
    connections.bytes += count
    assert watched.look() == seen


def test_who_has_only_begun_to_wait(clock):
    assert looks(clock, 3) == (0, False)


@pytest.mark.parametrize(("what", "stuck"), [({}, True), ({"on_cpu": False}, False)])
def test_who_waits_for_longer_than_others_do_at_the_end(clock, what, stuck):
    seconds, is_stuck = looks(clock, 201, **what)
    assert (seconds, is_stuck) == (201 * EVERY, stuck)


def test_who_was_stopped_for_a_minute(clock):
    watched = idle()
    clock.now += 60
    assert watched.look() == (0, False)


def test_a_function_that_a_program_calls(clock):
    begun, over = threading.Event(), threading.Event()

    def called():
        begun.set()
        over.wait()

    _thread.start_new_thread(called, ())  # as one of XLA's, which `threading` has not started
    begun.wait()
    seen = looks(clock, 4)
    over.set()
    assert seen == (0, False)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")
def test_the_bytes_that_connections_have_moved(tmp_path):
    moved = moved_now()
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as one,
        (tmp_path / "no connection").open("wb"),
    ):
        other, _ = server.accept()
        with other:
            before = moved_now()
            one.sendall(bytes(10_000))
            received = b""
            while len(received) < 10_000:
                received += other.recv(1 << 14)
            other.sendall(b"all of it")  # which says that it has been received
            assert one.recv(9) == b"all of it"
            assert 20_000 <= moved_now() - before <= 20_100
            assert one.fileno() >= 0
    assert moved_now() - moved < 10_000  # closed ones do not count


def test_the_time_for_which_threads_have_waited_for_a_core():
    assert all(seconds >= 0 for seconds in idleness._ready().values())
