"""`sharray.jit` beside `jax.jit`, and a train step of Flax beside the same on plain jax.Arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import sharray as xp

from .sizes import Sizes
from .timing import in_turns


def _function(np: Any, x: Any, y: Any) -> Any:
    z = np.sin(x) * y + 1.0
    return z, np.sum(z, axis=0)


def _jit(shape: Callable[[Sizes], tuple[int, int]]) -> Callable[[Sizes], dict[str, Any]]:
    def measure(sizes: Sizes) -> dict[str, Any]:
        mesh = xp.make_mesh((len(jax.devices()),), ("data",))
        values = np.random.default_rng(0).random(shape(sizes))
        with xp.use_mesh(mesh):
            x = xp.asarray(values, device=P("data"))
            # what does not divide JAX is given as it is stored: padded
            buffer = x.to_jax(padded=True)
            ours = xp.jit(lambda x, y: _function(xp, x, y))
            theirs = jax.jit(lambda x, y: _function(jnp, x, y))
            samples = in_turns(
                {
                    "sharray": lambda: xp.block_until_ready(ours(x, x)),
                    "JAX": lambda: jax.block_until_ready(theirs(buffer, buffer)),
                },
                2 * sizes.budget,
                rounds=(15, 201),
            )
        return {"samples": samples, "shape": list(values.shape), "compiled": ours.cache_size()}

    return measure


def _train(sizes: Sizes) -> dict[str, Any]:
    import flax.linen as nn
    import optax
    from flax.training.train_state import TrainState

    class Model(nn.Module):
        @nn.compact
        def __call__(self, x: Any) -> Any:
            init = nn.initializers.lecun_normal()
            for _ in range(2):
                wide = nn.with_partitioning(init, (None, "model"))
                narrow = nn.with_partitioning(init, ("model", None))
                h = nn.relu(nn.Dense(4 * side, kernel_init=wide, use_bias=False)(x))
                x = x + nn.Dense(side, kernel_init=narrow, use_bias=False)(h)
            return x

    side = max(64, sizes.side // 4 // 8 * 8)
    count = len(jax.devices())
    mesh = xp.make_mesh((max(1, count // 2), min(2, count)), ("data", "model"))
    model, adam = Model(), optax.adam(0.001)
    apply: Any = model.apply
    values = np.random.default_rng(0).random((256, side), np.float32)
    there = NamedSharding(mesh, P("data"))

    def init(key: Any, x: Any) -> Any:
        return TrainState.create(apply_fn=apply, params=model.init(key, xp.to_jax(x)), tx=adam)

    def step(state: Any, x: Any) -> Any:
        def loss(params: Any) -> Any:
            return jnp.mean((apply(xp.to_jax(params), xp.to_jax(x)) - 1) ** 2)

        return state.apply_gradients(grads=jax.grad(loss)(state.params))

    with xp.use_mesh(mesh):
        key = jax.random.key(0)
        specs = nn.get_partition_spec(jax.eval_shape(init, key, values))
        shardings = jax.tree.map(
            lambda spec: NamedSharding(mesh, spec), specs, is_leaf=lambda v: isinstance(v, P)
        )
        x, plain_x = xp.asarray(values, device=P("data")), jax.device_put(values, there)
        state = xp.jit(init, out_shardings=specs)(key, x)
        plain = jax.jit(init, out_shardings=shardings)(key, plain_x)
        ours = xp.jit(step)
        theirs = jax.jit(step, in_shardings=(shardings, there), out_shardings=shardings)
        samples = in_turns(
            {
                "sharray": lambda: xp.block_until_ready(ours(state, x)),
                "JAX": lambda: jax.block_until_ready(theirs(plain, plain_x)),
            },
            2 * sizes.budget,
            rounds=(15, 201),
        )
    return {"samples": samples, "shape": [len(values), side], "compiled": ours.cache_size()}


EVEN, UNEVEN, TRAIN = "jit, a shape that divides", "jit, a shape that does not", "train step, Flax"
#: Case -> how many times the time of JAX it may take; None where it is only shown.
MOST: dict[str, float | None] = {EVEN: 1.1, UNEVEN: None, TRAIN: 1.05}
TRANSFORMED = {
    EVEN: _jit(lambda sizes: (sizes.side // 8 * 8, sizes.side)),
    UNEVEN: _jit(lambda sizes: (sizes.side // 8 * 8 + 3, sizes.side)),
    TRAIN: _train,
}
