"""Traced values without a mesh: what a function under `jax.jit` is given that no layout came with.

Numbers, `jax.Array`s and small arrays from the host are such. JAX decides where they lie. An
operation on nothing else is the JAX function of its declaration; where they meet an array that has
a layout, they go to its mesh.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh

from sharray._engine.folds import Valid
from sharray._expr import Expr, leaf
from sharray._layout import host_aval, make_aval, make_layout
from sharray._ops.table import Op

_WEAK = {"b": bool, "i": int, "f": float, "c": complex}


def mesh_of(operands: Sequence[Any]) -> Mesh | None:
    """Return the mesh of the first operand that has one."""
    for o in operands:
        if type(o) is Expr and o.aval.layout.mesh is not None:
            return o.aval.layout.mesh
    return None


def any_loose(operands: Sequence[Expr]) -> bool:
    """Whether one of them is a traced value without a mesh."""
    return any(o.is_loose for o in operands)


def loose(value: Any) -> Expr:
    """Return the expression of a traced value without a mesh."""
    return leaf(host_aval(tuple(value.shape), np.dtype(value.dtype)), value)


def placed(expr: Expr, mesh: Mesh, dtype: np.dtype | None = None) -> Expr:
    """Return a traced value without a mesh as one on `mesh`."""
    if not expr.is_loose:
        return expr
    value = expr.value if dtype is None else expr.value.astype(dtype)
    return leaf(make_aval(make_layout(expr.aval.shape, mesh), np.dtype(value.dtype)), value)


def _kind(operand: Any) -> Any:
    """Return what decides the dtype of a result: a dtype, or a type for Python scalars."""
    if type(operand) is not Expr:
        return type(operand)
    # a Python number that is an argument of the traced function is still one
    if operand.is_loose and jax.typeof(operand.value).weak_type:
        return _WEAK[operand.aval.dtype.kind]
    return operand.aval.dtype


def elementwise(op: Op, operands: Sequence[Any]) -> Expr | list[Any]:
    """Apply an elementwise operation, or return operands that all have a mesh."""
    casts, dtype = op.compute_dtypes(tuple([_kind(o) for o in operands]))
    mesh = mesh_of(operands)
    if mesh is not None:
        return [
            placed(o, mesh, cast) if type(o) is Expr else o
            for o, cast in zip(operands, casts, strict=True)
        ]
    values = [
        jnp.asarray(o.value if type(o) is Expr else o, cast)
        for o, cast in zip(operands, casts, strict=True)
    ]
    shapes = [v.shape for v in values]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(
            f"{op.name}: operands could not be broadcast together: shapes {shapes}"
        ) from None
    return loose(op.fn(*values).astype(dtype))


def general(op: Op, operands: Sequence[Expr], params: Any) -> Any:
    """Apply an operation of any other kind; return the tree of expressions of its results."""
    pos, named = params.rebuild([jnp.asarray(o.value) for o in operands])
    if op.masked:
        named["valid"] = Valid(operands[0].aval.shape)
    try:
        made = op.fn(*pos, **named)
    except (TypeError, ValueError) as error:
        shapes = ", ".join(f"{o.aval.dtype}{list(o.aval.shape)}" for o in operands)
        raise ValueError(f"{op.name}: {error} (operands: {shapes})") from error
    return jax.tree.map(loose, made)
