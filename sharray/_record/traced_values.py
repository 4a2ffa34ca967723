"""Traced values without a mesh: what a function under `jax.jit` is given that no layout came with.

Numbers, `jax.Array`s and small arrays from the host are such. JAX decides where they lie. An
operation on nothing else is the JAX function of its declaration; where they meet an array that has
a layout, they go to its mesh.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core import meshes
from sharray._core.context import context
from sharray._core.layout import Layout, divided, make_aval, make_layout, partition_spec, show_spec
from sharray._core.lazy import is_tracer, jax, jnp
from sharray._core.links import see
from sharray._core.meshes import of_form
from sharray._core.node import Node, State, computed, unplaced
from sharray._core.operation import Op
from sharray._core.placement import check_spec
from sharray._engine.blocks import resize
from sharray._engine.folds import on_arrays
from sharray._record.inference import with_name

if TYPE_CHECKING:
    from jax.sharding import Mesh

_WEAK = {"b": bool, "i": int, "f": float, "c": complex}


def mesh_of(operands: Sequence[Any]) -> Mesh | None:
    """Return the mesh of the first operand that has one."""
    for o in operands:
        if type(o) is Node and o.aval.layout.mesh is not None:
            return o.aval.layout.mesh
    return None


@contextlib.contextmanager
def noting_refusals() -> Iterator[None]:
    """Add what to do to the error by which a function of `jax.lax` refuses an array."""
    try:
        yield
    except ValueError as error:
        if "__jax_array__" in str(error) and not getattr(error, "__notes__", ()):
            error.add_note(
                "functions of jax.lax take no array of sharray: give them x.to_jax(), or call "
                f"sharray's or jax.numpy's function of that name; jax.grad takes no function whose "
                f"result is an array: return a number, such as sharray.sum of it{see('jax-lax')}"
            )
        raise


#: where traced values with automatic axes lie that had Explicit ones, by id, while they live
_layouts: dict[int, Layout] = {}


def _explicit_layout(value: Any) -> Layout | None:
    """Return where a traced value lies whose type, of Explicit axes, says it."""
    typed = jax.typeof(value).sharding
    if jax.sharding.AxisType.Explicit not in typed.mesh.axis_types:
        return None
    mesh = of_form(typed.mesh)
    return make_layout(tuple(value.shape), mesh, check_spec(typed.spec, value.ndim, mesh))


def automatic(value: Any, known: Layout | None = None) -> Any:
    """Return `value` with automatic axes if its type has Explicit ones, as JAX does not mix them.

    Cotangents get the type of `value` again. `known` is where the value lies, if more is known than
    its type says.
    """
    layout = _explicit_layout(value) if is_tracer(value) else None
    if layout is None:
        return value
    layout = known or layout
    typed, sharding = jax.typeof(value).sharding, layout.auto_sharding

    def there(_: Any, x: Any) -> Any:
        with jax.sharding.use_abstract_mesh(sharding.mesh.abstract_mesh):
            return jax.lax.with_sharding_constraint(x, sharding)

    def back(_: Any, cotangent: Any) -> Any:
        with jax.sharding.use_abstract_mesh(typed.mesh):
            to = jax.sharding.NamedSharding(typed.mesh, typed.spec)
            return jax.sharding.reshard(cotangent, to)

    try:
        moved = jax.custom_derivatives.linear_call(there, back, (), value)
    except NotImplementedError as error:
        raise NotImplementedError(
            "jax.vmap over an array on Explicit axes of JAX's current mesh: call sharray.jit on "
            "what it maps, which traces for automatic axes, or leave jax.set_mesh"
        ) from error
    _layouts[id(moved)] = layout
    weakref.finalize(moved, _layouts.pop, id(moved), None)
    return moved


def taken_out(node: Node, *, padded: bool) -> Any:
    """Return the value of a traced node for JAX, with the types that its current mesh asks for."""
    value, layout = node.value, node.aval.layout
    if layout.is_padded and not padded:
        assert layout.mesh is not None
        with meshes.automatic(layout.mesh):
            value = resize(value, layout.shape)
    if not meshes.is_typed(layout.mesh):
        return value
    spec = layout.spec if padded else divided(layout).spec
    mesh = jax.sharding.get_abstract_mesh()
    explicit = jax.sharding.AxisType.Explicit
    typed = {n for n, t in zip(mesh.axis_names, mesh.axis_types, strict=True) if t is explicit}
    spec = tuple([tuple([n for n in names if n in typed]) for names in spec])
    return jax.sharding.reshard(value, jax.sharding.NamedSharding(mesh, partition_spec(spec)))


def of_known(value: Any) -> Node | None:
    """Return the node of a traced value of which it is known where it lies."""
    value = automatic(value)
    layout = _layouts.get(id(value))
    return None if layout is None else computed(make_aval(layout, np.dtype(value.dtype)), value)


def check_inside(layout: Layout) -> None:
    """Raise ValueError for an array from outside of the body of `shard_map` that is traced."""
    if context.bodies and layout.mesh is not None and layout.mesh.axis_names:
        raise ValueError(
            f"an array of shape {layout.shape} at {show_spec(layout.spec)} in the body of "
            "shard_map, which sees blocks: give it as an argument, with a spec in in_specs (P() "
            f"for the whole of it on each device){see('mixed-meshes')}"
        )


def with_mesh(node: Node, mesh: Mesh, dtype: np.dtype | None = None) -> Node:
    """Return a traced value without a mesh as one on `mesh`, and any other as it is."""
    if node.state is not State.UNPLACED:
        return node
    value = node.value if dtype is None else node.value.astype(dtype)
    aval = make_aval(make_layout(node.aval.shape, mesh), np.dtype(value.dtype))
    return computed(aval, value)


def _kind(operand: Any) -> Any:
    """Return what decides the dtype of a result: a dtype, or a type for Python scalars."""
    if type(operand) is not Node:
        return type(operand)
    # a Python number that is an argument of the traced function is still one
    if operand.state is State.UNPLACED and jax.typeof(operand.value).weak_type:
        return _WEAK[operand.aval.dtype.kind]
    return operand.aval.dtype


def elementwise(op: Op, operands: Sequence[Any]) -> Node | list[Any]:
    """Apply an elementwise operation, or return operands that all have a mesh."""
    casts, dtype = op.compute_dtypes(tuple([_kind(o) for o in operands]))
    mesh = mesh_of(operands)
    if mesh is not None:
        return [
            with_mesh(o, mesh, cast) if type(o) is Node else o
            for o, cast in zip(operands, casts, strict=True)
        ]
    values = [
        jnp.asarray(o.value if type(o) is Node else o, cast)
        for o, cast in zip(operands, casts, strict=True)
    ]
    shapes = [v.shape for v in values]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(
            f"{op.called}: operands could not be broadcast together: shapes {shapes}"
            + see("shapes-do-not-broadcast")
        ) from None
    return unplaced(op.lowering(*values).astype(dtype))


def general(op: Op, operands: Sequence[Node], params: Any) -> Any:
    """Apply an operation of any other kind; return the tree of the nodes of its results."""
    try:
        results = on_arrays(op, params, [jnp.asarray(o.value) for o in operands])
    except (TypeError, ValueError) as error:
        shapes = ", ".join(f"{o.aval.dtype}{list(o.aval.shape)}" for o in operands)
        raise ValueError(f"{with_name(op, str(error))} (operands: {shapes})") from error
    return jax.tree.map(unplaced, results)
