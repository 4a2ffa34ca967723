"""The Mandelbrot set: how long each point takes to escape."""

import sys

import numpy as np


def main(size=200, iterations=50):
    x = np.linspace(-2.2, 0.8, size)
    y = np.linspace(-1.4, 1.4, size)
    c = x[np.newaxis, :] + 1j * y[:, np.newaxis]
    z = np.zeros_like(c)
    count = np.zeros(c.shape, dtype=int)
    for _ in range(iterations):
        inside = z.real**2 + z.imag**2 < 4.0
        z = np.where(inside, z * z + c, z)
        count += inside
    print("in the set", np.sum(count == iterations))
    print("mean count", count.mean())
    return count


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
