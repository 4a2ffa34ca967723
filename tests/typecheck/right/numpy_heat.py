"""A NumPy program: the heat equation."""

from typing import assert_type

import sharray.numpy as np


def step(u: np.ndarray, courant: float = 0.2) -> None:
    u[1:-1] += courant * (u[2:] - 2 * u[1:-1] + u[:-2])


def energy(u: np.ndarray) -> float:
    return float(np.sum(u**2))


u = np.zeros(101)
u[40:60] = 1.0
for _ in range(3):
    step(u)
assert_type(energy(u), float)
assert_type(np.gradient(u, 0.1, axis=0), np.ndarray)
assert_type(np.pad(u, (1, 1), mode="edge"), np.ndarray)
print(f"{u.max():.2f}", u.argmax(), np.count_nonzero(u > 0.5))
