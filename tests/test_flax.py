"""Flax, Optax and Orbax: from a module with partitioned parameters to a checkpoint."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
import orbax.checkpoint as ocp
import pytest
from flax import nnx
from flax.training import train_state
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies

pytestmark = pytest.mark.usefixtures("quickly_compiled")
ADAM = optax.adam(0.01)
RULES = xp.logical_rules((("batch", "data"), ("hidden", "model"), ("embed", None)))


@pytest.fixture(params=[8, 13], ids=["divides", "does not divide"])
def hidden(request):
    return request.param


@pytest.fixture(autouse=True)
def mesh():
    made = xp.make_mesh((2, 4), ("data", "model"))
    with xp.use_mesh(made), xp.set_options(host_threshold=0):
        yield made


def arrays(tree):
    return jax.tree.leaves(nn.unbox(tree), is_leaf=lambda v: isinstance(v, xp.ShardedArray))


class Block(nn.Module):
    hidden: int
    names: bool = False

    @nn.compact
    def __call__(self, x):
        box = nn.with_logical_partitioning if self.names else nn.with_partitioning
        embed, hidden = ("embed", "hidden") if self.names else (None, "model")
        init = nn.initializers.lecun_normal()
        x = nn.Dense(self.hidden, kernel_init=box(init, (embed, hidden)), use_bias=False)(x)
        w = self.param("w", box(init, (hidden, embed)), (self.hidden, 5), jnp.float32)
        return nn.relu(x) @ w


class Loop(nn.Module):
    hidden: int
    names: bool = False

    @nn.compact
    def __call__(self, x):
        for _ in range(3):
            x = x + Block(self.hidden, self.names)(x)
        return x


class Scan(Loop):
    @nn.compact
    def __call__(self, x):
        many = nn.scan(
            lambda block, x, _: (x + block(x), None),
            variable_axes={"params": 0},
            split_rngs={"params": True},
            length=3,
            metadata_params={nn.PARTITION_NAME: None},
        )
        return many(Block(self.hidden, self.names), x, None)[0]


def batch():
    return np.random.default_rng(0).random((6, 5)).astype(np.float32)


def loss_of(model, params, x):
    return jnp.mean((model.apply(params, x) - 1) ** 2)


def created(model, specs_of):
    """Return the train state, made in place, and the specs that were read off its shapes."""

    def init(key, x):
        params = model.init(key, xp.to_jax(x))
        return train_state.TrainState.create(apply_fn=apply, params=params, tx=ADAM)

    apply = model.apply
    key, x = jax.random.key(0), xp.asarray(batch(), device=P("data"))
    specs = specs_of(nn.get_partition_spec(jax.eval_shape(init, key, x)))
    return xp.jit(init, out_shardings=specs)(key, x), specs


@xp.jit
def train(state, x):
    def loss(params):
        return jnp.mean((state.apply_fn(xp.to_jax(params), xp.to_jax(x)) - 1) ** 2)

    return state.apply_gradients(grads=jax.grad(loss)(state.params))


@pytest.mark.parametrize(
    ("kind", "names", "hidden"),
    [(Loop, False, 8), (Scan, True, 8), (Loop, True, 13), (Scan, False, 13)],
    ids=["loop, mesh axes, divides", "scan, logical axes, divides",
         "loop, logical axes, does not divide", "scan, mesh axes, does not divide"],
)  # fmt: skip
def test_linen(kind, names, hidden, mesh):
    model = kind(hidden, names)
    state, specs = created(model, RULES.specs if names else lambda specs: specs)
    wanted = jax.tree.leaves(specs.params, is_leaf=lambda v: isinstance(v, P))
    assert len(wanted) == len(arrays(state.params)) == (6 if kind is Loop else 2)
    for tree in (state.params, state.opt_state[0].mu, state.opt_state[0].nu):
        for array, spec in zip(arrays(tree), wanted, strict=True):
            assert "model" in spec
            strategies.assert_layout(array, NamedSharding(mesh, spec))

    x = xp.asarray(batch(), device=P("data"))
    for _ in range(3):
        state = train(state, x)
    for array, spec in zip(arrays(state.params), wanted, strict=True):
        strategies.assert_layout(array, NamedSharding(mesh, spec))

    @jax.jit
    def plain_step(params, opt):
        updates, opt = ADAM.update(jax.grad(lambda p: loss_of(model, p, batch()))(params), opt)
        return optax.apply_updates(params, updates), opt

    plain = nn.unbox(jax.jit(model.init)(jax.random.key(0), batch()))
    opt = jax.jit(ADAM.init)(plain)
    for _ in range(3):
        plain, opt = plain_step(plain, opt)
    for array, want in zip(arrays(state.params), jax.tree.leaves(plain), strict=True):
        strategies.assert_matches(array, np.asarray(want), rtol=2e-5)

    infer = xp.jit(
        lambda params, x: model.apply(xp.to_jax(params), xp.to_jax(x)), out_shardings=P("data")
    )
    strategies.assert_matches(
        infer(state.params, x), np.asarray(jax.jit(model.apply)(plain, batch())), rtol=1e-4,
        sharding=NamedSharding(mesh, P("data")),
    )  # fmt: skip


def test_train_steps_compile_once(hidden):
    state, _ = created(Loop(hidden), lambda specs: specs)
    x = xp.asarray(batch(), device=P("data"))
    before = train.cache_size()
    for _ in range(4):
        state = train(state, x)
    assert train.cache_size() == before + 1


def test_boxed_values_and_whole_trees(hidden):
    state, _ = created(Loop(hidden), lambda specs: specs)
    boxed = state.params["params"]["Block_0"]["w"]
    assert isinstance(boxed, nn.Partitioned)
    assert boxed.names == ("model", None)
    assert boxed.value.shape == (hidden, 5)
    replaced = boxed.replace_boxed(xp.zeros_like(boxed.value))
    assert replaced.value.sharding == boxed.value.sharding
    doubled = jax.tree.map(lambda p: 2 * p + 1, state.params)
    for array, before in zip(arrays(doubled), arrays(state.params), strict=True):
        strategies.assert_matches(array, 2 * np.asarray(before) + 1, sharding=before.sharding)
    norm = np.sqrt(sum(np.sum(np.asarray(a, np.float64) ** 2) for a in arrays(doubled)))
    assert float(optax.tree.norm(doubled)) == pytest.approx(norm, rel=1e-5)
    assert xp.block_until_ready(doubled) is doubled


class Net(nnx.Module):
    def __init__(self, hidden, rngs):
        init = nnx.initializers.lecun_normal()

        def linear(n, m, names):
            kernel_init = nnx.with_metadata(init, out_sharding=names)
            return nnx.Linear(n, m, use_bias=False, rngs=rngs, kernel_init=kernel_init)

        self.first = linear(5, hidden, ("embed", "hidden"))
        self.second = linear(hidden, 5, ("hidden", "embed"))

    def __call__(self, x):
        return self.second(nnx.relu(self.first(x)))


def test_nnx(hidden, mesh):
    with nnx.use_eager_sharding(False):
        graph = nnx.graphdef(nnx.eval_shape(lambda: Net(hidden, nnx.Rngs(0))))

        def init():
            return nnx.state(Net(hidden, nnx.Rngs(0)), nnx.Param)

        plain = init()
        specs = RULES.specs(nnx.get_partition_spec(jax.eval_shape(init)))
        params = xp.jit(init, out_shardings=specs)()
        opt = xp.jit(ADAM.init)(params)

        def loss(params, x):
            return jnp.mean((nnx.merge(graph, xp.to_jax(params))(xp.to_jax(x)) - 1) ** 2)

        def step(params, opt, x):
            value, grads = jax.value_and_grad(loss)(params, x)
            updates, opt = ADAM.update(grads, opt, params)
            return optax.apply_updates(params, updates), opt, value

        jitted, plain_step, plain_opt = xp.jit(step), jax.jit(step), ADAM.init(plain)
        x = xp.asarray(batch(), device=P("data"))
        for _ in range(3):
            params, opt, value = jitted(params, opt, x)
            plain, plain_opt, expected = plain_step(plain, plain_opt, batch())
            assert float(value) == pytest.approx(float(expected), rel=1e-5)
        assert jitted.cache_size() == 1
        for name, spec in (("first", P(None, "model")), ("second", P("model"))):
            kernel = nnx.to_pure_dict(params)[name]["kernel"]
            want = np.asarray(nnx.to_pure_dict(plain)[name]["kernel"])
            strategies.assert_matches(kernel, want, rtol=1e-5, sharding=NamedSharding(mesh, spec))


OPTIMIZERS = {
    "adam": lambda: optax.adam(0.01),
    "momentum": lambda: optax.chain(optax.clip_by_global_norm(1.0), optax.sgd(0.1, momentum=0.9)),
}
STEPS = {
    "eager": lambda step: step,
    "nnx.jit": nnx.jit,
    "tree mode": lambda step: nnx.jit(step, graph=False),
}


@pytest.mark.parametrize("way", STEPS)
@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize("devices", [1, 2, 3, 8])
def test_the_optimizers_of_nnx(name, way, devices):
    with nnx.use_eager_sharding(False):
        nets = [Net(13, nnx.Rngs(0)), Net(13, nnx.Rngs(0))]

    def loss(net, x):
        graph, state = nnx.split(net)
        return jnp.mean((nnx.merge(graph, xp.to_jax(state))(xp.to_jax(x)) - 1) ** 2)

    def step(net, optimizer, x):
        value, gradients = nnx.value_and_grad(loss, graph=way != "tree mode")(net, x)
        optimizer.update(net, gradients)
        return value

    with nnx.use_eager_sharding(False), xp.use_mesh(xp.make_mesh(devices)):
        for layer in (nets[0].first, nets[0].second):
            kernel = xp.asarray(np.asarray(layer.kernel[...]), device=P(None, "x"))
            layer.kernel.set_value(kernel)
        losses = []
        for net in nets:
            graph = way != "tree mode"
            optimizer = nnx.Optimizer(net, OPTIMIZERS[name](), wrt=nnx.Param, graph=graph)
            taken = STEPS[way](step)
            losses.append([float(taken(net, optimizer, batch())) for _ in range(3)])
        np.testing.assert_allclose(*losses, rtol=1e-5)
        ours, plain = (net.first.kernel.get_value() for net in nets)
        assert isinstance(ours, xp.ShardedArray)
        assert ours.sharding.spec == P(None, "x")
        np.testing.assert_allclose(ours, plain, rtol=1e-4)


def test_nnx_places_what_divides_itself(mesh):
    init = nnx.with_metadata(nnx.initializers.lecun_normal(), out_sharding=(None, "model"))

    def linear(n):
        return nnx.state(nnx.Linear(5, n, rngs=nnx.Rngs(0), kernel_init=init), nnx.Param)

    with jax.set_mesh(mesh):
        for state in (linear(8), xp.jit(linear, static_argnums=0)(8)):
            kernel = xp.asarray(nnx.to_pure_dict(state)["kernel"])
            strategies.assert_layout(kernel, NamedSharding(mesh, P(None, "model")))
        with pytest.raises(ValueError, match="evenly divide"):
            linear(13)


def test_checkpoints_on_other_meshes(hidden, tmp_path):
    state, _ = created(Loop(hidden), lambda specs: specs)
    state = train(state, xp.asarray(batch(), device=P("data")))
    saved = {"params": nn.unbox(state.params), "mu": nn.unbox(state.opt_state[0].mu)}
    with ocp.PyTreeCheckpointer() as checkpointer:
        checkpointer.save(tmp_path / "state", saved)
        for shape in ((8, 1), (1, 8), (1, 3), (3, 1), (3,)):
            there = xp.make_mesh(shape, ("data", "model")[-len(shape) :])

            def on_new_mesh(array, there=there):
                device = NamedSharding(there, array.sharding.spec)
                return xp.zeros(array.shape, dtype=array.dtype, device=device)

            target = jax.tree.map(
                on_new_mesh, saved, is_leaf=lambda v: isinstance(v, xp.ShardedArray)
            )
            restored = checkpointer.restore(
                tmp_path / "state", item=target, restore_args=xp.restore_args(target)
            )
            for array, before in zip(arrays(restored), arrays(saved), strict=True):
                sharding = NamedSharding(there, before.sharding.spec)
                strategies.assert_layout(array, sharding)
                assert np.asarray(array).tobytes() == np.asarray(before).tobytes()
