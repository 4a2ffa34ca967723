"""Views: where NumPy has them, what they show and write, and what is known of their memory."""

import re

import numpy as np
import pytest
import scipy.linalg
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.lib.stride_tricks import as_strided, sliding_window_view

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._core.lens import between
from sharray._engine import compiler, ir
from sharray._record.memory_layout import may_share_memory, shares_memory


@pytest.fixture(params=[0, 16384], ids=["devices", "host"], autouse=True)
def tier(request):
    with xp.set_options(host_threshold=request.param):
        yield request.param


def both(shape, dtype="float64"):
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    return xp.asarray(array), array


def some_view(draw, array):
    """Some view of NumPy's at constant steps along the axes of an array."""
    kind = draw(st.sampled_from(["index", "permute", "broadcast"]))
    if kind == "permute":
        return array.transpose(draw(st.permutations(range(array.ndim))))
    if kind == "broadcast" and array.ndim < 6:
        return np.broadcast_to(array, (draw(st.integers(1, 3)), *array.shape))
    key = draw(hnp.basic_indices(array.shape, allow_newaxis=True, max_dims=6))
    return np.asarray(array[key if isinstance(key, tuple) else (key,)])


@given(
    st.data(),
    st.sampled_from([(), (5,), (1,), (0,), (4, 6), (1, 5), (5, 1), (3, 1, 4), (2, 3, 4), (0, 3)]),
)
def test_how_a_view_lies_follows_from_its_strides(data, shape):
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    view = array
    for _ in range(data.draw(st.integers(1, 4))):
        view = some_view(data.draw, view)
    lens = between(array, view) if np.may_share_memory(array, view) or not view.size else None
    if lens is None:  # an index of integers alone takes a copy
        return
    again = lens.of_numpy(array)
    assert lens.shape == again.shape == view.shape
    assert (again == view).all()
    axes = [d.axis for d in lens.dims if d.axis is not None] + [axis for axis, _ in lens.fixed]
    assert sorted(axes) == list(range(array.ndim))


def steps(x):
    """The strides that mean something: of one element there is no next one."""
    return [s for s, n in zip(x.strides, x.shape, strict=True) if n > 1]


def test_reshape_is_a_view_where_it_is_one_in_numpy():
    x, array = both((4, 6))
    for view, shape in [
        (lambda y: y.T, (-1,)),
        (lambda y: y[:, :3], (4, 3, 1)),
        (lambda y: y[:, :3], (12,)),
        (lambda y: y[::2], (2, 3, 2)),
        (lambda y: y[:, ::2], (2, 2, 3)),
        (lambda y: y[::-1], (24,)),
        (lambda y: y[:, 0], (2, 2)),
    ]:
        mine, theirs = view(x).reshape(shape), view(array).reshape(shape)
        assert shares_memory(x, mine) == np.shares_memory(array, theirs)
        if np.shares_memory(array, theirs):
            assert steps(mine) == steps(theirs)
            assert mine.base is x
            view(x).reshape(shape, copy=False)
        else:
            assert mine.base is None
            with pytest.raises(ValueError, match="copy"):
                view(x).reshape(shape, copy=False)
            with pytest.raises(ValueError, match="copy"):
                xp.reshape(view(x), shape, copy=False)
        mine += 100
        theirs += 100
        strategies.assert_matches(x, array)


@pytest.mark.parametrize(
    "again",
    [
        lambda y: y.reshape(4, 6)[:, None].reshape(24, 1).reshape(-1),
        lambda y: y[:, None].T.reshape(2, 12)[None].reshape(3, 8).reshape(24),
        lambda y: y.view(np.float64).view(np.int64).reshape(6, 4).reshape(24),
        lambda y: y.view(np.int32).reshape(8, 6).reshape(48).view(np.int64),
    ],
)
def test_views_of_views_do_not_pile_up(again):
    x, array = both((25,))
    mine, theirs = x[1:].real, array[1:].real
    for _ in range(300):
        mine, theirs = again(mine), again(theirs)
    assert mine.base is x
    assert len(mine._chain) <= 4
    mine[5:] += 100
    theirs[5:] += 100
    strategies.assert_matches(x, array)


@pytest.mark.parametrize("labels", ["ii->i", "ij->ji", "ij", "i...->...i"])
def test_einsum_of_one_array_is_a_view(labels):
    x, array = both((5, 5))
    mine, theirs = snp.einsum(labels, x), np.einsum(labels, array)
    assert np.shares_memory(array, theirs)
    assert shares_memory(x, mine)
    mine[1:] += 100
    theirs[1:] += 100
    strategies.assert_matches(x, array)
    wide = xp.broadcast_to(x[:1], (5, 5))
    with pytest.raises(ValueError, match="read-only"):
        snp.einsum(labels, wide)[...] = 1


@pytest.mark.parametrize("order", ["C", "F", "A", "K"])
def test_orders(order):
    x, array = both((4, 6))
    for view in [lambda y: y, lambda y: y.T, lambda y: y[:, ::2], lambda y: y[::-1].T]:
        mine, theirs = view(x), view(array)
        strategies.assert_matches(mine.ravel(order), theirs.ravel(order))
        assert shares_memory(mine.ravel(order), x) == np.shares_memory(theirs.ravel(order), array)
        strategies.assert_matches(mine.flatten(order), theirs.flatten(order))
        assert not shares_memory(mine.flatten(order), x)
        copied, want = mine.copy(order), theirs.copy(order)
        strategies.assert_matches(copied, want)
        assert copied.strides == want.strides
        assert not shares_memory(copied, x)
        if order != "K":
            shape = (theirs.size // 2, 2)
            strategies.assert_matches(
                mine.reshape(shape, order=order), theirs.reshape(shape, order=order)
            )
    with pytest.raises(ValueError, match="order"):
        x.ravel("Z")


def test_parts_of_complex_numbers_are_written_through():
    x, array = both((3, 5), "complex128")
    for y in (x, array):
        y.imag = -1
        y.real[1:, ::2] *= 3
        y[:, 1].imag += y.real[:, 0]
        y.imag[0][...] = y.real[0]
        y.T.real[2] = np.arange(3)
        y.real[y.real > 8] = 0
        y.imag.reshape(-1)[::4] = 7
    strategies.assert_matches(x, array)
    strategies.assert_matches(x.real, array.real)
    assert x.imag.strides == array.imag.strides
    assert x.real.base is x
    assert not shares_memory(x.real, x.imag)
    assert may_share_memory(x.real, x.imag)
    assert shares_memory(x.real, x[1:])


def test_parts_of_real_numbers():
    x, array = both((3,))
    assert x.real is x
    strategies.assert_matches(x.imag, array.imag)
    assert not x.imag.flags.writeable
    x.real = 5
    strategies.assert_matches(x, np.full(3, 5.0))
    with pytest.raises(TypeError, match="imaginary part"):
        x.imag = 1


def test_writing_parts_moves_nothing(tier):
    if tier:
        return
    x = xp.block_until_ready(xp.asarray(np.zeros((13, 4), complex)))
    seen = []
    xp.cache_clear()
    x.real += 1
    x.imag[2:5] = 3
    for ((entries, *_), _), program in compiler.programs.items():
        seen.append(program.moves)
        assert not any(isinstance(e, ir.Apply) and not e.op.elementwise for e in entries)
    assert seen
    assert not any(seen)


DTYPES = ["float64", "int64", "complex128", "float32", "int32", "uint8", "complex64", "int16"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_bytes_read_as_another_dtype(dtype):
    # such bytes are no subnormal numbers, which XLA takes for zero, nor NaN
    random = np.random.default_rng(0).integers(0x20, 0x60, 12 * 16).astype("u1")
    array = random[: 12 * np.dtype(dtype).itemsize].view(dtype).reshape(3, 4)
    x = xp.asarray(array)
    array = array.copy()
    for other in DTYPES:
        for view in [lambda y: y, lambda y: y[1:], lambda y: y.T, lambda y: y[:, 1]]:
            mine, theirs = view(x), view(array)
            try:
                want = theirs.view(other)
            except ValueError:
                with pytest.raises(ValueError, match="last axis"):
                    mine.view(other)
                continue
            assert mine.view(other).shape == want.shape
            assert steps(mine.view(other)) == steps(want)
            read = np.ascontiguousarray(np.asarray(mine.view(other)))
            assert read.tobytes() == want.tobytes()
    for y in (x, array):
        y.view("uint8")[1:, ::3] = 1
    assert np.asarray(x).tobytes() == array.tobytes()


def test_a_view_of_all_is_a_view():
    x, _ = both((2, 4))
    assert x.view().base is x


def test_diagonals():
    x, array = both((3, 4, 5))
    for offset, axis1, axis2 in [(0, 0, 1), (1, 1, 2), (-1, 2, 0), (2, 0, 2), (-5, 0, 1)]:
        mine, theirs = x.diagonal(offset, axis1, axis2), array.diagonal(offset, axis1, axis2)
        strategies.assert_matches(mine, theirs)
        if theirs.size:
            assert mine.strides == theirs.strides
            assert shares_memory(mine, x)
        with pytest.raises(ValueError, match="read-only"):
            mine[...] = 0
        mine.flags.writeable = True
        theirs.flags.writeable = True
        mine[...] = -1
        theirs[...] = -1
        strategies.assert_matches(x, array)
    with pytest.raises(ValueError, match="two dimensions"):
        x[0, 0].diagonal()
    with pytest.raises(ValueError, match="same"):
        x.diagonal(0, 1, 1)


def test_flags():
    x, array = both((3, 4))
    for view in [lambda y: y, lambda y: y.T, lambda y: y[:, ::2], lambda y: y[1]]:
        mine, theirs = view(x).flags, view(array).flags
        names = ["C", "F", "W", "A", "B", "X", "CA", "FA", "FNC", "FORC", "C_CONTIGUOUS", "ALIGNED"]
        for name in names:
            assert mine[name] == theirs[name], name
    assert x.flags.owndata
    assert not x.T.flags["OWNDATA"]
    assert repr(x.flags) == repr(array.copy().flags)
    for name in ("NOSUCH", "layout", "_name"):
        with pytest.raises(KeyError):
            x.flags[name]


@pytest.mark.parametrize(
    "read",
    [
        lambda n, y: y[n.asarray(1)],
        lambda n, y: y[n.asarray(1), 1:],
        lambda n, y: y[..., n.asarray(-1)],
        lambda n, y: y.T[np.asarray(2), ::2],
        lambda n, y: y[n.asarray(1), 2, ...],
        lambda n, y: y[np.int64(1)],
        lambda n, y: y[int(n.argmax(y[:, 0]))],
    ],
)
def test_integer_that_is_an_array_copies(read):
    """As other index arrays do; a number is an integer like any other."""
    x, array = both((4, 6))
    mine, theirs = read(xp, x), read(np, array)
    assert shares_memory(x, mine) == np.shares_memory(array, theirs)
    assert steps(mine) == steps(theirs)
    mine += 100
    theirs += 100
    strategies.assert_matches(mine, theirs)
    strategies.assert_matches(x, array)


def test_read_only():
    x, _ = both((3,))
    before = x[1:]
    x.flags.writeable = False
    for change in [lambda: x.__setitem__(0, 1), lambda: x.__iadd__(1)]:
        with pytest.raises(ValueError, match="read-only"):
            change()
    before[0] = 9
    assert float(x[1]) == 9
    with pytest.raises(ValueError, match="WRITEABLE"):
        x[1:].flags.writeable = True
    x.setflags(write=True)
    x[0] = 1
    wide = xp.broadcast_to(x, (2, 3))
    with pytest.raises(ValueError, match="read-only"):
        wide[...] = 0
    with pytest.raises(ValueError, match="one place"):
        wide.flags.writeable = True


def test_memory_of_arrays():
    x, _ = both((5,))
    assert shares_memory(x, x)
    assert not shares_memory(x[::2], x[1::2])
    assert may_share_memory(x[::2], x[1::2])
    assert not may_share_memory(x[:2], x[3:])
    assert not shares_memory(x, x.copy())
    assert shares_memory(x, np.asarray(x)) == (x._numpy() is not None)
    assert shares_memory(np.arange(3)[:0], np.arange(3)) is False
    assert x[1:][::2].base is x
    for shape in [(0, 3), (3, 0), (2, 1, 3), ()]:
        assert xp.zeros(shape).strides == np.zeros(shape).strides


def test_transpose_of_any_number_of_dimensions():
    for shape in [(), (3,), (2, 3), (2, 3, 4)]:
        x, array = both(shape)
        strategies.assert_matches(x.T, array.T)
        strategies.assert_matches(x.transpose(), array.transpose())
    strategies.assert_matches(x.transpose(1, 0, 2), array.transpose(1, 0, 2))
    strategies.assert_matches(x.transpose((2, 0, 1)), array.transpose((2, 0, 1)))
    strategies.assert_matches(x.swapaxes(0, -1), array.swapaxes(0, -1))
    with pytest.raises(ValueError, match="axes"):
        x.transpose(0, 1)
    with pytest.raises(np.exceptions.AxisError):
        x.swapaxes(0, 3)


def test_assignment_of_a_read_only_view_to_itself_is_an_error():
    x, _ = both((3, 4))
    diagonal = x.diagonal()
    with pytest.raises(ValueError, match="read-only"):
        diagonal[...] = diagonal


@pytest.mark.parametrize("dtype", ["float64", "int32", "bool"])
def test_complex_numbers_written_to_a_real_array(dtype):
    """As in NumPy the imaginary parts are lost, with a warning, except for booleans."""
    x, array = both((3, 4), dtype)
    value = np.arange(4) * (1 + 1j)
    for y, new in ((x, xp.asarray(value)), (x[1:], value), (array, value)):
        if dtype == "bool":
            y[...] = new
        else:
            with pytest.warns(np.exceptions.ComplexWarning, match="imaginary"):
                y[...] = new
    strategies.assert_matches(x, array)
    if dtype != "bool":
        with pytest.raises(TypeError):
            x[0] = 1j
        with pytest.raises(TypeError):
            array[0] = 1j


def test_sliding_windows(mesh):
    row, table = np.arange(35.0), np.arange(35).reshape(5, 7)
    calls = [
        (row, np.int64(3), None), (table, (2, 3), None), (table, [2], 0),
        (table, (2, 2), (0, 0)), (table * 1j, 2, -1),
    ]  # fmt: skip
    parts = [
        lambda w: w, lambda w: w[::-2], lambda w: w[-1], lambda w: w[3:3],
        lambda w: w[None, 1::2, ..., 1, None], lambda w: w[::2].sum(axis=-1), lambda w: w.T[1],
        lambda w: w[1:][::2].sum(axis=0), lambda w: w.reshape(-1)[::3],
    ]  # fmt: skip
    for array, shape, axis in calls:
        x, values = xp.asarray(array), array.copy()
        windows, wanted = (sliding_window_view(a, shape, axis) for a in (x, values))
        assert isinstance(windows, xp.ShardedArray)
        assert (windows.strides, windows.flags.writeable) == (wanted.strides, False)
        assert np.shares_memory(windows, x)
        for part in parts:
            mine, theirs = part(windows), part(wanted)
            assert mine.shape == theirs.shape
            np.testing.assert_allclose(np.asarray(mine), theirs, rtol=1e-14)
        x[1:] *= 3
        values[1:] *= 3
        np.testing.assert_array_equal(np.asarray(windows), wanted)
        with pytest.raises(ValueError, match="read-only"):
            windows[0] = 1


def test_wrong_sliding_windows(on_devices):
    values = np.arange(35.0).reshape(5, 7)
    for shape, axis in [(6, 0), (3, None), ((2, -1), None), (2, 5), (2.0, 0)]:
        with pytest.raises((ValueError, TypeError)) as theirs:
            sliding_window_view(values, shape, axis)
        with pytest.raises(theirs.type, match=re.escape(str(theirs.value))):
            sliding_window_view(snp.array(values), shape, axis)
    with pytest.raises(snp.RefusedError, match="windows overlap"):
        sliding_window_view(snp.array(values), 2, 0, writeable=True)


def test_few_windows_are_made_where_few_are_shown(on_devices):
    x = snp.zeros(1 << 21)
    windows = sliding_window_view(x, 1 << 20)  # more than any memory holds
    assert windows.shape == ((1 << 20) + 1, 1 << 20)
    x[-1] = 1
    assert windows[-1].sum() == 1
    assert windows[:: 1 << 20].sum() == 1
    assert windows[:: 1 << 18][:, -1].tolist() == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("threshold", [0, 1000], ids=["devices", "large"])
@pytest.mark.parametrize("space", [xp, snp], ids=["sharray", "numpy"])
def test_as_strided_shows_what_lies_around_a_view(space, threshold, mesh):
    with xp.set_options(host_threshold=threshold, host_work=0):
        values = np.arange(3000.0).reshape(30, 100)
        x = space.asarray(values) + 0
        for view, shape, strides in (
            (lambda a: a[2:], (2, 4), (-8, 8)),
            (lambda a: a[:2, 3], (5, 4), (808, 8)),
            (lambda a: a[0, 1:], (3,), (808,)),
            (lambda a: a.T[5:], (2, 2), (-8, 800)),
            (lambda a: a[::-1][1:], (2, 2), (-800, 8)),
        ):
            found = as_strided(view(x), shape, strides)
            np.testing.assert_array_equal(found, as_strided(view(values), shape, strides))
            assert not found.flags.writeable
        x[1:] *= 2  # the copy is of now
        np.testing.assert_array_equal(as_strided(x[1:], (2,), (-8,)), [200, 99])
        copy = np.asarray((x + 1)[1:])
        with pytest.raises(ValueError, match="whose array is gone"):
            as_strided(copy, (2,), (-8,))


@pytest.mark.parametrize("space", [xp, snp], ids=["sharray", "numpy"])
def test_windows_of_a_copy_of_a_view_are_its_own(space, mesh):
    with xp.set_options(host_threshold=0):
        values = np.arange(30.0).reshape(5, 6)
        x = space.asarray(values) + 0
        for view in (lambda a: a.ravel()[::2], lambda a: a.T[1:], lambda a: a[::-1, 2:]):
            copy, wanted = np.asarray(view(x)), view(values).copy()
            x[...] *= 1  # and what is written later is not seen
            np.testing.assert_array_equal(
                sliding_window_view(copy, 2, 0), sliding_window_view(wanted, 2, 0)
            )
        copy = np.asarray(x[1:])
        x[...] = 0
        np.testing.assert_array_equal(as_strided(copy, (3,), (8,)), values[1, :3])


def test_matrices_that_scipy_makes_of_windows(on_devices):
    column = np.arange(1.0, 9)
    for function in (scipy.linalg.circulant, scipy.linalg.toeplitz, scipy.linalg.hankel):
        found = function(xp.asarray(column))
        np.testing.assert_array_equal(np.asarray(found), function(column))
