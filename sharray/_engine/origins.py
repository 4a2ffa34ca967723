"""Where in a user's program the collectives of its HLO come from, and which devices they join."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from sharray._core import user_line
from sharray._core.user_line import Line
from sharray._engine import explained, hlo

_NAME = re.compile(r'op_name="([^"]*)"')
_FRAME = re.compile(r"stack_frame_id=(\d+)")
_FILE = re.compile(r'^(\d+) "(.*)"$')
_LOCATION = re.compile(r"^(\d+) \{file_name_id=(\d+) .*?\bline=(\d+)")
_INSTRUCTION = re.compile(r"^ +(?:ROOT )?%([\w.-]+) = ")
_CALL = re.compile(r" [a-z-]+\(([^()]*)\)")
_OPERAND = re.compile(r"%([\w.-]+)")
_PARENT = re.compile(r"^(\d+) \{file_location_id=(\d+) parent_frame_id=(\d+)")


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
        #: what computes each value, by its name
        self._instructions: dict[str, str] = {}
        part = ""
        for row in text.splitlines():
            if row in ("FileNames", "FunctionNames", "FileLocations", "StackFrames"):
                part = row
            elif match := _INSTRUCTION.match(row):
                self._instructions[match[1]] = row
            elif row.startswith(("%", "ENTRY")):
                part = ""
            elif part == "FileNames" and (match := _FILE.match(row)):
                self._files[int(match[1])] = match[2]
            elif part == "FileLocations" and (match := _LOCATION.match(row)):
                self._places[int(match[1])] = Line(self._files[int(match[2])], int(match[3]))
            elif part == "StackFrames" and (match := _PARENT.match(row)):
                # the parent is counted from 1, 1 being none
                self._frames[int(match[1])] = int(match[2]), int(match[3]) - 1

    def lines(self, text: str) -> tuple[Line, ...]:
        """Return the lines that a collective is for: XLA makes one of several."""
        call = _CALL.search(text)
        operands = _OPERAND.findall(call[1]) if call else []
        rows = [self._instructions[name] for name in operands if name in self._instructions]
        lines = [self.line(row) for row in ((*rows, text) if len(operands) > 1 else (text,))]
        return tuple(dict.fromkeys(line for line in lines if line is not None))

    def line(self, text: str) -> Line | None:
        """Return the line that an operation of the HLO comes from; None where it is not said."""
        name = _NAME.search(text)
        number = explained.line_number(name[1]) if name else None
        if number is not None and number in self._lines:
            return self._lines[number]
        match = _FRAME.search(text)
        frame = int(match[1]) if match else 0
        while frame in self._frames:
            place, frame = self._frames[frame]
            line = self._places[place]
            if not user_line.is_ours(line.file):
                return line
        return None


def axes(text: str, mesh: Mapping[str, int]) -> tuple[str, ...]:
    """Return the mesh axes along which a collective joins devices, all of them if it cannot say."""
    sizes = tuple(mesh.values())
    pairs = hlo.joined(text)
    if pairs is None or not sizes:
        return tuple(mesh)
    where = np.stack(np.unravel_index(pairs, sizes), axis=-1)  # group, member, mesh axis
    moved = (where != where[:, :1]).any(axis=(0, 1))
    return tuple(name for name, there in zip(mesh, moved, strict=True) if there)
