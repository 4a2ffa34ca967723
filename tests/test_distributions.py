"""Distributions of `sharray.prng` against SciPy's."""

import jax
import numpy as np
import pytest
from draws import arguments, draw
from scipy import stats

import sharray as xp
from sharray import strategies
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
METHODS = [name for name in SAMPLERS if name not in PARTS]


def drawn(name, args, kwargs, size):
    """Draw on one device, and see that eight draw the same numbers, as far as those go."""
    found = draw(name, *args, **kwargs, size=size)
    sharding = jax.NamedSharding(xp.make_mesh((4, 2)), P("x", "y"))
    rng = xp.prng.default_rng(0)
    few = getattr(rng, name)(*args, **kwargs, size=(67, 3), device=sharding)
    strategies.assert_matches(few, found[:201].reshape(few.shape), sharding=sharding)
    return found


@pytest.mark.some(4)
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


@pytest.mark.some(3)
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


def test_permutations_are_even():
    rng = xp.prng.default_rng(0)
    orders = np.asarray(rng.permuted(np.tile(np.arange(4), (20_000, 1)), axis=1))
    counts = np.unique(orders, axis=0, return_counts=True)[1]
    assert counts.size == 24
    assert stats.chisquare(counts).pvalue > LEVEL


def test_choice_has_the_probabilities():
    rng, p = xp.prng.default_rng(0), np.array([0.5, 0.2, 0.3])
    counts = np.bincount(np.asarray(rng.choice(3, MANY, p=p)))
    assert stats.chisquare(counts, MANY * p).pvalue > LEVEL
    firsts = [int(rng.choice(3, 2, replace=False, p=p)[0]) for _ in range(300)]
    assert stats.chisquare(np.bincount(firsts), 300 * p).pvalue > LEVEL
