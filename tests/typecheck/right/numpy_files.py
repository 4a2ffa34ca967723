"""NumPy's files."""

import tempfile
from pathlib import Path

import sharray.numpy as np

with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    x = np.arange(6.0)
    np.save(folder / "x.npy", x)
    np.savez(folder / "both.npz", x=x, y=2 * x)
    np.savetxt(folder / "x.txt", x, fmt="%.3f", delimiter=",")
    y = np.load(folder / "x.npy")
    z: np.ndarray = np.loadtxt(folder / "x.txt", delimiter=",")
    x.tofile(folder / "x.bin")
    w: np.ndarray = np.fromfile(folder / "x.bin", dtype=np.float64)
