"""Conway's game of life on a torus."""

import sys

import numpy as np


def step(cells):
    around = sum(
        np.roll(cells, (dy, dx), axis=(0, 1))
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if (dy, dx) != (0, 0)
    )
    return ((around == 3) | ((cells == 1) & (around == 2))).astype(np.uint8)


def main(size=200, steps=20):
    rng = np.random.default_rng(1)
    cells = (rng.random((size, size)) < 0.3).astype(np.uint8)
    for _ in range(steps):
        cells = step(cells)
    print("alive", np.count_nonzero(cells))
    print("of the first row", cells[0, :20].tolist())
    return cells


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
