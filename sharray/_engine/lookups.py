"""Programs in which each device works by itself, on operands that were gathered if need be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from sharray._core.layout import Aval, make_layout
from sharray._engine import kernels
from sharray._engine.blocks import free_axes, relayout
from sharray._engine.derivatives import moves_numbers


def per_element_of(over: int) -> Callable[..., Any]:
    """Return the kernel of an operation that treats each element of operand `over` by itself.

    The other operands are gathered on every device.
    """

    def kernel(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
        mesh = aval.layout.mesh
        assert mesh is not None
        ready, specs = [], []
        for i, (x, a) in enumerate(zip(args, avals, strict=True)):
            target = aval.layout if i == over else make_layout(a.shape, mesh)
            ready.append(relayout(x, a.layout, target))
            specs.append(target.spec)

        def body(*blocks: Any) -> Any:
            pos, named = params.rebuild(blocks)
            return op.fn(*pos, **named)

        return kernels.on_blocks(body, mesh, specs, aval.layout.spec)(*ready)

    return kernel


def along_lines(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Read each line along an axis at indices of its own, on the device that holds the line.

    Where the axis is sharded, its mesh axes move to another dimension and back again; a vector is
    gathered.
    """
    out, axis = aval.layout, params.values["axis"]
    mesh = out.mesh
    assert mesh is not None
    # of a vector every device reads its part of the indices, from the whole
    spec = free_axes(out, (axis,)) or out.spec
    inner = make_layout(out.shape, mesh, spec)

    def lines(shape: tuple[int, ...], at: Any) -> Any:
        return make_layout(
            shape, mesh, tuple(at if d == axis else () if n == 1 else spec[d]
                               for d, n in enumerate(shape))
        )  # fmt: skip

    targets = [lines(avals[0].shape, ()), lines(avals[1].shape, spec[axis])]
    ready = [relayout(x, a.layout, t) for x, a, t in zip(args, avals, targets, strict=True)]

    def body(x: Any, indices: Any) -> Any:
        return op.fn(x, indices, axis=axis)

    made = kernels.on_blocks(body, mesh, [t.spec for t in targets], spec)(*ready)
    return relayout(made, inner, out)


def batched(op: Any, args: list[Any], avals: list[Aval], aval: Any, params: Any) -> Any:
    """Run an operation that treats each matrix by itself on the devices that hold the matrices.

    If the last two dimensions are sharded, their mesh axes move to another one and back. A single
    matrix is gathered, and left to one device. Other operands hold a number for each matrix.
    """
    source = avals[0].layout
    mesh = source.mesh
    assert mesh is not None
    spec = free_axes(source, (source.ndim - 2, source.ndim - 1)) or ((),) * source.ndim
    several = isinstance(aval, tuple)
    results = aval if several else (aval,)
    batch = spec[: source.ndim - 2]
    alone = not any(batch) and mesh.size > 1 and source.size > 0
    inner = [make_layout(a.shape, mesh, batch[: a.layout.ndim]) for a in results]
    if alone:
        inner = [a.layout for a in results]

    def work(*blocks: Any) -> Any:
        pos, named = params.rebuild(blocks)
        return jax.tree.leaves(op.fn(*pos, **named))

    def body(*blocks: Any) -> Any:
        if not alone:
            return work(*blocks)
        made = zip(kernels.on_first(work, mesh.axis_names, *blocks), inner, strict=True)
        return [kernels.hand_out(y, layout, moves_numbers()) for y, layout in made]

    specs = [spec, *[batch] * (len(args) - 1)]
    run = kernels.on_blocks(body, mesh, specs, [layout.spec for layout in inner])
    x = relayout(args[0], source, make_layout(source.shape, mesh, spec))
    each = make_layout(source.shape[:-2], mesh)
    rest = []
    for y, a in zip(args[1:], avals[1:], strict=True):
        y = jnp.broadcast_to(relayout(y, a.layout, make_layout(a.shape, mesh)), each.shape)
        rest.append(relayout(y, each, make_layout(each.shape, mesh, batch)))
    found = run(x, *rest)
    made = [relayout(y, i, a.layout) for y, i, a in zip(found, inner, results, strict=True)]
    return made if several else made[0]
