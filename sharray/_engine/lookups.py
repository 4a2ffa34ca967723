"""Programs in which each device works by itself, on operands that were gathered if need be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sharray._core.layout import Aval, Layout, make_aval, make_layout
from sharray._core.lazy import jax, jnp
from sharray._engine import kernels
from sharray._engine.blocks import free_axes, on_each, relayout, run_on_blocks
from sharray._engine.folds import on_arrays


def per_element_of(over: int) -> Callable[..., Any]:
    """Return the kernel of an operation that treats each element of operand `over` by itself.

    The other operands are gathered on every device.
    """

    def kernel(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
        layouts = [make_layout(a.shape, aval.layout.mesh) for a in avals]
        layouts[over] = aval.layout
        return run_on_blocks(on_each(op, params), args, avals, layouts, aval.layout, aval)

    return kernel


def along_lines(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Read each line along an axis at indices of its own, on the device that holds the line.

    Where the axis is sharded, its mesh axes move to another dimension and back again; a vector is
    gathered.
    """
    out, axis = aval.layout, params.values["axis"]
    # of a vector every device reads its part of the indices, from the whole
    spec = free_axes(out, (axis,)) or out.spec

    def lines(shape: tuple[int, ...], at: Any) -> Layout:
        names = [at if d == axis else () if n == 1 else spec[d] for d, n in enumerate(shape)]
        return make_layout(shape, out.mesh, tuple(names))

    layouts = [lines(avals[0].shape, ()), lines(avals[1].shape, spec[axis])]
    inner = make_layout(out.shape, out.mesh, spec)
    return run_on_blocks(on_each(op, params), args, avals, layouts, inner, aval)


def batched(op: Any, args: list[Any], avals: list[Aval], aval: Any, params: Any) -> Any:
    """Run an operation that treats each matrix by itself on the devices that hold the matrices.

    If the last two dimensions are sharded, their mesh axes move to another one and back. A single
    matrix is gathered, and left to one device. Other operands hold a number for each matrix.
    """
    source = avals[0].layout
    mesh = source.mesh
    assert mesh is not None
    spec = free_axes(source, (source.ndim - 2, source.ndim - 1)) or ((),) * source.ndim
    results = list(aval) if isinstance(aval, tuple) else [aval]
    batch = spec[: source.ndim - 2]
    alone = not any(batch) and mesh.size > 1 and source.size > 0
    inner = [make_layout(a.shape, mesh, batch[: a.layout.ndim]) for a in results]
    if alone:
        inner = [a.layout for a in results]

    def work(*blocks: Any) -> Any:
        return jax.tree.leaves(on_arrays(op, params, blocks))

    def body(*blocks: Any) -> Any:
        if not alone:
            return work(*blocks)
        values = zip(kernels.on_first(work, mesh.axis_names, *blocks), inner, strict=True)
        return [kernels.scatter_from_first(y, layout) for y, layout in values]

    each = make_layout(source.shape[:-2], mesh)
    operands, there = [args[0]], [avals[0]]
    for y, a in zip(args[1:], avals[1:], strict=True):
        whole = relayout(y, a.layout, make_layout(a.shape, mesh))
        operands.append(jnp.broadcast_to(whole, each.shape))
        there.append(make_aval(each, a.dtype))
    layouts = [make_layout(a.shape, mesh, spec[: a.layout.ndim]) for a in there]
    values = run_on_blocks(body, operands, there, layouts, inner, results)
    return values if isinstance(aval, tuple) else values[0]
