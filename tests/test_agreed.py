"""Up to which launch processes of one host agree: in memory that they share, else by asking."""

import os
import socket
import sys
from array import array
from pathlib import Path

import pytest

from sharray._engine.agreed import Agreed, _find, path_of, share_memory
from sharray._engine.comparing.launches import ENTRIES, Launches

TOKEN = "a token of nobody else"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="processes share memory on Linux, and ask elsewhere"
)


@pytest.fixture
def memory():
    file = share_memory(TOKEN, 3)
    yield path_of(file)
    os.close(file)


@pytest.fixture
def launches(memory):
    with Path(memory).open("r+b") as file:
        return Launches(file.fileno())


class Process:
    """One that knows what the others have launched, and to whom a server may answer."""

    def __init__(self, sockets, memory, index):
        self.server, bell = sockets
        self.rings = 0
        self.agreed = Agreed(bell, self.ring)
        self.answers = [b""]
        self.index = index
        if memory:
            self.agreed.share(memory, TOKEN)

    def note(self, number, digest):
        if self.agreed.launches is not None:
            assert self.agreed.launches.note(self.index, number, digest, 1)

    def ring(self):
        self.rings += 1
        answer = self.answers.pop(0)
        if answer:
            self.server.sendall(answer)
        else:
            self.server.close()


@pytest.fixture
def process_of():
    """Make a process, by its memory and its number."""
    pairs = []

    def make(memory, index):
        pairs.append(socket.socketpair())
        return Process(pairs[-1], memory, index)

    yield make
    for pair in pairs:
        for end in pair:
            end.close()


def note(launches, index, number, digest, text=1):
    assert launches.note(index, number, digest, text)
    launches.read(index, number - 1)


def test_processes_agree_where_all_have_launched_the_same(launches):
    for number in range(1, 10):
        for index in range(2):
            note(launches, index, number, 7 * number)
        assert not launches.is_same(number)
        note(launches, 2, number, 7 * number)
        assert launches.is_same(number)


def test_they_do_not_where_one_has_launched_something_else(launches):
    for index, digest in enumerate((5, 5, 6)):
        note(launches, index, 1, digest)
    assert not launches.is_same(1)


def test_what_one_has_launched_long_ago_is_not_seen(launches):
    for index in range(3):
        note(launches, index, 1, 5)
    note(launches, 1, 1 + ENTRIES, 5)
    assert not launches.is_same(1)
    assert not launches.is_same(1 + ENTRIES)


def test_numbers_of_launches_have_no_limit(launches):
    far = 5 + (1 << 33)
    for index in range(3):
        launches._words[launches._starts[index] + 1] = far - 1
        note(launches, index, far, 0xFFFFFFFF, 0xFFFFFFFF)
    assert launches.is_same(far)
    assert launches.read(1, far - 1) == ([0xFFFFFFFF], [0xFFFFFFFF])


@pytest.mark.parametrize("before", [0, 1, ENTRIES - 2, ENTRIES - 1, ENTRIES, 5 * ENTRIES + 7])
@pytest.mark.parametrize("count", [0, 1, 2, 3, ENTRIES - 1, ENTRIES])
def test_what_a_process_has_launched_is_read_once(launches, before, count):
    launches._words[launches._starts[1] : launches._starts[1] + 2] = memoryview(
        array("Q", [before, before])
    )
    for number in range(before + 1, before + count + 1):
        assert launches.note(1, number, 2 * number, 3 * number)
    numbers = range(before + 1, before + count + 1)
    expected = [2 * n for n in numbers], [3 * n for n in numbers]
    assert launches.read(1, before) == expected
    assert launches.read(1, before + count) == ([], [])


def test_one_that_writes_lines_has_launched_nothing_there(launches):
    assert launches.read(2, 7) == ([], [])


def test_what_has_not_been_read_is_not_written_over(launches):
    for number in range(1, ENTRIES + 1):
        assert launches.note(0, number, number, 1)
    assert not launches.note(0, ENTRIES + 1, 1, 1)
    assert launches.read(0, 0)[0] == list(range(1, ENTRIES + 1))
    assert launches.note(0, ENTRIES + 1, 1, 1)


@pytest.mark.parametrize("path", ["", "/proc/self/exe", "/nowhere"])
def test_another_file_is_not_taken(path, process_of):
    process = process_of(path, 0)
    assert process.agreed.launches is None


def test_memory_of_another_program_is_not_taken(memory):
    with pytest.raises(ValueError, match="fd"):
        _find(memory, "another token")


def test_who_waits_asks_only_where_others_are_behind(memory, process_of):
    first, second, third = [process_of(memory, index) for index in range(3)]
    for process in (first, second, third):
        process.note(1, 11)
    first.agreed.want(1)
    assert first.agreed.wait(1)
    assert first.rings == 0
    for process in (first, second):
        process.note(2, 12)
    first.answers = [b"2\n"]
    assert first.agreed.wait(2)  # the server knows what is not seen yet
    assert first.rings == 1
    assert first.agreed.asked == 2
    third.note(2, 12)
    for process in (first, second, third):
        process.note(3, 13)
    third.note(4, 14)
    assert first.agreed.wait(3)
    assert first.rings == 1


def test_who_waits_for_long_has_asked(memory, process_of):
    first = process_of(memory, 0)
    first.note(1, 11)
    first.agreed.want(1)
    first.answers = [b"1\n"]
    first.agreed.ask()  # as the thread that listens does
    assert first.agreed.wait(1)
    assert first.rings == 1
    first.agreed.ask()
    assert first.rings == 1


def test_nobody_answers_where_something_differs(memory, process_of):
    first, second, third = [process_of(memory, index) for index in range(3)]
    for process, digest in zip((first, second, third), (1, 1, 2), strict=True):
        process.note(1, digest)
    assert not first.agreed.wait(1)
    assert first.rings == 1


def test_without_shared_memory_one_asks_before_it_waits(process_of):
    process = process_of("", 0)
    process.answers = [b"4\n"]
    process.note(4, 1)
    process.agreed.want(4)
    assert process.rings == 1
    assert process.agreed.wait(4)
    assert process.agreed.wait(3)
    assert process.rings == 1
