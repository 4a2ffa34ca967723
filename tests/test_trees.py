"""Trees of arrays at home on the host and on devices, against the same trees of NumPy's arrays."""

import operator

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P
from trees import close, host, is_array, on_host, values

import sharray as xp

pytestmark = pytest.mark.usefixtures("quickly_compiled")


@pytest.fixture(params=[1, 3, (4, 2)], ids=str)
def mesh(request):
    return xp.make_mesh(request.param)


def test_parameters_on_the_host_when_everything_else_goes_to_devices(mesh):
    params = host(xp)(values(0))
    with xp.use_mesh(mesh), xp.set_options(host_threshold=0):
        stepped = jax.tree.map(lambda p, g: p - g, params, host(xp)(values(1)))
        again = jax.tree.map(lambda p, g: p - g, host(xp)(values(1)), params)
        close(stepped, {k: v - values(1)[k] for k, v in values(0).items()})
        close(again, {k: values(1)[k] - v for k, v in values(0).items()})


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
