"""Traced values without a mesh: what a function under `jax.jit` is given that no layout came with.

Numbers, `jax.Array`s and small arrays from the host are such. JAX decides where they lie. An
operation on nothing else is the JAX function of its declaration; where they meet an array that has
a layout, they go to its mesh.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer
from jax.sharding import AxisType, Mesh, NamedSharding

from sharray._core.layout import Layout, host_aval, make_aval, make_layout
from sharray._core.node import Expr, leaf
from sharray._core.placement import check_spec, of_form
from sharray._engine.folds import Valid
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


#: where traced values with automatic axes lie that had Explicit ones, by id, while they live
_layouts: dict[int, Layout] = {}


def _explicit_layout(value: Any) -> Layout | None:
    """Return where a traced value lies whose type, of Explicit axes, says it."""
    typed = jax.typeof(value).sharding
    if AxisType.Explicit not in typed.mesh.axis_types:
        return None
    mesh = of_form(typed.mesh)
    return make_layout(tuple(value.shape), mesh, check_spec(typed.spec, value.ndim, mesh))


def automatic(value: Any) -> Any:
    """Return `value` with automatic axes if its type has Explicit ones, as JAX does not mix them.

    Cotangents get the type of `value` again.
    """
    layout = _explicit_layout(value) if isinstance(value, Tracer) else None
    if layout is None or layout.sharding is None:
        return value
    typed, sharding = jax.typeof(value).sharding, layout.sharding

    def there(_: Any, x: Any) -> Any:
        with jax.sharding.use_abstract_mesh(sharding.mesh.abstract_mesh):
            return jax.lax.with_sharding_constraint(x, sharding)

    def back(_: Any, cotangent: Any) -> Any:
        with jax.sharding.use_abstract_mesh(typed.mesh):
            return jax.sharding.reshard(cotangent, NamedSharding(typed.mesh, typed.spec))

    made = jax.custom_derivatives.linear_call(there, back, (), value)
    _layouts[id(made)] = layout
    weakref.finalize(made, _layouts.pop, id(made), None)
    return made


def of_known(value: Any) -> Expr | None:
    """Return the expression of a traced value of which it is known where it lies."""
    value = automatic(value)
    layout = _layouts.get(id(value))
    return None if layout is None else leaf(make_aval(layout, np.dtype(value.dtype)), value)


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
