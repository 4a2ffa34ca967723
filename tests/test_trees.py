"""Trees of arrays at home on the host and on devices, against the same trees of NumPy's arrays."""

import operator
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
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
import sharray.numpy as snp
from sharray._functions.flavours import NUMPY

pytestmark = pytest.mark.usefixtures("quickly_compiled")

SHAPES = {"w": (13, 7), "b": (5,), "scale": (), "v": (3, 1)}
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


def is_array(value):
    return isinstance(value, xp.ShardedArray)


def values(seed):
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(-1, 1, shape) for name, shape in SHAPES.items()}


def on_host(tree):
    """Return the tree as NumPy's arrays, of the logical shapes."""
    return jax.tree.map(np.asarray, tree, is_leaf=is_array)


def close(tree, expected, rtol=1e-10):
    tree = on_host(tree)
    assert jax.tree.structure(tree) == jax.tree.structure(expected)
    for value, want in zip(jax.tree.leaves(tree), jax.tree.leaves(expected), strict=True):
        assert value.shape == np.shape(want)
        np.testing.assert_allclose(value, want, rtol=rtol, atol=1e-12)


@pytest.fixture(params=[1, 3, (4, 2)], ids=str)
def mesh(request):
    return xp.make_mesh(request.param)


def replicated(tree):
    return {name: xp.asarray(v, device=P()) for name, v in tree.items()}


def host(namespace):
    return lambda tree: {name: namespace.asarray(v) for name, v in tree.items()}


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


def test_parameters_on_the_host_when_everything_else_goes_to_devices(mesh):
    params = host(xp)(values(0))
    with xp.use_mesh(mesh), xp.set_options(host_threshold=0):
        stepped = jax.tree.map(lambda p, g: p - g, params, host(xp)(values(1)))
        again = jax.tree.map(lambda p, g: p - g, host(xp)(values(1)), params)
        close(stepped, {k: v - values(1)[k] for k, v in values(0).items()})
        close(again, {k: values(1)[k] - v for k, v in values(0).items()})


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


# homes


def test_what_functions_on_trees_give_is_at_home_where_the_arrays_were(mesh):
    params = host(xp)(values(0))
    moved = jax.tree.map(lambda p: jnp.sin(p), params)  # before `use_mesh`
    with xp.use_mesh(mesh):
        x = xp.asarray(np.ones((6, 13)), device=P(mesh.axis_names[0]))
        product = x @ moved["w"]
        assert product.device == mesh
        np.testing.assert_allclose(np.asarray(product), np.ones((6, 13)) @ np.sin(values(0)["w"]))
        doubled = jax.jit(lambda tree: jax.tree.map(lambda p: 2 * p, tree))(moved)
        close(doubled, {k: 2 * np.sin(v) for k, v in values(0).items()})
    moved["b"][1:3] = 7
    b = np.sin(values(0)["b"])
    b[1:3] = 7
    np.testing.assert_allclose(np.asarray(moved["b"]), b)


def test_what_returned_from_a_tree_is_fetched_when_it_is_asked_for():
    x = xp.asarray(values(0)["w"])
    a = np.sin(values(0)["w"])
    result = jax.tree.map(jnp.sin, x)
    assert (result.shape, result.dtype, result.ndim) == ((13, 7), np.float64, 2)
    (leaf,) = jax.tree.leaves(result)
    assert isinstance(leaf, jax.Array)
    assert jax.tree.leaves(result)[0] is leaf, "nothing was fetched so far"
    view = result[2:4]
    view += 1
    a[2:4] += 1
    np.testing.assert_allclose(np.asarray(result), a, rtol=1e-14)
    np.testing.assert_allclose(jax.tree.leaves(result)[0], a, rtol=1e-14)
    np.testing.assert_allclose(leaf[:2], a[:2], rtol=1e-14)
    assert isinstance(jax.tree.leaves(result)[0], np.ndarray)


def test_a_leaf_is_a_value():
    x = xp.asarray(values(0)["w"])
    (leaf,), tree = jax.tree.flatten(x)
    assert leaf.shape == (13, 7)
    x[...] = 0
    np.testing.assert_array_equal(leaf, values(0)["w"])
    back = jax.tree.unflatten(tree, [leaf])
    back[0] = 5
    np.testing.assert_array_equal(leaf, values(0)["w"])
    with pytest.raises(ValueError, match="read-only"):
        leaf[0] = 1


def test_leaves_that_numpy_computes():
    params, other = host(xp)(values(0)), host(xp)(values(1))
    doubled = jax.tree.map(lambda p: p * 2, params)
    close(doubled, {k: v * 2 for k, v in values(0).items()})
    assert all(is_array(p) for p in doubled.values())
    pairs = jax.tree.map(lambda p, q: np.stack([p, q]), params, other)
    close(pairs, {k: np.stack([v, values(1)[k]]) for k, v in values(0).items()})
    swapped = jax.tree.map(lambda p, pair: p + pair[1], params, pairs)
    close(swapped, {k: v + values(1)[k] for k, v in values(0).items()})


def test_leaves_of_devices_that_jax_fetched(mesh, on_devices):
    with xp.use_mesh(mesh):
        params = host(xp)(values(0))
        close(jax.device_get(params), values(0))


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


def test_what_was_traced_for_arrays_on_the_host_serves_placed_ones():
    """JAX finds a traced function again where trees match, whatever the homes were."""
    doubled = jax.jit(lambda tree: jax.tree.map(lambda v: 2 * v, tree))
    on_host = xp.asarray(np.arange(5.0))
    with xp.use_mesh(xp.make_mesh(3)):
        with xp.set_options(host_threshold=0):
            step = xp.jit(doubled)
            close(step(step({"b": on_host})), {"b": 4 * np.arange(5.0)})
        placed = {"b": xp.asarray(np.arange(5.0), device=P("x"))}
        result = doubled(placed)
        assert result["b"].sharding == placed["b"].sharding
        close(jax.tree.map(operator.add, placed, result), {"b": 3 * np.arange(5.0)})


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


# errors


def test_different_specs_are_named():
    with xp.use_mesh(xp.make_mesh(4)):
        a = xp.asarray(np.ones((13, 7)), device=P("x"))
        b = xp.asarray(np.ones((13, 7)), device=P(None, "x"))
        for tree in (lambda v: v, lambda v: {"w": [v]}):
            with pytest.raises(ValueError, match=r"(?s)P\('x',?\).*P\(None, 'x'\)"):
                jax.tree.map(jnp.add, tree(a), tree(b))
        with pytest.raises(ValueError, match=r"(?s)P\('x',?\).*P\(\)\) of the host"):
            jax.tree.map(jnp.add, a, xp.ones((13, 7)))
        there = xp.asarray(np.ones((13, 7)), device=NamedSharding(xp.make_mesh(3), P("x")))
        with pytest.raises(ValueError, match=r"(?s)\{'x': 4\}.*\{'x': 3\}"):
            jax.tree.map(jnp.add, a, there)


def _square(x, space):
    return space.sin(x) * space.sum(x)


def _onto_fewer(x, space):
    return x[2:7] ** 2 * space.sum(x) + space.max(x)


def _differences(x, space):
    return x[1:] - x[:-1] ** 2  # as long with its padding as `x` is


def _of_tree(t, space):
    return {"u": t["a"] * space.sum(t["b"]), "v": t["b"] ** 2}


def _number(x, space):
    return space.sum(x**3)


@pytest.mark.some(5)
@pytest.mark.parametrize("jitted", [False, True])
@pytest.mark.parametrize("placed", [P("x"), P(None)])
@pytest.mark.parametrize("function", [_square, _onto_fewer, _differences, _of_tree, _number])
def test_jacobians_have_the_shapes_of_numpys_arrays(function, placed, jitted, mesh, on_devices):
    a = np.linspace(0.1, 0.9, 13)
    x = xp.asarray(a, device=placed)
    if function is _of_tree:
        b = np.arange(1.0, 11.0)
        a, x = {"a": a, "b": b}, {"a": x, "b": xp.asarray(b, device=P("x"))}
    transforms = [jax.jacfwd, jax.jacrev]
    if function is _number:
        transforms.append(jax.hessian)
    for transform in transforms:
        of_arrays = transform(lambda x: function(x, xp))
        result = jax.jit(of_arrays)(x) if jitted else of_arrays(x)
        close(result, on_host(transform(lambda a: function(a, jnp))(jax.tree.map(jnp.asarray, a))))


def test_what_stands_for_arrays_in_trees_is_kept(on_devices):
    x = xp.asarray(np.ones((13, 4)), device=P("x"))
    for value in (np.ones((8, 8)), jnp.ones((3, 8, 8)), {1: 2, "a": 3}):
        standing = jax.tree.map(lambda _, value=value: value, x)
        again = jax.tree.map(lambda _, standing=standing: standing, x)
        assert isinstance(again, xp.ShardedArray)


def test_none_in_a_tree_has_no_placement():
    p = P("x")
    x = xp.asarray(np.arange(26.0).reshape(13, 2), device=p)
    tree = {"a": x, "b": None}

    def check(result):
        assert result["b"] is None
        assert result["a"].sharding.spec == p
        np.testing.assert_array_equal(np.asarray(result["a"]), np.asarray(x))

    for specs in (p, {"a": p, "b": None}, {"a": p, "b": P()}):
        check(xp.with_sharding_constraint(tree, specs))
        check(xp.jit(lambda t: t, in_shardings=(specs,), out_shardings=specs)(tree))
        check(xp.shard_map(lambda t: t, in_specs=(specs,), out_specs=specs)(tree))
    check(xp.vmap(lambda t: t)(tree))
    rest = xp.shard_map(lambda v, n: v, in_specs=(p, None), out_specs=p)(x, None)
    np.testing.assert_array_equal(np.asarray(rest), np.asarray(x))
    with pytest.raises(TypeError, match=r"argument 0\['b'\]: in_specs holds Part.*not NoneType"):
        xp.shard_map(lambda t: t["a"], in_specs=({"a": p, "b": None},), out_specs=p)(
            {"a": x, "b": x}
        )
    with pytest.raises(TypeError, match=r"out_specs holds Part.*not NoneType"):
        xp.shard_map(lambda v: {"a": v}, in_specs=p, out_specs={"a": None})(x)
    with pytest.raises(TypeError, match="PartitionSpec or a NamedSharding for each array"):
        xp.with_sharding_constraint({"a": x}, {"a": None})
