"""The drawing of `visualize` as text: boxes for shards, ranges of indices at their sides."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sharray._core.byte_counts import show_bytes
from sharray._core.lazy import jax

#: More rows or panels than this are shortened in the middle: the drawing stays small.
_MOST = 12
#: Width of a drawing that does not go to a terminal.
WIDTH = 80
_COLOURS = (36, 33, 32, 35, 34, 31)

#: Shard coordinates along the drawn dimension; None stands for the ones left out.
_Shown = list[int | None]


class _Place(NamedTuple):
    """A device of an abstract mesh, of which only its number is known."""

    id: int
    process_index: int = 0
    platform: str = "device"


def drawing(x: Any, *, width: int = WIDTH, colour: bool = False) -> str:
    """Return the drawing of `visualize` as text at most `width` columns wide, if it can be."""
    grid = _read(x)
    lines = [_heading(x, grid), _holds(x, grid)]
    rows, columns = grid.drawn(width)
    if len(grid.shape) > 2:
        lines.append(f"down: dimension {rows}, across: dimension {columns}")
    outer = [d for d, n in enumerate(grid.parts) if n > 1 and d not in (rows, columns)]
    panels = list(np.ndindex(*(grid.parts[d] for d in outer)))
    for k in _shorten(len(panels), _MOST):
        lines.append("")
        if k is None:
            lines.append(f"… {len(panels) - _MOST + 1} panels more …")
            continue
        base = [0] * len(grid.shape)
        for d, part in zip(outer, panels[k], strict=True):
            base[d] = part
        if outer:
            lines.append(", ".join(f"dimension {d} at {grid.label(d, base[d])}" for d in outer))
        lines.extend(_panel(grid, base, rows, columns, width, colour))
    return "\n".join(lines)


def at_home(x: Any) -> str:
    """Return what there is to say of an array at home on the host; nothing of others."""
    layout = getattr(x, "_layout", None)
    if layout is None or layout.mesh is not None:
        return ""
    size = show_bytes(x.nbytes, 4)
    return f"{x.dtype} {x.shape}, at home on the host: {size}, which no device holds"


@dataclass(frozen=True, slots=True)
class _Grid:
    """The shards of an array: how many per dimension, how long, and who holds which."""

    shape: tuple[int, ...]
    padded_shape: tuple[int, ...]
    parts: tuple[int, ...]
    owners: dict[tuple[int, ...], list[Any]]
    spec: str
    mesh: str

    @property
    def block(self) -> tuple[int, ...]:
        return tuple(n // d for n, d in zip(self.padded_shape, self.parts, strict=True))

    def bounds(self, dim: int, k: int) -> tuple[int, int]:
        n, step = self.shape[dim], self.block[dim]
        return min(k * step, n), min((k + 1) * step, n)

    def label(self, dim: int | None, k: int | None) -> str:
        if dim is None or k is None:
            return ""
        start, stop = self.bounds(dim, k)
        return f"{start}:{stop}" if start < stop else "empty"

    def note(self, dim: int | None, k: int | None) -> str:
        if dim is None or k is None:
            return ""
        start, stop = self.bounds(dim, k)
        padding = self.block[dim] - (stop - start)
        return f"+{padding} pad" if padding else ""

    def drawn(self, width: int) -> tuple[int | None, int | None]:
        """Choose the dimensions that go down and across."""
        last = len(self.shape) - 1
        if last < 1:
            if last < 0:
                return None, None
            shown = range(self.parts[0])
            across = sum(3 + _cell_width(self, [], None, 0, k) for k in shown) + 1
            return (None, 0) if across <= width else (0, None)
        sharded = [d for d, n in enumerate(self.parts) if n > 1]
        if len(sharded) > 1:
            return sharded[-2], sharded[-1]
        if not sharded or sharded[0] == last:
            return last - 1, last
        return sharded[0], last

    def holders(self, base: Sequence[int], at: Iterable[tuple[int | None, int | None]]) -> str:
        """Name the devices of one shard; `at` gives (dimension, coordinate) on top of `base`."""
        where = list(base)
        for dim, k in at:
            if dim is None:
                continue
            if k is None:
                return "…"
            where[dim] = k
        return _names(self.owners[tuple(where)])


def _read(x: Any) -> _Grid:
    shape = tuple(x.shape)
    sharding = getattr(x, "sharding", None)
    mesh, spec = getattr(sharding, "mesh", None), getattr(sharding, "spec", None)
    if isinstance(mesh, jax.sharding.AbstractMesh):
        devices = np.empty(mesh.size, dtype=object)
        devices[:] = [_Place(i) for i in range(mesh.size)]
        devices = devices.reshape(mesh.axis_sizes)
    else:
        devices = getattr(mesh, "devices", None)
    if mesh is None or spec is None or not isinstance(devices, np.ndarray):
        return _read_whole(x, shape, sharding)
    names = [() if e is None else (e,) if isinstance(e, str) else tuple(e) for e in spec]
    names += [()] * (len(shape) - len(names))
    sizes = dict(zip(mesh.axis_names, devices.shape, strict=True))
    parts = tuple(math.prod(sizes[a] for a in axes) for axes in names)
    owners: dict[tuple[int, ...], list[Any]] = {}
    for position, device in np.ndenumerate(devices):
        at = dict(zip(mesh.axis_names, position, strict=True))
        coordinates = []
        for axes in names:
            k = 0
            for axis in axes:  # major to minor
                k = k * sizes[axis] + at[axis]
            coordinates.append(k)
        owners.setdefault(tuple(coordinates), []).append(device)
    minimum = tuple(-(-n // d) * d for n, d in zip(shape, parts, strict=True))
    entries = (repr(a[0]) if len(a) == 1 else repr(a) if a else "None" for a in names)
    return _Grid(
        shape=shape,
        padded_shape=tuple(getattr(x, "padded_shape", minimum)),
        parts=parts,
        owners=owners,
        spec=f"P({', '.join(entries)})",
        mesh=f" ({', '.join(f'{name}: {n}' for name, n in sizes.items())})",
    )


def _read_whole(x: Any, shape: tuple[int, ...], sharding: Any) -> _Grid:
    # Shardings other than NamedSharding count only where they cannot cut the array.
    devices = getattr(sharding, "device_set", None)
    if not devices or not getattr(sharding, "is_fully_replicated", False):
        kind = "none" if sharding is None else type(sharding).__name__
        raise TypeError(
            f"visualize needs an array on devices with a NamedSharding, got {type(x).__name__} "
            f"of shape {shape} with sharding {kind}"
        )
    return _Grid(
        shape=shape,
        padded_shape=shape,
        parts=(1,) * len(shape),
        owners={(0,) * len(shape): sorted(devices, key=lambda d: d.id)},
        spec="whole",
        mesh="",
    )


def _heading(x: Any, grid: _Grid) -> str:
    devices = [d for held in grid.owners.values() for d in held]
    kind = "" if isinstance(devices[0], _Place) else f"{devices[0].platform.upper()} "
    count = f"{len(devices)} {kind}device{'s' * (len(devices) > 1)}"
    dtype = "" if x.dtype is None else f"{x.dtype} "
    return f"{dtype}{grid.shape}, {grid.spec} on {count}{grid.mesh}"


def _holds(x: Any, grid: _Grid) -> str:
    line = f"each holds {grid.block}"
    if x.dtype is not None:
        line += f", {show_bytes(np.dtype(x.dtype).itemsize * math.prod(grid.block), 4)}"
    if grid.padded_shape != grid.shape:
        line += f"; stored as {grid.padded_shape}"
    return line


def _names(devices: Sequence[Any]) -> str:
    processes = {d.process_index for d in devices}
    several = any(d.process_index for d in devices)
    parts = []
    for process in sorted(processes):
        ids = sorted(d.id for d in devices if d.process_index == process)
        kind = devices[0].platform
        text = f"{kind if isinstance(devices[0], _Place) else kind.upper()} {_ranges(ids)}"
        parts.append(f"{text} (process {process})" if several else text)
    return ", ".join(parts)


def _ranges(ids: Sequence[int]) -> str:
    """Write numbers as "0,4" or "0-3,8"; many as their ends and their count."""
    runs: list[list[int]] = []
    for i in ids:
        if runs and i == runs[-1][-1] + 1:
            runs[-1].append(i)
        else:
            runs.append([i])
    if len(runs) > 4:
        return f"{ids[0]},…,{ids[-1]} ({len(ids)})"
    pieces = (f"{r[0]}-{r[-1]}" if len(r) > 2 else ",".join(map(str, r)) for r in runs)
    return ",".join(pieces)


def _shorten(count: int, most: int) -> _Shown:
    """Return range(count), with None in place of the middle where there are more than `most`."""
    if count <= most:
        return list(range(count))
    tail = (most - 1) // 2
    return [*range(most - 1 - tail), None, *range(count - tail, count)]


def _cell_width(
    grid: _Grid, base: Sequence[int], row: int | None, column: int | None, k: int | None
) -> int:
    """Return the width of column `k`: what is over, in and under its boxes."""
    parts = range(grid.parts[row]) if row is not None else (0,)
    start = list(base) or [0] * len(grid.shape)
    boxes = (len(grid.holders(start, ((row, r), (column, k)))) for r in parts)
    return max(len(grid.label(column, k)), len(grid.note(column, k)), *boxes)


def _panel(
    grid: _Grid,
    base: Sequence[int],
    row: int | None,
    column: int | None,
    width: int,
    colour: bool,
) -> list[str]:
    rows = _shorten(1 if row is None else grid.parts[row], _MOST)
    count = 1 if column is None else grid.parts[column]
    side = max(len(grid.label(row, r)) for r in rows) + 2
    aside = max(len(grid.note(row, r)) for r in rows)
    most = min(count, max(3, width // 5))  # no column is narrower than that
    while True:  # as many columns as fit
        columns = _shorten(count, most)
        widths = [_cell_width(grid, base, row, column, c) for c in columns]
        if most <= 3 or side + sum(w + 3 for w in widths) + 2 + aside <= width:
            break
        most -= 1

    def rule(left: str, middle: str, right: str) -> str:
        return " " * (side + 1) + left + middle.join("─" * (w + 2) for w in widths) + right

    def line(head: str, cells: list[str], bar: str, tail: str = "") -> str:
        return f"{head:>{side}} {bar}" + bar.join(cells) + f"{bar} {tail}"

    def centred(texts: Iterable[str]) -> list[str]:
        return [f" {t:^{w}} " for t, w in zip(texts, widths, strict=True)]

    lines = []
    if column is not None:
        lines.append(line("", centred(grid.label(column, c) for c in columns), " "))
    for i, r in enumerate(rows):
        lines.append(rule("├", "┼", "┤") if i else rule("┌", "┬", "┐"))
        cells = centred(grid.holders(base, ((row, r), (column, c))) for c in columns)
        if colour:
            cells = [_paint(cell, i + j) for j, cell in enumerate(cells)]
        lines.append(line(grid.label(row, r), cells, "│", grid.note(row, r)))
    lines.append(rule("└", "┴", "┘"))
    notes = [grid.note(column, c) for c in columns]
    if any(notes):
        lines.append(line("", centred(notes), " "))
    return [text.rstrip() for text in lines]


def _paint(text: str, k: int) -> str:
    return f"\x1b[{_COLOURS[k % len(_COLOURS)]}m{text}\x1b[0m"
