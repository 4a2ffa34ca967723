"""While a function is explained nothing runs, and operations know the line that asks for them.

Everything becomes a part of the trace, also what depends on concrete values only. Nodes that were
recorded before and are needed are given back as they were: the trace leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sharray._core.context import context
from sharray._core.lazy import is_jax_array, is_tracer, jax
from sharray._core.node import Node, current_trace, depends_on_traced, in_explained_trace
from sharray._core.user_line import Line, caller
from sharray._engine import hlo, ir

if TYPE_CHECKING:
    from sharray._engine.program import Program

_SCOPE = re.compile(r"sharray_line_(\d+)")


class Notes:
    """What is learnt while a function is explained.

    Attributes
    ----------
    lines
        A number for each line met.
    before
        Nodes that were given traced values, and how they are computed.
    memories
        Those from outside that the function writes to, with what they held.
    outside
        Arrays that the function finds outside of its arguments, by id.
    inside
        What stands for them in the trace.
    """

    def __init__(self) -> None:
        self.lines: dict[Line, int] = {}
        self.before: list[tuple[Node, tuple[Any, ...]]] = []
        self.memories: list[tuple[Any, Any]] = []
        self.outside: dict[int, Any] = {}
        self.inside: dict[int, Any] = {}

    def forget(self) -> None:
        """Give nodes and arrays back as they were before the trace."""
        for node, recipe in reversed(self.before):
            node.restore(recipe)
        self.before = []
        for memory, state in reversed(self.memories):
            memory.restore(state)
        self.memories = []

    def start_again(self) -> None:
        """Forget what was traced, and what arrays it found outside."""
        self.forget()
        self.outside, self.inside = {}, {}


def is_active() -> bool:
    """Whether a function is being explained: nothing runs."""
    return context.explanation is not None


@contextlib.contextmanager
def explaining() -> Iterator[Notes]:
    """Trace and run nothing in a ``with`` block, whose value is what is learnt in it."""
    if is_active():
        raise RuntimeError("explain inside a function that is being explained")
    notes = context.explanation = Notes()
    try:
        yield notes
    finally:
        notes.start_again()
        context.explanation = None


class Nested(Exception):
    """What is recorded in a function that is explained is needed in a trace within it."""


def refuse_nested(targets: Iterable[Node]) -> None:
    """Raise `Nested` where values would be stored that belong to a trace within."""
    within = context.explained_trace is not None and not in_explained_trace()
    if within and not all(depends_on_traced(node) for node in targets):
        raise Nested


def operand(value: Any) -> Any:
    """Return what stands for a buffer in the trace: arrays from outside are arguments, too.

    As constants they would be copied into the program whole.
    """
    notes = context.explanation
    if notes is None or is_tracer(value) or not is_jax_array(value):
        return value
    if id(value) in notes.inside:
        return notes.inside[id(value)]
    notes.outside[id(value)] = value
    return value


def at_line() -> contextlib.AbstractContextManager[Any]:
    """Name what is traced in a ``with`` block after the line of the user's that asks for it."""
    return _scope(caller() if is_active() else None)


@contextlib.contextmanager
def noting() -> Iterator[dict[Line, hlo.Least]]:
    """Note how large operands are in a ``with`` block: of each line, the smallest one."""
    context.operand_sizes.append({})
    try:
        yield context.operand_sizes[-1]
    finally:
        context.operand_sizes.pop()


def note(program: Program) -> None:
    """Take note of the operands of a program that becomes a part of a trace."""
    if context.operand_sizes:
        here = caller()
        lines: Iterable[Any] = program.lines or itertools.repeat(here)
        for entry, line in zip(program.entries, lines, strict=False):
            avals = [entry.aval, *(program.entries[i].aval for i in ir.operands(entry))]
            least, line = hlo.Least.of(avals), line or here
            for sizes in context.operand_sizes:
                sizes[line] = hlo.Least.among((least, sizes.get(line, hlo.UNKNOWN)))


class _Lines:
    """Notes in each node the line of the user's program that it comes from."""

    def created(self, node: Node) -> None:
        node.line = caller()

    def constant(self, node: Node) -> None:
        """Constants are as other nodes."""


@contextlib.contextmanager
def recording() -> Iterator[None]:
    """Record operations on the values of the current trace, and note their lines."""
    context.explained_trace, context.recorder = current_trace(), _Lines()
    try:
        yield
    finally:
        context.explained_trace, context.recorder = None, None


def at_lines(entries: Sequence[ir.Entry], lines: Iterable[Line | None]) -> Iterator[ir.Entry]:
    """Give out entries, during whose turn what is traced is named after their line."""
    for entry, line in zip(entries, lines, strict=True):
        with _scope(line):
            yield entry


def _scope(line: Line | None) -> contextlib.AbstractContextManager[Any]:
    if line is None or not is_active():
        return contextlib.nullcontext()
    lines = context.explanation.lines
    return jax.named_scope(f"sharray_line_{lines.setdefault(line, len(lines))}")


def line_number(op_name: str) -> int | None:
    """Return the number of the line that `at_line` has put into the name of an operation."""
    numbers = _SCOPE.findall(op_name)
    return int(numbers[-1]) if numbers else None


def keep(nodes: Iterable[Node]) -> None:
    """Remember nodes that are about to be given traced values."""
    if is_active():
        context.explanation.before.extend((node, node.recipe()) for node in nodes)


def written(memory: Any) -> None:
    """Remember an array from outside that is about to be written a traced value."""
    memories = context.explanation.memories
    if not any(known is memory for known, _ in memories):
        memories.append((memory, (memory.node, memory.host)))
