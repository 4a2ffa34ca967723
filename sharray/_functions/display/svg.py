"""A picture of how an array lies on its devices, made from metadata alone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from sharray._core.layout import make_layout
from sharray._core.lazy import jax
from sharray._core.placement import check_spec

#: Width and height of the largest panel, and of the smallest block that is drawn.
_PANEL = (360.0, 220.0)
_LEAST = (34.0, 22.0)
#: More blocks along a dimension, or more panels, are left out in the middle.
_MOST = 16
_PANELS = 9
_GAP = 14.0
_LABEL = 16.0


class _Span(NamedTuple):
    """A run of indices along a dimension: of the buffer, and how many count."""

    start: int
    stop: int
    end: int

    @property
    def text(self) -> str:
        return f"{self.start}:{self.end}" if self.start < self.end else "empty"


_Block = tuple[_Span, ...]


def svg(shape: Sequence[int], sharding: Any, padded_shape: Sequence[int] | None = None) -> str:
    """Draw how an array of `shape` lies on its devices, as an SVG element.

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
    spans = [_shorten(sorted({block[d] for block in owners}), _MOST) for d in range(len(shape))]
    columns = spans[-1] if shape else [None]
    rows = spans[-2] if len(shape) > 1 else [None]
    outer = _shorten(list(itertools.product(*spans[:-2])), _PANELS)
    size = _panel_size(shape, len(rows), len(columns))
    parts: list[str] = []
    y = 2.0
    left = 8 + 6.5 * max([len(r.text) for r in rows if r is not None], default=0)
    for at in outer:
        if at is None or None in at:
            parts.append(_text(left, y + 10, "…", "start"))
        else:
            if at:
                where = ", ".join(f"dimension {d} at {s.text}" for d, s in enumerate(at))
                parts.append(_text(left, y + 10, where, "start"))
                y += _LABEL
            parts.append(_panel(owners, at, rows, columns, left, y, size))
            y += size[1] + _LABEL
        y += _GAP
    width, height = left + size[0] + 8, y
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="11" '
        f'role="img" aria-label="{escape(_summary(shape, owners))}">{"".join(parts)}</svg>'
    )


def _padded(shape: tuple[int, ...], sharding: Any) -> tuple[int, ...]:
    if not isinstance(sharding, jax.sharding.NamedSharding):
        return shape
    mesh: Any = sharding.mesh
    return make_layout(shape, mesh, check_spec(sharding.spec, len(shape), mesh)).padded_shape


def _owners(
    shape: tuple[int, ...], padded: tuple[int, ...], sharding: Any
) -> dict[_Block, list[Any]]:
    """Return which devices hold each block."""
    owners: dict[_Block, list[Any]] = {}
    for device, index in sharding.devices_indices_map(padded).items():
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


def _panel_size(shape: tuple[int, ...], rows: int, columns: int) -> tuple[float, float]:
    """Return a width and a height that show the proportions, within what can be read."""
    long = max(shape[-1] if shape else 1, 1)
    high = max(shape[-2] if len(shape) > 1 else 1, 1)
    ratio = min(max(high / long, 0.1), 2.0)
    width = min(_PANEL[0], _PANEL[1] / ratio)
    height = width * ratio
    return max(width, columns * _LEAST[0]), max(height, rows * _LEAST[1])


def _panel(
    owners: dict[_Block, list[Any]],
    outer: _Block,
    rows: Sequence[_Span | None],
    columns: Sequence[_Span | None],
    left: float,
    top: float,
    size: tuple[float, float],
) -> str:
    width, height = size[0] / len(columns), size[1] / len(rows)
    parts = []
    for i, row in enumerate(rows):
        y = top + i * height
        if row is not None:
            parts.append(_text(left - 4, y + height / 2 + 4, row.text, "end"))
        for j, column in enumerate(columns):
            x = left + j * width
            block = (*outer, *(s for s in (row, column) if s is not None))
            held = owners.get(block)
            if held is None:
                parts.append(_text(x + width / 2, y + height / 2 + 4, "…", "middle"))
                continue
            parts.append(_block(held, block, row, column, (x, y, width, height)))
    for j, column in enumerate(columns):
        x = left + (j + 0.5) * width
        if column is not None:
            parts.append(_text(x, top + size[1] + 12, column.text, "middle"))
    return "".join(parts)


def _block(
    devices: list[Any],
    block: _Block,
    row: _Span | None,
    column: _Span | None,
    box: tuple[float, float, float, float],
) -> str:
    x, y, width, height = box
    inside = [(s.end - s.start) / max(s.stop - s.start, 1) if s else 1.0 for s in (column, row)]
    hue = (47 * devices[0].id) % 360
    colour = f"hsl({hue},55%,72%)"
    place = ", ".join(s.text for s in block)
    title = f"{', '.join(map(_name, devices))} hold{'s' if len(devices) == 1 else ''} [{place}]"
    whole = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}" '
        f'fill-opacity="0.3" stroke="gray"/>'
    )
    counted = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width * inside[0]:.1f}" '
        f'height="{height * inside[1]:.1f}" fill="{colour}"/>'
    )
    label = ",".join(str(d.id) for d in devices)
    most = max(int(width / 6.5), 1)
    label = label if len(label) <= most else f"{label[: most - 1]}…"
    text = _text(x + width / 2, y + height / 2 + 4, label, "middle", "black")
    return f"<g><title>{escape(title)}</title>{counted}{whole}{text}</g>"


def _name(device: Any) -> str:
    return f"{device.platform.upper()} {device.id}"


def _text(x: float, y: float, text: str, anchor: str, fill: str = "currentColor") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
    )


def _summary(shape: tuple[int, ...], owners: dict[_Block, list[Any]]) -> str:
    devices = {d.id for held in owners.values() for d in held}
    return f"array of shape {shape} in {len(owners)} block(s) on {len(devices)} device(s)"
