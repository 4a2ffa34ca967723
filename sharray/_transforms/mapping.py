"""What `vmap` and `scan` share: leaves as JAX maps over them, and rows and results as arrays."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sharray._core.cache import Cache
from sharray._core.layout import Aval, Layout, Spec, make_aval, make_layout
from sharray._core.lazy import is_tracer, jax
from sharray._core.meshes import get_mesh
from sharray._core.node import Node, computed, unplaced
from sharray._engine.blocks import constrain, resize
from sharray._engine.evaluate import evaluate_all
from sharray._record import handles
from sharray._record.handles import Handle, is_handle
from sharray._record.relayout import on_devices
from sharray._record.traced_values import noting_refusals
from sharray._transforms.fixed import surroundings
from sharray._transforms.jit import JitFunction
from sharray._transforms.missing_values import errors_of_missing_values, needs_value


class Kind(NamedTuple):
    """What a leaf is besides its buffer: an array of a class, or with None one of JAX."""

    of: type[Handle] | None
    aval: Aval | None


def taken_apart(leaf: Any) -> tuple[Any, Kind]:
    """Return what JAX is given for a leaf of a tree, and what it is."""
    if isinstance(leaf, Handle):
        node = node_of(leaf)
        return node.value, Kind(type(leaf), node.aval)
    if is_tracer(leaf) and handles.is_scalar(leaf):
        return leaf, Kind(None, unplaced(leaf).aval)
    return leaf, Kind(None, None)


def node_of(x: Handle, layout: Layout | None = None) -> Node:
    """Return the node of an array on devices, computed, in a layout or in its own."""
    node = on_devices(x._node(), layout)
    evaluate_all([node])
    return node


def put_together(value: Any, kind: Kind) -> Any:
    """Return the leaf of which `taken_apart` has made a value, or of another value of its kind."""
    if kind.of is None or kind.aval is None:
        return value
    is_placed = kind.aval.layout.mesh is not None
    node = computed(kind.aval, value) if is_placed else unplaced(value)
    return handles.wrap_array(node, kind.of)


def row_of(value: Any, kind: Kind, *, spreads: bool) -> Any:
    """Return a row of an array, which JAX places unless it has padding, or is to be spread."""
    if kind.of is None or kind.aval is None or not value.ndim:
        return value
    layout = kind.aval.layout
    row = make_layout(layout.shape[1:], layout.mesh, layout.spec[1:])
    if layout.mesh is None or not (spreads or row.is_padded):
        return handles.wrap_array(unplaced(value), kind.of)
    return put_together(value, kind._replace(aval=make_aval(row, kind.aval.dtype)))


def beside(lead: Layout, spec: Spec) -> Spec:
    """Return a spec behind that of the mapped dimension, whose mesh axes it leaves alone."""
    used = set(lead.spec[0])
    return (*lead.spec, *[() if used & set(names) else names for names in spec])


def stacked(value: Any, kind: Kind, lead: Layout, of: type[Handle] | None) -> Any:
    """Return the array of the results for each row.

    `lead` is the layout of their dimension, `of` the class of what was no array for a row.
    """
    [count] = lead.shape
    if kind.aval is None and lead.mesh is None:
        return value
    inner = make_layout(value.shape[1:], None) if kind.aval is None else kind.aval.layout
    if lead.mesh is None and inner.mesh is None:
        node = unplaced(value)
    else:
        mesh = lead.mesh or inner.mesh
        layout = make_layout((count, *inner.shape), mesh, beside(lead, inner.spec))
        # what is sharded by fewer axes has less padding
        value = constrain(resize(value, layout.padded_shape), layout)
        node = computed(make_aval(layout, np.dtype(value.dtype)), value)
    return handles.wrap_array(node, kind.of or of)


def class_of(leaves: Sequence[Any]) -> type[Handle] | None:
    """Return the class of the first array of this library among leaves."""
    return next((type(x) for x in leaves if isinstance(x, Handle)), None)


def reused(make: Any, *args: Any) -> Any:
    """Return the program of a function that is met again, as `jit` does, if it can be told."""
    try:
        found = _mapped[make, args]
    except TypeError:  # it cannot be hashed
        return make(*args)
    # an object may call itself equal to one that computes something else
    return found if found.mapped is args[0] else make(*args)


_mapped = Cache("mapped and scanned functions", 256, lambda make, args: make(*args))


def all_taken_apart(leaves: Sequence[Any]) -> tuple[list[Any], list[Kind]]:
    """Take several leaves apart."""
    parts = [taken_apart(leaf) for leaf in leaves]
    return [value for value, _ in parts], [kind for _, kind in parts]


@contextlib.contextmanager
def explaining(f: Any, by: str) -> Iterator[None]:
    """Say what to do where the user's function does what no traced one can."""
    try:
        with noting_refusals():
            yield
    except errors_of_missing_values() as error:
        raise needs_value(f, error, by) from error


class MappedFunction(JitFunction[..., Any]):
    """A mapped or scanned function: one that may change is traced at each call."""

    def __init__(self, f: Any, mapped: Callable[..., Any], caller: str) -> None:
        super().__init__(mapped)
        self.mapped, self._caller = f, caller
        self._surroundings: list[Any] | None = None

    def _is_fixed(self) -> bool:
        """Whether the function is what it was when it was traced, and can be no other."""
        seen = surroundings(self.mapped)
        with self._lock:
            before, self._surroundings = self._surroundings, seen
            if before is not None and not _same(before, seen):
                self._on.clear()
        return seen is not None

    def _here(self) -> Any:
        return super()._here() if self._is_fixed() else self._jitted(get_mesh())

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if self._is_fixed():
            leaves = jax.tree.leaves((arguments, named), is_leaf=is_handle)
            check_arrays(leaves, f"{self._caller}: an argument")
            return self._call(super()._here(), arguments, named)
        args, kwargs = self.placed(arguments, named)
        return self.function(*args, **kwargs)


def _same(before: list[Any], seen: list[Any] | None) -> bool:
    return seen is not None and len(before) == len(seen) and all(map(operator.is_, before, seen))


def check_arrays(leaves: Sequence[Any], where: str) -> None:
    """Raise TypeError for what is neither an array nor a number."""
    for leaf in leaves:
        is_known = isinstance(leaf, (bool, int, float, complex)) or hasattr(leaf, "__jax_array__")
        if not is_known and not handles.is_array(leaf):
            raise TypeError(f"{where} is no array but of type {type(leaf).__name__}: {leaf!r}")
