"""Results that have not been computed keep little memory: a program may work in pieces."""

import jax
import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._record import retained

pytestmark = pytest.mark.usefixtures("on_devices")

CHUNK = (100, 1000)


@pytest.fixture(autouse=True)
def small_limits(monkeypatch):
    monkeypatch.setattr(retained, "MOST", 4 * CHUNK[0] * CHUNK[1])
    monkeypatch.setattr(retained, "LARGE", 1000)


def chunk(k):
    return snp.asarray(np.full(CHUNK, float(k)))


def live_bytes():
    return sum(x.nbytes for x in jax.live_arrays())


KINDS = {
    "sums": lambda x, before: [*before, x.sum(axis=0)],
    "a sum of sums": lambda x, before: [before[0] + x.sum(axis=0)] if before else [x.sum(axis=0)],
    "maxima": lambda x, before: (
        [snp.maximum(before[0], x.max(axis=0))] if before else [x.max(axis=0)]
    ),
    "copies of rows": lambda x, before: [*before, x[3].copy()],
    "several of each": lambda x, before: [*before, x.mean(0), x.std(1), x[::50, 0].copy()],
}


@pytest.mark.parametrize("kind", KINDS)
def test_operands_that_nobody_has_are_let_go(kind, mesh):
    before, most, results = live_bytes(), 0, []
    for k in range(40):
        results = KINDS[kind](chunk(k), results)
        most = max(most, live_bytes() - before)
    assert most < 9 * CHUNK[0] * CHUNK[1] * 8
    wanted = []
    for k in range(40):
        x, own = np.full(CHUNK, float(k)), [np.asarray(w) for w in wanted]
        wanted = KINDS[kind](x, own)
    for found, want in zip(results, wanted, strict=True):
        np.testing.assert_allclose(found, want)


def test_pieces_may_lie_on_several_meshes():
    sums = []
    for k in range(20):
        with xp.use_mesh(xp.make_mesh(1 + k % 3)):
            sums.append(xp.sum(xp.asarray(np.full(CHUNK, float(k))), axis=0))
    for k, found in enumerate(sums):
        np.testing.assert_array_equal(np.asarray(found), np.full(CHUNK[1], 100.0 * k))


def test_results_of_an_array_that_is_there_run_together(mesh):
    x = chunk(3.0)
    results = [x.sum(axis=0), x.max(axis=0), x.mean(axis=0), *[x[k] + k for k in range(9)]]
    assert all(r._node().is_pending for r in results[:3])
    np.testing.assert_array_equal(results[0], np.full(CHUNK[1], 300.0))


def test_what_is_written_to_a_part_keeps_no_old_version_of_the_whole(mesh):
    before = live_bytes()
    whole, parts = snp.zeros((1000, 40)), []
    line = snp.arange(1000.0)
    for k in range(40):
        part = snp.sin(line * k)
        whole[:, k] = part
        parts.append(part)
    for k, part in enumerate(parts):
        np.testing.assert_allclose(part, np.sin(np.arange(1000.0) * k), atol=1e-12)
        np.testing.assert_allclose(whole[:, k], part)
    assert live_bytes() - before < 5 * whole.nbytes
