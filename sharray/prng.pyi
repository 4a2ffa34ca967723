"""Random numbers drawn on the devices, in parallel, each in its layout."""

# Written by `python -m sharray._tools.stubs` with NumPy 2.4.
# pyright: reportAssignmentType=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false
# pyright: reportOverlappingOverload=false

import numpy as _np
from builtins import bool as _bool, bytes as _bytes
from collections.abc import Sequence
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding
from numpy.typing import ArrayLike, DTypeLike
from sharray._array.sharded_array import ShardedArray

class _JaxDevice(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def platform(self) -> str: ...

_Device: TypeAlias = (
    Mesh | NamedSharding | PartitionSpec | SingleDeviceSharding | _JaxDevice | Literal["cpu"]
)
_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

class Generator:
    """Random numbers of JAX's keys, drawn on the devices, with the methods of NumPy's `Generator`."""

    def __init__(self, key: Any) -> None: ...
    @property
    def key(self) -> ShardedArray:
        """The key of ``jax.random`` that all draws are folded from."""
    def spawn(self, n_children: int) -> list[Generator]: ...
    def bytes(self, length: int) -> _bytes:
        """Return random bytes."""
    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        endpoint: _bool = False,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Integers from low to high, which is left out unless `endpoint`."""
    def permutation(
        self, x: ArrayLike, axis: int = 0, *, device: _Device | None = None
    ) -> ShardedArray:
        """Permute the numbers below x, or a copy of the array x along an axis."""
    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Permute an array or a sequence in place, along an axis."""
    def permuted(
        self, x: ArrayLike, *, axis: int | None = None, out: _Out | None = None
    ) -> ShardedArray:
        """Permute the elements along an axis, each line by itself, or all of them."""
    def choice(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        replace: _bool = True,
        p: ArrayLike | None = None,
        axis: int = 0,
        shuffle: _bool = True,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Draw from the numbers below a, or along an axis of the array a."""
    def dirichlet(
        self,
        alpha: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Dirichlet: vectors of positive numbers that add up to 1."""
    def multivariate_normal(
        self,
        mean: ArrayLike,
        cov: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        check_valid: str = "warn",
        tol: float = 1e-08,
        *,
        method: str = "svd",
        device: _Device | None = None,
    ) -> ShardedArray:
        """Multivariate normal; the factor of the covariance is computed by NumPy on the host."""
    def random(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Uniform on [0, 1)."""
    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Uniform on [low, high)."""
    def standard_normal(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Normal with mean 0 and standard deviation 1."""
    def normal(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Normal (Gaussian)."""
    def lognormal(
        self,
        mean: ArrayLike = 0.0,
        sigma: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Log-normal."""
    def standard_exponential(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        method: str = "zig",
        out: _Out | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Exponential with mean 1; both methods are the inverse of the distribution function."""
    def exponential(
        self,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Exponential."""
    def laplace(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Laplace, or double exponential."""
    def gumbel(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Gumbel."""
    def logistic(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Logistic."""
    def standard_cauchy(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Cauchy, with mode 0."""
    def rayleigh(
        self,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Rayleigh."""
    def weibull(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Weibull, with scale 1."""
    def pareto(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Pareto II, or Lomax."""
    def power(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Powers: density ``a * x ** (a - 1)`` on [0, 1]."""
    def triangular(
        self,
        left: ArrayLike,
        mode: ArrayLike,
        right: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Triangular on [left, right]."""
    def geometric(
        self,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Geometric: how many trials up to the first success."""
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Gamma with scale 1."""
    def gamma(
        self,
        shape: ArrayLike,
        scale: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Gamma."""
    def beta(
        self,
        a: ArrayLike,
        b: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Beta."""
    def chisquare(
        self,
        df: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Chi-square."""
    def noncentral_chisquare(
        self,
        df: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Noncentral chi-square."""
    def f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """F."""
    def noncentral_f(
        self,
        dfnum: ArrayLike,
        dfden: ArrayLike,
        nonc: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Noncentral F."""
    def standard_t(
        self,
        df: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Student's t."""
    def wald(
        self,
        mean: ArrayLike,
        scale: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Wald, or inverse Gaussian."""
    def poisson(
        self,
        lam: ArrayLike = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Poisson."""
    def binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Binomial."""
    def negative_binomial(
        self,
        n: ArrayLike,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Negative binomial: how many failures before `n` successes."""
    def multinomial(
        self,
        n: ArrayLike,
        pvals: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Multinomial: counts that add up to `n`, with the probabilities `pvals`."""
    def zipf(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Zipf: whole numbers with probabilities in proportion to ``k ** -a``."""
    def logseries(
        self,
        p: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Logarithmic series: whole numbers with probabilities in proportion to ``p ** k / k``."""
    def vonmises(
        self,
        mu: ArrayLike,
        kappa: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Von Mises: an angle on [-pi, pi] around mu."""
    def hypergeometric(
        self,
        ngood: ArrayLike,
        nbad: ArrayLike,
        nsample: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Hypergeometric: how many good ones among those drawn without replacement."""
    def multivariate_hypergeometric(
        self,
        colors: Any,
        nsample: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        method: str = "marginals",
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Multivariate hypergeometric: how many of each colour are drawn, always by marginals."""

def default_rng(seed: Any = None) -> Generator:
    """Make a `Generator`."""
