"""Optimizers of Optax whose states have other shapes than the parameters, or keys among them."""

import subprocess
import sys

import jax
import numpy as np
import optax
import pytest
from jax.sharding import PartitionSpec as P

import sharray as xp

pytestmark = pytest.mark.usefixtures("quickly_compiled")

OPTIMIZERS = {
    "novograd": lambda: optax.novograd(0.1),
    "adafactor": lambda: optax.adafactor(0.1, min_dim_size_to_factor=4),
    "sm3": lambda: optax.sm3(0.1),
    "lamb": lambda: optax.lamb(0.1),
    "noisy_sgd": lambda: optax.noisy_sgd(0.1, key=jax.random.key(3)),
}
WAYS = {"eager": lambda f: f, "jax.jit": jax.jit, "sharray.jit": xp.jit}
#: Of one that divides on three devices, and one that does not.
EVEN, UNEVEN = (12, 5), (10, 5)
#: The means of adafactor would count the padding: an error, below.
CASES = [(n, s) for n in OPTIMIZERS for s in (EVEN, UNEVEN) if (n, s) != ("adafactor", UNEVEN)]
SAMPLES = np.random.default_rng(1).normal(size=(11, 12))


def step_of(optimizer, namespace, samples):
    def loss(params):
        return namespace.mean((samples @ params["w"] + params["b"] - 1) ** 2)

    def step(params, state):
        updates, state = optimizer.update(jax.grad(loss)(params), state, params)
        return optax.apply_updates(params, updates), state

    return step


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "shape"), CASES, ids=str)
def test_states_of_other_shapes(name, shape, way):
    values = {"w": np.random.default_rng(0).normal(size=shape), "b": np.zeros(shape[1])}
    wanted = {k: jax.numpy.asarray(v) for k, v in values.items()}
    samples = SAMPLES[:, : shape[0]]
    with xp.use_mesh(xp.make_mesh(3)):
        found = {"w": xp.asarray(values["w"], device=P("x")), "b": xp.asarray(values["b"])}
        for params, namespace, given, decorate in (
            (wanted, jax.numpy, samples, WAYS["eager"]),
            (found, xp, xp.asarray(samples), WAYS[way]),
        ):
            optimizer = OPTIMIZERS[name]()
            step = decorate(step_of(optimizer, namespace, given))
            state = optimizer.init(params)
            for _ in range(3):
                after, state = step(params, state)
                params.update(after)
    assert found["w"].sharding.spec == P("x")
    for key, value in wanted.items():
        np.testing.assert_allclose(found[key], value, rtol=1e-6, atol=1e-9)


def test_rows_and_columns_of_what_is_padded_are_an_error():
    optimizer = OPTIMIZERS["adafactor"]()
    with xp.use_mesh(xp.make_mesh(3)):
        params = {"w": xp.asarray(np.ones(UNEVEN), device=P("x"))}
        state = optimizer.init(params)
        with pytest.raises(ValueError, match=r"(?s)Layout\(\(10, 5\).*Layout\(\((10|5),\)"):
            optimizer.update(params, state, params)


NAMED = {
    "leaf": lambda p: jax.tree_util.tree_map_with_path(
        lambda path, _: path[-1].key != "bias", p, is_leaf=is_array
    ),
    "before": lambda p: jax.tree_util.tree_map_with_path(lambda path, _: path[-2].key != "bias", p),
    "text": lambda p: jax.tree_util.tree_map_with_path(
        lambda path, _: not jax.tree_util.keystr(path).endswith("['bias']"), p
    ),
    "dict": lambda p: {"layer": {"kernel": True, "bias": False}},
}


def is_array(value):
    return isinstance(value, xp.ShardedArray)


def layer(namespace):
    made = {"kernel": namespace.ones((10, 5)), "bias": namespace.ones(10)}
    if namespace is xp:
        made = {k: v.to_device(P("x")) for k, v in made.items()}
    return {"layer": made}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("devices", [1, 3])
def test_masks_by_names(devices, name, way):
    decay = optax.chain(optax.add_decayed_weights(0.1, mask=NAMED[name]), optax.adam(0.1))
    with xp.use_mesh(xp.make_mesh(devices)):
        params = layer(xp)
        update = WAYS[way](decay.update)
        updates, _ = update(jax.tree.map(lambda p: 0 * p, params), decay.init(params), params)
    np.testing.assert_allclose(updates["layer"]["kernel"], np.full((10, 5), -0.1), rtol=1e-6)
    np.testing.assert_array_equal(updates["layer"]["bias"], np.zeros(10))


@pytest.mark.parametrize(
    "asked",
    [
        lambda path: path[-1].key != "bias",
        lambda path: path[-1].key == "bias",
        lambda path: path[-1].key in ("bias", "scale"),
        lambda path: "bias" in [key.key for key in path if key.key != "kernel"],
        lambda path: path[-1].name == "bias",
    ],
)
@pytest.mark.parametrize("namespace", [xp, xp.numpy])
def test_the_key_of_a_buffer_is_no_name(asked, namespace):
    with xp.use_mesh(xp.make_mesh(3)):
        params = {"kernel": namespace.asarray(np.ones((1003, 37)), device=P("x"))}
        decay = optax.masked(
            optax.add_decayed_weights(0.1),
            lambda p: jax.tree_util.tree_map_with_path(lambda path, _: asked(path), p),
        )
        with pytest.raises((TypeError, AttributeError), match=r"path\[:-1\]"):
            decay.init(params)


def test_paths_are_read_by_optax_and_printed_by_jax():
    with xp.use_mesh(xp.make_mesh(3)):
        params = layer(xp)
        adam = optax.inject_hyperparams(optax.adam)(0.1)
        state = optax.tree.set(adam.init(params), learning_rate=0.2)
        assert optax.tree.get(state, "learning_rate") == 0.2
        [(path, _)] = jax.tree_util.tree_leaves_with_path({"w": params["layer"]["kernel"]})
        assert jax.tree_util.keystr(path) == "['w']"
        assert path[-1].key == 0
        assert path[-1] == jax.tree_util.FlattenedIndexKey(0)
        assert len({path[-1], jax.tree_util.FlattenedIndexKey(0)}) == 1


#: Which look at shapes, sizes or means of leaves.
OF_SHAPES = {
    "adafactor, factored": lambda: optax.adafactor(0.1, min_dim_size_to_factor=4),
    "adafactor": lambda: optax.adafactor(0.1),
    "clip_by_block_rms": lambda: optax.chain(optax.clip_by_block_rms(0.1), optax.adam(0.1)),
    "centralize": lambda: optax.chain(optax.centralize(), optax.sgd(0.1, momentum=0.9)),
    "muon": lambda: optax.contrib.muon(0.1),
    "add_noise": lambda: optax.add_noise(0.1, 0.5, key=3),
    "flatten": lambda: optax.flatten(optax.adam(0.1)),
}


@pytest.mark.parametrize(
    ("devices", "way"), [(1, "eager"), (2, "jax.jit"), (3, "eager"), (8, "sharray.jit")]
)
@pytest.mark.parametrize("name", OF_SHAPES)
def test_optimizers_that_look_at_shapes(devices, name, way, on_devices):
    rng = np.random.default_rng(0)
    values = {"w": rng.normal(size=(13, 5)), "v": rng.normal(size=(5, 13)), "b": rng.normal(size=7)}
    specs = {"w": P("x"), "v": P(None, "x"), "b": P("x")}
    with xp.use_mesh(xp.make_mesh(devices)):
        plain = jax.tree.map(jax.numpy.asarray, values)
        params = {k: xp.asarray(v, device=specs[k]) for k, v in values.items()}
        found = []
        for tree, wrap, decorate in (
            (plain, lambda o: o, WAYS["eager"]),
            (params, xp.unpadded, WAYS[way]),
        ):
            optimizer = wrap(OF_SHAPES[name]())
            state, update = optimizer.init(tree), decorate(optimizer.update)
            for _ in range(3):
                gradients = {k: v**2 + 1 for k, v in tree.items()}
                updates, state = update(gradients, state, tree)
                tree = optax.apply_updates(tree, updates)
            found.append(tree)
        for key, value in found[0].items():
            assert found[1][key].sharding.spec == specs[key]
            np.testing.assert_allclose(found[1][key], value, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("namespace", [xp, xp.numpy])
def test_unpadded_keeps_states_where_parameters_lie(namespace):
    with xp.use_mesh(xp.make_mesh(3)):
        params = {"w": namespace.asarray(np.ones((1003, 37)), device=P("x")), "b": xp.ones(7)}
        optimizer = xp.unpadded(optax.chain(optax.clip_by_block_rms(1.0), optax.adam(0.1)))
        state = optimizer.init(params)
        for _ in range(2):
            kept = optax.tree.get(state, "mu")
            assert type(kept["w"]) is type(params["w"])
            assert kept["w"].sharding == params["w"].sharding
            updates, state = optimizer.update(params, state, params)
            params = optax.apply_updates(params, updates)
        assert params["b"].shape == (7,)


def test_unpadded_takes_extra_arguments():
    def loss(p):
        return xp.sum((p["w"] - 1) ** 2)

    with xp.use_mesh(xp.make_mesh(3)):
        params = {"w": xp.asarray(np.zeros(10), device=P("x"))}
        optimizer = xp.unpadded(optax.adam(0.1))
        state = optimizer.init(params)
        assert isinstance(optimizer, optax.GradientTransformation)
        wrapped = xp.unpadded(optax.with_extra_args_support(optax.adam(0.1)))
        slope = jax.grad(loss)(params)
        updates, _ = wrapped.update(slope, state, params, value=loss(params))
        np.testing.assert_allclose(updates["w"], np.full(10, 0.1), rtol=1e-6)
        # a function is no argument of a program: the step runs as it stands
        with pytest.warns(xp.GatherWarning, match=r"shape \(10,\) .* call it inside jit"):
            updates, _ = wrapped.update(slope, state, params, value_fn=loss)
        np.testing.assert_allclose(updates["w"], np.full(10, 0.1), rtol=1e-6)


def test_unpadded_takes_transformations_only():
    with pytest.raises(TypeError, match=r"not MultiSteps: .*gradient_transformation\(\)"):
        xp.unpadded(optax.MultiSteps(optax.sgd(0.1), 2))


def test_keys_in_the_place_of_arrays_come_back():
    key = jax.random.key(0)
    with xp.use_mesh(xp.make_mesh(3)):
        x = xp.asarray(np.ones(10), device=P("x"))
        tree = jax.tree.structure({"x": x, "number": xp.asarray(1.0)})
        keys = jax.tree.unflatten(tree, [key, key])
        drawn = jax.tree.map(lambda k: jax.random.uniform(k), keys)
        assert jax.tree.leaves(keys) == [key, key]
        with pytest.raises((TypeError, ValueError), match="random numbers"):
            np.asarray(keys["x"])
    assert float(jax.tree.leaves(drawn)[0]) == float(jax.random.uniform(key))


def test_what_a_tree_holds_when_python_ends_says_nothing():
    program = """
import jax, optax, numpy as np, sharray as xp
params = {"w": xp.asarray(np.ones(5))}
state = optax.lamb(0.1).init(params)
updates, state = optax.lamb(0.1).update(params, state, params)
kept = [jax.tree.map(lambda p, u: p + u, params, updates) for _ in range(3)]
kept.append(kept)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
