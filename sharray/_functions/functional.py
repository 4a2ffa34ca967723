"""Functions of functions: the user's Python functions see NumPy blocks, where the shards are."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core.layout import make_layout
from sharray._engine.blocks import free_axes
from sharray._functions import declare, shardwise
from sharray._functions.arguments import OnDevices, array, from_host, on_host
from sharray._functions.declare import HostFallback, implements
from sharray._ops import manipulation as mp
from sharray._record import handles
from sharray._record.handles import Handle, as_array
from sharray._record.moves import on_devices


class vectorize(np.vectorize):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A function of numbers as one of arrays; each device's elements are done on the host.

    As `numpy.vectorize`. The result lies as that of an elementwise operation; no array is
    gathered, but the function is called once for each element.
    """

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function for each element."""
        if not hasattr(self, "pyfunc") or not callable(self.pyfunc):  # a decorator's first call
            return super().__call__(*args, **kwargs)
        try:
            return from_host(super().__call__(*on_host(args, False), **on_host(kwargs, False)))
        except OnDevices:
            pass
        if self.signature is not None or kwargs or self.excluded:
            why = "its signature, or arguments by name, need NumPy"
            in_numpy = functools.partial(np.vectorize.__call__, self)
            functools.update_wrapper(in_numpy, np.vectorize, updated=())
            return declare.fall_back(in_numpy, args, kwargs, why)
        made = shardwise.elementwise(super().__call__, *args)
        return tuple(map(as_array, made)) if isinstance(made, tuple) else as_array(made)


@implements(np.apply_along_axis)
def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """Call a function of vectors for each line along an axis.

    The lines are brought together on one device each, where NumPy calls the function.
    """
    x = array(arr)
    axis = normalize_axis_index(axis, x.ndim)
    layout = x._layout
    spec = free_axes(layout, (axis,)) if layout.mesh is not None else None
    if spec is None:
        raise HostFallback("a vector has one line only")
    if not x.size:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    moved = make_layout(x.shape, layout.mesh, spec)
    lines = on_devices(x._read(), moved)
    # with the axis first, the others keep their place, and the result's come first, too
    turned = mp.moveaxis(handles.wrap_array(lines), axis, 0)
    at_first = turned._read()
    outer = make_layout(turned.shape[1:], layout.mesh, at_first.aval.layout.spec[1:])
    made = shardwise.on_shards(
        lambda block: np.apply_along_axis(func1d, 0, block, *args, **kwargs), [at_first], outer
    )
    inner = made.ndim - outer.ndim
    return mp.moveaxis(made, tuple(range(inner)), tuple(range(axis, axis + inner)))


@implements(np.apply_over_axes)
def apply_over_axes(func, a, axes):
    """Call a reduction for one axis after the other, keeping the dimensions."""
    made = x = array(a)
    for axis in (axes,) if np.ndim(axes) == 0 else axes:
        found = func(made, normalize_axis_index(axis, x.ndim))
        if found.ndim != made.ndim:
            found = mp.expand_dims(found, axis)
            if found.ndim != made.ndim:
                raise ValueError("function is not returning an array of the correct shape")
        made = found
    return made


@implements(np.frompyfunc, small=False)
def frompyfunc(func, /, nin, nout, **kwargs):
    """Make a ufunc of a Python function; its results are objects, so they stay NumPy's."""
    made = np.frompyfunc(func, nin, nout, **kwargs)

    def on_objects(function: Callable[..., Any]) -> Any:
        def call(*args: Any, **options: Any) -> Any:
            if any(isinstance(a, Handle) for a in args):
                declare.note_fall_back(np.frompyfunc, args, "its results are Python objects")
            return function(*on_host(args, True), **on_host(options, True))

        return call

    call = functools.wraps(func)(on_objects(made))
    for name in ("reduce", "accumulate", "reduceat", "outer", "at"):
        setattr(call, name, on_objects(getattr(made, name)))
    for name in ("nin", "nout", "nargs", "ntypes", "types", "identity", "signature"):
        setattr(call, name, getattr(made, name))
    return call
