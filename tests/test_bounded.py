"""Reductions of slices that grow and shrink: one program for any length, and NumPy's values."""

import numpy as np
import pytest
from counting import counted, values
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy as snp
from sharray import strategies

pytestmark = pytest.mark.usefixtures("on_devices", "empty_cache")

SIZE = 23
#: A few lengths have programs of their own, then there is one for any.
MOST = 4

random = np.random.default_rng(5)
REAL = random.normal(size=(SIZE, SIZE))
DATA = {
    "a": REAL,
    "b": random.normal(size=SIZE),
    "i": random.integers(-9, 9, (SIZE, SIZE)),
    "c": REAL + 1j * REAL.T,
}

VALUES = {
    "np.sum(a[k:, k:] * 2 + 1)": MOST,
    "np.prod(b[k : 2 * k])": MOST,
    "np.max(i[: k + 3])": MOST,
    "np.min(i[:, : k + 3], axis=1, keepdims=True)": MOST,
    "np.max(c[k:, k])": MOST,
    "np.argmax(np.abs(a[k:, k]))": MOST,
    "np.argmin(i[k:, k:])": MOST,
    "np.argmax(a[:, k:], axis=1)": MOST,
    "np.argmax(c[k:, :3])": MOST,
    "np.mean(i[k:, 2])": MOST,
    "np.std(c[k:, k:], ddof=1)": MOST,
    "np.var(a[k:, 2:], axis=0)": MOST,
    "np.all(i[k:, k] > -9)": MOST,
    "np.any((a[k:] > 0) & (i[k:] > 7), axis=0)": MOST,
    "np.count_nonzero(i[3 : k + 7, k:])": MOST,
    "np.sum(a[k:, :20] * b[:20] + a[k:, k : k + 1])": MOST,
    "np.sum(np.where(a[k:] > b, i[k:], c[k:]))": MOST,
    "np.linalg.norm(c[k:, k:])": MOST,
    "np.linalg.norm(a[k:, 3:], axis=0, ord=1)": MOST,
    "np.linalg.norm(i[k:, k], ord=np.inf)": MOST,
    "np.dot(a[k, k:], b[k:])": MOST,
    "np.vdot(c[k:, k], c[k, k:])": MOST,
    "a[:, k:] @ b[k:]": MOST,
    "a.T[:, k:] @ b[k:]": MOST,
    "i[k, :k] @ i[:k]": MOST,
    # slices that do not begin together are shifted: fixed offsets first, then any
    "np.dot(b[: 23 - k], b[k:])": MOST + 3,
    "np.einsum('ij,ji->', a[k:, :k], a[:k, k:])": MOST + 3,
}

STATEMENTS = {
    "a[k + 1 :, k] = (a[k + 1 :, k] - a[k + 1 :, :k] @ a[k, :k]) / a[k, k]": MOST + 3,
    "a[k, k + 1 :] -= a[:k, k] @ a[:k, k + 1 :]": MOST + 3,
    "a.T[k + 1 :, k] = a[k + 1 :, :k] @ a[k, :k]": MOST + 3,
    "a[k:] += b[:k] @ a[:k]": MOST,
    "a[k:] += np.sum(a[:k], axis=0, keepdims=True)": MOST,
    "a[:, k:] += np.max(a[:, :k], axis=1)[:, None]": MOST,
    "a[k:, k:] *= np.mean(a[k:, k:])": MOST,
    "a.T[k:, :] = a[:, :k].sum(axis=1) + a[:, k:].T": MOST,
    "a[3, k:] = a[k:, :k].sum(axis=1)": MOST,
    "a[k:, 3] = a[:k, k:].sum(axis=0) * 2 + a[k, k:]": MOST,
}


def run(namespace, make, source, steps):
    """Yield what `source` is, or what it leaves in `a`, in each step."""
    names = {"np": namespace, **{name: make(value) for name, value in DATA.items()}}
    for k in steps:
        if source in VALUES:
            yield eval(source, names, {"k": k})
        else:
            exec(source, names, {"k": k})
            yield names["a"]


@pytest.mark.some(10)
@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("source", [*VALUES, *STATEMENTS])
@pytest.mark.parametrize("devices", [3, (4, 2)], ids=str)
def test_length_makes_no_program(devices, source):
    steps = range(2, 11)
    with xp.use_mesh(xp.make_mesh(devices)):
        found = [np.asarray(v) for v in run(snp, snp.asarray, source, steps)]
    wanted = run(np, np.array, source, steps)
    for mine, its in zip(found, wanted, strict=True):
        assert mine.dtype == np.asarray(its).dtype
        np.testing.assert_allclose(mine, its, rtol=1e-11, atol=1e-12)
    # reading the result may take programs of its own
    assert xp.cache_info().compilations <= {**VALUES, **STATEMENTS}[source] + 1


SUMMED = {
    "sum": lambda np, x, y: np.sum(x * y),
    "argmax": lambda np, x, y: np.argmax(x - y),
    "max": lambda np, x, y: np.max(np.abs(x) + y),
    "product": lambda np, x, y: x @ y,
}


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("name", SUMMED)
@given(
    steps=st.lists(
        st.tuples(st.integers(1, 90), st.integers(0, 90), st.integers(0, 90)),
        min_size=6,
        max_size=12,
    )
)
def test_any_slices_of_any_length(name, steps):
    values = np.random.default_rng(7).integers(-50, 50, 97)
    with xp.use_mesh(xp.make_mesh(3)):
        x = snp.asarray(values)
        for length, first, second in steps:
            i, j = (min(start, 97 - length) for start in (first, second))
            want = SUMMED[name](np, values[i : i + length], values[j : j + length])
            assert SUMMED[name](snp, x[i : i + length], x[j : j + length]) == want


def test_small_slices_of_large_arrays_stay_programs_of_their_own():
    """The whole array would take longer than a program to compile."""
    x = snp.zeros((1 << 20) + 7)
    for length in range(10, 18):
        assert x[length : 2 * length].sum() == 0
    assert xp.cache_info().compilations >= 8


def test_what_is_empty_or_has_one_element():
    x = snp.asarray(DATA["b"])
    for k in range(8):
        assert x[8 - k : 9].sum() == pytest.approx(DATA["b"][8 - k : 9].sum())
    assert x[9:9].sum() == 0
    assert x[9:10].max() == DATA["b"][9]
    with pytest.raises(ValueError, match="zero-size"):
        x[9:9].max()


def _substitute(a, b):
    for k in range(len(b)):
        b[k] = (b[k] - (a[k, :k] * b[:k]).sum()) / a[k, k]
    return b


def _substitute_backwards(a, b):
    for k in reversed(range(len(b))):
        b[k] = (b[k] - a[k, k + 1 :] @ b[k + 1 :]) / a[k, k]
    return b


def _eliminate(a, b):
    for k in range(len(b) - 1):
        pivot = k + int(abs(a[k:, k]).argmax())
        a[[k, pivot]] = a[[pivot, k]]
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= a[k + 1 :, k, None] * a[k, None, k + 1 :]
    return a


def _correlate(a, b):
    n = len(b)
    return [float((b[k:] * b[: n - k]).sum()) + float(b[k:] @ b[: n - k]) for k in range(n)]


@pytest.mark.parametrize("loop", [_substitute, _substitute_backwards, _eliminate, _correlate])
def test_loop_that_reduces_slices_compiles_few_programs(loop):
    n = 41
    a, b = values(n, n) + 3 * np.eye(n), values(n, seed=1)
    with xp.use_mesh(xp.make_mesh(8)):
        x, y = xp.asarray(a, copy=True), xp.asarray(b, copy=True)
        with counted() as count:
            found = loop(x, y)
            xp.block_until_ready((x, y))
    assert count.compilations <= 20
    np.testing.assert_allclose(np.asarray(found), loop(a, b), rtol=1e-9, atol=1e-9)


def test_slices_that_are_reduced_again_and_again_are_read_alone():
    """Some slices of a large array, in a loop over time."""
    x = xp.asarray(values(1003))
    for step in range(4):
        with counted() as count:
            for k in range(6):
                assert float(xp.max(x[k : 2 * k + 3])) == values(1003)[k : 2 * k + 3].max()
        assert count.dispatches == 6
        assert bool(count.compilations) == (step < 2)


REDUCED = {
    "sum": lambda n, x, y: n.sum(x * y, axis=0),
    "prod": lambda n, x, y: n.prod(n.sign(x), axis=0, keepdims=True),
    "max": lambda n, x, y: n.max(x, axis=0),
    "min of all": lambda n, x, y: n.min(abs(x)),
    "argmax": lambda n, x, y: n.argmax(x, axis=0),
    "argmin": lambda n, x, y: n.argmin(n.where(y > 0, x, 1), axis=0),
    "argmax of booleans": lambda n, x, y: n.argmax(x > 2, axis=0),
    "all": lambda n, x, y: n.all(x < 3, axis=0),
    "any of all": lambda n, x, y: n.any(x / y > 2),
    "count_nonzero": lambda n, x, y: n.count_nonzero(x, axis=0),
    "vecdot": lambda n, x, y: n.vecdot(x, y, axis=0),
    "vector_norm": lambda n, x, y: n.linalg.vector_norm(y + 1, axis=0),
    "matmul": lambda n, x, y: n.matmul(x.T, y),
    "tensordot": lambda n, x, y: n.tensordot(x + 1, y, axes=((0,), (0,))),
}
#: Where slices of axes of 13 begin, end, and how far apart their elements are.
SLICES = [(0, 13, 1), (1, 13, 1), (5, 13, 1), (7, 13, 1), (0, 4, 1), (9, 10, 1), (6, 11, 1)]
SLICES += [(0, 13, 2), (3, 13, 2), (6, 13, 2), (1, 4, 2), (5, 11, 2)]


@pytest.mark.parametrize("name", REDUCED)
def test_reductions_of_slices_with_any_bounds(name, mesh, quickly_compiled):
    a, b = np.round(3 * values(2, 13, 3))
    a[[1, 6, 11], [0, 1, 1]] = np.nan, -np.inf, np.inf
    x, y = xp.asarray(a), xp.asarray(b)
    with np.errstate(all="ignore"):
        for start, stop, step in SLICES:
            found = REDUCED[name](xp, x[start:stop:step], y[start:stop:step])
            want = REDUCED[name](np, a[start:stop:step], b[start:stop:step])
            strategies.assert_matches(found, want, rtol=1e-13)
