"""What `explain` found, and how it is printed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sharray._core import rules
from sharray._core.byte_counts import show_bytes
from sharray._core.lazy import jax
from sharray._core.observers import SMALL
from sharray._core.operation import TABLE
from sharray._core.user_line import Line
from sharray._tools.report.show import columns, short_source, show_line

#: Results of which each is written with its spec.
MOST_RESULTS = 8
_HEADS = ("line", "collective", "along", "bytes each")
#: Collectives that combine what devices have computed.
_REDUCING = ("all-reduce", "reduce-scatter")


class Collective(NamedTuple):
    """One collective of a program.

    Attributes
    ----------
    kind
        "all-gather", "all-reduce", "reduce-scatter", "all-to-all", "collective-permute", ...
    bytes
        What it leaves on each device.
    lines
        The lines of the user's program that it is for, with ``file`` and ``number``: XLA makes one
        collective of several, and of some it does not say where they come from.
    axes
        The mesh axes along which devices take part.
    gathers
        Whether devices give each other a whole operand: no totals or edges, and not below 1024
        bytes.
    """

    kind: str
    bytes: int
    lines: tuple[Line, ...]
    axes: tuple[str, ...]
    gathers: bool

    @property
    def line(self) -> Line | None:
        """The first of the lines; None where XLA does not say."""
        return self.lines[0] if self.lines else None


class Memory(NamedTuple):
    """Bytes on each device: of what is passed and returned, and of what is needed on the way.

    Attributes
    ----------
    arguments, outputs
        Shards of the arguments and of the results.
    shared
        How much of the outputs lies where donated arguments were.
    temporary
        What else is needed while the program runs.
    """

    arguments: int
    outputs: int
    shared: int
    temporary: int

    @property
    def peak(self) -> int:
        """The most that is needed at a time."""
        return self.arguments + self.outputs - self.shared + self.temporary


@dataclass(eq=False, repr=False)
class Explanation:
    """What a call would do on each device of a mesh; `explain` makes it.

    Attributes
    ----------
    mesh
        What it was compiled for.
    collectives : tuple of Collective
        In the order of the program. What happens in a loop is there once.
    out_shardings
        Of the results, in their tree.
    memory : Memory
        Bytes per device: ``arguments``, ``outputs``, ``shared``, ``temporary``, ``peak``; None
        where XLA does not say.
    flops : float
        Floating-point operations per device, as XLA counts them.
    """

    _name: str
    mesh: Any
    collectives: tuple[Collective, ...]
    out_shardings: Any
    memory: Memory | None
    flops: float
    _operations: Mapping[Line, set[str]]

    @property
    def bytes_moved(self) -> int:
        """Bytes that the collectives leave on each device."""
        return sum(c.bytes for c in self.collectives)

    @property
    def gathers(self) -> tuple[Collective, ...]:
        """The collectives that gather an operand."""
        return tuple(c for c in self.collectives if c.gathers)

    @property
    def communication_class(self) -> str:
        """What moves: nothing ("local") or, the worst, a whole operand ("gather").

        "halo" are permutations of at most half of what a device holds, "reduce" are sums and the
        like, "exchange" is what moves elements to other devices without gathering them.
        """
        if not self.collectives:
            return "local"
        if self.gathers:
            return "gather"
        # totals that every device gets are combined there
        sums = [c for c in self.collectives if c.kind in (*_REDUCING, "all-gather")]
        rest = [c for c in self.collectives if c.bytes >= SMALL and c.kind not in _REDUCING]
        held = math.inf if self.memory is None else self.memory.arguments
        edges = all(c.kind == "collective-permute" for c in self.collectives)
        if edges and 2 * self.bytes_moved <= held:
            return "halo"
        near = all(c.kind in ("collective-permute", "all-gather") for c in rest)
        if sums and near and 2 * sum(c.bytes for c in rest) <= held:
            return "reduce"
        return "exchange"

    @property
    def advice(self) -> list[str]:
        """What to change where an operand is gathered."""
        groups = Counter((c.line, c.axes) for c in self.gathers)
        return [self._advise(line, axes) for line, axes in groups]

    def _advise(self, line: Line | None, axes: tuple[str, ...]) -> str:
        nbytes = sum(c.bytes for c in self.gathers if (c.line, c.axes) == (line, axes))
        what = f"{_place(line)} gathers {show_bytes(nbytes)} on each device along {_names(axes)}"
        names = self._operations.get(line, set()) if line else set()
        here = [TABLE[n] for n in sorted(names) if n in TABLE]
        products = (rules.labelled, rules.vecdot)
        if any(op.rule in products for op in here):
            return (
                f"{what}: an operand of a product has a dimension sharded where the other has it "
                "whole. Shard the contracted dimension of both alike, so that products are summed "
                "instead, or replicate the smaller operand, once, before the call"
            )
        whys = [f"{op.name} does ({op.why})" for op in here if op.why]
        if whys:
            return f"{what}, as {' and '.join(whys)}: do it less often, or on a smaller array"
        return (
            f"{what}: an operand lies otherwise than the operation needs it. Place operands alike "
            "before the call, or say with with_sharding_constraint where the result shall lie"
        )

    @property
    def _headline(self) -> str:
        axes = ", ".join(f"{name}: {n}" for name, n in self.mesh.shape.items())
        devices = "one device" if self.mesh.size == 1 else f"{self.mesh.size} devices"
        return f"{self._name} on a mesh ({axes}) of {devices}: {self.communication_class}"

    def _facts(self) -> list[tuple[str, str]]:
        """Return names and texts of what the call does as a whole."""
        n = len(self.collectives)
        times = "one collective" if n == 1 else f"{n} collectives"
        rows = [
            ("result", _shardings(self.out_shardings)),
            ("moves", f"{show_bytes(self.bytes_moved)} to each device, in {times}"),
            ("computes", f"{_count(self.flops)} floating-point operations on each device"),
        ]
        if self.memory is not None:
            m = self.memory
            shared = f", {show_bytes(m.shared)} of them donated" if m.shared else ""
            text = (
                f"{show_bytes(m.peak)} on each device: arguments {show_bytes(m.arguments)}, "
                f"results {show_bytes(m.outputs)}{shared}, temporary {show_bytes(m.temporary)}"
            )
            rows.append(("memory", text))
        return rows

    def __str__(self) -> str:
        out = [self._headline, *(f"{name:11}{text}" for name, text in self._facts())]
        if self.collectives:
            out += ["", *self._table()]
        out += [f"-> {text}" for text in self.advice]
        return "\n".join(out)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        # for notebooks alone, which need not cost others start-up time
        from sharray._functions.display import html

        parts = [html.facts(self._headline, self._facts())]
        if self.collectives:
            rows = [
                ("\n".join([place, *sources]), *cells) for (place, *cells), sources in self._rows()
            ]
            parts.append(html.table(_HEADS, rows, "collectives"))
        if self.advice:
            parts.append(html.advice(self.advice))
        return f"<div>{''.join(parts)}</div>"

    def _rows(self) -> list[tuple[tuple[str, ...], list[str]]]:
        """Return the cells for each kind of collective of each line, and the text of its lines."""
        rows = []
        for c, n in Counter(self.collectives).items():
            kind = f"{n} x {c.kind}" if n > 1 else c.kind
            sources = [text for line in c.lines[:1] if (text := short_source(line))]
            others = [(_place(line), short_source(line)) for line in c.lines[1:]]
            sources += ["and " + ": ".join(filter(None, other)) for other in others]
            rows.append(((_place(c.line), kind, _names(c.axes), show_bytes(c.bytes)), sources))
        return rows

    def _table(self) -> list[str]:
        """Return a row for each kind of collective of each line."""
        cells = self._rows()
        head, *table = columns([_HEADS, *(row for row, _ in cells)])
        rows, shown = [head], None
        for row, ((place, *_), sources) in zip(table, cells, strict=True):
            rows.append(row)
            if (place, sources) != shown:
                rows += [f"    {text}" for text in sources]
            shown = place, sources
        return rows


def _place(line: Line | None) -> str:
    return "(XLA does not say)" if line is None else show_line(line)


def _names(axes: tuple[str, ...]) -> str:
    return ", ".join(axes) or "none"


def _count(n: float) -> str:
    return f"{n:.0f}" if n < 1e4 else f"{n:.3g}"


def _shardings(tree: Any) -> str:
    """Write the specs of results, in their tree; of many, how many lie where."""
    leaves, structure = jax.tree.flatten(
        tree, is_leaf=lambda v: isinstance(v, jax.sharding.Sharding)
    )
    specs = [getattr(sharding, "spec", None) for sharding in leaves]
    if len(specs) <= MOST_RESULTS:
        return str(jax.tree.unflatten(structure, specs)).replace("PartitionSpec", "P")
    where = Counter(map(str, specs))
    parts = ", ".join(f"{n} at {spec}" for spec, n in where.most_common())
    return f"{len(specs)} arrays: {parts.replace('PartitionSpec', 'P')}"
