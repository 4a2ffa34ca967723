"""Linear algebra beyond what the table of cases draws."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from counting import collectives, communication, compiled_programs, temporary_bytes
from hypothesis import given
from hypothesis import strategies as st

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._engine import compiler


@pytest.mark.parametrize("devices", [8])
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


@given(shape=SHAPES, mesh=strategies.meshes(), data=st.data())
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
            strategies.assert_matches(made, expected, rtol=1e-12)


def test_no_product_transposes_an_operand():
    with xp.use_mesh(xp.make_mesh(8)), xp.set_options(host_threshold=0):
        x, y, z = xp.ones((4000, 50)), xp.ones(4000), xp.ones((4000, 3))
        for call in (lambda: x.T @ y, lambda: x.T @ z, lambda: snp.einsum("ij,i->j", x, y)):
            compiler.cache_clear()
            xp.block_until_ready(call())
            (made,) = compiled_programs()
            assert collectives(made.executable) == ["all-reduce"]
            assert temporary_bytes(made.executable) < x.nbytes / 8 / 4


@given(
    shape=st.sampled_from([(7, 3), (3, 7), (16, 3), (5, 5, 5)]),
    count=st.sampled_from([1, 2, 40]),
    wrap=st.booleans(),
    mesh=strategies.meshes(),
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
    strategies.assert_matches(x, a)
    np.testing.assert_array_equal(np.asarray(whole)[..., 1], a)
    assert not np.asarray(whole)[..., 0].any()


def test_diagonals_are_written_where_they_lie():
    with xp.use_mesh(xp.make_mesh(8)), xp.set_options(host_threshold=0):
        x, d = xp.block_until_ready((xp.ones((83, 83)), xp.ones(83)))
        compiler.cache_clear()
        snp.fill_diagonal(x, 5.0)
        xp.block_until_ready(x - snp.diagflat(d))
        for made in compiled_programs():
            moved = communication(made.executable)
            assert sum(moved.values()) < x.nbytes / 4, moved


TURNS = {
    "full": lambda a: a,
    "lower": np.tril,
    "upper": np.triu,
    "diagonal": lambda a: a * np.eye(7),
}


@given(
    turn=st.sampled_from(list(TURNS)),
    shape=st.sampled_from([(7,), (7, 1), (7, 9)]),
    transposed=st.booleans(),
    dtype=st.sampled_from([float, complex]),
    mesh=strategies.meshes(),
)
def test_solve_looks_at_the_matrix(on_devices, turn, shape, transposed, dtype, mesh):
    rng = np.random.default_rng(3)
    a = TURNS[turn](rng.random((7, 7)) + np.eye(7)).astype(dtype)
    b = rng.random(shape)
    with xp.use_mesh(mesh):
        x, y = xp.asarray(a), xp.asarray(b)
        found = xp.linalg.solve(x.T if transposed else x, y)
    strategies.assert_matches(found, np.linalg.solve(a.T if transposed else a, b), rtol=1e-10)


@pytest.mark.parametrize("turn", ["full", "lower", "upper"])
def test_what_has_no_solution(on_devices, turn):
    a = TURNS[turn](np.ones((7, 7)))
    a[:, 2] = 0
    with xp.use_mesh(xp.make_mesh(8)), pytest.raises(np.linalg.LinAlgError, match="Singular"):
        xp.linalg.solve(xp.asarray(a), xp.ones(7))


def test_one_device_decomposes_a_single_matrix(on_devices):
    a = np.eye(13) + 0.1
    with xp.use_mesh(xp.make_mesh(8)):
        x = xp.block_until_ready(xp.asarray(a))
        compiler.cache_clear()
        strategies.assert_matches(xp.linalg.cholesky(x), np.linalg.cholesky(a), rtol=1e-12)
        text = [made.executable.as_text() for made in compiled_programs()]
    assert any("conditional" in t and "potrf" in t for t in text)


@pytest.mark.parametrize(
    "of",
    [
        lambda n, x: n.svdvals(x),
        lambda n, x: n.matrix_norm(x, ord="nuc") / n.matrix_norm(x, ord=2),
        lambda n, x: n.matrix_norm(x.T, ord=-2),
        lambda n, x: n.matrix_rank(x),
        lambda n, x: n.cond(x),
    ],
)
def test_singular_values_take_no_memory_for_square_matrices(on_devices, of):
    x = np.linspace(-1, 1, 150_001)[:, None] ** np.arange(3)
    with xp.use_mesh(xp.make_mesh(2)):
        np.testing.assert_allclose(of(snp.linalg, snp.asarray(x)), of(np.linalg, x), rtol=1e-12)


SPD = np.eye(5) + 0.1 * np.arange(5.0)[:, None] * np.arange(5.0)
DERIVED = {
    "numbers": lambda n, x, y: n.linalg.det(x) + n.sum(n.linalg.svdvals(x) ** 3),
    "solve": lambda n, x, y: n.sum(n.linalg.solve(x, y) ** 2 + n.linalg.solve(x.T, y)),
    "solve, triangular": lambda n, x, y: n.sum(n.linalg.solve(n.tril(x), y) ** 2),
    "product": lambda n, x, y: n.sum((x.T @ y) ** 2) + n.sum(x @ y),
}


@pytest.mark.parametrize("name", DERIVED)
def test_derivatives(on_devices, name):
    function, y = DERIVED[name], np.linspace(0, 1, 15).reshape(5, 3)
    expected = jax.jit(jax.grad(functools.partial(function, jnp), argnums=(0, 1)))(SPD, y)
    with xp.use_mesh(xp.make_mesh((4, 2))):
        gradient = jax.jit(jax.grad(functools.partial(function, xp), argnums=(0, 1)))
        found = gradient(xp.asarray(SPD), xp.asarray(y))
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.asarray(mine), theirs, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("columns", [(), (3,)])
def test_least_squares_of_many_rows(on_devices, columns):
    rng = np.random.default_rng(4)
    a, b = rng.random((30_011, 3)), rng.random((30_011, *columns))
    a[:, 2] = a[:, 0] + 1e-3 * a[:, 2]
    expected = np.linalg.lstsq(a, b)
    with xp.use_mesh(xp.make_mesh(3)):
        found = snp.linalg.lstsq(xp.asarray(a), xp.asarray(b))
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.asarray(mine), theirs, rtol=1e-7, atol=1e-9)
    assert found[2] == 3


def test_least_squares_of_a_matrix_without_full_rank(on_devices):
    a = np.outer(np.arange(1.0, 41), [1.0, 2.0, 3.0])
    with xp.use_mesh(xp.make_mesh(8)):
        solution, residuals, rank, _ = snp.linalg.lstsq(xp.asarray(a), xp.ones(40))
    np.testing.assert_allclose(np.asarray(solution), np.linalg.lstsq(a, np.ones(40))[0])
    assert (rank, residuals.shape) == (1, (0,))


@pytest.mark.parametrize("dtype", ["float64", "complex64"])
def test_norms_that_are_extremes_keep_nan(on_devices, dtype, mesh):
    """XLA's largest and smallest elements lose it on CPU devices."""
    a = np.arange(1, 36).reshape(5, 7).astype(dtype)
    a[1, 1], a[3, 2] = np.nan, -np.inf
    x = xp.asarray(a)
    for ord in (np.inf, -np.inf):
        for axis in (None, 0, 1):
            want = np.linalg.vector_norm(a, axis=axis, ord=ord)
            strategies.assert_matches(xp.linalg.vector_norm(x, axis=axis, ord=ord), want)
    for ord in (1, -1, np.inf, -np.inf):
        strategies.assert_matches(
            xp.linalg.matrix_norm(x, ord=ord), np.linalg.matrix_norm(a, ord=ord)
        )
    rows = [xp.linalg.vector_norm(x[k:, 0], ord=None) for k in range(5)]
    strategies.assert_matches(
        rows, [np.linalg.vector_norm(a[k:, 0], ord=None) for k in range(5)], rtol=1e-6
    )


def outcome(call):
    try:
        return np.asarray(call())
    except np.linalg.LinAlgError as error:
        return str(error)


#: Where NaN is put into a stack of matrices.
NAN_AT = [(0, 0, 0), (1, 2, 2), (1, 2, 1), (0, 3, 0), (1, 0, 3)]


@pytest.mark.parametrize("at", NAN_AT, ids=str)
@pytest.mark.parametrize("dtype", [float, complex])
def test_matrices_with_nan_factor_or_fail_as_in_numpy(at, dtype, on_devices):
    a = (np.eye(4) * 3 + np.ones((2, 4, 4))).astype(dtype)
    failing = a.copy()
    failing[1, 1, 1] = -5  # before some of them, and after others
    for m in (a, failing):
        m[at] = np.nan
        for upper in (False, True):
            found = outcome(lambda m=m, u=upper: snp.linalg.cholesky(xp.asarray(m), upper=u))
            wanted = outcome(lambda m=m, u=upper: np.linalg.cholesky(m, upper=u))
            if isinstance(wanted, str):
                assert isinstance(found, str)
            else:
                np.testing.assert_allclose(found, wanted, rtol=1e-12)
    for p in (None, 2, -2):
        with pytest.raises(np.linalg.LinAlgError, match="SVD did not converge"):
            snp.linalg.cond(xp.asarray(a), p)
