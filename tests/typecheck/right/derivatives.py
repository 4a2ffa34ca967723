"""JAX's transformations of functions of arrays."""

import jax
import jax.numpy as jnp

import sharray as xp


def loss(w: xp.ShardedArray, x: xp.ShardedArray) -> xp.ShardedArray:
    return xp.mean((x @ w - 1) ** 2)


w, x = xp.ones(3), xp.ones((13, 3))
value, gradient = jax.value_and_grad(loss)(w, x)
w -= 0.1 * gradient
hessian = jax.jit(jax.hessian(loss))(w, x)
y: jax.Array = jnp.sin(x.to_jax())
z: jax.Array = jax.jit(lambda v: jnp.sum(xp.to_jax(v)))(x)
back: xp.ShardedArray = xp.asarray(y)
