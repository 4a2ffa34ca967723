"""Homes: where large arrays of NumPy's flavour lie, when they move, and that nobody sees it."""

import contextlib
import threading
import tracemalloc

import jax
import numpy as np
import pytest
from moving import SHAPE, SIZE, made, make_hot, on_host, small_sizes

import sharray as xp
import sharray.numpy as snp
from sharray._core import policy
from sharray._core.observers import Observer
from sharray._engine import xla
from sharray._functions.flavours import NUMPY
from sharray._record import homes, host_operands, record

__all__ = ["small_sizes"]
pytestmark = pytest.mark.usefixtures("small_sizes")


def test_large_arrays_begin_on_the_host_and_move_after_so_much_work():
    x = made()
    x *= 1.0
    moments = []
    for k in range(40):
        if not on_host(x):
            moments.append(k)
        x += 1
    assert moments[0] == 20 - 1
    np.testing.assert_array_equal(x, np.arange(float(SIZE)).reshape(SHAPE) + 40)
    y = made()  # one more of this shape moves as soon as it is no temporary
    for _ in range(host_operands.YOUNG + 1):
        y = snp.multiply(y, 1.0, out=y)
    assert not on_host(y)


@pytest.mark.parametrize(
    ("operate", "times"),
    [
        (lambda x, y: x.__iadd__(1.0), 80),
        (lambda x, y: x.__isub__(y), 40),
        (lambda x, y: snp.maximum(x, 1.0, out=x), 40),
        (lambda x, y: snp.add(x, x, out=y), 27),
        (lambda x, y: x.__ipow__(1.0), 20),
        (lambda x, y: snp.sin(x, out=x), 10),
    ],
)
def test_what_is_light_and_in_place_counts_a_quarter(monkeypatch, operate, times):
    monkeypatch.setattr(policy, "IN_PLACE", 1)
    x, y = made(), snp.zeros(SHAPE)
    moments = [k for k in range(100) if operate(x, y) is not None and not on_host(x)]
    assert moments[:1] == [times - 1]


def test_arrays_of_a_moment_move_after_twice_the_work():
    moments = [k for k in range(60) if not on_host(made() * 2.0)]
    assert moments[0] == 2 * 20 - 1


@pytest.mark.parametrize(
    "create", [snp.zeros, snp.ones, snp.empty, snp.random.random_sample, snp.eye]
)
def test_what_makes_large_arrays_makes_the_librarys(create):
    x = create(50) if create is snp.eye else create(SHAPE)
    assert type(x) is NUMPY.array
    assert on_host(x)
    assert type(create(3)) is np.ndarray


@pytest.mark.parametrize("by", [np.timedelta64(2, "s"), np.longdouble(2), "object"])
def test_large_results_that_no_device_holds_are_numpys(by):
    x = made()
    result = x.astype(object) if isinstance(by, str) else x.astype(int) * by
    assert type(result) is np.ndarray
    np.testing.assert_array_equal(
        result[1],
        np.asarray(np.arange(SHAPE[1], 2 * SHAPE[1])) * (1 if isinstance(by, str) else by),
    )


def test_numpys_own_large_arrays_are_joined_with_the_librarys_without_copies():
    x, theirs = snp.zeros((400, 300)), np.ones((400, 200))
    tracemalloc.start()
    joined = snp.hstack([x, theirs])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert type(joined) is NUMPY.array
    assert on_host(joined)
    assert peak < 1.2 * joined.nbytes
    np.testing.assert_array_equal(joined, np.hstack([np.asarray(x), theirs]))


@pytest.mark.parametrize(
    "call",
    [
        lambda np, x, y: np.where(x > 3, x, y),
        lambda np, x, y: np.concatenate([y, x]),
        lambda np, x, y: np.average(x, weights=y),
        lambda np, x, y: np.cross(x.reshape(-1, 3), b=y.reshape(-1, 3)),
    ],
)
def test_functions_take_large_arrays_along_to_the_devices(call):
    x, y = make_hot(made()), made() + 1
    result = call(snp, x, y)
    assert not on_host(y)
    np.testing.assert_allclose(result, call(np, x.to_numpy(), y.to_numpy()), rtol=1e-12)


def test_what_must_stay_is_copied_to_the_devices_and_not_kept_there(monkeypatch):
    monkeypatch.setattr(record, "_LARGE", SIZE)
    x, y = make_hot(made()), made()
    theirs = np.asarray(y)
    kept = len(xla.replicated_constants)
    for k in range(3):
        theirs[0, 0] = k
        result = snp.where(x > -1, y, x)
        assert result[0, 0] == k
        np.testing.assert_array_equal(result, theirs)
    assert on_host(y)
    assert all(v.size < SIZE for v in list(xla.replicated_constants.values())[kept:])


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
    y = x
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


def test_threads_that_write_to_parts_lose_nothing_when_the_base_moves(monkeypatch):
    monkeypatch.setattr(host_operands, "YOUNG", 0)
    x = snp.zeros((3, 20_000))

    def work(write):
        for _ in range(50):
            write()

    def in_place(row):
        row += 1

    def whole():
        x[2] = x[2] + 1

    first, second = x[0], x[1]
    writes = [lambda: in_place(first), lambda: in_place(second), whole]
    threads = [threading.Thread(target=work, args=(write,)) for write in writes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(x, np.full((3, 20_000), 50.0))


def test_out_may_be_a_part_of_the_operand():
    x, want = made(), np.arange(float(SIZE)).reshape(SHAPE)
    total = snp.sum(x, axis=0, out=x[0])
    np.sum(want, axis=0, out=want[0])
    np.testing.assert_array_equal(x, want)
    assert np.shares_memory(total, np.asarray(x))


def test_read_only_arrays_are_not_written_to():
    x = made()
    x.flags.writeable = False
    for write in (
        lambda: snp.copyto(x, 3),
        lambda: snp.fill_diagonal(x, 3),
        lambda: snp.random.default_rng(0).random(out=x),
        lambda: snp.random.shuffle(x),
        lambda: snp.add(x, 1, out=x),
        lambda: x.__setitem__(0, 1),
        lambda: x.__iadd__(1),
    ):
        with pytest.raises(ValueError, match="read-only"):
            write()
    np.testing.assert_array_equal(x, np.arange(float(SIZE)).reshape(SHAPE))


def test_what_is_written_to_is_returned():
    x, theirs = made(), np.empty(SHAPE)
    assert snp.add(x, 1, out=x) is x
    assert snp.add(theirs, 1, out=(theirs,)) is theirs
    assert snp.random.default_rng(0).random(out=x) is x


def test_column_major_results_alias_as_numpys_do():
    x, want = made(), np.arange(float(SIZE)).reshape(SHAPE)
    y, z = x.T + 1, want.T + 1
    y.ravel()[0] = -5
    z.ravel()[0] = -5
    y.T.reshape(-1)[1] = -7
    z.T.reshape(-1)[1] = -7
    np.testing.assert_array_equal(y, z)


def test_what_dlpack_exports_stays():
    x = made()
    theirs = np.from_dlpack(x)
    for _ in range(60):
        x + x
    x[0] = 5
    assert theirs[0, 0] == 5


def test_what_must_not_be_copied_for_dlpack_comes_home_unless_it_is_placed():
    with xp.set_options(host_threshold=0, host_work=0):
        x = xp.arange(float(SIZE))
        y = x[1:]
        theirs = np.from_dlpack(x, copy=False)
        assert on_host(x)
        x[1] = 5
        assert theirs[1] == 5
        assert float(y[0] + y[1]) == 7
        if xp.get_mesh().size > 1:
            spec = jax.sharding.PartitionSpec(None, xp.get_mesh().axis_names)
            with pytest.raises(BufferError, match="placed"):
                xp.zeros((40, 30)).to_device(spec).__dlpack__(copy=False)


def test_what_is_recorded_of_a_view_stays_when_the_memory_is_written_to():
    x = snp.arange(float(SIZE))  # its memory has another shape than the view
    view = x.reshape(SHAPE)
    hot = make_hot(made())
    sums = snp.stack([view, hot])
    view[3] = -1
    np.testing.assert_array_equal(sums[0], np.arange(float(SIZE)).reshape(SHAPE))


@pytest.mark.parametrize(
    "write",
    [
        lambda x: snp.cumsum(x, axis=0, out=x),
        lambda x: snp.clip(x, 0, 2, out=x),
        lambda x: snp.add(x, x, out=x, where=np.ones(SHAPE, bool)),
        lambda x: snp.sum(np.ones((*SHAPE, 2)), axis=2, out=x),
        lambda x: x.sort(),
        lambda x: snp.matmul(np.ones((40, 5)), np.ones((5, 30)), out=x),
    ],
)
def test_what_numpy_writes_does_not_move(write):
    x, want = made(), np.arange(float(SIZE)).reshape(SHAPE)
    write(x)
    assert on_host(x)
    write(want)
    np.testing.assert_array_equal(x, want)


def test_traces_of_jax_see_arrays_of_both_homes():
    index = np.array([1, 2, 3])

    def total(x):
        y = snp.zeros(SHAPE)
        y[0] = x[index][0] * 2
        y[1, 1] = x[2, 2]
        snp.add(x, y, out=y)
        return y.sum() + x[[1, 2]].sum()

    x = made()
    want = total(np.asarray(x))
    assert float(jax.jit(total)(x)) == want
    assert float(jax.jit(total)(make_hot(made()))) == want
    assert jax.grad(lambda x: total(x).sum())(x)[5, 5] == 1.0


def test_programs_on_one_device_are_compiled_when_numpy_has_computed_as_much():
    xp.set_mesh(xp.make_mesh(1))
    try:
        x, want = make_hot(made()), np.arange(float(SIZE)).reshape(SHAPE)
        programs = []
        for step in range(8):
            x[1:-1] = (x[:-2] + x[2:]) * 0.5 + step
            want[1:-1] = (want[:-2] + want[2:]) * 0.5 + step
            programs.append(xp.cache_info().compilations)
        np.testing.assert_allclose(x, want, rtol=1e-12)
    finally:
        xp.set_mesh(None)
    # four operations and a write each
    assert programs[0] == programs[1] < programs[-1] == programs[-2]


@pytest.mark.parametrize("listens", [False, True])
def test_arrays_move_at_the_same_operation_whoever_listens(listens):
    x = made() + 0.0
    policy.forget()
    moments = []
    with Observer() if listens else contextlib.nullcontext():
        for _ in range(60):
            y = x * 2
            moments.append(on_host(x))
            assert on_host(x) == on_host(y)
    assert moments.index(False) == 20 - 1


@pytest.mark.parametrize("namespace", [xp, snp])
@pytest.mark.parametrize("size", [16, SIZE])
def test_a_second_operand_of_a_function_of_one_is_where_it_writes(namespace, size):
    x, out = namespace.ones(size) * 4.0, namespace.zeros(size) + 0.0
    assert namespace.sqrt(x, out) is out
    np.testing.assert_array_equal(out, np.full(size, 2.0))
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        namespace.sqrt(x, out)
    with pytest.raises(TypeError):
        namespace.add(x)


def test_what_threads_write_to_a_result_is_not_lost_when_it_moves():
    x = xp.ones(SHAPE) * 1.0  # nobody has asked for its memory
    assert x._owner is None
    x[xp.asarray(np.arange(3))] = 5.0
    make_hot(x)
    want = np.ones(SHAPE)
    want[:3] = 5
    np.testing.assert_array_equal(x, want)


@pytest.mark.parametrize("operations", [1, 4])
def test_arrays_of_a_moment_move_if_devices_compute_enough_of_them(operations, monkeypatch):
    monkeypatch.setattr(policy, "COMPILING", 0)
    tally = policy.tally_of(SHAPE)
    placed, y = [], made()
    for _ in range(120):
        x = made()  # each used in one statement
        y = x
        for _ in range(operations):
            y = y * 2.0
        placed.append(not on_host(x))
        xp.block_until_ready(y)
    np.testing.assert_array_equal(y, np.arange(float(SIZE)).reshape(SHAPE) * 2.0**operations)
    assert any(placed)
    if operations == 1:  # to move it has cost as much as the operation
        assert tally.resistance > 1
        assert sum(placed) < 60
    else:
        assert tally.resistance == 1
        assert all(placed[placed.index(True) :])


def test_an_array_that_is_used_twice_at_once_is_one_in_a_trial():
    tally = policy.tally_of(SHAPE)
    while True:
        x = made()
        y = x * x
        if not on_host(x):
            break
    assert tally.young == 1
    np.testing.assert_array_equal(y, np.arange(float(SIZE)).reshape(SHAPE) ** 2)
