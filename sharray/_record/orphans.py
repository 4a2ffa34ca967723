"""Operands that no array holds any more, kept by results that have not been computed.

A recorded result refers to its operands until it is computed. Where it is much smaller than they
are, a program that works in pieces (``sums.append(chunk.sum(axis=0))``) would have all of them in
memory at once. So such results are computed when they keep much.
"""

from __future__ import annotations

import weakref

from sharray._core.context import context
from sharray._core.layout import Aval
from sharray._core.node import DEVICES, Node, pending_below
from sharray._engine import launch_order
from sharray._engine.evaluate import evaluate

#: So many elements are kept in all, and results looked through.
MOST, MANY = 1 << 23, 128
#: Of an operand that counts: its elements, and how many times those of the result.
LARGE, TIMES = 1 << 17, 8

#: Results that are much smaller than an operand, and the elements of those since they were looked
#: at.
_waiting: list[weakref.ref[Node]] = []
_kept = 0


def note(node: Node, size: int) -> None:
    """Take note of a result that has been recorded; compute it, and others, if they keep much.

    Parameters
    ----------
    node
        The result.
    size
        The elements of its largest operand.
    """
    global _kept
    if size < LARGE or size < TIMES * node.aval.layout.size:
        return
    if context.recorder is not None or context.explanation is not None:
        return
    with launch_order.lock:
        _waiting.append(weakref.ref(node))
        _kept += size
        if _kept > MOST or len(_waiting) > MANY:
            _look()


def _look() -> None:
    global _kept
    waiting = [node for ref in _waiting if (node := ref()) is not None and node.is_pending]
    keepers: list[Node] = []
    orphans: dict[Node, int] = {}
    for node in waiting:
        args = [arg for below in pending_below([node]) for arg in below.args]
        kept = {arg: arg.aval.layout.size for arg in args if _is_orphan(arg)}
        if kept:
            keepers.append(node)
            orphans.update(kept)
    _kept = sum(orphans.values())
    if _kept > MOST or len(waiting) > MANY:
        # one by one: they are alike, so they have one program, and may lie on several meshes
        for node in keepers if _kept > MOST else waiting:
            evaluate([node])
        waiting = [node for node in waiting if node.is_pending]
        _kept = 0
    _waiting[:] = map(weakref.ref, waiting)


def _is_orphan(node: Node) -> bool:
    return node.state is DEVICES and not node.holders and type(node.aval) is Aval
