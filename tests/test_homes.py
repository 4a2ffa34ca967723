"""Homes: where large arrays of NumPy's flavour lie, when they move, and that nobody sees it."""

import jax
import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._core import policy
from sharray._record import homes

SHAPE = (40, 30)
SIZE = SHAPE[0] * SHAPE[1]


@pytest.fixture(autouse=True)
def small_sizes(monkeypatch):
    """Let arrays of a thousand elements move after some operations."""
    monkeypatch.setattr(policy, "PIECE", SIZE // 4)
    monkeypatch.setattr(homes, "YOUNG", 2)
    policy.forget()
    with xp.set_options(host_threshold=500, host_work=20 * SIZE):
        yield
    policy.forget()


def on_host(x):
    return x._memory.host is not None


def made():
    x = snp.arange(float(SIZE)).reshape(SHAPE).copy()
    assert type(x) is snp.ndarray
    assert on_host(x)
    return x


def make_hot(x):
    for _ in range(40):
        x *= 1.0
    assert not on_host(x)
    return x


def test_large_arrays_begin_on_the_host_and_move_after_so_much_work():
    x = made()
    x *= 1.0
    moments = []
    for k in range(40):
        if not on_host(x):
            moments.append(k)
        x += 1
    # YOUNG operations count for nothing, the rest by their elements
    assert moments[0] == homes.YOUNG + 20 - 1
    np.testing.assert_array_equal(x, np.arange(float(SIZE)).reshape(SHAPE) + 40)
    y = made()  # one more of this shape moves as soon as it is no temporary
    for _ in range(homes.YOUNG + 1):
        y = snp.multiply(y, 1.0, out=y)
    assert not on_host(y)


@pytest.mark.parametrize(
    "create", [snp.zeros, snp.ones, snp.empty, snp.random.random_sample, snp.eye]
)
def test_what_makes_large_arrays_makes_the_librarys(create):
    x = create(50) if create is snp.eye else create(SHAPE)
    assert type(x) is snp.ndarray
    assert on_host(x)
    assert type(create(3)) is np.ndarray


def test_views_follow_their_base():
    x = made()
    rows, transposed, flat = x[2:35], x.T, x.reshape(-1)
    make_hot(x)
    rows[0, 0] = -1
    assert (x[2, 0], transposed[0, 2], flat[2 * SHAPE[1]]) == (-1, -1, -1)
    homes.to_host(x)
    assert on_host(rows)
    flat[2 * SHAPE[1]] = -2
    assert (x[2, 0], transposed[0, 2], rows[0, 0]) == (-2, -2, -2)


@pytest.mark.parametrize("lend", [lambda x: x[3], np.asarray, lambda x: np.asarray(x.T)[1:]])
def test_memory_that_somebody_else_has_stays(lend):
    x = made()
    theirs = lend(x)
    for _ in range(60):
        x *= 1.0
    assert on_host(x)
    theirs[...] = -5.0
    assert float(snp.min(x)) == -5.0
    x[...] = 3.0
    assert theirs.max() == 3.0
    del theirs
    x *= 1.0
    assert not on_host(x)


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


def test_an_index_of_arrays_brings_an_array_home():
    x = make_hot(made())
    want = np.asarray(x)
    np.testing.assert_array_equal(x[x > 100], want[want > 100])
    assert on_host(x)


def test_what_is_placed_goes_to_the_devices_and_stays():
    mesh = xp.make_mesh(4)
    with xp.use_mesh(mesh):
        x = snp.ones(SHAPE)
    y = snp.ones(SHAPE, device=jax.NamedSharding(mesh, jax.P("x")))
    for z in (x, y):
        for i in range(30):
            z[i] = i
            z[i, 0]
        assert not on_host(z)
        assert len(z.sharding.device_set) == 4


def test_temporaries_are_where_the_arrays_of_their_statement_are():
    x = made()
    for _ in range(30):
        y = (x + 1) * 2 - x[::-1]
    assert not on_host(x)
    assert not on_host(y)
    x = xp.asarray(x)
    np.testing.assert_array_equal(y, (np.asarray(x) + 1) * 2 - np.asarray(x)[::-1])


def test_warnings_and_errors_are_numpys():
    x = made()
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        1 / x
    with pytest.raises(FloatingPointError), np.errstate(divide="raise"):
        1 / x
    with pytest.raises(ValueError, match="operands could not be broadcast"):
        x + x[:, 1:]
    with pytest.raises(IndexError):
        x[100]


def test_the_same_program_moves_at_the_same_operation():
    def run():
        policy.forget()
        x, trace = made(), []
        for k in range(60):
            x += 1
            if k % 7 == 0:
                x[k % 40, 3]
            trace.append(on_host(x))
        return trace

    first = run()
    assert len(set(first)) == 2
    assert run() == first
