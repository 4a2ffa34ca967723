"""Regression by a Gaussian process, with Cholesky's factors."""

import sys

import numpy as np


def kernel(a, b, length=0.3):
    return np.exp(-0.5 * ((a[:, None] - b[None, :]) / length) ** 2)


def main(size=300, wanted=50):
    rng = np.random.default_rng(8)
    x = np.sort(rng.uniform(0, 5, size))
    y = np.sin(3 * x) + 0.1 * rng.standard_normal(size)
    new = np.linspace(0, 5, wanted)
    covariance = kernel(x, x) + 0.01 * np.eye(size)
    factor = np.linalg.cholesky(covariance)
    weights = np.linalg.solve(factor.T, np.linalg.solve(factor, y))
    mean = kernel(new, x) @ weights
    part = np.linalg.solve(factor, kernel(x, new))
    variance = 1.0 - np.sum(part**2, axis=0)
    likelihood = -0.5 * y @ weights - np.sum(np.log(np.diag(factor)))
    print("log likelihood", likelihood)
    print("error", np.sqrt(np.mean((mean - np.sin(3 * new)) ** 2)))
    print("spread", np.sqrt(np.maximum(variance, 0)).max())
    return mean


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
