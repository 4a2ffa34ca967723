"""Homes: large arrays lie on the host or on devices, and change between the two.

When is for `_core.policy` to say. A change redirects the memory, which the array and its views
share; it waits while somebody else has the memory.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from sharray._core import observers, policy
from sharray._core.memory import Memory, lock
from sharray._core.nested import leaves
from sharray._core.placement import default_layout
from sharray._engine import launch_order, transfer
from sharray._record.handles import Handle, node_of_numpy


def is_on_devices(value: Any) -> bool:
    """Whether a value is an array on the devices."""
    owner = value._owner if isinstance(value, Handle) else None
    return owner is not None and owner.host is None


def join_others(values: Iterable[Any]) -> None:
    """Move large arrays among arguments of a function to the devices, where others of them lie.

    What stayed behind would be copied there for each operation.
    """
    for value in leaves(values):
        if isinstance(value, Handle):
            to_devices(value._memory)


def to_devices(memory: Memory) -> bool:
    """Move the elements of an array to the devices; return whether they are there now.

    They are not if somebody else has their memory, nor if they are few.
    """
    host = memory.host
    if host is None:
        return True
    if policy.is_small(host.size):
        return False
    with launch_order.lock:
        # which may import JAX: who imports it at the same time may wait for the other lock
        layout = default_layout(host.shape)
        with lock:
            if memory.is_exported:
                return False
            if memory.host is None:
                return True
            memory.replace(node_of_numpy(memory.write(), layout))
            memory.has_moved = True
    observers.changed_home(True, host.shape, host.nbytes)
    return True


def follow_jax(array: Handle) -> None:
    """Move an array that JAX asks for to the devices, if it is large: JAX may ask again."""
    memory = array._memory
    if type(memory) is Memory and memory.host is not None and policy.begins_on_host():
        to_devices(memory)


def piece(array: Handle) -> None:
    """Count a small piece of an array on devices that is read or written."""
    layout = array._memory.aval.layout
    if _may_return(array) and policy.count_pieces(layout.shape, layout.size):
        _return(array)


def fetched(array: Handle) -> np.ndarray:
    """Return the elements for NumPy to index with; those of arrays on devices are a piece."""
    host = array._numpy()
    if host is not None:
        return host
    layout = array._memory.aval.layout
    size = layout.size * array._memory.aval.dtype.itemsize >> 3
    pieces = 1 + policy.FETCH * size // policy.PIECE_COST
    if policy.count_pieces(layout.shape, layout.size, pieces):
        policy.resist(array._memory.counted())
    return transfer.to_numpy(array._node())


def fetched_piece(array: Handle) -> np.ndarray | None:
    """Return a few elements that lie on devices, to be written on the host; None of many.

    What they are written to would go there otherwise, and come back to be written to again.
    """
    node = array._memory.node
    if node is None or node.is_traced or not policy.begins_on_host():
        return None
    if not policy.is_small(math.prod(array.shape)):
        return None
    if not policy.is_small(node.aval.layout.size):  # it is a view
        piece(array)
    host = array._numpy()
    return transfer.to_numpy(array._node()) if host is None else host


def returns(array: Handle) -> bool:
    """Have an array that is indexed with arrays on the host; return whether it is there now.

    For results whose length depends on data programs would be compiled for each length.
    """
    if _may_return(array):
        _return(array)
    return array._memory.node is None


def bring_home(array: Handle) -> None:
    """Have an array at home on the host, unless it is placed."""
    if not array._memory.is_placed:
        to_host(array)


def lend(array: Handle, *, keeps: bool = False, insists: bool = False) -> np.ndarray | None:
    """Return the elements on the host for somebody who may write to them; None from devices.

    An array on devices comes home first, unless the program wants it there. With `sharray` alone
    it wants large arrays there, except for somebody who insists: then all but those that are placed
    come. No work is asked for before it may move again: what others do with all of an array takes
    as long as moving it.

    Parameters
    ----------
    array
        The array.
    keeps
        Whether the address is all that will be known of the result.
    insists
        Whether nothing else will do.
    """
    with launch_order.lock:
        if insists or _may_return(array):
            memory, aval = array._memory, array._memory.aval
            size = aval.layout.size * aval.dtype.itemsize >> 3
            if memory.host is None and policy.count_return(aval.shape, size):
                policy.resist(memory.counted())
            bring_home(array)
        if array._memory.host is None:
            return None
        view = array._lent_for_ever() if keeps else array._lent()
        if array._readonly:
            view.flags.writeable = False
        return view


def _may_return(array: Handle) -> bool:
    """Whether an array lies on devices and may come to the host."""
    memory = array._memory
    node = memory.node
    if node is None or node.is_traced or memory.is_placed:
        return False
    return policy.begins_on_host()


def _return(array: Handle) -> None:
    policy.resist(array._memory.counted())
    to_host(array)


def to_host(array: Handle) -> None:
    """Move the elements of an array to the host."""
    memory = array._memory
    with launch_order.lock:
        node = memory.node
        if node is None or node.is_traced:
            return
        host = np.array(transfer.to_numpy(node))
        memory.restore((None, host))
        memory.spare, memory.has_moved = None, False
    observers.changed_home(False, host.shape, host.nbytes)
