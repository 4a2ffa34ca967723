"""Arrays that are read and written in small pieces: which come home, and which move nothing."""

import numpy as np
import pytest
from moving import SHAPE, SIZE, Moves, made, make_hot, on_host, small_sizes

import sharray as xp
import sharray.numpy as snp
from sharray._core import policy
from sharray._functions.flavours import NUMPY

__all__ = ["small_sizes"]
pytestmark = pytest.mark.usefixtures("small_sizes")


@pytest.mark.parametrize("read", [True, False])
def test_small_pieces_bring_an_array_home_and_then_it_takes_twice_the_work(read):
    x = make_hot(made())
    for i in range(20):
        if read:
            x[i, 0]
        else:
            x[i] = i
    assert on_host(x)
    before = 0
    while on_host(x):
        x *= 1.0
        before += 1
    assert before == 40


def test_pieces_between_operations_on_the_whole_leave_it_on_the_devices():
    x = make_hot(made())
    for _ in range(40):
        x[0] = 1.0
        x += 1
    assert not on_host(x)


@pytest.mark.parametrize("result", [lambda row: row, lambda row: row + 0, lambda row: row.copy()])
def test_pieces_on_devices_that_are_written_to_the_host_move_nothing(result):
    x = make_hot(made())
    record_of = snp.zeros((50, SHAPE[1]))
    want = np.zeros((50, SHAPE[1]))
    assert type(record_of) is NUMPY.array
    with Moves() as moves:
        for i in range(50):
            x += 1
            x *= 1.0
            record_of[i] = result(x[3])
            want[i] = np.arange(float(SIZE)).reshape(SHAPE)[3] + i + 1
    assert on_host(record_of)
    assert not on_host(x)
    assert not moves.seen
    np.testing.assert_array_equal(record_of, want)


def test_pieces_on_devices_that_are_written_to_the_host_bring_home_what_else_is_not_used():
    x = make_hot(made())
    record_of = snp.zeros((50, SHAPE[1]))
    for i in range(20):
        record_of[i] = x[3]
    assert on_host(record_of)
    assert on_host(x)
    np.testing.assert_array_equal(record_of[19], np.asarray(x)[3])


def test_what_is_read_each_time_stays_home_with_all_that_goes_with_it():
    u, want, moves = snp.zeros(SHAPE) + 1.0, np.ones(SHAPE), []
    probe, probed = np.zeros(3), np.zeros(3)
    for _ in range(400):
        with Moves() as seen:
            for x, p in ((u, probe), (want, probed)):
                # its temporaries are of another shape, and would take it back
                x[1:-1] += 0.1 * (x[2:] + x[:-2] - 2 * x[1:-1])
                p[:] = x[20, ::10]
        moves.append(len(seen.seen))
    np.testing.assert_allclose(u, want)
    np.testing.assert_allclose(probe, probed)
    assert any(moves)  # they were there
    assert sum(map(bool, moves)) < 40


def test_an_index_of_arrays_brings_an_array_home():
    x = make_hot(made())
    want = np.asarray(x)
    np.testing.assert_array_equal(x[x > 100], want[want > 100])
    assert on_host(x)


def test_so_does_one_of_the_array_apis_flavour():
    x, mask = [xp.reshape(xp.arange(float(SIZE)), SHAPE) * 1 for _ in range(2)]
    make_hot(mask)
    assert on_host(x)
    want, holds = np.asarray(x), np.asarray(mask) > 100
    found = x[mask > 100]  # the mask lies on devices
    assert type(found) is xp.ShardedArray
    np.testing.assert_array_equal(found, want[holds])
    assert on_host(x)
    np.testing.assert_array_equal(mask[mask > 100], np.asarray(mask)[holds])
    assert on_host(mask)


def test_arrays_like_those_that_were_read_in_pieces_are_numpys_own(monkeypatch):
    monkeypatch.setattr(policy, "MANY", 4000)
    x = made()
    for _ in range(4):
        for i in range(SHAPE[0]):
            for j in range(SHAPE[1]):
                x[i, j] += 1
    assert type(snp.zeros(SHAPE)) is np.ndarray
    assert type(snp.zeros((SIZE,))) is NUMPY.array
    assert type(x) is NUMPY.array
    np.testing.assert_array_equal(x, np.arange(float(SIZE)).reshape(SHAPE) + 4)
    for _ in range(40):  # they are computed with, after all
        x += 1
    assert type(snp.zeros(SHAPE)) is NUMPY.array
