"""Constraints, and logical names of dimensions."""

from typing import assert_type

from jax.sharding import PartitionSpec as P

import sharray as xp

rules = xp.logical_rules((("batch", "x"), ("hidden", None)))
x = xp.zeros((13, 4))
assert_type(xp.with_sharding_constraint(x, P("x")), xp.ShardedArray)
tree = {"w": x, "b": x}
assert_type(xp.with_sharding_constraint(tree, P("x")), dict[str, xp.ShardedArray])
with rules:
    spec = xp.logical("batch", "hidden")
    assert_type(spec, P)
    y = xp.ones((5, 3), device=spec)
assert_type(rules.spec("batch", None), P)
