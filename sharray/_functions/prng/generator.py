"""`Generator`: NumPy's methods, drawn on the devices."""

from __future__ import annotations

import math
import operator
import threading
from typing import Any, cast

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core import user_line
from sharray._core.lazy import jax, jnp
from sharray._functions.prng import draw, ranges
from sharray._functions.prng.keys import IMPLEMENTATION
from sharray._functions.prng.methods import drawing
from sharray._functions.random_arguments import shape_of_size, take_along, write_out
from sharray._ops import creation, elementwise, statistical
from sharray._ops.data_types import astype
from sharray._ops.indexing import take_along_axis
from sharray._ops.manipulation import reshape
from sharray._ops.products import matmul
from sharray._ops.searching import searchsorted
from sharray._ops.sorting import argsort
from sharray._record import writes
from sharray._record.handles import Handle


@drawing
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

    __module__ = "sharray.prng"

    def __init__(self, key: Any) -> None:
        if jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
            if str(jax.random.key_impl(key)) != IMPLEMENTATION:
                raise ValueError(
                    f"the key must be of {IMPLEMENTATION}, not {jax.random.key_impl(key)}"
                )
            key = jax.random.key_data(key)
        words = np.asarray(key)
        if words.shape != (2,) or words.dtype != np.uint32:
            raise ValueError(
                f"a key is one of jax.random.key, not {words.dtype}{list(words.shape)}"
            )
        self.__setstate__((words, 0, 0))

    def __getstate__(self) -> Any:
        return self._words, self._count, self._children

    def __setstate__(self, state: Any) -> None:
        self._words, self._count, self._children = state
        self._lock = threading.Lock()

    def __reduce__(self) -> Any:
        return type(self), (self._words,), self.__getstate__()

    def __repr__(self) -> str:
        return f"Generator({self._words[0]:#010x}, {self._words[1]:#010x}; {self._count} draws)"

    @property
    def key(self) -> Any:
        """The key of ``jax.random`` that all draws are folded from."""
        return jax.random.wrap_key_data(self._words, impl=IMPLEMENTATION)

    def _next(self) -> np.ndarray:
        """Return the key and the number of the next draw."""
        with self._lock:
            count = self._count
            self._count += 1
        return np.array([*self._words, count & 0xFFFFFFFF, count >> 32], np.uint32)

    def _part(self, name: str, size: Any, device: Any = None, **values: Any) -> Any:
        return draw.draw(name, self._next(), values, size, device=device)

    def spawn(self, n_children: int) -> list[Generator]:
        """Make independent generators, others with each call."""
        with self._lock:
            first = self._children
            self._children += n_children
        parent = np.random.SeedSequence([int(w) for w in self._words], n_children_spawned=first)
        return [Generator(_words(child)) for child in parent.spawn(n_children)]

    def bytes(self, length: int) -> bytes:
        """Return random bytes."""
        words = np.asarray(self._part("bits", -(-operator.index(length) // 8)))
        return words.astype("<u8").tobytes()[:length]

    def integers(
        self,
        low: Any,
        high: Any = None,
        size: Any = None,
        dtype: Any = np.int64,
        endpoint: bool = False,
        *,
        device: Any = None,
    ) -> Any:
        """Integers from low to high, which is left out unless `endpoint`.

        Parameters are those of `numpy.random.Generator.integers`. Of 128 random bits each, so that
        no number is more likely than another by more than 2**-64.

        Raises
        ------
        ValueError
            If a range is empty, or does not fit the dtype.
        """
        dtype = np.dtype(dtype)
        if dtype.kind not in "biu":
            raise TypeError(f"Unsupported dtype {dtype!r} for integers")
        low, high = (0, low) if high is None else (low, high)
        start, count = ranges.ranges(low, high, dtype, endpoint)
        drawn = self._part("offsets", size, device, count=count)
        if not isinstance(drawn, Handle):
            return (drawn + start.astype(np.int64)).astype(dtype).item()
        # modulo 2**64, as the bits of both are
        return astype(elementwise.add(drawn, astype(start, np.int64)), dtype, copy=False)

    def permutation(self, x: Any, axis: int = 0, *, device: Any = None) -> Any:
        """Permute the numbers below x, or a copy of the array x along an axis."""
        if not isinstance(x, Handle) and not np.ndim(x):
            return self._order(operator.index(x), device)
        x = _array(x)
        if not x.shape:
            return self._order(int(x), device)
        axis = normalize_axis_index(axis, x.ndim)
        return draw.on_device(take_along(x, self._order(x.shape[axis]), axis), device)

    def _order(self, n: int, device: Any = None) -> Any:
        return argsort(self._part("bits", n, device))

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Permute an array or a sequence in place, along an axis."""
        if isinstance(x, Handle):
            writes.check_writable(x)
            writes.assign(x, self.permutation(x, axis))
        elif isinstance(x, np.ndarray):
            order = np.asarray(self._order(x.shape[normalize_axis_index(axis, x.ndim)]))
            x[...] = np.take(x, order, axis)
        else:
            x[:] = [x[i] for i in self._order(len(x)).tolist()]

    def permuted(self, x: Any, *, axis: int | None = None, out: Any = None) -> Any:
        """Permute the elements along an axis, each line by itself, or all of them."""
        x = _array(x)
        shape = x.shape
        if axis is None:
            result = reshape(self.permutation(reshape(x, (-1,))), shape)
        else:
            axis = normalize_axis_index(axis, len(shape))
            order = argsort(self._part("bits", shape), axis=axis)
            result = take_along_axis(x, order, axis=axis)
        return result if out is None else write_out(out, result)

    def choice(
        self,
        a: Any,
        size: Any = None,
        replace: bool = True,
        p: Any = None,
        axis: int = 0,
        shuffle: bool = True,
        *,
        device: Any = None,
    ) -> Any:
        """Draw from the numbers below a, or along an axis of the array a.

        Parameters are those of `numpy.random.Generator.choice`; without replacement the order is
        random, whatever `shuffle` says.

        Raises
        ------
        ValueError
            If there is nothing to draw from, not enough of it, or p is no distribution.
        """
        plain = not isinstance(a, Handle) and not np.ndim(a)
        if plain:
            population = operator.index(cast(Any, a))
        else:
            a = _array(a)
            axis = normalize_axis_index(axis, a.ndim)
            population = a.shape[axis]
        shape = shape_of_size(size)
        index = self._chosen(population, shape, replace, p, device)
        if plain:
            return index
        return draw.on_device(take_along(a, index, axis), device if np.ndim(index) else None)

    def _chosen(
        self, n: int, size: tuple[int, ...] | None, replace: bool, p: Any, device: Any
    ) -> Any:
        count = 1 if size is None else math.prod(size)
        if n < 1 and count:
            raise ValueError("a must be a positive integer unless no samples are taken")
        weights = None if p is None else _weights(p, n)
        if replace and weights is None:
            return self.integers(0, max(n, 1), size, device=device)
        if replace:
            total = statistical.cumsum(weights, axis=0)
            x = self.random((count,), device=device)  # type: ignore[attr-defined]
            index = searchsorted(elementwise.divide(total, total[-1]), x, side="right")
        else:
            available = n if weights is None else int(np.count_nonzero(np.asarray(weights)))
            if count > available:
                raise ValueError(
                    f"cannot take {count} of {available} without replacement (those of "
                    "probability 0 do not count)"
                )
            index = self._ranked(n, weights)[:count]
        if size is None:
            return int(index[0])
        return draw.on_device(reshape(index, size), device)

    def _ranked(self, n: int, weights: Any) -> Any:
        if weights is None:
            return self._order(n)
        # the first to arrive, at the rates of their weights
        rates = elementwise.divide(self.standard_exponential(n), weights)  # type: ignore[attr-defined]
        return argsort(rates)

    def dirichlet(self, alpha: Any, size: Any = None, *, device: Any = None) -> Any:
        """Dirichlet: vectors of positive numbers that add up to 1."""
        alpha = np.asarray(alpha, np.float64)
        if alpha.ndim != 1:
            raise ValueError(f"dirichlet: alpha must be a vector, not of shape {alpha.shape}")
        if not np.all(alpha >= 0) or not np.any(alpha > 0):
            raise ValueError("dirichlet: alpha < 0, all of it 0, or it contains NaNs")
        shape = (*(shape_of_size(size) or ()), alpha.size)
        logs = self._part("loggamma", shape, device, shape=np.where(alpha > 0, alpha, 1.0))
        if not np.all(alpha > 0):
            logs = elementwise.where(creation.asarray(alpha > 0), logs, -np.inf)
        shifted = elementwise.exp(
            elementwise.subtract(logs, statistical.max(logs, axis=-1, keepdims=True))
        )
        return elementwise.divide(shifted, statistical.sum(shifted, axis=-1, keepdims=True))

    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: Any = None,
        check_valid: str = "warn",
        tol: float = 1e-8,
        *,
        method: str = "svd",
        device: Any = None,
    ) -> Any:
        """Multivariate normal; the factor of the covariance is computed by NumPy on the host.

        Parameters are those of `numpy.random.Generator.multivariate_normal`.

        Raises
        ------
        ValueError
            If the shapes do not fit, or with ``check_valid="raise"`` if the covariance is not
            symmetric positive-semidefinite.
        """
        mean, cov = np.asarray(mean, np.float64), np.asarray(cov, np.float64)
        if mean.ndim != 1 or cov.shape != (mean.size, mean.size):
            raise ValueError(
                f"mean must be a vector and cov a matrix like it, not {mean.shape} and {cov.shape}"
            )
        factor = _factor(cov, check_valid, tol, method)
        shape = (*(shape_of_size(size) or ()), mean.size)
        normal = self.standard_normal(shape, device=device)  # type: ignore[attr-defined]
        return elementwise.add(matmul(normal, creation.asarray(factor.T)), creation.asarray(mean))


def _array(x: Any) -> Any:
    return x if isinstance(x, Handle) else creation.asarray(x)


def _weights(p: Any, n: int) -> Any:
    p = _array(p if isinstance(p, Handle) else np.asarray(p, np.float64))
    if p.shape != (n,):
        raise ValueError(f"a and p must have the same size, not {n} and shape {p.shape}")
    low, total = float(statistical.min(p)), float(statistical.sum(p))
    if not low >= 0:
        raise ValueError("probabilities are not non-negative")
    if not abs(total - 1) <= math.sqrt(np.finfo(np.float64).eps):
        raise ValueError("probabilities do not sum to 1")
    return p


def _factor(cov: np.ndarray, check_valid: str, tol: float, method: str) -> np.ndarray:
    """Return a matrix whose product with its transpose is `cov`."""
    if method not in ("eigh", "svd", "cholesky"):
        raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
    if check_valid not in ("warn", "raise", "ignore"):
        raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
    if method == "cholesky":
        return np.linalg.cholesky(cov)
    if method == "svd":
        u, s, vh = np.linalg.svd(cov)
        valid = np.allclose((vh.T * s) @ vh, cov, rtol=tol, atol=tol)
    else:
        s, u = np.linalg.eigh(cov)
        valid = bool(np.all(s >= -tol)) and np.allclose(cov, cov.T, rtol=tol, atol=tol)
    if not valid and check_valid == "raise":
        raise ValueError("covariance is not symmetric positive-semidefinite.")
    if not valid and check_valid == "warn":
        text = "covariance is not symmetric positive-semidefinite."
        user_line.warn(text, RuntimeWarning)
    return u * np.sqrt(np.abs(s))


def _words(seeds: np.random.SeedSequence) -> np.ndarray:
    return seeds.generate_state(2, np.uint32)


def default_rng(seed: Any = None) -> Generator:
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
    if isinstance(seed, Generator):
        return seed
    if isinstance(seed, jax.Array) and jnp.issubdtype(seed.dtype, jax.dtypes.prng_key):
        return Generator(seed)
    if isinstance(seed, Handle):
        seed = np.asarray(seed)
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(seed)
    return Generator(_words(seed))
