"""Operands and options of the wrong type."""

import sharray as xp
import sharray.numpy as np

x = xp.ones((3, 3))
y = np.ones((3, 3))
x + "1"  # error
x * None  # error
2 - x > {"a": 1}  # error
x @ "text"  # error
xp.add(x, None)  # error
xp.sort(x, descending="yes")  # error
xp.zeros(3, dtype=3)  # error
xp.astype(x, 64)  # error
x.astype(1.5)  # error
xp.asarray([1.0], dtype=8)  # error
np.zeros(3, dtype=8)  # error
xp.searchsorted(x[0], 1.0, side="middle")  # error
xp.linalg.qr(x, mode="full")  # error
xp.fft.fft(x, norm="orthonormal")  # error
np.pad(y, 1, mode=3)  # error
xp.sqrt(x, out=[1.0])  # error
text: str = xp.sum(x)  # error
shape: list[int] = x.shape  # error
length: int = xp.sum(x)  # error
x += "1"  # error
