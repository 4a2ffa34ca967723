"""Nodes where they are wanted: on devices, in another layout, on another mesh."""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from typing import Any

from sharray._core import rules
from sharray._core.context import context
from sharray._core.layout import Aval, Layout, make_aval, on_same_devices
from sharray._core.lens import Affine
from sharray._core.node import Kind, Node, State, computed
from sharray._core.operation import Op, Params, Slot, register
from sharray._core.placement import default_layout
from sharray._engine import evaluate, exchange, transfer
from sharray._engine.blocks import move
from sharray._record import traced_values, views
from sharray._record.handles import node_of_numpy

_move = register(
    Op(
        "to_device",
        lambda x: x,
        rules.same,
        "all",
        "exchange",
        kernel=move,
        section="array object",
        samples=("m.to_device(P(None, 'x'))",),
        positional=1,
    )
)


def on_devices(node: Node, layout: Layout | None = None) -> Node:
    """Return a node on devices, as `layout` says; by default where it lies, or on the mesh."""
    if layout is None:
        if node.state is not State.HOST:
            return node
        layout = default_layout(node.aval.shape)
    if node.state is State.HOST:
        return node_of_numpy(node.value, layout)
    if node.state is State.UNPLACED:
        assert layout.mesh is not None
        node = traced_values.with_mesh(node, layout.mesh)
    if node.aval.layout is layout:
        return node
    if not on_same_devices(node.aval.layout.mesh, layout.mesh):
        evaluate.evaluate_all([node])
        return _across(node, layout)
    if node.aval.layout.auto_sharding == layout.auto_sharding and not node.is_traced:
        evaluate.evaluate_all([node])  # only the types of the axes are others
        node.exported = True
        return computed(make_aval(layout, node.aval.dtype), node.value, exported=True)
    params = Params({"x": Slot(0)}, 1)
    moved = Node(Kind.APPLY, make_aval(layout, node.aval.dtype), (node,), _move, params)
    evaluate.evaluate([moved])
    return moved


def _across(node: Node, layout: Layout) -> Node:
    """Move a computed array to another mesh, through JAX where the buffer may stay as it is."""
    old = node.aval.layout
    fits = old.padded_shape == layout.padded_shape and not old.is_padded
    if fits and node.state is State.DEVICES:
        value = evaluate.move(node.value, layout.auto_sharding)
        node.exported = True  # the new array may lie on the same memory
        return computed(make_aval(layout, node.aval.dtype), value, exported=True)
    return node_of_numpy(transfer.to_numpy(node), layout)


#: Bytes from one element of a line to the next at which programs read each from memory.
_FAR = 512


def to_exchange(node: Node, layout: Layout) -> tuple[Node, tuple[int, ...]] | None:
    """Return the array that is to be laid out as `layout` in memory, and its axes in their order.

    That is a large array, or one transposed; None for all else, to which a program sees.
    """
    if not exchange.is_exchanged(layout):
        return None
    base, axes = node, tuple(range(layout.ndim))
    if node.kind is Kind.VIEW:
        lens, base = node.params, node.args[0]
        shape, axes = lens.base_shape, tuple([dim.axis for dim in lens.dims])
        turns = set(axes) == set(range(len(shape))) and len(axes) == len(shape)
        if not turns or Affine.identity(shape).permute(axes) is not lens:
            return None
        nbytes = math.prod(shape[axes[-1] + 1 :]) * node.aval.dtype.itemsize
        if nbytes < _FAR and _lie_alike(node.aval.layout, layout):
            return None
    elif _lie_alike(node.aval.layout, layout):
        return None
    # what is replayed with other arrays is left to the program, too
    if base.state is not State.DEVICES or context.recorder is not None or context.replays:
        return None
    return base, axes


def exchanged(base: Node, axes: tuple[int, ...], layout: Layout) -> Node:
    """Return a computed array with its axes in another order, as `layout` has it."""
    known = _exchanged.get(base)
    if known is not None and (moved := known.get((axes, layout))) is not None:
        return moved
    aval = make_aval(layout, base.aval.dtype)
    moved = _of_memory(aval, exchange.exchanged(base, axes, aval))
    _exchanged.setdefault(base, weakref.WeakValueDictionary())[axes, layout] = moved
    return moved


def combined(
    op: Op, operands: Sequence[Node], i: int, base: Node, axes: tuple[int, ...], aval: Aval
) -> Node | None:
    """Return what an operation gives for two arrays, computed while the i-th one is exchanged.

    That is `base` with its axes in another order. None where the operation is not NumPy's, or the
    other array is not there as the result is to lie.
    """
    if len(operands) != 2 or op.ufunc is None or op.host is not op.ufunc:
        return None
    other = operands[1 - i]
    if other.state is not State.DEVICES or not _lie_alike(other.aval.layout, aval.layout):
        return None
    given = [None if k == i else other for k in range(2)]
    return _of_memory(aval, exchange.exchanged(base, axes, aval, op.ufunc, given))


def _of_memory(aval: Aval, value: Any) -> Node:
    """Return the node of an array in NumPy's memory."""
    # a device does not write to memory of NumPy's: donated, it would be copied first
    node = computed(aval, value, exported=True)
    node.padding_is_zero = True
    return node


def _lie_alike(one: Layout, other: Layout) -> bool:
    """Whether arrays of two layouts of one shape have the same elements on each device."""
    pairs = zip(one.parts, other.parts, one.spec, other.spec, strict=True)
    return all([n == m and (n == 1 or names == others) for n, m, names, others in pairs])


#: What has been exchanged, as long as a node that is yet to be computed needs it.
_exchanged: weakref.WeakKeyDictionary[Node, Any] = weakref.WeakKeyDictionary()


def broadcast(node: Node, layout: Layout) -> Node:
    """Return a node broadcast to the shape of a layout, and so laid out."""
    if node.aval.shape != layout.shape:
        node = views.read(node, Affine.identity(node.aval.shape).broadcast(layout.shape))
    return on_devices(node, layout)
