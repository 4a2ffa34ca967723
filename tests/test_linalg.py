"""Linear algebra beyond what the table of cases draws."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import sharray as xp


@pytest.mark.parametrize("devices", [1, 2, 3, 8])
@pytest.mark.parametrize(
    ("batch", "shape"),
    [((3, 5), (3, 5)), ((3, 5), (5,)), ((3, 5), (1, 5)), ((11, 2), (11, 1)), ((5,), ()), ((), ())],
)
def test_a_tolerance_for_each_matrix(devices, batch, shape):
    rng = np.random.default_rng(0)
    a, rtol = rng.random((*batch, 4, 3)), 0.3 * rng.random(shape)
    mesh = xp.make_mesh(devices, devices=jax.devices()[:devices])
    with xp.use_mesh(mesh), xp.set_options(host_threshold=0):
        x, t = xp.asarray(a), xp.asarray(rtol)
        found, rank = xp.linalg.pinv(x, rtol=t), xp.linalg.matrix_rank(x, rtol=t)
        assert found.device == rank.device == mesh
    np.testing.assert_allclose(np.asarray(found), np.linalg.pinv(a, rtol=rtol), atol=1e-12)
    each = np.broadcast_to(rtol, batch)
    np.testing.assert_array_equal(np.asarray(rank), np.linalg.matrix_rank(a, rtol=each))
