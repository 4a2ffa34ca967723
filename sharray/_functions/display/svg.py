"""Pictures of how arrays lie on their devices, and of meshes, made from metadata alone."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sharray._core.layout import make_layout
from sharray._core.lazy import jax
from sharray._core.placement import check_spec
from sharray._functions.display.canvas import LETTER, Canvas, shade

#: Width and height of the largest panel, and of the smallest block that is drawn.
_PANEL = (360.0, 220.0)
_LEAST = (34.0, 22.0)
#: More blocks along a dimension, or more panels, are left out in the middle.
_MOST = 16
_PANELS = 9
_GAP = 14.0
_LABEL = 16.0


class _Span(NamedTuple):
    """A run of indices along a dimension: of the buffer, and how many count.

    With a `name` it is one place along that: an axis of a mesh, the parts of a dimension.
    """

    start: int
    stop: int
    end: int
    name: str = ""

    @property
    def text(self) -> str:
        if self.name:
            return f"{self.name} {self.start}"
        return f"{self.start}:{self.end}" if self.start < self.end else "empty"


_Block = tuple[_Span, ...]
_Owners = dict[_Block, list[Any]]


def shards(
    shape: Sequence[int], sharding: Any, padded_shape: Sequence[int] | None = None
) -> Canvas:
    """Draw how an array of `shape` lies on its devices.

    The last two dimensions are drawn as rows and columns, all others as panels. A block names the
    devices that hold it; what is padding is pale. Nothing is computed.

    Parameters
    ----------
    shape
        Shape of the array; any number of dimensions.
    sharding
        A ``jax.sharding.Sharding``.
    padded_shape
        Shape of the buffer; by default the smallest that `sharding` divides.
    """
    shape = tuple(int(n) for n in shape)
    if padded_shape is None:
        padded_shape = _padded(shape, sharding)
    owners = _owners(shape, tuple(padded_shape), sharding)
    text = f"array of shape {shape} in {len(owners)} block(s) on {_count(owners)} device(s)"
    return _drawn(owners, shape, Canvas(text))


def parts(sharding: Any) -> Canvas:
    """Draw in which parts a ``NamedSharding`` cuts arrays, and who holds them."""
    entries = [() if e is None else (e,) if isinstance(e, str) else e for e in sharding.spec]
    sizes = sharding.mesh.shape
    shape = [math.prod(sizes[a] for a in axes) for axes in entries]
    owners = {
        tuple(s._replace(name="part") for s in block): devices
        for block, devices in _owners(shape, shape, sharding).items()
    }
    where = " by ".join(map(str, shape)) or "1"
    return _drawn(owners, shape, Canvas(f"{where} part(s) on {_count(owners)} device(s)"))


def devices(mesh: Any) -> Canvas:
    """Draw the devices of a ``jax.sharding.Mesh`` along its axes."""
    shape, names = mesh.devices.shape, mesh.axis_names
    owners = {
        tuple(_Span(k, k + 1, k + 1, name) for k, name in zip(at, names, strict=True)): [device]
        for at, device in np.ndenumerate(mesh.devices)
    }
    axes = ", ".join(f"{name}: {n}" for name, n in zip(names, shape, strict=True))
    return _drawn(owners, shape, Canvas(f"mesh of {len(owners)} device(s), {axes}"))


def _count(owners: _Owners) -> int:
    return len({device.id for held in owners.values() for device in held})


def _drawn(owners: _Owners, shape: Sequence[int], canvas: Canvas) -> Canvas:
    """Draw blocks, and those who hold them."""
    spans = [_shorten(sorted({block[d] for block in owners}), _MOST) for d in range(len(shape))]
    columns = spans[-1] if shape else [None]
    rows = spans[-2] if len(shape) > 1 else [None]
    outer = _shorten(list(itertools.product(*spans[:-2])), _PANELS)
    widest = max([len(c.text) for c in columns if c is not None], default=0)
    size = _panel_size(shape, len(rows), len(columns), widest)
    y = 2.0
    left = 8 + LETTER * max([len(r.text) for r in rows if r is not None], default=0)
    for at in outer:
        if at is None or None in at:
            canvas.text(left, y + 10, "…")
        else:
            if at:
                where = [
                    s.text if s.name else f"dimension {d} at {s.text}" for d, s in enumerate(at)
                ]
                canvas.text(left, y + 10, ", ".join(where))
                y += _LABEL
            _panel(canvas, owners, at, rows, columns, (left, y, *size))
            y += size[1] + _LABEL
        y += _GAP
    canvas.width, canvas.height = left + size[0] + 8, y
    return canvas


def _padded(shape: tuple[int, ...], sharding: Any) -> tuple[int, ...]:
    if not isinstance(sharding, jax.sharding.NamedSharding):
        return shape
    mesh: Any = sharding.mesh
    return make_layout(shape, mesh, check_spec(sharding.spec, len(shape), mesh)).padded_shape


def _owners(shape: Sequence[int], padded: Sequence[int], sharding: Any) -> _Owners:
    """Return which devices hold each block."""
    owners: _Owners = {}
    for device, index in sharding.devices_indices_map(tuple(padded)).items():
        spans = []
        for s, n, m in zip(index, shape, padded, strict=True):
            start, stop, _ = s.indices(m)
            spans.append(_Span(start, stop, max(start, min(stop, n))))
        owners.setdefault(tuple(spans), []).append(device)
    return owners


def _shorten(items: list[Any], most: int) -> list[Any]:
    """Leave some out in the middle, where None stands for them."""
    if len(items) <= most:
        return items
    half = most // 2
    return [*items[:half], None, *items[len(items) - half :]]


def _panel_size(shape: Sequence[int], rows: int, columns: int, letters: int) -> tuple[float, float]:
    """Return a width and a height that show the proportions, within what can be read."""
    long = max(shape[-1] if shape else 1, 1)
    high = max(shape[-2] if len(shape) > 1 else 1, 1)
    ratio = min(max(high / long, 0.1), 2.0)
    width = min(_PANEL[0], _PANEL[1] / ratio)
    height = width * ratio
    least = max(_LEAST[0], LETTER * letters + 6)
    return max(width, columns * least), max(height, rows * _LEAST[1])


def _panel(
    canvas: Canvas,
    owners: _Owners,
    outer: _Block,
    rows: Sequence[_Span | None],
    columns: Sequence[_Span | None],
    box: tuple[float, float, float, float],
) -> None:
    left, top = box[:2]
    width, height = box[2] / len(columns), box[3] / len(rows)
    for i, row in enumerate(rows):
        y = top + i * height
        if row is not None:
            canvas.text(left - 4, y + height / 2 + 4, row.text, "end")
        for j, column in enumerate(columns):
            x = left + j * width
            block = (*outer, *(s for s in (row, column) if s is not None))
            held = owners.get(block)
            if held is None:
                canvas.text(x + width / 2, y + height / 2 + 4, "…", "middle")
                continue
            _block(canvas, held, block, (column, row), (x, y, width, height))
    for j, column in enumerate(columns):
        x = left + (j + 0.5) * width
        if column is not None:
            canvas.text(x, top + box[3] + 12, column.text, "middle")


def _block(
    canvas: Canvas,
    devices: list[Any],
    block: _Block,
    across_and_down: tuple[_Span | None, _Span | None],
    box: tuple[float, float, float, float],
) -> None:
    x, y, width, height = box
    counted = [(s.end - s.start) / max(s.stop - s.start, 1) if s else 1.0 for s in across_and_down]
    hue = 47 * devices[0].id
    place = ", ".join(s.text for s in block)
    names = ", ".join(map(_name, devices))
    title = f"{names} hold{'s' if len(devices) == 1 else ''} [{place}]"
    if any(s.name for s in block):
        title = f"{names}: {place}"
    label = ",".join(str(d.id) for d in devices)
    most = max(int(width / LETTER), 1)
    label = label if len(label) <= most else f"{label[: most - 1]}…"
    with canvas.group(title):
        canvas.rectangle(x, y, width, height, shade(hue, 0.92), edge=True)
        canvas.rectangle(x, y, width * counted[0], height * counted[1], shade(hue, 0.74), edge=True)
        canvas.text(x + width / 2, y + height / 2 + 4, label, "middle", "black")


def _name(device: Any) -> str:
    return f"{device.platform.upper()} {device.id}"
