"""`ShardedArray` as a pytree: what JAX's transformations take it apart to, and make it of again.

The one leaf is the buffer, with its padding; the layout is in the treedef, so trees match where
layouts do, whatever the dtypes. At this border the padding holds zeros: arithmetic on the leaves of
a tree, such as an optimizer's or a norm over all of them, gives what it would without padding.

What is at home on the host has no layout of its own. Its leaf is an array of NumPy, and its layout
the one that operations give to small results on the current mesh: it is replicated. So parameters
on the host match gradients that were summed over a mesh. What is computed of such leaves is at home
on the host, too: the buffer that JAX gives serves the next function on trees, and is fetched when
anything else asks for the elements.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core import rules
from sharray._core.context import context
from sharray._core.layout import Layout, logical_index, make_aval, make_layout, show_spec
from sharray._core.lazy import is_abstract, is_jax_array, is_tracer, jax
from sharray._core.links import see, with_article
from sharray._core.meshes import get_mesh, is_typed, tracing
from sharray._core.node import Kind, Node, NoValue, State, computed, constant
from sharray._core.operation import Op, Params, Slot
from sharray._core.placement import default_layout
from sharray._core.policy import is_small
from sharray._engine import (
    agreement,
    blocks,
    deleted,
    explained,
    launch_order,
    transfer,
    whole_functions,
)
from sharray._engine.evaluate import evaluate, move
from sharray._record import handles, homes, leaks, moves, traced_values
from sharray._record.handles import Handle, is_handle, node_of_jax
from sharray._transforms.tree_nodes import Placeholder, Returned, TreeLayout

if TYPE_CHECKING:
    from jax.sharding import Mesh

    from sharray._engine.agreement_client import Client


def _clean_kernel(op: Any, args: list[Any], avals: list[Any], aval: Any, params: Any) -> Any:
    return blocks.clean(args[0], aval)


_clean = Op("clean", lambda x: x, rules.same, "all", "local", kernel=_clean_kernel, positional=1)


def _cleaned(x: Handle, node: Node) -> Node:
    """Compute `node`, the value of `x`, and fill its padding with zeros, in one program."""
    cleaned = Node(Kind.APPLY, node.aval, (node,), _clean, Params({"x": Slot(0)}, 1))
    evaluate([cleaned])
    cleaned.padding_is_zero = True
    with launch_order.lock:
        # of a trace within that of `x` the result does not outlive it
        if not cleaned.is_traced and x._is_whole and x._memory.node is node:
            x._memory.replace(cleaned)
    return cleaned


def _cleaned_alone(node: Node, client: Client) -> Node:
    """Compute a node, and fill the padding of the shards of this process with zeros.

    One of several may take apart a tree that the others do not, to look at it: it launches nothing.
    """
    _compute(node)
    value = node.value
    if not client.arrays.is_clean(value):
        blocks_ = []
        for shard in value.addressable_shards:
            block = shard.data
            for d, part in enumerate(logical_index(shard.index, value.shape, node.aval.shape)):
                length = part.stop - part.start
                if length < block.shape[d]:
                    block = block.at[(*(slice(None),) * d, slice(length, None))].set(0)
            blocks_.append(block)
        node.value = jax.make_array_from_single_device_arrays(value.shape, value.sharding, blocks_)
        client.arrays.stands_for(node.value, value, is_clean=True)
    return node


def flatten(x: Handle) -> tuple[tuple[Any], TreeLayout]:
    """Return the buffer of an array, and its layout."""
    memory = x._memory
    homes.follow_jax(x)
    if x._is_whole and isinstance(memory, Returned):
        node = memory.buffer
        if node.aval.layout is _free_layout(node.aval.shape):
            return _exported(node, TreeLayout(node.aval.layout, True))
    node = x._node()
    held = memory.placeholder if x._is_whole else None
    if held is not None and held.node is node:
        return (held.value,), TreeLayout(held.layout, False, held.by)
    if held is not None and held.node is None and node.state is State.HOST:
        return (np.array(node.value),), TreeLayout(held.layout, True)
    if node.state is State.HOST:
        return _of_host(node.value)
    layout = node.aval.layout
    if node.state is State.ABSTRACT:
        return (node.value,), TreeLayout(layout, False)
    is_free = memory.is_free and x._is_whole
    if is_free and not node.is_traced and layout is not _free_layout(layout.shape):
        return _of_host(transfer.to_numpy(node))
    known = TreeLayout(layout, is_free)
    if layout.is_padded and not node.padding_is_zero:
        if node.is_traced and not tracing():
            # `jvp` takes results apart when its trace is over; it makes arrays of them again
            return (node.value,), known
        client = None if node.is_traced or explained.is_active() else agreement.client
        node = _cleaned(x, node) if client is None else _cleaned_alone(node, client)
    _compute(node)
    if not (context.clean_results or node.is_traced or explained.is_active()):
        node = moves.set_apart(x, node)  # JAX does not say whether it is to be donated
    return _exported(node, known)


def _compute(node: Node) -> None:
    if node.is_pending:
        with agreement.client.arrays.taking() if agreement.client else contextlib.nullcontext():
            evaluate([node])


def _exported(node: Node, known: TreeLayout) -> tuple[tuple[Any], TreeLayout]:
    value, layout = node.value, node.aval.layout
    if agreement.client is not None:
        known.program = agreement.client.arrays.traced.of(value) or 0
    if node.is_traced:
        return (explained.operand(traced_values.taken_out(node, padded=True)),), known
    if explained.is_active():
        return (explained.operand(value),), known
    node.exported = True
    if agreement.client is not None and not value.is_fully_addressable:
        agreement.client.arrays.takes(value)
    if context.clean_results:  # a jitted function is called
        deleted.check(node)
    launch_order.settle()
    return (jax.device_put(value, layout.sharding) if is_typed(layout.mesh) else value,), known


def _free_layout(shape: tuple[int, ...], mesh: Mesh | None = None) -> Layout:
    """Return the layout in a tree of what is at home on the host; mesh: the current by default."""
    mesh = mesh or get_mesh()
    return make_layout(shape, mesh) if is_small(math.prod(shape)) else default_layout(shape, mesh)


def _of_host(value: np.ndarray) -> tuple[tuple[Any], TreeLayout]:
    layout = context.called_with.get(value.shape) or _free_layout(value.shape)
    # a leaf is a value: the array may be written to while somebody has it
    buffer = np.zeros(layout.padded_shape, value.dtype)
    buffer[tuple(map(slice, value.shape))] = value
    buffer.flags.writeable = False
    return (buffer,), TreeLayout(layout, True)


def unflatten(kind: type[Handle], known: TreeLayout, children: Iterable[Any]) -> Any:
    """Return the array of a layout on a buffer, or on whatever stands for one in a tree."""
    (value,) = children
    layout = known.layout
    if is_jax_array(value):
        if not isinstance(value.dtype, np.dtype):
            return _standing(layout, value, "keys of random numbers stand for an array", kind)
        if is_tracer(value):
            leaks.begin()
        elif agreement.client is not None and not (
            context.is_cut_off or value.is_fully_addressable
        ):
            is_noted = context.clean_results
            agreement.client.returns(value, is_noted=is_noted, program=known.program)
        if known.by is not None and value.shape == layout.padded_shape + known.by.padded_shape:
            return _jacobian(layout, known.by, value, kind)
        if value.shape == layout.padded_shape and layout.mesh is not None:
            if context.is_cut_off and not is_tracer(value):
                # NumPy computes with it, whatever its size
                context.called_with[layout.shape] = layout
                array = np.array(np.asarray(value)[tuple(map(slice, layout.shape))])
                return handles.of_result(array, kind, None)
            node = _on_buffer(layout, value)
            # JAX finds what it has traced where trees match, also if the home was another one
            is_free = known.is_free and layout is _free_layout(layout.shape, layout.mesh)
            if is_free and not node.is_traced and is_small(layout.size):
                return handles.of_memory(Returned.holding(node), kind)
            array = handles.wrap_array(node, kind)
            array._memory.is_free = is_free
            return array
        return _on_other(layout, value, kind)
    of_numpy = (np.ndarray, np.generic) if not layout.shape else np.ndarray
    if isinstance(value, of_numpy):
        return _on_host(layout, np.asarray(value), kind)
    if is_abstract(value) and value.shape == layout.padded_shape:
        if value.sharding is None and layout.mesh is not None:
            value = jax.ShapeDtypeStruct(value.shape, value.dtype, sharding=layout.auto_sharding)
        aval = make_aval(layout, np.dtype(value.dtype))
        return handles.wrap_array(computed(aval, value, exported=True), kind)
    if isinstance(value, Handle) and value._memory.placeholder is None:
        return value
    if (jacobians := _jacobians(layout, value, kind)) is not None:
        return jacobians
    if isinstance(value, Handle) and is_jax_array(value._memory.placeholder.value):
        return handles.wrap_array(node_of_jax(value._memory.placeholder.value), kind)
    return _standing(layout, value, f"{with_article(value)} stands for an array", kind)


def _standing(layout: Layout, value: Any, why: str, kind: type[Handle]) -> Any:
    """Return an array with something else in the place of its buffer: of no use but in trees."""
    dtype = getattr(value, "dtype", None)
    aval = make_aval(layout, np.dtype(dtype if isinstance(dtype, np.dtype) else bool))
    return _holding(computed(aval, NoValue(why, value)), value, layout, kind)


def _holding(node: Node, value: Any, layout: Layout, kind: type[Handle]) -> Any:
    array = handles.wrap_array(node, kind)
    on_host = node.state is State.HOST
    array._memory.placeholder = Placeholder(None if on_host else node, value, layout)
    return array


def _on_buffer(layout: Layout, value: Any) -> Node:
    value = traced_values.automatic(value, layout)
    node = computed(make_aval(layout, np.dtype(value.dtype)), value, exported=True)
    if node.is_traced:
        return node
    current, sharding = value.sharding, layout.auto_sharding
    moves = current is not sharding and current != sharding and not value.is_deleted()
    launch_order.follow(value)
    if moves and not current.is_equivalent_to(sharding, value.ndim):
        node.value = move(value, sharding)
    elif moves and current == layout.sharding:
        node.value = jax.device_put(value, sharding)  # on the same memory
        if agreement.client is not None:
            agreement.client.arrays.stands_for(node.value, value)
    node.padding_is_zero = context.clean_results
    return node


def _on_other(layout: Layout, value: Any, kind: type[Handle]) -> Any:
    """Return an array on a buffer of another shape, by `vmap`, `scan` or a function on leaves."""
    if not layout.is_padded:
        # the shape says everything, but not on which mesh a number lies that is traced
        if value.ndim == 0 and layout.mesh is not None and is_tracer(value):
            node = _on_buffer(make_layout((), layout.mesh, ()), value)
        else:
            node = node_of_jax(value)
    else:
        fitted = _fitted(layout, value.shape)
        if isinstance(fitted, str):
            return _standing(layout, value, fitted, kind)
        node = _on_buffer(fitted, value)
    if value.ndim > layout.ndim:
        return _holding(node, value, layout, kind)
    return handles.wrap_array(node, kind)


def _on_host(layout: Layout, value: np.ndarray, kind: type[Handle]) -> Any:
    """Return an array at home on the host, of what functions on leaves have given."""
    if value.shape != layout.padded_shape and not layout.is_padded:
        node = constant(value)
        if value.ndim > layout.ndim:
            return _holding(node, value, layout, kind)
        return handles.wrap_array(node, kind)
    fitted = layout if value.shape == layout.padded_shape else _fitted(layout, value.shape)
    if isinstance(fitted, str):
        return _standing(layout, value, fitted, kind)
    return handles.wrap_array(constant(value[tuple(map(slice, fitted.shape))]), kind)


def _jacobians(of: Layout, value: Any, kind: type[Handle]) -> Any:
    """Return the Jacobians of an array, in the tree of what it was differentiated with respect to.

    None if `value` is no tree of arrays on buffers that have the dimensions of both.
    """
    try:
        leaves, tree = jax.tree.flatten(value, is_leaf=is_handle)
    except ValueError:  # keys that cannot be sorted
        return None
    held = [v._memory.placeholder for v in leaves if is_handle(v)]
    are_jacobians = [
        h is not None and is_jax_array(h.value) and h.value.ndim == of.ndim + h.layout.ndim
        for h in held
    ]
    if not leaves or len(held) < len(leaves) or not all(are_jacobians):
        return None
    return jax.tree.unflatten(tree, [_jacobian(of, h.layout, h.value, kind) for h in held])


def _jacobian(of: Layout, by: Layout, value: Any, kind: type[Handle]) -> Any:
    """Return the Jacobian of an array with respect to another, as JAX makes it of their buffers."""
    mesh = of.mesh or by.mesh
    if mesh is None:
        return handles.wrap_array(node_of_jax(value), kind)
    shape = of.shape + by.shape
    used = {name for names in of.spec for name in names}
    spec = of.spec + tuple(() if used & set(names) else names for names in by.spec)
    layout = make_layout(shape, mesh, spec)
    # JAX may take it apart and put it together again, with the two in the other order
    if tuple(value.shape) not in (of.padded_shape + by.padded_shape, layout.padded_shape):
        if of.is_padded or by.is_padded:
            return _standing(of, value, "what of a Jacobian is padding is not known", kind)
        return handles.wrap_array(node_of_jax(value), kind)
    aval = make_aval(layout, np.dtype(value.dtype))

    def laid_out(value: Any) -> Any:
        return blocks.padded(blocks.resize(value, shape), aval.layout)

    if is_tracer(value):
        node = computed(aval, laid_out(value), exported=True)
    else:
        key = "jacobian", aval, value.shape, value.sharding
        buffer, _ = whole_functions.call(key, lambda: (laid_out, None), [value], mesh)
        node = computed(aval, buffer, exported=True)
        node.padding_is_zero = True
    array = handles.wrap_array(node, kind)
    if of.padded_shape == by.padded_shape and of.shape != by.shape:
        # which is which is seen when it is put together again: nothing may be cut off until then
        array._memory.placeholder = Placeholder(node, value, of, by)
    return array


def _fitted(layout: Layout, shape: tuple[int, ...]) -> Layout | str:
    """Return the layout of a buffer of `shape` that was made of one of `layout`.

    `vmap`, `scan` and the like take a dimension away or add one or several. If it cannot be told
    what of the buffer is padding, return an explanation.
    """
    padded, n, more = layout.padded_shape, layout.ndim, len(shape) - layout.ndim
    where = f"shape {layout.shape} at {show_spec(layout.spec)}, stored as {padded}"
    if more > 0:
        before, behind = shape[more:] == padded, shape[:n] == padded
        none = ((),) * more
        if before and not behind:
            return make_layout(shape[:more] + layout.shape, layout.mesh, none + layout.spec)
        if behind and not before:
            return make_layout(layout.shape + shape[n:], layout.mesh, layout.spec + none)
    gone = [d for d in range(n) if padded[:d] + padded[d + 1 :] == shape]
    kept = {
        make_layout(_without(layout.shape, d), layout.mesh, _without(layout.spec, d)) for d in gone
    }
    if len(kept) == 1 and all(layout.shape[d] == padded[d] for d in gone):
        return kept.pop()
    if gone:
        return (
            f"cannot map over a padded dimension of an array of {where}: the buffer's padding "
            "would be mapped over, too. Use sharray.vmap or sharray.scan, or reshard the array so "
            "that the dimension is whole or divides (x.to_device(P(...)))" + see("map-over-padding")
        )
    return (
        f"a buffer of shape {tuple(shape)} took the place of that of an array of {where}: what of "
        "it is padding is not known. Work on the array, or on x.to_jax()"
    )


def _without(items: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return items[:at] + items[at + 1 :]


def to_jax(tree: Any) -> Any:
    """Return a tree with each `ShardedArray` in it as a ``jax.Array`` of the logical shape.

    For code that knows only JAX's arrays, such as the modules of Flax. Inside `jit` the padding is
    cut off, and nothing moves; outside, an array whose shape does not divide is gathered.

    Parameters
    ----------
    tree
        Arrays, and anything else, in a tree.

    Returns
    -------
    tree of jax.Array
        The tree, with a ``jax.Array`` in the place of each array.
    """
    return jax.tree.map(
        lambda v: v.to_jax() if isinstance(v, Handle) else v,
        tree,
        is_leaf=is_handle,
    )
