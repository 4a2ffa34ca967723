"""k-means clustering of scikit-learn's handwritten digits."""

import sys

import numpy as np
from sklearn.datasets import load_digits


def main(copies=1, clusters=10, iterations=10):
    data = np.asarray(load_digits().data)
    rng = np.random.default_rng(7)
    points = np.concatenate([data + 0.1 * i for i in range(copies)])
    centres = points[rng.choice(len(points), clusters, replace=False)]
    for _ in range(iterations):
        squared = (
            np.sum(points**2, axis=1)[:, None] - 2 * points @ centres.T + np.sum(centres**2, axis=1)
        )
        nearest = np.argmin(squared, axis=1)
        member = (nearest[:, None] == np.arange(clusters)).astype(float)
        centres = (member.T @ points) / np.maximum(member.sum(axis=0), 1)[:, None]
    inertia = np.sum(np.min(squared, axis=1))
    print("clusters", np.bincount(nearest, minlength=clusters).tolist())
    print("inertia", inertia)
    return centres


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
