"""Where in a user's program the collectives of its HLO come from, and which devices they join."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

import numpy as np

from sharray import _where
from sharray._engine import explained
from sharray._where import Line

_NAME = re.compile(r'op_name="([^"]*)"')
_FRAME = re.compile(r"stack_frame_id=(\d+)")
_FILE = re.compile(r'^(\d+) "(.*)"$')
_LOCATION = re.compile(r"^(\d+) \{file_name_id=(\d+) .*?\bline=(\d+)")
_PARENT = re.compile(r"^(\d+) \{file_location_id=(\d+) parent_frame_id=(\d+)")
_LIST = re.compile(r"(?:replica_groups|source_target_pairs)=\{(\{[\d,{}]*\})\}")
_IOTA = re.compile(r"replica_groups=\[(\d+),(\d+)\]<=\[([\d,]+)\](?:T\(([\d,]+)\))?")
_NAMED = re.compile(
    r"replica_groups=mesh\[(?P<sizes>[^\]]*)\]"
    r"(?:, device_ids=\(\[(?P<dims>[\d,]+)\](?:T\((?P<order>[\d,]+)\))?\))? \{(?P<over>[^}]*)\}"
)


class Origins:
    """Finds lines of the user's program for lines of an HLO text.

    Operations of this library carry the number of their line in their name. For others, JAX says
    which frames were on the stack when they were traced.
    """

    def __init__(self, text: str, numbers: Mapping[Line, int]) -> None:
        self._lines = {number: line for line, number in numbers.items()}
        self._files: dict[int, str] = {}
        self._places: dict[int, Line] = {}
        self._frames: dict[int, tuple[int, int]] = {}
        part = ""
        for row in text.splitlines():
            if row in ("FileNames", "FunctionNames", "FileLocations", "StackFrames"):
                part = row
            elif row.startswith(("%", "ENTRY")):
                break
            elif part == "FileNames" and (found := _FILE.match(row)):
                self._files[int(found[1])] = found[2]
            elif part == "FileLocations" and (found := _LOCATION.match(row)):
                self._places[int(found[1])] = Line(self._files[int(found[2])], int(found[3]))
            elif part == "StackFrames" and (found := _PARENT.match(row)):
                # the parent is counted from 1, 1 being none
                self._frames[int(found[1])] = int(found[2]), int(found[3]) - 1

    def line(self, text: str) -> Line | None:
        """Return the line that an operation of the HLO comes from; None where it is not said."""
        name = _NAME.search(text)
        number = explained.line_number(name[1]) if name else None
        if number is not None and number in self._lines:
            return self._lines[number]
        found = _FRAME.search(text)
        frame = int(found[1]) if found else 0
        while frame in self._frames:
            place, frame = self._frames[frame]
            line = self._places[place]
            if not _where.is_ours(line.file):
                return line
        return None


def axes(text: str, mesh: Mapping[str, int]) -> tuple[str, ...]:
    """Return the mesh axes along which a collective joins devices, all of them if it cannot say."""
    sizes = tuple(mesh.values())
    pairs = _joined(text)
    if pairs is None or not sizes:
        return tuple(mesh)
    where = np.stack(np.unravel_index(pairs, sizes), axis=-1)  # group, member, mesh axis
    moved = (where != where[:, :1]).any(axis=(0, 1))
    return tuple(name for name, there in zip(mesh, moved, strict=True) if there)


def _joined(text: str) -> np.ndarray | None:
    """Return the numbers of the devices that a collective joins, one row for each group."""
    if found := _LIST.search(text):
        rows = re.findall(r"\{([\d,]+)\}", found[1])
        return np.array([[int(n) for n in row.split(",")] for row in rows])
    if found := _IOTA.search(text):
        return _numbered(found[3], found[4]).reshape(int(found[1]), int(found[2]))
    if found := _NAMED.search(text):
        sizes = dict(re.findall(r"'([^']+)'=(\d+)", found["sizes"]))
        names = re.findall(r"'([^']+)'(:?)", found["over"])
        if any(part for _, part in names):
            return None
        shape = [int(n) for n in sizes.values()]
        over = [list(sizes).index(name) for name, _ in names]
        rest = [d for d in range(len(shape)) if d not in over]
        numbers = _numbered(found["dims"] or str(math.prod(shape)), found["order"]).reshape(shape)
        return numbers.transpose([*rest, *over]).reshape(-1, math.prod(shape[d] for d in over))
    return None


def _numbered(dims: str, order: str | None) -> np.ndarray:
    """Return the numbers of devices as the HLO writes them: counted in `dims`, then transposed."""
    shape = [int(n) for n in dims.split(",")]
    numbers = np.arange(math.prod(shape)).reshape(shape)
    return numbers.transpose([int(n) for n in order.split(",")]) if order else numbers
