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

#: So many elements are kept in all.
MOST = 1 << 23
#: Of an operand that counts: its elements, and how many times those of the result.
LARGE, TIMES = 1 << 12, 8

#: Results that are much smaller than an operand, how many there were when they were looked at, and
#: the elements of their operands since then.
_waiting: list[weakref.ref[Node]] = []
_looked_at = 0
_kept = 0


def would_keep_much(size: int, operand_size: int) -> bool:
    """Return whether a result of that size is much smaller than its operand, which is large."""
    return operand_size >= LARGE and operand_size >= TIMES * size


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
    if not would_keep_much(node.aval.layout.size, size):
        return
    if context.recorder is not None or context.explanation is not None:
        return
    with launch_order.lock:
        _waiting.append(weakref.ref(node))
        _kept += size
        # twice as many: what a look costs is spread over them
        if _kept > MOST or len(_waiting) > 2 * _looked_at + 64:
            _look()


def _look() -> None:
    global _kept, _looked_at
    waiting = [node for ref in _waiting if (node := ref()) is not None and node.is_pending]
    _kept = sum(_kept_by(waiting).values())
    if _kept > MOST:
        # one by one: they are alike, so they have one program, and may lie on several meshes
        for node in waiting:
            if node.is_pending and _kept_by([node]):
                evaluate([node])
        waiting = [node for node in waiting if node.is_pending]
        _kept = 0
    _looked_at = len(waiting)
    _waiting[:] = map(weakref.ref, waiting)


def _kept_by(nodes: list[Node]) -> dict[Node, int]:
    """Return the operands that only pending results keep, and the elements of each."""
    args = [arg for below in pending_below(nodes) for arg in below.args]
    return {arg: arg.aval.layout.size for arg in args if _is_unheld(arg)}


def _is_unheld(node: Node) -> bool:
    return node.state is DEVICES and not node.holders and type(node.aval) is Aval
