"""Convolution with a kernel that every device has; of the vector only edges of shards move."""

from __future__ import annotations

from typing import Any

from sharray._core import rules
from sharray._core.layout import make_layout
from sharray._core.lazy import jnp, lax
from sharray._engine import kernels
from sharray._engine.blocks import constrain, relayout, resize
from sharray._ops.table import op


def _before(block: Any, length: int, names: tuple[str, ...], count: int) -> Any:
    """Return what lies before a device's block, `length` elements; zeros before the first."""
    size = block.shape[0]
    parts = []
    for hop in range(-(-length // size), 0, -1):
        taken = block[size - min(size, length - (hop - 1) * size) :]
        pairs = [(i, i + hop) for i in range(count - hop)]
        parts.append(
            kernels.permute(taken, names, pairs) if names and pairs else jnp.zeros_like(taken)
        )
    return parts


def _local(window: Any, v: Any, first: Any, n: int) -> Any:
    """Return elements of a convolution from `first` on, of a vector of n with zeros around it."""
    last = v.shape[0] - 1
    length = window.shape[0] - last

    def add(j: Any, total: Any) -> Any:
        return total + v[j] * lax.dynamic_slice_in_dim(window, last - j, length)

    def add_inside(j: Any, total: Any) -> Any:
        at = first - j + jnp.arange(length)
        return jnp.where((at >= 0) & (at < n), add(j, total), total)

    def run(add: Any) -> Any:
        # written out some at a time, which XLA makes one loop over the elements of
        return lax.fori_loop(0, v.shape[0], add, jnp.zeros(length, window.dtype), unroll=8)

    if not jnp.issubdtype(v.dtype, jnp.inexact):
        return run(add)
    # zeros times what is not finite are no zeros
    return lax.cond(jnp.isfinite(v).all(), lambda: run(add), lambda: run(add_inside))


def _convolve(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    mesh, spec = aval.layout.mesh, aval.layout.spec
    names, start = spec[0], params.values["start"]
    n, m = avals[0].shape[0], avals[1].shape[0]
    whole = make_layout((n + m - 1,), mesh, spec)
    x = relayout(args[0], avals[0].layout, make_layout((n,), mesh, spec))
    x = constrain(resize(resize(x, (n,)), whole.padded_shape), whole)
    v = relayout(args[1], avals[1].layout, make_layout((m,), mesh))

    def body(block: Any, v: Any) -> Any:
        window = [*_before(block, m - 1, names, whole.parts[0]), block] if m > 1 else [block]
        first = kernels.position(names) * block.shape[0]
        return _local(jnp.concatenate(window), v, first, n)

    full = kernels.on_blocks(body, mesh, [spec, ((),)], spec)(x, v)
    out = lax.slice_in_dim(full, start, start + aval.shape[0])
    return constrain(resize(out, aval.layout.padded_shape), aval.layout)


@op(
    rules.same,
    kinds="numeric",
    comm="halo",
    name="numpy.convolved",
    host=False,
    kernel=_convolve,
    samples=(
        "convolve(v, x(9, spec=P()))",
        "convolve(v, x(9, spec=P()), 'valid')",
        "correlate(v, x(9, spec=P()), 'same')",
    ),
)
def convolved(x, v, /, *, start, length):
    """Elements `start` to ``start + length`` of the convolution of a vector and a kernel."""
    full = _local(jnp.pad(x, v.shape[0] - 1), v, 0, x.shape[0])
    return lax.dynamic_slice_in_dim(full, start, length)
