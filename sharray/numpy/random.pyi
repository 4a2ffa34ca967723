"""NumPy's random numbers, bit for bit, drawn by NumPy shard after shard."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import numpy as _np
from builtins import bool as _bool, bytes as _bytes
from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias
from numpy.typing import ArrayLike, DTypeLike
from sharray._array.numpy_array import ndarray
from sharray._array.sharded_array import ShardedArray
from numpy.random import BitGenerator as BitGenerator
from numpy.random import MT19937 as MT19937
from numpy.random import PCG64 as PCG64
from numpy.random import PCG64DXSM as PCG64DXSM
from numpy.random import Philox as Philox
from numpy.random import SFC64 as SFC64
from numpy.random import SeedSequence as SeedSequence
from numpy.random import bytes as bytes
from numpy.random import get_state as get_state
from numpy.random import seed as seed
from numpy.random import set_state as set_state
from numpy.random.mtrand import get_bit_generator as get_bit_generator
from numpy.random.mtrand import set_bit_generator as set_bit_generator

_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

class Generator(_np.random.Generator):
    """NumPy's `Generator`: the same streams, with large results on the devices."""

    def __init__(self, bit_generator: Any) -> None: ...
    def beta(
        self,
        a: ArrayLike,
        b: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Beta distribution."""
    def binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a binomial distribution."""
    def bytes(self, length: Any) -> _bytes:
        """Return random bytes."""
    def chisquare(
        self, df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a chi-square distribution."""
    def choice(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        replace: _bool = True,
        p: ArrayLike | None = None,
        axis: SupportsIndex | None = 0,
        shuffle: _bool = True,
    ) -> ndarray:
        """Generates a random sample from a given array"""
    def dirichlet(
        self, alpha: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the Dirichlet distribution."""
    def exponential(
        self, scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from an exponential distribution."""
    def f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from an F distribution."""
    def gamma(
        self,
        shape: ArrayLike,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Gamma distribution."""
    def geometric(
        self, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the geometric distribution."""
    def gumbel(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Gumbel distribution."""
    def hypergeometric(
        self,
        ngood: ArrayLike,
        nbad: ArrayLike,
        nsample: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Hypergeometric distribution."""
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        endpoint: _bool = False,
    ) -> ndarray: ...
    def laplace(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray: ...
    def logistic(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a logistic distribution."""
    def lognormal(
        self,
        mean: ArrayLike = 0.0,
        sigma: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a log-normal distribution."""
    def logseries(
        self, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a logarithmic series distribution."""
    def multinomial(
        self,
        n: ArrayLike,
        pvals: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a multinomial distribution."""
    def multivariate_hypergeometric(
        self,
        colors: Any,
        nsample: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        method: str = "marginals",
    ) -> ndarray:
        """Generate variates from a multivariate hypergeometric distribution."""
    def multivariate_normal(
        self,
        mean: ArrayLike,
        cov: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        check_valid: str = "warn",
        tol: ArrayLike = 1e-08,
        *,
        method: str = "svd",
    ) -> ndarray:
        """Draw random samples from a multivariate normal distribution."""
    def negative_binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a negative binomial distribution."""
    def noncentral_chisquare(
        self,
        df: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a noncentral chi-square distribution."""
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the noncentral F distribution."""
    def normal(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw random samples from a normal (Gaussian) distribution."""
    def pareto(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Pareto II (AKA Lomax) distribution with specified shape."""
    def permutation(self, x: ArrayLike, axis: SupportsIndex | None = 0) -> ndarray:
        """Randomly permute a sequence, or return a permuted range."""
    def permuted(
        self,
        x: ArrayLike,
        *,
        axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
        out: _Out | None = None,
    ) -> ndarray:
        """Randomly permute `x` along axis `axis`."""
    def poisson(
        self, lam: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Poisson distribution."""
    def power(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draws samples in [0, 1] from a power distribution with positive exponent a - 1."""
    def random(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ndarray:
        """Return random floats in the half-open interval [0.0, 1.0)."""
    def rayleigh(
        self, scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Rayleigh distribution."""
    def shuffle(self, x: Any, axis: SupportsIndex | None = 0) -> None:
        """Modify an array or sequence in-place by shuffling its contents."""
    def standard_cauchy(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Cauchy distribution with mode = 0."""
    def standard_exponential(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        method: str = "zig",
        out: _Out | None = None,
    ) -> ndarray:
        """Draw samples from the standard exponential distribution."""
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ndarray:
        """Draw samples from a standard Gamma distribution."""
    def standard_normal(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ndarray:
        """Draw samples from a standard Normal distribution (mean=0, stdev=1)."""
    def standard_t(
        self, df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Student's t distribution with `df` degrees of freedom."""
    def triangular(
        self,
        left: ArrayLike,
        mode: ArrayLike,
        right: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the triangular distribution over the interval ``[left, right]``."""
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a uniform distribution."""
    def vonmises(
        self,
        mu: ArrayLike,
        kappa: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a von Mises distribution."""
    def wald(
        self,
        mean: ArrayLike,
        scale: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Wald, or inverse Gaussian, distribution."""
    def weibull(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Weibull distribution."""
    def zipf(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Zipf distribution."""

class RandomState(_np.random.RandomState):
    """NumPy's `RandomState`: the same streams, with large results on the devices."""

    def __init__(self, seed: Any = None) -> None: ...
    def beta(
        self,
        a: ArrayLike,
        b: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Beta distribution."""
    def binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a binomial distribution."""
    def bytes(self, length: Any) -> _bytes:
        """Return random bytes."""
    def chisquare(
        self, df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a chi-square distribution."""
    def choice(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        replace: _bool = True,
        p: ArrayLike | None = None,
    ) -> ndarray:
        """Generates a random sample from a given 1-D array"""
    def dirichlet(
        self, alpha: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the Dirichlet distribution."""
    def exponential(
        self, scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from an exponential distribution."""
    def f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from an F distribution."""
    def gamma(
        self,
        shape: ArrayLike,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Gamma distribution."""
    def geometric(
        self, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the geometric distribution."""
    def get_state(self, legacy: _bool = True) -> Any:
        """Return a tuple representing the internal state of the generator."""
    def gumbel(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Gumbel distribution."""
    def hypergeometric(
        self,
        ngood: ArrayLike,
        nbad: ArrayLike,
        nsample: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Hypergeometric distribution."""
    def laplace(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray: ...
    def logistic(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a logistic distribution."""
    def lognormal(
        self,
        mean: ArrayLike = 0.0,
        sigma: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a log-normal distribution."""
    def logseries(
        self, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a logarithmic series distribution."""
    def multinomial(
        self,
        n: ArrayLike,
        pvals: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a multinomial distribution."""
    def multivariate_normal(
        self,
        mean: ArrayLike,
        cov: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        check_valid: str = "warn",
        tol: ArrayLike = 1e-08,
    ) -> ndarray:
        """Draw random samples from a multivariate normal distribution."""
    def negative_binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a negative binomial distribution."""
    def noncentral_chisquare(
        self,
        df: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a noncentral chi-square distribution."""
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the noncentral F distribution."""
    def normal(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw random samples from a normal (Gaussian) distribution."""
    def pareto(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Pareto II or Lomax distribution with specified shape."""
    def permutation(self, x: ArrayLike) -> ndarray:
        """Randomly permute a sequence, or return a permuted range."""
    def poisson(
        self, lam: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Poisson distribution."""
    def power(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draws samples in [0, 1] from a power distribution with positive exponent a - 1."""
    def rand(self, *args: Any) -> ndarray:
        """Random values in a given shape."""
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = int,
    ) -> ndarray:
        """Return random integers from `low` (inclusive) to `high` (exclusive)."""
    def randn(self, *args: Any) -> ndarray:
        """Return a sample (or samples) from the "standard normal" distribution."""
    def random(self, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
        """Return random floats in the half-open interval [0.0, 1.0)."""
    def random_integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Random integers of type `numpy.int_` between `low` and `high`, inclusive."""
    def random_sample(self, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
        """Return random floats in the half-open interval [0.0, 1.0)."""
    def rayleigh(
        self, scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Rayleigh distribution."""
    def seed(self, seed: Any = None) -> None:
        """Reseed a legacy MT19937 BitGenerator"""
    def set_state(self, state: Any) -> None:
        """Set the internal state of the generator from a tuple."""
    def shuffle(self, x: Any) -> None:
        """Modify a sequence in-place by shuffling its contents."""
    def standard_cauchy(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Cauchy distribution with mode = 0."""
    def standard_exponential(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the standard exponential distribution."""
    def standard_gamma(
        self, shape: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Gamma distribution."""
    def standard_normal(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Normal distribution (mean=0, stdev=1)."""
    def standard_t(
        self, df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Student's t distribution with `df` degrees of freedom."""
    def tomaxint(self, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> Any: ...
    def triangular(
        self,
        left: ArrayLike,
        mode: ArrayLike,
        right: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the triangular distribution over the interval ``[left, right]``."""
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a uniform distribution."""
    def vonmises(
        self,
        mu: ArrayLike,
        kappa: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a von Mises distribution."""
    def wald(
        self,
        mean: ArrayLike,
        scale: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Wald, or inverse Gaussian, distribution."""
    def weibull(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Weibull distribution."""
    def zipf(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Zipf distribution."""

def beta(
    a: ArrayLike, b: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a Beta distribution."""

def binomial(
    n: ArrayLike, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a binomial distribution."""

def chisquare(
    df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a chi-square distribution."""

def choice(
    a: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    replace: _bool = True,
    p: ArrayLike | None = None,
) -> ndarray:
    """Generates a random sample from a given 1-D array"""

def default_rng(seed: Any = None) -> Generator:
    """Make a `Generator` with NumPy's default bit generator."""

def dirichlet(
    alpha: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from the Dirichlet distribution."""

def exponential(
    scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from an exponential distribution."""

def f(
    dfnum: ArrayLike, dfden: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from an F distribution."""

def gamma(
    shape: ArrayLike,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a Gamma distribution."""

def geometric(p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from the geometric distribution."""

def gumbel(
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a Gumbel distribution."""

def hypergeometric(
    ngood: ArrayLike,
    nbad: ArrayLike,
    nsample: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a Hypergeometric distribution."""

def laplace(
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray: ...
def logistic(
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a logistic distribution."""

def lognormal(
    mean: ArrayLike = 0.0,
    sigma: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a log-normal distribution."""

def logseries(p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a logarithmic series distribution."""

def multinomial(
    n: ArrayLike, pvals: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a multinomial distribution."""

def multivariate_normal(
    mean: ArrayLike,
    cov: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    check_valid: str = "warn",
    tol: ArrayLike = 1e-08,
) -> ndarray:
    """Draw random samples from a multivariate normal distribution."""

def negative_binomial(
    n: ArrayLike, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a negative binomial distribution."""

def noncentral_chisquare(
    df: ArrayLike, nonc: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a noncentral chi-square distribution."""

def noncentral_f(
    dfnum: ArrayLike,
    dfden: ArrayLike,
    nonc: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from the noncentral F distribution."""

def normal(
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw random samples from a normal (Gaussian) distribution."""

def pareto(a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a Pareto II or Lomax distribution with specified shape."""

def permutation(x: ArrayLike) -> ndarray:
    """Randomly permute a sequence, or return a permuted range."""

def poisson(
    lam: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a Poisson distribution."""

def power(a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draws samples in [0, 1] from a power distribution with positive exponent a - 1."""

def rand(*args: Any) -> ndarray:
    """Random values in a given shape."""

def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike = int,
) -> ndarray:
    """Return random integers from `low` (inclusive) to `high` (exclusive)."""

def randn(*args: Any) -> ndarray:
    """Return a sample (or samples) from the "standard normal" distribution."""

def random(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Return random floats in the half-open interval [0.0, 1.0)."""

def random_integers(
    low: ArrayLike,
    high: ArrayLike | None = None,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Random integers of type `numpy.int_` between `low` and `high`, inclusive."""

def random_sample(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Return random floats in the half-open interval [0.0, 1.0)."""

def ranf(*args: Any, **kwargs: Any) -> ndarray:
    """Return random floats in the half-open interval [0.0, 1.0)."""

def rayleigh(
    scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a Rayleigh distribution."""

def sample(*args: Any, **kwargs: Any) -> ndarray:
    """Return random floats in the half-open interval [0.0, 1.0)."""

def shuffle(x: Any) -> None:
    """Modify a sequence in-place by shuffling its contents."""

def standard_cauchy(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a standard Cauchy distribution with mode = 0."""

def standard_exponential(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from the standard exponential distribution."""

def standard_gamma(
    shape: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a standard Gamma distribution."""

def standard_normal(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a standard Normal distribution (mean=0, stdev=1)."""

def standard_t(
    df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a standard Student's t distribution with `df` degrees of freedom."""

def triangular(
    left: ArrayLike,
    mode: ArrayLike,
    right: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from the triangular distribution over the interval ``[left, right]``."""

def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a uniform distribution."""

def vonmises(
    mu: ArrayLike, kappa: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a von Mises distribution."""

def wald(
    mean: ArrayLike, scale: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a Wald, or inverse Gaussian, distribution."""

def weibull(a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a Weibull distribution."""

def zipf(a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a Zipf distribution."""
