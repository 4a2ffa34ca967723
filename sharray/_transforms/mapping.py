"""What `vmap` and `scan` share: leaves as JAX maps over them, and rows and results as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sharray._core.cache import Cache
from sharray._core.layout import Aval, Layout, Spec, make_aval, make_layout
from sharray._core.lazy import is_tracer
from sharray._core.node import Node, computed, unplaced
from sharray._engine.blocks import constrain, resize
from sharray._engine.evaluate import evaluate_all
from sharray._record import handles
from sharray._record.handles import Handle
from sharray._record.relayout import on_devices


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
        return _mapped[make, args]
    except TypeError:  # it cannot be hashed
        return make(*args)


_mapped = Cache("mapped and scanned functions", 256, lambda make, args: make(*args))


def name_of(f: Any) -> str:
    """Return the name of a function for a message."""
    return getattr(f, "__name__", "a function")


def all_taken_apart(leaves: Sequence[Any]) -> tuple[list[Any], list[Kind]]:
    """Take several leaves apart."""
    parts = [taken_apart(leaf) for leaf in leaves]
    return [value for value, _ in parts], [kind for _, kind in parts]
