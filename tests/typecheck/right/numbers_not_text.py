"""Numbers in all the forms that functions take them in, and text where that is data."""

from array import array
from collections.abc import Sequence

import jax
import numpy  # noqa: ICN001 (both are needed)
from numpy.typing import NDArray

import sharray as xp
import sharray.numpy as np
from sharray import prng, random

x = xp.ones((7, 3))
y = np.ones((7, 3))


def mean(values: Sequence[Sequence[float]], weights: NDArray[numpy.float64]) -> np.ndarray:
    return np.average(np.asarray(values), axis=0, weights=weights)


mean([[1.0], [2.0]], numpy.ones(2))
np.quantile(y, [0.25, 0.75])
np.quantile(y, numpy.float64(0.5))
np.quantile(y, np.asarray([0.1, 0.9]))
np.quantile(y, array("d", [0.5]))
np.repeat(y, range(7), axis=0)
np.pad(y, ((1, 1), (0, 2)))
np.allclose(y, y, rtol=1e-3, atol=numpy.float32(0.1))
np.linspace(0, np.asarray([1.0, 2.0]), 5)
np.where(y > 0, "a", "b")
np.full(3, "a")
np.random.choice(["a", "b"], 3)
np.random.permutation(["a", "b"])
np.random.normal([0.0, 1.0], numpy.ones(2))
np.random.default_rng(numpy.random.SeedSequence(1)).uniform(0, y)
np.random.default_rng(np.random.default_rng(1))
np.random.RandomState(numpy.int64(3)).gamma(2.0)
random.default_rng([1, 2, 3]).normal(size=3)
prng.default_rng(prng.default_rng(jax.random.key(1))).normal(x)
xp.linalg.norm(x, ord="fro")
xp.linalg.norm(x, ord=-numpy.inf)
xp.linalg.matrix_norm(x, ord=1)
np.linalg.cond(np.ones((2, 2)) + np.eye(2), "fro")
xp.visualize(xp.zeros(3, device=xp.make_mesh(1)))
xp.visualize(jax.ShapeDtypeStruct((8,), numpy.float64, sharding=x.sharding))
xp.visualize(x.sharding, shape=(7, 3))
xp.visualize(jax.numpy.ones(3))
y.shape = (3, 7)
y.shape = 21
y.shape = [7, 3]
y.dtype = numpy.dtype("i8")
