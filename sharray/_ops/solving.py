"""Linear systems of one matrix, which is looked at first: a triangular one needs no decomposition.

The columns of the right-hand side are divided among the devices where the matrix is triangular;
any other matrix is left to one device.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.layout import Aval, make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._core.node import Node
from sharray._engine import kernels
from sharray._engine.blocks import on_logical, relayout
from sharray._engine.derivatives import moves_numbers
from sharray._ops.contraction import as_it_lies
from sharray._ops.data_types import inexact, promoted
from sharray._ops.table import op


def _structure(x: Any, n: int) -> Any:
    """Return 1 for an upper triangular matrix without zeros on the diagonal, 2 for a lower one."""
    row, column = (lax.broadcasted_iota(jnp.int32, x.shape, d) for d in (0, 1))
    there = (x != 0) & (row < n) & (column < n)
    regular = jnp.sum(there & (row == column)) == n
    upper, lower = ~jnp.any(there & (row > column)), ~jnp.any(there & (row < column))
    return jnp.where(regular & upper, 1, jnp.where(regular & lower, 2, 0))


def _by_lu(a: Any, b: Any) -> list[Any]:
    """Solve by a decomposition; also, whether a pivot is zero."""
    factors, _, order = jax.lax.linalg.lu(a)
    half = jax.lax.linalg.triangular_solve(
        factors, b[order], left_side=True, lower=True, unit_diagonal=True
    )
    failed = jnp.any(jnp.diagonal(factors) == 0)
    return [jax.lax.linalg.triangular_solve(factors, half, left_side=True), failed]


def _solve_one(op: Any, args: Any, avals: Sequence[Aval], aval: Any, params: Any) -> Any:
    a, b = (x.layout for x in avals)
    if a.ndim > 2 or b.ndim > 2 or not a.size or not b.size:
        return on_logical(op, args, avals, aval, params)
    mesh, vector = a.mesh, b.ndim == 1
    assert mesh is not None
    names, turned = mesh.axis_names, params.values["transposed"]
    whole, one = make_layout(a.shape, mesh), make_layout((), mesh)
    shape = (*b.shape, 1)[:2]
    divided = bool(names) and shape[1] > 1
    columns = make_layout(shape, mesh, ((), names) if divided else ())

    def general(a: Any, b: Any) -> list[Any]:
        if divided:
            b = lax.all_gather(b, names, axis=1, tiled=True)[:, : shape[1]]
        results = kernels.on_first(_by_lu, names, a.T if turned else a, b)
        pairs = zip(results, (columns, one), strict=True)
        return [kernels.scatter_from_first(x, to) for x, to in pairs]

    def triangle(lower: bool) -> Any:
        def solve(a: Any, b: Any) -> list[Any]:
            solution = jax.lax.linalg.triangular_solve(
                a, b, left_side=True, lower=lower, transpose_a=turned
            )
            return [solution, jnp.zeros((), bool)]

        return solve

    def body(structure: Any, a: Any, b: Any) -> list[Any]:
        a, b = promoted(inexact(a), inexact(b))
        return lax.switch(structure, [general, triangle(False), triangle(True)], a, b)

    # the elements that are zero have derivatives, too
    structure = 0 if moves_numbers() else _structure(args[0], a.shape[0])
    y = relayout(args[1], b, make_layout(b.shape, mesh) if vector else columns)
    run = kernels.on_blocks(body, mesh, [(), whole.spec, columns.spec], [columns.spec, ()])
    x, failed = run(structure, relayout(args[0], a, whole), y[:, None] if vector else y)
    if vector:
        x, columns = x[:, 0], make_layout(b.shape, mesh)
    return [relayout(x, columns, aval[0].layout), failed]


def _as_it_lies(operands: Sequence[Node], values: Mapping[str, Any]) -> Any:
    """Read a transposed matrix as it lies in its base."""
    x, y = operands
    if len(x.aval.shape) != 2:
        return None
    base, order = as_it_lies(x, (0, 1))
    return (solved.op, [base, y], {**values, "transposed": True}) if order == (1, 0) else None


def _on_host(x1: Any, x2: Any, transposed: bool) -> Any:
    x1 = x1.mT if transposed else x1
    return np.linalg.solve(x1, x2), np.zeros(x1.shape[:-2], bool)  # where NumPy fails it raises


@op(
    rules.solve,
    name="linalg._solve",
    why="a matrix is decomposed by one device, and goes to all that solve for columns",
    host=_on_host,
    kernel=_solve_one,
    rewrite=_as_it_lies,
    samples=("linalg.solve(s, s2)",),
)
def solved(x1, x2, /, *, transposed=False):
    """Solution, and whether there is none."""
    if x1.ndim < 2 or x1.shape[-1] != x1.shape[-2]:
        raise np.linalg.LinAlgError(f"needs square matrices, got shape {x1.shape}")
    x1, x2 = promoted(inexact(x1), inexact(x2))
    x1 = jnp.matrix_transpose(x1) if transposed else x1
    failed = jnp.any(jnp.diagonal(jax.lax.linalg.lu(x1)[0], 0, -2, -1) == 0, axis=-1)
    if x2.ndim == 1:
        columns = jnp.broadcast_to(x2[:, None], (*x1.shape[:-2], x2.size, 1))
        return jnp.linalg.solve(x1, columns)[..., 0], failed
    return jnp.linalg.solve(x1, x2), failed
