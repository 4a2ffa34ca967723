"""Programs on the blocks of each device, where XLA's partitioner would gather."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.context import context
from sharray._core.layout import Layout, Spec, auto_mesh, partition_spec
from sharray._core.lazy import jax, jnp, lax

if TYPE_CHECKING:
    from jax.sharding import Mesh

#: An axis and an index along it.
Fixed = tuple[int, Any]
#: An axis, and start, stop and step along it.
Bound = tuple[int, Any, Any, int]


@contextlib.contextmanager
def derived(is_derived: bool = True) -> Iterator[None]:
    """Trace what JAX takes the derivative of in a ``with`` block, if it `is_derived`."""
    before = context.takes_derivative
    context.takes_derivative = before or is_derived
    try:
        yield
    finally:
        context.takes_derivative = before


def on_blocks(
    body: Callable[..., Any], mesh: Mesh, in_specs: list[Spec], out_spec: Spec | list[Spec]
) -> Callable[..., Any]:
    """Run `body` on the blocks of each device; a list of specs is for a list of results."""
    if not mesh.axis_names:  # these are the blocks of one already
        return body
    results = out_spec if isinstance(out_spec, list) else [out_spec]
    every = set(mesh.axis_names)
    # cotangents are added up along the axes that the map knows, also where devices have the same
    used = {name for spec in (*in_specs, *results) for names in spec for name in names}
    return jax.shard_map(
        body,
        mesh=auto_mesh(mesh),
        in_specs=tuple(partition_spec(s) for s in in_specs),
        out_specs=(
            [partition_spec(s) for s in results]
            if isinstance(out_spec, list)
            else partition_spec(out_spec)
        ),
        check_vma=False,
        axis_names=used if used and context.takes_derivative else every,
    )


def position(names: tuple[str, ...]) -> Any:
    """Return the number of this device's block along a dimension sharded by `names`.

    JAX's has 32 bits, which the place of an element may not have.
    """
    return lax.axis_index(names).astype(jnp.int64) if names else 0


def permute(x: Any, names: Sequence[str], pairs: Sequence[tuple[int, int]]) -> Any:
    """Send from device to device along `names`, which `position` counts; zeros where none sends.

    ``lax.ppermute`` counts along several mesh axes in the order of the mesh, not of the names.
    """
    mesh = jax.sharding.get_abstract_mesh()
    counted = tuple([n for n in mesh.axis_names if n in names])
    if counted != tuple(names):
        numbers = np.arange(math.prod(mesh.shape[n] for n in names))
        numbers = numbers.reshape([mesh.shape[n] for n in counted])
        numbers = numbers.transpose([counted.index(n) for n in names]).ravel()
        pairs = [(int(numbers[i]), int(numbers[j])) for i, j in pairs]
    return lax.ppermute(x, counted, pairs)


def _as_bits(x: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Represent `x` in integers, whose sum with zeros keeps every bit (-0.0, NaN payloads)."""
    if x.dtype == jnp.bool_:
        return x.astype(jnp.uint8), lambda b: b.astype(jnp.bool_)
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        real, back = _as_bits(x.real)
        imag, _ = _as_bits(x.imag)
        return jnp.stack([real, imag]), lambda b: lax.complex(back(b[0]), back(b[1]))
    if jnp.issubdtype(x.dtype, jnp.floating):
        bits = lax.bitcast_convert_type(x, f"uint{x.dtype.itemsize * 8}")
        return bits, lambda b: lax.bitcast_convert_type(b, x.dtype)
    return x, lambda b: b


def from_owner(x: Any, here: Any, names: tuple[str, ...]) -> Any:
    """Give every device along `names` the value of the one device where `here` is true."""
    if context.takes_derivative:  # bits have no derivative
        return lax.psum(jnp.where(here, x, jnp.zeros((), x.dtype)), names)
    bits, back = _as_bits(x)
    return back(lax.psum(jnp.where(here, bits, jnp.zeros_like(bits)), names))


def on_first(body: Callable[..., Any], names: tuple[str, ...], *operands: Any) -> list[Any]:
    """Run `body` on the first device along `names` alone; elsewhere its results are zeros.

    For what nobody can divide: done by all devices at once, it would take each of them as long,
    and on CPU devices, which share the cores, all of them together.
    """
    shapes = jax.eval_shape(body, *operands)

    def nothing(*operands: Any) -> list[Any]:
        return [jnp.zeros(s.shape, s.dtype) for s in shapes]

    here = jnp.asarray(True)
    for name in names:
        here &= lax.axis_index(name) == 0
    return lax.cond(here, body, nothing, *operands)


def scatter_from_first(x: Any, layout: Layout) -> Any:
    """Return this device's block, in `layout`, of an array that the first device alone has.

    The others have zeros, with which it is added up: bit by bit, or as numbers, which have
    derivatives.
    """
    as_numbers = context.takes_derivative and x.dtype != jnp.bool_
    bits, back = (x, lambda b: b) if as_numbers else _as_bits(x)
    extra = bits.ndim - layout.ndim  # complex numbers are two
    edges = [(0, 0, 0)] * extra
    edges += [(0, n - m, 0) for n, m in zip(layout.padded_shape, layout.shape, strict=True)]
    bits = lax.pad(bits, jnp.zeros((), bits.dtype), edges)
    assert layout.mesh is not None
    left = dict.fromkeys(layout.mesh.axis_names)
    for d, names in enumerate(layout.spec, extra):
        for name in names:
            bits = lax.psum_scatter(bits, name, scatter_dimension=d, tiled=True)
            del left[name]
    return back(lax.psum(bits, tuple(left)) if left else bits)


def _slice_at(block: Any, spec: Spec, fixed: Sequence[Fixed]) -> tuple[Any, list[Any], list[int]]:
    """Return whether this device has the `fixed` indices, and the slice of its block there.

    The slice is given by its starts and sizes; where the device has it not, it is another one.
    """
    here: Any = True
    starts: list[Any] = [jnp.zeros((), jnp.int64)] * block.ndim
    sizes = list(block.shape)
    for axis, i in fixed:
        size = block.shape[axis]
        local = i - position(spec[axis]) * size
        here = here & (local >= 0) & (local < size)
        starts[axis] = jnp.clip(local, 0, size - 1).astype(jnp.int64)
        sizes[axis] = 1
    return here, starts, sizes


def extract(x: Any, mesh: Mesh, spec: Spec, fixed: Sequence[Fixed]) -> Any:
    """Take index ``i`` along each (axis, i) of `fixed`; the others lie as they did."""
    if not fixed:
        return x
    axes = [a for a, _ in fixed]
    out_spec = tuple(s for a, s in enumerate(spec) if a not in axes)
    owners = tuple(name for a in axes for name in spec[a])

    def body(block: Any, *at: Any) -> Any:
        here, starts, sizes = _slice_at(block, spec, list(zip(axes, at, strict=True)))
        taken = lax.squeeze(lax.dynamic_slice(block, starts, sizes), axes)
        return from_owner(taken, here, owners) if owners else taken

    index = [jnp.asarray(i) for _, i in fixed]
    return on_blocks(body, mesh, [spec] + [()] * len(index), out_spec)(x, *index)


def roll(x: Any, mesh: Mesh, spec: Spec, axis: int, shift: Any) -> Any:
    """Return ``out[i] = x[(i + shift) % n]`` along an axis, by a shift known at run time.

    A sharded axis of ``d`` blocks takes about ``log2(d) + 1`` permutes of blocks.
    """
    names = spec[axis]
    count = math.prod(mesh.shape[name] for name in names)

    def body(block: Any, amount: Any) -> Any:
        size = block.shape[axis]
        amount = amount % (size * count)
        following = block
        if count > 1:
            blocks = amount // size
            step = 1
            while step < count:
                moved = permute(block, names, [(j, (j - step) % count) for j in range(count)])
                block = jnp.where((blocks & step) != 0, moved, block)
                step *= 2
            following = permute(block, names, [(j, (j - 1) % count) for j in range(count)])
        pair = lax.concatenate([block, following], axis)
        return lax.dynamic_slice_in_dim(pair, amount % size, size, axis)

    return on_blocks(body, mesh, [spec, ()], spec)(x, jnp.asarray(shift))


def write(
    base: Any,
    value: Any,
    mesh: Mesh,
    spec: Spec,
    fixed: Sequence[Fixed],
    bounds: Sequence[Bound],
) -> Any:
    """Replace elements of `base` by those of `value`, which has the base's axes but the fixed.

    Axes that are not in `bounds` are written whole.
    """
    axes = [a for a, _ in fixed]
    kept = [a for a in range(base.ndim) if a not in axes]
    # of longer ones XLA computes the places of the devices' blocks in 32 bits
    if not axes and max(base.shape, default=0) < 1 << 31:
        return jnp.where(inside(base.shape, bounds, kept, [0] * base.ndim), value, base)
    value_spec = tuple(spec[a] for a in kept)

    def body(block: Any, new: Any, *numbers: Any) -> Any:
        at, edges = with_numbers(axes, bounds, numbers)
        here, starts, sizes = _slice_at(block, spec, at)
        old = lax.squeeze(lax.dynamic_slice(block, starts, sizes), axes)
        first = [position(spec[a]) * block.shape[a] for a in range(block.ndim)]
        within = inside(old.shape, edges, kept, first)
        new = jnp.where(within & here, new, old)
        return lax.dynamic_update_slice(block, lax.expand_dims(new, axes), starts)

    value = jnp.broadcast_to(value, tuple(base.shape[a] for a in kept))
    numbers = numbers_of(fixed, bounds)
    specs = [spec, value_spec] + [()] * len(numbers)
    return on_blocks(body, mesh, specs, spec)(base, value, *numbers)


def numbers_of(fixed: Sequence[Fixed], bounds: Sequence[Bound]) -> list[Any]:
    """Return all numbers of a write that are known when the program runs, to pass them on."""
    edges = [edge for _, start, stop, _ in bounds for edge in (start, stop)]
    return [jnp.asarray(n) for n in (*[i for _, i in fixed], *edges)]


def with_numbers(
    axes: Sequence[int], bounds: Sequence[Bound], numbers: Sequence[Any]
) -> tuple[list[Fixed], list[Bound]]:
    """Return what is fixed along `axes`, and the bounds, with the numbers that were passed on."""
    at = list(zip(axes, numbers, strict=False))
    edges = numbers[len(axes) :]
    return at, [(a, *edges[2 * k : 2 * k + 2], step) for k, (a, _, _, step) in enumerate(bounds)]


def inside(shape: tuple[int, ...], bounds: Sequence[Bound], axes: list[int], first: Any) -> Any:
    """Mark the elements within all `bounds`.

    `axes` are the axes that an array of `shape` has; along axis ``a`` it begins at ``first[a]``.
    """
    within: Any = jnp.asarray(True)
    for axis, start, stop, step in bounds:
        i = lax.broadcasted_iota(jnp.int64, shape, axes.index(axis)) + first[axis]
        here = (i >= start) & (i < stop)
        if step != 1:
            here &= (i - start) % step == 0
        within = within & here
    return within


def scan(
    x: Any,
    mesh: Mesh,
    spec: Spec,
    axis: int,
    local: Callable[[Any, int], Any],
    combine: Callable[[Any, Any], Any],
    identity: Any,
) -> Any:
    """Scan along a sharded axis: each block by itself, then an exchange of the blocks' totals.

    `local` is the inclusive scan of one block, `combine` its operation with `identity`. What is
    in the padding spoils nothing, as padding comes last.
    """
    names = spec[axis]

    def body(block: Any) -> Any:
        done = local(block, axis)
        if not names or not done.shape[axis]:
            return done
        last = lax.slice_in_dim(done, done.shape[axis] - 1, done.shape[axis], axis=axis)
        totals = lax.all_gather(last, names, axis=axis, tiled=True)
        before = lax.broadcasted_iota(jnp.int32, totals.shape, axis) < position(names)
        totals = jnp.where(before, totals, jnp.asarray(identity, totals.dtype))
        carried = lax.slice_in_dim(local(totals, axis), totals.shape[axis] - 1, None, axis=axis)
        return combine(carried, done)

    return on_blocks(body, mesh, [spec], spec)(x)
