"""Arrays of the array API's flavour at home on the host: where they begin, views, moves."""

import math
import subprocess
import sys
import threading
import warnings

import jax
import numpy as np
import pytest
from moving import SHAPE, SIZE, make_hot, on_host, small_sizes

import sharray as xp
import sharray.numpy as snp
from sharray._engine import launch_order
from sharray._record import homes

__all__ = ["small_sizes"]
pytestmark = pytest.mark.usefixtures("small_sizes")


def large():
    x = xp.reshape(xp.arange(float(SIZE)), SHAPE, copy=True)
    assert type(x) is xp.ShardedArray
    assert on_host(x)
    return x


def test_large_arrays_move_after_so_much_work_and_come_back_for_pieces():
    x = make_hot(large())
    for i in range(20):
        x[i, 0] = -1.0
    assert on_host(x)
    want = np.arange(float(SIZE)).reshape(SHAPE)
    want[:20, 0] = -1
    np.testing.assert_array_equal(x, want)


@pytest.mark.parametrize("move", [False, True])
def test_views_of_views_are_known_by_their_indices(move):
    x, want = large(), np.arange(float(SIZE)).reshape(SHAPE)
    keys = [(slice(2, 35), slice(None, None, -2)), (slice(1, None), ..., 3), None, (0, slice(4, 9))]
    views, wanted = [x], [want]
    for key in keys:
        views.append(views[-1][key])
        wanted.append(wanted[-1][key])
    if move:
        make_hot(x)
    views[-1][1:3] = -7.0
    wanted[-1][1:3] = -7.0
    assert on_host(x) != move
    for view, expected in zip(views, wanted, strict=True):
        assert view.shape == expected.shape
        np.testing.assert_array_equal(view, expected)


@pytest.mark.parametrize("key", [slice(10, 20), (slice(9, 0, -1), slice(1, 9)), (0, ...)])
@pytest.mark.parametrize("make", [xp.asarray, xp.numpy.array])
def test_writing_a_view_back_where_it_was_read(make, key):
    """As `x[key] += y` does, with the same object for the index; all others are written."""
    want = np.arange(float(SIZE)).reshape(SHAPE)
    x = make(want.copy())
    x[key] += 1.0
    want[key] += 1.0
    np.testing.assert_array_equal(x, want)
    part, expected = x[key], want[key]
    x.shape = want.shape = SHAPE[::-1]
    if part.shape == x[key].shape:
        x[key], want[key] = part, expected
    else:
        with pytest.raises(ValueError, match="broadcast"):
            x[key] = part
    np.testing.assert_array_equal(x, want)
    y, other = make(want.copy()), want.copy()
    part, x[0], want[0] = x[key], -1.0, -1.0
    y[key], other[key] = part, want[key]
    np.testing.assert_array_equal(y, other)


def test_a_view_stays_what_it_was_when_its_base_gets_another_shape():
    x = large()
    rows = x[3:5]
    x.shape = (SIZE,)
    rows[...] = 0.0
    assert rows.shape == (2, 30)
    assert not np.asarray(make_hot(x))[90:150].any()


def test_bounds_that_change_later_do_not_matter():
    x, bound = large(), xp.asarray(2)
    rows = x[bound:]
    bound += 5
    assert rows.shape == (38, 30)
    assert float(rows[0, 0]) == 60.0


@pytest.mark.parametrize(
    "key", [3, (3, 4), np.int64(5), (slice(None), 2), (..., -1), np.array([1, 3])]
)
def test_items_and_rows(key):
    x, want = large(), np.arange(float(SIZE)).reshape(SHAPE)
    found = x[key]
    assert type(found) is xp.ShardedArray
    np.testing.assert_array_equal(found, want[key])
    x[key] = 1.0
    want[key] = 1.0
    np.testing.assert_array_equal(x, want)


@pytest.mark.parametrize("key", [40, (0, 30), (0, 0, 0), 1.5, slice(0.5, 3), "x"])
def test_wrong_indices_are_numpys_errors(key):
    for x in (large(), np.zeros(SHAPE)):
        with pytest.raises((IndexError, TypeError)) as raised:
            x[key]
    assert raised.type in (IndexError, TypeError)


def test_operators_are_numpys():
    x, want = large()[:, ::2], np.arange(float(SIZE)).reshape(SHAPE)[:, ::2]
    for result, expected in (
        (x + x, want + want), (2 - x, 2 - want), (x.T @ x, want.T @ want), (-x, -want),
        (x > 7, want > 7), (x[0] @ x[1], want[0] @ want[1]), (x * x[0], want * want[0]),
    ):  # fmt: skip
        assert type(result) is xp.ShardedArray
        assert on_host(result)
        np.testing.assert_array_equal(result, expected)
        assert np.asarray(result).dtype == expected.dtype
    with pytest.raises(TypeError):
        x += 1j


def test_what_is_placed_stays_and_what_jax_takes_moves():
    x, placed = large(), xp.ones(SHAPE, device=jax.sharding.PartitionSpec("x"))
    assert not on_host(placed)
    assert not on_host(placed + x)
    y = large()
    assert not on_host(xp.jit(lambda v: v * 2)(y))
    assert not on_host(y)
    z = large()
    z.to_jax()
    assert not on_host(z)


CODE = """
{first}
import sharray as xp
x = xp.ones(200_000)
print(x._memory.host is not None, *[xp.get_options()[n] for n in ("host_threshold", "host_work")])
with xp.set_options(host_work=7):
    print(xp.get_options()["host_work"], xp.ones(200_000)._memory.host is not None)
print(xp.get_options()["host_work"])
"""


@pytest.mark.parametrize(
    ("first", "environment", "expected"),
    [
        ("", {}, "True 131072 2000000000 7 True 2000000000"),
        ("import jax", {}, "True 131072 2000000000 7 True 2000000000"),
        ("", {"JAX_NUM_CPU_DEVICES": "2"}, "False 16384 0 7 True 0"),
        ("import jax; jax.config.update('jax_num_cpu_devices', 2)", {}, "False 16384 0 7 True 0"),
        ("", {"SHARRAY_HOST_THRESHOLD": "0"}, "False 0 2000000000 7 False 2000000000"),
    ],
)
def test_one_cpu_is_numpys_several_devices_are_used(first, environment, expected, monkeypatch):
    for name in ("JAX_NUM_CPU_DEVICES", "XLA_FLAGS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(first=first)], check=True, text=True,
        stdout=subprocess.PIPE, timeout=120,
    )  # fmt: skip
    assert done.stdout.split() == expected.split()


class Own(np.ndarray):
    """A class derived from NumPy's array."""


VIEWS = {
    "records": lambda x: x.view([("a", "f8"), ("b", "f8")]),
    "bytes": lambda x: x.view(np.dtype((np.void, 16))),
    "dates": lambda x: x.view("M8[s]"),
    "text": lambda x: x.view("S4"),
    "a class": lambda x: x.view(Own),
    "a class, another dtype": lambda x: x.view("i8", np.matrix),
    "a recarray": lambda x: x.view([("a", "f8")], np.recarray),
}


@pytest.mark.parametrize("make", [xp.asarray, xp.numpy.array])
@pytest.mark.parametrize("move", [False, True])
@pytest.mark.parametrize("name", VIEWS)
def test_views_of_what_is_not_numeric_are_numpys_on_the_same_memory(name, move, make):
    values = np.arange(float(SIZE)).reshape(SHAPE)
    x = make(values)
    view = VIEWS[name](make_hot(x) if move else x)
    wanted = VIEWS[name](values)
    assert (type(view), view.dtype, view.shape) == (type(wanted), wanted.dtype, wanted.shape)
    assert view.tobytes() == wanted.tobytes()
    assert not isinstance(view, xp.ShardedArray)
    x[0] = -1.0
    values[0] = -1.0
    assert view.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("dtype", ["M8[s]", "V8", [("a", "f4"), ("b", "i4")], np.ndarray, Own])
def test_views_of_another_kind_of_what_stays_on_devices_are_copies_to_read(dtype):
    values = np.arange(math.prod(SHAPE), dtype=float).reshape(SHAPE)
    copy, wanted = xp.asarray(values, device=xp.make_mesh(2)).view(dtype), values.view(dtype)
    assert (type(copy), copy.dtype, copy.shape) == (type(wanted), wanted.dtype, wanted.shape)
    assert copy.tobytes() == wanted.tobytes()
    assert not copy.flags.writeable


@pytest.mark.parametrize("move", [False, True])
def test_to_numpy_is_the_memory_or_a_copy_to_read(move):
    x = make_hot(large()) if move else large()
    host = x.to_numpy()
    assert type(host) is np.ndarray
    host[1, 2] = -5.0
    assert float(x[1, 2]) == -5.0
    placed = xp.asarray(x, device=xp.make_mesh(1), copy=True)
    read = placed.to_numpy()
    np.testing.assert_array_equal(read, host)
    with pytest.raises(ValueError, match="read-only"):
        read[0] = 1.0


@pytest.mark.parametrize("move", [False, True])
@pytest.mark.parametrize("make", [xp.asarray, xp.numpy.array])
@pytest.mark.parametrize("ufunc", [np.divmod, np.frexp, np.modf])
def test_numpys_ufuncs_with_two_results_give_a_tuple(ufunc, make, move):
    values = np.arange(float(SIZE)).reshape(SHAPE) + 0.25
    x = make(values)
    args = (make_hot(x) if move else x, *[3.0] * (ufunc.nin - 1))
    found, wanted = ufunc(*args), ufunc(values, *args[1:])
    assert isinstance(found, tuple)
    for one, expected in zip(found, wanted, strict=True):
        assert isinstance(one, xp.ShardedArray)
        assert one.dtype == expected.dtype
        np.testing.assert_array_equal(one, expected)


@pytest.mark.parametrize("move", [False, True])
@pytest.mark.parametrize("make", [xp.asarray, xp.numpy.array])
@pytest.mark.parametrize("name", ["asarray", "array"])
def test_jax_makes_its_own_arrays_of_both_homes(name, make, move):
    values = np.arange(float(SIZE)).reshape(SHAPE)
    x = make(values)
    if move:
        make_hot(x)
    made = getattr(jax.numpy, name)(x)
    assert type(made) is type(jax.numpy.zeros(3))
    x[0] = -1.0
    np.testing.assert_array_equal(made, values)
    np.testing.assert_array_equal(getattr(jax.numpy, name)(values), values)


@pytest.mark.parametrize("namespace", [xp, snp])
def test_views_of_a_view_are_right_after_its_base_has_moved_and_come_back(namespace):
    values = np.arange(float(SIZE))
    x = namespace.asarray(values.reshape(-1, 2), copy=True)
    flat = x.reshape(SIZE)
    assert flat[3:SIZE].tolist() == values[3:].tolist()
    for _ in range(2):
        homes.to_devices(x._memory)
        homes.to_host(x)
        assert flat[5:SIZE][1:].tolist() == values[6:].tolist()
        np.testing.assert_array_equal(np.asarray(flat[::-1]), values[::-1])


@pytest.mark.parametrize("namespace", [xp, snp])
def test_a_large_part_of_a_column_that_is_read_in_pieces(namespace):
    values = np.arange(2.0 * SIZE)
    x = namespace.asarray(values, copy=True)
    column, want = x[: 2 * SIZE].reshape(-1, 2)[:, -1], values.reshape(-1, 2)[:, -1]
    column.reshape(-1)  # how it shows the memory is known from here on
    assert column[:3].tolist() == want[:3].tolist()
    part = column[5:]
    part += 1
    want[5:] += 1
    np.testing.assert_array_equal(np.asarray(part), want[5:])
    np.testing.assert_array_equal(np.asarray(x), values)


@pytest.mark.parametrize("namespace", [xp, snp])
@pytest.mark.parametrize("key", [np.s_[:0, ...], np.s_[:2, :3]])
def test_small_views_are_as_writable_as_numpys(namespace, key):
    x = namespace.asarray(np.ones((SIZE // 4, 4)), copy=True)
    view = x[key]
    homes.to_devices(x._memory)
    homes.to_host(x)
    view[...] = 2
    x.flags.writeable = False
    with pytest.raises(ValueError, match="WRITEABLE"):
        x[key].flags.writeable = True
    assert not namespace.broadcast_to(view, (3, *view.shape)).flags.writeable


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("namespace", [xp, snp])
@pytest.mark.parametrize("key", [np.s_[:10], np.s_[5::7], np.s_[:700]])
def test_a_slice_of_flat_is_a_copy(namespace, key, there):
    x = namespace.asarray(np.arange(float(SIZE)).reshape(SHAPE), copy=True)
    if there:
        homes.to_devices(x._memory)
    part = x.flat[key]
    part += 1
    values = np.arange(float(SIZE))
    np.testing.assert_array_equal(np.asarray(part), values[key] + 1)
    np.testing.assert_array_equal(np.asarray(x), values.reshape(SHAPE))


def test_windows_that_are_written_to_are_numpys_on_the_same_memory():
    values = np.arange(35.0).reshape(5, 7)
    with xp.set_options(host_threshold=10, host_work=10**9):
        x = snp.array(values)
        for array in (x, values):
            windows = np.lib.stride_tricks.sliding_window_view(array, 3, axis=1, writeable=True)
            assert type(windows) is np.ndarray
            windows[1, 2] = -1
            windows[3] += 1
        np.testing.assert_array_equal(np.asarray(x), values)
        x.flags.writeable = False
        assert not np.lib.stride_tricks.sliding_window_view(
            x, 3, axis=1, writeable=True
        ).flags.writeable


def test_flat_gives_traced_numbers():
    x = xp.ones((7, 3))
    assert float(xp.jit(lambda v: v.flat[2] * 2)(x)) == 2


LOOPS = {
    "elements": (list, lambda x: x.reshape(-1)),
    "a view": (list, lambda x: x.reshape(-1)[5:-5:3]),
    "rows": (lambda x: [row.sum() for row in x], lambda x: x),
    "columns": (lambda x: [list(c) for c in x], lambda x: x[:, ::2].T),
    "flat": (lambda x: list(x.flat), lambda x: x.T),
    "sum": (sum, lambda x: x[3]),
}


@pytest.mark.parametrize("home", ["host", "devices"])
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_gives_what_numpys_gives(name, home):
    loop, part = LOOPS[name]
    want = np.arange(float(SIZE)).reshape(SHAPE)
    x = snp.zeros(SHAPE)
    x += want
    if home == "devices":
        make_hot(x)
    assert str(loop(part(x))) == str(loop(part(want)))


def test_a_loop_sees_what_is_written_meanwhile_and_rows_write_to_the_array():
    for array in (np.zeros(SHAPE), snp.zeros(SHAPE)):
        seen = []
        for i, row in enumerate(array):
            row += i
            array[i + 1 :] = 10 * i
            seen.append(float(row[3]))
        assert seen[:4] == [0, 1, 12, 23]
        vector, met = array.reshape(-1), []
        for v in vector:
            met.append(v)
            vector[len(met) :] = len(met)
        assert met[1:] == list(range(1, SIZE))
        assert array[-1, -1] == SIZE - 1
    # what is iterated over stays where it is, as long
    x = snp.zeros(SHAPE)
    left = iter(x.reshape(-1))
    next(left)
    for _ in range(60):
        x *= 1.0
    assert on_host(x)
    x[:] = 7
    assert next(left) == 7
    del left
    make_hot(x)


def test_the_iterator_over_a_flat_array_is_one_with_a_place():
    for x in (np.arange(float(SIZE)).reshape(SHAPE), snp.arange(float(SIZE)).reshape(SHAPE)):
        flat = x.flat
        assert [next(flat), next(flat)] == [0, 1]
        for value in flat:
            if value == 40:
                break
        assert (flat.index, flat.coords, next(flat)) == (41, (1, 11), 41)
        assert len(list(flat)) == SIZE - 42
        with pytest.raises(StopIteration):
            next(flat)


def test_a_read_only_array_gives_read_only_rows():
    x = snp.zeros(SHAPE)
    x.flags.writeable = False
    for row in x:
        with pytest.raises(ValueError, match="read-only"):
            row[0] = 1
    assert list(x[0]) == [0.0] * SHAPE[1]


DIVISIONS = {
    "divmod": lambda x, zeros: divmod(x, zeros),
    "divmod, a number": lambda x, zeros: divmod(x, 0),
    "divmod, reflected": lambda x, zeros: divmod(3, x),
    "divmod, a list": lambda x, zeros: divmod(x, [*range(30)]),
    "a long list": lambda x, zeros: x.reshape(-1) // ([0] * SIZE),
    "a long list, reflected": lambda x, zeros: ([1] * SIZE) // x.reshape(-1),
    "a ufunc": lambda x, zeros: np.floor_divide([[2] * 30] * 40, x),
}


@pytest.mark.parametrize("dtype", [np.int64, np.float32])
@pytest.mark.parametrize("name", DIVISIONS)
def test_operators_give_numpys_warnings(name, dtype):
    outcomes = []
    for xp_ in (np, snp):
        x = xp_.arange(SIZE, dtype=dtype).reshape(SHAPE) - 2
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = DIVISIONS[name](x, xp_.zeros(SHAPE, dtype))
        values = found if isinstance(found, tuple) else (found,)
        outcomes.append(([str(w.message) for w in caught], [(v.dtype, str(v)) for v in values]))
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][0]


@pytest.mark.parametrize("write", [lambda v: v.__iadd__(5), lambda v: v.__setitem__((0,), 6)])
def test_a_part_of_what_may_move_is_written_under_the_lock(write):
    """Else the array moves between the look where it is, and the write."""
    with xp.set_options(host_threshold=100, host_work=10**12):
        base = xp.zeros(3000) + 1
        part = base[10:20]
        thread = threading.Thread(target=write, args=(part,))
        with launch_order.lock:
            thread.start()
            thread.join(0.2)
            assert thread.is_alive()
        thread.join(60)
        assert float(base[10]) == 6
