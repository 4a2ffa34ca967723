"""How operations that are not elementwise run on padded arrays without gathering them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sharray._core.layout import Aval, Layout, Spec, make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._engine import kernels
from sharray._engine.folds import Valid, on_arrays


def free_axes(layout: Layout, axes: Sequence[int]) -> Spec | None:
    """Return a spec that shards none of `axes`, by moving their mesh axes to other dimensions.

    The longest other dimension takes them. None if there is no other dimension.
    """
    moving = tuple(name for a in axes for name in layout.spec[a])
    if not moving:
        return layout.spec
    others = [d for d in range(layout.ndim) if d not in axes and layout.shape[d] > 1]
    if not others:
        return None
    target = max(others, key=lambda d: -(-layout.shape[d] // layout.parts[d]))
    return tuple(
        () if d in axes else (*names, *moving) if d == target else names
        for d, names in enumerate(layout.spec)
    )


def clean(x: Any, aval: Aval) -> Any:
    """Fill the padding of an array with zeros."""
    return constrain(Valid(aval.shape).fill(x, 0, None), aval.layout)


def cast(x: Any, dtype: Any) -> Any:
    """Convert to a dtype.

    By way of an integer, where XLA would take a boolean times a number for a choice between that
    and zero: 0 times infinity is NaN.
    """
    if x.dtype == np.bool_ and np.dtype(dtype).kind in "fc":
        x = x.astype(np.uint8)
    return x.astype(dtype)


def resize(x: Any, shape: Sequence[int]) -> Any:
    """Cut or fill up each dimension at its end."""
    if x.shape == tuple(shape):
        return x
    x = lax.slice(x, (0,) * x.ndim, tuple(map(min, x.shape, shape)))
    if x.shape != tuple(shape):
        x = lax.pad(
            x, jnp.zeros((), x.dtype), [(0, n - m, 0) for n, m in zip(shape, x.shape, strict=True)]
        )
    return x


def constrain(x: Any, layout: Layout) -> Any:
    """State where the elements of a padded array lie."""
    assert layout.mesh is not None
    if not layout.mesh.axis_names:  # a block of one device
        return x
    return lax.with_sharding_constraint(x, layout.auto_sharding)


def padded(x: Any, layout: Layout) -> Any:
    """Bring a logical array into its layout."""
    return constrain(resize(x, layout.padded_shape), layout)


def on_logical(op: Any, args: Any, avals: Any, aval: Any, params: Any) -> Any:
    """Apply the function of an operation to logical arrays: what XLA's partitioner makes of it."""
    arrays = [resize(x, a.shape) for x, a in zip(args, avals, strict=True)]
    results = jax.tree.leaves(on_arrays(op, params, arrays))
    if isinstance(aval, tuple):
        return [padded(x, a.layout) for x, a in zip(results, aval, strict=True)]
    return padded(results[0], aval.layout)


def relayout(x: Any, source: Layout, target: Layout) -> Any:
    """Bring a padded array into another layout of the same shape.

    Mesh axes that no longer shard it go first, then those that stay change their dimensions, one
    after the other, then the new ones are added: asked for more at once, XLA replicates, or aborts.
    It replicates, too, where a length does not divide: meanwhile the array is padded to lengths
    that divide on the whole way.
    """
    if source is target:
        return x
    before = {name for names in source.spec for name in names}
    if not before:
        x = resize(x, target.padded_shape)
        return lax.with_sharding_constraint(x, target.auto_sharding)
    after = {name for names in target.spec for name in names}
    kept = _only(source.spec, after)
    specs = [source.spec, kept, *_rearranged(kept, _only(target.spec, before)), target.spec]
    steps = [make_layout(target.shape, target.mesh, spec) for spec in specs]
    every = [math.lcm(*sizes) for sizes in zip(*[step.parts for step in steps], strict=True)]
    x = resize(x, [-(-n // d) * d for n, d in zip(target.shape, every, strict=True)])
    for step in steps:
        x = constrain(x, step)
    return padded(x, target)


def _rearranged(spec: Spec, target: Spec) -> list[Spec]:
    """Return the specs on the way from one to another that has the same mesh axes.

    The innermost mesh axis of a dimension becomes the innermost one of another, or those of a
    dimension change their order: each step moves an element once, at the most.
    """
    now = [list(names) for names in spec]
    steps = [spec]

    def note() -> None:
        spec = tuple(tuple(names) for names in now)
        if spec != steps[-1]:
            steps.append(spec)

    for d in range(len(now)):
        # those that go elsewhere become the innermost ones
        now[d].sort(key=lambda n, d=d: n not in target[d])
        note()
        while now[d] and now[d][-1] not in target[d]:
            name = now[d].pop()
            now[next(e for e, names in enumerate(target) if name in names)].append(name)
            note()
    for d, names in enumerate(target):
        now[d].sort(key=names.index)
        note()
    return steps


def _only(spec: Spec, names: set[str]) -> Spec:
    """Return `spec` without the mesh axes that are not among `names`."""
    return tuple(tuple(n for n in entry if n in names) for entry in spec)


def move(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Bring an array into another layout on the same mesh."""
    return relayout(args[0], avals[0].layout, aval.layout)


def run_on_blocks(
    body: Callable[..., Any],
    args: Sequence[Any],
    avals: Sequence[Aval],
    layouts: Sequence[Layout],
    inner: Any,
    results: Any,
) -> Any:
    """Run `body` on the blocks of padded arrays, which are brought into other layouts for it.

    Parameters
    ----------
    body
        Called with the blocks of each device.
    args, avals
        The arrays.
    layouts
        Those that they are brought into, on one mesh.
    inner, results
        The layout in which the body leaves its result, and the abstract value to which that is
        brought; lists of them if it returns several.
    """
    mesh = layouts[0].mesh
    assert mesh is not None
    operands = [relayout(x, a.layout, to) for x, a, to in zip(args, avals, layouts, strict=True)]
    out = [layout.spec for layout in inner] if isinstance(inner, list) else inner.spec
    values = kernels.on_blocks(body, mesh, [layout.spec for layout in layouts], out)(*operands)
    return jax.tree.map(lambda x, here, a: relayout(x, here, a.layout), values, inner, results)


def along(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Run an operation that treats every line along its axis by itself, on each device's lines.

    Its operands are of one shape, and go where the first one lies.
    If the axis is sharded, its mesh axes move to another dimension and back again: two exchanges
    in which each element moves once. A vector has no other dimension, so it is gathered.
    """
    source = avals[0].layout
    spec = free_axes(source, (params.values["axis"] % source.ndim,)) or ()
    layouts = [make_layout(source.shape, source.mesh, spec)] * len(args)
    inner = make_layout(aval.shape, source.mesh, spec)
    return run_on_blocks(on_each(op, params), args, avals, layouts, inner, aval)


def on_each(op: Any, params: Any) -> Callable[..., Any]:
    """Return the lowering of an operation as a function of the blocks of its operands."""
    return lambda *blocks: on_arrays(op, params, blocks)
