"""NumPy as an executor, against XLA: every graph that these programs evaluate runs on both."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._engine import executors
from sharray._engine.graph import capture
from sharray._engine.interpreter import Interpreted
from sharray._record import views


class Both:
    """Runs graphs on devices, and compares what NumPy makes of the same graph.

    Attributes
    ----------
    compared
        How many results agreed.
    """

    def __init__(self, prepare):
        self.on_devices = prepare
        self.compared = 0

    def prepare(self, graph, may_be_longer, precision, *, has_spare=False):
        self.graph = graph
        self.executor = self.on_devices(graph, may_be_longer, precision, has_spare=has_spare)
        self.uninterruptible = self.executor.uninterruptible
        self.pads_with_zeros = self.executor.pads_with_zeros
        self.avals, self.lenses = self.executor.avals, self.executor.lenses
        return self

    def run(self, buffers, spare):
        # before anything is donated
        host = [logical(b, n.aval).copy() for b, n in zip(buffers, self.graph.inputs, strict=True)]
        expected = Interpreted(self.graph).run(host)
        results = self.executor.run(buffers, spare)
        for result, wanted, avals, lens in zip(
            results, expected, self.avals, self.lenses, strict=True
        ):
            pairs = [(result, wanted, avals)]
            if isinstance(avals, tuple):
                pairs = list(zip(result, wanted, avals, strict=True))
            for value, want, aval in pairs:
                value = logical(value, aval)
                if lens is not None:
                    value = lens.of_numpy(value)
                assert value.shape == want.shape
                assert value.dtype == want.dtype
                close = want.dtype.kind in "fc"
                compare = np.testing.assert_allclose if close else np.testing.assert_array_equal
                compare(value, want, **({"rtol": 1e-12, "atol": 1e-12} if close else {}))
                self.compared += 1
        return results


def logical(value, aval):
    """Return the elements of a buffer without its padding."""
    return np.asarray(value)[tuple(map(slice, aval.shape))]


@pytest.fixture
def both(monkeypatch):
    executor = Both(executors.prepare)
    monkeypatch.setattr(executors, "prepare", executor.prepare)
    with xp.set_options(host_threshold=0):
        yield executor


def add_neighbours(m, u):
    u[1:-1] += u[2:] - u[:-2]


def scale_steps(m, u):
    u[::-2] *= 0.5


def overlap(m, u):
    u[2:] = u[:-2]


def at_a_mask(m, u):
    u[u > 0.5] -= 1


def at_an_element(m, u):
    u[u.shape[0] // 2] = u[0] + 1


def roll(m, u):
    u[...] = m.roll(u, 3, axis=0) * 2


def pad(m, u):
    u[:] = m.pad(u, [(1, 1)] + [(0, 0)] * (u.ndim - 1), mode="edge")[2:]


def through_a_view(m, u):
    v = u.reshape(-1)[1:]
    v += 1


WRITES = [add_neighbours, scale_steps, overlap, at_a_mask, at_an_element, roll, pad, through_a_view]
READS = {
    "a chain": lambda m, u: m.sqrt(m.abs(u * 2 - 1)) + u.T.sum() / 3,
    "reductions": lambda m, u: m.stack([u.max(), u.mean(), u.std(), u.sum()]),
    "running sums": lambda m, u: m.cumsum(u, axis=0)[::-1],
    "sorted": lambda m, u: m.sort(u, axis=0)[1:] - m.sort(u, axis=0)[:-1],
    "a product": lambda m, u: u.reshape(u.shape[0], -1).T @ u.reshape(u.shape[0], -1),
    "median": lambda m, u: m.median(u, axis=0),
    "chosen": lambda m, u: m.where(u > 0.3, u, -u),
    "joined": lambda m, u: m.concatenate([u[3:], u * 2, u[:1]]),
    "searched": lambda m, u: m.argmax(u, axis=0) + m.argmin(u, axis=0),
    "windows": lambda m, u: m.lib.stride_tricks.sliding_window_view(u, 3, 0).max(-1),
}


@given(data=st.data())
def test_programs(data, both, seed):
    shape = data.draw(st.sampled_from([(11,), (7, 3), (8, 4)]))
    mesh = xp.make_mesh(data.draw(st.sampled_from([1, 2, 3, 8, (4, 2)])))
    a = np.random.default_rng(seed).random(shape)
    u = snp.asarray(a, device=data.draw(strategies.shardings(len(shape), mesh)))
    before = both.compared
    for _ in range(data.draw(st.integers(1, 3))):
        write = data.draw(st.sampled_from(WRITES))
        write(snp, u)
        write(np, a)
        name = data.draw(st.sampled_from(sorted(READS)))
        np.testing.assert_allclose(
            np.asarray(READS[name](snp, u)), READS[name](np, a), rtol=1e-10, atol=1e-10
        )
    np.testing.assert_allclose(np.asarray(u), a, rtol=1e-12, atol=1e-12)
    assert both.compared > before


@pytest.mark.parametrize("held", [False, True])
def test_what_is_free_is_written_to_in_place(held):
    with xp.set_options(host_threshold=0):
        x = xp.block_until_ready(xp.zeros(12))
        ones = xp.block_until_ready(xp.ones(3))
        node = views.written(x._node(), x[2:5]._chain, ones._node())
    if not held:
        del x
    graph = capture([node])
    buffers = [logical(n.value, n.aval).copy() for n in graph.inputs]
    (result,) = Interpreted(graph).run(buffers)
    assert result.tolist() == [0] * 2 + [1] * 3 + [0] * 7
    assert any(result is b for b in buffers) is not held


@pytest.mark.parametrize("shape", [(7,), (7, 2)])
def test_what_is_read_as_it_lies(on_devices, interpreted, mesh, shape):
    rng = np.random.default_rng(0)
    a, b, n = rng.random((7, 7)) + np.eye(7), rng.random(shape), np.array(3.0)
    x, y = xp.asarray(a), xp.asarray(b)
    strategies.assert_matches(xp.linalg.solve(x.T, y), np.linalg.solve(a.T, b), rtol=1e-12)
    strategies.assert_matches(x.T @ y, a.T @ b, rtol=1e-12)
    strategies.assert_matches(xp.pad(xp.asarray(n), 1) + 1, np.pad(n, 1) + 1)
    assert not xp.cache_info().compilations


def test_numbers_choose_where_they_are_not_zero(on_devices, interpreted, mesh):
    a, c = np.random.default_rng(0).random((7, 3)), np.arange(7) % 3
    x, numbers = snp.asarray(a), snp.asarray(c)
    strategies.assert_matches(np.compress(numbers, x, axis=0), np.compress(c, a, axis=0))
    strategies.assert_matches(np.extract(numbers, x[:, 1]), np.extract(c, a[:, 1]))
    strategies.assert_matches(x[:, 1].compress(numbers * 0.5), a[:, 1].compress(c * 0.5))
    assert not xp.cache_info().compilations
