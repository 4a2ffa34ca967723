"""Moving arrays: from the host to devices, to another sharding, to another mesh."""

from __future__ import annotations

from typing import Any

import jax
from jax.core import Tracer
from jax.sharding import Mesh, NamedSharding, PartitionSpec, Sharding

from sharray._core import rules
from sharray._core.layout import Layout, make_aval, show_spec
from sharray._core.node import Expr, leaf
from sharray._core.placement import as_mesh, check_spec, default_layout, get_mesh, layout_for
from sharray._engine import run, transfer
from sharray._engine.blocks import move
from sharray._ops.table import Op, register
from sharray._record import record, traced_values
from sharray._record.handles import Handle, from_numpy, wrap_array


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
    if expr.is_loose:
        assert layout.mesh is not None
        expr = traced_values.placed(expr, layout.mesh)
    if expr.aval.layout is layout:
        return expr
    if expr.aval.layout.mesh != layout.mesh:
        record.evaluate_all([expr])
        return _across(expr, layout)
    params = record.Params({"x": record.Slot(0)}, 1)
    node = Expr(make_aval(layout, expr.aval.dtype), _move, (expr,), params)
    record.evaluate_all([node])
    return node


def _across(expr: Expr, layout: Layout) -> Expr:
    """Move a computed array to another mesh, through JAX where the buffer may stay as it is."""
    old = expr.aval.layout
    if old.padded_shape == layout.padded_shape and not old.is_padded:
        value = run.move(expr.value, layout.sharding)
        expr.shared = True  # the new array may lie on the same memory
        return leaf(make_aval(layout, expr.aval.dtype), value, shared=True)
    return from_numpy(transfer.to_numpy(expr), layout)


def to_layout(x: Any, device: Any) -> Any:
    """Return the array `x` placed on `device`; `x` itself where it lies so already."""
    expr = x._read()
    layout = layout_for(expr.aval.shape, device)
    if expr.aval.layout is layout:
        return x
    if isinstance(device, Mesh) and (expr.aval.layout.mesh or get_mesh()) == as_mesh(device):
        return x  # a mesh says nothing about the sharding there
    return wrap_array(on_devices(expr, layout))


def reshard(x: Any, device: Any, /) -> Any:
    """Return an array placed as `device` says; itself where it lies so already.

    Parameters
    ----------
    x
        An array.
    device
        A PartitionSpec on the mesh of the array (on the current one, if it lies on the host), a
        NamedSharding, a mesh or a device.

    Returns
    -------
    ShardedArray
        Of the same shape and dtype. On the same mesh each element moves a bounded number of
        times; a spec that names fewer mesh axes replicates along the others.

    Raises
    ------
    TypeError
        If `device` is none of these.
    ValueError
        If a spec has too many entries, or names an unknown mesh axis or one of them twice.
    """
    x = record.as_handle(x, "reshard")
    return to_layout(x, _on_own_mesh(x, device))


def replicate(x: Any, /, mesh: Mesh | None = None) -> Any:
    """Return an array that each device holds whole; itself where it lies so already.

    Parameters
    ----------
    x
        An array.
    mesh
        Where; by default the mesh of the array.

    Returns
    -------
    ShardedArray
        Of the same shape and dtype, with the spec ``P()``. This gathers.
    """
    x = record.as_handle(x, "replicate")
    return to_layout(x, NamedSharding(mesh or x.sharding.mesh, PartitionSpec()))


def with_sharding_constraint(x: Any, spec: Any, /) -> Any:
    """State how arrays lie, inside or outside ``jit``.

    Parameters
    ----------
    x
        An array, or a tree of arrays: of `ShardedArray` of any shape, and of ``jax.Array`` of
        shapes that the spec divides.
    spec
        A PartitionSpec on each array's mesh or a NamedSharding, or a tree of them that `x` begins
        with.

    Returns
    -------
    tree of arrays
        Like `x`, and so placed. A dimension that does not divide is padded, never replicated.

    Raises
    ------
    TypeError
        If `spec` holds something else.
    ValueError
        If a spec does not fit a shape or the mesh, or a ``jax.Array`` would have to be padded.

    See Also
    --------
    reshard : the same for one array, outside ``jit`` too.
    """
    specs = spread(spec, x, "with_sharding_constraint")
    leaves, tree = jax.tree.flatten(x, is_leaf=_is_handle)
    return jax.tree.unflatten(
        tree, [_constrained(leaf, one) for leaf, one in zip(leaves, specs, strict=True)]
    )


def _is_handle(x: Any) -> bool:
    return isinstance(x, Handle)


def spread(prefix: Any, tree: Any, caller: str, is_leaf: Any = None) -> list[Any]:
    """Return a leaf of `prefix` for each array of `tree`, which begins as `prefix` does."""
    is_leaf = is_leaf or (lambda v: v is None or isinstance(v, (PartitionSpec, Sharding)))
    whole = jax.tree.map(lambda _: 0, tree, is_leaf=_is_handle)
    try:
        made = jax.tree.broadcast(prefix, whole, is_leaf=is_leaf)
    except ValueError as error:
        raise ValueError(
            f"{caller}: {prefix} is no tree that {jax.tree.structure(whole)} begins with: {error}"
        ) from None
    return jax.tree.leaves(made, is_leaf=is_leaf)


def _constrained(x: Any, spec: Any) -> Any:
    if not isinstance(spec, (PartitionSpec, NamedSharding)):
        raise TypeError(
            "with_sharding_constraint takes a PartitionSpec or a NamedSharding for each array, "
            f"not {type(spec).__name__}"
        )
    if isinstance(x, Handle):
        return to_layout(x, _on_own_mesh(x, spec))
    if not isinstance(x, jax.Array):
        raise TypeError(f"with_sharding_constraint takes arrays, not {type(x).__name__}")
    layout = layout_for(x.shape, _on_own_mesh(x, spec))
    assert layout is not None
    if layout.is_padded:
        raise ValueError(
            f"a jax.Array of shape {x.shape} cannot lie at {show_spec(layout.spec)} in "
            f"{layout.parts} shards, which do not divide it; make it a ShardedArray with "
            "sharray.asarray, which pads"
        )
    if isinstance(x, Tracer):
        return jax.lax.with_sharding_constraint(x, layout.sharding)
    return run.move(x, layout.sharding)


def _on_own_mesh(x: Any, device: Any) -> Any:
    """Return `device`, a spec as a sharding over the mesh that `x` lies on."""
    if not isinstance(device, PartitionSpec):
        return device
    mesh = (
        getattr(getattr(x, "sharding", None), "mesh", None) if not isinstance(x, Tracer) else None
    )
    mesh = as_mesh(mesh) if isinstance(mesh, Mesh) else get_mesh()
    check_spec(device, len(x.shape), mesh)
    return NamedSharding(mesh, device)


def copied(x: Handle) -> Any:
    """Return an array of the same values that shares nothing with `x`.

    Values are immutable, so a second owner of the same one is a copy: whoever writes first
    gets a buffer of its own.
    """
    return wrap_array(x._read())
