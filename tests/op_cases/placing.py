"""Calls with their arrays on a mesh."""

import jax
import numpy as np
from jax.sharding import NamedSharding

import sharray
from op_cases.case import Operand, spec_of
from op_cases.creation import Plain
from sharray import strategies


def _map_arrays(change, tree):
    return jax.tree.map(lambda v: change(v) if isinstance(v, (np.ndarray, np.generic)) else v, tree)


def place(data, mesh, call, space=sharray):
    """Put the NumPy arrays of a call on the mesh, under specs that are drawn."""
    placed = []

    def put(array):
        spec = data.draw(strategies.specs(array.ndim, mesh))
        x = space.asarray(array, device=NamedSharding(mesh, spec))
        strategies.assert_layout(x, NamedSharding(mesh, spec))
        placed.append(Operand(x.shape, spec_of(x.sharding, x.ndim)))
        return x

    args, kwargs = _map_arrays(put, (call.args, call.kwargs))
    args = [a.value if isinstance(a, Plain) else a for a in args]
    return args, kwargs, placed


def scale(call):
    """The largest finite element of the operands, at least 1."""
    most = 1.0
    for v in jax.tree.leaves((call.args, call.kwargs)):
        if isinstance(v, np.ndarray) and v.dtype.kind in "iufc" and v.size:
            v = v if v.dtype.kind in "fc" else v.astype(float)
            most = max(most, float(np.max(np.abs(v), where=np.isfinite(v), initial=0)))
    return most
