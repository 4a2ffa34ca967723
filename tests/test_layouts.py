"""Layouts: every shape on every mesh under every spec."""

import itertools
import math
import types
from pathlib import Path

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import strategies

pytestmark = pytest.mark.usefixtures("on_devices")

MESHES = ((1,), (2,), (3,), (8,), (4, 2))
SHAPES = [
    shape for ndim in range(3) for shape in itertools.product((0, 1, 2, 3, 7, 13, 16), repeat=ndim)
] + [(2, 3, 7), (13, 1, 16), (0, 7, 3), (7, 0, 2), (1, 1, 1), (16, 13, 3), (3, 2, 5, 7)]


def every_spec(ndim, mesh):
    """All ways of giving the axes of a mesh to dimensions, or to none."""
    names = mesh.axis_names
    for order in itertools.permutations(names):
        for places in itertools.product(range(ndim + 1), repeat=len(names)):
            entries = [()] * ndim
            for name, at in zip(order, places, strict=True):
                if at < ndim:
                    entries[at] = (*entries[at], name)
            yield P(*[e[0] if len(e) == 1 else e or None for e in entries])


def shards_along(spec, mesh, d):
    entry = spec[d] if d < len(spec) else None
    names = () if entry is None else (entry,) if isinstance(entry, str) else entry
    return math.prod(mesh.shape[n] for n in names)


@pytest.mark.parametrize("mesh_shape", MESHES, ids=str)
def test_every_shape_under_every_spec(mesh_shape):
    mesh = xp.make_mesh(mesh_shape)
    for shape in SHAPES:
        values = np.arange(math.prod(shape), dtype=np.int32).reshape(shape)
        for spec in set(every_spec(len(shape), mesh)):
            sharding = NamedSharding(mesh, spec)
            x = xp.asarray(values, device=sharding)
            parts = [shards_along(spec, mesh, d) for d in range(len(shape))]
            block = tuple(math.ceil(n / d) for n, d in zip(shape, parts, strict=True))
            assert x.shape == shape
            assert x.sharding.mesh == mesh
            assert x.sharding.is_equivalent_to(sharding, len(shape))
            assert x.padded_shape == tuple(n * d for n, d in zip(block, parts, strict=True))
            assert x.nbytes == 4 * values.size
            assert x.nbytes_per_device == 4 * math.prod(block)
            assert len(x.addressable_shards) == mesh.size
            seen = np.zeros(shape, bool)
            for shard in x.addressable_shards:
                assert shard.block.shape == block
                np.testing.assert_array_equal(shard.data, values[shard.index], strict=True)
                seen[shard.index] = True
            assert seen.all()
            np.testing.assert_array_equal(np.asarray(x), values)
            assert math.prod(parts) == 1 or not x.to_jax(padded=True).is_fully_replicated


@given(data=st.data())
def test_moving_from_any_layout_to_any_other(data):
    source, target = data.draw(strategies.meshes()), data.draw(strategies.meshes())
    x, values = data.draw(strategies.pairs(shape=strategies.shapes(0, 3), mesh=source))
    sharding = data.draw(strategies.shardings(x.ndim, data.draw(st.sampled_from([source, target]))))
    moved = x.to_device(sharding)
    strategies.assert_matches(moved, values, sharding=sharding, signed_zeros=True)
    strategies.assert_matches(x, values, signed_zeros=True)  # where it was, as it was
    assert moved.to_device(sharding) is moved


@pytest.mark.filterwarnings(r"ignore:x.to_jax\(\) gathers:sharray.GatherWarning")
@given(data=st.data())
def test_round_trip_through_jax(data):
    x, values = data.draw(strategies.pairs())
    buffer = x.to_jax(padded=True)
    assert isinstance(buffer, jax.Array)
    np.testing.assert_array_equal(np.asarray(x.to_jax()), values)
    if x.padded_shape == x.shape:
        back = xp.asarray(x.to_jax())
        strategies.assert_matches(back, values, sharding=x.sharding, signed_zeros=True)
        assert back.to_jax(padded=True) is buffer


@given(data=st.data())
def test_a_new_array_shards_its_first_long_axis(data):
    mesh = data.draw(strategies.meshes())
    shape = data.draw(strategies.shapes())
    with xp.use_mesh(mesh):
        x = xp.zeros(shape)
    spec = x.sharding.spec
    split = [d for d in range(len(shape)) if shards_along(spec, mesh, d) == mesh.size]
    if mesh.size == 1 or max(shape, default=0) < 2:
        return
    long = [d for d, n in enumerate(shape) if n >= mesh.size]
    assert split == [long[0] if long else shape.index(max(shape))]
    assert x.nbytes_per_device < x.nbytes or not x.size or not long


@given(data=st.data())
def test_device_may_be_a_mesh_a_sharding_a_spec_or_one_device(data):
    mesh = data.draw(strategies.meshes())
    values = np.arange(26.0).reshape(13, 2)
    with xp.use_mesh(mesh):
        spec = data.draw(strategies.specs(2, mesh))
        given_spec = xp.asarray(values, device=spec)
        strategies.assert_matches(given_spec, values, sharding=NamedSharding(mesh, spec))
        whole = xp.asarray(values, device=mesh)
        strategies.assert_matches(whole, values, sharding=xp.asarray(values).sharding)
        assert whole.device == mesh
        single = xp.asarray(values, device=jax.devices()[-1])
        strategies.assert_matches(single, values)
        assert single.to_jax().devices() == {jax.devices()[-1]}


def test_impossible_specs_are_refused():
    mesh = xp.make_mesh((4, 2))
    values = np.zeros((13, 7))
    for spec, message in (
        (P("x", None, "y"), "3 entries"),
        (P("z"), "'z'"),
        (P("x", "x"), "twice"),
        (P(("y", "y")), "twice"),
        (P(P.UNCONSTRAINED), "UNCONSTRAINED"),
    ):
        with xp.use_mesh(mesh), pytest.raises(ValueError, match=message):
            xp.asarray(values, device=spec)
        with xp.use_mesh(mesh), pytest.raises(ValueError, match=message):
            xp.asarray(values).to_device(spec)
        with xp.use_mesh(mesh), pytest.raises(ValueError, match=message):
            xp.zeros((13, 7), device=spec)
    # a sharding for matrices, and a vector
    with pytest.raises(ValueError, match="2 entries"):
        xp.zeros(13, device=NamedSharding(mesh, P("x", "y")))


def test_what_is_no_placement_is_a_type_error():
    for device in ("gpu", 3, ("x",), object()):
        with pytest.raises(TypeError, match="device must be"):
            xp.zeros(3, device=device)


def test_meshes_that_cannot_be():
    for args, message in (
        ((9,), "needs 9 devices"),
        (((4, 3),), "12 devices"),
        ((0,), "at least one device"),
        (((2, 2), ("a",)), "axis names"),
        (((2, 2), ("a", "a")), "must differ"),
        (((2, 2), ("a", "é")), "ASCII.*'é'"),
        (((2, 2), ("", "b")), "ASCII.*''"),
    ):
        with pytest.raises(ValueError, match=message):
            xp.make_mesh(*args)


def test_operands_on_different_meshes_are_refused_and_named():
    one = xp.zeros(13, device=xp.make_mesh((2,)))
    other = xp.zeros(13, device=xp.make_mesh((4, 2)))
    for call in (
        lambda: one + other, lambda: xp.concat([one, other]), lambda: xp.where(one > 0, one, other),
        lambda: xp.tensordot(one, other, axes=1), lambda: xp.searchsorted(one, other),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"(?s)different meshes.*x: 2.*x: 4, y: 2"):
            call()


def test_meshes_of_users_may_have_any_names():
    devices = np.array(jax.devices()[:6]).reshape(2, 3)
    mesh = Mesh(devices, ("data", "model"))
    values = np.arange(7 * 5.0).reshape(7, 5)
    x = xp.asarray(values, device=NamedSharding(mesh, P("model", "data")))
    assert x.padded_shape == (9, 6)
    strategies.assert_matches(xp.sqrt(x), np.sqrt(values), sharding=x.sharding)


@pytest.mark.parametrize("axis", [0, 1])
def test_several_mesh_axes_in_any_order_on_one_dimension(axis):
    # JAX counts devices along several mesh axes in the mesh's order when it permutes
    mesh = xp.make_mesh((4, 2))
    values = np.random.default_rng(0).integers(0, 99, (13, 17))
    for names in (("x", "y"), ("y", "x")):
        spec = P(*[names if d == axis else None for d in range(2)])
        x = xp.asarray(values, device=NamedSharding(mesh, spec))
        for call in (
            lambda n, v: n.reshape(v, (-1,)), lambda n, v: n.roll(v, 5, axis=axis),
            lambda n, v: n.flip(v, axis=axis), lambda n, v: n.diff(v, axis=axis),
            lambda n, v: v[tuple(slice(3, -2) if d == axis else slice(None) for d in range(2))],
        ):  # fmt: skip
            strategies.assert_matches(+call(xp, x), call(np, values))
        for k in range(4):  # offsets are fixed in the first programs, and any in the last
            strategies.assert_matches(+x[k : k + 5, k : k + 5], values[k : k + 5, k : k + 5])
        joined = xp.concat([x, x], axis=axis)
        strategies.assert_matches(joined, np.concatenate([values, values], axis))
        strategies.assert_matches(xp.sort(x, axis=axis), np.sort(values, axis))
        strategies.assert_matches(xp.cumulative_sum(x, axis=axis), np.cumsum(values, axis))


def test_comparisons_see_what_differs_without_assert_statements():
    # as `python -O` compiles the module
    source = Path(strategies.__file__).read_text()
    optimized = types.ModuleType("optimized")
    exec(compile(source, strategies.__file__, "exec", optimize=1), vars(optimized))
    values = np.arange(13.0)
    x = xp.asarray(values)
    whole = NamedSharding(x.device, P())
    optimized.assert_matches((x, x + 1), (values, values + 1), sharding=x.sharding)
    for actual, expected, sharding, message in (
        (x, values + 1, None, "not equal"),
        (x, values[1:], None, r"shape \(13,\), not \(12,\)"),
        (x, values.astype(int), None, "dtype float64, not int64"),
        (x, values, whole, "the array lies at"),
        (values, values, None, "ndarray is not a ShardedArray"),
        (x, (values,), None, "ShardedArray is not a sequence"),
        ((x,), (values, values), None, "1 arrays, not 2"),
    ):
        with pytest.raises(AssertionError, match=message):
            optimized.assert_matches(actual, expected, sharding=sharding)
