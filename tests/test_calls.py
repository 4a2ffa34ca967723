"""Calls that are replayed: what a function records is kept for calls alike."""

import threading
import warnings

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._functions import declare
from sharray._record import calls

RNG = np.random.default_rng(3)
FUNCTIONS = {
    "sum": lambda m, x, y: m.sum(x),
    "sum over an axis": lambda m, x, y: m.sum(x, axis=1, keepdims=True),
    "mean": lambda m, x, y: m.mean(x, axis=0),
    "std": lambda m, x, y: m.std(x, ddof=1),
    "median": lambda m, x, y: m.median(x),
    "percentile": lambda m, x, y: m.percentile(x, 30.5, axis=1),
    "sort": lambda m, x, y: m.sort(x, axis=0),
    "argsort": lambda m, x, y: m.argsort(x, axis=1, stable=True),
    "clip": lambda m, x, y: m.clip(x, 0.25, 0.5),
    "where": lambda m, x, y: m.where(x > y, x, 1.5),
    "dot": lambda m, x, y: m.dot(x.T, y),
    "diff": lambda m, x, y: m.diff(x, axis=0),
    "cumsum": lambda m, x, y: m.cumsum(x),
    "ptp": lambda m, x, y: m.ptp(x, axis=1),
    "interp": lambda m, x, y: m.interp(x, m.sort(y[:, 0]), y[:, 1]),
    "searchsorted": lambda m, x, y: m.searchsorted(m.sort(x[:, 0]), y),
    "take": lambda m, x, y: m.take(x, m.argmin(y, axis=0)),
    "of a slice": lambda m, x, y: m.mean(x[2:, ::-1], axis=0),
    "of what is recorded": lambda m, x, y: m.var(x * 2 + y),
    "unique": lambda m, x, y: m.unique(m.round(x, 1)),
    "nonzero": lambda m, x, y: m.nonzero(x > 0.5)[0],
    "norm": lambda m, x, y: m.linalg.norm(x, axis=1),
    "roll": lambda m, x, y: m.roll(x, 3, axis=0) + y,
    "pad": lambda m, x, y: m.pad(x, 2),
}


@pytest.fixture(autouse=True)
def _on_devices():
    with xp.set_options(host_threshold=0):
        yield


@pytest.mark.parametrize("space", [xp, snp], ids=lambda space: space.__name__)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_calls_alike_have_values_of_their_own(name, space, mesh):
    function = FUNCTIONS[name]
    for _ in range(3):
        a, b = RNG.random((11, 5)), RNG.random((11, 5))
        result = function(space, space.asarray(a), space.asarray(b))
        wanted = function(np, a, b)
        np.testing.assert_allclose(np.asarray(result), wanted, rtol=1e-12)
        assert result.dtype == wanted.dtype


def runs(function, numpy_function, monkeypatch):
    """Return how often the implementation of a function of NumPy runs while another one does."""
    kept = declare.REGISTRY[numpy_function].implementation
    count = []
    real = calls.Call.record

    def record(self, implementation, *rest):
        count.append(implementation)
        return real(self, implementation, *rest)

    monkeypatch.setattr(calls.Call, "record", record)
    function()
    return count.count(kept)


#: Arguments of which one may be computed from the other, as none need be in the next call.
PAIRS = [
    lambda m, x, y: (x.T, x),
    lambda m, x, y: (x.T, y),
    lambda m, x, y: (x[::-1].T, x),
    lambda m, x, y: (x[:, ::-1].T, x[::-1]),
    lambda m, x, y: ((x * 2).T, x),
    lambda m, x, y: ((x + y).T, x),
    lambda m, x, y: ((x + y)[::-1].T, x + y),
    lambda m, x, y: (m.where(x > 0.5, x, y).T, x),
    lambda m, x, y: (x.T, x + y),
]


@pytest.mark.parametrize(
    "function",
    [
        lambda m, a, b: m.dot(a, b),
        lambda m, a, b: m.tensordot(b, a, 1),
        lambda m, a, b: m.einsum("ij,ji->j", a, b),
        lambda m, a, b: m.where(a.T > 0.5, a.T, b),
        lambda m, a, b: m.compress(a[0] > 0.5, b, axis=0),
    ],
)
@pytest.mark.parametrize("backwards", [False, True])
def test_what_one_array_is_to_another_is_not_kept(function, backwards, mesh):
    for pair in PAIRS[::-1] if backwards else PAIRS:
        a, b = RNG.random((11, 5)), RNG.random((11, 5))
        result = function(snp, *pair(snp, snp.asarray(a), snp.asarray(b)))
        wanted = function(np, *pair(np, a, b))
        np.testing.assert_allclose(np.asarray(result), wanted, rtol=1e-9, atol=1e-12)


def test_the_second_call_does_not_run_the_function(monkeypatch):
    x = xp.asarray(RNG.random(9173))
    assert runs(lambda: [float(xp.median(x + i)) for i in range(4)], np.median, monkeypatch) == 1


def test_other_static_arguments_are_other_calls():
    x = xp.asarray(np.array([[0.0, -1.0], [2.0, 4.0]]))
    for _ in range(2):
        assert xp.sum(x, axis=0).tolist() == [2.0, 3.0]
        assert xp.sum(x, axis=1).tolist() == [-1.0, 6.0]
        assert xp.sum(x, axis=(0, 1)).tolist() == 5.0
        assert xp.sum(x, keepdims=True).shape == (1, 1)
        assert xp.sum(x, dtype=np.float32).dtype == np.float32
        assert xp.sum(x, dtype=np.int64).dtype == np.int64
        # 0.0 == -0.0, 1 == 1.0 == True
        assert np.signbit(np.asarray(xp.clip(x, -0.0, -0.0))).all()
        assert not np.signbit(np.asarray(xp.clip(x, 0.0, 0.0))).any()
        assert snp.clip(x, 1, 2).dtype == snp.clip(x, 1.0, 2.0).dtype == float


def test_one_array_twice_and_two_arrays():
    a, b = RNG.random(37), RNG.random(37)
    x, y = xp.asarray(a), xp.asarray(b)
    for u, v, p, q in [(x, x, a, a), (x, y, a, b), (y, y, b, b), (y, x, b, a)]:
        np.testing.assert_allclose(float(xp.dot(u, v)), p @ q)
        np.testing.assert_allclose(np.asarray(xp.where(u > v, u, v)), np.maximum(p, q))


def test_a_replayed_call_keeps_what_it_was_given():
    x = snp.asarray(np.arange(41.0))
    for k in range(4):
        before = snp.cumsum(x)
        x[3:] += k
        after = snp.cumsum(x)
        assert before[-1] + k * 38 == after[-1]


def test_results_are_arrays_of_their_own():
    x = snp.asarray(np.arange(40.0))
    results = [snp.clip(x, 3, 9) for _ in range(3)]
    results[1][:] = 7
    results[2] += 1
    assert results[0].tolist() == np.clip(np.arange(40.0), 3, 9).tolist()
    assert results[2].tolist() == (np.clip(np.arange(40.0), 3, 9) + 1).tolist()
    assert x.tolist() == list(range(40))


def test_constants_of_a_call_are_not_overwritten():
    x = snp.asarray(np.arange(40.0))
    for _ in range(4):
        y = snp.gradient(x)
        y *= 3
        y[1:] -= y[:-1]
        assert y.tolist() == [3.0] + [0.0] * 39


def test_long_chains_are_cut():
    x = xp.asarray(np.ones(29))
    for _ in range(100):
        x = xp.cumsum(x) / xp.max(x)
    wanted = np.ones(29)
    for _ in range(100):
        wanted = np.cumsum(wanted) / np.max(wanted)
    np.testing.assert_allclose(np.asarray(x), wanted)


def test_values_that_decide_are_looked_at_each_time():
    for value in (1.0, 2.0, 1.0):
        x = xp.asarray(np.full(33, value))
        assert xp.allclose(x, xp.ones(33)) is (value == 1)
        assert xp.unique_values(xp.concat([x, xp.ones(33)])).shape == ((1,) if value == 1 else (2,))
        with pytest.raises(ValueError, match="non-negative"):
            xp.quantile(x, 0.5, weights=-x, method="inverted_cdf")


def test_warnings_come_again():
    def messages(m):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            m.median(m.zeros((0, 3)), axis=0)
        return [str(w.message) for w in caught]

    assert [messages(snp) for _ in range(3)] == [messages(np)] * 3 != [[]] * 3


def test_errors_come_again():
    x = xp.asarray(RNG.random((5, 3)))
    for _ in range(3):
        with pytest.raises(np.exceptions.AxisError):
            xp.sum(x, axis=2)


def test_errstate_is_asked_each_time():
    x = snp.asarray(np.arange(35.0))
    assert np.isinf(np.asarray(snp.divide(1.0, x))).any()
    snp.mean(x)
    with snp.errstate(all="raise"):
        assert snp.mean(x) == 17


def test_reports_know_replayed_calls():
    x = xp.asarray(RNG.random(4001))
    counts = []
    for _ in range(3):
        with xp.report() as report:
            float(xp.mean(x))
        counts.append(str(report).count("mean"))
    assert counts[0] == counts[1] == counts[2] > 0


def test_threads_replay_at_the_same_time():
    arrays = [xp.asarray(np.full(5003, float(i))) for i in range(4)]
    found = {}

    def work(i):
        found[i] = [float(xp.mean(arrays[i] + k)) for k in range(20)]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {i: [float(i + k) for k in range(20)] for i in range(4)}


def test_a_traced_call_is_not_kept():
    import jax

    x = xp.asarray(RNG.random(31))
    jitted = xp.jit(lambda v: xp.median(v) * 2)
    for _ in range(2):
        np.testing.assert_allclose(float(jitted(x)), float(xp.median(x)) * 2)
    gradient = jax.grad(lambda v: xp.mean(v * v))(x)
    np.testing.assert_allclose(np.asarray(gradient), 2 * np.asarray(x) / 31)


def test_steps_to_come_find_what_they_need(on_devices):
    point, values = xp.asarray(2.5), xp.asarray(np.arange(1.0, 5.0))
    for _ in range(3):  # the first is recorded, the others are replayed
        assert float(xp.interp(point, values, values * 2)) == 5.0
        assert float(xp.interp(xp.asarray(3), values, values)) == 3.0
