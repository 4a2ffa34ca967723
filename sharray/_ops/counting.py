"""Counting: each device counts its own elements, and the devices add up."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.layout import make_layout
from sharray._core.lazy import jnp, lax
from sharray._engine import lookups
from sharray._engine.blocks import run_on_blocks
from sharray._engine.folds import Valid
from sharray._ops.table import op


def _added_up(index: Any, what: Any, length: int, dtype: Any) -> Any:
    """Add up `what` of each number below `length`."""
    return jnp.zeros(length, dtype).at[index.reshape(-1)].add(what, mode="drop")


def _count(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    layout = avals[0].layout
    mesh, length = layout.mesh, aval.shape[0]
    index = Valid(layout.shape).fill(args[0].astype(jnp.int64), length, None)
    owners = tuple(name for names in layout.spec for name in names)
    small = len(args) == 1 and math.prod(layout.block_shape) < np.iinfo(np.int32).max

    def body(index: Any, *weights: Any) -> Any:
        what = weights[0].reshape(-1) if weights else 1
        total = _added_up(index, what, length, np.int32 if small else aval.dtype)
        total = total.astype(aval.dtype)
        return lax.psum(total, owners) if owners else total

    inner = make_layout(aval.shape, mesh)
    return run_on_blocks(body, [index, *args[1:]], avals, [layout] * len(args), inner, aval)


def _counted(x: np.ndarray, length: int) -> np.ndarray:
    return np.bincount(x[x < length].astype(np.int64), minlength=length)


def _weighed(x: np.ndarray, weights: np.ndarray, length: int) -> np.ndarray:
    total = np.zeros(length, weights.dtype)
    np.add.at(total, x[x < length], weights.reshape(x.shape)[x < length])
    return total


@op(
    rules.create,
    kinds="integer",
    comm="reduce",
    name="numpy.counted",
    host=_counted,
    kernel=_count,
    samples=(
        "bincount(x(n, below=50))",
        "histogram(x(1009, dtype=float), x(n, dtype=float, ascending=True))",
    ),
)
def counted(x, /, *, length):
    """How often each number below `length` occurs; larger ones are left out, none is negative."""
    return _added_up(x, 1, length, jnp.int64)


@op(
    rules.create,
    comm="reduce",
    name="numpy.weighed",
    host=_weighed,
    kernel=_count,
    samples=("bincount(x(n, below=50), v)",),
)
def weighed(x, weights, /, *, length):
    """Sum of the weights of each number below `length`; larger ones are left out."""
    return _added_up(x, weights.reshape(-1), length, weights.dtype)


def _bin_numbers(module: Any, x: Any, edges: Any, *, uniform: bool) -> Any:
    """Find the bins in `numpy`, or in `jax.numpy`."""
    n = edges.shape[0] - 1
    kind = np.result_type(x.dtype, edges.dtype)
    x, edges = x.astype(kind), edges.astype(kind)
    if uniform:
        at = (x - edges[0]) / (edges[n] - edges[0]) * n
        at = module.clip(module.where(module.isnan(at), 0, at), 0, n - 1).astype(module.int64)
        at = module.maximum(at - (x < edges[at]), 0)
        at = at + ((x >= edges[at + 1]) & (at != n - 1))
    else:
        at = module.searchsorted(edges, x, side="right").astype(module.int64) - 1
        at = module.where(x == edges[n], n - 1, at)
    return module.where((x >= edges[0]) & (x <= edges[n]), at, n)


@op(
    rules.same,
    comm="local",
    name="numpy.bin_numbers",
    host=functools.partial(_bin_numbers, np),
    kernel=lookups.per_element_of(0),
    samples=("histogram(x(1009), x(n, ascending=True))",),
)
def bin_numbers(x, edges, /, *, uniform):
    """Bin (int64) of each element among ascending edges, replicated, or their number if in none.

    The last bin holds its right edge, too. Bins of one width are found by a division, and then
    set right by a comparison with the edges.
    """
    return _bin_numbers(jnp, x, edges, uniform=uniform)
