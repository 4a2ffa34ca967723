"""Poisson's equation on a square, by conjugate gradients without a matrix."""

import sys

import numpy as np


def laplace(u):
    """Apply the five-point operator to values that are zero beyond the edges."""
    padded = np.pad(u, 1)
    return 4 * u - padded[2:, 1:-1] - padded[:-2, 1:-1] - padded[1:-1, 2:] - padded[1:-1, :-2]


def main(size=200, iterations=40):
    x, y = np.meshgrid(np.linspace(0, 1, size), np.linspace(0, 1, size), indexing="ij")
    right = np.sin(np.pi * x) * np.cos(2 * np.pi * y) / size**2
    u = np.zeros_like(right)
    residual = right - laplace(u)
    direction = residual.copy()
    squared = np.vdot(residual, residual)
    for _ in range(iterations):
        moved = laplace(direction)
        length = squared / np.vdot(direction, moved)
        u += length * direction
        residual -= length * moved
        before, squared = squared, np.vdot(residual, residual)
        direction = residual + (squared / before) * direction
    print("residual", np.sqrt(squared))
    print("norm of the solution", np.linalg.norm(u))
    return u


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
