"""Is a handwritten digit even? Logistic regression on scikit-learn's digits."""

import sys

import numpy as np
from sklearn.datasets import load_digits


def main(copies=1, steps=50, rate=0.5):
    digits = load_digits()
    x = np.tile(np.asarray(digits.data) / 16.0, (copies, 1))
    y = np.tile((np.asarray(digits.target) % 2 == 0).astype(float), copies)
    x = np.hstack([x, np.ones((len(x), 1))])
    weight = np.zeros(x.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-(x @ weight)))
        gradient = x.T @ (chance - y) / len(y) + 1e-3 * weight
        weight -= rate * gradient
    chance = 1 / (1 + np.exp(-(x @ weight)))
    right = np.mean((chance > 0.5) == (y > 0.5))
    loss = -np.mean(y * np.log(chance) + (1 - y) * np.log(1 - chance))
    print(f"right {right:.4f}, loss {loss:.6f}")
    return weight


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
