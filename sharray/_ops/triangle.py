"""The triangular factor of tall matrices, whose rows stay on their devices."""

from __future__ import annotations

from typing import Any

from sharray._core import rules
from sharray._core.layout import make_layout
from sharray._core.lazy import jnp, lax
from sharray._engine.blocks import free_axes, resize, run_on_blocks
from sharray._engine.folds import Valid
from sharray._ops.table import op


def _triangle(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    source = avals[0].layout
    mesh, columns = source.mesh, source.shape[1]
    spec = free_axes(source, (1,)) or ((), ())
    x = Valid(source.shape).fill(args[0], 0, 0)

    def body(block: Any) -> Any:
        triangle = jnp.linalg.qr(block, mode="r")
        if spec[0]:
            triangle = jnp.linalg.qr(lax.all_gather(triangle, spec[0], tiled=True), mode="r")
        return resize(triangle, (columns, columns))

    layouts = [make_layout(source.shape, mesh, spec)]
    return run_on_blocks(body, [x], avals, layouts, make_layout(aval.shape, mesh), aval)


@op(
    rules.create,
    kinds="floating-point",
    comm="reduce",
    name="numpy.triangle",
    host=False,
    kernel=_triangle,
    samples=("polyfit(v, v2, 2)",),
)
def triangle(x, /):
    """Upper triangular factor R of a QR decomposition, square: each device's rows, then those."""
    return resize(jnp.linalg.qr(x, mode="r"), (x.shape[1], x.shape[1]))
