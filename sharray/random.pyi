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
from sharray._array.sharded_array import ShardedArray
from sharray._core.annotations import Numbers as _Numbers, Seed as _Seed
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
        self, a: _Numbers, b: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Beta distribution.

        The numbers are those of `numpy.random.Generator.beta`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, positive
            The first parameter, alpha.
        b : float or array_like, positive
            The second parameter, beta.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def binomial(
        self, n: _Numbers, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a binomial distribution.

        The numbers are those of `numpy.random.Generator.binomial`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        n : int or array_like of int, not negative
            How many trials there are.
        p : float or array_like, from 0 to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def bytes(self, length: Any) -> _bytes:
        """Return random bytes.

        The numbers are those of `numpy.random.Generator.bytes`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        length : int
            How many bytes.

        Returns
        -------
        bytes
            ``bytes``.
        """
    def chisquare(
        self, df: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a chi-square distribution.

        The numbers are those of `numpy.random.Generator.chisquare`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def choice(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        replace: _bool = True,
        p: _Numbers | None = None,
        axis: SupportsIndex | None = 0,
        shuffle: _bool = True,
    ) -> ShardedArray:
        """Generates a random sample from a given array

        The numbers are those of `numpy.random.Generator.choice`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : int or array_like
            Of what is drawn; of the numbers below an int.
        size : int or tuple of int, optional
            How many are drawn, in which shape; by default one.
        replace : bool
            Whether one element may be drawn more than once.
        p : array_like, of shape (n,), optional
            The probability of each; by default all are alike.
        axis : int
            Along which dimension.
        shuffle : bool
            Whether the order of what is drawn without putting back is random, too.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def dirichlet(
        self, alpha: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from the Dirichlet distribution.

        The numbers are those of `numpy.random.Generator.dirichlet`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        alpha : array_like, of shape (k,), positive
            The parameter of each number of a vector.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def exponential(
        self, scale: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from an exponential distribution.

        The numbers are those of `numpy.random.Generator.exponential`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        scale : float or array_like, not negative
            The mean, the inverse of the rate.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def f(
        self,
        dfnum: _Numbers,
        dfden: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from an F distribution.

        The numbers are those of `numpy.random.Generator.f`, bit for bit. A large result lies on the current
        mesh with the default sharding; see the page on random numbers for what is drawn piece by piece.

        Parameters
        ----------
        dfnum : float or array_like, positive
            Degrees of freedom of the numerator.
        dfden : float or array_like, positive
            Degrees of freedom of the denominator.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def gamma(
        self,
        shape: _Numbers,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a Gamma distribution.

        The numbers are those of `numpy.random.Generator.gamma`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        shape : float or array_like, not negative
            The shape of the distribution, k.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def geometric(
        self, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from the geometric distribution.

        The numbers are those of `numpy.random.Generator.geometric`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        p : float or array_like, above 0, to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def gumbel(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a Gumbel distribution.

        The numbers are those of `numpy.random.Generator.gumbel`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        loc : float or array_like
            The mode.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def hypergeometric(
        self,
        ngood: _Numbers,
        nbad: _Numbers,
        nsample: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a Hypergeometric distribution.

        The numbers are those of `numpy.random.Generator.hypergeometric`, bit for bit. A large result lies
        on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        ngood : int or array_like of int, not negative
            How many good ones there are.
        nbad : int or array_like of int, not negative
            How many bad ones there are.
        nsample : int or array_like of int
            How many are drawn, without putting back.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def integers(
        self,
        low: _Numbers,
        high: _Numbers | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        endpoint: _bool = False,
    ) -> ShardedArray:
        """Return random integers from `low` (inclusive) to `high` (exclusive), or if endpoint=True, `low` (inclusive) to `high` (inclusive). Replaces `RandomState.randint` (with endpoint=False) and `RandomState.random_integers` (with endpoint=True)

        The numbers are those of `numpy.random.Generator.integers`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        low : int or array_like of int
            The lower end; the upper one, and 0 the lower, if `high` is not given.
        high : int or array_like of int, optional
            The upper end, which is not drawn, unless as the last one.
        size : int or tuple of int, optional
            Shape of the result; by default a number.
        dtype : dtype
            Of the result: integers, or bool.
        endpoint : bool
            Whether `high` may be drawn.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def laplace(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from the Laplace or double exponential distribution with specified location (or mean) and scale (decay).

        The numbers are those of `numpy.random.Generator.laplace`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def logistic(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a logistic distribution.

        The numbers are those of `numpy.random.Generator.logistic`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def lognormal(
        self,
        mean: _Numbers = 0.0,
        sigma: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a log-normal distribution.

        The numbers are those of `numpy.random.Generator.lognormal`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        mean : float or array_like
            The mean of the logarithm.
        sigma : float or array_like, not negative
            The standard deviation of the logarithm.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def logseries(
        self, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a logarithmic series distribution.

        The numbers are those of `numpy.random.Generator.logseries`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        p : float or array_like, from 0 to below 1
            The parameter of the distribution.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def multinomial(
        self,
        n: _Numbers,
        pvals: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a multinomial distribution.

        The numbers are those of `numpy.random.Generator.multinomial`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        n : int or array_like of int, not negative
            How many trials there are.
        pvals : array_like, of shape (..., k)
            The probabilities of k outcomes, which add up to 1.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def multivariate_hypergeometric(
        self,
        colors: Any,
        nsample: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        method: str = "marginals",
    ) -> ShardedArray:
        """Generate variates from a multivariate hypergeometric distribution.

        The numbers are those of `numpy.random.Generator.multivariate_hypergeometric`, bit for bit. A large
        result lies on the current mesh with the default sharding; see the page on random numbers for what
        is drawn piece by piece.

        Parameters
        ----------
        colors : sequence of int, not negative
            How many there are of each kind.
        nsample : int
            How many are drawn, without putting back.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.
        method : {"marginals", "count"}
            Kind after kind, or all in a row.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def multivariate_normal(
        self,
        mean: _Numbers,
        cov: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        check_valid: str = "warn",
        tol: _Numbers = 1e-08,
        *,
        method: str = "svd",
    ) -> ShardedArray:
        """Draw random samples from a multivariate normal distribution.

        The numbers are those of `numpy.random.Generator.multivariate_normal`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        mean : array_like, of shape (N,)
            The mean.
        cov : array_like, of shape (N, N)
            The covariance, symmetric and positive semidefinite.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.
        check_valid : {"warn", "raise", "ignore"}
            What happens if the covariance is none.
        tol : float
            How far its singular values may be from what it is made of again.
        method : {"svd", "eigh", "cholesky"}
            How the root of the covariance is computed.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def negative_binomial(
        self, n: _Numbers, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a negative binomial distribution.

        The numbers are those of `numpy.random.Generator.negative_binomial`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        n : float or array_like, positive
            How many successes end it.
        p : float or array_like, above 0, to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def noncentral_chisquare(
        self,
        df: _Numbers,
        nonc: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a noncentral chi-square distribution.

        The numbers are those of `numpy.random.Generator.noncentral_chisquare`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        nonc : float or array_like, not negative
            How far from the centre it is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def noncentral_f(
        self,
        dfnum: _Numbers,
        dfden: _Numbers,
        nonc: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from the noncentral F distribution.

        The numbers are those of `numpy.random.Generator.noncentral_f`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        dfnum : float or array_like, positive
            Degrees of freedom of the numerator.
        dfden : float or array_like, positive
            Degrees of freedom of the denominator.
        nonc : float or array_like, not negative
            How far from the centre it is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def normal(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw random samples from a normal (Gaussian) distribution.

        The numbers are those of `numpy.random.Generator.normal`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            The standard deviation.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def pareto(
        self, a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Pareto II (AKA Lomax) distribution with specified shape.

        The numbers are those of `numpy.random.Generator.pareto`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def permutation(self, x: ArrayLike, axis: SupportsIndex | None = 0) -> ShardedArray:
        """Randomly permute a sequence, or return a permuted range.

        The numbers are those of `numpy.random.Generator.permutation`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        x : int or array_like
            What is permuted; the numbers below an int.
        axis : int
            Along which dimension.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def permuted(
        self,
        x: ArrayLike,
        *,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        out: _Out | None = None,
    ) -> ShardedArray:
        """Randomly permute `x` along axis `axis`.

        The numbers are those of `numpy.random.Generator.permuted`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        x : array_like
            What is permuted.
        axis : int, optional
            Along which dimension each line is permuted by itself; by default all elements are.
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.
        """
    def poisson(
        self, lam: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Poisson distribution.

        The numbers are those of `numpy.random.Generator.poisson`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        lam : float or array_like, not negative
            How many events are expected.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def power(
        self, a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draws samples in [0, 1] from a power distribution with positive exponent a - 1.

        The numbers are those of `numpy.random.Generator.power`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def random(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ShardedArray:
        """Return random floats in the half-open interval [0.0, 1.0).

        The numbers are those of `numpy.random.Generator.random`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.
        dtype : dtype
            Of the result: float64 or float32.
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.
        """
    def rayleigh(
        self, scale: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Rayleigh distribution.

        The numbers are those of `numpy.random.Generator.rayleigh`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        scale : float or array_like, not negative
            The mode.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def shuffle(self, x: Any, axis: SupportsIndex | None = 0) -> None:
        """Modify an array or sequence in-place by shuffling its contents.

        The numbers are those of `numpy.random.Generator.shuffle`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        x : array_like or sequence
            What is shuffled, in place.
        axis : int
            Along which dimension.

        Returns
        -------
        None
            Nothing; the array is written to.
        """
    def standard_cauchy(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a standard Cauchy distribution with mode = 0.

        The numbers are those of `numpy.random.Generator.standard_cauchy`, bit for bit. A large result lies
        on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def standard_exponential(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        method: str = "zig",
        out: _Out | None = None,
    ) -> ShardedArray:
        """Draw samples from the standard exponential distribution.

        The numbers are those of `numpy.random.Generator.standard_exponential`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.
        dtype : dtype
            Of the result: float64 or float32.
        method : {"zig", "inv"}
            By the ziggurat, or by the inverse of the distribution.
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.
        """
    def standard_gamma(
        self,
        shape: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ShardedArray:
        """Draw samples from a standard Gamma distribution.

        The numbers are those of `numpy.random.Generator.standard_gamma`, bit for bit. A large result lies
        on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        shape : float or array_like, not negative
            The shape of the distribution, k.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        dtype : dtype
            Of the result: float64 or float32.
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.
        """
    def standard_normal(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
    ) -> ShardedArray:
        """Draw samples from a standard Normal distribution (mean=0, stdev=1).

        The numbers are those of `numpy.random.Generator.standard_normal`, bit for bit. A large result lies
        on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.
        dtype : dtype
            Of the result: float64 or float32.
        out : array, optional
            Where the result goes.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.
        """
    def standard_t(
        self, df: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a standard Student's t distribution with `df` degrees of freedom.

        The numbers are those of `numpy.random.Generator.standard_t`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def triangular(
        self,
        left: _Numbers,
        mode: _Numbers,
        right: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from the triangular distribution over the interval ``[left, right]``.

        The numbers are those of `numpy.random.Generator.triangular`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        left : float or array_like
            The lower end.
        mode : float or array_like
            Where the density is highest.
        right : float or array_like
            The upper end.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def uniform(
        self,
        low: _Numbers = 0.0,
        high: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a uniform distribution.

        The numbers are those of `numpy.random.Generator.uniform`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        low : float or array_like
            The lower end, which may be drawn.
        high : float or array_like
            The upper end, which is not drawn but by rounding.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def vonmises(
        self,
        mu: _Numbers,
        kappa: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a von Mises distribution.

        The numbers are those of `numpy.random.Generator.vonmises`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        mu : float or array_like
            The mode, an angle in radians.
        kappa : float or array_like, not negative
            How narrow the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def wald(
        self,
        mean: _Numbers,
        scale: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a Wald, or inverse Gaussian, distribution.

        The numbers are those of `numpy.random.Generator.wald`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        mean : float or array_like, positive
            The mean.
        scale : float or array_like, positive
            The shape of the distribution.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def weibull(
        self, a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Weibull distribution.

        The numbers are those of `numpy.random.Generator.weibull`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def zipf(
        self, a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Zipf distribution.

        The numbers are those of `numpy.random.Generator.zipf`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, above 1
            The exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
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

    def __init__(self, seed: _Seed | None = None) -> None: ...
    def beta(
        self, a: _Numbers, b: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Beta distribution.

        The numbers are those of `numpy.random.RandomState.beta`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, positive
            The first parameter, alpha.
        b : float or array_like, positive
            The second parameter, beta.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def binomial(
        self, n: _Numbers, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a binomial distribution.

        The numbers are those of `numpy.random.RandomState.binomial`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        n : int or array_like of int, not negative
            How many trials there are.
        p : float or array_like, from 0 to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def bytes(self, length: Any) -> _bytes:
        """Return random bytes.

        The numbers are those of `numpy.random.RandomState.bytes`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        length : int
            How many bytes.

        Returns
        -------
        bytes
            ``bytes``.
        """
    def chisquare(
        self, df: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a chi-square distribution.

        The numbers are those of `numpy.random.RandomState.chisquare`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def choice(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        replace: _bool = True,
        p: _Numbers | None = None,
    ) -> ShardedArray:
        """Generates a random sample from a given 1-D array

        The numbers are those of `numpy.random.RandomState.choice`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : int or array_like
            Of what is drawn; of the numbers below an int.
        size : int or tuple of int, optional
            How many are drawn, in which shape; by default one.
        replace : bool
            Whether one element may be drawn more than once.
        p : array_like, of shape (n,), optional
            The probability of each; by default all are alike.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def dirichlet(
        self, alpha: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from the Dirichlet distribution.

        The numbers are those of `numpy.random.RandomState.dirichlet`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        alpha : array_like, of shape (k,), positive
            The parameter of each number of a vector.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def exponential(
        self, scale: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from an exponential distribution.

        The numbers are those of `numpy.random.RandomState.exponential`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        scale : float or array_like, not negative
            The mean, the inverse of the rate.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def f(
        self,
        dfnum: _Numbers,
        dfden: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from an F distribution.

        The numbers are those of `numpy.random.RandomState.f`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        dfnum : float or array_like, positive
            Degrees of freedom of the numerator.
        dfden : float or array_like, positive
            Degrees of freedom of the denominator.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def gamma(
        self,
        shape: _Numbers,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a Gamma distribution.

        The numbers are those of `numpy.random.RandomState.gamma`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        shape : float or array_like, not negative
            The shape of the distribution, k.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def geometric(
        self, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from the geometric distribution.

        The numbers are those of `numpy.random.RandomState.geometric`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        p : float or array_like, above 0, to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def get_state(self, legacy: _bool = True) -> Any:
        """Return a tuple representing the internal state of the generator.

        The numbers are those of `numpy.random.RandomState.get_state`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        legacy : bool
            Whether the state is a tuple, or a dict.

        Returns
        -------
        tuple or dict
            The state, as a tuple or a dictionary.
        """
    def gumbel(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a Gumbel distribution.

        The numbers are those of `numpy.random.RandomState.gumbel`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        loc : float or array_like
            The mode.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def hypergeometric(
        self,
        ngood: _Numbers,
        nbad: _Numbers,
        nsample: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a Hypergeometric distribution.

        The numbers are those of `numpy.random.RandomState.hypergeometric`, bit for bit. A large result lies
        on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        ngood : int or array_like of int, not negative
            How many good ones there are.
        nbad : int or array_like of int, not negative
            How many bad ones there are.
        nsample : int or array_like of int
            How many are drawn, without putting back.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def laplace(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from the Laplace or double exponential distribution with specified location (or mean) and scale (decay).

        The numbers are those of `numpy.random.RandomState.laplace`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def logistic(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a logistic distribution.

        The numbers are those of `numpy.random.RandomState.logistic`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def lognormal(
        self,
        mean: _Numbers = 0.0,
        sigma: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a log-normal distribution.

        The numbers are those of `numpy.random.RandomState.lognormal`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        mean : float or array_like
            The mean of the logarithm.
        sigma : float or array_like, not negative
            The standard deviation of the logarithm.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def logseries(
        self, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a logarithmic series distribution.

        The numbers are those of `numpy.random.RandomState.logseries`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        p : float or array_like, from 0 to below 1
            The parameter of the distribution.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def multinomial(
        self,
        n: _Numbers,
        pvals: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a multinomial distribution.

        The numbers are those of `numpy.random.RandomState.multinomial`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        n : int or array_like of int, not negative
            How many trials there are.
        pvals : array_like, of shape (..., k)
            The probabilities of k outcomes, which add up to 1.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def multivariate_normal(
        self,
        mean: _Numbers,
        cov: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        check_valid: str = "warn",
        tol: _Numbers = 1e-08,
    ) -> ShardedArray:
        """Draw random samples from a multivariate normal distribution.

        The numbers are those of `numpy.random.RandomState.multivariate_normal`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        mean : array_like, of shape (N,)
            The mean.
        cov : array_like, of shape (N, N)
            The covariance, symmetric and positive semidefinite.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.
        check_valid : {"warn", "raise", "ignore"}
            What happens if the covariance is none.
        tol : float
            How far its singular values may be from what it is made of again.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def negative_binomial(
        self, n: _Numbers, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a negative binomial distribution.

        The numbers are those of `numpy.random.RandomState.negative_binomial`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        n : float or array_like, positive
            How many successes end it.
        p : float or array_like, above 0, to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def noncentral_chisquare(
        self,
        df: _Numbers,
        nonc: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a noncentral chi-square distribution.

        The numbers are those of `numpy.random.RandomState.noncentral_chisquare`, bit for bit. A large
        result lies on the current mesh with the default sharding; see the page on random numbers for what
        is drawn piece by piece.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        nonc : float or array_like, not negative
            How far from the centre it is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def noncentral_f(
        self,
        dfnum: _Numbers,
        dfden: _Numbers,
        nonc: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from the noncentral F distribution.

        The numbers are those of `numpy.random.RandomState.noncentral_f`, bit for bit. A large result lies
        on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        dfnum : float or array_like, positive
            Degrees of freedom of the numerator.
        dfden : float or array_like, positive
            Degrees of freedom of the denominator.
        nonc : float or array_like, not negative
            How far from the centre it is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def normal(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw random samples from a normal (Gaussian) distribution.

        The numbers are those of `numpy.random.RandomState.normal`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            The standard deviation.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def pareto(
        self, a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Pareto II or Lomax distribution with specified shape.

        The numbers are those of `numpy.random.RandomState.pareto`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def permutation(self, x: ArrayLike) -> ShardedArray:
        """Randomly permute a sequence, or return a permuted range.

        The numbers are those of `numpy.random.RandomState.permutation`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        x : int or array_like
            What is permuted; the numbers below an int.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def poisson(
        self, lam: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Poisson distribution.

        The numbers are those of `numpy.random.RandomState.poisson`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        lam : float or array_like, not negative
            How many events are expected.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def power(
        self, a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draws samples in [0, 1] from a power distribution with positive exponent a - 1.

        The numbers are those of `numpy.random.RandomState.power`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def rand(self, *args: Any) -> ShardedArray:
        """Random values in a given shape.

        The numbers are those of `numpy.random.RandomState.rand`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        *args : int
            Lengths of the dimensions; without any, a number is drawn.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def randint(
        self,
        low: _Numbers,
        high: _Numbers | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = int,
    ) -> ShardedArray:
        """Return random integers from `low` (inclusive) to `high` (exclusive).

        The numbers are those of `numpy.random.RandomState.randint`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        low : int or array_like of int
            The lower end; the upper one, and 0 the lower, if `high` is not given.
        high : int or array_like of int, optional
            The upper end, which is not drawn, unless as the last one.
        size : int or tuple of int, optional
            Shape of the result; by default a number.
        dtype : dtype
            Of the result: integers, or bool.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def randn(self, *args: Any) -> ShardedArray:
        """Return a sample (or samples) from the "standard normal" distribution.

        The numbers are those of `numpy.random.RandomState.randn`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        *args : int
            Lengths of the dimensions; without any, a number is drawn.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def random(self, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ShardedArray:
        """Return random floats in the half-open interval [0.0, 1.0). Alias for `random_sample` to ease forward-porting to the new random API.

        The numbers are those of `numpy.random.RandomState.random`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def random_integers(
        self,
        low: _Numbers,
        high: _Numbers | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Random integers of type `numpy.int_` between `low` and `high`, inclusive.

        The numbers are those of `numpy.random.RandomState.random_integers`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        low : int
            The lower end; the upper one, and 1 the lower, if `high` is not given.
        high : int, optional
            The upper end, which may be drawn.
        size : int or tuple of int, optional
            Shape of the result; by default a number.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def random_sample(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Return random floats in the half-open interval [0.0, 1.0).

        The numbers are those of `numpy.random.RandomState.random_sample`, bit for bit. A large result lies
        on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def rayleigh(
        self, scale: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Rayleigh distribution.

        The numbers are those of `numpy.random.RandomState.rayleigh`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        scale : float or array_like, not negative
            The mode.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def seed(self, seed: _Seed | None = None) -> None:
        """Reseed a legacy MT19937 BitGenerator

        The numbers are those of `numpy.random.RandomState.seed`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        seed : int or array_like, optional
            What the numbers follow from; by default what the operating system gives.

        Returns
        -------
        None
            Nothing.
        """
    def set_state(self, state: Any) -> None:
        """Set the internal state of the generator from a tuple.

        The numbers are those of `numpy.random.RandomState.set_state`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        state : tuple or dict
            What `get_state` has given.

        Returns
        -------
        None
            Nothing.
        """
    def shuffle(self, x: Any) -> None:
        """Modify a sequence in-place by shuffling its contents.

        The numbers are those of `numpy.random.RandomState.shuffle`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        x : array_like or sequence
            What is shuffled, in place.

        Returns
        -------
        None
            Nothing; the array is written to.
        """
    def standard_cauchy(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a standard Cauchy distribution with mode = 0.

        The numbers are those of `numpy.random.RandomState.standard_cauchy`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def standard_exponential(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from the standard exponential distribution.

        The numbers are those of `numpy.random.RandomState.standard_exponential`, bit for bit. A large
        result lies on the current mesh with the default sharding; see the page on random numbers for what
        is drawn piece by piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def standard_gamma(
        self, shape: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a standard Gamma distribution.

        The numbers are those of `numpy.random.RandomState.standard_gamma`, bit for bit. A large result lies
        on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        shape : float or array_like, not negative
            The shape of the distribution, k.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def standard_normal(
        self, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a standard Normal distribution (mean=0, stdev=1).

        The numbers are those of `numpy.random.RandomState.standard_normal`, bit for bit. A large result
        lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
        piece by piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def standard_t(
        self, df: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a standard Student's t distribution with `df` degrees of freedom.

        The numbers are those of `numpy.random.RandomState.standard_t`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def tomaxint(self, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> Any:
        """Return a sample of uniformly distributed random integers in the interval [0, ``np.iinfo("long").max``].

        The numbers are those of `numpy.random.RandomState.tomaxint`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def triangular(
        self,
        left: _Numbers,
        mode: _Numbers,
        right: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from the triangular distribution over the interval ``[left, right]``.

        The numbers are those of `numpy.random.RandomState.triangular`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        left : float or array_like
            The lower end.
        mode : float or array_like
            Where the density is highest.
        right : float or array_like
            The upper end.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def uniform(
        self,
        low: _Numbers = 0.0,
        high: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a uniform distribution.

        The numbers are those of `numpy.random.RandomState.uniform`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        low : float or array_like
            The lower end, which may be drawn.
        high : float or array_like
            The upper end, which is not drawn but by rounding.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def vonmises(
        self,
        mu: _Numbers,
        kappa: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a von Mises distribution.

        The numbers are those of `numpy.random.RandomState.vonmises`, bit for bit. A large result lies on
        the current mesh with the default sharding; see the page on random numbers for what is drawn piece
        by piece.

        Parameters
        ----------
        mu : float or array_like
            The mode, an angle in radians.
        kappa : float or array_like, not negative
            How narrow the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def wald(
        self,
        mean: _Numbers,
        scale: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    ) -> ShardedArray:
        """Draw samples from a Wald, or inverse Gaussian, distribution.

        The numbers are those of `numpy.random.RandomState.wald`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        mean : float or array_like, positive
            The mean.
        scale : float or array_like, positive
            The shape of the distribution.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def weibull(
        self, a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Weibull distribution.

        The numbers are those of `numpy.random.RandomState.weibull`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def zipf(
        self, a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
    ) -> ShardedArray:
        """Draw samples from a Zipf distribution.

        The numbers are those of `numpy.random.RandomState.zipf`, bit for bit. A large result lies on the
        current mesh with the default sharding; see the page on random numbers for what is drawn piece by
        piece.

        Parameters
        ----------
        a : float or array_like, above 1
            The exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """

def beta(
    a: _Numbers, b: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a Beta distribution.

    The numbers are those of `numpy.random.RandomState.beta`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    a : float or array_like, positive
        The first parameter, alpha.
    b : float or array_like, positive
        The second parameter, beta.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def binomial(
    n: _Numbers, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a binomial distribution.

    The numbers are those of `numpy.random.RandomState.binomial`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    n : int or array_like of int, not negative
        How many trials there are.
    p : float or array_like, from 0 to 1
        The probability of a success.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def chisquare(
    df: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a chi-square distribution.

    The numbers are those of `numpy.random.RandomState.chisquare`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    df : float or array_like, positive
        Degrees of freedom.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def choice(
    a: ArrayLike,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    replace: _bool = True,
    p: _Numbers | None = None,
) -> ShardedArray:
    """Generates a random sample from a given 1-D array

    The numbers are those of `numpy.random.RandomState.choice`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    a : int or array_like
        Of what is drawn; of the numbers below an int.
    size : int or tuple of int, optional
        How many are drawn, in which shape; by default one.
    replace : bool
        Whether one element may be drawn more than once.
    p : array_like, of shape (n,), optional
        The probability of each; by default all are alike.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def default_rng(seed: _Seed | Generator | None = None) -> Generator:
    """Make a `Generator` with NumPy's default bit generator.

    Parameters
    ----------
    seed : int, array_like, SeedSequence, BitGenerator, Generator or RandomState, optional
        A `Generator` of this module is returned as it is; one of NumPy's goes on with its
        stream.

    Returns
    -------
    Generator

    References
    ----------
    NumPy: numpy.random.default_rng.
    """

def dirichlet(
    alpha: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from the Dirichlet distribution.

    The numbers are those of `numpy.random.RandomState.dirichlet`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    alpha : array_like, of shape (k,), positive
        The parameter of each number of a vector.
    size : int or tuple of int, optional
        Shape of the result without its last dimension, along which each draw lies.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def exponential(
    scale: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from an exponential distribution.

    The numbers are those of `numpy.random.RandomState.exponential`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    scale : float or array_like, not negative
        The mean, the inverse of the rate.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def f(
    dfnum: _Numbers, dfden: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from an F distribution.

    The numbers are those of `numpy.random.RandomState.f`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    dfnum : float or array_like, positive
        Degrees of freedom of the numerator.
    dfden : float or array_like, positive
        Degrees of freedom of the denominator.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def gamma(
    shape: _Numbers,
    scale: _Numbers = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from a Gamma distribution.

    The numbers are those of `numpy.random.RandomState.gamma`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    shape : float or array_like, not negative
        The shape of the distribution, k.
    scale : float or array_like, not negative
        How wide the distribution is.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def geometric(
    p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from the geometric distribution.

    The numbers are those of `numpy.random.RandomState.geometric`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    p : float or array_like, above 0, to 1
        The probability of a success.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def gumbel(
    loc: _Numbers = 0.0,
    scale: _Numbers = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from a Gumbel distribution.

    The numbers are those of `numpy.random.RandomState.gumbel`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    loc : float or array_like
        The mode.
    scale : float or array_like, not negative
        How wide the distribution is.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def hypergeometric(
    ngood: _Numbers,
    nbad: _Numbers,
    nsample: _Numbers,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from a Hypergeometric distribution.

    The numbers are those of `numpy.random.RandomState.hypergeometric`, bit for bit. A large result lies
    on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    ngood : int or array_like of int, not negative
        How many good ones there are.
    nbad : int or array_like of int, not negative
        How many bad ones there are.
    nsample : int or array_like of int
        How many are drawn, without putting back.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def laplace(
    loc: _Numbers = 0.0,
    scale: _Numbers = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from the Laplace or double exponential distribution with specified location (or mean) and scale (decay).

    The numbers are those of `numpy.random.RandomState.laplace`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    loc : float or array_like
        Where the middle of the distribution is.
    scale : float or array_like, not negative
        How wide the distribution is.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def logistic(
    loc: _Numbers = 0.0,
    scale: _Numbers = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from a logistic distribution.

    The numbers are those of `numpy.random.RandomState.logistic`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    loc : float or array_like
        Where the middle of the distribution is.
    scale : float or array_like, not negative
        How wide the distribution is.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def lognormal(
    mean: _Numbers = 0.0,
    sigma: _Numbers = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from a log-normal distribution.

    The numbers are those of `numpy.random.RandomState.lognormal`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    mean : float or array_like
        The mean of the logarithm.
    sigma : float or array_like, not negative
        The standard deviation of the logarithm.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def logseries(
    p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a logarithmic series distribution.

    The numbers are those of `numpy.random.RandomState.logseries`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    p : float or array_like, from 0 to below 1
        The parameter of the distribution.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def multinomial(
    n: _Numbers, pvals: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a multinomial distribution.

    The numbers are those of `numpy.random.RandomState.multinomial`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    n : int or array_like of int, not negative
        How many trials there are.
    pvals : array_like, of shape (..., k)
        The probabilities of k outcomes, which add up to 1.
    size : int or tuple of int, optional
        Shape of the result without its last dimension, along which each draw lies.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def multivariate_normal(
    mean: _Numbers,
    cov: _Numbers,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    check_valid: str = "warn",
    tol: _Numbers = 1e-08,
) -> ShardedArray:
    """Draw random samples from a multivariate normal distribution.

    The numbers are those of `numpy.random.RandomState.multivariate_normal`, bit for bit. A large result
    lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    mean : array_like, of shape (N,)
        The mean.
    cov : array_like, of shape (N, N)
        The covariance, symmetric and positive semidefinite.
    size : int or tuple of int, optional
        Shape of the result without its last dimension, along which each draw lies.
    check_valid : {"warn", "raise", "ignore"}
        What happens if the covariance is none.
    tol : float
        How far its singular values may be from what it is made of again.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def negative_binomial(
    n: _Numbers, p: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a negative binomial distribution.

    The numbers are those of `numpy.random.RandomState.negative_binomial`, bit for bit. A large result
    lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    n : float or array_like, positive
        How many successes end it.
    p : float or array_like, above 0, to 1
        The probability of a success.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def noncentral_chisquare(
    df: _Numbers, nonc: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a noncentral chi-square distribution.

    The numbers are those of `numpy.random.RandomState.noncentral_chisquare`, bit for bit. A large
    result lies on the current mesh with the default sharding; see the page on random numbers for what
    is drawn piece by piece.

    Parameters
    ----------
    df : float or array_like, positive
        Degrees of freedom.
    nonc : float or array_like, not negative
        How far from the centre it is.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def noncentral_f(
    dfnum: _Numbers,
    dfden: _Numbers,
    nonc: _Numbers,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from the noncentral F distribution.

    The numbers are those of `numpy.random.RandomState.noncentral_f`, bit for bit. A large result lies
    on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    dfnum : float or array_like, positive
        Degrees of freedom of the numerator.
    dfden : float or array_like, positive
        Degrees of freedom of the denominator.
    nonc : float or array_like, not negative
        How far from the centre it is.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def normal(
    loc: _Numbers = 0.0,
    scale: _Numbers = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw random samples from a normal (Gaussian) distribution.

    The numbers are those of `numpy.random.RandomState.normal`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    loc : float or array_like
        Where the middle of the distribution is.
    scale : float or array_like, not negative
        The standard deviation.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def pareto(
    a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a Pareto II or Lomax distribution with specified shape.

    The numbers are those of `numpy.random.RandomState.pareto`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    a : float or array_like, positive
        The shape of the distribution, its exponent.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def permutation(x: ArrayLike) -> ShardedArray:
    """Randomly permute a sequence, or return a permuted range.

    The numbers are those of `numpy.random.RandomState.permutation`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    x : int or array_like
        What is permuted; the numbers below an int.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def poisson(
    lam: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a Poisson distribution.

    The numbers are those of `numpy.random.RandomState.poisson`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    lam : float or array_like, not negative
        How many events are expected.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def power(a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ShardedArray:
    """Draws samples in [0, 1] from a power distribution with positive exponent a - 1.

    The numbers are those of `numpy.random.RandomState.power`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    a : float or array_like, positive
        The shape of the distribution, its exponent.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def rand(*args: Any) -> ShardedArray:
    """Random values in a given shape.

    The numbers are those of `numpy.random.RandomState.rand`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    *args : int
        Lengths of the dimensions; without any, a number is drawn.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def randint(
    low: _Numbers,
    high: _Numbers | None = None,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
    dtype: DTypeLike = int,
) -> ShardedArray:
    """Return random integers from `low` (inclusive) to `high` (exclusive).

    The numbers are those of `numpy.random.RandomState.randint`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    low : int or array_like of int
        The lower end; the upper one, and 0 the lower, if `high` is not given.
    high : int or array_like of int, optional
        The upper end, which is not drawn, unless as the last one.
    size : int or tuple of int, optional
        Shape of the result; by default a number.
    dtype : dtype
        Of the result: integers, or bool.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def randn(*args: Any) -> ShardedArray:
    """Return a sample (or samples) from the "standard normal" distribution.

    The numbers are those of `numpy.random.RandomState.randn`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    *args : int
        Lengths of the dimensions; without any, a number is drawn.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def random(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ShardedArray:
    """Return random floats in the half-open interval [0.0, 1.0). Alias for `random_sample` to ease forward-porting to the new random API.

    The numbers are those of `numpy.random.RandomState.random`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    size : int or tuple of int, optional
        Shape of the result; by default a number.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def random_integers(
    low: _Numbers,
    high: _Numbers | None = None,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Random integers of type `numpy.int_` between `low` and `high`, inclusive.

    The numbers are those of `numpy.random.RandomState.random_integers`, bit for bit. A large result
    lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    low : int
        The lower end; the upper one, and 1 the lower, if `high` is not given.
    high : int, optional
        The upper end, which may be drawn.
    size : int or tuple of int, optional
        Shape of the result; by default a number.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def random_sample(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ShardedArray:
    """Return random floats in the half-open interval [0.0, 1.0).

    The numbers are those of `numpy.random.RandomState.random_sample`, bit for bit. A large result lies
    on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    size : int or tuple of int, optional
        Shape of the result; by default a number.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def ranf(*args: Any, **kwargs: Any) -> ShardedArray:
    """Return random floats in the half-open interval [0.0, 1.0).

    The numbers are those of `numpy.random.RandomState.random_sample`, bit for bit. A large result lies
    on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    size : int or tuple of int, optional
        Shape of the result; by default a number.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def rayleigh(
    scale: _Numbers = 1.0, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a Rayleigh distribution.

    The numbers are those of `numpy.random.RandomState.rayleigh`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    scale : float or array_like, not negative
        The mode.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def sample(*args: Any, **kwargs: Any) -> ShardedArray:
    """Return random floats in the half-open interval [0.0, 1.0).

    The numbers are those of `numpy.random.RandomState.random_sample`, bit for bit. A large result lies
    on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    size : int or tuple of int, optional
        Shape of the result; by default a number.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def shuffle(x: Any) -> None:
    """Modify a sequence in-place by shuffling its contents.

    The numbers are those of `numpy.random.RandomState.shuffle`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    x : array_like or sequence
        What is shuffled, in place.

    Returns
    -------
    None
        Nothing; the array is written to.
    """

def standard_cauchy(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ShardedArray:
    """Draw samples from a standard Cauchy distribution with mode = 0.

    The numbers are those of `numpy.random.RandomState.standard_cauchy`, bit for bit. A large result
    lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    size : int or tuple of int, optional
        Shape of the result; by default a number.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def standard_exponential(
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from the standard exponential distribution.

    The numbers are those of `numpy.random.RandomState.standard_exponential`, bit for bit. A large
    result lies on the current mesh with the default sharding; see the page on random numbers for what
    is drawn piece by piece.

    Parameters
    ----------
    size : int or tuple of int, optional
        Shape of the result; by default a number.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def standard_gamma(
    shape: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a standard Gamma distribution.

    The numbers are those of `numpy.random.RandomState.standard_gamma`, bit for bit. A large result lies
    on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    shape : float or array_like, not negative
        The shape of the distribution, k.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def standard_normal(size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ShardedArray:
    """Draw samples from a standard Normal distribution (mean=0, stdev=1).

    The numbers are those of `numpy.random.RandomState.standard_normal`, bit for bit. A large result
    lies on the current mesh with the default sharding; see the page on random numbers for what is drawn
    piece by piece.

    Parameters
    ----------
    size : int or tuple of int, optional
        Shape of the result; by default a number.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def standard_t(
    df: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a standard Student's t distribution with `df` degrees of freedom.

    The numbers are those of `numpy.random.RandomState.standard_t`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    df : float or array_like, positive
        Degrees of freedom.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def triangular(
    left: _Numbers,
    mode: _Numbers,
    right: _Numbers,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from the triangular distribution over the interval ``[left, right]``.

    The numbers are those of `numpy.random.RandomState.triangular`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    left : float or array_like
        The lower end.
    mode : float or array_like
        Where the density is highest.
    right : float or array_like
        The upper end.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def uniform(
    low: _Numbers = 0.0,
    high: _Numbers = 1.0,
    size: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ShardedArray:
    """Draw samples from a uniform distribution.

    The numbers are those of `numpy.random.RandomState.uniform`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    low : float or array_like
        The lower end, which may be drawn.
    high : float or array_like
        The upper end, which is not drawn but by rounding.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def vonmises(
    mu: _Numbers, kappa: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a von Mises distribution.

    The numbers are those of `numpy.random.RandomState.vonmises`, bit for bit. A large result lies on
    the current mesh with the default sharding; see the page on random numbers for what is drawn piece
    by piece.

    Parameters
    ----------
    mu : float or array_like
        The mode, an angle in radians.
    kappa : float or array_like, not negative
        How narrow the distribution is.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def wald(
    mean: _Numbers, scale: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a Wald, or inverse Gaussian, distribution.

    The numbers are those of `numpy.random.RandomState.wald`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    mean : float or array_like, positive
        The mean.
    scale : float or array_like, positive
        The shape of the distribution.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def weibull(
    a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None
) -> ShardedArray:
    """Draw samples from a Weibull distribution.

    The numbers are those of `numpy.random.RandomState.weibull`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    a : float or array_like, positive
        The shape of the distribution, its exponent.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """

def zipf(a: _Numbers, size: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ShardedArray:
    """Draw samples from a Zipf distribution.

    The numbers are those of `numpy.random.RandomState.zipf`, bit for bit. A large result lies on the
    current mesh with the default sharding; see the page on random numbers for what is drawn piece by
    piece.

    Parameters
    ----------
    a : float or array_like, above 1
        The exponent.
    size : int or tuple of int, optional
        Shape of the result; by default that of the parameters together, which gives a number for
        numbers.

    Returns
    -------
    array or number
        An array; a number where nothing asks for more than one.
    """
