"""The intermediate form of a program: a tuple of entries, which is its own cache key.

Every entry stands for a padded array (except scalars) and names its operands by position.
Numbers that change from run to run (scalars, indices, bounds) are not in the entries: those refer
to positions in vectors of run-time operands. Offsets of slices stand apart, so that a program can
be compiled for fixed offsets, which XLA shifts best, or for any (see `Program`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sharray._core.layout import Aval

#: The dtype of indices, bounds and offsets.
INT = np.dtype(np.int64)


class Leaf(NamedTuple):
    """The next buffer of the call."""

    aval: Aval


class Number(NamedTuple):
    """Element `position` of the vector of numbers of its dtype."""

    aval: Aval
    position: int


class Apply(NamedTuple):
    """An operation of the table."""

    op: Any
    params: Any
    args: tuple[int, ...]
    aval: Any


class Slice(NamedTuple):
    """How a dimension of a read lies along `axis` of its source, from the offset in `slot` on.

    ``out[t] = source[offset + stride * t]``, or with `base_dilation`,
    ``out[offset + base_dilation * t] = source[t]``; `flip` reverses the slice that was cut.
    A `slot` of -1 stands for the offset `start`; then without `beyond` it is the whole axis.

    `beyond` says what lies beyond the ends of the source, as `boundary.runs` does; without, what
    does not matter.
    """

    axis: int
    slot: int
    stride: int = 1
    flip: bool = False
    base_dilation: int = 1
    beyond: str = ""
    start: int = 0


class Read(NamedTuple):
    """A view: `fixed` holds (axis, position of the index); `dims` a Slice, or None if new.

    `fill` is the position of the number to fill it with; -1 for zero.
    """

    arg: int
    fixed: tuple[tuple[int, int], ...]
    dims: tuple[Slice | None, ...]
    aval: Aval
    fill: int = -1


class Bound(NamedTuple):
    """Which elements along `axis` count: positions of start and stop, and the step."""

    axis: int
    start: int
    stop: int
    step: int


class Write(NamedTuple):
    """The base with elements replaced by those of `value`, which lies along the base's axes."""

    base: int
    value: int
    fixed: tuple[tuple[int, int], ...]
    bounds: tuple[Bound, ...]
    aval: Aval


class Fold(NamedTuple):
    """A reduction, or a sum of products, of elements of `args`.

    Those count that are within `bounds`, whose axes are those of the only operand, or labels, and
    whose steps are 1.
    """

    op: Any
    params: Any
    args: tuple[int, ...]
    bounds: tuple[Bound, ...]
    aval: Aval


Entry = Leaf | Number | Apply | Read | Write | Fold


def operands(entry: Entry) -> tuple[int, ...]:
    """Return the positions of the entries that an entry refers to."""
    match entry:
        case Apply() | Fold():
            return entry.args
        case Read():
            return (entry.arg,)
        case Write():
            return entry.base, entry.value
        case _:
            return ()
