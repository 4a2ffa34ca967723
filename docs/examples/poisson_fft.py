"""Poisson's equation on a periodic square, by the fast Fourier transform."""

import sys

import numpy as np


def main(size=256):
    x = np.arange(size) * (2 * np.pi / size)
    x, y = np.meshgrid(x, x, indexing="ij")
    right = np.exp(np.sin(x) + np.cos(2 * y))
    right -= right.mean()
    k = np.fft.fftfreq(size, d=1 / size)
    squared = k[:, None] ** 2 + k[None, :] ** 2
    squared[0, 0] = 1.0
    u = np.fft.ifft2(-np.fft.fft2(right) / squared).real
    check = np.fft.ifft2(-np.fft.fft2(u) * squared).real
    print("largest", np.max(u))
    print("solved", np.allclose(check, right))
    return u


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
