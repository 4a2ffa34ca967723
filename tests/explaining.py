"""What the tests of `explain` share."""

import jax
from jax.sharding import NamedSharding

import sharray as xp

F = 8  # bytes of a float64


def array(*shape, at, dtype="float64"):
    """An array of which only shape, dtype and sharding are known."""
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(xp.get_mesh(), at))


def moves(made):
    return [(c.kind, c.bytes, c.axes) for c in made.collectives]
