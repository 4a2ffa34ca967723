"""JAX's transformations on arrays of any shape, against the same function on plain jax.Arrays."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sharray as xp
from sharray import testing

pytestmark = pytest.mark.usefixtures("on_devices")

# functions of a namespace and a matrix; the derivatives of most are NaN or infinite at zero
SCALAR = {
    "sum of squares": lambda np, x: np.sum(x**2),
    "log": lambda np, x: np.sum(np.log(x) * x),
    "sqrt": lambda np, x: np.sum(np.sqrt(x)) * np.max(x),
    "quotient": lambda np, x: np.sum(x**2 / np.sum(x, axis=0)),
    "broadcast": lambda np, x: np.sum(np.sqrt(x) * np.sum(x, axis=1, keepdims=True)),
    "norm": lambda np, x: np.sum(np.sqrt(np.sum(x * x, axis=-1))),
    "mean and std": lambda np, x: np.mean((x - np.mean(x, axis=0)) ** 3 / (np.std(x) + 1)),
    "prod": lambda np, x: np.sum(np.log(np.prod(x, axis=0))),
    "slices": lambda np, x: np.sum(np.sqrt(x[1:, :]) * np.log(x[:-1, ::-1])),
    "element": lambda np, x: np.log(x[-1, 0]) + np.sum(np.sqrt(x[0])) + np.sum(x[:, -1] ** 3),
    "matmul": lambda np, x: np.sum(np.sqrt(x @ np.matrix_transpose(x))),
    "reshape": lambda np, x: np.sum(np.sqrt(np.reshape(x, (-1,))[2:]) ** 3),
    "scan": lambda np, x: np.sum(np.sqrt(np.cumulative_sum(x, axis=0))),
    "roll": lambda np, x: np.sum(np.sqrt(np.roll(x, 2, axis=0)) * x),
    "concat": lambda np, x: np.sum(np.log(np.concat([x, x * 2], axis=0)) ** 2),
    "where": lambda np, x: np.sum(np.where(x > 0.7, np.log(x), x)),
    "sort": lambda np, x: np.sum(np.sort(x, axis=0)[0] * np.arange(x.shape[1])),
    "take": lambda np, x: np.sum(np.log(np.take(x, np.asarray([1, 0, 1]), axis=0))),
    "max": lambda np, x: np.max(np.log(x)) * np.min(x),
}
SHAPES = [(13, 3), (7, 2), (3, 7), (16, 4)]


class JNP:
    """jax.numpy without the names that only the array API has."""

    def __getattr__(self, name):
        return getattr(jnp, name)

    cumulative_sum = staticmethod(lambda x, axis: jnp.cumsum(x, axis=axis))


def matrix(draw_shape, seed, mesh, spec):
    a = np.random.default_rng(seed).uniform(0.5, 1.5, draw_shape)
    return xp.asarray(a, device=jax.sharding.NamedSharding(mesh, spec)), jnp.asarray(a)


@st.composite
def matrices(draw):
    mesh = draw(testing.meshes())
    shape = draw(st.sampled_from(SHAPES))
    return matrix(shape, draw(st.integers(0, 99)), mesh, draw(testing.specs(2, mesh)))


def on_mesh(x, f):
    """Let `f` make its own arrays on the mesh of `x`."""

    def there(np, x):
        with xp.use_mesh(mesh):
            return f(np, x)

    mesh = x.device
    return there


def padding_of(x):
    buffer = np.asarray(x.to_jax(padded=True))
    inside = np.zeros(buffer.shape, bool)
    inside[tuple(map(slice, x.shape))] = True
    return buffer[~inside]


def close(x, expected):
    testing.assert_matches(x, np.asarray(expected), rtol=1e-9)
    assert not np.any(padding_of(x)), "the padding of a gradient is zero"


@pytest.mark.parametrize("name", SCALAR)
@settings(max_examples=3)
@given(pair=matrices())
def test_gradient_under_jit(name, pair):
    x, a = pair
    f = on_mesh(x, SCALAR[name])
    value, gradient = jax.jit(jax.value_and_grad(lambda x: f(xp, x)))(x)
    expected, expected_gradient = jax.value_and_grad(lambda a: f(JNP(), a))(a)
    np.testing.assert_allclose(value, expected, rtol=1e-9)
    close(gradient, expected_gradient)
    assert gradient.sharding == x.sharding


@pytest.mark.parametrize("name", SCALAR)
@settings(max_examples=3)
@given(pair=matrices())
def test_gradient_without_jit(name, pair):
    x, a = pair
    f = on_mesh(x, SCALAR[name])
    close(jax.grad(lambda x: f(xp, x))(x), jax.grad(lambda a: f(JNP(), a))(a))


@pytest.mark.parametrize("name", SCALAR)
@settings(max_examples=3)
@given(pair=matrices())
def test_forward_mode_and_hessian(name, pair):
    x, a = pair
    f = on_mesh(x, SCALAR[name])
    dx, da = xp.sin(x), jnp.sin(a)
    _, tangent = jax.jit(lambda x, dx: jax.jvp(lambda x: f(xp, x), (x,), (dx,)))(x, dx)
    _, expected = jax.jvp(lambda a: f(JNP(), a), (a,), (da,))
    np.testing.assert_allclose(tangent, expected, rtol=1e-9, atol=1e-12)
    if a.size < 22:
        second = jax.jit(jax.hessian(lambda x: f(xp, x)))(x)
        wanted = np.asarray(jax.hessian(lambda a: f(JNP(), a))(a))
        testing.assert_matches(second, wanted, rtol=1e-8, atol=1e-9)
