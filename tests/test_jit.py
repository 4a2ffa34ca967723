"""`jit`: arguments, layouts of results, writes, donation, and how often it compiles."""

import collections

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import get_mesh, strategies

pytestmark = pytest.mark.usefixtures("on_devices")


@pytest.fixture
def mesh():
    made = xp.make_mesh((2, 4), ("data", "model"))
    with xp.use_mesh(made):
        yield made


@given(st.data())
def test_values_and_layouts_are_those_without_jit(data):
    shape = data.draw(st.sampled_from([(13, 3), (7, 2), (3, 7), (16, 8), (0, 3)]))
    x, a = data.draw(strategies.pairs(np.float64, shape, special=False))
    y, b = data.draw(strategies.pairs(np.float64, shape, x.device, special=False))
    jitted = xp.jit(lambda x, y: (x * y + xp.cos(x), xp.sum(x, axis=0)))
    made = jitted(x, y)
    plain = (x * y + xp.cos(x), xp.sum(x, axis=0))
    for value, want, numpy in zip(made, plain, (a * b + np.cos(a), np.sum(a, 0)), strict=True):
        strategies.assert_matches(value, numpy, rtol=1e-12, sharding=want.sharding)


def test_computation_follows_data(mesh):
    x = xp.asarray(np.random.default_rng(0).random((8, 16)), device=P("data", "model"))
    for jit in (xp.jit, jax.jit):
        assert jit(lambda x: xp.sin(x) * 2)(x).sharding == x.sharding
        total = jit(lambda x: xp.sum(x, axis=0))(x)
        assert total.sharding == NamedSharding(mesh, P("model"))
        shards = total.to_jax().addressable_shards
        assert {s.data.shape for s in shards} == {(4,)}
        assert len({str(s.index) for s in shards}) == 4


def test_it_compiles_once(mesh):
    x = xp.asarray(np.ones((13, 7)), device=P("data", "model"))
    traced = []

    @xp.jit
    def step(x, rate):
        traced.append(1)
        return x - rate * xp.sin(x), xp.mean(x)

    mean = None
    xp.cache_clear()
    for k in range(5):
        x, mean = step(x, 0.1 * k)
    assert len(traced) == 1
    assert step.cache_size() == 1
    assert xp.cache_info().dispatches == 0, "the padding of results is known to be clean"
    assert isinstance(mean, xp.ShardedArray)
    assert mean.shape == ()


def test_numpy_arguments(mesh):
    a = np.random.default_rng(0).random((13, 7))
    jitted = xp.jit(lambda x, y, z=1.0: x + y * z)
    strategies.assert_matches(jitted(a, 2, z=a), a + 2 * a)
    strategies.assert_matches(jitted(a, np.float64(2), z=3.0), a + 6)
    assert jitted(a.astype(np.float32), 2.0).dtype == np.float32


def test_numpy_arguments_in_trees(mesh):
    a = np.random.default_rng(0).random((13, 7))

    @xp.jit(static_argnames="names")
    def f(tree, x, names=("x",)):
        assert isinstance(tree["a"][0], xp.ShardedArray)
        return dict.fromkeys(names, tree["a"][0] * x.w + tree["b"])

    pair = collections.namedtuple("pair", "w s")
    made = f({"a": [a, None], "b": 2}, pair(a, 1), names=("x", "y"))
    strategies.assert_matches(made["y"], a * a + 2, rtol=1e-15)


def test_layouts_of_results(mesh):
    a = np.random.default_rng(0).random((13, 7))

    @xp.jit(out_shardings=(P(None, "data"), {"s": P("model"), "t": None}))
    def f(x):
        return x + 1, {"s": jnp.sum(x.to_jax(), axis=1), "t": x.T}

    x = xp.asarray(a, device=P("data", "model"))
    first, rest = f(x)
    strategies.assert_matches(first, a + 1, sharding=NamedSharding(mesh, P(None, "data")))
    strategies.assert_matches(
        rest["s"], a.sum(1), rtol=1e-15, sharding=NamedSharding(mesh, P("model"))
    )
    strategies.assert_matches(rest["t"], a.T, sharding=NamedSharding(mesh, P("model", "data")))


@given(st.data())
def test_arguments_lie_where_they_are_said_to(data):
    shape = data.draw(st.sampled_from([(13, 3), (7, 2), (16, 8), (0, 3)]))
    axis = get_mesh().axis_names[0]
    wanted = [P(axis), P(None, axis), P(), None]
    own = data.draw(st.sampled_from(wanted[:-1]))
    a = np.random.default_rng(0).random(shape)
    x = xp.asarray(a, device=own)
    first, second = data.draw(st.sampled_from(wanted)), data.draw(st.sampled_from(wanted))
    seen = []

    @xp.jit(in_shardings=({"x": first}, second), static_argnames={"n"})
    def f(tree, y, n=1):
        seen[:] = tree["x"].sharding.spec, y.sharding.spec
        return tree["x"] * n + y

    free = xp.asarray(a)  # which nobody has placed
    strategies.assert_matches(f({"x": a}, free, n=2), a * 2 + a)
    specs = [free.sharding.spec if spec is None else spec for spec in (first, second)]
    assert seen == specs
    if first is None or first == own:
        strategies.assert_matches(f({"x": x}, a, 3), a * 3 + a)
    else:
        with pytest.raises(ValueError, match=r"in_shardings.*was placed at.*reshard"):
            f({"x": x}, a, 3)


def test_shardings_of_arguments_that_are_no_arrays_of_the_library(mesh):
    f = xp.jit(lambda x, y: x + y, in_shardings=(P("data"), None))
    over_data = NamedSharding(mesh, P("data"))
    assert f(jnp.arange(8.0), 1).sharding == over_data
    assert f(jax.device_put(jnp.arange(8.0), over_data), 1).sharding == over_data
    with pytest.raises(ValueError, match="was placed at"):
        f(jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("model"))), 1)
    abstract = jax.ShapeDtypeStruct((8,), np.float32)
    assert f.lower(abstract, 1).compile().input_shardings[0][0] == over_data
    x = xp.ones((13, 7), device=P("model"))
    traced = jax.jit(lambda x: f(x, x))(x)  # a constraint there
    strategies.assert_matches(traced, np.full((13, 7), 2.0))
    explained = xp.explain(f, x, 1)
    assert explained.out_shardings.spec == P("data")
    assert explained.collectives  # which the call moves first
    kept = xp.jit(lambda x: x + 1, in_shardings=P("data"), donate_argnums=0)
    y = xp.ones((16, 7), device=P("data"))
    assert kept(y).sharding == over_data
    with pytest.raises(RuntimeError, match=r"donated|deleted"):
        xp.block_until_ready(y + 1)


def test_writes_stay_in_the_function(mesh):
    a = np.random.default_rng(0).random((13, 7))
    x = xp.asarray(a, device=P("data", "model"))

    @xp.jit
    def f(x):
        view = x[1:-1]
        view *= 2
        x[0, 0] = -1.0
        return x

    b = a.copy()
    b[1:-1] *= 2
    b[0, 0] = -1
    strategies.assert_matches(f(x), b)
    strategies.assert_matches(x, a)


def test_donation_of_a_shape_that_does_not_divide(mesh):
    x = xp.asarray(np.ones((13, 7)), device=P("data", "model"))
    jitted = xp.jit(lambda x: x + 1, donate_argnums=0)
    memory = jitted.lower(x).compile().memory_analysis()
    assert memory.alias_size_in_bytes == x.nbytes_per_device
    (buffer,) = jax.tree.leaves(x)
    strategies.assert_matches(jitted(x), np.full((13, 7), 2.0))
    assert buffer.is_deleted()


def test_a_donated_array_is_used_again(mesh):
    # JAX 0.10 ends the process where a program that has run before is given such a buffer
    donating, other = xp.jit(lambda x: x + 1, donate_argnums=0), xp.jit(lambda x: x + 2)
    uses = (
        donating, other, str, np.asarray, np.sort, xp.unique_values, xp.block_until_ready,
        lambda x: xp.block_until_ready(x + 3), lambda x: float(x[0, 0]), lambda x: float(x.sum()),
        lambda x: x.reshard(P()), lambda x: x.__setitem__(0, 1), lambda x: x.tolist(),
    )  # fmt: skip
    for use in uses:
        use(xp.asarray(np.ones((16, 7)), device=P("data")))
        x = xp.asarray(np.ones((16, 7)), device=P("data"))
        assert donating(x).shape == jax.tree.map(lambda v: v.shape, x).shape == (16, 7)
        with pytest.raises(RuntimeError, match=r"\(16, 7\) was donated .*use what the function"):
            use(x)


def test_static_arguments_methods_and_decorators(mesh):
    @xp.jit(static_argnames="axis")
    def total(x, axis):
        return xp.sum(x, axis=axis)

    a = np.random.default_rng(0).random((13, 7))
    strategies.assert_matches(total(a, axis=0), a.sum(0), rtol=1e-15)
    strategies.assert_matches(total(a, 1), a.sum(1), rtol=1e-15)
    assert total.cache_size() == 2
    assert total.__name__ == "total"

    class Model:
        @xp.jit(static_argnums=0)
        def double(self, x):
            return 2 * x

    strategies.assert_matches(Model().double(a), 2 * a)


def test_lower_and_eval_shape(mesh):
    x = xp.asarray(np.ones((13, 7)), device=P("data", "model"))
    jitted = xp.jit(lambda x: xp.sum(xp.exp(x), axis=1))
    made = jitted.eval_shape(x)
    assert (made.shape, made.sharding.spec) == ((13,), P("data"))
    assert "all-reduce" in jitted.lower(x).compile().as_text()
    jitted.clear_cache()


def test_it_nests(mesh):
    a = np.random.default_rng(0).uniform(0.5, 1, (13, 7))
    x = xp.asarray(a, device=P("data", "model"))
    loss = xp.jit(lambda x: xp.sum(xp.log(x)))
    strategies.assert_matches(jax.grad(loss)(x), 1 / a, rtol=1e-15)
    strategies.assert_matches(xp.jit(jax.grad(loss))(x), 1 / a, rtol=1e-15)
    strategies.assert_matches(jax.jit(lambda x: x * loss(x))(x), a * np.log(a).sum(), rtol=1e-14)


def test_attributes_of_the_function_hide_none_of_ours():
    def f(x):
        return x * 2

    vars(f).update(note="kept", placed=None, _call=None, _static=({0}, set()))
    for function in (xp.jit(f), xp.vmap(f), xp.jit(xp.jit(f))):
        assert function.note == "kept"
        assert function(xp.asarray([1.0, 2.0])).tolist() == [2.0, 4.0]
    x = xp.asarray([1, 2, -1, 0])
    for function in (xp.pow, xp.sum, xp.add):  # objects of our classes
        args = (x,) if function is xp.sum else (x, x + 2)
        assert xp.jit(function)(*args).tolist() == function(*args).tolist()


def test_a_vector_is_iterated_over(mesh):
    def horner(p):
        value = 0
        for c in p:
            value = value * 2 + c
        return value

    a = np.arange(13.0)
    p = xp.asarray(a, device=P("data"))
    np.testing.assert_array_equal(xp.jit(horner)(p), horner(a))
    np.testing.assert_array_equal(jax.grad(lambda p: horner(p))(p), 2.0 ** a[::-1])


def test_each_mesh_has_its_program():
    jitted = xp.jit(lambda n: xp.ones((13,)) * n)
    for shape in ((2,), (3,)):
        mesh = xp.make_mesh(shape)
        with xp.use_mesh(mesh):
            assert jitted(2).device == mesh


def test_many_calls_in_a_row_do_not_overtake_each_other(mesh):
    x = xp.asarray(np.ones((13, 7)), device=P("data", "model"))
    jitted = xp.jit(lambda x: x / xp.sum(x, axis=0))
    for _ in range(200):
        x = jitted(x)
    strategies.assert_matches(x, np.full((13, 7), 1 / 13), rtol=1e-12)


@pytest.mark.parametrize("name", ["inv", "cholesky", "solve"])
@pytest.mark.parametrize("shape", [(4, 4), (3, 4, 4)])
def test_decompositions_that_may_fail(name, shape, on_devices):
    values = np.eye(4) * 2 + np.full(shape, 0.1)
    x = xp.asarray(values)
    args = (x, x) if name == "solve" else (x,)
    found = xp.jit(getattr(xp.linalg, name))(*args)
    wanted = getattr(np.linalg, name)(*(values,) * len(args))
    strategies.assert_matches(found, wanted, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("wrap", [jax.jit, xp.jit, lambda f: f])
def test_arrays_of_traced_numbers(wrap, on_devices):
    a = np.linspace(0.1, 0.9, 13)

    def moments(x, space):
        total = space.sum(x)
        return space.asarray([total, 2 * total]), space.asarray([[total, 1], [2, space.max(x)]])

    results = wrap(lambda x: moments(x, xp))(xp.asarray(a, device=P("x")))
    for result, expected in zip(results, moments(a, np), strict=True):
        np.testing.assert_allclose(np.asarray(result), expected, rtol=1e-12)
    slopes = jax.grad(lambda x: xp.sum(moments(x, xp)[0]))(xp.asarray(a, device=P("x")))
    np.testing.assert_array_equal(np.asarray(slopes), 3.0)


def test_a_signal_that_calls_what_it_interrupts(on_devices):
    x = xp.asarray(np.ones((13, 4)), device=P("x"))
    function = xp.jit(lambda x: x + 1)
    with function._lock:
        np.testing.assert_array_equal(np.asarray(function(x)), 2)
    assert function.cache_size() == 1
