"""The triangular factor of tall matrices, whose rows stay on their devices."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from jax import lax

from sharray._core import rules
from sharray._core.layout import make_layout
from sharray._engine import kernels
from sharray._engine.blocks import free_axes, relayout, resize
from sharray._engine.folds import Valid
from sharray._ops.table import op


def _triangle(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    source = avals[0].layout
    mesh, columns = source.mesh, source.shape[1]
    spec = free_axes(source, (1,)) or ((), ())
    x = relayout(args[0], source, make_layout(source.shape, mesh, spec))
    x = Valid(source.shape).fill(x, 0, 0)

    def body(block: Any) -> Any:
        made = jnp.linalg.qr(block, mode="r")
        if spec[0]:
            made = jnp.linalg.qr(lax.all_gather(made, spec[0], tiled=True), mode="r")
        return resize(made, (columns, columns))

    made = kernels.on_blocks(body, mesh, [spec], ((), ()))(x)
    return relayout(made, make_layout(aval.shape, mesh), aval.layout)


@op(
    rules.create,
    kinds="floating-point",
    comm="reduce",
    name="numpy.triangle",
    host=False,
    kernel=_triangle,
)
def triangle(x, /):
    """Upper triangular factor R of a QR decomposition, square: each device's rows, then those."""
    return resize(jnp.linalg.qr(x, mode="r"), (x.shape[1], x.shape[1]))
