"""`sharray.prng`: one stream on every mesh, the right distributions, nothing that moves."""

import copy
import inspect
import pickle

import jax
import numpy as np
import pytest
from counting import executable
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import sharray as xp
from sharray import strategies
from sharray._engine import hlo
from sharray._functions.prng import keys
from sharray._functions.prng.methods import PARTS
from sharray._functions.prng.samplers import SAMPLERS

#: Distributions are about the numbers, and not about how fast they are drawn.
pytestmark = pytest.mark.usefixtures("quickly_compiled")

P = jax.sharding.PartitionSpec

#: Method -> parameters, and SciPy's distribution with those.
CONTINUOUS = {
    "random": ((), stats.uniform()),
    "uniform": ((-2.0, 3.0), stats.uniform(-2, 5)),
    "standard_normal": ((), stats.norm()),
    "normal": ((1.0, 2.5), stats.norm(1, 2.5)),
    "lognormal": ((0.3, 0.7), stats.lognorm(0.7, scale=np.exp(0.3))),
    "standard_exponential": ((), stats.expon()),
    "exponential": ((2.5,), stats.expon(scale=2.5)),
    "laplace": ((1.0, 2.0), stats.laplace(1, 2)),
    "gumbel": ((1.0, 2.0), stats.gumbel_r(1, 2)),
    "logistic": ((1.0, 2.0), stats.logistic(1, 2)),
    "standard_cauchy": ((), stats.cauchy()),
    "rayleigh": ((2.0,), stats.rayleigh(scale=2)),
    "weibull": ((1.7,), stats.weibull_min(1.7)),
    "pareto": ((2.5,), stats.lomax(2.5)),
    "power": ((2.5,), stats.powerlaw(2.5)),
    "triangular": ((-1.0, 0.5, 3.0), stats.triang(1.5 / 4, -1, 4)),
    "standard_gamma": ((2.5,), stats.gamma(2.5)),
    "gamma": ((0.4, 3.0), stats.gamma(0.4, scale=3)),
    "beta": ((2.0, 3.5), stats.beta(2, 3.5)),
    "chisquare": ((3.0,), stats.chi2(3)),
    "noncentral_chisquare": ((3.0, 1.5), stats.ncx2(3, 1.5)),
    "f": ((3.0, 7.0), stats.f(3, 7)),
    "noncentral_f": ((3.0, 7.0, 1.5), stats.ncf(3, 7, 1.5)),
    "standard_t": ((4.0,), stats.t(4)),
    "vonmises": ((0.0, 2.0), stats.vonmises(2)),
    "wald": ((1.5, 2.0), stats.invgauss(0.75, scale=2)),
}
DISCRETE = {
    "geometric": ((0.3,), stats.geom(0.3)),
    "poisson": ((4.5,), stats.poisson(4.5)),
    "binomial": ((20, 0.3), stats.binom(20, 0.3)),
    "negative_binomial": ((4.0, 0.4), stats.nbinom(4, 0.4)),
    "hypergeometric": ((7, 5, 4), stats.hypergeom(12, 7, 4)),
    "logseries": ((0.8,), stats.logser(0.8)),
    "zipf": ((3.5,), stats.zipf(3.5)),
}
#: More parameters, where a sampler has another way of drawing.
FURTHER = [
    ("poisson", (60.0,), stats.poisson(60)),
    ("binomial", (500, 0.4), stats.binom(500, 0.4)),
    ("binomial", (30, 0.9), stats.binom(30, 0.9)),
    ("geometric", (0.9,), stats.geom(0.9)),
    ("integers", (-3, 9), stats.randint(-3, 9)),
    ("hypergeometric", (40, 300, 250), stats.hypergeom(340, 40, 250)),
    ("hypergeometric", (5000, 300, 77), stats.hypergeom(5300, 5000, 77)),
    ("hypergeometric", (3, 0, 2), stats.hypergeom(3, 3, 2)),
]
#: Tests of a distribution reject a true one as often as this. There are about 60 of them, with
#: seeds that do not change, so that all pass is no accident; a wrong distribution of 100,000
#: elements whose distribution function is off by 0.01 gives p-values below 1e-15.
LEVEL = 1e-4
MANY = 100_000
VALUES = {"loc": 0.5, "scale": 2.0, "low": -1.0, "high": 3.0, "mean": 1.2, "sigma": 0.5, "a": 2.5,
          "mu": 0.5, "kappa": 2.0, "ngood": 7, "nbad": 9, "nsample": 6, "colors": [4, 5],
          "b": 1.5, "left": 0.0, "mode": 1.0, "right": 3.0, "p": 0.4, "shape": 1.5, "df": 4.0,
          "nonc": 1.5, "dfnum": 3.0, "dfden": 5.0, "lam": 4.5, "n": 9,
          "pvals": [0.2, 0.8]}  # fmt: skip
METHODS = [name for name in SAMPLERS if name not in PARTS]


def draw(name, *args, seed=0, **kwargs):
    """Draw on one device."""
    with xp.use_mesh(xp.make_mesh(1)):
        return np.asarray(getattr(xp.prng.default_rng(seed), name)(*args, **kwargs))


def drawn(name, args, kwargs, size):
    """Draw on one device, and see that eight draw the same numbers, as far as those go."""
    found = draw(name, *args, **kwargs, size=size)
    sharding = jax.NamedSharding(xp.make_mesh((4, 2)), P("x", "y"))
    rng = xp.prng.default_rng(0)
    few = getattr(rng, name)(*args, **kwargs, size=(67, 3), device=sharding)
    strategies.assert_matches(few, found[:201].reshape(few.shape), sharding=sharding)
    return found


def arguments(name):
    return {p.name: VALUES[p.name] for p in SAMPLERS[name].parameters}


#: For what compiles loops on each new mesh.
FEW = settings(max_examples=max(2, settings.default.max_examples // 4))


@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous_distributions(name):
    args, distribution = CONTINUOUS[name]
    found = drawn(name, args, {}, MANY)
    assert found.dtype == np.float64
    assert stats.kstest(found, distribution.cdf).pvalue > LEVEL


def chisquare_p(found, distribution):
    """Return the p-value of counts in cells of at least five expected elements."""
    low, high = found.min() - 1, found.max()
    cells = np.arange(low, high + 1)
    edges = distribution.cdf(cells) * found.size
    expected = np.diff(np.append(edges, found.size))
    keep = [0]
    for i in range(1, expected.size):
        if expected[keep[-1] : i].sum() >= 5 and expected[i:].sum() >= 5:
            keep.append(i)
    if len(keep) == 1:
        return 1.0 if np.all(found == cells[-1]) else 0.0
    counts = np.bincount(found - low - 1, minlength=expected.size)
    # what lies below the least that was seen belongs to the first cell
    expected[0] += edges[0]
    return stats.chisquare(np.add.reduceat(counts, keep), np.add.reduceat(expected, keep)).pvalue


@pytest.mark.parametrize(
    ("name", "args", "distribution"),
    [(name, *rest) for name, rest in DISCRETE.items()] + FURTHER,
    ids=lambda value: str(value) if isinstance(value, (str, tuple)) else "",
)
def test_discrete_distributions(name, args, distribution):
    found = drawn(name, args, {}, MANY)
    assert found.dtype == np.int64
    assert chisquare_p(found, distribution) > LEVEL


def test_a_wrong_distribution_is_rejected():
    found = draw("normal", size=MANY)
    assert stats.kstest(found * 1.05, stats.norm().cdf).pvalue < 1e-6
    assert chisquare_p(draw("poisson", 4.7, size=MANY), stats.poisson(4.5)) < 1e-4


VECTORS = ["multinomial", "multivariate_hypergeometric"]


@pytest.mark.parametrize("name", VECTORS)
def test_vectors_are_the_same_numbers_on_one_device_and_on_eight(name):
    drawn(name, (), arguments(name), 201)


def test_every_sampler_is_tested():
    assert set(METHODS) == {*CONTINUOUS, *DISCRETE, *VECTORS}


@pytest.mark.parametrize("name", ["random", "standard_normal", "standard_exponential"])
def test_single_precision(name):
    found = draw(name, size=MANY, dtype=np.float32)
    assert found.dtype == np.float32
    assert np.unique(found).size > 0.95 * MANY
    assert stats.kstest(found.astype(float), CONTINUOUS[name][1].cdf).pvalue > LEVEL
    assert draw("standard_gamma", 1.5, size=9, dtype=np.float32).dtype == np.float32


def test_vectors():
    counts = draw("multinomial", 30, [0.2, 0.0, 0.5, 0.3], size=MANY // 4)
    assert np.all(counts.sum(-1) == 30)
    assert np.all(counts[:, 1] == 0)
    for i, p in ((0, 0.2), (2, 0.5), (3, 0.3)):
        assert chisquare_p(counts[:, i], stats.binom(30, p)) > LEVEL
    colors = [40, 0, 25, 10]
    counts = draw("multivariate_hypergeometric", colors, 30, size=MANY // 4)
    assert np.all(counts.sum(-1) == 30)
    for i, n in enumerate(colors):
        assert chisquare_p(counts[:, i], stats.hypergeom(75, n, 30)) > LEVEL
    shares = draw("dirichlet", [0.3, 1.0, 2.5], size=MANY // 4)
    np.testing.assert_allclose(shares.sum(-1), 1)
    for i, a in enumerate((0.3, 1.0, 2.5)):
        assert stats.kstest(shares[:, i], stats.beta(a, 3.8 - a).cdf).pvalue > LEVEL
    cov = np.array([[2.0, 0.6], [0.6, 1.0]])
    for method in ("svd", "eigh", "cholesky"):
        x = draw("multivariate_normal", [1.0, -1.0], cov, size=MANY // 4, method=method) - [1, -1]
        white = np.linalg.solve(np.linalg.cholesky(cov), x.T)
        for line in (*white, white.sum(0) / np.sqrt(2)):
            assert stats.kstest(line, stats.norm().cdf).pvalue > LEVEL


def test_ends_of_parameters():
    assert set(draw("zipf", 2000.0, size=MANY)) == {1}
    heavy = draw("zipf", 1.01, size=MANY)
    assert heavy.min() == 1
    assert heavy.max() > 2.0**62
    assert set(draw("logseries", 0.0, size=MANY)) == {1}
    assert set(draw("hypergeometric", [0, 5, 0, 5], [5, 0, 0, 5], [3, 3, 0, 10])) == {0, 3, 5}
    for kappa in (0.0, 1e-7, 1e-4, 40.0, 1e9):
        angles = draw("vonmises", 3.0, kappa, size=MANY // 4)
        assert np.all(np.abs(angles) <= np.pi)
        around = (angles - 3 + np.pi) % (2 * np.pi) - np.pi
        wide = stats.norm(0, kappa**-0.5) if kappa > 1e6 else stats.vonmises(kappa)
        wide = stats.uniform(-np.pi, 2 * np.pi) if kappa < 1e-6 else wide
        assert stats.kstest(around, wide.cdf).pvalue > LEVEL


def test_elements_are_independent():
    x = draw("random", (400, 500))
    # of neighbours along each axis, and of draws that follow each other
    rng = xp.prng.default_rng(0)
    y, z = np.asarray(rng.random((400, 500))), np.asarray(rng.random((400, 500)))
    np.testing.assert_array_equal(x, y)
    for a, b in ((x[1:], x[:-1]), (x[:, 1:], x[:, :-1]), (y, z)):
        # the correlation of n independent pairs is normal with deviation 1 / sqrt(n)
        assert abs(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < 4 / np.sqrt(a.size)


def test_integers():
    assert set(draw("integers", 5, size=500)) == set(range(5))
    assert set(draw("integers", 2, 5, size=500, endpoint=True)) == {2, 3, 4, 5}
    for dtype in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"):
        info = np.iinfo(dtype)
        x = draw("integers", info.min, info.max, size=MANY, dtype=dtype, endpoint=True)
        assert x.dtype == dtype
        scaled = (x.astype(float) - info.min + 0.5) / 2.0**info.bits
        coarse = np.floor(scaled * 256).astype(np.int64)
        assert chisquare_p(coarse, stats.randint(0, 256)) > LEVEL
        top = draw("integers", info.max - 1, info.max, size=9, dtype=dtype, endpoint=True)
        assert set(top) <= {info.max - 1, info.max}
    assert set(draw("integers", 0, 2, size=50, dtype=bool)) == {False, True}
    # a range that does not divide 2**64: a remainder would prefer its lower third
    large = draw("integers", 0, 3 * 2**62, size=MANY, dtype="uint64")
    assert stats.kstest(large / (3 * 2.0**62), stats.uniform().cdf).pvalue > LEVEL


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
    assert hlo.communication(made) == {}
    # what a chunk needs, the words of a key for example, and at most one copy of the shard
    assert hlo.temporary_bytes(made) <= x.nbytes_per_device + keys._CHUNK["cpu"] * 8 * 40


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


def test_permutations_are_even():
    rng = xp.prng.default_rng(0)
    orders = np.asarray(rng.permuted(np.tile(np.arange(4), (20_000, 1)), axis=1))
    counts = np.unique(orders, axis=0, return_counts=True)[1]
    assert counts.size == 24
    assert stats.chisquare(counts).pvalue > LEVEL


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


def test_choice_has_the_probabilities():
    rng, p = xp.prng.default_rng(0), np.array([0.5, 0.2, 0.3])
    counts = np.bincount(np.asarray(rng.choice(3, MANY, p=p)))
    assert stats.chisquare(counts, MANY * p).pvalue > LEVEL
    firsts = [int(rng.choice(3, 2, replace=False, p=p)[0]) for _ in range(300)]
    assert stats.chisquare(np.bincount(firsts), 300 * p).pvalue > LEVEL


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
