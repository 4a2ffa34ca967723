"""Names that are not there, or misspelt."""

import sharray as xp
import sharray.numpy as np
from sharray import checkpoint, distributed, linalg, random

x = xp.ones((3, 3))
y = np.ones((3, 3))
xp.summ(x)  # error
x.summ()  # error
(x + 1).meann()  # error
x.T.mean_()  # error
xp.sin.reduce(x)  # error
xp.add.reduced(x)  # error
linalg.inverse(x)  # error
linalg.eigh(x).values  # error
random.normale()  # error
checkpoint.restore("folder")  # error
distributed.rank()  # error
np.zeroes(3)  # error
np.linalg.solv(y, y)  # error
y.summ()  # error
y.padded_shapes  # error
x.append(1)  # error
xp.mesh  # error
