"""What XLA is given: a program in the intermediate form, and where its operands come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sharray._engine import ir
from sharray._engine.coordinates import BaseCoordinates

if TYPE_CHECKING:
    from sharray._engine.rewrite import Rewriter


class FromInput(NamedTuple):
    """Stands for the number that is input `number` of a graph."""

    number: int


class Program:
    """What XLA is to compute for a graph.

    Attributes
    ----------
    entries, outputs
        The intermediate form, and which entries are results.
    mesh
        What it runs on.
    leaves, leaf_avals
        Which inputs of the graph are its buffers, in their order, and what they are.
    numbers
        By dtype, what the vectors of numbers hold: numbers, or inputs of the graph that are.
    offsets
        Of slices, which programs may be compiled for, or be told.
    donated
        Which buffers results take over.
    shifted
        The one that could have been donated, had it not to be read while its result is written.
    views
        For each result that is longer than it is to be, what is shown of it; else None.
    avals
        What is known of the results.
    lines
        Of each entry, the line of the user's that asks for it, where that is noted.
    any_length
        Whether it is the same for other lengths of some slices.
    """

    __slots__ = (
        "any_length", "avals", "donated", "entries", "leaf_avals", "leaves", "lines", "mesh",
        "numbers", "offsets", "outputs", "shifted", "views",
    )  # fmt: skip

    def __init__(
        self,
        rewriter: Rewriter,
        outputs: tuple[int, ...],
        views: list[BaseCoordinates | None],
        donated: list[int],
        shifted: int | None,
    ) -> None:
        self.entries: tuple[ir.Entry, ...] = tuple(rewriter.entries)
        self.outputs = outputs
        self.mesh = rewriter.mesh
        self.leaves = [step.number for step in rewriter.leaves]
        self.leaf_avals = [step.aval for step in rewriter.leaves]
        self.numbers = rewriter.numbers
        self.offsets = tuple(rewriter.offsets)
        self.donated = tuple(donated)
        self.shifted = shifted
        self.views = views
        self.avals: list[Any] = [self.entries[i].aval for i in outputs]
        self.lines = rewriter.lines if any(rewriter.lines) else None
        self.any_length = rewriter.any_length
