"""The methods and attributes of ``numpy.ndarray``, against NumPy's."""

import operator
import warnings

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
    "compress": [
        lambda x: x.compress([True, False], axis=-1),
        lambda x: x.compress(axis=0, condition=[True]),
    ],
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
@pytest.mark.some(20)
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


@pytest.mark.some(3)
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
    members = vars(Methods) | vars(xp.ShardedArray)
    declared = {n for n in dir(np.ndarray) if n[0] != "_" and callable(members.get(n))}
    assert declared - {"partition", "to_device"} <= set(CALLS) | set(WRITES)


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


@pytest.mark.parametrize(
    "exponent", [2, 2.0, 1, 0, 3, True, np.int8(2), np.array(2, "i1")], ids=repr
)
@pytest.mark.parametrize("dtype", "?bBhHiIlLefdFD")
def test_powers_have_the_dtypes_of_the_operator(on_devices, dtype, exponent):
    """NumPy's operator squares Booleans to int8, which is not what its function `power` does."""
    a = np.ones(13, dtype)
    assert (snp.asarray(a) ** exponent).dtype == (a**exponent).dtype
    assert (xp.asarray(a) ** exponent).dtype == (a**exponent).dtype


@pytest.mark.parametrize("dtype", ["f2", "i8"])
@pytest.mark.parametrize("view", [lambda x: x, lambda x: x.T, lambda x: x[::2, ::-1]])
def test_casts_at_home_warn_as_in_numpy(view, dtype):
    a = np.array([[1e10, np.nan], [np.inf, 2.0]])
    said = []
    for m in (np, snp):
        with (
            xp.set_options(host_threshold=2, host_work=10**12),
            warnings.catch_warnings(record=True) as caught,
        ):
            warnings.simplefilter("always")
            view(m.asarray(a.copy())).astype(dtype)
        said.append([str(w.message) for w in caught])
    assert said[0] == said[1]
    assert said[0]
