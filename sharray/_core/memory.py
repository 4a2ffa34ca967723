"""Memory: what the elements of an array lie in, and who holds it.

An array that owns its data and all views of it have one memory. It is at home on the host, a NumPy
array that is written to in place, or on devices, a node that is replaced by another one with each
write.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from sharray._core import collector
from sharray._core.layout import Aval, host_aval
from sharray._core.lens import address
from sharray._core.node import Node, constant
from sharray._core.policy import Tally, tally_of

#: Counts memories.
births = itertools.count()
#: Protects exports: others may ask for one while somebody finds out whether there is one.
lock = threading.RLock()


#: Of so many views of a memory what they have lent is kept.
_MOST_LENT = 16
_NONE: dict[int, tuple[np.ndarray, np.ndarray]] = {}


_WRITEABLE = 0x0400  # NPY_ARRAY_WRITEABLE of NumPy's C API


def is_writeable(array: np.ndarray) -> bool:
    """Whether NumPy would write to an array; without the warning of what it has broadcast."""
    return bool(array.flags.num & _WRITEABLE)


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a view of NumPy's that nobody can make writable: not the array below it decides."""
    buffer: Any = array
    return np.asarray(memoryview(buffer).toreadonly())


class Memory:
    """Elements, at home on the host or on devices.

    Attributes
    ----------
    host
        The elements at home on the host, in row-major order; None on devices.
    node
        The elements at home on devices; None on the host.
    born
        Its number among all memories, to be compared with those of traces (see `_record.leaks`).
    exported
        NumPy's array through which others see the memory on the host; None if nobody does.
    lent
        The parts of it that views show, by the id of NumPy's view of `host`, which is kept with it.
    spare
        A buffer that changes places with the one on devices (see `_engine.spare`).
    placeholder
        What took the place of the buffer in a tree (see `_transforms.tree_nodes`).
    is_free
        Whether the buffer on devices came out of a tree in the place of elements on the host: where
        it lies was nobody's choice.
    has_moved
        Whether the buffer on devices has come from the host because NumPy had computed much of it.
    is_placed
        Whether it is where the user wants it.
    pieces
        How many small pieces have been read or written on the host that are still to be counted.
    tally
        What is counted with all arrays of the shape (see `_core.policy`); None before that.
    taken
        How many pieces have been read, in NumPy's flavour; minus infinity if there are views.
    let_go
        Has the array itself let go of what is exported, if it has that (see `_array.in_pieces`).
    views
        The views of what `jax.jvp` traces (see `_record.leaks`).
    """

    host: np.ndarray | None
    node: Node | None
    # most memories are of results that nobody looks at twice: what they begin with is the class's
    exported: np.ndarray | None = None
    lent: dict[int, tuple[np.ndarray, np.ndarray]] = _NONE
    spare: Any = None
    placeholder: Any = None
    is_free = has_moved = is_placed = False
    pieces = 0
    #: how many operations NumPy has computed of it
    _uses = 0
    tally: Tally | None = None
    taken: float = 0
    let_go: Callable[[], None] | None = None
    views: Collection[weakref.ref[Any]] = ()
    _aval: Aval | None = None
    #: the elements on the host as a node, until they are written to
    _snapshot: Node | None = None
    #: nodes that show parts of it
    _parts: Sequence[weakref.ref[Node]] = ()

    def __init__(self, node: Node | None = None, host: np.ndarray | None = None) -> None:
        self.host = host
        self.node = node
        self.born = next(births)
        if node is not None:
            node.holders += 1
            self._aval = node.aval

    #: at the end Python empties modules, of which this may be one before the last array goes
    _collector = collector

    def __del__(self) -> None:
        if self.node is not None:
            if self._collector.thread is None:
                self.node.holders -= 1
            else:
                self.node.let_go()

    @property
    def aval(self) -> Aval:
        """What is known of the elements."""
        aval = self._aval
        if aval is None:
            host = self.host
            assert host is not None
            aval = self._aval = host_aval(host.shape, host.dtype)
        return aval

    def counted(self) -> Tally:
        """Return what the work on the elements is counted on."""
        tally = self.tally
        if tally is None:
            host = self.host
            shape = (self._aval or self.aval).shape if host is None else host.shape
            tally = self.tally = tally_of(shape)
        return tally

    def read(self) -> Node:
        """Return the elements as they are now, whatever is written to the memory later."""
        if self.node is not None:
            return self.node
        if self._snapshot is not None:
            return self._snapshot
        host = self.host
        assert host is not None
        if self.is_exported:
            return constant(host.copy())
        self._snapshot, self._parts = constant(host), ()
        return self._snapshot

    def shows(self, part: Node) -> None:
        """Take note of a node on the host that shows a part of what has been read."""
        if self._snapshot is not None:
            there = [ref for ref in self._parts if ref() is not None]
            self._parts = [*there, weakref.ref(part)]

    def write(self) -> np.ndarray:
        """Return the elements on the host, to be written to: nobody else refers to them as a value.

        Raises
        ------
        AssertionError
            If they are on devices.
        """
        host = self.host
        assert host is not None
        if self._snapshot is not None:
            self._snapshot.value = host.copy()
            self._snapshot = None
            for ref in self._parts:
                part = ref()
                if part is not None:
                    part.value = part.value.copy()
        return host

    @property
    def is_exported(self) -> bool:
        """Whether somebody else has the memory on the host, and may write to it at any time."""
        if self.exported is None:
            return False
        self.reclaim()
        with lock:
            # views of it keep it alive
            self.lent = _NONE
            if self.exported is not None:
                reference = weakref.ref(self.exported)
                self.exported = None
                self.exported = reference()
            return self.exported is not None

    def reclaim(self) -> None:
        """Have the array itself let go of what is exported, before it changes."""
        if self.let_go is not None:
            self.let_go()

    def export(self) -> np.ndarray:
        """Return the elements on the host, for somebody who may write to them at any time.

        The memory is theirs, too, until they let go of the array and of all its views.
        """
        with lock:
            exported = self.exported
            if exported is None:
                # an array of another base than `host` is the base of all views that are made of it
                buffer: Any = self.write()
                exported = self.exported = np.asarray(memoryview(buffer))
            return exported

    def lend(self, part: np.ndarray) -> np.ndarray:
        """Return a part of the elements on the host, as `export` does all of them.

        Parameters
        ----------
        part
            A view of `host`, however it lies there.
        """
        with lock:
            known = self.lent.get(id(part))
            if known is not None:
                return known[1]
            exported = self.export()
            if not np.may_share_memory(part, exported):
                return part  # there are no elements, or NumPy has no such view
            offset = address(part) - address(exported)
            buffer: Any = exported
            lent = np.ndarray(part.shape, part.dtype, buffer, offset, part.strides)
            lent.flags.writeable = part.flags.writeable
            if len(self.lent) >= _MOST_LENT:
                self.lent = _NONE
            self.lent = {**self.lent, id(part): (part, lent)}
            return lent

    def replace(self, node: Node) -> None:
        """Hold another node in the place of what is there, at home on devices from now on."""
        node.holders += 1
        if self.node is not None:
            self.node.holders -= 1
        self.node, self.host, self.exported, self._snapshot = node, None, None, None
        self.lent = _NONE
        self._aval = node.aval
        self.is_free = self.has_moved = False

    def restore(self, state: tuple[Node | None, np.ndarray | None]) -> None:
        """Hold again a node, or elements on the host, that it held."""
        node, host = state
        if node is not None:
            self.replace(node)
            return
        if self.node is not None:
            self.node.holders -= 1
        self.node, self.host, self._aval = None, host, None
