"""Reads and writes at index arrays: each device at those of the indices that are its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sharray._core import rules
from sharray._core.layout import Aval, Layout, Spec, make_layout
from sharray._core.lazy import jax, jnp, lax
from sharray._engine import kernels
from sharray._engine.blocks import on_logical, run_on_blocks


def rebuild(template: tuple[Any, ...], arrays: Sequence[Any]) -> tuple[Any, ...]:
    """Return the key with `arrays` in their places."""
    key: list[Any] = []
    for entry in template:
        if entry is None:
            key.append(None)
        elif entry[0] == "slice":
            key.append(slice(*entry[1:]))
        elif entry[0] == "bool":
            key.append(entry[1])
        else:
            key.append(arrays[entry[1]])
    return tuple(key)


def _indexed_axes(template: tuple[Any, ...]) -> list[tuple[int, int]] | None:
    """Return (axis, number of the index array) of a template; None if there is more to it.

    That is, a part of an axis, or a boolean that is no array.
    """
    axes, axis = [], 0
    for entry in template:
        if entry is None:
            continue
        if entry[0] == "bool" or (entry[0] == "slice" and slice(*entry[1:]) != slice(None)):
            return None
        if entry[0] == "array":
            axes.append((axis, entry[1]))
        axis += 1
    return axes or None


def _own(
    indices: Sequence[Any], axes: list[tuple[int, int]], layout: Layout
) -> tuple[list[Any], Any]:
    """Return indices into the block of this device, and where all of them are in it."""
    own, every = list(indices), jnp.asarray(True)
    for axis, k in axes:
        n, size = layout.shape[axis], layout.block_shape[axis]
        at = indices[k].astype(jnp.int64)
        at = jnp.where(at < 0, at + n, at) - kernels.position(layout.spec[axis]) * size
        here = (at >= 0) & (at < size)
        own[k] = jnp.where(here, at, size)
        every &= here
    return own, every


def reads(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Read at index arrays, as a template says."""
    return _read(op, args, avals, aval, params, params.values["template"])


def rows(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Read at the same indices of all lines along an axis."""
    template = (("slice", None, None, None),) * params.values["axis"] + (("array", 0),)
    return _read(op, args, avals, aval, params, template)


def _read(
    op: Any,
    args: list[Any],
    avals: list[Aval],
    aval: Aval,
    params: Any,
    template: tuple[Any, ...],
) -> Any:
    """Read at index arrays, as a template says.

    Few elements are handed out by the devices that own them; for many, the array is gathered
    along the dimensions that are indexed.
    """
    source, axes = avals[0].layout, _indexed_axes(template)
    if axes is None or not source.size or not aval.layout.size:
        return on_logical(op, args, avals, aval, params)
    mesh = source.mesh
    assert mesh is not None
    indexed = {axis for axis, _ in axes}
    owners = tuple(name for axis in sorted(indexed) for name in source.spec[axis])
    if aval.layout.size >= source.size:
        owners = ()
    spec = tuple(tuple(n for n in names if n not in owners) for names in aval.layout.spec)
    follows = rules.indexed(avals, aval.shape, {"template": template})
    wanted: list[list[tuple[str, ...]]] = [[()] * a.layout.ndim for a in avals]
    for d, pairs in enumerate(follows):
        for k, e in pairs:
            if avals[k].shape[e] == aval.shape[d]:
                wanted[k][e] = spec[d]
    if owners:
        for axis in indexed:
            wanted[0][axis] = source.spec[axis]
    specs: list[Spec] = [tuple(w) for w in wanted]
    layouts = [make_layout(a.shape, mesh, s) for a, s in zip(avals, specs, strict=True)]
    others = [d for d, pairs in enumerate(follows) if not any(k for k, _ in pairs)]

    def body(x: Any, *indices: Any) -> Any:
        own, here = _own(indices, axes, layouts[0])
        out = x.at[rebuild(template, own)].get(mode="clip")
        return kernels.from_owner(out, lax.expand_dims(here, others), owners) if owners else out

    inner = make_layout(aval.shape, mesh, spec)
    return run_on_blocks(body, args, avals, layouts, inner, aval)


def writes(op: Any, args: list[Any], avals: list[Aval], aval: Aval, params: Any) -> Any:
    """Write at index arrays, which go to every device, or combine with what is there.

    The values go there, too, but along dimensions that are not indexed they lie as the array does.
    """
    layout, template = aval.layout, params.values["template"]
    mesh, axes = layout.mesh, _indexed_axes(template)
    value, arrays = avals[1], avals[2:]
    if axes is None or not layout.size or not value.layout.size:
        return on_logical(op, args, avals, aval, params)
    assert mesh is not None
    abstract = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in (aval, *arrays)]
    shape = jax.eval_shape(lambda x, *i: x[rebuild(template, i)], *abstract).shape
    follows = rules.indexed([aval, *arrays], shape, params.values)[len(shape) - len(value.shape) :]
    spec = tuple(
        layout.spec[pairs[0][1]] if n != 1 and pairs and pairs[0][0] == 0 else ()
        for n, pairs in zip(value.shape, follows, strict=True)
    )
    layouts = [layout, make_layout(value.shape, mesh, spec)]
    layouts += [make_layout(a.shape, mesh) for a in arrays]
    how = params.values.get("how", "set")

    def body(x: Any, new: Any, *indices: Any) -> Any:
        own, _ = _own(indices, axes, layout)
        # XLA makes one of two slices in a row, as if the second one's start were never out of
        # range, and writes one element as a slice: what `x` is cut from must not be known to it
        x = lax.optimization_barrier(x)
        return getattr(x.at[rebuild(template, own)], how)(new.astype(x.dtype), mode="drop")

    return run_on_blocks(body, args, avals, layouts, layout, aval)
