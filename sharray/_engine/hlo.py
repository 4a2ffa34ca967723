"""What a compiled program moves between devices, read from its HLO."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sharray._core.layout import each_aval
from sharray._core.observers import SMALL

_COLLECTIVE = re.compile(
    r"= (?P<shape>.+?) (?P<name>all-reduce|all-gather|all-to-all|collective-permute|"
    r"reduce-scatter|collective-broadcast|ragged-all-to-all)(?P<phase>-start|-done)?\("
)
_LIST = re.compile(r"(?:replica_groups|source_target_pairs)=\{(\{[\d,{}]*\})\}")
_IOTA = re.compile(r"replica_groups=\[(\d+),(\d+)\]<=\[([\d,]+)\](?:T\(([\d,]+)\))?")
_NAMED = re.compile(
    r"replica_groups=mesh\[(?P<sizes>[^\]]*)\]"
    r"(?:, device_ids=\(\[(?P<dims>[\d,]+)\](?:T\((?P<order>[\d,]+)\))?\))? \{(?P<over>[^}]*)\}"
)
_ARRAY = re.compile(r"\b(pred|[a-z]+(?P<bits>\d+)\w*)\[(?P<dims>[\d,<=]*)\]")


class Move(NamedTuple):
    """A collective.

    Attributes
    ----------
    name
        Its kind: "all-gather", "all-reduce", ...
    nbytes
        What it leaves on each device.
    text
        Its line of the HLO.
    """

    name: str
    nbytes: int
    text: str

    def gathers(self, least: Least) -> bool:
        """Whether devices get a whole operand, or blocks of one as they are.

        Less than the `least` of the operands are totals or edges of them.
        """
        if self.name != "all-gather" or self.nbytes < SMALL:
            return False
        devices = joined(self.text)
        each = self.nbytes if devices is None else self.nbytes // devices.shape[1]
        return each >= least.block or self.nbytes >= least.whole


class Routes:
    """Which devices the collectives of a program join, to be asked what went where.

    Parameters
    ----------
    moves
        The collectives.
    devices
        The numbers of the program's devices, in the order in which the HLO counts them.
    """

    __slots__ = "_joined", "devices"

    def __init__(self, moves: Iterable[Move], devices: Sequence[int]) -> None:
        self.devices = tuple(devices)
        self._joined = [(move.name, move.nbytes, joined(move.text)) for move in moves]

    def matrix(self) -> np.ndarray:
        """Return the bytes that go in a run from each device, by row, to each, by column.

        What a collective leaves on a device counts as coming in equal parts from all that it joins,
        its own part not at all; what is permuted or broadcast comes from one.
        """
        count = len(self.devices)
        total = np.zeros((count, count))
        for name, nbytes, groups in self._joined:
            if groups is None:  # all of them, or part of an axis
                groups = np.arange(count)[None]
            if name == "collective-permute":
                np.add.at(total, tuple(groups.T), nbytes)
                continue
            for group in groups:
                if name == "collective-broadcast":
                    total[group[0], group] += nbytes
                else:
                    total[np.ix_(group, group)] += nbytes / len(group)
        np.fill_diagonal(total, 0)
        return total


class Least(NamedTuple):
    """The bytes of the smallest of sharded arrays: on a device, and whole; 0 if none is known."""

    block: int = 0
    whole: int = 0

    @classmethod
    def of(cls, avals: Iterable[Any]) -> Least:
        """Return those of abstract arrays."""
        sharded = [
            (math.prod(a.layout.block_shape) * size, math.prod(a.layout.padded_shape) * size)
            for one in avals
            for a in each_aval(one)
            if any(a.layout.spec) and a.layout.size and (size := a.dtype.itemsize)
        ]
        return cls.among(cls(*sizes) for sizes in sharded)

    @classmethod
    def among(cls, several: Iterable[Least]) -> Least:
        """Return the smallest of those that are known."""
        known = [one for one in several if one.block]
        return cls(*map(min, zip(*known, strict=True))) if known else UNKNOWN


UNKNOWN = Least()


def moves(text: str) -> list[Move]:
    """Return the collectives in the HLO of a program, in its order."""
    matched = []
    for line in text.splitlines():
        match = _COLLECTIVE.search(line)
        if match is None or match["phase"] == "-done":
            continue
        sizes = [_bytes(a) for a in _ARRAY.finditer(match["shape"])]
        # an asynchronous start returns its operands, too, and the result is no smaller
        nbytes = max(sizes, default=0) if match["phase"] else sum(sizes)
        matched.append(Move(match["name"], nbytes, line))
    return matched


def _bytes(array: re.Match[str]) -> int:
    bits = int(array["bits"] or 8)
    dims = [int(n.lstrip("<=")) for n in array["dims"].split(",") if n]
    return math.prod(dims) * bits // 8


def joined(text: str) -> np.ndarray | None:
    """Return the numbers of the devices that a collective joins, one row for each group."""
    if matched := _LIST.search(text):
        rows = re.findall(r"\{([\d,]+)\}", matched[1])
        return np.array([[int(n) for n in row.split(",")] for row in rows])
    if matched := _IOTA.search(text):
        return _numbered(matched[3], matched[4]).reshape(int(matched[1]), int(matched[2]))
    if matched := _NAMED.search(text):
        sizes = dict(re.findall(r"'([^']+)'=(\d+)", matched["sizes"]))
        names = re.findall(r"'([^']+)'(:?)", matched["over"])
        if any(part for _, part in names):
            return None
        shape = [int(n) for n in sizes.values()]
        over = [list(sizes).index(name) for name, _ in names]
        rest = [d for d in range(len(shape)) if d not in over]
        numbers = _numbered(matched["dims"] or str(math.prod(shape)), matched["order"]).reshape(
            shape
        )
        return numbers.transpose([*rest, *over]).reshape(-1, math.prod(shape[d] for d in over))
    return None


def _numbered(dims: str, order: str | None) -> np.ndarray:
    """Return the numbers of devices as the HLO writes them: counted in `dims`, then transposed."""
    shape = [int(n) for n in dims.split(",")]
    numbers = np.arange(math.prod(shape)).reshape(shape)
    return numbers.transpose([int(n) for n in order.split(",")]) if order else numbers
