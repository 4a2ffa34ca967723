"""One key per element: which numbers an array gets does not depend on where its elements lie.

The key of an element is the generator's key, folded with the number of the call and with the
element's index in C order. Each device makes the keys of its block and draws by itself: nothing
moves, and nothing is larger than a block.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from sharray._core.layout import Aval, Layout, Spec, make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._engine import kernels
from sharray._engine.blocks import relayout
from sharray._engine.folds import on_cpu

IMPLEMENTATION = "threefry2x32"

#: How many elements a device draws at a time: what a sampler needs beside its result.
_CHUNK = {"cpu": 1 << 15, "gpu": 1 << 22}


def call_key(words: Any) -> Any:
    """Return the key of a call: two words of the generator's key, two of the number of the call."""
    key = jax.random.wrap_key_data(words[:2], impl=IMPLEMENTATION)
    return jax.random.fold_in(jax.random.fold_in(key, words[2]), words[3])


def _element_keys(key: Any, index: Any, size: int) -> Any:
    low = index.astype(jnp.uint32)
    if size <= 1 << 32:
        key = jax.random.fold_in(key, 0)
        return jax.vmap(lambda i: jax.random.fold_in(key, i))(low)
    high = (index >> 32).astype(jnp.uint32)
    return jax.vmap(lambda i, j: jax.random.fold_in(jax.random.fold_in(key, i), j))(high, low)


def _groups(layout: Layout) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return length, length of a block and mesh axes of runs of dimensions.

    A dimension that is not sharded is one with the dimension before it.
    """
    result: list[tuple[int, int, tuple[str, ...]]] = []
    for n, block, names in zip(layout.shape, layout.block_shape, layout.spec, strict=True):
        if result and block == n:
            before = result[-1]
            result[-1] = (before[0] * n, before[1] * n, before[2])
        else:
            result.append((n, block, names))
    return result


def _index(local: Any, layout: Layout) -> tuple[Any, Any]:
    """Return the index in C order of elements of this device's block, and which exist."""
    index: Any = jnp.zeros((), jnp.int64)
    inside: Any = jnp.ones((), bool)
    stride = 1
    groups = _groups(layout)
    for k, (n, block, names) in reversed(list(enumerate(groups))):
        here = local if k == 0 else local % block
        local = local // block if k else local
        here = here + kernels.position(names) * block
        inside = inside & (here < n)
        index = index + here * stride
        stride *= n
    return jnp.broadcast_to(index, local.shape), jnp.broadcast_to(inside, local.shape)


def _aligned(x: Any, source: Layout, target: Layout, vectors: int) -> tuple[Any, Spec]:
    """Bring a parameter to where the elements lie that it is for; lengths of 1 broadcast."""
    mesh = target.mesh
    extra = target.ndim + vectors - source.ndim
    shape = (1,) * extra + source.shape
    x = lax.expand_dims(x, range(extra))
    entries = ((),) * extra + (source.spec if source.mesh is not None else ((),) * source.ndim)
    spec = tuple(
        names if n == m and n > 1 else ()
        for n, m, names in zip(shape, target.shape, target.spec, strict=False)
    )
    spec += ((),) * vectors
    return relayout(x, make_layout(shape, mesh, entries), make_layout(shape, mesh, spec)), spec


def per_element(fn: Callable[..., Any], vectors: Sequence[int]) -> Callable[..., Any]:
    """Return the kernel that draws each element by itself.

    ``fn(key, *parameters, **static)`` draws one element. `vectors` says of each parameter, and
    last of the result, how many dimensions of it belong to one element.
    """

    def kernel(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
        layout = aval.layout
        assert layout.mesh is not None
        result = vectors[-1]
        outer = layout.ndim - result
        outer_layout = make_layout(layout.shape[:outer], layout.mesh, layout.spec[:outer])
        block = outer_layout.block_shape
        size = math.prod(block)
        arrays: list[Any] = [args[0]]
        specs: list[Spec] = [()]
        for x, a, n in zip(args[1:], avals[1:], vectors, strict=False):
            single = a.layout.ndim == n and a.layout.ndim == 0
            ready, spec = (x, ()) if single else _aligned(x, a.layout, outer_layout, n)
            arrays.append(ready)
            specs.append(spec)
        static = {k: v for k, v in params.values.items() if k not in op.signature.parameters}

        chunk = min(size, _CHUNK["cpu" if on_cpu(layout.mesh) else "gpu"])

        def body(words: Any, *blocks: Any) -> Any:
            key = call_key(words)
            flat = [
                jnp.broadcast_to(x, (*block, *x.shape[x.ndim - n :])).reshape(
                    size, *x.shape[x.ndim - n :]
                )
                if x.ndim
                else x
                for x, n in zip(blocks, vectors, strict=False)
            ]
            axes = tuple(0 if x.ndim else None for x in flat)

            def draw(start: Any) -> Any:
                index, inside = _index(start + lax.iota(jnp.int64, chunk), outer_layout)
                parameters = []
                for x in flat:
                    if x.ndim:
                        x = lax.dynamic_slice_in_dim(x, start, chunk)
                        # what lies in the padding may keep a sampler trying for ever
                        here = inside.reshape(-1, *(1,) * (x.ndim - 1))
                        x = jnp.where(here, x, jnp.ones((), x.dtype))
                    parameters.append(x)
                keys = _element_keys(key, index, outer_layout.size)
                drawn = jax.vmap(lambda k, *p: fn(k, *p, **static), in_axes=(0, *axes))
                return drawn(keys, *parameters).astype(aval.dtype)

            if chunk == size:
                return draw(0).reshape(*block, *layout.shape[outer:])

            def step(i: Any, value: Any) -> Any:
                # the last chunk draws some elements of the one before again
                start = jnp.minimum(i * chunk, size - chunk)
                return lax.dynamic_update_slice_in_dim(value, draw(start), start, 0)

            value = jnp.zeros((size, *layout.shape[outer:]), aval.dtype)
            value = lax.fori_loop(0, -(-size // chunk), step, value)
            return value.reshape(*block, *layout.shape[outer:])

        out = outer_layout.spec + ((),) * result
        value = kernels.on_blocks(body, layout.mesh, specs, out)(*arrays)
        return relayout(value, make_layout(layout.shape, layout.mesh, out), layout)

    return kernel
