"""Writes: the memory of an array gets the new elements, in place on the host.

On devices its node is replaced by one that has them. The old one stays as it was for everyone who
read it before; where nobody did, its buffer is donated to the new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sharray._core import observers, user_line
from sharray._core.cache import Cache
from sharray._core.context import context
from sharray._core.layout import Aval, Layout, on_same_devices
from sharray._core.lens import Affine, Dim, Lens, Part, affine, reshape_lens
from sharray._core.links import see
from sharray._core.memory import Memory
from sharray._core.meshes import get_mesh, show_mesh
from sharray._core.node import PENDING, UNPLACED, Node, constant, is_longer
from sharray._core.operation import Op
from sharray._core.placement import default_layout
from sharray._core.settings import options
from sharray._engine import launch_order
from sharray._engine.evaluate import evaluate
from sharray._engine.spare import Spare
from sharray._engine.transfer import to_numpy
from sharray._record import leaks, record, retained, traced_values, views
from sharray._record.handles import Handle, is_array, node_of_numpy, unwrap


def check_writable(target: Handle) -> None:
    """Raise ValueError if an array is read-only."""
    if target._readonly:
        raise ValueError(
            "assignment destination is read-only: the flags of the array say so, or it is a "
            f"broadcast or windows, where several elements share one place{see('read-only')}"
        )


def assign(target: Handle, value: Any) -> None:
    """Write `value`, which broadcasts, to all elements that `target` shows.

    Raises
    ------
    ValueError
        If the shapes do not broadcast, the view is read-only, or the meshes differ.
        So, too, if a number cannot be converted: NaN to an integer.
    TypeError
        If a Python complex number is written to a real array; of arrays the real parts are, with
        NumPy's ComplexWarning.
    OverflowError
        If a Python number is out of the range of an integer dtype.
    """
    check_writable(target)
    memory = target._memory
    new = as_value(value, target.shape, target.dtype, memory.aval.layout)
    _store(target, memory, target._chain, new)


def update(target: Handle, op: Op, operands: Sequence[Any]) -> None:
    """Write what an elementwise operation makes of operands to `target`, which may be among them.

    Raises
    ------
    TypeError
        If the result's dtype cannot be cast to the target's within its kind.
    ValueError
        If the result has another shape.
    """
    check_writable(target)
    memory, chain = target._owner or target._memory, target._lenses
    if chain is None:
        chain = target._chain
    with launch_order.lock:
        nodes, given = [], []
        for value in operands:
            if isinstance(value, Handle):
                value = value._node()
            elif type(value) not in record.PYTHON_SCALARS:
                value = record.operand(value, op.name, memory.aval.layout.mesh)
            nodes.append(value)
            if type(value) is Node:
                given.append(value)
        node = record.elementwise_node(op, nodes, lazily=True)
        shape = chain[-1].shape if chain else memory.aval.shape
        dtype = nodes[0].aval.dtype if target is operands[0] else target.dtype
        if not np.can_cast(node.aval.dtype, dtype, "same_kind"):
            if op.ufunc is not None:  # NumPy's own error
                alike = [np.empty(0, n.aval.dtype) if type(n) is Node else n for n in nodes]
                op.ufunc(*alike, out=np.empty(0, dtype))
            raise TypeError(
                f"cannot cast {op.called} output from {node.aval.dtype} to {dtype} with casting "
                "rule 'same_kind'"
            )
        if node.aval.shape != shape:
            raise ValueError(
                f"non-broadcastable output operand with shape {shape} doesn't match the "
                f"broadcast shape {node.aval.shape}"
            )
        _store(target, memory, chain, node, given)


def as_value(value: Any, shape: tuple[int, ...], dtype: np.dtype, owner: Layout) -> Node:
    """Return the node of a value that is written to elements of `shape` and `dtype`.

    `owner` is the layout of the memory that they are part of.
    """
    if isinstance(value, Handle):
        new = value._node()
        if owner.mesh is not None:
            new = record.within_reach(new, owner.mesh)
        layout = new.aval.layout
        if new.aval.dtype == dtype and layout.shape == shape and layout.mesh is owner.mesh:
            return new  # as most are
    else:
        value = unwrap(value)
    if type(value) in record.PYTHON_SCALARS:
        new = constant(np.array(value, dtype))
    elif is_array(value):
        new = record.operand(value, "assignment", owner.mesh)
    else:  # numbers in sequences, in strings, or None: each as NumPy converts it
        converted = np.asarray(value, dtype)
        new = node_of_numpy(converted, scalar_on_host=True, mesh=owner.mesh)
    if new.aval.dtype.kind == "c" and dtype.kind not in "cb":
        user_line.warn(
            f"Casting complex values to real discards the imaginary part: {new.aval.dtype} values "
            f"are written to an array of {dtype}",
            np.exceptions.ComplexWarning,
        )
        part = np.dtype(f"f{new.aval.dtype.itemsize // 2}")
        new = views.read(new, Part(new.aval.shape, False, part))
    if new.aval.dtype.kind == "f" and dtype.kind in "iu" and not new.on_host:
        new = views.converted(new, dtype)  # XLA's own conversion makes another integer of NaN
    given = new.aval.shape
    while len(given) > len(shape) and given[0] == 1:
        new = views.read(new, reshape_lens(given, given[1:]))
        given = given[1:]
    if len(given) > len(shape) or any(
        n not in (1, m) for n, m in zip(reversed(given), reversed(shape), strict=False)
    ):
        raise ValueError(
            f"could not broadcast input array from shape {given} into shape {shape}"
            + see("shapes-do-not-broadcast")
        )
    mesh = new.aval.layout.mesh
    if mesh is not None and owner.mesh is not None and not on_same_devices(mesh, owner.mesh):
        raise ValueError(
            f"the array lies on {show_mesh(owner.mesh)}, the value written to it on "
            f"{show_mesh(mesh)}; move it with to_device{see('mixed-meshes')}"
        )
    return new


def _store(
    target: Handle,
    memory: Memory,
    chain: tuple[Lens, ...],
    value: Node,
    operands: Sequence[Node] = (),
) -> None:
    """Put a value into the memory that `target` shows by a chain; on devices, run the program.

    The value, and the `operands` that it is made of, may be temporaries of the statement.
    """
    if 0 in (chain[-1].shape if chain else memory.aval.shape):
        return
    with launch_order.lock:
        if context.traces:
            leaks.check(memory, value)
        if observers.active:
            observers.recorded("write", memory.host is not None and value.on_host)
        if memory.host is not None:
            if not value.on_host and memory.is_exported:  # who has the memory is to see it
                value = constant(to_numpy(value))
            if value.on_host:
                _put(memory, target, value)
                return
            old = _moved(memory, value)
        else:
            assert memory.node is not None
            old = memory.node
        if not chain and _replaces(value, old):
            memory.replace(value)
            return
        if old.state is UNPLACED or value.state is UNPLACED:
            mesh = old.aval.layout.mesh or value.aval.layout.mesh or get_mesh()
            old, value = traced_values.with_mesh(old, mesh), traced_values.with_mesh(value, mesh)
        if not chain or type(chain[0]) is not Affine:
            chain = (Affine.identity(old.aval.shape), *chain)
        new = views.written(old, chain, value)
        before = memory.node, memory.host
        memory.replace(new)
        if memory.views:
            leaks.written(memory)
        if new.state is not PENDING:
            return
        memory.spare = memory.spare or Spare()
        temporaries, shown = [value, *operands], None
        # who reads it there keeps all of the array as it is now
        if not retained.would_keep_much(value.aval.layout.size, old.aval.layout.size):
            shown = _place_in(value, old.aval, chain)
        written = None if shown is None else value
        try:
            evaluate(
                [new], temporaries=temporaries, written=written, spare=memory.spare, longer=True
            )
        except BaseException:
            # an interrupt may come when the write is done
            if new.is_pending and not new.is_shown:
                memory.restore(before)
            raise
        if shown is not None and value.skipped and value.is_pending:
            # it may be a temporary: then nobody ever reads it there
            value.skipped = None
            whole, shown = (new.args[0], shown.of(new.params)) if new.is_pending else (new, shown)
            value.show(whole, shown)


def _place_in(value: Node, aval: Aval, chain: Sequence[Any]) -> Affine | None:
    """Return where a value can be read that an array holds, when it has been written.

    None if it cannot, because it is written as another dtype or through more than a slice.
    """
    if len(chain) > 1 or value.aval.dtype != aval.dtype or value.state is not PENDING:
        return None
    return _places[value.aval, aval, chain[0]]


def _place(value: Aval, aval: Aval, lens: Affine) -> Affine | None:
    shape = value.shape
    lead = len(lens.shape) - len(shape)
    dims, fixed = [], list(lens.fixed)
    for d, dim in enumerate(lens.dims):
        if d >= lead and dim.length == shape[d - lead]:
            dims.append(dim)
            continue
        if dim.axis is not None:
            fixed.append((dim.axis, dim.start))
        if d >= lead:  # of length 1, it was repeated
            dims.append(Dim(None, 0, 1, 1))
    shown = affine(lens.base_shape, tuple(dims), tuple(fixed))
    return shown if views.view_aval(aval, shown) is value else None


_places = Cache("views of what is written to", 4096, _place)


def _moved(memory: Memory, value: Node) -> Node:
    """Return the elements of a memory on the host where the value that is written to them lies."""
    node = memory.read()
    there = default_layout(node.aval.shape, value.aval.layout.mesh)
    return node_of_numpy(node.value, there)


def _replaces(new: Node, old: Node) -> bool:
    """Whether `new` may be recorded in place of `old`, which is chosen by a mask.

    What is to be written back there need never be computed by itself. Anything else runs while the
    program goes on.
    """
    if not (new.is_pending and old.is_pending) or new.aval is not old.aval:
        return False
    return is_chosen(old) and not is_longer(new, options.chain_length)


def is_chosen(node: Node) -> bool:
    """Whether a node that has not been computed is made of elements chosen by a mask."""
    below: Node | None = node
    while below is not None and below.op is not None and below.op.elementwise:
        below = next((arg for arg in below.args if arg.aval.shape == node.aval.shape), None)
    return below is not None and below.op is not None and below.op.chooses


def _put(memory: Memory, target: Handle, value: Node) -> None:
    """Write a value on the host to memory on the host, in place."""
    new = value.value
    memory.write()
    part = target._numpy()
    assert part is not None
    if np.may_share_memory(part, new):
        new = new.copy()
    with np.errstate(all="ignore"):
        np.copyto(part, new, casting="unsafe")
