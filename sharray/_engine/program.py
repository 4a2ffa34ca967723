"""What XLA is given: a program in the intermediate form, and where its operands come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sharray._core.layout import Aval
from sharray._core.user_line import Line
from sharray._engine import ir
from sharray._engine.coordinates import BaseCoordinates

if TYPE_CHECKING:
    from jax.sharding import Mesh


class FromInput(NamedTuple):
    """Stands for the number that is input `number` of a graph."""

    number: int


@dataclass(eq=False, slots=True)
class Program:
    """What XLA is to compute for a graph.

    Attributes
    ----------
    entries, outputs
        The intermediate form, and which entries are results.
    avals
        What is known of the results.
    views
        For each result that is longer than it is to be, what is shown of it; else None.
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
    lines
        Of each entry, the line of the user's that asks for it, where that is noted.
    any_length
        Whether it is the same for other lengths of some slices.
    """

    entries: tuple[ir.Entry, ...]
    outputs: tuple[int, ...]
    avals: Sequence[Any]
    views: Sequence[BaseCoordinates | None]
    mesh: Mesh
    leaves: Sequence[int]
    leaf_avals: Sequence[Aval]
    numbers: Mapping[np.dtype, Sequence[Any]]
    offsets: tuple[int, ...]
    donated: tuple[int, ...]
    shifted: int | None
    lines: Sequence[Line | None] | None
    any_length: bool
