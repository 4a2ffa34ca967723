"""Bytes that each device gets, from programs compiled for 8, 64 and 512 devices.

``python -m conformance.bytes_moved`` compiles calls of each class of operation with
`sharray.explain`, which needs no such machine, and prints them beside what the class says: nothing,
an edge of each shard, the size of the result, each element a bounded number of times, or a whole
operand. What happens in a loop is counted once.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

import sharray as xp
from sharray._core.byte_counts import show_bytes

ROWS, COLUMNS = 200_003, 1003
ITEM = 8
ROW, WHOLE = COLUMNS * ITEM, ROWS * COLUMNS * ITEM
_matrix = jax.ShapeDtypeStruct((ROWS, COLUMNS), np.float64)
_vector = jax.ShapeDtypeStruct((ROWS,), np.float64)
_index = jax.ShapeDtypeStruct((ROWS,), np.int64)
_square = jax.ShapeDtypeStruct((COLUMNS, COLUMNS), np.float64)


class Call(NamedTuple):
    """A call, its class, and what the class says of bytes on each of some devices."""

    text: str
    kind: str
    function: Callable[..., Any]
    arguments: Sequence[Any]
    says: str
    predicted: Callable[[int], float]


CALLS = (
    Call("x * 2 + y", "local", lambda x, y: x * 2 + y, (_matrix, _matrix), "0", lambda n: 0),
    Call("x[1:] - x[:-1]", "halo", lambda x: x[1:] - x[:-1], (_matrix,), "a row", lambda n: ROW),
    Call("diff(x, n=3, axis=0)", "halo", lambda x: xp.diff(x, n=3, axis=0), (_matrix,),
         "three rows", lambda n: 3 * ROW),
    Call("roll(x, 5, axis=0)", "halo", lambda x: xp.roll(x, 5, axis=0), (_matrix,),
         "five rows", lambda n: 5 * ROW),
    Call("sum(x, axis=0)", "reduce", lambda x: xp.sum(x, axis=0), (_matrix,), "the result",
         lambda n: ROW),
    Call("std(x)", "reduce", xp.std, (_matrix,), "two totals", lambda n: 2 * ITEM),
    Call("x.T @ x", "reduce", lambda x: x.T @ x, (_matrix,), "the result",
         lambda n: COLUMNS * ROW),
    Call("cumulative_sum(v)", "reduce", xp.cumulative_sum, (_vector,), "a total of each shard",
         lambda n: n * ITEM),
    Call("reshape(x, (-1,))", "halo", lambda x: +xp.reshape(x, (-1,)), (_matrix,),
         "what rows and shards are off", lambda n: 5 * ROW),
    Call("reshape(x, (1003, -1))", "exchange", lambda x: +xp.reshape(x, (COLUMNS, -1)), (_matrix,),
         "a shard", lambda n: WHOLE / n),
    Call("fft.fft(x, axis=0)", "exchange", lambda x: xp.fft.fft(x, axis=0), (_matrix,),
         "two shards, complex", lambda n: 4 * WHOLE / n),
    Call("sort(x, axis=0)", "exchange", lambda x: xp.sort(x, axis=0), (_matrix,),
         "two shards", lambda n: 2 * WHOLE / n),
    Call("x[i]", "gather", lambda x, i: x[i], (_matrix, _index), "the operand", lambda n: WHOLE),
    Call("linalg.svdvals(s)", "gather", xp.linalg.svdvals, (_square,), "the operand",
         lambda n: COLUMNS * ROW),
)  # fmt: skip


def size(count: float) -> str:
    """Write a number of bytes; nothing is moved by many."""
    return show_bytes(count) if count else "0"


def main() -> None:
    """Compile, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.bytes_moved",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--devices", type=int, nargs="+", default=[8, 64, 512])
    devices = parser.parse_args().devices
    heads = [f"{n} devices" for n in devices]
    print(f"| call | class | its prediction | {' | '.join(heads)} |")
    print("| --- " * (3 + len(heads)) + "|")
    for call in CALLS:
        cells = []
        for n in devices:
            found = xp.explain(call.function, *call.arguments, mesh={"x": n})
            cells.append(f"{size(found.bytes_moved)} ({size(call.predicted(n))})")
            if found.communication_class != call.kind:
                cells[-1] += f", {found.communication_class}"
        row = " | ".join([f"`{call.text}`", call.kind, call.says, *cells])
        print(f"| {row} |", flush=True)


if __name__ == "__main__":
    main()
