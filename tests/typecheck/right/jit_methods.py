"""A jitted method of a class that is a tree."""

from __future__ import annotations

import dataclasses
from typing import assert_type

import jax

import sharray as xp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Model:
    weights: xp.ShardedArray
    bias: xp.ShardedArray

    @xp.jit
    def predict(self, x: xp.ShardedArray) -> xp.ShardedArray:
        return x @ self.weights + self.bias


model = Model(xp.ones(3), xp.asarray(0.5))
assert_type(model.predict(xp.ones((4, 3))), xp.ShardedArray)
