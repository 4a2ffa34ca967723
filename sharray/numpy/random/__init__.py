"""NumPy's random numbers, bit for bit, drawn by NumPy shard after shard.

`numpy.random` with results on the devices: an unmodified program prints the same numbers. The
functions of the module draw from NumPy's own global generator, so that libraries which use
`numpy.random` and this program go on with one stream, as they would in NumPy.
"""

from __future__ import annotations

import numpy as np
from numpy.random import (
    MT19937,
    PCG64,
    PCG64DXSM,
    SFC64,
    BitGenerator,
    Philox,
    SeedSequence,
    bytes,
    get_state,
    seed,
    set_state,
)

from sharray.numpy.random._generators import Generator, RandomState, default_rng, of_global

__all__ = [
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "SFC64",
    "BitGenerator",
    "Generator",
    "Philox",
    "RandomState",
    "SeedSequence",
    "bytes",
    "default_rng",
    "get_state",
    "seed",
    "set_state",
]

# what acts on the global generator's bits, and the functions that draw from it
get_bit_generator = np.random.get_bit_generator  # type: ignore[attr-defined]
set_bit_generator = np.random.set_bit_generator  # type: ignore[attr-defined]
_drawing = {name: of_global(name) for name in np.random.__all__ if name not in globals()}
globals().update(_drawing)
__all__ = [*__all__, "get_bit_generator", "set_bit_generator", *_drawing]  # pyright: ignore[reportUnsupportedDunderAll]
del np
