"""Traced values that would leave their trace: writes to arrays that were made before it began."""

from __future__ import annotations

import threading
from typing import Any

from sharray._core import user_line
from sharray._core.node import TRACED, Expr, current_trace
from sharray._engine import explained
from sharray._record.handles import Handle, births

#: Traces that are remembered: as deep as functions nest.
_MOST = 32


class _State(threading.local):
    def __init__(self) -> None:
        #: a trace, with the number of the first array that it may have made
        self.begun: list[tuple[Any, int]] = []


_state = _State()


def begin() -> None:
    """Note the current trace, if it is new: its arguments are being made."""
    trace = current_trace()
    if not any(known == trace for known, _ in _state.begun):
        _state.begun.append((trace, next(births)))
        del _state.begun[:-_MOST]


def check(owner: Handle, value: Expr) -> None:
    """Refuse to write a traced value to an array that was there before the trace began.

    Raises
    ------
    TypeError
        Naming the line.
    """
    if value.depth < TRACED and not explained.state.active:
        return
    trace = current_trace()
    first = next((n for known, n in _state.begun if known == trace), None)
    if first is None or owner._born > first:
        return
    if explained.state.active:
        explained.written(owner)
        return
    line = user_line.caller()
    raise TypeError(
        f"{line.file}:{line.number}: a value that is being traced (by jit, grad, scan, ...) is "
        f"written to an array of shape {owner.shape} and dtype {owner.dtype} that was made outside "
        "of the traced function, and would be lost with the trace. Pass the array as an argument "
        "and return it from the function, or write what the function returns"
    )
