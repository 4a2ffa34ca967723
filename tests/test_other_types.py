"""Objects of other classes among arrays: their operators, and what is made of them."""

import operator
import warnings

import jax
import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp


def setitem(x, key, value):
    x[key] = value


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


def test_objects_without_numbers_combine_themselves_in_a_trace(on_devices):
    """As those of Equinox, whose operator makes of a tree what it does to each of its leaves."""

    class Each:
        def __rpow__(self, tree):
            return ("each of", tree)

    x = xp.asarray(np.arange(3.0))
    text, same = jax.jit(lambda x: [(x ** Each())[1], xp.sum(x)])(x)
    np.testing.assert_array_equal(np.asarray(text), np.arange(3.0))
    assert float(same) == 3
    with pytest.raises(TypeError, match=r"unsupported operand type.*'Each'"):
        jax.jit(lambda x: x * Each())(x)


MASKED = {
    "log": lambda ma, x: ma.log(x),
    "sqrt, written": lambda ma, x: operator.iadd(ma.sqrt(x), 2),
    "exp": lambda ma, x: ma.exp(x),
    "divide": lambda ma, x: ma.divide(x, x - 3),
    "power": lambda ma, x: ma.power(x, 0.5),
    "maximum": lambda ma, x: ma.maximum(x, 2),
    "less": lambda ma, x: ma.less(x, 2),
    "sort": lambda ma, x: ma.sort(ma.log(x), axis=1),
    "where": lambda ma, x: ma.where(x > 0, x, ma.masked),
}


@pytest.mark.parametrize("home", [0, 10**9], ids=["devices", "host"])
@pytest.mark.parametrize("name", MASKED)
def test_functions_of_masked_arrays_take_arrays(name, home):
    values = np.arange(-3.0, 9).reshape(3, 4)
    with xp.set_options(host_threshold=5, host_work=home), warnings.catch_warnings():
        warnings.simplefilter("ignore", snp.HostFallbackWarning)
        made, want = MASKED[name](np.ma, snp.array(values)), MASKED[name](np.ma, values)
        assert type(made) is np.ma.MaskedArray
        assert type(made.data) is np.ndarray
        assert made.dtype == want.dtype
        np.testing.assert_array_equal(made.mask, want.mask)
        np.testing.assert_allclose(made.filled(7), want.filled(7), rtol=1e-15)


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


class OnAnotherDevice:
    """An array of another library on a GPU: NumPy cannot read it, JAX by DLPack."""

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, **kwargs):
        raise AssertionError("nobody reads it where there is no such device")

    def __array__(self, *args, **kwargs):
        raise TypeError("cannot be read from the host")


@pytest.mark.parametrize("flavour", [xp, snp])
@pytest.mark.parametrize("of", [lambda x: x, lambda x: [x]], ids=["itself", "in a list"])
def test_arrays_that_the_host_cannot_read(flavour, of):
    if jax.default_backend() == "cpu":
        with pytest.raises(BufferError, match="from_dlpack: JAX has no access"):
            flavour.from_dlpack(OnAnotherDevice())
    with pytest.raises(TypeError, match="cannot be read from the host"):
        flavour.sin(of(OnAnotherDevice()))


@pytest.mark.parametrize("space", [np, snp])
def test_text_and_objects_that_functions_give_are_numpys(on_devices, space):
    lengths = space.vectorize(len)(["a", "bb"])
    np.testing.assert_array_equal(np.asarray(lengths), [1, 2])
    if space is snp:
        with pytest.warns(xp.HostFallbackWarning, match="<U2"):
            lines = snp.apply_along_axis(lambda v: f"x{v[0]:.0f}", 1, snp.ones((3, 2)))
        assert lines.tolist() == ["x1"] * 3


def test_text_is_not_added_into_an_array(on_devices):
    x = snp.arange(3.0)
    with pytest.raises(TypeError, match="did not contain a loop"):
        np.add(x, "a", out=x)
    with pytest.raises(TypeError, match="Cannot cast"):
        np.add(x.astype(int), np.timedelta64(2, "s"), out=x.astype(int))
