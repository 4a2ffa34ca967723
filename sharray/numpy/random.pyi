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
    """NumPy's `Generator`: the same streams, with large results on the devices.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
        Where the bits come from.

    References
    ----------
    NumPy: numpy.random.Generator.
    """

    def __init__(self, bit_generator: Any) -> None: ...
    def beta(
        self,
        a: ArrayLike,
        b: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Beta distribution.

        The numbers are those of `numpy.random.Generator.beta`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a binomial distribution.

        The numbers are those of `numpy.random.Generator.binomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def bytes(self, length: Any) -> _bytes:
        """Return random bytes.

        The numbers are those of `numpy.random.Generator.bytes`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def chisquare(
        self, df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a chi-square distribution.

        The numbers are those of `numpy.random.Generator.chisquare`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def choice(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        replace: _bool = True,
        p: ArrayLike | None = None,
        axis: SupportsIndex | None = 0,
        shuffle: _bool = True,
    ) -> ndarray:
        """Generates a random sample from a given array

        The numbers are those of `numpy.random.Generator.choice`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def dirichlet(
        self, alpha: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the Dirichlet distribution.

        The numbers are those of `numpy.random.Generator.dirichlet`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def exponential(
        self, scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from an exponential distribution.

        The numbers are those of `numpy.random.Generator.exponential`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from an F distribution.

        The numbers are those of `numpy.random.Generator.f`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def gamma(
        self,
        shape: ArrayLike,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Gamma distribution.

        The numbers are those of `numpy.random.Generator.gamma`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def geometric(
        self, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the geometric distribution.

        The numbers are those of `numpy.random.Generator.geometric`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def gumbel(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Gumbel distribution.

        The numbers are those of `numpy.random.Generator.gumbel`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def hypergeometric(
        self,
        ngood: ArrayLike,
        nbad: ArrayLike,
        nsample: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Hypergeometric distribution.

        The numbers are those of `numpy.random.Generator.hypergeometric`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        endpoint: _bool = False,
    ) -> ndarray:
        """Return random integers from `low` (inclusive) to `high` (exclusive), or if endpoint=True, `low` (inclusive) to `high` (inclusive). Replaces `RandomState.randint` (with endpoint=False) and `RandomState.random_integers` (with endpoint=True)

        The numbers are those of `numpy.random.Generator.integers`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def laplace(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the Laplace or double exponential distribution with specified location (or mean) and scale (decay).

        The numbers are those of `numpy.random.Generator.laplace`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def logistic(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a logistic distribution.

        The numbers are those of `numpy.random.Generator.logistic`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def lognormal(
        self,
        mean: ArrayLike = 0.0,
        sigma: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a log-normal distribution.

        The numbers are those of `numpy.random.Generator.lognormal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def logseries(
        self, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a logarithmic series distribution.

        The numbers are those of `numpy.random.Generator.logseries`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def multinomial(
        self,
        n: ArrayLike,
        pvals: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a multinomial distribution.

        The numbers are those of `numpy.random.Generator.multinomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def multivariate_hypergeometric(
        self,
        colors: Any,
        nsample: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        method: str = "marginals",
    ) -> ndarray:
        """Generate variates from a multivariate hypergeometric distribution.

        The numbers are those of `numpy.random.Generator.multivariate_hypergeometric`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
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
        """Draw random samples from a multivariate normal distribution.

        The numbers are those of `numpy.random.Generator.multivariate_normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def negative_binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a negative binomial distribution.

        The numbers are those of `numpy.random.Generator.negative_binomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def noncentral_chisquare(
        self,
        df: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a noncentral chi-square distribution.

        The numbers are those of `numpy.random.Generator.noncentral_chisquare`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the noncentral F distribution.

        The numbers are those of `numpy.random.Generator.noncentral_f`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def normal(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw random samples from a normal (Gaussian) distribution.

        The numbers are those of `numpy.random.Generator.normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def pareto(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Pareto II (AKA Lomax) distribution with specified shape.

        The numbers are those of `numpy.random.Generator.pareto`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def permutation(self, x: ArrayLike, axis: SupportsIndex | None = 0) -> ndarray:
        """Randomly permute a sequence, or return a permuted range.

        The numbers are those of `numpy.random.Generator.permutation`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def permuted(
        self,
        x: ArrayLike,
        *,
        axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
        out: _Out | None = None,
    ) -> ndarray:
        """Randomly permute `x` along axis `axis`.

        The numbers are those of `numpy.random.Generator.permuted`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def poisson(
        self, lam: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Poisson distribution.

        The numbers are those of `numpy.random.Generator.poisson`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def power(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draws samples in [0, 1] from a power distribution with positive exponent a - 1.

        The numbers are those of `numpy.random.Generator.power`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def random(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ndarray:
        """Return random floats in the half-open interval [0.0, 1.0).

        The numbers are those of `numpy.random.Generator.random`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def rayleigh(
        self, scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Rayleigh distribution.

        The numbers are those of `numpy.random.Generator.rayleigh`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def shuffle(self, x: Any, axis: SupportsIndex | None = 0) -> None:
        """Modify an array or sequence in-place by shuffling its contents.

        The numbers are those of `numpy.random.Generator.shuffle`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_cauchy(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Cauchy distribution with mode = 0.

        The numbers are those of `numpy.random.Generator.standard_cauchy`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_exponential(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        method: str = "zig",
        out: _Out | None = None,
    ) -> ndarray:
        """Draw samples from the standard exponential distribution.

        The numbers are those of `numpy.random.Generator.standard_exponential`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ndarray:
        """Draw samples from a standard Gamma distribution.

        The numbers are those of `numpy.random.Generator.standard_gamma`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_normal(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ndarray:
        """Draw samples from a standard Normal distribution (mean=0, stdev=1).

        The numbers are those of `numpy.random.Generator.standard_normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_t(
        self, df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Student's t distribution with `df` degrees of freedom.

        The numbers are those of `numpy.random.Generator.standard_t`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def triangular(
        self,
        left: ArrayLike,
        mode: ArrayLike,
        right: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the triangular distribution over the interval ``[left, right]``.

        The numbers are those of `numpy.random.Generator.triangular`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a uniform distribution.

        The numbers are those of `numpy.random.Generator.uniform`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def vonmises(
        self,
        mu: ArrayLike,
        kappa: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a von Mises distribution.

        The numbers are those of `numpy.random.Generator.vonmises`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def wald(
        self,
        mean: ArrayLike,
        scale: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Wald, or inverse Gaussian, distribution.

        The numbers are those of `numpy.random.Generator.wald`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def weibull(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Weibull distribution.

        The numbers are those of `numpy.random.Generator.weibull`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def zipf(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Zipf distribution.

        The numbers are those of `numpy.random.Generator.zipf`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def spawn(self, n_children: int) -> list[Generator]:
        """NumPy's `spawn`: its documentation holds here, too."""

class RandomState(_np.random.RandomState):
    """NumPy's `RandomState`: the same streams, with large results on the devices.

    Parameters
    ----------
    seed : int, array_like, numpy.random.BitGenerator, optional
        As NumPy takes it.

    References
    ----------
    NumPy: numpy.random.RandomState.
    """

    def __init__(self, seed: Any = None) -> None: ...
    def beta(
        self,
        a: ArrayLike,
        b: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Beta distribution.

        The numbers are those of `numpy.random.RandomState.beta`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a binomial distribution.

        The numbers are those of `numpy.random.RandomState.binomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def bytes(self, length: Any) -> _bytes:
        """Return random bytes.

        The numbers are those of `numpy.random.RandomState.bytes`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def chisquare(
        self, df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a chi-square distribution.

        The numbers are those of `numpy.random.RandomState.chisquare`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def choice(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        replace: _bool = True,
        p: ArrayLike | None = None,
    ) -> ndarray:
        """Generates a random sample from a given 1-D array

        The numbers are those of `numpy.random.RandomState.choice`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def dirichlet(
        self, alpha: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the Dirichlet distribution.

        The numbers are those of `numpy.random.RandomState.dirichlet`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def exponential(
        self, scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from an exponential distribution.

        The numbers are those of `numpy.random.RandomState.exponential`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from an F distribution.

        The numbers are those of `numpy.random.RandomState.f`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def gamma(
        self,
        shape: ArrayLike,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Gamma distribution.

        The numbers are those of `numpy.random.RandomState.gamma`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def geometric(
        self, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the geometric distribution.

        The numbers are those of `numpy.random.RandomState.geometric`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def get_state(self, legacy: _bool = True) -> Any:
        """Return a tuple representing the internal state of the generator.

        The numbers are those of `numpy.random.RandomState.get_state`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def gumbel(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Gumbel distribution.

        The numbers are those of `numpy.random.RandomState.gumbel`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def hypergeometric(
        self,
        ngood: ArrayLike,
        nbad: ArrayLike,
        nsample: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Hypergeometric distribution.

        The numbers are those of `numpy.random.RandomState.hypergeometric`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def laplace(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the Laplace or double exponential distribution with specified location (or mean) and scale (decay).

        The numbers are those of `numpy.random.RandomState.laplace`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def logistic(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a logistic distribution.

        The numbers are those of `numpy.random.RandomState.logistic`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def lognormal(
        self,
        mean: ArrayLike = 0.0,
        sigma: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a log-normal distribution.

        The numbers are those of `numpy.random.RandomState.lognormal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def logseries(
        self, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a logarithmic series distribution.

        The numbers are those of `numpy.random.RandomState.logseries`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def multinomial(
        self,
        n: ArrayLike,
        pvals: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a multinomial distribution.

        The numbers are those of `numpy.random.RandomState.multinomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def multivariate_normal(
        self,
        mean: ArrayLike,
        cov: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        check_valid: str = "warn",
        tol: ArrayLike = 1e-08,
    ) -> ndarray:
        """Draw random samples from a multivariate normal distribution.

        The numbers are those of `numpy.random.RandomState.multivariate_normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def negative_binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a negative binomial distribution.

        The numbers are those of `numpy.random.RandomState.negative_binomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def noncentral_chisquare(
        self,
        df: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a noncentral chi-square distribution.

        The numbers are those of `numpy.random.RandomState.noncentral_chisquare`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the noncentral F distribution.

        The numbers are those of `numpy.random.RandomState.noncentral_f`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def normal(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw random samples from a normal (Gaussian) distribution.

        The numbers are those of `numpy.random.RandomState.normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def pareto(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Pareto II or Lomax distribution with specified shape.

        The numbers are those of `numpy.random.RandomState.pareto`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def permutation(self, x: ArrayLike) -> ndarray:
        """Randomly permute a sequence, or return a permuted range.

        The numbers are those of `numpy.random.RandomState.permutation`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def poisson(
        self, lam: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Poisson distribution.

        The numbers are those of `numpy.random.RandomState.poisson`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def power(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draws samples in [0, 1] from a power distribution with positive exponent a - 1.

        The numbers are those of `numpy.random.RandomState.power`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def rand(self, *args: Any) -> ndarray:
        """Random values in a given shape.

        The numbers are those of `numpy.random.RandomState.rand`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def randint(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = int,
    ) -> ndarray:
        """Return random integers from `low` (inclusive) to `high` (exclusive).

        The numbers are those of `numpy.random.RandomState.randint`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def randn(self, *args: Any) -> ndarray:
        """Return a sample (or samples) from the "standard normal" distribution.

        The numbers are those of `numpy.random.RandomState.randn`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def random(self, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
        """Return random floats in the half-open interval [0.0, 1.0). Alias for `random_sample` to ease forward-porting to the new random API.

        The numbers are those of `numpy.random.RandomState.random`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def random_integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Random integers of type `numpy.int_` between `low` and `high`, inclusive.

        The numbers are those of `numpy.random.RandomState.random_integers`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def random_sample(self, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
        """Return random floats in the half-open interval [0.0, 1.0).

        The numbers are those of `numpy.random.RandomState.random_sample`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def rayleigh(
        self, scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Rayleigh distribution.

        The numbers are those of `numpy.random.RandomState.rayleigh`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def seed(self, seed: Any = None) -> None:
        """Reseed a legacy MT19937 BitGenerator

        The numbers are those of `numpy.random.RandomState.seed`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def set_state(self, state: Any) -> None:
        """Set the internal state of the generator from a tuple.

        The numbers are those of `numpy.random.RandomState.set_state`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def shuffle(self, x: Any) -> None:
        """Modify a sequence in-place by shuffling its contents.

        The numbers are those of `numpy.random.RandomState.shuffle`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_cauchy(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Cauchy distribution with mode = 0.

        The numbers are those of `numpy.random.RandomState.standard_cauchy`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_exponential(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from the standard exponential distribution.

        The numbers are those of `numpy.random.RandomState.standard_exponential`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_gamma(
        self, shape: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Gamma distribution.

        The numbers are those of `numpy.random.RandomState.standard_gamma`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_normal(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Normal distribution (mean=0, stdev=1).

        The numbers are those of `numpy.random.RandomState.standard_normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def standard_t(
        self, df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a standard Student's t distribution with `df` degrees of freedom.

        The numbers are those of `numpy.random.RandomState.standard_t`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def tomaxint(self, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> Any:
        """Return a sample of uniformly distributed random integers in the interval [0, ``np.iinfo("long").max``].

        The numbers are those of `numpy.random.RandomState.tomaxint`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def triangular(
        self,
        left: ArrayLike,
        mode: ArrayLike,
        right: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from the triangular distribution over the interval ``[left, right]``.

        The numbers are those of `numpy.random.RandomState.triangular`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a uniform distribution.

        The numbers are those of `numpy.random.RandomState.uniform`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def vonmises(
        self,
        mu: ArrayLike,
        kappa: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a von Mises distribution.

        The numbers are those of `numpy.random.RandomState.vonmises`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def wald(
        self,
        mean: ArrayLike,
        scale: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ndarray:
        """Draw samples from a Wald, or inverse Gaussian, distribution.

        The numbers are those of `numpy.random.RandomState.wald`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def weibull(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Weibull distribution.

        The numbers are those of `numpy.random.RandomState.weibull`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """
    def zipf(
        self, a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ndarray:
        """Draw samples from a Zipf distribution.

        The numbers are those of `numpy.random.RandomState.zipf`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
        """

def beta(
    a: ArrayLike, b: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a Beta distribution.

    The numbers are those of `numpy.random.RandomState.beta`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def binomial(
    n: ArrayLike, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a binomial distribution.

    The numbers are those of `numpy.random.RandomState.binomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def chisquare(
    df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a chi-square distribution.

    The numbers are those of `numpy.random.RandomState.chisquare`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def choice(
    a: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    replace: _bool = True,
    p: ArrayLike | None = None,
) -> ndarray:
    """Generates a random sample from a given 1-D array

    The numbers are those of `numpy.random.RandomState.choice`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def default_rng(seed: Any = None) -> Generator:
    """Make a `Generator` with NumPy's default bit generator.

    Parameters
    ----------
    seed : int, array_like, SeedSequence, BitGenerator, Generator or RandomState, optional
        A `Generator` of this module is returned as it is; one of NumPy's goes on with its
        stream.

    References
    ----------
    NumPy: numpy.random.default_rng.
    """

def dirichlet(
    alpha: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from the Dirichlet distribution.

    The numbers are those of `numpy.random.RandomState.dirichlet`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def exponential(
    scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from an exponential distribution.

    The numbers are those of `numpy.random.RandomState.exponential`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def f(
    dfnum: ArrayLike, dfden: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from an F distribution.

    The numbers are those of `numpy.random.RandomState.f`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def gamma(
    shape: ArrayLike,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a Gamma distribution.

    The numbers are those of `numpy.random.RandomState.gamma`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def geometric(p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from the geometric distribution.

    The numbers are those of `numpy.random.RandomState.geometric`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def gumbel(
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a Gumbel distribution.

    The numbers are those of `numpy.random.RandomState.gumbel`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def hypergeometric(
    ngood: ArrayLike,
    nbad: ArrayLike,
    nsample: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a Hypergeometric distribution.

    The numbers are those of `numpy.random.RandomState.hypergeometric`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def laplace(
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from the Laplace or double exponential distribution with specified location (or mean) and scale (decay).

    The numbers are those of `numpy.random.RandomState.laplace`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def logistic(
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a logistic distribution.

    The numbers are those of `numpy.random.RandomState.logistic`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def lognormal(
    mean: ArrayLike = 0.0,
    sigma: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a log-normal distribution.

    The numbers are those of `numpy.random.RandomState.lognormal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def logseries(p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a logarithmic series distribution.

    The numbers are those of `numpy.random.RandomState.logseries`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def multinomial(
    n: ArrayLike, pvals: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a multinomial distribution.

    The numbers are those of `numpy.random.RandomState.multinomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def multivariate_normal(
    mean: ArrayLike,
    cov: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    check_valid: str = "warn",
    tol: ArrayLike = 1e-08,
) -> ndarray:
    """Draw random samples from a multivariate normal distribution.

    The numbers are those of `numpy.random.RandomState.multivariate_normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def negative_binomial(
    n: ArrayLike, p: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a negative binomial distribution.

    The numbers are those of `numpy.random.RandomState.negative_binomial`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def noncentral_chisquare(
    df: ArrayLike, nonc: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a noncentral chi-square distribution.

    The numbers are those of `numpy.random.RandomState.noncentral_chisquare`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def noncentral_f(
    dfnum: ArrayLike,
    dfden: ArrayLike,
    nonc: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from the noncentral F distribution.

    The numbers are those of `numpy.random.RandomState.noncentral_f`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def normal(
    loc: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw random samples from a normal (Gaussian) distribution.

    The numbers are those of `numpy.random.RandomState.normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def pareto(a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a Pareto II or Lomax distribution with specified shape.

    The numbers are those of `numpy.random.RandomState.pareto`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def permutation(x: ArrayLike) -> ndarray:
    """Randomly permute a sequence, or return a permuted range.

    The numbers are those of `numpy.random.RandomState.permutation`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def poisson(
    lam: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a Poisson distribution.

    The numbers are those of `numpy.random.RandomState.poisson`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def power(a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draws samples in [0, 1] from a power distribution with positive exponent a - 1.

    The numbers are those of `numpy.random.RandomState.power`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def rand(*args: Any) -> ndarray:
    """Random values in a given shape.

    The numbers are those of `numpy.random.RandomState.rand`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def randint(
    low: ArrayLike,
    high: ArrayLike | None = None,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike = int,
) -> ndarray:
    """Return random integers from `low` (inclusive) to `high` (exclusive).

    The numbers are those of `numpy.random.RandomState.randint`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def randn(*args: Any) -> ndarray:
    """Return a sample (or samples) from the "standard normal" distribution.

    The numbers are those of `numpy.random.RandomState.randn`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def random(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Return random floats in the half-open interval [0.0, 1.0). Alias for `random_sample` to ease forward-porting to the new random API.

    The numbers are those of `numpy.random.RandomState.random`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def random_integers(
    low: ArrayLike,
    high: ArrayLike | None = None,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Random integers of type `numpy.int_` between `low` and `high`, inclusive.

    The numbers are those of `numpy.random.RandomState.random_integers`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def random_sample(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Return random floats in the half-open interval [0.0, 1.0).

    The numbers are those of `numpy.random.RandomState.random_sample`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def ranf(*args: Any, **kwargs: Any) -> ndarray:
    """Return random floats in the half-open interval [0.0, 1.0).

    The numbers are those of `numpy.random.RandomState.random_sample`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def rayleigh(
    scale: ArrayLike = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a Rayleigh distribution.

    The numbers are those of `numpy.random.RandomState.rayleigh`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def sample(*args: Any, **kwargs: Any) -> ndarray:
    """Return random floats in the half-open interval [0.0, 1.0).

    The numbers are those of `numpy.random.RandomState.random_sample`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def shuffle(x: Any) -> None:
    """Modify a sequence in-place by shuffling its contents.

    The numbers are those of `numpy.random.RandomState.shuffle`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def standard_cauchy(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a standard Cauchy distribution with mode = 0.

    The numbers are those of `numpy.random.RandomState.standard_cauchy`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def standard_exponential(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from the standard exponential distribution.

    The numbers are those of `numpy.random.RandomState.standard_exponential`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def standard_gamma(
    shape: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a standard Gamma distribution.

    The numbers are those of `numpy.random.RandomState.standard_gamma`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def standard_normal(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a standard Normal distribution (mean=0, stdev=1).

    The numbers are those of `numpy.random.RandomState.standard_normal`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def standard_t(
    df: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a standard Student's t distribution with `df` degrees of freedom.

    The numbers are those of `numpy.random.RandomState.standard_t`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def triangular(
    left: ArrayLike,
    mode: ArrayLike,
    right: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from the triangular distribution over the interval ``[left, right]``.

    The numbers are those of `numpy.random.RandomState.triangular`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def uniform(
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Draw samples from a uniform distribution.

    The numbers are those of `numpy.random.RandomState.uniform`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def vonmises(
    mu: ArrayLike, kappa: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a von Mises distribution.

    The numbers are those of `numpy.random.RandomState.vonmises`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def wald(
    mean: ArrayLike, scale: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ndarray:
    """Draw samples from a Wald, or inverse Gaussian, distribution.

    The numbers are those of `numpy.random.RandomState.wald`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def weibull(a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a Weibull distribution.

    The numbers are those of `numpy.random.RandomState.weibull`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """

def zipf(a: ArrayLike, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Draw samples from a Zipf distribution.

    The numbers are those of `numpy.random.RandomState.zipf`, bit for bit. A large result lies on the current mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.
    """
