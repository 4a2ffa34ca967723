"""A linear system with a heavy diagonal, by Jacobi's iteration."""

import sys

import numpy as np


def main(size=300, iterations=30):
    rng = np.random.default_rng(4)
    matrix = rng.random((size, size))
    np.fill_diagonal(matrix, size)
    right = rng.random(size)
    diagonal = np.diag(matrix).copy()
    rest = matrix - np.diagflat(diagonal)
    x = np.zeros(size)
    for _ in range(iterations):
        x = (right - rest @ x) / diagonal
    print("residual", np.linalg.norm(matrix @ x - right) < 1e-6)
    print("solution", *x[:4])
    return x


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
