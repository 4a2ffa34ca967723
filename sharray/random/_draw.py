"""From a call of a method to an expression: shapes, checks, placement."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.layout import Layout, make_aval, make_layout
from sharray._core.node import TRACED, Expr, host
from sharray._core.placement import default_spec, device_mesh, get_mesh, layout_for
from sharray._core.settings import options
from sharray._record import handles, record
from sharray._record.handles import Handle
from sharray.random._samplers import REQUIREMENTS, SAMPLERS, Sampler


def size_of(size: Any) -> tuple[int, ...] | None:
    """Return ``size=`` as a tuple.

    Raises
    ------
    TypeError
        If it is not made of whole numbers.
    ValueError
        If one of them is negative.
    """
    if size is None:
        return None
    try:
        made = tuple(operator.index(n) for n in (size if np.iterable(size) else (size,)))
    except TypeError:
        raise TypeError(f"size is a whole number or a sequence of them, not {size!r}") from None
    if min(made, default=0) < 0:
        raise ValueError(f"negative dimensions are not allowed, got size {size}")
    return made


def _parameter(value: Any) -> Any:
    """Return the expression of a parameter: on devices, or on the host as a number or an array."""
    if isinstance(value, Handle):
        return value._read()
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"a parameter of a distribution is made of numbers, not {array.dtype}")
    return host(array.astype(np.float64) if array.dtype.kind == "b" else array)


def _check(sampler: Sampler, name: str, expr: Expr) -> None:
    """Raise ValueError if an element of a parameter is not what it must be."""
    requirement = sampler.requires.get(name)
    if requirement is None:
        return
    allowed, message = REQUIREMENTS[requirement]
    _require(allowed, [expr], f"{sampler.name}: " + message.format(name=name))


def _require(allowed: Callable[..., Any], exprs: Sequence[Expr], message: str) -> None:
    if any(e.depth == TRACED for e in exprs):
        return
    if all(e.on_host for e in exprs):
        good = np.all(allowed(*[e.value for e in exprs]))
    else:
        from sharray._ops.utility import all as all_

        good = bool(all_(allowed(*[handles.wrap_array(e) for e in exprs])))
    if not good:
        raise ValueError(message)


def _layout(
    shape: tuple[int, ...], outer: int, params: Sequence[Expr], device: Any, name: str
) -> Layout:
    """Return where a result goes: `device`, or else where its parameters lie, or the default."""
    if device is not None:
        found = layout_for(shape, device)
        assert found is not None
        if any(found.spec[outer:]):
            raise ValueError(
                f"{name}: the last of the dimensions {shape} is one draw and lies on one device; "
                f"shard the others, not {found.sharding}"
            )
        return found
    there = [e.aval for e in params if e.aval.layout.mesh is not None]
    if there:
        # parameters on other meshes are an error, those that say nothing leave it to the default
        placed = rules.place(rules.broadcast, there, shape[:outer], {}, name)
        mesh, spec = placed.mesh, placed.spec
    else:
        mesh, spec = get_mesh(), ((),) * outer
        if math.prod(shape) < options.host_threshold:
            # on its way to the host: one device is enough
            return make_layout(shape, device_mesh(mesh.local_devices[0]))
    assert mesh is not None
    return make_layout(shape, mesh, spec if any(spec) else default_spec(shape[:outer], mesh))


def draw(
    name: str,
    words: np.ndarray,
    values: Mapping[str, Any],
    size: Any = None,
    *,
    dtype: Any = None,
    static: Mapping[str, Any] | None = None,
    device: Any = None,
) -> Any:
    """Draw from the sampler `name` with the key in `words`; a scalar if nothing has a shape."""
    sampler = SAMPLERS[name]
    exprs = [_parameter(v) for v in values.values()]
    shapes, tail = [], ()
    for key, expr in zip(values, exprs, strict=True):
        shape = expr.aval.shape
        if key in sampler.vectors:
            if not shape:
                raise ValueError(f"{name}: {key} must have at least one dimension")
            shape, tail = shape[:-1], shape[-1:]
        shapes.append(shape)
        _check(sampler, key, expr)
    wanted = size_of(size)
    try:
        outer = np.broadcast_shapes(*shapes) if wanted is None else wanted
        fits = np.broadcast_shapes(outer, *shapes) == outer
    except ValueError:
        fits, outer = False, ()
    if not fits:
        raise ValueError(
            f"{name}: output size {wanted} is not compatible with broadcast dimensions of inputs "
            f"{shapes}"
        )
    if sampler.together is not None:
        _require(sampler.together[0], exprs, f"{name}: {sampler.together[1]}")
    shape = outer + tail
    made = sampler.dtype if dtype is None else np.dtype(dtype)
    params = dict(static or {}) | ({} if dtype is None else {"dtype": made})
    layout = _layout(shape, len(outer), exprs, device, name)
    slots = {"words": record.Slot(0)}
    slots |= {key: record.Slot(i) for i, key in enumerate(values, 1)}
    operands = (host(words), *exprs)
    node = Expr(make_aval(layout, made), sampler.op, operands, record.Params(slots | params, 0))
    small = device is None and layout.size < options.host_threshold
    if wanted is None and not shape:
        return np.asarray(handles.wrap_array(node)).item()
    if small and all(e.on_host for e in exprs):
        return handles.wrap_array(host(np.asarray(handles.wrap_array(node))))
    if options.immediate:
        record.evaluate_all([node])
    return handles.wrap_array(node)


def placed(x: Any, device: Any) -> Any:
    """Return `x` on `device`, if that is given."""
    return x if device is None else x.to_device(device)
