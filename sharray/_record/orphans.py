"""Operands that no array holds any more, kept by results that have not been computed.

A recorded result refers to its operands until it is computed. Where it is much smaller than they
are, a program that works in pieces (``sums.append(chunk.sum(axis=0))``) would have all of them in
memory at once. So such results are computed when they keep much.
"""

from __future__ import annotations

import weakref
from typing import Any

from sharray._core.context import context
from sharray._core.layout import each_aval
from sharray._core.node import DEVICES, Kind, Node, pending_below
from sharray._engine import launch_order
from sharray._engine.evaluate import evaluate_all

#: So many bytes are kept in all, and results looked through.
MOST, MANY = 1 << 26, 128
#: Of an operand that is looked at: its bytes, and how many times those of the result.
_LARGE, _TIMES = 1 << 20, 8

#: Results that are much smaller than an operand, and the bytes of those since they were looked at.
_waiting: list[weakref.ref[Node]] = []
_nbytes = 0


def note(node: Node) -> None:
    """Take note of a result that has been recorded; compute it, and others, if they keep much."""
    global _nbytes
    largest = max([_size(arg.aval) for arg in node.args], default=0)
    if largest < _LARGE or largest < _TIMES * _size(node.aval):
        return
    if context.recorder is not None or context.explanation is not None:
        return
    with launch_order.lock:
        _waiting.append(weakref.ref(node))
        _nbytes += largest
        if _nbytes > MOST or len(_waiting) > MANY:
            _look()


def _look() -> None:
    global _nbytes
    waiting = [node for ref in _waiting if (node := ref()) is not None and node.is_pending]
    keepers: list[Node] = []
    orphans: dict[Node, int] = {}
    for node in waiting:
        args = [arg for below in pending_below([node]) for arg in below.args]
        kept = {arg: _size(arg.aval) for arg in args if _is_orphan(arg)}
        if kept:
            keepers.append(node)
            orphans.update(kept)
    kept_bytes = sum(orphans.values())
    if kept_bytes > MOST or len(waiting) > MANY:
        evaluate_all(keepers if kept_bytes > MOST else waiting)
        waiting = [node for node in waiting if node.is_pending]
        kept_bytes = 0
    _waiting[:] = map(weakref.ref, waiting)
    _nbytes = kept_bytes


def _is_orphan(node: Node) -> bool:
    return node.kind is Kind.VALUE and node.state is DEVICES and not node.holders


def _size(aval: Any) -> int:
    return sum([a.layout.size * a.dtype.itemsize for a in each_aval(aval)])
