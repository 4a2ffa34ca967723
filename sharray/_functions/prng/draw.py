"""From a call of a method to a node: shapes, checks, placement."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sharray._core import policy, rules
from sharray._core.layout import Layout, make_aval, make_layout
from sharray._core.meshes import device_mesh, get_mesh
from sharray._core.node import Kind, Node, constant
from sharray._core.operation import Params, Slot
from sharray._core.placement import default_spec, layout_for
from sharray._core.settings import options
from sharray._engine.evaluate import evaluate_all
from sharray._functions.prng.samplers import REQUIREMENTS, SAMPLERS, Sampler
from sharray._functions.random_arguments import shape_of_size
from sharray._ops.utility import all as every
from sharray._record import handles
from sharray._record.handles import Handle


def _parameter(value: Any) -> Any:
    """Return the node of a parameter: on devices, or on the host as a number or an array."""
    if isinstance(value, Handle):
        return value._node()
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"a parameter of a distribution is made of numbers, not {array.dtype}")
    return constant(array.astype(np.float64) if array.dtype.kind == "b" else array)


def _check(sampler: Sampler, name: str, node: Node) -> None:
    """Raise ValueError if an element of a parameter is not what it must be."""
    requirement = sampler.requires.get(name)
    if requirement is None:
        return
    allowed, message = REQUIREMENTS[requirement]
    _require(allowed, [node], f"{sampler.name}: " + message.format(name=name))


def _require(allowed: Callable[..., Any], nodes: Sequence[Node], message: str) -> None:
    if any(e.is_traced for e in nodes):
        return
    if all(e.on_host for e in nodes):
        good = np.all(allowed(*[e.value for e in nodes]))
    else:
        good = bool(every(allowed(*[handles.wrap_array(e) for e in nodes])))
    if not good:
        raise ValueError(message)


def _layout(
    shape: tuple[int, ...], outer: int, params: Sequence[Node], device: Any, name: str
) -> Layout:
    """Return where a result goes: `device`, or else where its parameters lie, or the default."""
    if device is not None:
        layout = layout_for(shape, device)
        assert layout is not None
        if any(layout.spec[outer:]):
            raise ValueError(
                f"{name}: the last of the dimensions {shape} is one draw and lies on one device; "
                f"shard the others, not {layout.sharding}"
            )
        return layout
    avals = [e.aval for e in params if e.aval.layout.mesh is not None]
    if avals:
        # parameters on other meshes are an error, those that say nothing leave it to the default
        placed = rules.place(rules.broadcast, avals, shape[:outer], {}, name)
        mesh, spec = placed.mesh, placed.spec
    else:
        mesh, spec = get_mesh(), ((),) * outer
        if policy.stays(math.prod(shape)):
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
    nodes = [_parameter(v) for v in values.values()]
    shapes, tail = [], ()
    for key, node in zip(values, nodes, strict=True):
        shape = node.aval.shape
        if key in sampler.vectors:
            if not shape:
                raise ValueError(f"{name}: {key} must have at least one dimension")
            shape, tail = shape[:-1], shape[-1:]
        shapes.append(shape)
        _check(sampler, key, node)
    requested = shape_of_size(size)
    try:
        outer = np.broadcast_shapes(*shapes) if requested is None else requested
        fits = np.broadcast_shapes(outer, *shapes) == outer
    except ValueError:
        fits, outer = False, ()
    if not fits:
        raise ValueError(
            f"{name}: output size {requested} is not compatible with broadcast dimensions of "
            f"inputs {shapes}"
        )
    if sampler.joint_constraint is not None:
        _require(sampler.joint_constraint[0], nodes, f"{name}: {sampler.joint_constraint[1]}")
    shape = outer + tail
    result = sampler.dtype if dtype is None else np.dtype(dtype)
    params = dict(static or {}) | ({} if dtype is None else {"dtype": result})
    layout = _layout(shape, len(outer), nodes, device, name)
    slots = {"words": Slot(0)}
    slots |= {key: Slot(i) for i, key in enumerate(values, 1)}
    operands = (constant(words), *nodes)
    aval = make_aval(layout, result)
    node = Node(Kind.APPLY, aval, operands, sampler.op, Params(slots | params, 0))
    stays = device is None and policy.stays(layout.size)
    if requested is None and not shape:
        return np.asarray(handles.wrap_array(node)).item()
    if stays and all(e.on_host for e in nodes):
        return handles.wrap_array(constant(np.asarray(handles.wrap_array(node))))
    if options.immediate:
        evaluate_all([node])
    return handles.wrap_array(node)


def on_device(x: Any, device: Any) -> Any:
    """Return `x` on `device`, if that is given."""
    return x if device is None else x.to_device(device)
