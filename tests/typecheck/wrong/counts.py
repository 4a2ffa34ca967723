"""The wrong number of arguments."""

import sharray as xp
import sharray.numpy as np
from sharray import distributed, linalg

x = xp.ones((3, 3))
xp.sum()  # error
xp.add(x)  # error
xp.sin(x, x, x)  # error
xp.multiply(x, x, x, x)  # error
xp.where(x > 0, x)  # error
xp.zeros()  # error
xp.unstack(x, 0, 1)  # error
linalg.inv(x, x)  # error
linalg.solve(x)  # error
xp.get_mesh(x)  # error
xp.reshard(x)  # error
distributed.process_index(0)  # error
np.arange()  # error
x.to_jax(x)  # error
first, second = linalg.svd(x)  # error
