"""The NumPy array that stands beside each array while a program is checked."""

from __future__ import annotations

import math
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sharray._core.node import Node
from sharray._record.handles import Handle
from sharray._tools.check.steps import Output, base_of, fetched, is_computed, view


@dataclass(eq=False, slots=True)
class Reference:
    """What an array is in NumPy.

    Attributes
    ----------
    handle
        The array, weakly.
    value
        NumPy's array, or its scalar. Those of views are views.
    node
        Of an array that owns its memory, weakly: the node whose value that is.
    output
        Of such an array whose value has not been compared yet: how it came about.
    """

    handle: weakref.ref[Handle]
    value: Any
    node: weakref.ref[Node] | None = None
    output: Output | None = None
    _copy: np.ndarray | None = None

    def goes_with(self, node: Node, output: Output | None = None) -> None:
        """Note which node the value belongs to, and how it is to be computed."""
        self.node, self.output, self._copy = weakref.ref(node), output, None

    def source(self) -> np.ndarray | Output:
        """Return the value for calls to be made again, whatever is written to it meanwhile."""
        if self.output is not None:
            return self.output
        if self._copy is None:
            self._copy = np.array(self.value, order="C")
        return self._copy

    def take_over(self, actual: np.ndarray) -> None:
        """Take over the values that were found, so that rounding does not add up."""
        if isinstance(self.value, np.ndarray):
            if self.value.flags.writeable:
                np.copyto(self.value, actual)
        else:
            self.value = actual[()]


class References:
    """From arrays to NumPy's, which are views of each other where NumPy makes views."""

    def __init__(self) -> None:
        self._of: dict[int, Reference] = {}
        self._waiting: dict[int, Reference] = {}

    def known(self, handle: Handle) -> Reference | None:
        """Return the reference of an array that has one."""
        reference = self._of.get(id(handle))
        if reference is None or reference.handle() is not handle:
            return None
        if np.size(reference.value) != math.prod(handle.shape):  # it has been resized: another one
            del self._of[id(handle)]
            self._waiting.pop(id(handle), None)
            return None
        if np.shape(reference.value) != handle.shape:  # that has been set
            reference.value = reference.value.reshape(handle.shape)
        return reference

    def of(self, handle: Handle) -> Reference:
        """Return the reference; of an array not seen before, that is what it holds now."""
        reference = self.known(handle)
        if reference is not None:
            return reference
        if handle._base is None:
            return self.pair(handle, fetched(handle))
        value = self.of(handle._base).value
        if np.shape(value) != (shape := handle._memory.aval.shape):
            value = value.reshape(shape)
        return self.pair(handle, view(value, handle._chain))

    def pair(self, handle: Handle, value: Any, output: Output | None = None) -> Reference:
        """Make `value` the reference of an array, still to be compared if it is an `output`."""
        key = id(handle)

        def forget(ref: Any) -> None:
            for references in (self._of, self._waiting):
                known = references.get(key)
                if known is not None and known.handle is ref:
                    del references[key]

        reference = self._of[key] = Reference(weakref.ref(handle, forget), value)
        if handle._base is None:
            self.expect(reference, handle, output)
        return reference

    def expect(self, reference: Reference, owner: Handle, output: Output | None) -> None:
        """Note that the reference has its owner's value of now, and whether that is certain."""
        reference.goes_with(owner._memory.read(), output)
        if output is None:
            self._waiting.pop(id(owner), None)
        else:
            self._waiting[id(owner)] = reference

    def base(self, handle: Handle, shown: Any, output: Output) -> bool:
        """Pair a new array that a view shows part of, if the view shows all of it."""
        owner = handle._base
        assert owner is not None
        value = base_of(handle._chain, np.asarray(shown), owner._memory.aval)
        if value is None:
            return False
        self.pair(owner, value, output._replace(chain=handle._chain))
        return True

    def waiting(self) -> Iterator[tuple[Handle, Reference, np.ndarray]]:
        """Find the arrays that have been computed since they were last compared."""
        for reference in list(self._waiting.values()):
            owner = reference.handle()
            # of one that was written to, what it held is compared no more
            if owner is not None and not self.changed(owner) and is_computed(owner):
                yield owner, reference, fetched(owner)

    def changed(self, owner: Handle) -> bool:
        """Whether an owner was written to since its reference was."""
        reference = self.known(owner)
        return reference is not None and (
            reference.node is None or reference.node() is not owner._memory.read()
        )
