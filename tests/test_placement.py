"""Meshes of every kind, arrays made of pieces, moves and constraints, in and out of JAX."""

import contextlib
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from counting import collectives
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies
from sharray._core.observers import Observer

pytestmark = pytest.mark.usefixtures("on_devices")


def a_mesh(kind, names=("data", "model")):
    types = {"auto": (AxisType.Auto,) * 2, "explicit": (AxisType.Explicit,) * 2}
    types["mixed"] = (AxisType.Explicit, AxisType.Auto)
    return jax.make_mesh((2, 4), names, axis_types=types[kind])


def pointers(array):
    return [s.data.unsafe_buffer_pointer() for s in array.addressable_shards]


KINDS = ("auto", "explicit", "mixed")


@pytest.mark.parametrize(
    ("shape", "axis"),
    [
        ((16, 4), 0), ((4, 63), 0), ((4, 64), 1), ((8, 1000), 0), ((2, 3, 1), 1), ((1, 1), None),
        ((), None),
        # components beside a much longer axis stay together, where the mesh would fit, too
        ((4, 360, 360), 1), ((7, 112), 1), ((7, 111), 0), ((5, 360, 9), 1), ((4, 6), 0),
    ],
)  # fmt: skip
def test_where_nobody_says_otherwise_an_axis_that_is_long_enough_is_sharded(shape, axis):
    count = 3 if shape == (2, 3, 1) else 8 if shape[:1] in ((16,), (8,)) else 4
    with xp.use_mesh(xp.make_mesh(count)):
        spec = xp.zeros(shape).sharding.spec
    assert tuple(spec).index("x") == axis if axis is not None else "x" not in tuple(spec)


class Moved(Observer):
    """Notes what the programs move that run."""

    def __init__(self):
        self.seen = []

    def launching(self, program):
        self.seen += program.moves


def test_components_that_are_taken_one_by_one_move_nothing():
    with xp.use_mesh(xp.make_mesh(4)), Moved() as moved:
        state = xp.ones((4, 360, 36))
        flux = xp.stack([state[1], state[1] * state[2] / state[0], state[3] - state[2]])
        state[0] += 0.1 * flux[0] + flux[2]
        state[3] = flux[1]
        state.block_until_ready()
        assert not moved.seen
        np.testing.assert_array_equal(state[3], np.ones((360, 36)))


@pytest.mark.parametrize("kind", KINDS)
def test_meshes_of_any_axis_type(kind, mode):
    mesh = a_mesh(kind)
    values = np.random.default_rng(0).random((7, 13))
    for current in (lambda: xp.use_mesh(mesh), lambda: jax.set_mesh(mesh)):
        xp.cache_clear()
        with current():
            assert dict(xp.get_mesh().shape) == {"data": 2, "model": 4}
            x = xp.asarray(values, device=P("model", "data"))
            strategies.assert_matches(+x[1:, ::2], values[1:, ::2])
            strategies.assert_matches(xp.sort(x, axis=0), np.sort(values, 0))
            strategies.assert_matches(xp.reshape(x, (13, 7)) + 0, values.reshape(13, 7))
            x[2:5] *= 2.0
            x += xp.ones((7, 13))
            traced = jax.jit(lambda x: xp.sort(xp.sin(x) + 1, axis=0))(x)
            strategies.assert_matches(
                traced, np.asarray(xp.sort(xp.sin(x) + 1, axis=0)), rtol=1e-15
            )
        assert x.sharding.mesh == traced.sharding.mesh == mesh


def test_current_mesh_inside_jit():
    mesh = a_mesh("auto")
    seen = []

    def spec(x):
        seen.append(xp.get_mesh())
        return xp.with_sharding_constraint(xp.asarray(x), P("model"))

    for current in (xp.use_mesh, jax.set_mesh):
        with current(mesh):
            made = jax.jit(spec)(jnp.arange(13.0))
        assert seen.pop() == mesh
        assert not seen
        jax.clear_caches()
        strategies.assert_matches(made, np.arange(13.0), sharding=NamedSharding(mesh, P("model")))


def test_innermost_mesh_counts():
    one, two = xp.make_mesh(2), xp.make_mesh((4, 2))
    again = xp.use_mesh(one)
    with again, xp.use_mesh(two):
        assert xp.get_mesh() == two
        with again:
            assert xp.get_mesh() == one
        assert xp.get_mesh() == two
    with jax.set_mesh(two):
        assert xp.get_mesh() == two
        xp.set_mesh(one)
        try:
            assert xp.get_mesh() == one
        finally:
            xp.set_mesh(None)
    assert xp.get_mesh().size == 8


def test_make_mesh_keeps_the_order_of_given_devices():
    devices = jax.devices()[::-1]
    assert list(xp.make_mesh((4, 2), devices=devices).devices.flat) == devices
    assert xp.make_mesh((2, 4), ("data", "model")) == a_mesh("auto")
    assert set(xp.make_mesh(3).devices.flat) == set(jax.devices()[:3])


@given(data=st.data())
def test_from_callback(data):
    mesh = data.draw(strategies.meshes())
    x, values = data.draw(strategies.pairs(shape=strategies.shapes(0, 3), mesh=mesh))
    asked = []

    def piece(index):
        asked.append(index)
        return values[index]

    made = xp.from_callback(values.shape, piece, values.dtype, device=x.sharding)
    strategies.assert_matches(made, values, sharding=x.sharding, signed_zeros=True)
    assert len({str(index) for index in asked}) == len(asked)  # once, however many devices hold it
    for index in asked:
        lengths = [s.stop - s.start for s in index]
        assert all(lengths), "asked for nothing"
        assert all(s.start >= 0 and s.stop <= n for s, n in zip(index, values.shape, strict=True))
        block = [n // d for n, d in zip(x.padded_shape, x._layout.parts, strict=True)]
        assert all(n <= b for n, b in zip(lengths, block, strict=True))
    if values.size:
        found = xp.from_callback(values.shape, lambda i: values[i], device=x.sharding)
        assert found.dtype == values.dtype


@given(data=st.data())
def test_from_single_device_arrays(data):
    padded = data.draw(st.booleans())
    x, values = data.draw(strategies.pairs(shape=strategies.shapes(0, 3)))
    shards = []
    for shard in x.addressable_shards:
        piece = shard.block
        if not padded:
            piece = jax.device_put(values[shard.index], shard.device)
        shards.append(piece)
    made = xp.from_single_device_arrays(values.shape, x.sharding, shards[::-1])
    strategies.assert_matches(made, values, sharding=x.sharding, signed_zeros=True)
    if padded and values.size:
        assert pointers(made.to_jax(padded=True)) == [s.unsafe_buffer_pointer() for s in shards]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spec", [P(), P("model"), P(None, "data"), P(("data", "model"))], ids=str)
def test_wrapping_and_taking_out_copies_nothing(kind, spec):
    array = jax.device_put(np.arange(128.0).reshape(16, 8), NamedSharding(a_mesh(kind), spec))
    x = xp.asarray(array)
    strategies.assert_matches(x, np.asarray(array))
    assert pointers(x.to_jax()) == pointers(array)
    x[0] = 1.0  # the array that was wrapped stays as it was
    assert float(np.asarray(array)[0, 0]) == 0.0


@pytest.mark.parametrize("current", [False, True])
def test_a_traced_array_whose_type_says_where_it_lies(current):
    mesh = a_mesh("explicit")
    values = np.random.default_rng(0).random((8, 16))
    array = jax.device_put(values, NamedSharding(mesh, P("data", "model")))

    def f(a):
        return xp.sum(xp.sin(xp.asarray(a)[1:]) ** 2)

    with jax.set_mesh(mesh) if current else contextlib.nullcontext():
        for jit in (jax.jit, xp.jit):
            made = jit(lambda a: 2 * xp.asarray(a)[1:] + xp.asarray(a)[0])(array)
            assert made.sharding.spec == P("data", "model")
            strategies.assert_matches(made, 2 * values[1:] + values[0])
            gradient = jit(jax.grad(f))(array)
    wanted = np.where(np.arange(8)[:, None] > 0, np.sin(2 * values), 0)
    np.testing.assert_allclose(gradient, wanted, rtol=1e-13)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("current", [False, True])
def test_axis_types_are_kept(kind, current, mode):
    mesh = a_mesh(kind)
    values = np.random.default_rng(0).random((16, 8))
    array = jax.device_put(values, NamedSharding(mesh, P("model", "data")))
    x = xp.asarray(array)
    uneven = xp.asarray(values[:13], device=x.sharding)

    def loss(x):
        return xp.sum(xp.sin(x[1:]) ** 2)

    with jax.set_mesh(mesh) if current else contextlib.nullcontext():
        made = {
            "itself": (x, values),
            "elementwise": (2 * x + array, 3 * values),
            "sort": (xp.sort(x, axis=0), np.sort(values, 0)),
            "jit": (jax.jit(lambda x: xp.flip(x, axis=0) * x)(x), values[::-1] * values),
            "xp.jit": (xp.jit(lambda x: xp.flip(x, axis=0) * x)(x), values[::-1] * values),
            "blocks": (
                xp.shard_map(lambda b: -b, in_specs=x.sharding.spec, out_specs=x.sharding.spec)(x),
                -values,
            ),
            "gradient": (
                jax.jit(jax.grad(loss))(x),
                np.where(np.arange(16)[:, None] > 0, np.sin(2 * values), 0),
            ),
        }
        for name, (result, wanted) in made.items():
            assert jax.typeof(result.to_jax()) == jax.typeof(array), name
            assert result.sharding == x.sharding, name
            strategies.assert_matches(result, wanted, rtol=1e-13)
        for f in (jnp.sin, jax.jit(lambda x: jnp.sin(x.to_jax()))):
            if current:
                assert jax.typeof(f(x)) == jax.typeof(array)
            np.testing.assert_allclose(f(x), np.sin(values), rtol=1e-13)
        uneven[1:-1] += uneven[2:]
        assert uneven.sharding == x.sharding
        assert jax.typeof(uneven.to_jax(padded=True)) == jax.typeof(array)
        assert jax.typeof(uneven.to_jax()).sharding.mesh == mesh.abstract_mesh
        total = xp.mean(x, axis=0)
        assert total.sharding == NamedSharding(mesh, P("data"))
    wanted = values[:13].copy()
    wanted[1:-1] += wanted[2:]
    strategies.assert_matches(uneven, wanted)


def test_axis_types_are_what_the_first_operand_has():
    values = np.random.default_rng(0).random((13, 7))
    places = [NamedSharding(a_mesh(kind), P("model")) for kind in ("explicit", "auto")]
    x, y = [xp.asarray(values, device=place) for place in places]
    for first, second in ((x, y), (y, x)):
        made = first * second
        assert made.sharding == first.sharding
        strategies.assert_matches(made, values**2)
        retyped = first.to_device(second.sharding)
        assert retyped.sharding == second.sharding
        assert pointers(retyped.to_jax(padded=True)) == pointers(first.to_jax(padded=True))
        retyped[2:] = first[2:] * 2  # nobody else's memory
        strategies.assert_matches(first, values)


def test_what_types_refuse_is_refused_by_jax_and_done_by_sharray():
    mesh, values = a_mesh("explicit"), np.random.default_rng(0).random((16, 8))
    places = [NamedSharding(mesh, spec) for spec in (P("model", "data"), P("data", "model"))]
    x, y = [xp.asarray(values, device=place) for place in places]
    with pytest.raises(Exception, match="incompatible"):
        x.to_jax() + y.to_jax()
    strategies.assert_matches(x + y, 2 * values)
    with jax.set_mesh(mesh):
        with pytest.raises(NotImplementedError, match=r"sharray\.jit"):
            jax.vmap(lambda row: xp.sort(row))(x)
        made = xp.jit(jax.vmap(lambda row: xp.sort(row)))(x)
    strategies.assert_matches(made, np.sort(values, axis=1))


@pytest.mark.filterwarnings(r"ignore:x.to_jax\(\) gathers:sharray.GatherWarning")
def test_taking_out_an_uneven_array_is_seen_to_gather():
    x = xp.zeros((13, 1001), device=P("x"))
    assert pointers(x.to_jax(padded=True)) == pointers(x.to_jax(padded=True))
    with xp.warn_on_gather(0), pytest.warns(xp.GatherWarning):
        assert x.to_jax().is_fully_replicated
    with xp.comm_budget(gathers=0), pytest.raises(xp.CommunicationError):
        (x + 1).to_jax()


@pytest.mark.filterwarnings(r"ignore:x.to_jax\(\) gathers:sharray.GatherWarning")
@given(data=st.data())
def test_taking_an_array_out_keeps_it_sharded_where_a_dimension_divides(data):
    mesh = xp.make_mesh((2, 4))
    shape = data.draw(strategies.shapes(2, 3, sides=(3, 4, 8, 13)))
    x, values = data.draw(strategies.pairs("real", shape, mesh))
    made = x.to_jax()
    np.testing.assert_array_equal(made, values)
    assert made.sharding.shard_shape(shape)  # which raises where it does not divide
    used = {a for names in x._layout.spec for a in names}
    kept = set(jax.tree.leaves(tuple(made.sharding.spec)))
    fits = [n % 2 == 0 and n > 0 for n in shape]
    assert kept <= used
    assert bool(kept) == bool(used and any(fits)) or used == {"y"}


def test_taking_out_what_does_not_divide_warns_where_it_gathers():
    x = xp.zeros((13, 7), device=P("x"))
    with pytest.warns(xp.GatherWarning, match=r"x.to_jax\(\) gathers an array of shape \(13, 7\)"):
        x.to_jax()
    with pytest.warns(xp.GatherWarning, match=r"x.to_jax\(\) gathers"):
        xp.to_jax([x])
    # nothing is gathered that somebody has not asked for
    xp.zeros((13, 8), device=P("x")).to_jax()
    xp.replicate(x).to_jax()
    x.to_jax(padded=True)
    xp.jit(lambda x: x.to_jax() + 1)(x)


def test_taking_out_inside_jit_does_not_gather():
    x = xp.asarray(np.arange(13 * 1000.0).reshape(13, 1000), device=P("x"))
    program = jax.jit(lambda x: xp.asarray(jnp.sin(x.to_jax()).sum(axis=0)))
    assert "all-gather" not in collectives(program.lower(x).compile())
    strategies.assert_matches(program(x), np.sin(np.asarray(x)).sum(0), atol=1e-14)


@given(data=st.data())
def test_reshard_and_replicate(data):
    x, values = data.draw(strategies.pairs(shape=strategies.shapes(1, 3)))
    spec = data.draw(strategies.specs(x.ndim, x.device))
    wanted = NamedSharding(x.device, spec)
    for moved in (x.reshard(spec), xp.reshard(x, wanted), xp.with_sharding_constraint(x, spec)):
        strategies.assert_matches(moved, values, sharding=wanted, signed_zeros=True)
        assert moved.reshard(spec) is moved
    everywhere = xp.replicate(x)
    strategies.assert_matches(
        everywhere, values, sharding=NamedSharding(x.device, P()), signed_zeros=True
    )
    strategies.assert_matches(xp.reshard(values, spec) if x.device == xp.get_mesh() else x, values)


@given(data=st.data())
def test_constraint_shards_and_never_replicates(data):
    mesh = data.draw(strategies.meshes([(8,), (4, 2), (3,)]))
    x, values = data.draw(strategies.pairs(shape=strategies.shapes(1, 3), mesh=mesh))
    spec = data.draw(strategies.specs(x.ndim, mesh))
    wanted = NamedSharding(mesh, spec)
    program = jax.jit(lambda x: xp.with_sharding_constraint(x, spec))
    made = program.lower(x).compile()
    (out,) = jax.tree.leaves(made.output_shardings)
    assert values.size == 0 or out.is_equivalent_to(wanted, x.ndim)
    strategies.assert_matches(program(x), values, sharding=wanted, signed_zeros=True)


def test_constraint_of_trees():
    with xp.use_mesh(xp.make_mesh((4, 2))) as mesh:
        tree = {"w": xp.ones((7, 5)), "b": (xp.ones(3), jnp.ones(8))}
        for call in (lambda f: f, jax.jit):
            made = call(lambda t: xp.with_sharding_constraint(t, {"w": P("y", "x"), "b": P("x")}))(
                tree
            )
            strategies.assert_matches(
                made["w"], np.ones((7, 5)), sharding=NamedSharding(mesh, P("y", "x"))
            )
            strategies.assert_matches(
                made["b"][0], np.ones(3), sharding=NamedSharding(mesh, P("x"))
            )
            assert isinstance(made["b"][1], jax.Array)
            assert made["b"][1].sharding.is_equivalent_to(NamedSharding(mesh, P("x")), 1)


def test_constraint_on_an_intermediate_result_keeps_it_in_shards():
    x = xp.asarray(np.arange(7 * 1003.0).reshape(7, 1003), device=P(None, "x"))

    def f(x):
        y = xp.with_sharding_constraint(xp.sin(x), P("x"))
        return xp.cumulative_sum(y, axis=1)

    made = jax.jit(f).lower(x).compile()
    assert set(collectives(made)) == {"all-to-all"}
    strategies.assert_matches(
        jax.jit(f)(x), np.cumsum(np.sin(np.asarray(x)), 1), rtol=1e-13,
        sharding=NamedSharding(x.device, P("x")),
    )  # fmt: skip


def test_grad_through_a_constraint():
    x = xp.asarray(np.linspace(0, 1, 13), device=P("x"))

    def loss(x):
        y = xp.with_sharding_constraint(x, P())
        return xp.sum(y * y)

    found = jax.jit(jax.grad(loss))(x)
    strategies.assert_matches(found, 2 * np.asarray(x), rtol=1e-15)


def test_meshes_of_one_dimension_hold_several_axes():
    with xp.use_mesh(xp.make_mesh((2, 4), ("data", "model"))):
        x = xp.zeros((13, 3), device=P(("model", "data")))
        assert x.nbytes_per_device == math.ceil(13 / 8) * 3 * 8
        assert xp.reshard(x, P(None, "model")).sharding.spec == P(None, "model")
    assert isinstance(x.device, Mesh)


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_on_another_mesh_than_the_current_one_of_jax(kind):
    values = np.random.default_rng(0).random((13, 7))
    other = xp.make_mesh((2, 3), ("a", "b"))
    x = xp.asarray(values, device=NamedSharding(other, P("b", "a")))
    xp.cache_clear()
    with jax.set_mesh(a_mesh(kind)):
        strategies.assert_matches(xp.sort(2 * x, axis=0), np.sort(2 * values, 0))
        strategies.assert_matches(x.reshard(P(("a", "b"))), values)
        mapped = xp.shard_map(lambda b: b + 1, in_specs=P("a"), out_specs=P("a"))
        strategies.assert_matches(mapped(x), values + 1)
        with pytest.raises(ValueError, match=r"mesh of 8 devices.*\(a: 2, b: 3\)"):
            jax.jit(lambda x: xp.sort(x, axis=0))(x)
        x[1:] = 0.0
        assert not np.asarray(x)[1:].any()


def test_pieces_of_another_dtype_are_cast_where_one_is_asked_for():
    def piece(index):
        start = index[0].start
        return np.full(4, 2**40 + start if start else 1, np.int64 if start else np.int32)

    spec = NamedSharding(xp.make_mesh(2), P("x"))
    with pytest.raises(TypeError, match=r"returned int64 for \[4:8\], the array is int32; dtype="):
        xp.from_callback((8,), piece, device=spec)
    x = xp.from_callback((8,), piece, np.int64, device=spec)
    assert x.dtype == np.int64
    assert int(x[4]) == 2**40 + 4
