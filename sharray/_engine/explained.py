"""While a function is explained nothing runs, and operations know the line that asks for them.

Everything becomes a part of the trace, also what depends on concrete values only. Expressions that
were recorded before and are needed are given back as they were: the trace leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import jax
from jax.core import Tracer

from sharray._core.node import (
    TRACED,
    Expr,
    current_trace,
    in_recorded_trace,
    noticing,
    recorded,
)
from sharray._core.user_line import Line, caller
from sharray._engine import hlo, ir
from sharray._engine.builder import Builder, Program
from sharray._engine.frames import Frame

_SCOPE = re.compile(r"sharray_line_(\d+)")


class _State(threading.local):
    active = False

    def __init__(self) -> None:
        self.lines: dict[Line, int] = {}
        #: for each function that is traced: the smallest operand of each line
        self.sizes: list[dict[Line, hlo.Least]] = []
        self.before: list[tuple[Expr, Any]] = []
        #: the lines that asked for expressions, by id
        self.made_at: dict[int, Line] = {}
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
    state.active, state.lines = True, {}
    start_again()
    try:
        yield state.lines
    finally:
        start_again()
        state.active = False


class Nested(Exception):
    """What is recorded in a function that is explained is needed in a trace within it."""


def refuse_nested(exprs: Iterable[Expr]) -> None:
    """Raise `Nested` where values would be stored that belong to a trace within."""
    within = recorded.trace is not None and not in_recorded_trace()
    if within and any(expr.depth < TRACED for expr in exprs):
        raise Nested


def forget() -> None:
    """Give expressions back as they were before the trace."""
    for expr, (op, args, params, depth) in reversed(state.before):
        expr.value, expr.op, expr.args, expr.params, expr.depth = None, op, args, params, depth
    state.before = []
    for owner, expr in reversed(state.owners):
        owner._expr = expr
    state.owners = []


def start_again() -> None:
    """Forget what was traced, and what arrays it found outside."""
    forget()
    state.outside, state.inside, state.made_at = {}, {}, {}


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
    return _scope(caller())


@contextlib.contextmanager
def noting() -> Iterator[dict[Line, hlo.Least]]:
    """Note how large operands are in a ``with`` block: of each line, the smallest one."""
    state.sizes.append({})
    try:
        yield state.sizes[-1]
    finally:
        state.sizes.pop()


def note(program: Program) -> None:
    """Take note of the operands of a program that becomes a part of a trace."""
    if state.sizes:
        here = caller()
        for entry, line in zip(
            program.entries, program.lines or itertools.repeat(here), strict=False
        ):
            avals = [entry.aval, *(program.entries[i].aval for i in ir.operands(entry))]
            least, line = hlo.Least.of(avals), line or here
            for found in state.sizes:
                found[line] = hlo.Least.among((least, found.get(line, hlo.UNKNOWN)))


@contextlib.contextmanager
def recording() -> Iterator[None]:
    """Record operations on the values of the current trace, and note their lines."""
    recorded.trace = current_trace()
    noticing.append(_notice)
    try:
        yield
    finally:
        recorded.trace = None
        noticing.remove(_notice)


def _notice(expr: Expr) -> None:
    if state.active:
        state.made_at[id(expr)] = caller()


class LinedBuilder(Builder):
    """A builder that says for each entry which line asks for it."""

    def __init__(self, roots: Iterable[Expr], borrowed: Mapping[int, int]) -> None:
        super().__init__(roots, borrowed)
        self._lines: list[Line | None] = []
        self._line: Line | None = None

    def program(self, longer: bool = False) -> Program:
        """Write the program."""
        made = super().program(longer)
        made.lines = self._lines
        return made

    def _add(self, entry: ir.Entry) -> int:
        at = super()._add(entry)
        self._lines += [self._line] * (at + 1 - len(self._lines))
        return at

    def visit(self, node: Expr) -> int:
        """Write what `node` needs and return its position."""
        with self._at(node):
            return super().visit(node)

    def _in_frame(self, node: Expr, frame: Frame) -> int:
        with self._at(node):
            return super()._in_frame(node, frame)

    @contextlib.contextmanager
    def _at(self, node: Expr) -> Iterator[None]:
        before, self._line = self._line, state.made_at.get(id(node), self._line)
        try:
            yield
        finally:
            self._line = before


def at_lines(entries: Iterable[ir.Entry], lines: Iterable[Line | None]) -> Iterator[ir.Entry]:
    """Give out entries, during whose turn what is traced is named after their line."""
    for entry, line in zip(entries, lines, strict=True):
        with _scope(line) if line else contextlib.nullcontext():
            yield entry


def _scope(line: Line) -> contextlib.AbstractContextManager[Any]:
    return jax.named_scope(f"sharray_line_{state.lines.setdefault(line, len(state.lines))}")


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
