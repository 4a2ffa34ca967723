"""How operations that are not elementwise run on padded arrays without gathering them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
from jax import lax

from sharray._engine import kernels
from sharray._layout import Aval, Layout, Spec, make_layout


class Valid:
    """Which elements of a padded array count: those within the logical `shape`.

    Passed as ``valid`` to the functions of operations that reduce. Padding along an axis that is
    not reduced only reaches the padding of the result; along one that is, it is filled with what
    does not matter to the reduction.
    """

    __slots__ = ("shape",)

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def fill(self, x: Any, value: Any, axis: Any) -> Any:
        """Replace the padding along the reduced axes by `value`."""
        inside: Any = None
        for a in _axes(axis, x.ndim):
            if x.shape[a] == self.shape[a]:
                continue
            # as a vector along the axis, so that XLA broadcasts it inside the fused loop
            here = jnp.arange(x.shape[a]) < self.shape[a]
            here = here.reshape([-1 if d == a else 1 for d in range(x.ndim)])
            inside = here if inside is None else inside & here
        return x if inside is None else jnp.where(inside, x, jnp.asarray(value, x.dtype))

    def count(self, axis: Any) -> int:
        """Return how many elements are reduced over `axis`."""
        return math.prod(self.shape[a] for a in _axes(axis, len(self.shape)))

    def flat_index(self, x: Any, index: Any) -> Any:
        """Translate an index into the flattened padded array into one of the logical array."""
        if all(a == b for a, b in zip(x.shape[1:], self.shape[1:], strict=True)):
            return index
        found, stride = 0, 1
        for held, n in zip(x.shape[::-1], self.shape[::-1], strict=True):
            found = found + index % held * stride
            index, stride = index // held, stride * n
        return found


def _axes(axis: Any, ndim: int) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(ndim))
    return (axis,) if isinstance(axis, int) else tuple(axis)


def lowest(dtype: Any) -> Any:
    """Return a value that no maximum over this dtype notices."""
    if dtype.kind == "f":
        return -jnp.inf
    return False if dtype.kind == "b" else jnp.iinfo(dtype).min


def highest(dtype: Any) -> Any:
    """Return a value that no minimum over this dtype notices."""
    if dtype.kind == "f":
        return jnp.inf
    return True if dtype.kind == "b" else jnp.iinfo(dtype).max


def extreme(x: Any, axis: Any, keepdims: bool, valid: Valid, reduce: Any, worst: Any) -> Any:
    """Return the largest or smallest elements over an axis, NaN where one is.

    `reduce` is the maximum or minimum, `worst` gives the value that it does not notice. On CPU
    the combination of what devices found forgets NaNs, and does not know complex numbers, which
    compare by their real parts first.
    """
    if x.dtype.kind not in "fc":
        return reduce(valid.fill(x, worst(x.dtype), axis), axis=axis, keepdims=keepdims)
    nan = jnp.any(valid.fill(jnp.isnan(x), False, axis), axis=axis, keepdims=True)
    first = x.real
    found = reduce(valid.fill(first, worst(first.dtype), axis), axis=axis, keepdims=True)
    if x.dtype.kind == "c":
        second = jnp.where(first == found, x.imag, worst(first.dtype))
        second = reduce(valid.fill(second, worst(first.dtype), axis), axis=axis, keepdims=True)
        found = lax.complex(found, second)
    found = jnp.where(nan, jnp.asarray(jnp.nan, x.dtype), found)
    return found if keepdims else jnp.squeeze(found, axis)


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


def clean(x: Any, shape: Sequence[int]) -> Any:
    """Fill the padding behind the logical `shape` with zeros."""
    valid = Valid(tuple(shape))
    return valid.fill(x, 0, None)


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


def placed(x: Any, layout: Layout) -> Any:
    """State where the elements of a padded array lie."""
    assert layout.mesh is not None
    if not layout.mesh.axis_names:  # a block of one device
        return x
    return lax.with_sharding_constraint(x, layout.sharding)


def relayout(x: Any, source: Layout, target: Layout) -> Any:
    """Bring a padded array into another layout of the same shape.

    Mesh axes that no longer shard it go first, then those that stay change their dimensions, then
    the new ones are added: asked for all of that at once, XLA replicates. It does so, too, where a
    length does not divide: meanwhile the array is padded to lengths that divide on the whole way.
    """
    if source is target:
        return x
    before = {name for names in source.spec for name in names}
    if not before:
        x = resize(x, target.padded_shape)
        return lax.with_sharding_constraint(x, target.sharding)
    after = {name for names in target.spec for name in names}
    specs = [source.spec, _only(source.spec, after), _only(target.spec, before), target.spec]
    steps = [make_layout(target.shape, target.mesh, spec) for spec in specs]
    every = [math.lcm(*sizes) for sizes in zip(*[step.parts for step in steps], strict=True)]
    x = resize(x, [-(-n // d) * d for n, d in zip(target.shape, every, strict=True)])
    for step in steps:
        x = placed(x, step)
    return placed(resize(x, target.padded_shape), target)


def _only(spec: Spec, names: set[str]) -> Spec:
    """Return `spec` without the mesh axes that are not among `names`."""
    return tuple(tuple(n for n in entry if n in names) for entry in spec)


def move(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Bring an array into another layout on the same mesh."""
    return relayout(args[0], avals[0].layout, aval.layout)


def along(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Run an operation that treats every line along its axis by itself, on each device's lines.

    Its operands are of one shape, and go where the first one lies.
    If the axis is sharded, its mesh axes move to another dimension and back again: two exchanges
    in which each element moves once. A vector has no other dimension, so it is gathered.
    """
    source = avals[0].layout
    axis = params.values["axis"] % source.ndim
    mesh = source.mesh
    assert mesh is not None
    spec = free_axes(source, (axis,))
    if spec is None:
        spec = ((),) * source.ndim
    inner = make_layout(source.shape, mesh, spec)
    ready = [relayout(x, a.layout, inner) for x, a in zip(args, avals, strict=True)]

    def body(*blocks: Any) -> Any:
        pos, named = params.rebuild(blocks)
        return op.fn(*pos, **named)

    x = kernels.on_blocks(body, mesh, [spec] * len(ready), spec)(*ready)
    return relayout(x, make_layout(aval.shape, mesh, spec), aval.layout)
