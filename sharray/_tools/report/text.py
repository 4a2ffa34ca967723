"""A report as a table for the terminal, and the advice in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sharray._tools.report.show import short_source, show_line, size

if TYPE_CHECKING:
    from sharray._tools.report.report import LineReport, report

#: Lines that a table shows.
MOST_LINES = 25
#: From how many occurrences on a line is taken to be in a loop.
MANY = 10


class Advice(NamedTuple):
    """What to say about a line for which `applies`."""

    applies: Callable[[LineReport], bool]
    text: Callable[[LineReport], str]


def _gathering(one: LineReport) -> list[str]:
    """Return the operations on a line whose class is gather."""
    from sharray._ops.table import TABLE

    return [n for n in one.operations if n in TABLE and TABLE[n].comm == "gather"]


def _why(one: LineReport) -> str:
    from sharray._ops.table import TABLE

    return "; ".join(f"{n} gathers an operand ({TABLE[n].why})" for n in _gathering(one))


def _element_reads(one: LineReport) -> bool:
    return one.reads >= MANY and one.moved["read"] <= 16 * one.reads


ADVICE = (
    Advice(
        lambda one: _element_reads(one),
        lambda one: (
            f"reads {one.reads} single values, and waits for the devices each time: work on whole "
            "arrays instead of elements, or read once after the loop"
        ),
    ),
    Advice(
        lambda one: one.fetches + one.reads >= MANY and not _element_reads(one),
        lambda one: (
            f"brings arrays to the host {one.fetches + one.reads} times: keep them on the devices "
            "in the loop, or fetch every so many steps"
        ),
    ),
    Advice(
        lambda one: one.compiled >= MANY and 2 * one.compiled > one.runs,
        lambda one: (
            f"compiles {one.compiled} programs for {one.runs} runs, as shapes or constants change: "
            "keep shapes fixed, with a mask or a write into one array"
        ),
    ),
    Advice(
        lambda one: bool(one.gathers) and bool(_gathering(one)),
        lambda one: f"{_why(one)}: do it less often, or on a smaller array",
    ),
    Advice(
        lambda one: bool(one.gathers) and not _gathering(one),
        lambda one: (
            f"gathers {size(one.gathered)} on every device: where operands lie differently, place "
            "them alike with to_device before the loop"
        ),
    ),
    Advice(
        lambda one: bool(one.fallbacks),
        lambda one: (
            f"{', '.join(one.fallbacks)} runs in NumPy on the host, with "
            f"{size(one.fallback_bytes)} of operands: replace it by sharded functions where the "
            "arrays are large"
        ),
    ),
)


def advice(one: LineReport) -> list[str]:
    """Return what there is to say about a line."""
    return [a.text(one) for a in ADVICE if a.applies(one)]


def moves(one: LineReport) -> str:
    """Write what moved on a line, by kind."""
    parts = [f"{kind} {size(n)}" for kind, n in one.moved.most_common() if n]
    if one.fetches:
        parts.append(f"{one.fetches} fetched, {size(one.fetched)}")
    if one.fallbacks:
        names = ", ".join(f"{name} {n}x" for name, n in one.fallbacks.most_common())
        parts.append(f"in NumPy: {names}, {size(one.fallback_bytes)}")
    return "; ".join(parts) or "-"


def headline(made: report) -> str:
    """Sum a report up in one line."""
    total = made.total
    return (
        f"{made.seconds:.2f} s: {total.operations.total()} operations "
        f"({total.on_host} in NumPy, as small arrays), "
        f"{total.compiled} programs compiled in {total.compile_seconds:.2f} s, "
        f"{total.runs} runs in {total.run_seconds:.2f} s, "
        f"{size(total.between_devices)} between devices, {total.gathers} gathers, "
        f"{total.fetches} fetches of whole arrays, {total.fallbacks.total()} host fallbacks"
    )


HEADS = ("line", "ops", "compiled", "runs", "seconds", "gathers", "moved")


def cells(one: LineReport) -> tuple[str, ...]:
    """Write the columns `HEADS` of a line."""
    return (
        show_line(one.line),
        str(one.operations.total()),
        str(one.compiled),
        str(one.runs),
        f"{one.seconds:.3f}",
        str(one.gathers + one.fetches),
        moves(one),
    )


def table(made: report) -> str:
    """Return the report as text."""
    lines = made.lines
    shown = lines[:MOST_LINES]
    rows = [cells(one) for one in shown]
    last = len(HEADS) - 1
    widths = [max(len(r[i]) for r in [HEADS, *rows]) for i in range(last)]
    out = [f"sharray report, {headline(made)}", ""]

    def write(row: tuple[str, ...]) -> None:
        numbers = [c.rjust(w) for c, w in zip(row[1:last], widths[1:], strict=True)]
        out.append("  ".join([row[0].ljust(widths[0]), *numbers, row[last]]).rstrip())

    if rows:
        write(HEADS)
    for one, row in zip(shown, rows, strict=True):
        write(row)
        if text := short_source(one.line):
            out.append(f"    {text}")
        out.extend(f"    -> {line}" for line in advice(one))
    if len(lines) > len(shown):
        out.append(f"and {len(lines) - len(shown)} lines more")
    return "\n".join(out)
