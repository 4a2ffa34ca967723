"""Traced values that would leave their trace.

Those of writes to arrays that were made before it began; and those of views, which show nothing
until somebody asks, of the results of `jax.jvp`.
"""

from __future__ import annotations

import weakref
from typing import Any

from sharray._core import user_line
from sharray._core.context import context
from sharray._core.lazy import is_traced_by_jvp
from sharray._core.links import see
from sharray._core.memory import Memory, births
from sharray._core.node import Node, current_trace, depends_on_traced
from sharray._engine import explained
from sharray._engine.evaluate import evaluate

#: Traces that are remembered: as deep as functions nest.
_MOST = 32


def begin() -> None:
    """Note the current trace, if it is new: its arguments are being made."""
    trace = current_trace()
    if not any(known == trace for known, _ in context.traces):
        context.traces.append((trace, next(births)))
        del context.traces[:-_MOST]


def check(memory: Memory, value: Node) -> None:
    """Refuse to write a traced value to an array that was there before the trace began.

    Raises
    ------
    TypeError
        Naming the line.
    """
    explains = explained.is_active()
    if not context.traces or not (explains or depends_on_traced(value)):
        return
    trace = current_trace()
    first = next((n for known, n in context.traces if known == trace), None)
    if first is None or memory.born > first:
        return
    if explains:
        explained.written(memory)
        return
    line = user_line.caller()
    aval = memory.aval
    raise TypeError(
        f"{line.file}:{line.number}: a value that is being traced (by jit, grad, scan, ...) is "
        f"written to an array of shape {aval.shape} and dtype {aval.dtype} that was made outside "
        "of the traced function, and would be lost with the trace. Pass the array as an argument "
        "and return it from the function, or write what the function returns" + see("write-in-jit")
    )


def read_in_time(view: Any) -> None:
    """Have a view keep what it shows of a value that `jax.jvp` traces.

    `jvp`, and `jacfwd` and `hessian` by it, take results apart when the trace is over: nothing can
    be computed in it any more.
    """
    memory = view._memory
    node = memory.node
    if node is None or not is_traced_by_jvp(node.value):
        return
    view._shown = None
    shown = view._node()
    view._shown = weakref.ref(node), lambda: shown
    others = [ref for ref in memory.views if ref() is not None and ref() is not view]
    memory.views = [*others, weakref.ref(view)]


def written(memory: Memory) -> None:
    """Have the views of what has been written to keep what they show now."""
    assert memory.node is not None
    evaluate([memory.node])  # it is traced: nothing is recorded of it
    for ref in memory.views:
        view = ref()
        if view is not None:
            read_in_time(view)
