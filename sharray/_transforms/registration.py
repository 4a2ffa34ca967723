"""Who is told that arrays are pytrees (`pytree`): JAX, `jax.export` and Flax."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from sharray._array import numpy_array as numpy_array  # sets the class
from sharray._core.jax_import import when_loaded
from sharray._core.layout import make_layout
from sharray._core.lazy import jax
from sharray._core.meshes import of_form
from sharray._functions.flavours import ARRAY_API, NUMPY
from sharray._record.handles import Handle
from sharray._transforms.pytree import flatten, unflatten
from sharray._transforms.tree_nodes import BufferIndex, TreeLayout, buffer_key


def _flatten_with_key(x: Handle) -> tuple[tuple[tuple[Any, Any]], TreeLayout]:
    (leaf,), known = flatten(x)
    return ((buffer_key()(BufferIndex.of(type(x), known)), leaf),), known


def _register() -> None:
    for cls in (ARRAY_API.array, NUMPY.array):
        jax.tree_util.register_pytree_with_keys(
            cls, _flatten_with_key, functools.partial(unflatten, cls), flatten
        )


def _tell_nnx() -> None:
    """Have variables of Flax take arrays that NNX took apart as the arrays that they were.

    It gives the new state of an optimizer to the variables as a state of buffers, by their keys.
    """
    variable: Any = sys.modules["flax.nnx.variablelib"].Variable
    set_raw_value: Callable[..., None] = variable.set_raw_value

    @functools.wraps(set_raw_value)
    def call(self: Any, value: Any, **kwargs: Any) -> None:
        if isinstance(value, Mapping) and len(value) == 1:
            [(index, buffer)] = value.items()
            if isinstance(index, BufferIndex):
                value = unflatten(index.kind, index.known, (buffer,))
        set_raw_value(self, value, **kwargs)

    variable.set_raw_value = call


def _to_bytes(known: TreeLayout) -> bytes:
    """Write the layout of an array for a program that ``jax.export`` keeps."""
    layout, mesh = known.layout, known.layout.mesh
    assert mesh is not None
    form = mesh.axis_sizes, mesh.axis_names, [t.name for t in mesh.axis_types]
    return json.dumps([layout.shape, form, layout.spec, known.is_free]).encode()


def _of_bytes(text: bytes | bytearray) -> TreeLayout:
    shape, (sizes, names, types), spec, is_free = json.loads(bytes(text))
    types = tuple([jax.sharding.AxisType[name] for name in types])
    form = jax.sharding.AbstractMesh(tuple(sizes), tuple(names), axis_types=types)
    layout = make_layout(tuple(shape), of_form(form), tuple(map(tuple, spec)))
    return TreeLayout(layout, is_free)


def _register_exported() -> None:
    for cls in (ARRAY_API.array, NUMPY.array):
        jax.export.register_pytree_node_serialization(
            cls,
            serialized_name=f"{cls.__module__.partition('.')[0]}.{cls.__qualname__}",
            serialize_auxdata=_to_bytes,
            deserialize_auxdata=_of_bytes,
        )


when_loaded("jax", _register)
when_loaded("jax", _register_exported)
when_loaded("flax.nnx.variablelib", _tell_nnx)
