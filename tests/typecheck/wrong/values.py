"""Operands and options of the wrong type."""

import sharray as xp
import sharray.numpy as np
from sharray import prng, random

x = xp.ones((3, 3))
y = np.ones((3, 3))
x + "1"  # error
x * None  # error
2 - x > {"a": 1}  # error
x @ "text"  # error
xp.add(x, None)  # error
xp.sort(x, descending="yes")  # error
xp.zeros(3, dtype=3)  # error
xp.astype(x, 64)  # error
x.astype(1.5)  # error
xp.asarray([1.0], dtype=8)  # error
np.zeros(3, dtype=8)  # error
xp.searchsorted(x[0], 1.0, side="middle")  # error
xp.linalg.qr(x, mode="full")  # error
xp.fft.fft(x, norm="orthonormal")  # error
np.pad(y, 1, mode=3)  # error
xp.sqrt(x, out=[1.0])  # error
xp.visualize(3)  # error
xp.visualize([1.0, 2.0])  # error
x.shape = "a"  # error
y.shape = 1.5  # error
y.dtype = 8  # error
xp.linspace("1", "2")  # error
np.linspace(0, "2", 5)  # error
np.repeat(y, "2")  # error
np.quantile(y, "0.5")  # error
np.allclose(y, y, rtol="1")  # error
np.average(y, weights="w")  # error
np.clip(y, "0", 1)  # error
x.clip(max="1")  # error
xp.linalg.norm(x, ord=[1])  # error
xp.linalg.vector_norm(x, ord="nuc2")  # error
np.linalg.cond(y, "first")  # error
prng.default_rng("seed")  # error
prng.default_rng(1).normal("a")  # error
random.default_rng("seed")  # error
np.random.default_rng("seed")  # error
np.random.seed("seed")  # error
np.random.RandomState(1.5)  # error
np.random.normal("a")  # error
np.random.default_rng(1).uniform(0, "1")  # error
text: str = xp.sum(x)  # error
shape: list[int] = x.shape  # error
length: int = xp.sum(x)  # error
columns: float = np.sum(y, axis=0)  # error
rows: float = y.mean(1)  # error
answer: str = np.any(y)  # error
x += "1"  # error
