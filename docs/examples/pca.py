"""Principal components of scikit-learn's handwritten digits."""

import sys

import numpy as np
from sklearn.datasets import load_digits


def main(copies=1, components=5):
    data = np.asarray(load_digits().data)
    points = np.vstack([np.roll(data, i, axis=1) for i in range(copies)])
    centred = points - points.mean(axis=0)
    covariance = np.cov(centred, rowvar=False)
    values, vectors = np.linalg.eigh(covariance)
    order = np.argsort(values)[::-1][:components]
    projected = centred @ vectors[:, order]
    print("share of the variance", *(values[order] / values.sum()))
    print("spread", *np.std(projected, axis=0))
    return np.abs(projected)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
