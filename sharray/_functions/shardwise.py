"""NumPy functions on the shards where they are: no array is gathered, and nothing is compiled."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np

from sharray._core import rules
from sharray._core.node import Node
from sharray._engine.blockwise import NotHeldError, apply_to_blocks
from sharray._engine.transfer import is_numeric
from sharray._functions import fallback
from sharray._functions.arguments import OnDevices, array, on_host
from sharray._record.handles import Handle, wrap
from sharray._record.relayout import broadcast


def elementwise_on_host(numpy_function: Any, args: tuple[Any, ...]) -> Any:
    """Apply an elementwise NumPy function, one that devices do not have, shard by shard."""
    try:
        operands = on_host(tuple(args), False)
    except OnDevices:
        fallback.note_fall_back(numpy_function, args, "the devices do not have it")
        # objects cannot go to the shards, nor stay there
        gives_objects = all(loop.endswith("O") for loop in numpy_function.types)
        if not gives_objects and all(
            [isinstance(a, Handle) or is_numeric(np.asarray(a).dtype) for a in args]
        ):
            with contextlib.suppress(NotHeldError):
                return elementwise(numpy_function, *args)
        operands = on_host(tuple(args), True)
    return numpy_function(*operands)


def elementwise(function: Callable[..., Any], *args: Any) -> Any:
    """Apply an elementwise function of NumPy blocks on every device's shards.

    Parameters
    ----------
    function
        Called with one block of each argument, without padding and broadcast to one shape;
        returns a block of that shape, or a tuple of some.
    *args
        Array-likes that broadcast.

    Returns
    -------
    out : array or tuple of array
        Of the broadcast shape, lying as the operands of an elementwise operation do.
    """
    nodes = [array(a)._node() for a in args]
    shape = np.broadcast_shapes(*[e.aval.shape for e in nodes])
    layout = rules.place(rules.broadcast, [e.aval for e in nodes], shape, {}, "elementwise")
    operands = [broadcast(node, layout) for node in nodes]
    results = apply_to_blocks(function, operands, layout)
    return wrap(results) if isinstance(results, Node) else tuple([wrap(r) for r in results])
