"""The methods, attributes and conversions of ``numpy.ndarray``, against NumPy's."""

import copy
import io
import operator
import pickle
import warnings

import jax
import numpy as np
import pytest
from counting import compiled_programs
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy_cases import DESCENDING

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._array.methods import REFUSED, Methods
from sharray._engine import transfer
from sharray.numpy import HostFallbackWarning

SHAPES = st.sampled_from([(7,), (3, 4), (2, 3, 2), (13,), (1, 5)])


@pytest.fixture(autouse=True)
def _fallbacks_are_right_too():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HostFallbackWarning)
        yield


def test_everything_of_numpy_is_here_or_refused():
    names = {n for n in dir(np.ndarray) if n.startswith("__") or not n.startswith("_")}
    here = {n for n in names if hasattr(xp.ShardedArray, n)}
    assert names - here == {n for n in REFUSED if n in names}
    assert not here & set(REFUSED)
    x = xp.asarray([1.0])
    for name, why in REFUSED.items():
        assert not hasattr(x, name)
        with pytest.raises(AttributeError, match=why.split("(")[0][:40]):
            getattr(x, name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(x, "nonsense")  # noqa: B009
    with pytest.raises(AttributeError, match="as_strided"):
        x.strides = (8,)


#: Calls that mean the same on both, for real arrays of at least one dimension.
CALLS = {
    "all": [lambda x: x.all(), lambda x: x.all(axis=0, keepdims=True)],
    "any": [lambda x: x.any(), lambda x: x.any(-1)],
    "argmax": [lambda x: x.argmax(), lambda x: x.argmax(0), lambda x: x.argmax(-1, keepdims=True)],
    "argmin": [lambda x: x.argmin(), lambda x: x.argmin(axis=-1)],
    "argpartition": [lambda x: np.take_along_axis(array(x), array(x.argpartition(2, 0)), 0)[2]
                     if x.shape[0] > 2 else x],
    "argsort": [lambda x: x.argsort(kind="stable"), lambda x: x.argsort(0, stable=True)],
    "choose": [lambda x: abs(x).astype(int).clip(0, 1).choose([3, 5])],
    "clip": [lambda x: x.clip(-1, 1), lambda x: x.clip(max=0)],
    "compress": [lambda x: x.compress([True, False], axis=-1)],
    "conj": [lambda x: x.conj(), lambda x: (x * 1j).conj()],
    "conjugate": [lambda x: (x + 1j).conjugate()],
    "cumprod": [lambda x: x.cumprod(), lambda x: x.cumprod(0)],
    "cumsum": [lambda x: x.cumsum(), lambda x: x.cumsum(axis=-1)],
    "dot": [lambda x: x.dot(2), lambda x: x.ravel().dot(x.ravel())],
    "max": [lambda x: x.max(), lambda x: x.max(0), lambda x: x.max(initial=9)],
    "mean": [lambda x: x.mean(), lambda x: x.mean(axis=0), lambda x: x.mean(-1, keepdims=True)],
    "min": [lambda x: x.min(), lambda x: x.min(-1)],
    "nonzero": [lambda x: x.nonzero()],
    "prod": [lambda x: x.prod(), lambda x: x.prod(axis=0)],
    "repeat": [lambda x: x.repeat(2), lambda x: x.repeat(2, axis=0)],
    "round": [lambda x: x.round(), lambda x: (x * 0.37).round(1)],
    "searchsorted": [lambda x: x.ravel()[:1].searchsorted([0, 1], side="right")],
    "std": [lambda x: x.std(), lambda x: x.std(axis=0, ddof=0)],
    "sum": [lambda x: x.sum(), lambda x: x.sum(0), lambda x: x.sum(axis=-1, dtype="float32"),
            lambda x: x.sum(where=x > 0), lambda x: x.sum(initial=3, keepdims=True)],
    "take": [lambda x: x.take([0, -1]), lambda x: x.take([0, 0], axis=-1)],
    "trace": [lambda x: x.reshape(-1, 1).trace()],
    "var": [lambda x: x.var(), lambda x: x.var(-1)],
    "astype": [lambda x: x.astype("f4"), lambda x: x.astype(int, copy=False)],
    "tolist": [lambda x: x.tolist()],
    "tobytes": [lambda x: x.tobytes(), lambda x: x.T.tobytes(), lambda x: x.tobytes("F"),
                lambda x: x.T.tobytes("A")],
    "item": [lambda x: x.item(0), lambda x: x.item(-1), lambda x: x.item((0,) * x.ndim),
             lambda x: x.item(*(0,) * x.ndim), lambda x: x[:1].ravel()[:1].item()],
    "flat": [lambda x: x.flat[2], lambda x: x.T.flat[1:4], lambda x: list(x.flat)[1],
             lambda x: x.flat.copy(), lambda x: x.T.flat[[0, -1]], lambda x: len(x.flat)],
    "divmod": [lambda x: divmod(x, 2), lambda x: divmod(7, abs(x) + 1)],
    "contains": [lambda x: 0 in x, lambda x: 77 in x],
    "iter": [list, lambda x: [v * 2 for v in x], lambda x: list(x.T)],
    "sequences": [lambda x: x - [1], lambda x: [[2]] * x, lambda x: (3,) - x, lambda x: x <= [0],
                  lambda x: divmod([7], abs(x) + 1), lambda x: [1] * len(x) @ x.reshape(len(x), -1),
                  lambda x: x == None, lambda x: x != "a", lambda x: "a" in x,  # noqa: E711
                  lambda x: x + range(x.shape[-1]), lambda x: x * Doubled(x)],
    "keys": [lambda x: x[(0, -1), ...], lambda x: x[range(1)], lambda x: x[[]]],
    "bytes": [lambda x: bytes(x[:2])],
    "attributes": [lambda x: (x.itemsize, x.nbytes, x.ndim, x.size, x.shape, x.T.shape)],
}  # fmt: skip

#: Steps that write, done on both.
WRITES = {
    "sort": [lambda x: x.sort(), lambda x: x.sort(0), lambda x: x[::-1].sort(axis=-1),
             lambda x: x.sort(**DESCENDING)],
    "fill": [lambda x: x.fill(3), lambda x: x[1:].fill(np.float64(2)), lambda x: x.T[:1].fill(1)],
    "put": [lambda x: x.put([0, -1, 0], [5, 6]), lambda x: x.T.put([1, 3], 9),
            lambda x: x.put([100, -3], [1, 2], mode="clip"), lambda x: x.put(50, 4, "wrap"),
            lambda x: x.put([], 3)],
    "flat": [lambda x: set_flat(x, slice(None, None, 2), 7),
             lambda x: set_flat(x, slice(1, 5), [8, 9]),
             lambda x: set_flat(x.T, slice(None), 3), lambda x: set_flat(x.T, [0, 2], [4, 5]),
             lambda x: setattr(x, "flat", [1, 2, 3])],
    "values": [lambda x: setitem(x, ..., [1.7]), lambda x: setitem(x, ..., range(x.shape[-1])),
               lambda x: setitem(x, x > 0, (5,)), lambda x: operator.iadd(x, [2]),
               lambda x: operator.imul(x[:1], (3,)), lambda x: setitem(x, -1, "4")],
    "imatmul": [lambda x: operator.imatmul(x.reshape(-1, 1), 2 * x.ravel()[:1].reshape(1, 1))],
}  # fmt: skip


class Doubled:
    """What NumPy makes an array of."""

    def __init__(self, x):
        self.values = np.asarray(x)

    def __array__(self, dtype=None, copy=None):
        return self.values * 2


def array(x):
    return np.asarray(x)


def setitem(x, key, value):
    x[key] = value


def set_flat(x, key, value):
    x.flat[key] = value


def same(mine, theirs):
    if isinstance(theirs, (list, tuple)):
        assert len(mine) == len(theirs)
        for a, b in zip(mine, theirs, strict=True):
            same(a, b)
    elif isinstance(theirs, (np.ndarray, np.generic)):
        if isinstance(mine, xp.ShardedArray):
            strategies.assert_layout(mine)
        assert mine.dtype == theirs.dtype
        single = theirs.dtype.kind in "fc" and np.finfo(theirs.dtype).bits == 32
        error = 1e-5 if single else 1e-12  # of a few operations
        np.testing.assert_allclose(np.asarray(mine), theirs, rtol=error, atol=error)
    else:
        assert type(mine) is type(theirs)
        assert mine == theirs


# the functions behind them have tests of their own
@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=settings.default.max_examples - 1)
@given(data=st.data())
def test_methods(name, data):
    immediate = data.draw(st.booleans(), label="immediate")
    dtype = data.draw(st.sampled_from(["float64", "int64"]))
    with xp.set_options(host_threshold=0, immediate=immediate), np.errstate(all="ignore"):
        x, values = data.draw(strategies.pairs(dtype, data.draw(SHAPES), special=False))
        with xp.use_mesh(x.device):
            for call in CALLS[name]:
                same(call(x), call(values))


@pytest.mark.parametrize("name", WRITES)
@settings(max_examples=settings.default.max_examples + 1)
@given(data=st.data())
def test_methods_that_write(on_devices, name, data):
    immediate = data.draw(st.booleans(), label="immediate")
    dtype = data.draw(st.sampled_from(["float64", "int64"]))
    x, values = data.draw(strategies.pairs(dtype, data.draw(SHAPES), special=False))
    with xp.set_options(immediate=immediate):
        for call in WRITES[name]:
            call(x)
            call(values)
            strategies.assert_matches(x, values)


def test_every_declared_method_is_tested():
    declared = {n for n, f in vars(Methods).items() if callable(f) and not n.startswith("_")}
    assert declared - {"partition"} <= set(CALLS) | set(WRITES)


@given(data=st.data())
def test_partition(mode, data):
    x, values = data.draw(strategies.pairs("float64", data.draw(SHAPES)))
    kth = data.draw(st.integers(0, values.shape[-1] - 1))
    x.partition(kth)
    np.testing.assert_array_equal(np.asarray(x)[..., kth], np.partition(values, kth)[..., kth])
    np.testing.assert_array_equal(np.sort(np.asarray(x)), np.sort(values))


WRONG = {
    "fill": (lambda x: x.fill([1, 2]), ValueError, "sequence"),
    "sort kind": (lambda x: x.sort(kind="bogo"), ValueError, "kind"),
    "sort options": (lambda x: x.sort(stable=True, kind="stable"), ValueError, "kind"),
    "sort order": (lambda x: x.sort(order="a"), ValueError, "fields"),
    "sort axis": (lambda x: x.sort(axis=3), np.exceptions.AxisError, "axis 3"),
    "partition": (lambda x: x.partition(9), ValueError, "kth"),
    "put": (lambda x: x.put([12], 0), IndexError, "index 12 is out of bounds"),
    "put mode": (lambda x: x.put([12], 0, mode="no"), ValueError, "mode"),
    "put floats": (lambda x: x.put([1.5], 0), TypeError, "integers|cast"),
    "item": (lambda x: x.item(), ValueError, "size 1"),
    "item index": (lambda x: x.item(12), IndexError, "12"),
    "item indices": (lambda x: x.item(0, 0, 0), ValueError, "indices"),
    "del": (lambda x: operator.delitem(x, 0), ValueError, "delete"),
    "casting": (lambda x: x.astype("i4", casting="safe"), TypeError, "safe"),
    "order": (lambda x: x.astype("i4", order="Z"), ValueError, "order"),
    "flat": (lambda x: x.flat[0, 1], IndexError, "unsupported"),
    "hash": (hash, TypeError, "unhashable"),
    "float": (float, TypeError, "0-dimensional"),
    "float of one": (lambda x: float(x[:1, 0]), TypeError, "0-dimensional"),
    "int of one": (lambda x: int(x[:1, 0]), TypeError, "0-dimensional"),
    "complex of one": (lambda x: complex(x[:1, 0]), TypeError, "0-dimensional"),
    "round": (round, TypeError, "__round__|0-dimensional"),
    "format": (lambda x: f"{x:.2f}", TypeError, "unsupported format"),
    "imatmul": (lambda x: operator.imatmul(x, np.ones((4, 1))), ValueError, r"\(3, 1\)|mismatch"),
    "number and text": (lambda x: x + "a", TypeError, "add"),
    "where": (lambda x: np.add(x, 1, out=x, where=x), TypeError, "bool"),
    "out too large": (lambda x: np.sum(x, 0, out=x), ValueError, "shape|dimensions"),
    "index": (lambda x: [1, 2][x[0, 0]], TypeError, "integer"),
    "len": (lambda x: len(x[0, 0, ...]), TypeError, "unsized"),
    "iter": (lambda x: iter(x[0, 0, ...]), TypeError, "0-d"),
}


#: What some version of NumPy does with a warning, or without.
MILDER = ("float of one", "int of one", "complex of one", "put floats")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_calls(name, mode):
    call, error, words = WRONG[name]
    values = np.arange(12.0).reshape(3, 4)
    with pytest.raises(error, match=words):
        call(xp.asarray(values))
    if name not in MILDER:
        with pytest.raises(error):
            call(values)


class Prior:
    """What NumPy leaves operators to."""

    __array_ufunc__ = None

    def __radd__(self, other):
        return "theirs"


def test_other_types_keep_their_operators(on_devices):
    x, values = xp.asarray(np.arange(3.0)), np.arange(3.0)
    hidden = np.ma.array(values, mask=[0, 1, 0])
    for made in (x + hidden, hidden + x, np.add(x, hidden), snp.add(hidden, x)):
        assert type(made) is np.ma.MaskedArray
        np.testing.assert_array_equal(made.mask, hidden.mask)
    later = np.datetime64("2026-01-01") + x.astype(int)
    np.testing.assert_array_equal(later, np.datetime64("2026-01-01") + values.astype(int))
    assert x + Prior() == "theirs"
    with pytest.raises(TypeError, match="Prior"):
        np.add(x, Prior())
    np.testing.assert_array_equal(x * np.timedelta64(2, "s"), values * np.timedelta64(2, "s"))


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


class Wrapped:
    """What makes an array of this library of itself, as an object of a program does."""

    def __init__(self, x):
        self.x = x

    def __array__(self, dtype=None, copy=None):
        return self.x if dtype is None else self.x.astype(dtype)


class First(Wrapped):
    """What goes before arrays in operators."""

    __array_priority__ = 10

    def __rmul__(self, other):
        return other * self.x

    def __rmatmul__(self, other):
        return other @ self.x

    def __radd__(self, other):
        return self.x + other


class Metres(Wrapped, np.lib.mixins.NDArrayOperatorsMixin):
    """What says itself what ufuncs make of it."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        if method != "__call__":
            return NotImplemented
        return Metres(ufunc(*[a.x if isinstance(a, Metres) else a for a in inputs], **kwargs))


class Logged(Wrapped):
    """What says itself what functions make of it."""

    def __array_function__(self, function, types, args, kwargs):
        return function.__name__


@pytest.mark.parametrize("threshold", [0, 16384])
@pytest.mark.parametrize("kind", [Wrapped, First, Metres])
def test_objects_that_make_arrays_of_this_library(kind, threshold, tmp_path):
    calls = {
        "array": lambda n, x, w, k: n.asarray(w, dtype="f4"),
        "nested": lambda n, x, w, k: n.array([w, w]),
        "sum": lambda n, x, w, k: n.sum(w, axis=0),
        "stack": lambda n, x, w, k: n.stack([w, x]),
        "ufunc": lambda n, x, w, k: n.add(w, 1),
        "right": lambda n, x, w, k: x * w,
        "matmul": lambda n, x, w, k: x.T @ w,
        "value": lambda n, x, w, k: setitem(x, ..., w) or x,
        "key": lambda n, x, w, k: x[k],
        "put": lambda n, x, w, k: setitem(x, k, w) or x,
        "add to": lambda n, x, w, k: operator.iadd(x, w),
        "norm": lambda n, x, w, k: n.linalg.norm(w),
        "draw": lambda n, x, w, k: n.random.default_rng(0).normal(w),
        "permute": lambda n, x, w, k: n.random.default_rng(0).permutation(w),
        "concatenate": lambda n, x, w, k: n.concatenate([w, x, w]),
        "mean": lambda n, x, w, k: n.mean(w, axis=0),
        "where": lambda n, x, w, k: n.where(x > 2, w, x),
        "like": lambda n, x, w, k: n.ones_like(w),
        "shape": lambda n, x, w, k: n.zeros(n.shape(w)),
        "linspace": lambda n, x, w, k: n.linspace(0, w, 3),
        "split": lambda n, x, w, k: n.hsplit(w, 2)[1],
        "vectorize": lambda n, x, w, k: n.vectorize(lambda v: v + 1)(w),
        "save": lambda n, x, w, k: (n.save(file, w), n.load(file))[1],
        "savez": lambda n, x, w, k: (n.savez(zipped, w), n.load(zipped)["arr_0"])[1],
        "savetxt": lambda n, x, w, k: (n.savetxt(text, w), n.loadtxt(text))[1],
    }
    if threshold:  # NumPy's asks for a number of dimensions
        del calls["split"]
    if kind is Metres:  # its own, or refused by it: see below
        for name in ("sum", "ufunc", "right", "matmul", "add to"):
            del calls[name]
    file, zipped, text = tmp_path / "a.npy", tmp_path / "a.npz", tmp_path / "a.txt"
    values, key = np.arange(6.0).reshape(3, 2), np.array([2, 0, 1])
    for name, call in calls.items():
        with xp.set_options(host_threshold=threshold):
            x, k = snp.array(values), snp.array(key)
            mine = call(snp, x, kind(snp.array(values + 2)), kind(k))
            small = np.ndarray if threshold else xp.ShardedArray
            assert isinstance(mine, (small, np.float64)), name
            theirs = call(np, values.copy(), values + 2, key)
            np.testing.assert_allclose(mine, theirs, rtol=1e-15, err_msg=name)
            assert mine.dtype == theirs.dtype


@pytest.mark.parametrize("threshold", [0, 16384])
def test_objects_say_themselves_what_is_done_with_them(threshold):
    ufuncs = [
        lambda n, x, m: n.add(m, 1),
        lambda n, x, m: n.multiply(x, m, dtype="f4"),
        lambda n, x, m: x - m,
        lambda n, x, m: m - x,
        lambda n, x, m: operator.iadd(x, m),
        lambda n, x, m: x @ m,
    ]
    refused = [
        lambda n, x, m: n.sum(m),
        lambda n, x, m: n.max(m, axis=0),
        lambda n, x, m: n.add.reduce(m),
        lambda n, x, m: n.subtract.outer(x, m),
    ]
    functions = [
        lambda n, x, m: n.concatenate([x, m]),
        lambda n, x, m: n.zeros_like(m),
        lambda n, x, m: n.sum(m),
        lambda n, x, m: n.linalg.norm(m),
        lambda n, x, m: n.clip(x, m, 3),
    ]
    values = np.arange(7.0) + 1
    with xp.set_options(host_threshold=threshold):
        for n in (np, snp):
            for call in ufuncs:
                x = n.array(values)
                assert isinstance(call(n, x, Metres(n.array(values))), Metres)
            for call in refused:
                with pytest.raises(TypeError, match="all returned NotImplemented"):
                    call(n, n.array(values), Metres(n.array(values)))
            x, logged = n.array(values), Logged(n.array(values))
            made = [call(n, x, logged) for call in functions]
            assert made == ["concatenate", "zeros_like", "sum", "norm", "clip"]
            np.testing.assert_array_equal(np.asarray(n.add(n.asarray(logged), logged)), 2 * values)


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


def test_iteration_sees_writes_on_the_way(mode):
    x, values = xp.asarray(np.arange(9.0)), np.arange(9.0)
    for y in (x, values):
        for i, v in enumerate(y):
            y[-1 - i] = v + 1
    strategies.assert_matches(x, values)


def test_iteration_over_a_vector_fetches_pieces(on_devices, monkeypatch):
    x = xp.asarray(np.arange(5000.0))
    fetched = []
    real = transfer.to_numpy
    monkeypatch.setattr(
        transfer,
        "to_numpy",
        lambda node, *how: fetched.append(node.aval.shape) or real(node, *how),
    )
    assert [float(v) for v in x] == list(range(5000))
    assert sum(n for (n, *_) in filter(None, fetched)) == 5000
    assert len([s for s in fetched if s]) == 5


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
        transfer, "_part", lambda b, lens: fetched.append(lens.shape) or real(b, lens)
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


def test_methods_of_small_arrays_compile_nothing():
    with xp.set_options(host_threshold=100):
        x = xp.asarray(np.arange(12.0).reshape(3, 4))
        xp.cache_clear()
        x.sort(axis=0)
        x.put([1, 2], 3)
        x.flat[::2] = 1
        _ = (
            x.reshape(-1)[1:3].sum(),
            x.mean(0),
            x.T.copy(),
            x.imag,
            x.ravel("F"),
            repr(x),
            x.tobytes(),
        )
        assert not compiled_programs()


@pytest.mark.filterwarnings("ignore:.*its results are Python objects")
def test_methods_of_ufuncs_of_python_functions():
    def made(n):
        x = n.arange(1, 5)
        u = n.frompyfunc(lambda a, b: a * 10 + b, 2, 1)
        return [
            u(x, 1), u.reduce(x.tolist()), u.accumulate(x.tolist(), dtype=object), u.outer(x, x),
            u.reduceat([1, 2, 3], [0, 2]), u.nin, u.nout, u.identity,
        ]  # fmt: skip

    for mine, theirs in zip(made(snp), made(np), strict=True):
        np.testing.assert_array_equal(mine, theirs)
