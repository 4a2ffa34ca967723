"""Gradients of operations on lengths that do not divide: their values, and what moves for them."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from counting import communication
from hypothesis import given, settings
from hypothesis import strategies as st
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P
from test_communication import classify

import sharray as xp
import sharray.numpy as snp
from sharray import strategies
from sharray._core.operation import CLASSES

pytestmark = pytest.mark.usefixtures("on_devices", "quickly_compiled")


class JNP:
    """jax.numpy under the names of sharray, with indices that are NumPy arrays."""

    cumulative_sum = staticmethod(lambda x, axis: jnp.cumsum(x, axis=axis))
    cumulative_prod = staticmethod(lambda x, axis: jnp.cumprod(x, axis=axis))
    asarray = staticmethod(np.asarray)
    bincount = staticmethod(lambda x, w: jnp.bincount(x, w, length=50))

    def __getattr__(self, name):
        return getattr(jnp, name)


def rows(n):
    return np.random.default_rng(1).integers(0, n, n)


def columns(n, m):
    return np.random.default_rng(1).integers(0, m, (n, 2))


def points(n):
    return np.linspace(0.4, 1.6, n)


def written(np, x):
    at, new = np.asarray([700, 0, -1]), 2 * x[:3]
    if isinstance(x, jax.Array):
        return (x.at[at].set(new)[1:]).at[:, at % 6].add(1.0) * x[1:]
    y = x.copy()
    y[at] = new
    y[1:, at % 6] += 1.0
    return y[1:] * x[1:]


# name -> the class of the gradient's program, a function of a namespace and an array, its shape
MOVES = {
    "reshape": ("exchange", lambda np, x: np.reshape(x, (6, -1)), 2),
    "roll": ("halo", lambda np, x: np.roll(x, 2, axis=0) * x, 2),
    "slices": ("halo", lambda np, x: x[3:-2] * x[:-5], 2),
    "repeat": ("halo", lambda np, x: np.repeat(x, 3, axis=0), 2),
    "tile": ("exchange", lambda np, x: np.tile(x, (2, 1)), 2),
    "cumulative_sum": ("reduce", lambda np, x: np.cumulative_sum(x, axis=0), 1),
    "sort": ("exchange", lambda np, x: np.sort(x, axis=0), 2),
    "sort across devices": ("exchange", lambda np, x: np.sort(x), 1),
    "take": ("reduce", lambda np, x: np.take(x, np.asarray([1, 0, 1]), axis=1), 2),
    "take few rows": ("reduce", lambda np, x: np.take(x, np.asarray([700, 0, -1]), axis=0), 2),
    "read at indices": ("reduce", lambda np, x: x[np.asarray([700, 0, -1]), 1:], 2),
    "written at indices": ("reduce", written, 2),
    "take_along_axis": (
        "local", lambda np, x: np.take_along_axis(x, np.asarray(columns(*x.shape)), axis=1), 2,
    ),
    "matmul": ("reduce", lambda np, x: x.T @ x, 2),
    "median": ("reduce", lambda np, x: np.median(x, axis=0), 2),
    "convolve": ("reduce", lambda np, x: np.convolve(x, np.asarray(points(9))), 1),
    "bincount": ("reduce", lambda np, x: np.bincount(np.asarray(rows(len(x)) % 50), x), 1),
}  # fmt: skip


def sum_of(namespace, f):
    return lambda x: namespace.sum(namespace.sin(f(namespace, x)))


def check(f, a, device):
    """Compare gradients, the padding of which is zero; return the collectives of the program."""
    x = xp.asarray(a, device=device)
    compiled = jax.jit(jax.grad(sum_of(snp, f))).lower(x).compile()
    found = compiled(x)
    wanted = jax.jit(jax.grad(sum_of(JNP(), f)))(a)
    strategies.assert_matches(found, np.asarray(wanted), rtol=1e-9, atol=1e-12, sharding=x.sharding)
    strategies.assert_matches(xp.sum(found), np.sum(wanted), rtol=1e-7, atol=1e-9)
    buffer = np.asarray(found.to_jax(padded=True))
    assert np.count_nonzero(buffer) == np.count_nonzero(np.asarray(found)), "padding is zero"
    return communication(compiled)


@pytest.mark.parametrize("name", MOVES)
def test_a_gradient_moves_no_more_than_its_class(name):
    kind, f, ndim = MOVES[name]
    a = np.random.default_rng(0).uniform(0.5, 1.5, (1003, 6)[:ndim])
    with xp.use_mesh(xp.make_mesh(8)):
        moved = check(f, a, P("x"))
    made = classify(moved, (3 * a.nbytes, a.nbytes // 16, a.nbytes))
    assert CLASSES.index(made) <= CLASSES.index(kind), moved


# those whose kernels decide about layouts
SHARDED = {
    "tile": lambda np, x: np.tile(x, (2, 7, 1)),
    "take rows": lambda np, x: np.take(x, np.asarray(rows(len(x))), axis=0),
    "take lines": lambda np, x: np.take_along_axis(x, np.asarray(rows(len(x))[:, None]), axis=0),
    "median": lambda np, x: np.median(x),
    "interp": lambda np, x: np.interp(x[:, 0], np.asarray(points(5)), x[0, 0] * points(5)),
}


@pytest.mark.parametrize("name", SHARDED)
@settings(max_examples=settings.default.max_examples // 2)
@given(data=st.data(), mesh=strategies.meshes(), shape=st.sampled_from([(13, 3), (2, 7)]))
def test_gradients_at_any_sharding(name, data, mesh, shape):
    a = np.random.default_rng(2).uniform(0.5, 1.5, shape)
    with xp.use_mesh(mesh):
        check(SHARDED[name], a, NamedSharding(mesh, data.draw(strategies.specs(2, mesh))))


def test_nothing_is_added_up_along_mesh_axes_that_shard_nothing():
    a = np.random.default_rng(0).uniform(0.5, 1.5, (1003, 6))
    with xp.use_mesh(xp.make_mesh((4, 2))):
        moved = check(lambda np, x: np.reshape(x, (6, -1)), a, P("x"))
    assert set(moved) == {"collective-permute"}


@pytest.mark.parametrize("order", [1, 2])
def test_sinc_at_zero(order):
    x = np.array([0.0, -0.0, 1.5])

    def derivative(np, x):
        fn = lambda x: np.sum(np.sinc(x))  # noqa: E731
        for _ in range(order):
            fn = lambda x, fn=fn: np.sum(jax.grad(fn)(x))  # noqa: E731
        return jax.grad(fn)(x)

    found, wanted = derivative(snp, xp.asarray(x)), np.asarray(derivative(jnp, x))
    strategies.assert_matches(found, wanted, rtol=1e-10, atol=1e-10)


def test_a_polynomial_is_fitted_by_its_gradient():
    x = np.linspace(-1, 1, 50)

    def loss(np, p, x):
        return np.sum((np.polyval(p, x) - np.sin(x)) ** 2)

    p = np.array([0.5, -1.0, 2.0])
    found = jax.grad(lambda p: loss(snp, p, xp.asarray(x)))(xp.asarray(p))
    strategies.assert_matches(found, np.asarray(jax.grad(lambda p: loss(jnp, p, x))(p)), rtol=1e-12)


#: Functions of matrices of which one triangle is read.
OF_TRIANGLES = {
    "cholesky": lambda np, a: np.linalg.cholesky(a),
    "cholesky, upper": lambda np, a: np.linalg.cholesky(a, upper=True),
    "eigvalsh": lambda np, a: np.linalg.eigvalsh(a),
    "eigh, upper": lambda np, a: abs(np.linalg.eigh(a, "U")[1]),
}


@pytest.mark.parametrize("name", OF_TRIANGLES)
@pytest.mark.parametrize("shape", [(5, 5), (7, 3, 3)])
@pytest.mark.parametrize("kind", [float, complex])
def test_gradients_are_those_of_the_triangle_that_is_read(name, shape, kind, on_devices):
    rng, f = np.random.default_rng(3), OF_TRIANGLES[name]

    def drawn():
        return rng.normal(size=shape) + (1j * rng.normal(size=shape) if kind is complex else 0)

    # both triangles, and the diagonal's imaginary part, are anything
    a = drawn() + np.diag(10 * np.arange(1.0, shape[-1] + 1))
    step, weights = 1e-5 * drawn(), rng.normal(size=f(np, a).shape)

    def value(namespace, a):
        return namespace.sum(namespace.abs(f(namespace, a)) ** 2 * weights)

    with xp.use_mesh(xp.make_mesh(3)):
        placed = xp.asarray(a, device=P("x"))
        gradient = np.asarray(jax.grad(lambda a: value(xp, a))(placed))
    moved = np.sum(gradient * step).real
    expected = (value(np, a + step) - value(np, a - step)) / 2
    np.testing.assert_allclose(moved, expected, rtol=1e-6)
    read = np.triu if name.endswith("upper") else np.tril
    np.testing.assert_array_equal(gradient, read(gradient))
