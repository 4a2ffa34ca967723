"""What arrays are converted to and from: dtypes, text, pickles, files, NumPy's arrays."""

import copy
import copyreg
import gc
import hashlib
import io
import pickle
import weakref

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import PartitionSpec as P

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._engine import transfer

SHAPES = st.sampled_from([(7,), (3, 4), (2, 3, 2), (13,), (1, 5)])


def test_arrays_of_bytes_are_read_only(on_devices):
    raw = np.arange(5.0).tobytes()
    for made in (snp.frombuffer(raw), snp.frombuffer(raw, "i4")):
        assert not made.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            made[0] = 1
        copied = made.copy()
        copied[0] = 1
    assert snp.frombuffer(bytearray(raw)).flags.writeable
    assert snp.fromiter(range(3), dtype=int).flags.writeable


@pytest.mark.parametrize(
    "dtype", ["m8[D]", "M8[s]", "U", "S8", object, np.longdouble, "c32", ">i4", ">f8"]
)
def test_casts_to_what_devices_do_not_hold_are_numpys(dtype, on_devices):
    values = np.arange(12).reshape(3, 4)
    for x in (snp.array(values), snp.array(values)[1:, ::-1].T):
        theirs = np.asarray(x).astype(dtype)
        for mine in (x.astype(dtype), snp.astype(x, dtype), snp.array(x, dtype=dtype)):
            assert type(mine) is np.ndarray
            assert mine.dtype == theirs.dtype
            np.testing.assert_array_equal(mine, theirs)
    if np.dtype(dtype).isnative:
        with pytest.raises(TypeError, match="cannot live on devices"):
            xp.astype(x, np.dtype(dtype))
    with pytest.raises(TypeError, match="according to the rule"):
        x.astype(dtype, casting="no")


@pytest.mark.parametrize("threshold", [0, 16384])
def test_text_is_numpys(threshold):
    rng = np.random.default_rng(0)
    with xp.set_options(host_threshold=threshold):
        for values in [
            rng.standard_normal((3, 4)), np.arange(5), np.zeros((0, 3)), np.array(0.1),
            rng.standard_normal((40, 50)) * 1e6, np.arange(2000), rng.random((2, 600, 7, 3)) > 0.5,
            rng.standard_normal(1500) * 1j, np.zeros((7, 300)), np.float32([[0.1, 1e9]]),
        ]:  # fmt: skip
            for options in [
                {},
                {"precision": 3, "edgeitems": 2},
                {"threshold": 10, "linewidth": 40},
            ]:
                with np.printoptions(**options):
                    x = xp.asarray(values)
                    assert str(x) == str(values)
                    assert f"{x}" == f"{values}"
                    body = np.array2string(
                        values, separator=", ", prefix="ShardedArray(", suffix=","
                    )
                    assert repr(x).startswith(f"ShardedArray({body},")
                    assert f"dtype={x.dtype}" in repr(x)


@pytest.mark.parametrize("view", [lambda x: x, lambda x: x.T[::-1], lambda x: x + 1])
def test_text_fetches_the_corners(on_devices, view, monkeypatch):
    x = view(xp.zeros((3000, 4000), dtype=xp.float32))
    fetched = []
    real = transfer._part
    monkeypatch.setattr(
        transfer, "_part", lambda b, lens, read: fetched.append(lens.shape) or real(b, lens, read)
    )
    text = repr(x)
    assert str(x).count("...") == 3 + 3 + 1
    assert f"shape={x.shape}" in text
    assert "P(" in text
    assert set(fetched) == {(3, 3)}
    assert len(fetched) == 8


def test_text_says_where():
    x = xp.zeros((4, 4), device=jax.P(None, "x"))
    assert repr(x).endswith("dtype=float64, P(None, 'x'))")
    assert repr(xp.zeros(3)).endswith("dtype=float64, host)")
    assert "shape=(0, 3)" in repr(xp.zeros((0, 3)))


@given(data=st.data())
def test_pickles(data):
    x, values = data.draw(strategies.pairs("float64", data.draw(SHAPES)))
    with xp.use_mesh(x.device):
        for made in (
            pickle.loads(pickle.dumps(x)), pickle.loads(pickle.dumps(x, 5)),
            copy.copy(x), copy.deepcopy(x), pickle.loads(x.dumps()),
        ):  # fmt: skip
            strategies.assert_matches(made, values, sharding=x.sharding)
            made[...] = 0
        strategies.assert_matches(x, values)
        view = pickle.loads(pickle.dumps(x[::-1]))
        assert view.base is None
        strategies.assert_matches(view, values[::-1])


@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_pickles_in_numpys_flavour_are_numpys(protocol):
    """Plain Python reads them: workers that a program starts, and whoever gets the file."""
    with xp.set_options(host_threshold=0):
        x = snp.arange(26.0).reshape(13, 2)
        for made in (x, x[::-1, 1], +x):
            assert type(made) is not np.ndarray
            data = pickle.dumps(made, protocol)
            assert b"sharray" not in data
            read = pickle.loads(data)
            assert type(read) is np.ndarray
            assert read.flags.writeable
            np.testing.assert_array_equal(read, np.asarray(made), strict=True)
        placed = pickle.loads(pickle.dumps(snp.asarray(x, device=jax.P("x")), protocol))
        assert placed.sharding.spec == jax.P("x")


def test_pickles_go_to_the_current_mesh(tmp_path):
    x = xp.asarray(np.arange(26.0).reshape(13, 2), device=jax.P("x"))
    file = tmp_path / "x.pickle"
    x.dump(file)
    buffer = io.BytesIO()
    x.dump(buffer)
    with xp.use_mesh(xp.make_mesh(3)) as mesh:
        made = pickle.loads(file.read_bytes())
        strategies.assert_matches(made, np.asarray(x), sharding=jax.NamedSharding(mesh, jax.P("x")))
    other = jax.sharding.Mesh(np.array(jax.devices()[:2]), ("rows",))
    with xp.use_mesh(other), xp.set_options(host_threshold=0):
        made = pickle.loads(buffer.getvalue())
        strategies.assert_matches(made, np.asarray(x))
        assert made.sharding.spec == jax.P("rows")


@pytest.mark.parametrize("view", [lambda x: x, lambda x: x.T, lambda x: x[1:, ::2]])
def test_files(tmp_path, on_devices, view):
    values = np.arange(35.0).reshape(7, 5)
    x = xp.asarray(values)
    view(x).tofile(tmp_path / "x")
    np.testing.assert_array_equal(np.fromfile(tmp_path / "x"), view(values).ravel())
    view(x).tofile(str(tmp_path / "t"), sep=",")
    view(values).tofile(tmp_path / "u", sep=",")
    assert (tmp_path / "t").read_text() == (tmp_path / "u").read_text()


def test_to_numpy_and_copies(on_devices):
    values = np.arange(12.0)
    x = xp.asarray(values)
    assert np.array(x).flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(x)[0] = 9
    assert x[0] == 0
    with pytest.raises(ValueError, match="several devices"):
        np.asarray(x, copy=False)
    with pytest.raises(ValueError, match="copy"):
        np.asarray(x, dtype="float32", copy=False)
    assert np.asarray(x, dtype="float32").dtype == "float32"
    for one in (xp.asarray(values, device=jax.devices()[0]), x[:1]):
        view = np.asarray(one, copy=False)
        assert not view.flags.writeable
        assert not view.flags.owndata
        np.testing.assert_array_equal(view, np.asarray(one))
    with xp.set_options(host_threshold=100):
        small = xp.array(values)  # whose memory is NumPy's
        np.asarray(small, copy=False)[0] = 9
        assert small[0] == 9
        assert np.shares_memory(np.asarray(small), np.asarray(small))
        np.asarray(small, copy=True)[0] = 0
        assert small[0] == 9


@pytest.mark.parametrize("of", [xp, snp])
def test_arrays_wait_as_those_of_jax(of, on_devices):
    x = of.asarray(np.arange(5.0)) * 2
    assert x.block_until_ready() is x
    assert not x._node().is_pending
    assert x[1:].block_until_ready()[0] == 2


#: Each writes six floats to an array of twelve integers.
WRITERS = {
    "slice": lambda np, x, v: x.__setitem__(slice(2, 8), v),
    "steps": lambda np, x, v: x.__setitem__(slice(None, None, 2), v),
    "indices": lambda np, x, v: x.__setitem__([1, 3, 5, 7, 9, 11], v),
    "mask": lambda np, x, v: x.__setitem__(np.arange(12) % 2 == 1, v),
    "flat": lambda np, x, v: x.flat.__setitem__(slice(2, 8), v),
    "matrix": lambda np, x, v: x.reshape(6, 2).T.__setitem__(0, v),
    "put": lambda np, x, v: np.put(x, [1, 3, 5], v),
    "place": lambda np, x, v: np.place(x, np.arange(12) > 5, v),
    "putmask": lambda np, x, v: np.putmask(x, np.arange(12) > 5, v),
    "copyto": lambda np, x, v: np.copyto(x[:6], v, casting="unsafe"),
    "add": lambda np, x, v: np.add(v, 0, out=x[:6], casting="unsafe"),
    "put_along_axis": lambda np, x, v: np.put_along_axis(x, np.arange(6) + 3, v, 0),
    "fill_diagonal": lambda np, x, v: np.fill_diagonal(x.reshape(3, 4), v[:3]),
}


def outcome(module, write, dtype, values, own):
    x = module.arange(12, dtype=dtype)
    try:
        write(module, x, module.asarray(values) if own else values)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    return x.tolist()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of casts
@pytest.mark.parametrize("own", [True, False], ids=["library's", "numpy's"])
@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "i8", "u8"])
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_integers_of_floats_that_they_do_not_hold(on_devices, write, dtype, own):
    for values in ([np.nan] * 6, [300.7, -5.5, 1e20, -1e20, np.inf, -np.inf]):
        wanted = outcome(np, write, dtype, np.array(values), own)
        assert outcome(snp, write, dtype, np.array(values), own) == wanted


def test_one_element_of_flat_takes_one(on_devices):
    for value in ([1, 2], [3.0], np.array([1]), []):
        x = snp.arange(6.0)
        with pytest.raises(ValueError, match="Error setting single item of array"):
            x.flat[1] = value
        assert x.tolist() == [0, 1, 2, 3, 4, 5]


def test_picklers_with_a_way_of_their_own_see_the_same_array_each_time():
    """As joblib's, which maps the memory of arrays that it has seen."""
    seen = []

    class Pickler(pickle.Pickler):
        dispatch_table = copyreg.dispatch_table | {
            np.ndarray: lambda a: seen.append(a) or a.__reduce__()
        }

    with xp.set_options(host_threshold=4, host_work=10**12):
        x = snp.ones((10, 100))
        x[3:] = snp.arange(100.0)
        for part in (x, x, x.T, x[3:]):
            file = io.BytesIO()
            Pickler(file, 5).dump(part)
            loaded = pickle.loads(file.getvalue())
            assert type(loaded) is np.ndarray
            np.testing.assert_array_equal(loaded, np.asarray(part))
        assert seen[0] is seen[1]
        assert all(np.shares_memory(a, seen[0]) for a in seen)


@pytest.fixture
def as_under_the_launcher():
    with xp.set_options(host_threshold=1 << 17, host_work=2_000_000_000):
        yield


@pytest.mark.usefixtures("as_under_the_launcher")
@pytest.mark.parametrize("space", [xp, snp], ids=["array api", "numpy"])
@pytest.mark.parametrize("part", [(), slice(3, None, 2), (slice(None), slice(1, 5)), 7])
def test_large_arrays_are_buffers(part, space):
    x, want = space.ones((400, 500)), np.ones((400, 500))
    x[part] = want[part] = 3.0
    view, same = memoryview(x[part]), memoryview(want[part])
    assert (view.shape, view.strides, view.format) == (same.shape, same.strides, same.format)
    assert bytes(x[part]) == bytes(want[part])
    if view.shape:
        view[(0,) * view.ndim] = 9.0
        assert x[part][(0,) * view.ndim] == 9.0  # it is the memory itself
    view.release()
    if space is snp:
        x.flags.writeable = False
        with pytest.raises(TypeError):
            io.BytesIO(bytes(8)).readinto(x)
        assert memoryview(x).readonly


BUFFER_USERS = [memoryview, bytearray, hashlib.sha256, io.BytesIO]


@pytest.mark.parametrize("space", [xp, snp], ids=["array api", "numpy"])
@pytest.mark.parametrize("use", BUFFER_USERS)
def test_what_stays_on_devices_is_no_buffer_and_says_so(use, space, on_devices):
    x = space.ones((13, 7), device=P("x"))
    said = r"shape \(13, 7\) and dtype float64 that stays on devices is no buffer.*x\.to_numpy\(\)"
    with pytest.raises(BufferError, match=said):
        use(x)
    with pytest.raises(BufferError, match=said) as caught:
        use(x)
    assert "test_conversions.py" in str(caught.traceback[0].path)
    with pytest.raises(TypeError, match="value of an array"):
        xp.jit(use)(x)
    ref = weakref.ref(x)
    del x, caught
    gc.collect()
    assert ref() is None  # no error has kept it


@pytest.mark.usefixtures("as_under_the_launcher")
def test_a_buffer_holds_its_memory_and_no_more():
    x = snp.zeros(200_000)
    memory = weakref.ref(x._memory.host)
    view = memoryview(x)
    del x
    gc.collect()
    view[3] = 5.0
    assert view[3] == 5.0
    assert memory() is not None
    del view
    gc.collect()
    assert memory() is None


@pytest.mark.usefixtures("as_under_the_launcher")
def test_sqlite_stores_arrays_as_numpys_and_by_their_adapter():
    import sqlite3

    connection = sqlite3.connect(":memory:")
    for x in (np.arange(200_000.0), snp.arange(200_000.0)):
        ((stored,),) = connection.execute("select ?", (x,)).fetchall()
        assert stored == np.arange(200_000.0).tobytes()
    with pytest.raises((sqlite3.Error, BufferError)):
        connection.execute("select ?", (xp.arange(200_000.0, device=xp.get_mesh()),))
    try:
        sqlite3.register_adapter(np.ndarray, lambda a: a.tobytes())
        for x in (snp.arange(200_000.0), xp.arange(200_000.0)):
            ((stored,),) = connection.execute("select ?", (x,)).fetchall()
            assert stored == np.arange(200_000.0).tobytes()
    finally:
        sqlite3.adapters.pop((np.ndarray, sqlite3.PrepareProtocol))
        connection.close()
