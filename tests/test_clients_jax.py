"""Libraries of JAX's world, as they are on PyPI, on sharded arrays of uneven shapes."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies

NEEDED = "is one of the extra test-clients: pip install -e '.[test-clients]'"
eqx = pytest.importorskip("equinox", reason=f"equinox {NEEDED}")
dfx = pytest.importorskip("diffrax", reason=f"diffrax {NEEDED}")
lx = pytest.importorskip("lineax", reason=f"lineax {NEEDED}")
optx = pytest.importorskip("optimistix", reason=f"optimistix {NEEDED}")
numpyro = pytest.importorskip("numpyro", reason=f"numpyro {NEEDED}")
optax = pytest.importorskip("optax")

# their own deprecations are no matter here
pytestmark = pytest.mark.filterwarnings("ignore")

RNG = np.random.default_rng(0)
X, Y = RNG.random((13, 7)), RNG.random((13, 3))
A, B = 3 * np.eye(13) + 0.1 * RNG.random((13, 13)), RNG.random(13)
A = A @ A.T


@pytest.fixture(autouse=True)
def _three_devices():
    with xp.use_mesh(xp.make_mesh(3)), xp.set_options(host_threshold=0):
        yield


def sharded(values):
    return xp.asarray(values, device=P("x"))


def test_equinox_and_optax_train():
    optimizer = optax.adam(1e-2)

    def train(loss, x, y):
        model = eqx.nn.MLP(7, 3, 16, 2, key=jax.random.key(0))
        state = optimizer.init(eqx.filter(model, eqx.is_array))

        @eqx.filter_jit
        def step(model, state, x, y):
            value, gradients = eqx.filter_value_and_grad(loss)(model, x, y)
            updates, state = optimizer.update(gradients, state)
            return eqx.apply_updates(model, updates), state, value

        values = []
        for _ in range(4):
            model, state, value = step(model, state, x, y)
            values.append(float(value))
        return values, model

    ours, model = train(lambda m, x, y: xp.mean((xp.vmap(m)(x) - y) ** 2), sharded(X), sharded(Y))
    theirs, _ = train(lambda m, x, y: jnp.mean((jax.vmap(m)(x) - y) ** 2), X, Y)
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    strategies.assert_matches(xp.vmap(model)(sharded(X)), jax.vmap(model)(X), rtol=1e-12)
    assert xp.vmap(model)(sharded(X)).sharding.spec == P("x")
    with pytest.raises(ValueError, match=r"sharray\.vmap"):
        jax.vmap(model)(sharded(X))


@pytest.mark.parametrize("adaptive", [False, True])
def test_diffrax_solves(adaptive):
    controller = dfx.PIDController(1e-7, 1e-7) if adaptive else dfx.ConstantStepSize()

    def solve(y0):
        return dfx.diffeqsolve(
            dfx.ODETerm(lambda t, y, rate: -rate * y), dfx.Tsit5(), 0.0, 1.0, 0.1, y0, args=2.0,
            stepsize_controller=controller,
        ).ys  # fmt: skip

    made = solve(sharded(B))
    assert isinstance(made, xp.ShardedArray)
    np.testing.assert_allclose(np.asarray(made), solve(B), rtol=1e-6)
    np.testing.assert_allclose(np.asarray(made)[-1], B * np.exp(-2.0), rtol=1e-4)


def test_lineax_solves_by_products():
    a, b = sharded(A), sharded(B)
    structure = jax.eval_shape(lambda: b)
    operator = lx.FunctionLinearOperator(lambda v: a @ v, structure, lx.positive_semidefinite_tag)
    made = lx.linear_solve(operator, b, lx.CG(1e-12, 1e-12)).value
    strategies.assert_matches(made, np.linalg.solve(A, B), rtol=1e-8)


def test_optimistix_descends_and_finds_fixed_points():
    start = sharded(np.linspace(0, 1, 13))
    made = optx.minimise(
        lambda v, _: xp.sum((v - sharded(B)) ** 2), optx.GradientDescent(0.1, 1e-9, 1e-9), start
    ).value
    strategies.assert_matches(made, B, rtol=1e-6)
    fixed = optx.fixed_point(
        lambda v, _: xp.cos(v), optx.FixedPointIteration(1e-9, 1e-9), start
    ).value
    np.testing.assert_allclose(np.asarray(fixed), np.cos(np.asarray(fixed)), rtol=1e-7)
    # a solver that keeps a matrix for a tree takes what JAX makes of the array
    newton = optx.minimise(
        lambda v, _: xp.sum((xp.asarray(v) - sharded(B)) ** 2), optx.BFGS(1e-9, 1e-9), jnp.ones(13)
    ).value
    np.testing.assert_allclose(newton, B, rtol=1e-6)


def test_numpyro_samples():
    def model(x, y):
        w = numpyro.sample("w", numpyro.distributions.Normal(jnp.zeros(7), 1).to_event(1))
        mean = xp.to_jax(x @ w) if isinstance(x, xp.ShardedArray) else x @ w
        numpyro.sample("y", numpyro.distributions.Normal(mean, 0.1), obs=y)

    def run(x, y):
        kernel = numpyro.infer.NUTS(model)
        chain = numpyro.infer.MCMC(kernel, num_warmup=10, num_samples=10, progress_bar=False)
        chain.run(jax.random.key(0), x, y)
        return np.asarray(chain.get_samples()["w"])

    np.testing.assert_allclose(run(sharded(X), Y[:, 0]), run(X, Y[:, 0]), rtol=1e-6)
