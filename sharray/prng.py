"""Random numbers drawn on the devices, in parallel, each in its layout.

The methods are NumPy's; the numbers are those of JAX's keys: the same on every mesh, under every
sharding and in both modes. `sharray.random` gives NumPy's own numbers instead.
"""

from sharray._functions.prng.generator import Generator, default_rng

__all__ = ["Generator", "default_rng"]


def __dir__() -> list[str]:
    return __all__
