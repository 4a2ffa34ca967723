"""Up to which launch processes of one host agree: in memory that they share, else by asking."""

import socket
import sys

import pytest

from sharray._engine.agreed import _ENTRIES, Agreed, Table, share_memory

TOKEN = "a token of nobody else"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="processes share memory on Linux, and ask elsewhere"
)


@pytest.fixture
def memory():
    return share_memory(TOKEN, 3)


@pytest.fixture
def tables(memory):
    return [Table(memory, TOKEN, index) for index in range(3)]


class Process:
    """One that knows what the others have launched, and to whom a server may answer."""

    def __init__(self, sockets, memory, index):
        self.server, bell = sockets
        self.rings = 0
        self.agreed = Agreed(bell, self.ring)
        self.answers = [b""]
        if memory:
            self.agreed.share(memory, TOKEN, index)

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


def test_processes_agree_where_all_have_launched_the_same(tables):
    for number in range(1, 10):
        for table in tables[:2]:
            table.note(number, 7 * number)
        assert not tables[0].is_same(number)
        tables[2].note(number, 7 * number)
        assert tables[0].is_same(number)
        assert tables[2].is_same(number)


def test_they_do_not_where_one_has_launched_something_else(tables):
    for table, digest in zip(tables, (5, 5, 6), strict=True):
        table.note(1, digest)
    assert not tables[0].is_same(1)


def test_what_one_has_launched_long_ago_is_not_seen(tables):
    for table in tables:
        table.note(1, 5)
    tables[1].note(1 + _ENTRIES, 5)
    assert not tables[0].is_same(1)
    assert not tables[1].is_same(1 + _ENTRIES)


def test_numbers_of_launches_have_no_limit(tables):
    for table in tables:
        table.note(5 + (1 << 33), 0xFFFFFFFF)
    assert tables[0].is_same(5 + (1 << 33))


@pytest.mark.parametrize("path", ["", "/proc/self/exe", "/nowhere"])
def test_another_file_is_not_taken(path, process_of):
    process = process_of(path, 0)
    assert process.agreed._table is None


def test_memory_of_another_program_is_not_taken(memory):
    with pytest.raises(ValueError, match="fd"):
        Table(memory, "another token", 0)


def test_who_waits_asks_only_where_others_are_behind(memory, process_of):
    first, second, third = [process_of(memory, index) for index in range(3)]
    for process in (first, second, third):
        process.agreed.note(1, 11)
    first.agreed.want(1)
    assert first.agreed.wait(1)
    assert first.rings == 0
    for process in (first, second):
        process.agreed.note(2, 12)
    first.answers = [b"2\n"]
    assert first.agreed.wait(2)  # the server knows what is not seen yet
    assert first.rings == 1
    assert first.agreed.asked == 2
    third.agreed.note(2, 12)
    for process in (first, second, third):
        process.agreed.note(3, 13)
    third.agreed.note(4, 14)
    assert first.agreed.wait(3)
    assert first.rings == 1


def test_who_waits_for_long_has_asked(memory, process_of):
    first = process_of(memory, 0)
    first.agreed.note(1, 11)
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
        process.agreed.note(1, digest)
    assert not first.agreed.wait(1)
    assert first.rings == 1


def test_without_shared_memory_one_asks_before_it_waits(process_of):
    process = process_of("", 0)
    process.answers = [b"4\n"]
    process.agreed.note(4, 1)
    process.agreed.want(4)
    assert process.rings == 1
    assert process.agreed.wait(4)
    assert process.agreed.wait(3)
    assert process.rings == 1
