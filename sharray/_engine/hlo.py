"""What a compiled program moves between devices, read from its HLO."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

_COLLECTIVE = re.compile(
    r"= (?P<shape>.+?) (?P<name>all-reduce|all-gather|all-to-all|collective-permute|"
    r"reduce-scatter|collective-broadcast|ragged-all-to-all)(?P<phase>-start|-done)?\("
)
_ARRAY = re.compile(r"\b(pred|[a-z]+(?P<bits>\d+)\w*)\[(?P<dims>[\d,<=]*)\]")


def communication(executable: Any) -> dict[str, int]:
    """Return the bytes that each kind of collective leaves on each device.

    Parameters
    ----------
    executable
        A ``jax.stages.Compiled``, as `sharray._engine.run.compiled` returns it.

    Returns
    -------
    moved : dict
        From the name of a collective ("all-gather", "all-reduce", ...) to the bytes of the results
        of all its occurrences on one device; empty where nothing moves. What happens in a loop
        counts once.
    """
    moved: dict[str, int] = {}
    for name, size in collectives(executable):
        moved[name] = moved.get(name, 0) + size
    return moved


class Move(NamedTuple):
    """A collective: its name, the bytes that it leaves on each device, and its line of the HLO."""

    name: str
    nbytes: int
    text: str


def collectives(executable: Any) -> list[tuple[str, int]]:
    """Return the name of each collective and the bytes that it leaves on each device."""
    return [(move.name, move.nbytes) for move in moves(executable.as_text())]


def moves(text: str) -> list[Move]:
    """Return the collectives in the HLO of a program, in its order."""
    found = []
    for line in text.splitlines():
        match = _COLLECTIVE.search(line)
        if match is None or match["phase"] == "-done":
            continue
        sizes = [_bytes(a) for a in _ARRAY.finditer(match["shape"])]
        # an asynchronous start returns its operands, too, and the result is no smaller
        nbytes = max(sizes, default=0) if match["phase"] else sum(sizes)
        found.append(Move(match["name"], nbytes, line))
    return found


def _bytes(array: re.Match[str]) -> int:
    bits = int(array["bits"] or 8)
    dims = [int(n.lstrip("<=")) for n in array["dims"].split(",") if n]
    return math.prod(dims) * bits // 8


def temporary_bytes(executable: Any) -> int:
    """Return the memory per device that a program needs beside its inputs and outputs."""
    stats = executable.memory_analysis()
    return 0 if stats is None else int(stats.temp_size_in_bytes)
