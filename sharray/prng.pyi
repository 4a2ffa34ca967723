"""Random numbers drawn on the devices, in parallel, each in its layout."""

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
from sharray._core.annotations import Device as _Device, Numbers as _Numbers, Seed as _Seed

_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]

class Generator:
    """Random numbers of JAX's keys, drawn on the devices, with the methods of NumPy's `Generator`.

    The numbers depend on the key, on how many draws came before, on the shape and the parameters:
    not on the mesh, the sharding or the mode. They are not NumPy's, which `sharray.numpy.random`
    has. Methods take ``device=`` to place their result.

    Parameters
    ----------
    key : jax.Array
        A key of ``jax.random``, of the implementation "threefry2x32".

    References
    ----------
    NumPy: numpy.random.Generator.
    """

    def __init__(self, key: Any) -> None: ...
    @property
    def key(self) -> ShardedArray:
        """The key of ``jax.random`` that all draws are folded from."""
    def spawn(self, n_children: int) -> list[Generator]:
        """Make independent generators, others with each call.

        Parameters
        ----------
        n_children : int
            How many generators.

        Returns
        -------
        list of Generator
            A list of generators.
        """
    def bytes(self, length: int) -> _bytes:
        """Return random bytes.

        Parameters
        ----------
        length : int
            How many bytes.

        Returns
        -------
        bytes
            ``bytes``.
        """
    def integers(
        self,
        low: _Numbers,
        high: _Numbers | None = None,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        endpoint: _bool = False,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Integers from low to high, which is left out unless `endpoint`.

        Parameters are those of `numpy.random.Generator.integers`. Of 128 random bits each, so that
        no number is more likely than another by more than 2**-64.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a range is empty, or does not fit the dtype.
        """
    def permutation(
        self, x: ArrayLike, axis: int = 0, *, device: _Device | None = None
    ) -> ShardedArray:
        """Permute the numbers below x, or a copy of the array x along an axis.

        Parameters
        ----------
        x : int or array_like
            What is permuted; the numbers below an int.
        axis : int
            Along which dimension.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.
        """
    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Permute an array or a sequence in place, along an axis.

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
    def permuted(
        self, x: ArrayLike, *, axis: int | None = None, out: _Out | None = None
    ) -> ShardedArray:
        """Permute the elements along an axis, each line by itself, or all of them.

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
    def choice(
        self,
        a: ArrayLike,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        replace: _bool = True,
        p: _Numbers | None = None,
        axis: int = 0,
        shuffle: _bool = True,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Draw from the numbers below a, or along an axis of the array a.

        Parameters are those of `numpy.random.Generator.choice`; without replacement the order is
        random, whatever `shuffle` says.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If there is nothing to draw from, not enough of it, or p is no distribution.
        """
    def dirichlet(
        self,
        alpha: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Dirichlet: vectors of positive numbers that add up to 1.

        Parameters
        ----------
        alpha : array_like, of shape (k,), positive
            The parameter of each number of a vector.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

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
        tol: float = 1e-08,
        *,
        method: str = "svd",
        device: _Device | None = None,
    ) -> ShardedArray:
        """Multivariate normal; the factor of the covariance is computed by NumPy on the host.

        Parameters are those of `numpy.random.Generator.multivariate_normal`.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If the shapes do not fit, or with ``check_valid="raise"`` if the covariance is not
            symmetric positive-semidefinite.
        """
    def random(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Uniform on [0, 1).

        Parameters are those of `numpy.random.Generator.random` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.
        dtype : dtype
            Of the result: float64 or float32.
        out : array, optional
            Where the result goes.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def uniform(
        self,
        low: _Numbers = 0.0,
        high: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Uniform on [low, high).

        Parameters are those of `numpy.random.Generator.uniform` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        low : float or array_like
            The lower end, which may be drawn.
        high : float or array_like
            The upper end, which is not drawn but by rounding.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def standard_normal(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Normal with mean 0 and standard deviation 1.

        Parameters are those of `numpy.random.Generator.standard_normal` and broadcast; arrays may be
        sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.
        dtype : dtype
            Of the result: float64 or float32.
        out : array, optional
            Where the result goes.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def normal(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Normal (Gaussian).

        Parameters are those of `numpy.random.Generator.normal` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            The standard deviation.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def lognormal(
        self,
        mean: _Numbers = 0.0,
        sigma: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Log-normal.

        Parameters are those of `numpy.random.Generator.lognormal` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        mean : float or array_like
            The mean of the logarithm.
        sigma : float or array_like, not negative
            The standard deviation of the logarithm.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def standard_exponential(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        method: str = "zig",
        out: _Out | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Exponential with mean 1; both methods are the inverse of the distribution function.

        Parameters are those of `numpy.random.Generator.standard_exponential` and broadcast; arrays may be
        sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def exponential(
        self,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Exponential.

        Parameters are those of `numpy.random.Generator.exponential` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        scale : float or array_like, not negative
            The mean, the inverse of the rate.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def laplace(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Laplace, or double exponential.

        Parameters are those of `numpy.random.Generator.laplace` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def gumbel(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Gumbel.

        Parameters are those of `numpy.random.Generator.gumbel` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        loc : float or array_like
            The mode.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def logistic(
        self,
        loc: _Numbers = 0.0,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Logistic.

        Parameters are those of `numpy.random.Generator.logistic` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        loc : float or array_like
            Where the middle of the distribution is.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def standard_cauchy(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Cauchy, with mode 0.

        Parameters are those of `numpy.random.Generator.standard_cauchy` and broadcast; arrays may be
        sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        size : int or tuple of int, optional
            Shape of the result; by default a number.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def rayleigh(
        self,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Rayleigh.

        Parameters are those of `numpy.random.Generator.rayleigh` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        scale : float or array_like, not negative
            The mode.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def weibull(
        self,
        a: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Weibull, with scale 1.

        Parameters are those of `numpy.random.Generator.weibull` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def pareto(
        self,
        a: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Pareto II, or Lomax.

        Parameters are those of `numpy.random.Generator.pareto` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def power(
        self,
        a: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Powers: density ``a * x ** (a - 1)`` on [0, 1].

        Parameters are those of `numpy.random.Generator.power` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        a : float or array_like, positive
            The shape of the distribution, its exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def triangular(
        self,
        left: _Numbers,
        mode: _Numbers,
        right: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Triangular on [left, right].

        Parameters are those of `numpy.random.Generator.triangular` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def geometric(
        self,
        p: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Geometric: how many trials up to the first success.

        Parameters are those of `numpy.random.Generator.geometric` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        p : float or array_like, above 0, to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def standard_gamma(
        self,
        shape: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike = ...,
        out: _Out | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Gamma with scale 1.

        Parameters are those of `numpy.random.Generator.standard_gamma` and broadcast; arrays may be
        sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one. `out`, if it is given.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def gamma(
        self,
        shape: _Numbers,
        scale: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Gamma.

        Parameters are those of `numpy.random.Generator.gamma` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        shape : float or array_like, not negative
            The shape of the distribution, k.
        scale : float or array_like, not negative
            How wide the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def beta(
        self,
        a: _Numbers,
        b: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Beta.

        Parameters are those of `numpy.random.Generator.beta` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        a : float or array_like, positive
            The first parameter, alpha.
        b : float or array_like, positive
            The second parameter, beta.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def chisquare(
        self,
        df: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Chi-square.

        Parameters are those of `numpy.random.Generator.chisquare` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def noncentral_chisquare(
        self,
        df: _Numbers,
        nonc: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Noncentral chi-square.

        Parameters are those of `numpy.random.Generator.noncentral_chisquare` and broadcast; arrays may be
        sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        nonc : float or array_like, not negative
            How far from the centre it is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def f(
        self,
        dfnum: _Numbers,
        dfden: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """F.

        Parameters are those of `numpy.random.Generator.f` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        dfnum : float or array_like, positive
            Degrees of freedom of the numerator.
        dfden : float or array_like, positive
            Degrees of freedom of the denominator.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def noncentral_f(
        self,
        dfnum: _Numbers,
        dfden: _Numbers,
        nonc: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Noncentral F.

        Parameters are those of `numpy.random.Generator.noncentral_f` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def standard_t(
        self,
        df: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Student's t.

        Parameters are those of `numpy.random.Generator.standard_t` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        df : float or array_like, positive
            Degrees of freedom.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def wald(
        self,
        mean: _Numbers,
        scale: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Wald, or inverse Gaussian.

        Parameters are those of `numpy.random.Generator.wald` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        mean : float or array_like, positive
            The mean.
        scale : float or array_like, positive
            The shape of the distribution.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def poisson(
        self,
        lam: _Numbers = 1.0,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Poisson.

        Parameters are those of `numpy.random.Generator.poisson` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        lam : float or array_like, not negative
            How many events are expected.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def binomial(
        self,
        n: _Numbers,
        p: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Binomial.

        Parameters are those of `numpy.random.Generator.binomial` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        n : int or array_like of int, not negative
            How many trials there are.
        p : float or array_like, from 0 to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def negative_binomial(
        self,
        n: _Numbers,
        p: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Negative binomial: how many failures before `n` successes.

        Parameters are those of `numpy.random.Generator.negative_binomial` and broadcast; arrays may be
        sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        n : float or array_like, positive
            How many successes end it.
        p : float or array_like, above 0, to 1
            The probability of a success.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def multinomial(
        self,
        n: _Numbers,
        pvals: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Multinomial: counts that add up to `n`, with the probabilities `pvals`.

        Parameters are those of `numpy.random.Generator.multinomial` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        n : int or array_like of int, not negative
            How many trials there are.
        pvals : array_like, of shape (..., k)
            The probabilities of k outcomes, which add up to 1.
        size : int or tuple of int, optional
            Shape of the result without its last dimension, along which each draw lies.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def zipf(
        self,
        a: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Zipf: whole numbers with probabilities in proportion to ``k ** -a``.

        Parameters are those of `numpy.random.Generator.zipf` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        a : float or array_like, above 1
            The exponent.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def logseries(
        self,
        p: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Logarithmic series: whole numbers with probabilities in proportion to ``p ** k / k``.

        Parameters are those of `numpy.random.Generator.logseries` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        p : float or array_like, from 0 to below 1
            The parameter of the distribution.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def vonmises(
        self,
        mu: _Numbers,
        kappa: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Von Mises: an angle on [-pi, pi] around mu.

        Parameters are those of `numpy.random.Generator.vonmises` and broadcast; arrays may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

        Parameters
        ----------
        mu : float or array_like
            The mode, an angle in radians.
        kappa : float or array_like, not negative
            How narrow the distribution is.
        size : int or tuple of int, optional
            Shape of the result; by default that of the parameters together, which gives a number for
            numbers.
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def hypergeometric(
        self,
        ngood: _Numbers,
        nbad: _Numbers,
        nsample: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Hypergeometric: how many good ones among those drawn without replacement.

        Parameters are those of `numpy.random.Generator.hypergeometric` and broadcast; arrays may be
        sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """
    def multivariate_hypergeometric(
        self,
        colors: Any,
        nsample: _Numbers,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        method: str = "marginals",
        *,
        device: _Device | None = None,
    ) -> ShardedArray:
        """Multivariate hypergeometric: how many of each colour are drawn, always by marginals.

        Parameters are those of `numpy.random.Generator.multivariate_hypergeometric` and broadcast; arrays
        may be sharded.
        ``device=`` places the result, else it lies as the largest sharded parameter does, or has the
        default sharding. Nothing moves between devices.

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
        device : mesh, NamedSharding, PartitionSpec or device, optional
            Where the result lies.

        Returns
        -------
        array or number
            An array; a number where nothing asks for more than one.

        Raises
        ------
        ValueError
            If a parameter is out of its range or shapes do not broadcast to the size.
        TypeError
            If a parameter is not a number or the size no whole number.
        """

def default_rng(seed: _Seed | Generator | None = None) -> Generator:
    """Make a `Generator`.

    Parameters
    ----------
    seed : int, array_like of ints, numpy.random.SeedSequence, jax key or Generator, optional
        By default fresh entropy of the system. A `Generator` is returned as it is, a key of
        ``jax.random`` is used as it is.

    Returns
    -------
    Generator
    """
