"""Moving arrays: to another sharding, to another mesh; constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from sharray._core import policy
from sharray._core.layout import show_spec
from sharray._core.lazy import is_jax_array, is_tracer, jax
from sharray._core.links import see
from sharray._core.meshes import as_mesh, get_mesh
from sharray._core.node import DEVICES, Kind, Node, computed
from sharray._core.placement import check_spec, layout_for
from sharray._engine import agreement, deleted, evaluate, launch_order
from sharray._record import record, retained
from sharray._record.handles import Handle, is_handle, of_result, wrap_array
from sharray._record.relayout import on_devices

if TYPE_CHECKING:
    from jax.sharding import Mesh

    from sharray._array.sharded_array import ShardedArray
    from sharray._core.annotations import Placement

_T = TypeVar("_T")


def to_layout(x: Any, device: Any) -> Any:
    """Return the array `x` as it lies on `device`; `x` itself where it lies so already.

    It may move later, as other arrays do: see `put` for those that users place.
    """
    node = x._node()
    layout = layout_for(node.aval.shape, device)
    if node.aval.layout is layout:
        return x
    own = node.aval.layout.mesh
    if isinstance(device, jax.sharding.Mesh):
        # which says nothing about the sharding there, nor that what is small goes there
        is_there = own is not None or policy.is_small(node.aval.layout.size)
        if is_there and (own or get_mesh()) == as_mesh(device):
            return x
    return wrap_array(on_devices(node, layout))


def put(x: Any, device: Any) -> Any:
    """Return the array `x` where the user wants it; `x` itself where it lies so already."""
    return placed(to_layout(x, device))


def placed(x: Any) -> Any:
    """Have an array stay where it is: the user wants it there."""
    x._memory.is_placed = True
    return x


def reshard(x: Any, device: Placement, /) -> ShardedArray:
    """Return an array placed as `device` says; itself where it lies so already.

    Parameters
    ----------
    x
        An array.
    device
        A PartitionSpec on the mesh of the array (on the current one, if it lies on the host), a
        NamedSharding, a mesh or a device.

    Returns
    -------
    ShardedArray
        Of the same shape and dtype. On the same mesh each element moves a bounded number of
        times; a spec that names fewer mesh axes replicates along the others.

    Raises
    ------
    TypeError
        If `device` is none of these.
    ValueError
        If a spec has too many entries, or names an unknown mesh axis or one of them twice.
    """
    x = record.as_handle(x, "reshard")
    return put(x, _on_own_mesh(x, device))


def replicate(x: Any, /, mesh: Mesh | None = None) -> ShardedArray:
    """Return an array that each device holds whole; itself where it lies so already.

    Parameters
    ----------
    x
        An array.
    mesh
        Where; by default the mesh of the array.

    Returns
    -------
    ShardedArray
        Of the same shape and dtype, with the spec ``P()``. This gathers.
    """
    x = record.as_handle(x, "replicate")
    return put(x, jax.sharding.NamedSharding(mesh or x.sharding.mesh, jax.sharding.PartitionSpec()))


def with_sharding_constraint(x: _T, spec: Any, /) -> _T:
    """State how arrays lie, inside or outside ``jit``.

    Parameters
    ----------
    x
        An array, or a tree of arrays: of `ShardedArray` of any shape, and of ``jax.Array`` of
        shapes that the spec divides.
    spec
        A PartitionSpec on each array's mesh or a NamedSharding, or a tree of them that `x` begins
        with.

    Returns
    -------
    tree of arrays
        Like `x`, and so placed. A dimension that does not divide is padded, never replicated.

    Raises
    ------
    TypeError
        If `spec` holds something else.
    ValueError
        If a spec does not fit a shape or the mesh, or a ``jax.Array`` would have to be padded.

    See Also
    --------
    reshard : the same for one array, outside ``jit`` too.
    """
    specs = spread(spec, x, "with_sharding_constraint")
    leaves, tree = jax.tree.flatten(x, is_leaf=is_handle)
    return jax.tree.unflatten(
        tree, [_constrained(leaf, one) for leaf, one in zip(leaves, specs, strict=True)]
    )


def spread(prefix: Any, tree: Any, caller: str, is_leaf: Any = None) -> list[Any]:
    """Return a leaf of `prefix` for each array of `tree`, which begins as `prefix` does.

    As to JAX, None among the arrays is nothing at all, and gets no leaf, whatever stands there.
    """
    is_leaf = is_leaf or (
        lambda v: v is None or isinstance(v, (jax.sharding.PartitionSpec, jax.sharding.Sharding))
    )
    whole = jax.tree.map(lambda _: 0, tree, is_leaf=is_handle)
    spread_out: list[Any] = []

    def note(leaf: Any, part: Any) -> None:
        spread_out.extend([leaf] * len(jax.tree.leaves(part)))

    try:
        jax.tree.map(note, prefix, whole, is_leaf=is_leaf)
    except ValueError as error:
        raise ValueError(
            f"{caller}: {prefix} is no tree that {jax.tree.structure(whole)} begins with: {error}"
        ) from None
    return spread_out


def _constrained(x: Any, spec: Any) -> Any:
    if not isinstance(spec, (jax.sharding.PartitionSpec, jax.sharding.NamedSharding)):
        raise TypeError(
            "with_sharding_constraint takes a PartitionSpec or a NamedSharding for each array, "
            f"not {type(spec).__name__}"
        )
    if isinstance(x, Handle):
        return put(x, _on_own_mesh(x, spec))
    if not is_jax_array(x):
        raise TypeError(f"with_sharding_constraint takes arrays, not {type(x).__name__}")
    layout = layout_for(x.shape, _on_own_mesh(x, spec))
    assert layout is not None
    if layout.is_padded:
        raise ValueError(
            f"a jax.Array of shape {x.shape} cannot lie at {show_spec(layout.spec)} in "
            f"{layout.parts} shards, which do not divide it; make it a ShardedArray with "
            f"sharray.asarray, which pads{see('uneven-jax-array')}"
        )
    if is_tracer(x):
        return jax.lax.with_sharding_constraint(x, layout.auto_sharding)
    return evaluate.move(x, layout.sharding)


def _on_own_mesh(x: Any, device: Any) -> Any:
    """Return `device`, a spec as a sharding over the mesh that `x` lies on."""
    if not isinstance(device, jax.sharding.PartitionSpec):
        return device
    mesh = getattr(getattr(x, "sharding", None), "mesh", None) if not is_tracer(x) else None
    mesh = as_mesh(mesh) if isinstance(mesh, jax.sharding.Mesh) else get_mesh()
    check_spec(device, len(x.shape), mesh)
    return jax.sharding.NamedSharding(mesh, device)


def copied(x: Handle) -> Any:
    """Return an array of the same values that shares nothing with `x`.

    Nodes are immutable, so a second array that holds the same one is a copy: whoever writes first
    gets a buffer of its own. Of what JAX has, which may donate it to a function, it is a copy now.
    """
    host = x._numpy()
    kind = x._flavour.array
    if host is None:
        node = x._node()
        if node.kind is Kind.VIEW:
            retained.note(node, node.args[0].aval.layout.size)
        elif node.exported and node.state is DEVICES:
            node = _on_another_buffer(node)
        return wrap_array(node, kind)
    tally = None if policy.is_small(host.size) else policy.tally_of(host.shape)
    return of_result(host.copy(), kind, tally)


def set_apart(x: Handle, node: Node) -> Node:
    """Return the value of an array on a buffer that somebody may donate to a function.

    Parameters
    ----------
    x
        The array.
    node
        Its value. What shares the buffer, as copies do, and what has been recorded of it, keeps
        this one; the array gets another.
    """
    with launch_order.lock:
        memory = x._memory
        shared = node.holders > 1 or node.uses
        if not shared or node.state is not DEVICES or not x._is_whole or memory.node is not node:
            return node
        apart, known = _on_another_buffer(node), (memory.is_free, memory.has_moved)
        memory.replace(apart)
        memory.is_free, memory.has_moved = known
        return apart


def _on_another_buffer(node: Node) -> Node:
    deleted.check(node)
    if agreement.client is None:
        value = jax.device_put(node.value, node.value.sharding, may_alias=False)
    else:
        value = agreement.client.arrays.copied(node.value)
    other = computed(node.aval, value)
    other.padding_is_zero = node.padding_is_zero
    return other
