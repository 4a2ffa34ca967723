"""A report as a table for the terminal, and the advice in it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sharray._core import policy
from sharray._core.byte_counts import show_bytes
from sharray._core.machine import cores
from sharray._core.meshes import get_mesh
from sharray._core.operation import TABLE
from sharray._core.settings import options
from sharray._engine.compiler import cache_info
from sharray._tools.report.show import columns, short_source, show_line

if TYPE_CHECKING:
    from sharray._tools.report.line_report import LineReport
    from sharray._tools.report.report import report as Report

#: Lines that a table shows.
MOST_LINES = 25
#: Lines on the host that take so many seconds, and such a part of the whole time, get advice.
LONG, PART = 1.0, 0.25
#: From how many occurrences on a line is taken to be in a loop.
MANY = 10
#: Where the threads of NumPy's BLAS may be set; OpenBLAS takes as many as there are cores.
_BLAS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")


def _gathering(one: LineReport) -> list[str]:
    """Return the operations on a line whose class is gather."""
    return [n for n in one.operations if n in TABLE and TABLE[n].comm == "gather"]


def _on_host(one: LineReport) -> str:
    """Say what would help a line that the devices have no part in."""
    if not one.operations:
        return (
            "takes its time in Python, in NumPy's small arrays or in other libraries: the devices "
            "could only take over whole arrays"
        )
    if one.programs:
        return "compiled a program that did not come to its end here"
    remedy = "work on many of them at once, as one array"
    if policy.may_return:
        remedy = "with --at-once (SHARRAY_HOST_WORK=0) they begin on the devices"
    return f"NumPy computes this line, as {policy.described()}: {remedy}"


def advice(one: LineReport, whole: float) -> list[str]:
    """Return what there is to say about a line of a program that has run for `whole` seconds."""
    texts = []
    if not (one.runs or one.on_shards) and one.time >= max(LONG, PART * whole):
        texts.append(_on_host(one))
    fetches = one.fetches + one.reads
    if one.reads >= MANY and one.moved["read"] <= 16 * one.reads:
        texts.append(
            f"reads {one.reads} single values, and waits for the devices each time: work on whole "
            "arrays instead of elements, or read once after the loop"
        )
    elif fetches >= MANY:
        texts.append(
            f"brings arrays to the host {fetches} times: keep them on the devices in the loop, or "
            "fetch every so many steps"
        )
    if one.programs >= MANY and 2 * one.programs > one.runs:
        also = f" and reads {one.from_disk} from disk" if one.from_disk else ""
        texts.append(
            f"compiles {one.compiled} programs{also} for {one.runs} runs, as shapes or constants "
            "change: "
            "keep shapes fixed, with a mask or a write into one array"
        )
    if one.gathers and (names := _gathering(one)):
        # what is the library's own has the name of the public function that runs it
        shown = [(name.replace("._", "."), TABLE[name].why) for name in names]
        whys = "; ".join([f"{name} gathers an operand ({why})" for name, why in shown])
        texts.append(f"{whys}: do it less often, or on a smaller array")
    elif one.gathers:
        texts.append(
            f"gathers {show_bytes(one.gathered)} on every device: where operands lie differently, "
            "place them alike with to_device before the loop"
        )
    if one.fallbacks:
        texts.append(
            f"{', '.join(one.fallbacks)} runs in NumPy on the host, with "
            f"{show_bytes(one.fallback_bytes)} of operands: replace it by sharded functions where "
            "the arrays are large"
        )
    return texts


def moves(one: LineReport) -> str:
    """Write what moved on a line, by kind."""
    parts = [f"{kind} {show_bytes(n)}" for kind, n in one.moved.most_common() if n]
    if one.fetches:
        parts.append(f"{one.fetches} fetched, {show_bytes(one.fetched)}")
    if one.fallbacks:
        names = ", ".join(f"{name} {n}x" for name, n in one.fallbacks.most_common())
        parts.append(f"in NumPy: {names}, {show_bytes(one.fallback_bytes)}")
    return "; ".join(parts) or "-"


def headline(report: Report) -> str:
    """Sum a report up in one line."""
    total = report.total
    several = f"{report.processes} processes, " if report.processes > 1 else ""
    read = f"{total.from_disk} read from disk in {total.disk_seconds:.2f} s, "
    return (
        f"{several}{report.seconds:.2f} s: {total.operations.total()} operations "
        f"({total.on_host + total.on_shards} in NumPy), "
        f"{total.compiled} programs compiled in {total.compile_seconds:.2f} s, "
        f"{read if total.from_disk else ''}"
        f"{total.runs} runs in {total.run_seconds:.2f} s, "
        f"{show_bytes(total.between_devices)} between devices, {total.gathers} gathers, "
        f"{total.fetches} fetches of whole arrays, {total.fallbacks.total()} host fallbacks"
    )


HEADS = (
    "line", "time", "ops", "in NumPy", "compiled", "from disk", "runs", "seconds", "gathers",
    "moved",
)  # fmt: skip


def grid(lines: Sequence[LineReport]) -> list[tuple[str, ...]]:
    """Write the heads of the columns, and those of each line; columns of nothing are left out."""
    rows = [HEADS, *map(_cells, lines)]
    if any([one.from_disk for one in lines]):
        return rows
    at = HEADS.index("from disk")
    return [(*row[:at], *row[at + 1 :]) for row in rows]


def _cells(one: LineReport) -> tuple[str, ...]:
    return (
        show_line(one.line),
        f"{one.time:.3f}",
        str(one.operations.total()),
        str(one.on_host + one.on_shards),
        str(one.compiled),
        str(one.from_disk),
        str(one.runs),
        f"{one.seconds:.3f}",
        str(one.gathers + one.fetches),
        moves(one),
    )


def rows_of(report: Report) -> list[LineReport]:
    """Return the lines that a table shows, worst first."""
    return sorted([*report.lines, *report.others], key=lambda one: one.rank())


def surroundings(report: Report) -> str:
    """Say which devices and threads there were, and when arrays move to the devices."""
    total = report.total
    devices = "no device was needed"
    if total.runs or total.moved or total.programs:
        there = get_mesh().devices.flat
        kind = there[0].platform.upper()
        devices = f"{len(there)} {kind} device{'s' * (len(there) > 1)}"
    count = cores()
    blas = next((os.environ[name] for name in _BLAS if os.environ.get(name)), count)
    parts = [devices, f"{count} cores", f"NumPy's products of matrices on {blas} threads"]
    if total.runs:
        parts.append(f"a pool of {os.environ.get('NPROC', count)} for XLA")
        parts.append(f"{cache_info().programs} of {options.cache_size} programs kept")
    if policy.may_return:
        parts.append(policy.described())
    return ", ".join(parts)


def table(report: Report) -> str:
    """Return the report as text."""
    lines = rows_of(report)
    shown = lines[:MOST_LINES]
    rows = grid(shown)
    head, *rows = columns(rows, range(1, len(rows[0]) - 1))
    out = [f"sharray report, {headline(report)}", surroundings(report), ""]
    out += [head] if rows else []
    for one, row in zip(shown, rows, strict=True):
        out.append(row)
        if text := short_source(one.line):
            out.append(f"    {text}")
        out.extend(f"    -> {line}" for line in advice(one, report.seconds))
    if len(lines) > len(shown):
        out.append(f"and {len(lines) - len(shown)} lines more")
    return "\n".join(out)
