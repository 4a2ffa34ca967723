"""Functions of functions: the user's Python functions see NumPy blocks, where the shards are."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sharray._core.layout import make_layout
from sharray._engine.blocks import free_axes
from sharray._engine.blockwise import NotHeldError, apply_to_blocks
from sharray._functions import fallback, shardwise
from sharray._functions.arguments import NotNumeric, OnDevices, array, on_host
from sharray._functions.declare import implements
from sharray._functions.fallback import HostFallback
from sharray._functions.flavours import Flavour
from sharray._functions.reuse import reuse
from sharray._ops import manipulation as mp
from sharray._record import handles
from sharray._record.moves import copied
from sharray._record.relayout import on_devices


@functools.cache
def vectorize(flavour: Flavour) -> type[np.vectorize]:
    """Return the class of vectorized functions whose results are in a flavour."""

    class Vectorize(np.vectorize):  # pyright: ignore[reportIncompatibleVariableOverride]
        """A function of numbers as one of arrays; each device's elements are done on the host.

        As `numpy.vectorize`. The result lies as that of an elementwise operation; no array is
        gathered, but the function is called once for each element.
        """

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            """Call the function for each element."""
            if not hasattr(self, "pyfunc") or not callable(self.pyfunc):
                return super().__call__(*args, **kwargs)  # a decorator's first call
            in_numpy = super().__call__
            try:
                return flavour.result(in_numpy(*on_host(args, False), **on_host(kwargs, False)))
            except OnDevices:
                pass
            whole = functools.partial(np.vectorize.__call__, self)
            functools.update_wrapper(whole, np.vectorize, updated=())
            why = "its signature, or arguments by name, need NumPy"
            if self.signature is None and not kwargs and not self.excluded:
                try:
                    return flavour.result(shardwise.elementwise(in_numpy, *args), number=False)
                except NotNumeric:
                    return fallback.in_numpy(whole, args, kwargs, flavour)
                except NotHeldError as error:
                    why = str(error)
            return fallback.fall_back(whole, args, kwargs, why, flavour)

    Vectorize.__module__ = flavour.name
    Vectorize.__name__ = Vectorize.__qualname__ = "vectorize"
    return Vectorize


@implements(np.apply_along_axis, numbers=False)
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
        if math.prod(x.shape[:axis] + x.shape[axis + 1 :]):
            raise HostFallback("the lines have no elements")
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    moved = make_layout(x.shape, layout.mesh, spec)
    lines = on_devices(x._node(), moved)
    # with the axis first, the others keep their place, and the result's come first, too
    turned = mp.moveaxis(handles.wrap_array(lines), axis, 0)
    at_first = turned._node()
    outer = make_layout(turned.shape[1:], layout.mesh, at_first.aval.layout.spec[1:])

    def apply(block: np.ndarray) -> np.ndarray:
        return np.apply_along_axis(func1d, 0, block, *args, **kwargs)

    try:
        node: Any = apply_to_blocks(apply, [at_first], outer)
    except NotHeldError as error:
        raise HostFallback(str(error)) from error
    result = handles.wrap_array(node)
    inner = result.ndim - outer.ndim
    # an array of its own: a reshape of a view with its axes moved would be a copy
    return copied(mp.moveaxis(result, tuple(range(inner)), tuple(range(axis, axis + inner))))


reuse(
    np.apply_over_axes,
    "Call a reduction for one axis after the other, keeping the dimensions.",
)


@implements(np.frompyfunc, small=False)
def frompyfunc(func, /, nin, nout, **kwargs):
    """Make a ufunc of a Python function; its results are objects, so they stay NumPy's."""
    result = np.frompyfunc(func, nin, nout, **kwargs)

    def on_objects(function: Callable[..., Any]) -> Any:
        def call(*args: Any, **options: Any) -> Any:
            if function is result and nin < len(args) <= nin + nout and "out" not in options:
                options["out"] = (*args[nin:], *[None] * (nin + nout - len(args)))
                args = args[:nin]
            return fallback.on_copies(
                function, np.frompyfunc, args, options, "its results are Python objects"
            )

        return call

    call = functools.wraps(func)(on_objects(result))
    for name in ("reduce", "accumulate", "reduceat", "outer", "at"):
        setattr(call, name, on_objects(getattr(result, name)))
    for name in ("nin", "nout", "nargs", "ntypes", "types", "identity", "signature"):
        setattr(call, name, getattr(result, name))
    return call
