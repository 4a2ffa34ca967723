"""Moving arrays: from the host to devices, to another sharding, to another mesh."""

from __future__ import annotations

from typing import Any

from jax.sharding import Mesh

from sharray import _fetch, _record
from sharray._engine import run
from sharray._engine.blocks import move
from sharray._expr import Expr, leaf
from sharray._handle import Handle, from_numpy, wrap_array
from sharray._layout import Layout, make_aval
from sharray._ops import rules
from sharray._ops.table import Op, register
from sharray._placement import as_mesh, default_layout, get_mesh, layout_for


def _same(x: Any) -> Any:
    return x


_move = register(
    Op(
        "to_device",
        _same,
        rules.same,
        "all",
        "exchange",
        kernel=move,
        section="array object",
        positional=1,
    )
)


def on_devices(expr: Expr, layout: Layout | None = None) -> Expr:
    """Return `expr` on devices, as `layout` says; by default where it lies, or on the mesh."""
    if layout is None:
        if not expr.on_host:
            return expr
        layout = default_layout(expr.aval.shape)
    if expr.on_host:
        return from_numpy(expr.value, layout)
    if expr.aval.layout is layout:
        return expr
    if expr.aval.layout.mesh != layout.mesh:
        _record.evaluate_all([expr])
        return _across(expr, layout)
    params = _record.Params({"x": _record.Slot(0)}, 1)
    node = Expr(make_aval(layout, expr.aval.dtype), _move, (expr,), params)
    _record.evaluate_all([node])
    return node


def _across(expr: Expr, layout: Layout) -> Expr:
    """Move a computed array to another mesh, through JAX where the buffer may stay as it is."""
    old = expr.aval.layout
    if old.padded_shape == layout.padded_shape and not old.is_padded:
        value = run.move(expr.value, layout.sharding)
        expr.shared = True  # the new array may lie on the same memory
        return leaf(make_aval(layout, expr.aval.dtype), value, shared=True)
    return from_numpy(_fetch.to_numpy(expr), layout)


def to_layout(x: Any, device: Any) -> Any:
    """Return the array `x` placed on `device`; `x` itself where it lies so already."""
    expr = x._read()
    layout = layout_for(expr.aval.shape, device)
    if expr.aval.layout is layout:
        return x
    if isinstance(device, Mesh) and (expr.aval.layout.mesh or get_mesh()) == as_mesh(device):
        return x  # a mesh says nothing about the sharding there
    return wrap_array(on_devices(expr, layout))


def copied(x: Handle) -> Any:
    """Return an array of the same values that shares nothing with `x`.

    Values are immutable, so a second owner of the same one is a copy: whoever writes first
    gets a buffer of its own.
    """
    return wrap_array(x._read())
