"""Heat in a square plate, by explicit steps of the heat equation."""

import sys

import numpy as np


def main(size=200, steps=50):
    u = np.zeros((size, size))
    u[0, :] = 100.0
    u[:, 0] = 50.0
    for _ in range(steps):
        u[1:-1, 1:-1] += 0.2 * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]
        )
    middle = u[size // 2, :5]
    print("mean temperature", np.mean(u))
    print("near the edge", *middle)
    return u


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
