"""`sharray.prng`: one stream on every mesh, wrong arguments, nothing that moves."""

import copy
import inspect
import pickle

import jax
import numpy as np
import pytest
from counting import communication, executable, temporary_bytes
from draws import arguments, draw
from hypothesis import given, settings
from hypothesis import strategies as st

import sharray as xp
from sharray import strategies
from sharray._functions.prng import keys
from sharray._functions.prng.samplers import SAMPLERS

#: The tests are about the numbers, and not about how fast they are drawn.
pytestmark = pytest.mark.usefixtures("quickly_compiled")

P = jax.sharding.PartitionSpec

#: For what compiles loops on each new mesh.
FEW = settings(max_examples=max(2, settings.default.max_examples // 4))


@FEW
@given(mesh=strategies.meshes(), immediate=st.booleans())
def test_integers_between_arrays(on_devices, mesh, immediate):
    low = np.arange(-7, 6)
    high = low + np.arange(1, 14)
    with xp.use_mesh(mesh):
        sharded = xp.asarray(low), xp.asarray(high)
    expected = draw("integers", low, high, size=(3, 13))
    for args in ((sharded[0], sharded[1]), (low, sharded[1]), (sharded[0], high)):
        with xp.use_mesh(mesh), xp.set_options(immediate=immediate):
            found = xp.prng.default_rng(0).integers(*args, size=(3, 13))
        strategies.assert_matches(found, expected)
    assert np.all((expected >= low) & (expected < high))
    assert expected.std() > 1


# all samplers go through one kernel: these stand for those by inversion, with a loop, of vectors


@pytest.mark.parametrize("name", ["normal", "gamma", "multinomial"])
@FEW
@given(
    mesh=strategies.meshes(),
    size=st.sampled_from([(101,), (67, 3), (0,)]),
    explicit=st.booleans(),
    immediate=st.booleans(),
    data=st.data(),
)
def test_the_same_numbers_on_every_mesh_and_sharding(
    on_devices, name, mesh, size, explicit, immediate, data
):
    kwargs = arguments(name) | {"size": size}
    expected = draw(name, **kwargs)
    sharding = data.draw(strategies.shardings(len(size), mesh)) if explicit else None
    with xp.use_mesh(mesh), xp.set_options(immediate=immediate):
        found = getattr(xp.prng.default_rng(0), name)(**kwargs, device=sharding)
    assert found.sharding.mesh == mesh
    strategies.assert_matches(found, expected, sharding=sharding)


@pytest.mark.parametrize("name", ["normal", "gamma", "multinomial"])
@FEW
@given(
    mesh=strategies.meshes(),
    sharded=st.booleans(),
    size=st.sampled_from([None, (67, 3)]),
    data=st.data(),
)
def test_parameters_are_arrays(on_devices, name, mesh, sharded, size, data):
    kwargs = arguments(name)
    plain = [n for n in kwargs if n not in SAMPLERS[name].vectors]
    for n in plain:
        shape = data.draw(st.sampled_from([(67, 3), (67, 1), (3,), ()]))
        kwargs[n] = np.full(shape, kwargs[n])
    shape = np.broadcast_shapes(*(v.shape for n, v in kwargs.items() if n in plain), size or ())
    if not shape:
        return
    expected = draw(name, **arguments(name), size=shape)
    placed = {
        n: xp.asarray(v, device=mesh) if sharded and n in plain else v for n, v in kwargs.items()
    }
    with xp.use_mesh(mesh):
        found = getattr(xp.prng.default_rng(0), name)(**placed, size=size)
        # a scale that is an array may be multiplied and added in one rounding
        strategies.assert_matches(found, expected, rtol=1e-15, atol=1e-15)


def test_more_elements_than_are_drawn_at_a_time(monkeypatch, on_devices):
    expected = draw("gamma", 2.5, size=(67, 3)), draw("multinomial", 9, [0.5, 0.5], size=67)
    monkeypatch.setattr(keys, "_CHUNK", {"cpu": 7, "gpu": 7})
    xp.cache_clear()
    found = (
        draw("gamma", np.full((67, 1), 2.5), size=(67, 3)),
        draw("multinomial", 9, [0.5, 0.5], size=67),
    )
    xp.cache_clear()  # of the programs for such chunks
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_keys_of_more_than_2_to_the_32_elements():
    key = jax.random.key(0, impl="threefry2x32")
    index = np.array([0, 1, 5, 2**32, 2**32 + 5], np.int64)
    small = jax.random.key_data(keys._element_keys(key, index[:3], 1 << 20))
    large = jax.random.key_data(keys._element_keys(key, index, 1 << 33))
    # an array of more elements begins with the same numbers, and none comes again
    np.testing.assert_array_equal(small, large[:3])
    assert len({tuple(w) for w in np.asarray(large).tolist()}) == 5


@pytest.mark.parametrize("name", ["normal", "gamma", "multinomial", "binomial", "poisson"])
def test_nothing_moves_and_nothing_is_larger_than_a_shard(name, on_devices, quickly_compiled):
    x = getattr(xp.prng.default_rng(0), name)(**arguments(name), size=(1_000_003,))
    made = executable(x)
    assert communication(made) == {}
    # what a chunk needs, the words of a key for example, and at most one copy of the shard
    assert temporary_bytes(made) <= x.nbytes_per_device + keys._CHUNK["cpu"] * 8 * 40


@FEW
@given(mesh=strategies.meshes())
def test_permuting(on_devices, mesh):
    with xp.use_mesh(mesh):
        rng, again = xp.prng.default_rng(3), xp.prng.default_rng(3)
        order = np.asarray(rng.permutation(67))
        assert sorted(order) == list(range(67))
        assert not np.array_equal(order, np.arange(67))
        values = np.arange(201.0).reshape(67, 3)
        x = xp.asarray(values)
        strategies.assert_matches(again.permutation(x), values[order])
        table = np.asarray(rng.permutation(x.T, axis=1))
        assert sorted(table[0]) == sorted(values[:, 0])
        y = xp.asarray(values)
        rng.shuffle(y[1:])
        found = np.asarray(y)
        np.testing.assert_array_equal(found[0], values[0])
        np.testing.assert_array_equal(found[found[:, 0].argsort()], values)
        lines = np.asarray(rng.permuted(x, axis=0))
        np.testing.assert_array_equal(np.sort(lines, axis=0), values)
        assert not np.array_equal(lines[:, 0] + 1, lines[:, 1])
        out = xp.zeros((67, 3))
        assert rng.permuted(x, out=out) is out
        np.testing.assert_array_equal(np.sort(np.asarray(out), None), np.arange(201.0))
    items, array = list("abcdef"), np.arange(13)
    rng.shuffle(items)
    rng.shuffle(array)
    assert sorted(items) == list("abcdef")
    assert sorted(array) == list(range(13))


@FEW
@given(mesh=strategies.meshes(), immediate=st.booleans())
def test_choice(on_devices, mesh, immediate):
    p = [0.5, 0.0, 0.2, 0.3]
    with xp.use_mesh(mesh), xp.set_options(immediate=immediate):
        rng = xp.prng.default_rng(0)
        x = rng.choice(xp.asarray([1.5, 2.5, 3.5, 4.5]), (40, 5), p=p)
        assert set(np.asarray(x).ravel()) == {1.5, 3.5, 4.5}
        strategies.assert_layout(x)
        few = np.asarray(rng.choice(9, 7, replace=False))
        assert len(set(few)) == 7
        assert set(np.asarray(rng.choice(4, 3, replace=False, p=p))) == {0, 2, 3}
        assert rng.choice([7]) == 7
        assert rng.choice(np.arange(6).reshape(2, 3), 5, axis=1).shape == (2, 5)


def test_streams():
    rng = xp.prng.default_rng(5)
    twin, copied = pickle.loads(pickle.dumps(rng)), copy.deepcopy(rng)
    first, second = draw_twice(rng)
    assert first.tolist() != second.tolist()
    for other in (twin, copied, xp.prng.default_rng(5), xp.prng.Generator(rng.key)):
        found = draw_twice(other)
        np.testing.assert_array_equal(found, [first, second])
    later = pickle.loads(pickle.dumps(rng))
    assert rng.random() == later.random()
    assert xp.prng.default_rng(rng) is rng
    for seed in ([1, 2, 3], np.random.SeedSequence(9), jax.random.key(3, impl="threefry2x32")):
        assert isinstance(xp.prng.default_rng(seed).random(), float)
    assert xp.prng.default_rng().random() != xp.prng.default_rng().random()
    children = [*rng.spawn(2), *rng.spawn(1), *xp.prng.default_rng(5).spawn(1)]
    numbers = [c.random() for c in children]
    assert len(set(numbers)) == 3
    assert numbers[0] == numbers[3]
    assert len(rng.bytes(11)) == 11
    assert "draws" in repr(rng)


def draw_twice(rng):
    return np.asarray(rng.normal(size=7)), np.asarray(rng.normal(size=7))


def test_scalars():
    rng = xp.prng.default_rng(0)
    assert type(rng.normal()) is float
    assert type(rng.poisson()) is int
    assert type(rng.integers(5)) is int
    assert type(rng.integers(0, 2, dtype=bool)) is bool
    assert rng.integers(2**64 - 1, 2**64, dtype=np.uint64) == 2**64 - 1
    assert rng.integers(-(2**63), -(2**63) + 1) == -(2**63)


@given(mesh=strategies.meshes())
def test_out(on_devices, mesh):
    with xp.use_mesh(mesh):
        base = xp.zeros((69, 3))
        out = base[1:-1]
        assert xp.prng.default_rng(0).standard_normal(out=out) is out
        strategies.assert_matches(base[1:-1] + 0, draw("standard_normal", (67, 3)))
        assert float(base[0, 0]) == 0


def test_methods_are_numpys():
    theirs = {n for n in dir(np.random.Generator) if not n.startswith("_")} - {"bit_generator"}
    mine = {n for n in dir(xp.prng.Generator) if not n.startswith("_")} - {"key"}
    assert mine == theirs
    for name in theirs:
        want = list(inspect.signature(getattr(np.random.Generator, name)).parameters)
        have = list(inspect.signature(getattr(xp.prng.Generator, name)).parameters)
        assert [n for n in have if n != "device"] == want, name
        assert inspect.getdoc(getattr(xp.prng.Generator, name)), name


WRONG = {
    "negative scale": (lambda r: r.normal(0, -1.0, 5), ValueError, "normal: scale < 0"),
    "sharded negative scale": (
        lambda r: r.normal(0, xp.asarray([1, -1.0], device=xp.make_mesh(2))), ValueError, "scale"),
    "nan": (lambda r: r.poisson(np.nan, 5), ValueError, "lam"),
    "probability": (lambda r: r.binomial(5, 1.5, 5), ValueError, "p > 1"),
    "degrees of freedom": (lambda r: r.chisquare(0, 5), ValueError, "df <= 0"),
    "too many from an urn": (
        lambda r: r.hypergeometric(3, xp.asarray([4, 9]), 8), ValueError, "ngood . nbad < nsample"),
    "too large an urn": (lambda r: r.hypergeometric(10**9, 4, 8), ValueError, "ngood >= 10"),
    "too many colours": (
        lambda r: r.multivariate_hypergeometric([1, 2], 4), ValueError, "nsample > sum"),
    "method": (
        lambda r: r.multivariate_hypergeometric([1, 2], 2, method="x"), ValueError, "method must"),
    "exponent": (lambda r: r.zipf(1.0, 5), ValueError, "a <= 1"),
    "series": (lambda r: r.logseries(1.0, 5), ValueError, "p >= 1"),
    "negative size": (lambda r: r.random(-1), ValueError, "negative"),
    "size of floats": (lambda r: r.random(2.5), TypeError, "2.5"),
    "shapes": (lambda r: r.normal(np.zeros(3), size=4), ValueError, "not compatible"),
    "dtype": (lambda r: r.random(4, dtype=int), TypeError, "int64"),
    "integer dtype": (lambda r: r.integers(4, dtype=float), TypeError, "float64"),
    "empty range": (lambda r: r.integers(4, 4), ValueError, "low >= high"),
    "low out of bounds": (lambda r: r.integers(-1, 4, dtype="u1"), ValueError, "low is out"),
    "high out of bounds": (lambda r: r.integers(0, 300, dtype="u1"), ValueError, "high is out"),
    "bounds of floats": (lambda r: r.integers(0.5, 3), TypeError, "low"),
    "not numbers": (lambda r: r.normal("a", size=3), TypeError, "numbers"),
    "too many": (lambda r: r.choice(3, 4, replace=False), ValueError, "cannot take 4 of 3"),
    "nothing": (lambda r: r.choice(0), ValueError, "positive"),
    "weights": (lambda r: r.choice(2, p=[0.5, 0.6]), ValueError, "sum to 1"),
    "negative weights": (lambda r: r.choice(2, p=[1.5, -0.5]), ValueError, "non-negative"),
    "number of weights": (lambda r: r.choice(3, p=[0.5, 0.5]), ValueError, "same size"),
    "alpha": (lambda r: r.dirichlet([-1.0, 1.0]), ValueError, "alpha"),
    "covariance": (
        lambda r: r.multivariate_normal([0, 0], [[1, 2], [0, 1]], check_valid="raise"),
        ValueError, "semidefinite"),
    "unknown argument": (lambda r: r.normal(mu=3), TypeError, "mu"),
    "device": (lambda r: r.normal(size=4, device="gpu"), TypeError, "device must be"),
    "a sharded draw": (
        lambda r: r.multinomial(4, [0.5, 0.5], 4, device=P(None, "x")), ValueError, "one draw"),
    "out of another shape": (lambda r: r.random(3, out=xp.zeros(4)), ValueError, "size must match"),
    "out of another dtype": (
        lambda r: r.random(out=xp.zeros(4, dtype=xp.float32)), TypeError, "float32"),
    "a key": (lambda r: xp.prng.Generator(np.zeros(3, np.uint32)), ValueError, "key"),
    "axis": (lambda r: r.permutation(np.zeros((2, 3)), axis=2), ValueError, "axis 2"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_arguments(wrong):
    call, kind, message = WRONG[wrong]
    with pytest.raises(kind, match=message):
        call(xp.prng.default_rng(0))
