"""Joins of arrays on CPU devices that are met for the first time: NumPy computes them.

A loop that appends, inserts or deletes makes arrays of ever new shapes, each of which would take a
program. In the memory of the process a join is copied in less time than a program is made in.
"""

from __future__ import annotations

import numpy as np

from sharray._core import observers
from sharray._core.cache import Cache
from sharray._core.layout import Aval
from sharray._core.lens import Affine
from sharray._core.node import DEVICES, HOST, PENDING, VIEW, Node, computed
from sharray._core.operation import Op, Params
from sharray._core.settings import options
from sharray._engine import shards, transfer
from sharray._engine.evaluate import evaluate_all

#: So often NumPy joins arrays of given shapes, before a program is made.
FEW = 64
_met = Cache("how often small joins were met", 1 << 14, lambda *key: [0])


def result(op: Op, args: tuple[Node, ...], aval: Aval, params: Params) -> Node | None:
    """Return the node of a join that has been computed, or None if it is to be recorded."""
    layout = aval.layout
    if not op.joins or op.host is None or layout.size >= op.on_shards_from:
        return None
    if options.immediate or not shards.serves(layout.mesh):
        return None
    bases = {_base(arg) for arg in args}
    if any([base.state not in (PENDING, DEVICES, HOST) for base in bases]):
        return None
    pending = [base for base in bases if base.state is PENDING]
    if len(pending) > 2:  # one program serves them all
        return None
    times = _met[op, params, aval, tuple([arg.aval for arg in args])]
    if times[0] >= FEW:
        return None
    times[0] += 1
    evaluate_all(pending)
    if observers.active:
        observers.moving("device_put", layout.size * aval.dtype.itemsize)
    pos, named = params.rebuild([transfer.to_numpy(arg, is_read=False) for arg in args])
    value = np.asarray(op.host(*pos, **named), aval.dtype)
    return computed(aval, shards.divided(value, aval, fresh=False))


def _base(node: Node) -> Node:
    """Return what a node is a view of, or else the node."""
    return node.args[0] if node.kind is VIEW and isinstance(node.params, Affine) else node
