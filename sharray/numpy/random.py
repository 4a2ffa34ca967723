"""NumPy's random numbers, bit for bit, drawn by NumPy shard after shard.

`numpy.random` with results on the devices: an unmodified program prints the same numbers. The
functions of the module draw from NumPy's own global generator, so that libraries which use
`numpy.random` and this program go on with one stream, as they would in NumPy.
"""

import functools

import numpy as np

from sharray._functions.flavours import NUMPY
from sharray._functions.numpy_random.generators import random_module

globals().update(_names := random_module(NUMPY))
__all__ = sorted(_names)  # pyright: ignore[reportUnsupportedDunderAll]
#: `mtrand`, which NumPy has beside its public names.
__getattr__ = functools.partial(getattr, np.random)


def __dir__() -> list[str]:
    return __all__
