"""Linear algebra beyond what the table of cases draws."""

from __future__ import annotations

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy as snp
from sharray import testing
from sharray._engine import hlo, run


@pytest.mark.parametrize("devices", [3, 8])
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


P = jax.sharding.PartitionSpec
SHAPES = st.sampled_from([(7, 3), (13, 13), (16, 1)])


@given(shape=SHAPES, mesh=testing.meshes(), data=st.data())
def test_products_with_transposed_views(mode, shape, mesh, data):
    rng = np.random.default_rng(0)
    a, v, w = rng.random(shape), rng.random(shape[0]), rng.random((shape[0], 2))
    specs = [P(), P("x"), P(None, "x")]
    with xp.use_mesh(mesh):
        x = xp.asarray(a, device=data.draw(st.sampled_from(specs)))
        # what the padding holds is no part of a sum
        x = xp.asarray(1 / a) ** -1 if data.draw(st.booleans()) else x
        y, z = xp.asarray(v), xp.asarray(w)
        for made, expected in [
            (x.T @ y, a.T @ v),
            (z.T @ x, w.T @ a),
            (x @ x.T, a @ a.T),
            (snp.einsum("ji,jk->ki", x, z), w.T @ a),
        ]:
            testing.assert_matches(made, expected, rtol=1e-12)


def test_no_product_transposes_an_operand():
    with xp.use_mesh(xp.make_mesh(8)), xp.set_options(host_threshold=0):
        x, y, z = xp.ones((4000, 50)), xp.ones(4000), xp.ones((4000, 3))
        for call in (lambda: x.T @ y, lambda: x.T @ z, lambda: snp.einsum("ij,i->j", x, y)):
            run.cache_clear()
            xp.block_until_ready(call())
            (family,) = run._families.values()
            (made,) = family.fixed.values()
            assert run.collectives(made.executable) == ["all-reduce"]
            assert hlo.temporary_bytes(made.executable) < x.nbytes / 8 / 4


@given(
    shape=st.sampled_from([(7, 3), (3, 7), (16, 3), (5, 5, 5)]),
    count=st.sampled_from([1, 2, 40]),
    wrap=st.booleans(),
    mesh=testing.meshes(),
)
def test_fill_diagonal(on_devices, shape, count, wrap, mesh):
    values = np.arange(1.0, count + 1)
    a = np.zeros(shape)
    np.fill_diagonal(a, values, wrap)
    with xp.use_mesh(mesh):
        x, whole = xp.zeros(shape), xp.zeros((*shape, 2))
        snp.fill_diagonal(x, values, wrap)
        view = whole[..., 1]
        snp.fill_diagonal(view, values[0] if count == 1 else values, wrap)
    testing.assert_matches(x, a)
    np.testing.assert_array_equal(np.asarray(whole)[..., 1], a)
    assert not np.asarray(whole)[..., 0].any()


def test_diagonals_are_written_where_they_lie():
    with xp.use_mesh(xp.make_mesh(8)), xp.set_options(host_threshold=0):
        x, d = xp.block_until_ready((xp.ones((83, 83)), xp.ones(83)))
        run.cache_clear()
        snp.fill_diagonal(x, 5.0)
        xp.block_until_ready(x - snp.diagflat(d))
        for family in run._families.values():
            for made in family.fixed.values():
                moved = hlo.communication(made.executable)
                assert sum(moved.values()) < x.nbytes / 4, moved
