"""Trees of arrays: JAX's functions, and waiting for them."""

from typing import NamedTuple, assert_type

import jax

import sharray as xp


class State(NamedTuple):
    position: xp.ShardedArray
    velocity: xp.ShardedArray


@xp.jit
def step(state: State, dt: float) -> State:
    velocity = state.velocity - dt * state.position
    return State(state.position + dt * velocity, velocity)


state = step(State(xp.ones(13), xp.zeros(13)), dt=0.1)
assert_type(state, State)
assert_type(xp.block_until_ready(state), State)
halves: State = jax.tree.map(lambda leaf: leaf / 2, state)
leaves, structure = jax.tree.flatten({"a": state.position, "b": [state.velocity]})
shapes: list[tuple[int, ...]] = [x.shape for x in leaves]
plain = xp.to_jax(state)
