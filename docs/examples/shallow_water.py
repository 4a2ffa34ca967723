"""Waves in shallow water, by Lax-Friedrichs steps on a torus."""

import sys

import numpy as np


def neighbours(a):
    return np.roll(a, -1, 0), np.roll(a, 1, 0), np.roll(a, -1, 1), np.roll(a, 1, 1)


def step(h, hu, hv, g, ratio):
    """Advance depth and both momenta; `ratio` is the time step by the grid's."""
    u, v = hu / h, hv / h
    pressure = 0.5 * g * h * h
    moved = []
    for field, along_x, along_y in (
        (h, hu, hv),
        (hu, hu * u + pressure, hu * v),
        (hv, hv * u, hv * v + pressure),
    ):
        east, west, north, south = neighbours(field)
        right, left, _, _ = neighbours(along_x)
        _, _, up, down = neighbours(along_y)
        moved.append(
            0.25 * (east + west + north + south)
            - 0.5 * ratio * (right - left)
            - 0.5 * ratio * (up - down)
        )
    return moved


def main(size=150, steps=20):
    x = np.linspace(-1, 1, size)
    x, y = np.meshgrid(x, x, indexing="ij")
    h = 1.0 + 0.3 * np.exp(-20 * (x**2 + y**2))
    hu, hv = np.zeros_like(h), np.zeros_like(h)
    for _ in range(steps):
        h, hu, hv = step(h, hu, hv, 9.81, 0.05)
    print("mass", h.sum())
    print("highest", h.max(), "fastest", np.sqrt((hu / h) ** 2 + (hv / h) ** 2).max())
    return h


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
