"""Who asks an array for memory to write to gets the array's own, or none that can be written to."""

import ctypes
import io
import random

import numpy as np
import pytest
import scipy.special

import sharray as xp
import sharray.numpy as snp
from sharray._core import policy, settings
from sharray._record import host_operands

#: What refuses to write, and what is no buffer.
LOUD = (ValueError, TypeError, BufferError, AttributeError)
SHAPES = [(10, 10), (30, 2000), (20, 200_000)]
LAUNCHER = {"host_threshold": settings.SMALL, "host_work": settings.WORK}
ALONE = {"host_threshold": 16_384, "host_work": 0}


class Theirs:
    """An array of a library that others know by its address."""

    def __init__(self, x):
        self.__array_interface__ = x.__array_interface__


def put(array):
    array[0] = 5


def put_pointer(x):
    pointer = x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    pointer[3] = -7


def put_field(x):
    x.getfield(np.int32, 4)[0] = 5


def read_into(buffer, x):
    bytes_ = np.arange(x.size / 2).tobytes()
    io.BytesIO(bytes_).readinto(buffer)


def keep_and_put(x):
    kept = np.asarray(x)[1:]
    x *= 2
    kept[0] = 5
    x += 1


CASES = {
    "asarray": lambda x: put(np.asarray(x)),
    "asanyarray": lambda x: put(np.asanyarray(x)),
    "asarray in row-major order": lambda x: put(np.asarray(x, order="C")),
    "asarray of a dtype": lambda x: put(np.asarray(x, dtype=np.float64)),
    "array, no copy": lambda x: put(np.array(x, copy=False)),
    "array, perhaps": lambda x: put(np.array(x, copy=None)),
    "a part": lambda x: put(np.asarray(x[1:, ::2])),
    "transposed": lambda x: put(np.asarray(x.T)),
    "reshaped": lambda x: put(np.asarray(x.reshape(-1))),
    "atleast_1d": lambda x: put(np.atleast_1d(np.asarray(x))),
    "kept": keep_and_put,
    "__array__": lambda x: put(x.__array__()),
    "dlpack": lambda x: put(np.from_dlpack(x)),
    "dlpack, no copy": lambda x: put(np.from_dlpack(x, copy=False)),
    "flat": lambda x: put(np.asarray(x.flat)),
    "data": lambda x: x.data.__setitem__((0, 0), 5),
    "data of a part": lambda x: x[1:].data.__setitem__((0, 0), 5),
    "memoryview": lambda x: memoryview(x).__setitem__((0, 0), 5),
    "readinto": lambda x: read_into(x, x),
    "readinto data": lambda x: read_into(x.data, x),
    "frombuffer": lambda x: put(np.frombuffer(x)),
    "frombuffer of ours": lambda x: put(snp.frombuffer(x)),
    "frombuffer of data": lambda x: put(np.frombuffer(x.data)),
    "ctypes": lambda x: ctypes.memset(x.ctypes.data, 1, x.nbytes // 2),
    "ctypes of a part": lambda x: ctypes.memset(x[1:].ctypes.data, 1, 16),
    "a pointer": put_pointer,
    "an interface": lambda x: put(np.asarray(Theirs(x))),
    "an address": lambda x: ctypes.memset(x.__array_interface__["data"][0], 1, 16),
    "getfield": put_field,
    "setfield": lambda x: x.setfield(5, np.int32, 4),
    "byteswap": lambda x: x.byteswap(True),
    "shuffle": lambda x: random.Random(0).shuffle(x),
    "ufunc": lambda x: np.sin(np.ones(x.shape), out=np.asarray(x)),
}  # fmt: skip


SCIPY = {
    "gaussian_filter": lambda s, x: s.ndimage.gaussian_filter(x, 2, output=x),
    "uniform_filter1d": lambda s, x: s.ndimage.uniform_filter1d(x, 3, output=x),
    "gaussian_filter of a part": lambda s, x: s.ndimage.gaussian_filter(x[2:], 2, output=x[2:]),
    "detrend": lambda s, x: s.signal.detrend(x, overwrite_data=True),
    "detrend columns": lambda s, x: s.signal.detrend(x, axis=0, overwrite_data=True),
    "solve": lambda s, x: s.linalg.solve(2 * np.eye(len(x)), x, overwrite_b=True),
    "solve, a vector": lambda s, x: s.linalg.solve(
        2 * np.eye(x.shape[0]), x.T[0], overwrite_b=True
    ),
    "solve, transposed": lambda s, x: s.linalg.lu_factor(x.T[: len(x)], overwrite_a=True),
    "fft": lambda s, x: s.fft.dct(x, overwrite_x=True),
    "erf": lambda s, x: s.special.erf(np.ones(x.shape), out=np.asarray(x)),
}
SKLEARN = {
    "scale": lambda p, x: p.scale(x, copy=False),
    "normalize": lambda p, x: p.normalize(x, copy=False),
    "MinMaxScaler": lambda p, x: p.MinMaxScaler(copy=False).fit_transform(x),
    "maxabs_scale": lambda p, x: p.maxabs_scale(x, copy=False),
}


def make(values, space, home):
    """Return an array of values: at home on the host, on devices, or placed there."""
    if home == "placed":
        return space.asarray(values, device=xp.make_mesh(2))
    if home == "devices":
        with xp.set_options(host_threshold=0, host_work=0):
            return space.asarray(values)
    # `asarray` leaves NumPy's arrays what they are
    return space.zeros(values.shape) + values


def check(write, shape, flavour, home):
    space, options = (snp, LAUNCHER) if flavour == "launcher" else (xp, ALONE)
    values = np.random.default_rng(0).random(shape)
    with xp.set_options(**options):
        x, want = make(values, space, home), values.copy()
        write(want)
        # what no program has placed comes home for whoever writes to it, under the launcher
        stays = home == "placed" or (flavour == "sharray" and values.size > 100)
        try:
            write(x)
        except LOUD:
            assert stays
        else:
            if not (stays and _ignores_read_only(write, values)):
                np.testing.assert_array_equal(np.array(x), want)
            if np.array(x).tobytes() == want.tobytes():
                return
        if write is not keep_and_put:  # which has written before
            np.testing.assert_array_equal(np.array(x), values)


def _ignores_read_only(write, values):
    """Whether somebody makes a copy of what cannot be written to, also of NumPy's arrays."""
    values = values.copy()
    values.flags.writeable = False
    try:
        write(values)
    except LOUD:
        return False
    return True


HOMES = [
    ("launcher", "host"),
    ("launcher", "devices"),
    ("launcher", "placed"),
    ("sharray", "as made"),
    ("sharray", "placed"),
]
with_homes = pytest.mark.parametrize(("flavour", "home"), HOMES)
with_shapes = pytest.mark.parametrize("shape", SHAPES, ids=["100", "60000", "4000000"])


@with_homes
@with_shapes
@pytest.mark.parametrize("case", CASES)
def test_writes_arrive_or_are_refused(case, shape, flavour, home):
    check(CASES[case], shape, flavour, home)


@with_homes
@with_shapes
@pytest.mark.parametrize("case", SCIPY)
def test_what_scipy_writes(case, shape, flavour, home):
    scipy = pytest.importorskip("scipy")
    check(lambda x: SCIPY[case](scipy, x), shape, flavour, home)


@with_homes
@with_shapes
@pytest.mark.parametrize("case", SKLEARN)
def test_what_sklearn_writes(case, shape, flavour, home):
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    check(lambda x: SKLEARN[case](preprocessing, x), shape, flavour, home)


@pytest.fixture
def hot(monkeypatch):
    """An array that moves to the devices after some operations."""
    monkeypatch.setattr(host_operands, "YOUNG", 2)
    policy.forget()
    with xp.set_options(host_threshold=500, host_work=20_000):
        yield snp.zeros((40, 30)) + 1
    policy.forget()


def work_on(x):
    for _ in range(60):
        x *= 1.0
    return x._memory.host is None


@pytest.mark.parametrize("lend", [lambda x: x.ctypes.data, lambda x: x.__array_interface__])
def test_an_address_stays_right(hot, lend):
    address = lend(hot)
    address = address if isinstance(address, int) else address["data"][0]
    assert not work_on(hot)
    ctypes.memset(address, 0, 8)
    assert (hot[0, 0], hot[0, 1]) == (0, 1)


@pytest.mark.parametrize("lend", [lambda x: x.data, np.asarray, np.from_dlpack, lambda x: x.T.data])
def test_what_is_lent_moves_when_it_is_given_back(hot, lend):
    theirs = lend(hot)
    assert not work_on(hot)
    theirs[0, 0] = 7
    assert hot[0, 0] == 7
    del theirs
    assert work_on(hot)
    theirs = lend(hot)  # it comes home
    theirs[0, 0] = 9
    assert hot[0, 0] == 9


def test_read_only_arrays_lend_nothing_to_write_to(hot):
    hot.flags.writeable = False
    for lend in (np.asarray, lambda x: x.data, np.from_dlpack, lambda x: np.asarray(x.T)):
        with pytest.raises((ValueError, TypeError), match="read-only"):
            lend(hot)[0, 0] = 5
    assert hot.__array_interface__["data"][1]
    with pytest.raises(ValueError, match="read-only"):
        hot.setfield(0, np.int32)
    with pytest.raises(ValueError, match="read-only"):
        hot.byteswap(True)
    assert np.all(np.array(hot) == 1)


@pytest.mark.parametrize("home", ["host", "devices"])
def test_an_array_is_no_dtype(home):
    """Libraries take what is not NumPy's array for the dtype of a result that they make."""
    with xp.set_options(host_threshold=4, host_work=10**12 if home == "host" else 0):
        x = snp.zeros((20, 30), np.int32)
        for use in (lambda: np.empty(3, x), lambda: np.dtype(x), lambda: np.ones(3).astype(x)):
            with pytest.raises(TypeError, match="dtype from an array"):
                use()
        ndimage = pytest.importorskip("scipy.ndimage")
        with pytest.raises(TypeError, match=r"expected numpy\.ndarray"):
            ndimage.label(np.ones((20, 30)), output=x)


def test_errors_say_what_to_do():
    x = xp.zeros((40, 30), device=xp.make_mesh(2))
    for name in ("ctypes", "__array_interface__"):
        with pytest.raises(AttributeError, match=r"np\.array\(x\)"):
            getattr(x, name)
    assert x.data.readonly


COPIES = {
    "of an array": lambda x: x.copy(),
    "of a slice": lambda x: x[5:50].copy(),
    "of a view": lambda x: x.reshape(30, -1)[2:].copy(),
    "by function": lambda x: xp.asarray(x, copy=True),
    "as a result": lambda x: x + 0,
}


@pytest.mark.parametrize("devices", [1, 2])
@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_code_that_does_not_ask_reaches_no_other_array(make, devices):
    """As LAPACK in SciPy with `overwrite_b`, which writes to memory that is read-only."""
    values = np.random.default_rng(0).random(60_000)
    with xp.set_options(host_threshold=16, host_work=0), xp.use_mesh(xp.make_mesh(devices)):
        x = xp.asarray(values)
        copy = make(x)
        read = np.asarray(copy)
        assert not read.flags.writeable
        ctypes.memset(read.ctypes.data, 0, 80)
        np.testing.assert_array_equal(np.asarray(x), values)


ADDED = np.frompyfunc(lambda a, b: a + b, 2, 1)
#: Ufuncs that nobody has declared, on 100 numbers and two arrays of sevens.
UFUNCS = {
    "where": lambda x, o, u: scipy.special.gammaln(x, where=x > 1.5, out=o),
    "two results": lambda x, o, u: scipy.special.sici(x, out=(o, u)),
    "two results in one array": lambda x, o, u: scipy.special.sici(x, out=(o, o)),
    "two results, one given": lambda x, o, u: scipy.special.sici(x, o, None),
    "a number": lambda x, o, u: scipy.special.erf(0.5, out=o),
    "casting": lambda x, o, u: ADDED(x, 1, out=o, casting="unsafe"),
    "wrong casting": lambda x, o, u: ADDED(x, 1, out=o),
    "at": lambda x, o, u: ADDED.at(x, [0, 1, 0], 5),
    "at of a library": lambda x, o, u: scipy.special.xlogy.at(x, [0, 1], 3.0),
    "reduce": lambda x, o, u: ADDED.reduce(x),
    "a part that is written to": lambda x, o, u: scipy.special.exp1(x[:9], out=x[5:14]),
    "objects": lambda x, o, u: np.frompyfunc(str, 1, 1)(x)[3],
}


@pytest.mark.parametrize("home", [True, False])
@pytest.mark.parametrize("name", UFUNCS)
@pytest.mark.filterwarnings("ignore::sharray.HostFallbackWarning")
def test_ufuncs_of_libraries_write_where_numpy_does(name, home):
    def outcome(make):
        arrays = [make(np.linspace(1, 2, 100)), *[make(np.full(100, 7.0)) for _ in range(2)]]
        try:
            result = UFUNCS[name](*arrays)
        except TypeError:
            result = "TypeError"
        results = result if isinstance(result, tuple) else (result,)
        is_out = [[r is o for o in arrays] for r in results]
        return is_out, [np.asarray(r).tolist() for r in (*results, *arrays)]

    with xp.set_options(host_threshold=4, host_work=10**12 if home else 0):
        assert outcome(snp.asarray) == outcome(np.asarray)


@pytest.mark.parametrize("home", [True, False])
@pytest.mark.filterwarnings("ignore::sharray.HostFallbackWarning")
def test_ufuncs_of_python_functions_take_out_by_position(home):
    calls = []
    doubled = snp.frompyfunc(lambda v: calls.append(v) or 2 * v, 1, 1)
    with xp.set_options(host_threshold=4, host_work=10**12 if home else 0):
        x, o = snp.ones(100), snp.zeros(100)
        assert doubled(x, o, casting="unsafe") is o
        np.testing.assert_array_equal(np.asarray(o), np.full(100, 2.0))
        calls.clear()
        assert doubled(x)[3] == 2
        assert len(calls) == 100


def test_ufuncs_of_libraries_say_nothing_of_arrays_at_home(recwarn):
    with xp.set_options(host_threshold=4, host_work=10**12):
        scipy.special.erf(snp.ones(100), out=snp.ones(100))
        ADDED.at(snp.ones(100), [1], 2)
    assert not recwarn
