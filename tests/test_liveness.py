"""Values that a program names and does not use: after a while programs leave them out."""

import numpy as np
import pytest

import sharray as xp
import sharray.numpy as snp
from sharray._engine import liveness


@pytest.fixture(autouse=True)
def _soon(monkeypatch, on_devices):
    monkeypatch.setattr(liveness, "PATIENCE", 3)
    liveness._liveness.clear()


def steps(n, lib, uses=lambda i, names: None):
    """Write to an array from named values, of which `uses` may use some."""
    u, seen = lib.arange(35.0).reshape(5, 7), []
    before = u * 1.0
    for i in range(n):
        left, right = lib.roll(u, 1, axis=0), lib.roll(u, -1, axis=1)
        mean = (left + right) / 2
        new = mean - 0.1 * before
        before = u * 1.0
        u = new * 1.0
        u[0, :] = i
        used = uses(i, {"left": left, "right": right, "mean": mean, "u": u, "new": new})
        if used is not None:
            seen.append(np.array(used))
    return [u, before, *seen]


USES = {
    "none": lambda i, names: None,
    "once, late": lambda i, names: names["left"] * 2 if i == 10 else None,
    "fetched": lambda i, names: names["mean"] if i > 6 else None,
    "fetched every other time": lambda i, names: names["new"] if i % 2 else None,
    "written to": lambda i, names: names["right"].__iadd__(1.0) if i > 8 else None,
    "a view": lambda i, names: names["mean"][1:, ::2] if i in (7, 12) else None,
    "its sum": lambda i, names: names["left"].sum() if i > 5 else None,
}


@pytest.mark.parametrize("use", USES)
def test_left_out_values_are_right_when_they_are_used(use, mesh):
    with xp.use_mesh(mesh):
        found = steps(16, snp, USES[use])
    for ours, theirs in zip(found, steps(16, np, USES[use]), strict=True):
        np.testing.assert_allclose(np.asarray(ours), theirs, rtol=1e-12, atol=1e-12)


def results_of(monkeypatch, uses):
    """Return how many results the program of the write has, time after time."""
    liveness._liveness.clear()
    counts = []
    capture = liveness.left_out

    def counted(form, held):
        without = capture(form, held)
        counts.append(len(held) - len(without))
        return without

    monkeypatch.setattr("sharray._engine.graph.left_out", counted)
    with xp.use_mesh(xp.make_mesh(2)):
        steps(16, snp, uses)
    return counts


def test_what_nobody_uses_is_left_out(monkeypatch):
    counts = results_of(monkeypatch, USES["none"])
    assert counts[:2] == [4, 4]  # left, right, mean, new
    assert counts[-1] == 0


def test_what_is_used_stays(monkeypatch):
    always = results_of(monkeypatch, lambda i, names: names["left"] * 2)
    assert always[-1] == 1
    late = results_of(monkeypatch, lambda i, names: names["mean"] if i > 12 else None)
    assert late[-1] == 1
