"""Functions of blocks against the same function on NumPy, on meshes that do not divide shapes."""

import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from counting import compiled_programs
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies
from sharray._engine import compiler

pytestmark = pytest.mark.usefixtures("on_devices")


@pytest.fixture
def mesh():
    with xp.use_mesh(xp.make_mesh((4, 2))) as mesh:
        yield mesh


def axes(spec):
    return tuple(n for e in spec for n in ((e,) if isinstance(e, str) else e or ()))


# bodies with jax.numpy and with sharray, and what they are on NumPy


def scale(n, b):
    return n.sin(b) * 2 + 1


def sorted_pairs(n, b):
    return n.where(n.flip(b, axis=-1) > 0, b, -b)


@pytest.mark.parametrize("body", [scale, sorted_pairs])
@pytest.mark.parametrize("library", [jnp, xp], ids=["jnp", "sharray"])
@given(data=st.data())
def test_elementwise_bodies(body, library, data, mode):
    mesh = data.draw(strategies.meshes())
    x, values = data.draw(strategies.pairs("float64", strategies.shapes(1, 3), mesh, special=False))
    spec = data.draw(strategies.specs(x.ndim, mesh))
    if body is sorted_pairs:
        spec = P(*list(spec)[: x.ndim - 1])
    mapped = xp.shard_map(lambda b: body(library, b), mesh=mesh, in_specs=spec, out_specs=spec)
    made = mapped(x + 0.5)  # deferred
    wanted = NamedSharding(mesh, spec)
    strategies.assert_matches(made, body(np, values + 0.5), sharding=wanted, rtol=1e-15)


@pytest.mark.parametrize(
    ("collective", "local", "fill", "numpy"),
    [
        (xp.psum, jnp.sum, 0, np.sum), (xp.pmax, jnp.max, -np.inf, np.max),
        (xp.pmin, jnp.min, np.inf, np.min),
    ],
    ids=["psum", "pmax", "pmin"],
)  # fmt: skip
@given(data=st.data())
def test_reductions(collective, local, fill, numpy, data):
    mesh = data.draw(strategies.meshes())
    shape = data.draw(strategies.shapes(1, 3, sides=(1, 2, 3, 7, 13)))
    x, values = data.draw(strategies.pairs("float64", shape, mesh))
    error = 0.0
    if collective is xp.psum:
        values = np.nan_to_num(values, posinf=1.0, neginf=1.0)
        x = xp.asarray(values, device=x.sharding)
        # what adding in another order may differ by, however much of the sum cancels
        error = values.size * np.finfo(np.float64).eps * np.abs(values).sum()
    spec = data.draw(strategies.specs(x.ndim, mesh))
    names = axes(spec)
    mapped = xp.shard_map(
        lambda b: collective(local(b), names), mesh=mesh, in_specs=spec, out_specs=P(), fill=fill
    )
    strategies.assert_matches(
        mapped(x), numpy(values), atol=error, sharding=NamedSharding(mesh, P())
    )


@given(data=st.data())
def test_fill_is_what_the_tail_holds(data):
    mesh = data.draw(strategies.meshes())
    dtype = data.draw(strategies.dtypes())
    x, values = data.draw(strategies.pairs(dtype, strategies.shapes(1, 2), mesh, special=False))
    spec = data.draw(strategies.specs(x.ndim, mesh))
    fill = data.draw(st.sampled_from([0, 1] if dtype.kind in "b" else [0, 1, 7]))
    wanted = xp.asarray(values, device=NamedSharding(mesh, spec))
    mapped = xp.shard_map(
        lambda b: b, mesh=mesh, in_specs=spec, out_specs=spec, fill=fill,
        out_shapes=wanted.padded_shape,
    )  # fmt: skip
    expected = np.full(wanted.padded_shape, fill, dtype)
    expected[tuple(slice(n) for n in values.shape)] = values
    strategies.assert_matches(mapped(x), expected)


@given(data=st.data())
def test_valid_size(data):
    mesh = data.draw(strategies.meshes())
    n = data.draw(st.sampled_from(strategies.SIDES))
    names = data.draw(st.permutations(list(mesh.axis_names)))
    names = tuple(names[: data.draw(st.integers(1, len(names)))])
    count = math.prod(mesh.shape[name] for name in names)
    mapped = xp.shard_map(
        lambda b: xp.valid_size(names)[None], mesh=mesh, in_specs=P(None, names),
        out_specs=P(names), out_shapes=(count,),
    )  # fmt: skip
    block = math.ceil(n / count)
    expected = [min(max(n - k * block, 0), block) for k in range(count)]
    assert np.asarray(mapped(xp.zeros((2, n), device=mesh))).tolist() == expected
    assert sum(expected) == n


MODES = {"zero": "constant", "wrap": "wrap", "reflect": "reflect", "nearest": "edge"}


@pytest.mark.parametrize("boundary", MODES)
@given(data=st.data())
def test_halo(boundary, data):
    mesh = data.draw(strategies.meshes())
    n = data.draw(st.sampled_from([2, 3, 7, 13, 16]))
    before, after = data.draw(st.sampled_from([(1, 1), (0, 2), (3, 0), (4, 9), (17, 1)]))
    names = tuple(data.draw(st.permutations(list(mesh.axis_names))))
    values = np.random.default_rng(n).integers(1, 99, (2, n))

    def body(b):
        return xp.halo(b, 1, before, after, boundary)

    mapped = xp.shard_map(body, mesh=mesh, in_specs=P(None, names), out_specs=P(None, names))
    found = np.asarray(mapped(values))
    expected = np.pad(values, ((0, 0), (before, after)), mode=MODES[boundary])
    block = math.ceil(n / mesh.size)
    width = before + block + after
    for k in range(mesh.size):
        valid = min(max(n - k * block, 0), block)
        if valid:
            here = found[:, k * width : k * width + before + valid + after]
            there = expected[:, k * block : k * block + before + valid + after]
            np.testing.assert_array_equal(here, there)
            tail = found[:, k * width + before + valid + after : (k + 1) * width]
            assert not tail.any()


@pytest.mark.parametrize("boundary", MODES)
@given(data=st.data())
def test_a_stencil_with_corners(boundary, data):
    mesh = data.draw(strategies.meshes())
    shape = data.draw(strategies.shapes(2, 2, sides=(2, 3, 7, 13)))
    spec = data.draw(strategies.specs(2, mesh))
    values = np.random.default_rng(0).integers(0, 9, shape)

    def body(b):
        wide = xp.halo(xp.halo(b, 0, 1, 1, boundary), 1, 1, 1, boundary)
        return stencil(wide)

    def stencil(w):
        return sum(
            (k + 1) * w[i : w.shape[0] - 2 + i, j : w.shape[1] - 2 + j]
            for k, (i, j) in enumerate((i, j) for i in range(3) for j in range(3))
        )

    mapped = xp.shard_map(body, mesh=mesh, in_specs=spec, out_specs=spec)
    expected = stencil(np.pad(values, 1, mode=MODES[boundary]))
    strategies.assert_matches(mapped(values), expected, sharding=NamedSharding(mesh, spec))


def test_halo_moves_only_edges(mesh):
    x = xp.asarray(np.arange(4003.0 * 24).reshape(4003, 24), device=P(("x", "y")))
    mapped = xp.shard_map(
        lambda b: xp.halo(b, 0, 1, 1)[:-2], in_specs=P(("x", "y")), out_specs=P(("x", "y"))
    )
    compiler.cache_clear()
    xp.block_until_ready(mapped(x))
    (compiled,) = compiled_programs()
    assert {name for name, _ in compiled.moves} == {"collective-permute"}
    assert sum(n for _, n in compiled.moves) == 2 * 24 * 8


@pytest.mark.parametrize("names", [("x",), ("x", "y"), ("y", "x")], ids=str)
def test_collectives_agree_with_one_another(names, mesh):
    """Each against what all_gather says that the devices have."""
    count = math.prod(mesh.shape[n] for n in names)
    values = np.random.default_rng(0).integers(0, 99, (count, count, 3))

    def on_each(body):
        mapped = xp.shard_map(body, in_specs=P(names), out_specs=P(names))
        return np.asarray(mapped(values))

    def index(b):
        return xp.axis_index(names)[None]

    assert on_each(index).tolist() == list(range(count))
    assert on_each(lambda b: jnp.full(1, xp.axis_size(names))).tolist() == [count] * count
    every = on_each(lambda b: xp.all_gather(b[0], names)[None])
    assert (every == values[None]).all()
    pairs = [(i, (3 * i + 1) % count) for i in range(count)]
    sent = on_each(lambda b: xp.ppermute(b, names, pairs))
    expected = np.zeros_like(values)
    for i, j in pairs:
        expected[j] = values[i]
    if count == 8:
        np.testing.assert_array_equal(sent, expected)
    turned = on_each(lambda b: xp.all_to_all(b[0], names, 0, 0)[None])
    np.testing.assert_array_equal(turned, values.transpose(1, 0, 2))
    total = on_each(lambda b: xp.psum_scatter(b[0], names)[None])
    np.testing.assert_array_equal(total, values.sum(0))
    mean = on_each(lambda b: jnp.broadcast_to(xp.pmean(b * 1.0, names), b.shape))
    np.testing.assert_allclose(mean, np.broadcast_to(values.mean(0), values.shape), rtol=1e-15)


def test_collectives_take_trees_and_arrays_of_both_kinds(mesh):
    def body(tree):
        wrapped = xp.asarray(tree["a"])
        total = xp.psum({"a": wrapped, "b": tree["b"]}, "x")
        assert isinstance(total["a"], xp.ShardedArray)
        assert not isinstance(total["b"], xp.ShardedArray)
        return total["a"] + total["b"]

    mapped = xp.shard_map(body, in_specs=({"a": P("x"), "b": P()},), out_specs=P())
    made = mapped({"a": xp.ones((4, 3)), "b": np.arange(3.0)})
    strategies.assert_matches(made, (4 * np.ones((1, 3)) + 4 * np.arange(3.0)))


@pytest.mark.parametrize("reduce", [xp.pmax, xp.pmin])
def test_extremes_know_nan(reduce, mesh):
    values = np.array([1.0, np.nan, 3.0, -np.inf, 5.0, 6.0, 7.0])
    mapped = xp.shard_map(
        lambda b: reduce(b, ("y", "x")), in_specs=P(("y", "x")), out_specs=P(), fill=2.0
    )
    assert np.isnan(np.asarray(mapped(values))).all()
    whole = xp.shard_map(lambda b: reduce(b, "x"), in_specs=P("x"), out_specs=P(), fill=99)
    numpy = np.max if reduce is xp.pmax else np.min
    assert int(whole(np.arange(100, 104))[0]) == numpy(np.arange(100, 104))


@pytest.mark.parametrize("check", [True, False])
def test_reducing_what_is_the_same_everywhere(check, mesh):
    def body(b):
        return xp.pmax(b, "y"), xp.pmin(b, ("x", "y")), xp.psum(b, ("x", "y"))

    mapped = xp.shard_map(body, in_specs=P(), out_specs=P(), check_vma=check)
    values = np.array([1.0, 2.0])
    strategies.assert_matches(mapped(values), (values, values, 8 * values))


def test_functions_of_sharray_in_a_body(mesh):
    rng = np.random.default_rng(0)
    a, v = rng.random((13, 4, 4)) + 4 * np.eye(4), rng.random((13, 4))

    def body(m, r):
        out = xp.linalg.solve(m, xp.expand_dims(r, axis=-1))[..., 0]
        out = xp.concat([xp.cumulative_sum(out, axis=1), xp.sort(r, axis=1)], axis=1)
        out[:, 0] = 1.0  # a write to an array of the body
        out[:, 1:3] += xp.asarray(r)[:, :2]
        spectrum = xp.fft.rfft(out, axis=1)
        return out, xp.real(spectrum), out @ xp.ones((8, 2)) + xp.arange(2)

    mapped = xp.shard_map(body, in_specs=P("x"), out_specs=P("x"))
    out = np.linalg.solve(a, v[..., None])[..., 0]
    out = np.concatenate([np.cumsum(out, 1), np.sort(v, 1)], 1)
    out[:, 0] = 1.0
    out[:, 1:3] += v[:, :2]
    expected = out, np.fft.rfft(out, axis=1).real, out @ np.ones((8, 2)) + np.arange(2)
    for call in (mapped, jax.jit(mapped)):
        found = call(a, v)
        strategies.assert_matches(found, expected, rtol=1e-13, sharding=NamedSharding(mesh, P("x")))


def test_where_arguments_lie_does_not_matter(mesh):
    values = np.random.default_rng(0).random((13, 7))
    mapped = xp.shard_map(lambda b: b + 1, in_specs=P("y", "x"), out_specs=P("y", "x"))
    for x in (
        values, jnp.asarray(values), xp.asarray(values, device=P()), xp.asarray(values.T).T,
        xp.asarray(np.pad(values, 1), device=P("x"))[1:-1, 1:-1],
    ):  # fmt: skip
        wanted = NamedSharding(mesh, P("y", "x"))
        strategies.assert_matches(mapped(x), values + 1, sharding=wanted)


def test_repeated_calls_compile_once_and_run_one_after_another(mesh):
    mapped = xp.shard_map(lambda b: b + xp.psum(b.sum(), ("x", "y")), in_specs=P("x", "y"),
                          out_specs=P("x", "y"))  # fmt: skip
    x = xp.zeros((13, 7), device=P("x", "y"))
    mapped(x)
    before = xp.cache_info()
    for _ in range(200):
        x = mapped(x)
    after = xp.cache_info()
    assert after.compilations == before.compilations
    assert after.dispatches == before.dispatches + 200
    assert after.hits == before.hits + 200
    np.testing.assert_array_equal(np.asarray(x), np.zeros((13, 7)))
    mapped(xp.zeros((13, 8), device=P("x", "y")))
    assert xp.cache_info().compilations > after.compilations


def test_decorator_and_trees(mesh):
    @xp.shard_map(in_specs=(P("x"), {"w": P(), "b": P()}), out_specs=(P("x"), {"loss": P()}))
    def layer(x, params):
        """A layer."""
        y = jnp.tanh(x @ params["w"] + params["b"])
        real = jnp.arange(x.shape[0])[:, None] < xp.valid_size("x")
        return y, {"loss": xp.psum(jnp.sum(jnp.where(real, y, 0)), "x")}

    assert layer.__name__ == "layer"
    assert layer.__doc__ == "A layer."
    rng = np.random.default_rng(0)
    x, w, b = rng.random((13, 5)), rng.random((5, 3)), rng.random(3)
    y, more = layer(x, {"w": w, "b": b})
    expected = np.tanh(x @ w + b)
    strategies.assert_matches(y, expected, rtol=1e-14, sharding=NamedSharding(mesh, P("x")))
    strategies.assert_matches(more["loss"], expected.sum(), rtol=1e-14)


@given(data=st.data())
def test_gradients_do_not_leak_from_the_padding(data):
    mesh = data.draw(strategies.meshes())
    x, values = data.draw(
        strategies.pairs(
            "float64", strategies.shapes(1, 2, sides=(1, 2, 3, 7, 13)), mesh, special=False
        )
    )
    spec = data.draw(strategies.specs(x.ndim, mesh))
    names = axes(spec)

    # the fill counts in the sum, but is no function of the argument
    mapped = xp.shard_map(
        lambda b: xp.psum(jnp.sum((b + 1) ** 3), names), mesh=mesh, in_specs=spec, out_specs=P(),
        fill=5.0,
    )  # fmt: skip
    for transform in (jax.grad, lambda f: jax.jit(jax.grad(f))):
        found = transform(mapped)(x)
        strategies.assert_matches(found, 3 * (values + 1) ** 2, rtol=1e-14)
        padded = np.asarray(found.to_jax(padded=True))
        assert np.count_nonzero(padded) <= np.count_nonzero(np.asarray(found))


def test_gradient_of_a_stencil(mesh):
    values = np.random.default_rng(0).random((13, 7))

    def loss(x):
        mapped = xp.shard_map(lambda b: xp.halo(b, 0, 1, 1, "wrap")[2:] ** 2, in_specs=P("x", "y"),
                              out_specs=P("x", "y"))  # fmt: skip
        return xp.sum(mapped(x) * xp.arange(13.0)[:, None])

    found = jax.grad(loss)(xp.asarray(values, device=P("x", "y")))
    weights = np.roll(np.arange(13.0), 1)[:, None]
    strategies.assert_matches(found, 2 * values * weights, rtol=1e-15)


@pytest.mark.parametrize("kind", [AxisType.Auto, AxisType.Explicit])
def test_meshes_of_any_axis_type(kind):
    mesh = jax.make_mesh((4, 2), ("a", "b"), axis_types=(kind, kind))
    with jax.set_mesh(mesh):
        mapped = xp.shard_map(lambda b: 2 * b, in_specs=P("b", "a"), out_specs=P("b", "a"))
        x = xp.asarray(np.arange(21.0).reshape(7, 3))
        for call in (mapped, jax.jit(mapped)):
            strategies.assert_matches(call(x), 2 * np.arange(21.0).reshape(7, 3))


def test_a_body_that_closes_over_a_tracer(mesh):
    def f(x, w):
        return xp.sum(xp.shard_map(lambda b: b * w, in_specs=P("x"), out_specs=P("x"))(x))

    def deep(x, w):
        def inner(b):
            return b * w

        return xp.sum(xp.shard_map(lambda b: inner(b), in_specs=P("x"), out_specs=P("x"))(x))

    x = xp.asarray(np.arange(7.0))
    for g in (f, deep):
        assert float(jax.jit(g)(x, 2.0)) == 42.0
        assert float(jax.grad(g, argnums=1)(x, 2.0)) == 21.0
        # the array is no argument of what is traced
        assert float(jax.grad(lambda w, g=g: g(x, w))(2.0)) == 21.0
        assert float(jax.jit(lambda w, g=g: g(x, w))(2.0)) == 42.0


def test_lengths_of_results(mesh):
    n, m = np.ones(13), np.ones(14)
    both = xp.shard_map(lambda a, b: a + b, in_specs=P("x"), out_specs=P("x"), out_shapes=(14,))
    assert both(n, m).shape == (14,)
    sums = xp.shard_map(lambda a: a.sum()[None], in_specs=P("x"), out_specs=P("x"))
    strategies.assert_matches(sums(n), np.array([4.0, 4.0, 4.0, 1.0]))
    kept = xp.shard_map(lambda a: (a, jnp.ones(2)), in_specs=P("x"), out_specs=(P("x"), P("y")))
    assert [r.shape for r in kept(n)] == [(13,), (4,)]


def test_a_budget_stops_it_before_it_runs(mesh):
    gather = xp.shard_map(
        lambda b: xp.all_gather(b, "x", tiled=True), in_specs=P("x"), out_specs=P(), check_vma=False
    )
    x = xp.asarray(np.arange(1000.0), device=P("x"))
    before = xp.cache_info().dispatches
    with xp.comm_budget(gathers=0), pytest.raises(xp.CommunicationError):
        gather(x)
    assert xp.cache_info().dispatches == before
    strategies.assert_matches(gather(x), np.arange(1000.0))


def test_gradients_trace_the_body_once(mesh):
    traced = []

    def body(b):
        traced.append(b.shape)
        return xp.psum(jnp.sum(b**2), "x")

    mapped = xp.shard_map(body, in_specs=P("x"), out_specs=P())
    x = xp.asarray(np.arange(7.0))
    first = jax.grad(mapped)(x)
    count = len(traced)
    second = jax.grad(mapped)(x + 1)
    assert len(traced) == count
    strategies.assert_matches(first, 2 * np.arange(7.0))
    strategies.assert_matches(second, 2 * np.arange(7.0) + 2)


def test_the_mesh_is_that_of_the_arguments(mesh):
    other = xp.make_mesh((2, 3), ("a", "b"))
    mapped = xp.shard_map(lambda v, w: v + w, in_specs=(P("b", "a"), P(None, "a")),
                          out_specs=P("b", "a"))  # fmt: skip
    made = mapped(xp.ones((13, 7), device=other), np.ones((1, 7)))
    strategies.assert_matches(
        made, 2 * np.ones((13, 7)), sharding=NamedSharding(other, P("b", "a"))
    )
    traced = jax.jit(lambda v: mapped(xp.ones((13, 7), device=other), v))(jnp.ones((1, 7)))
    strategies.assert_matches(traced, np.asarray(made), sharding=made.sharding)
    with pytest.raises(ValueError, match="'b'"):
        mapped(np.ones((13, 7)), np.ones((1, 7)))


def test_jax_numpy_on_what_sharray_returned(mesh):
    def body(b):
        return jnp.sin(xp.cos(b)) + b * xp.exp(b)

    values = np.linspace(0, 1, 13)
    made = xp.shard_map(body, in_specs=P("x"), out_specs=P("x"))(values)
    strategies.assert_matches(made, np.sin(np.cos(values)) + values * np.exp(values), rtol=1e-15)


def test_a_fill_for_each_argument(mesh):
    def body(a, tree):
        return xp.psum((a * tree["b"]).sum(), "x"), xp.pmax(tree["c"].max(), "x")

    mapped = xp.shard_map(body, in_specs=P("x"), out_specs=P(), fill=(0, {"b": 1, "c": -9}))
    a, b, c = np.arange(7.0), np.arange(7.0) + 3, -np.arange(1, 8)
    strategies.assert_matches(mapped(a, {"b": b, "c": c}), ((a * b).sum(), c.max()))
