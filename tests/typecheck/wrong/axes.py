"""Axes, shapes and indices of the wrong type."""

import sharray as xp
import sharray.numpy as np

x = xp.ones((3, 3))
y = np.ones((3, 3))
x.sum(axis="rows")  # error
xp.sum(x, axis="rows")  # error
xp.sum(x, axis=0.5)  # error
xp.argmax(x, axis=(0, 1))  # error
xp.cumulative_sum(x, axis=(0, 1))  # error
x.mean(axis=[0, 1])  # error
xp.sum(x, axis=[0, 1])  # error
np.squeeze(y, axis=[0])  # error
xp.zeros("three")  # error
xp.eye("three")  # error
xp.reshape(x, "flat")  # error
xp.zeros((3, 2.5))  # error
xp.moveaxis(x, "first", 0)  # error
np.sum(y, axis="rows")  # error
np.take(y, [0], axis="rows")  # error
x[1.5]  # error
x["first"]  # error
x[{0: 1}] = 2  # error
x[0] = "text"  # error
