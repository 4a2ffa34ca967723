"""Training with Optax, Flax and Orbax on trees of arrays, against the same trees of NumPy's."""

from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
import orbax.checkpoint as ocp
import pytest
from flax import nnx
from flax.training.train_state import TrainState
from jax.sharding import PartitionSpec as P
from trees import close, host, is_array, on_host, values

import sharray as xp
import sharray.numpy as snp
from sharray._functions.flavours import NUMPY

pytestmark = pytest.mark.usefixtures("quickly_compiled")

OPTIMIZERS = {
    "sgd": lambda: optax.sgd(0.1, momentum=0.9, nesterov=True),
    "adam": lambda: optax.adam(0.05),
    "adamw with a schedule": lambda: optax.adamw(
        optax.warmup_cosine_decay_schedule(0.01, 0.1, 2, 6), weight_decay=0.1
    ),
    "multi_transform": lambda: optax.multi_transform(
        {"fast": optax.adam(0.1), "slow": optax.sgd(0.01, momentum=0.5)},
        {"w": "fast", "b": "slow", "scale": "fast", "v": "slow"},
    ),
    "clipped": lambda: optax.chain(
        optax.clip_by_global_norm(0.5), optax.clip(0.3), optax.add_decayed_weights(0.01),
        optax.scale_by_adam(), optax.scale_by_learning_rate(0.1),
    ),
}  # fmt: skip


@pytest.fixture(params=[1, 3, (4, 2)], ids=str)
def mesh(request):
    return xp.make_mesh(request.param)


def replicated(tree):
    return {name: xp.asarray(v, device=P()) for name, v in tree.items()}


def summed(tree):
    """Return what a sum over samples, which lie over the mesh, gives."""
    count = xp.get_mesh().size * 2
    axis = xp.get_mesh().axis_names[0]

    def total(value):
        samples = np.broadcast_to(value / count, (count, *np.shape(value)))
        return xp.sum(xp.asarray(samples, device=P(axis)), axis=0)

    return {name: total(v) for name, v in tree.items()}


def steps(params: Any, state: Any, gradients, update) -> Any:
    for grads in gradients:
        updates, state = update(grads, state, params)
        params = optax.apply_updates(params, updates)
    return params, state


def expected_after(optimizer, count):
    params = values(0)
    state = optimizer.init(params)
    return steps(params, state, [values(k) for k in range(1, count + 1)], optimizer.update)


EVERY_WAY = [(None, 3), (jax.jit, 3), (xp.jit, (4, 2))]
WAYS = pytest.mark.parametrize(
    ("jitted", "shape"), EVERY_WAY, ids=["eager", "jax.jit", "sharray.jit"]
)


@WAYS
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_parameters_on_the_host_and_gradients_on_a_mesh(name, jitted, shape):
    optimizer = OPTIMIZERS[name]()
    expected, expected_state = expected_after(optimizer, 4)
    update = optimizer.update if jitted is None else jitted(optimizer.update)
    params = host(xp)(values(0))  # before `use_mesh`
    state = optimizer.init(params)
    params, state = steps(params, state, [host(xp)(values(1))], optimizer.update)
    with xp.use_mesh(xp.make_mesh(shape)):
        gradients = [f(values(k)) for k, f in enumerate((summed, replicated, host(xp)), 2)]
        params, state = steps(params, state, gradients, update)
        close(params, expected)
        close(state, expected_state)
        assert all(is_array(p) for p in params.values())


@pytest.mark.parametrize("jit", [jax.jit, xp.jit], ids=["jax.jit", "sharray.jit"])
def test_states_go_from_mesh_to_mesh(jit):
    optimizer = OPTIMIZERS["clipped"]()
    expected, expected_state = expected_after(optimizer, 4)
    params = host(xp)(values(0))
    state = jit(optimizer.init)(params)
    for k, shape in enumerate((3, 1, (4, 2)), 1):
        with xp.use_mesh(xp.make_mesh(shape)):
            params, state = steps(params, state, [host(xp)(values(k))], jit(optimizer.update))
    params, state = steps(params, state, [host(xp)(values(4))], optimizer.update)
    close(params, expected)
    close(state, expected_state)


@pytest.mark.parametrize(
    ("name", "jitted"),
    [("adamw with a schedule", True), ("multi_transform", False), ("clipped", True)],
)
def test_everything_on_the_devices(name, jitted, mesh, on_devices):
    optimizer = OPTIMIZERS[name]()
    expected, expected_state = expected_after(optimizer, 2)
    with xp.use_mesh(mesh):
        params = host(xp)(values(0))
        update = xp.jit(optimizer.update) if jitted else optimizer.update
        gradients = [host(xp)(values(k)) for k in (1, 2)]
        params, state = steps(params, optimizer.init(params), gradients, update)
        close(params, expected)
        close(state, expected_state)
        assert {p.device for p in params.values()} == {mesh}


@pytest.mark.parametrize(
    ("threshold", "jitted"), [(0, None), (0, xp.jit), (16384, None), (16384, jax.jit)],
    ids=["devices", "devices, jitted", "host", "host, jitted"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["sgd", "multi_transform", "clipped"])
def test_the_arrays_of_numpy_programs(name, jitted, threshold):
    optimizer = OPTIMIZERS[name]()
    expected, expected_state = expected_after(optimizer, 2)
    with xp.set_options(host_threshold=threshold), xp.use_mesh(xp.make_mesh((4, 2))):
        params = host(snp)(values(0))
        kind = NUMPY.array if threshold == 0 else np.ndarray
        assert type(params["w"]) is kind
        update = optimizer.update if jitted is None else jitted(optimizer.update)
        gradients = [host(snp)(values(k)) for k in (1, 2)]
        params, state = steps(params, optimizer.init(params), gradients, update)
        close(params, expected)
        close(state, expected_state)
        assert type(params["w"]) is NUMPY.array or threshold


def loss(params, x, y):
    hidden = xp.tanh(x @ params["w"]) @ xp.ones((7,)) + xp.sum(params["b"]) * params["scale"]
    return xp.mean((hidden - y + xp.sum(params["v"])) ** 2)


@pytest.mark.parametrize(
    ("jitted", "threshold", "shape"), [(True, 0, 3), (False, 16384, 3), (True, 16384, (4, 2))]
)
def test_training_with_samples_on_a_mesh(jitted, threshold, shape):
    mesh = xp.make_mesh(shape)
    optimizer = optax.adam(0.05)
    rng = np.random.default_rng(9)
    samples, wanted = rng.random((29, 13)), rng.random(29)

    def plain_loss(p, x, y):
        hidden = jnp.tanh(x @ p["w"]) @ jnp.ones(7) + jnp.sum(p["b"]) * p["scale"]
        return jnp.mean((hidden - y + jnp.sum(p["v"])) ** 2)

    plain = values(0)
    plain_state = optimizer.init(plain)
    for _ in range(3):
        grads = jax.jit(jax.grad(plain_loss))(plain, samples, wanted)
        updates, plain_state = optimizer.update(grads, plain_state, plain)
        plain = optax.apply_updates(plain, updates)

    params = host(xp)(values(0))
    state = optimizer.init(params)

    def step(params, state, x, y):
        grads = jax.grad(loss)(params, x, y)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state

    with xp.set_options(host_threshold=threshold), xp.use_mesh(mesh):
        axis = mesh.axis_names[0]
        x, y = xp.asarray(samples, device=P(axis)), xp.asarray(wanted, device=P(axis))
        step = xp.jit(step) if jitted else step
        for _ in range(3):
            params, state = step(params, state, x, y)
        close(params, jax.tree.map(np.asarray, plain), rtol=1e-8)
        # what is trained is used beside what lies on the mesh
        np.testing.assert_allclose(
            np.asarray(x @ params["w"]), samples @ np.asarray(plain["w"]), rtol=1e-8
        )


# Flax and Orbax


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(nn.tanh(nn.Dense(7)(x)))


def data():
    rng = np.random.default_rng(3)
    return rng.random((29, 13)).astype(np.float32), rng.random((29, 1)).astype(np.float32)


def trained(state, x, y, jit=jax.jit):
    @jit
    def gradients(params, x, y):
        def loss(params):
            out = state.apply_fn({"params": xp.to_jax(params)}, xp.to_jax(x))
            return jnp.mean((out - xp.to_jax(y)) ** 2)

        return jax.grad(loss)(params)

    for _ in range(3):
        state = state.apply_gradients(grads=gradients(state.params, x, y))
    return state


def created():
    """Return a train state of JAX's arrays, what training gives, and one with ours on the host."""
    net, tx = Net(), OPTIMIZERS["clipped"]()
    x, y = data()
    params = jax.jit(net.init)(jax.random.key(0), x)["params"]
    plain = TrainState.create(apply_fn=net.apply, params=params, tx=tx)
    ours = jax.tree.map(lambda p: xp.asarray(np.asarray(p)), params)
    return trained(plain, x, y), TrainState.create(apply_fn=net.apply, params=ours, tx=tx)


@pytest.mark.parametrize(
    ("jit", "shape"), [(jax.jit, 3), (xp.jit, (4, 2))], ids=["jax.jit", "sharray.jit"]
)
def test_a_train_state_on_the_host_and_samples_on_a_mesh(jit, shape):
    expected, state = created()
    mesh = xp.make_mesh(shape)
    with xp.use_mesh(mesh):
        x, y = (xp.asarray(v, device=P(mesh.axis_names[0])) for v in data())
        state = trained(state, x, y, jit)
        close(state.params, on_host(expected.params), rtol=1e-4)
        close(state.opt_state, on_host(expected.opt_state), rtol=1e-3)


def test_nnx_parameters_on_the_host(mesh):
    optimizer = optax.adam(0.05)
    graph, plain = nnx.split(nnx.Linear(13, 1, rngs=nnx.Rngs(0)))
    plain = nnx.to_pure_dict(plain)
    params = jax.tree.map(lambda p: xp.asarray(np.asarray(p)), plain)
    state, plain_state = optimizer.init(params), optimizer.init(plain)

    def step(params, state, x, y):
        def loss(params):
            module = nnx.merge(graph, nnx.State(xp.to_jax(params)))
            return jnp.mean((module(xp.to_jax(x)) - xp.to_jax(y)) ** 2)

        updates, state = optimizer.update(jax.grad(loss)(params), state, params)
        return optax.apply_updates(params, updates), state

    ours, plains = xp.jit(step), jax.jit(step)
    with xp.use_mesh(mesh):
        x, y = (xp.asarray(v, device=P(mesh.axis_names[0])) for v in data())
        for _ in range(3):
            params, state = ours(params, state, x, y)
            plain, plain_state = plains(plain, plain_state, *data())
        close(params, on_host(plain), rtol=1e-4)


def test_a_checkpoint_restored_onto_another_mesh_meets_gradients_there(tmp_path):
    restored: Any
    optimizer = optax.adam(0.05)
    expected, expected_state = expected_after(optimizer, 3)
    with xp.use_mesh(xp.make_mesh(3)):
        params = {k: xp.asarray(v, device=P("x") if v.ndim else P()) for k, v in values(0).items()}
        grads = {k: xp.asarray(v, device=params[k].sharding) for k, v in values(1).items()}
        params, state = steps(params, optimizer.init(params), [grads], optimizer.update)
        saved = {"params": params, "mu": state[0].mu, "nu": state[0].nu}
        with ocp.PyTreeCheckpointer() as checkpointer:
            checkpointer.save(tmp_path / "state", saved)
    mesh = xp.make_mesh((4, 2))
    with xp.use_mesh(mesh), ocp.PyTreeCheckpointer() as checkpointer:
        target = jax.tree.map(
            lambda v: xp.asarray(np.zeros(v.shape), device=P()), saved, is_leaf=is_array
        )
        restored = checkpointer.restore(
            tmp_path / "state", item=target, restore_args=xp.restore_args(target)
        )
        adam = state[0]._replace(mu=restored["mu"], nu=restored["nu"])
        state, params = (adam, *state[1:]), restored["params"]
        assert {p.device for p in params.values()} == {mesh}
        gradients = [summed(values(2)), host(xp)(values(3))]
        params, state = steps(params, state, gradients, jax.jit(optimizer.update))
        close(params, expected)
        close(state, expected_state)


def test_a_checkpoint_of_arrays_on_the_host(tmp_path):
    saved = host(xp)(values(0))
    with xp.use_mesh(xp.make_mesh(3)), ocp.PyTreeCheckpointer() as checkpointer:
        checkpointer.save(tmp_path / "state", saved)
        target = {k: xp.asarray(np.zeros(v.shape), device=P()) for k, v in saved.items()}
        for there in (target, host(xp)(values(1))):
            restored = checkpointer.restore(
                tmp_path / "state", item=there, restore_args=xp.restore_args(there)
            )
            close(restored, values(0))
            assert all(is_array(v) for v in restored.values())
            close(jax.tree.map(jnp.add, restored, summed(values(1))),
                  {k: v + values(1)[k] for k, v in values(0).items()})  # fmt: skip
