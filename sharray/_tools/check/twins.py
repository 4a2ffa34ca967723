"""The NumPy array that stands beside each array while a program is checked."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np

from sharray._core.node import Expr
from sharray._record.handles import Handle
from sharray._tools.check.steps import Known, Made, fetched, under


class Twin:
    """What an array is in NumPy.

    Attributes
    ----------
    handle
        The array, weakly.
    value
        NumPy's array, or its scalar. Those of views are views.
    expr
        Of an owner, weakly: the expression whose value that is.
    made
        Of an owner whose value has not been compared yet: how it came about.
    """

    __slots__ = ("_known", "expr", "handle", "made", "value")

    def __init__(self, handle: weakref.ref[Handle], value: Any) -> None:
        self.handle = handle
        self.value = value
        self.expr: weakref.ref[Expr] | None = None
        self.made: Made | None = None
        self._known: Known | None = None

    def goes_with(self, expr: Expr, made: Made | None = None) -> None:
        """Note which expression the value belongs to, and how it is to be computed."""
        self.expr, self.made, self._known = weakref.ref(expr), made, None

    def source(self) -> Known | Made:
        """Return the value for calls to be made again, whatever is written to it meanwhile."""
        if self.made is not None:
            return self.made
        if self._known is None:
            self._known = Known(np.array(self.value, order="C"))
        return self._known

    def take_over(self, found: np.ndarray) -> None:
        """Take over the values that were found, so that rounding does not add up."""
        if isinstance(self.value, np.ndarray):
            if self.value.flags.writeable:
                np.copyto(self.value, found)
        else:
            self.value = found[()]


class Twins:
    """From arrays to NumPy's, which are views of each other where NumPy makes views."""

    def __init__(self) -> None:
        self._of: dict[int, Twin] = {}
        self._waiting: dict[int, Twin] = {}

    def known(self, handle: Handle) -> Twin | None:
        """Return the twin of an array that has one."""
        found = self._of.get(id(handle))
        return found if found is not None and found.handle() is handle else None

    def of(self, handle: Handle) -> Twin:
        """Return the twin; of an array not seen before, that is what it holds now."""
        found = self.known(handle)
        if found is not None:
            return found
        if handle._owner is None:
            value: Any = fetched(handle)
            return self.pair(handle, value[()] if handle._scalar else value)
        value = self.of(handle._owner).value
        for lens in handle._chain:
            value = lens.of_numpy(np.asarray(value))
        return self.pair(handle, value)

    def pair(self, handle: Handle, value: Any, made: Made | None = None) -> Twin:
        """Make `value` the twin of an array, still to be compared if it says how it is `made`."""
        key = id(handle)

        def forget(ref: Any) -> None:
            for twins in (self._of, self._waiting):
                found = twins.get(key)
                if found is not None and found.handle is ref:
                    del twins[key]

        twin = self._of[key] = Twin(weakref.ref(handle, forget), value)
        if handle._owner is None:
            self.expect(twin, handle, made)
        return twin

    def expect(self, twin: Twin, owner: Handle, made: Made | None) -> None:
        """Note that the twin has the value that its owner has now, and whether that is certain."""
        twin.goes_with(owner._expr, made)
        if made is None:
            self._waiting.pop(id(owner), None)
        else:
            self._waiting[id(owner)] = twin

    def base(self, handle: Handle, shown: Any, made: Made) -> bool:
        """Pair a new array that a view shows part of, if the view shows all of it."""
        owner = handle._owner
        assert owner is not None
        value = under(handle._chain, np.asarray(shown), owner._expr.aval)
        if value is None:
            return False
        self.pair(owner, value, made._replace(chain=handle._chain))
        return True

    def waiting(self) -> Iterator[tuple[Handle, Twin, np.ndarray]]:
        """Find the arrays that have been computed since they were last compared."""
        for twin in list(self._waiting.values()):
            owner = twin.handle()
            if owner is None or twin.expr is None or twin.expr() is not owner._expr:
                continue  # written to: what it held is compared no more
            if owner._expr.value is not None:
                yield owner, twin, fetched(owner)

    def changed(self, owner: Handle) -> bool:
        """Whether an owner was written to since its twin was."""
        twin = self.known(owner)
        return twin is not None and (twin.expr is None or twin.expr() is not owner._expr)
