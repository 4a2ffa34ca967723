"""While a function is explained nothing runs, and operations know the line that asks for them.

Everything becomes a part of the trace, also what depends on concrete values only. Expressions that
were recorded before and are needed are given back as they were: the trace leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import jax
from jax.core import Tracer

from sharray._engine import hlo
from sharray._expr import Expr
from sharray._where import Line, caller

_SCOPE = re.compile(r"sharray_line_(\d+)")


class _State(threading.local):
    active = False

    def __init__(self) -> None:
        self.lines: dict[Line, int] = {}
        #: for each function that is traced: the smallest operand of each line
        self.sizes: list[dict[Line, hlo.Least]] = []
        self.before: list[tuple[Expr, Any]] = []
        #: arrays from outside that the function writes to, with what they were
        self.owners: list[tuple[Any, Expr]] = []
        #: arrays that the function finds outside of its arguments, by id
        self.outside: dict[int, Any] = {}
        #: what stands for them in the trace
        self.inside: dict[int, Any] = {}


state = _State()


@contextlib.contextmanager
def explaining() -> Iterator[dict[Line, int]]:
    """Trace and run nothing in a ``with`` block, whose value has a number for each line met."""
    if state.active:
        raise RuntimeError("explain inside a function that is being explained")
    state.active, state.lines, state.outside, state.inside = True, {}, {}, {}
    try:
        yield state.lines
    finally:
        forget()
        state.active, state.outside, state.inside = False, {}, {}


def forget() -> None:
    """Give expressions back as they were before the trace."""
    for expr, (op, args, params, depth) in reversed(state.before):
        expr.value, expr.op, expr.args, expr.params, expr.depth = None, op, args, params, depth
    state.before = []
    for owner, expr in reversed(state.owners):
        owner._expr = expr
    state.owners = []


def operand(value: Any) -> Any:
    """Return what stands for a buffer in the trace: arrays from outside are arguments, too.

    As constants they would be copied into the program whole.
    """
    if not state.active or isinstance(value, Tracer) or not isinstance(value, jax.Array):
        return value
    if id(value) in state.inside:
        return state.inside[id(value)]
    state.outside[id(value)] = value
    return value


def at_line() -> contextlib.AbstractContextManager[Any]:
    """Name what is traced in a ``with`` block after the line of the user's that asks for it."""
    if not state.active:
        return contextlib.nullcontext()
    return jax.named_scope(f"sharray_line_{state.lines.setdefault(caller(), len(state.lines))}")


@contextlib.contextmanager
def noting() -> Iterator[dict[Line, hlo.Least]]:
    """Note how large operands are in a ``with`` block: of each line, the smallest one."""
    state.sizes.append({})
    try:
        yield state.sizes[-1]
    finally:
        state.sizes.pop()


def note(avals: Iterable[Any]) -> None:
    """Take note of the operands of a program that becomes a part of a trace."""
    if state.sizes:
        least, line = hlo.Least.of(avals), caller()
        for found in state.sizes:
            found[line] = hlo.Least.among((least, found.get(line, hlo.UNKNOWN)))


def line_number(op_name: str) -> int | None:
    """Return the number of the line that `at_line` has put into the name of an operation."""
    found = _SCOPE.findall(op_name)
    return int(found[-1]) if found else None


def keep(exprs: Iterable[Expr]) -> None:
    """Remember expressions that are about to be given traced values."""
    if state.active:
        state.before.extend((e, (e.op, e.args, e.params, e.depth)) for e in exprs)


def written(owner: Any) -> None:
    """Remember an array from outside that is about to be written a traced value."""
    if not any(known is owner for known, _ in state.owners):
        state.owners.append((owner, owner._expr))
