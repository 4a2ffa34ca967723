"""What notebooks show of arrays, meshes and shardings: their facts as a table, and a drawing.

Colours are those of the page around it, so that light and dark themes do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from sharray._core.byte_counts import show_bytes
from sharray._core.layout import show_spec
from sharray._core.lazy import jax
from sharray._functions.display import show, svg
from sharray._functions.display.canvas import Canvas, wide

_CELL = 'style="text-align: left; vertical-align: top; padding: .1em .8em .1em 0"'


def facts(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Return a table with a name and a text in each row."""
    body = "".join(
        f'<tr><th scope="row" {_CELL}>{escape(name)}</th><td {_CELL}>{escape(text)}</td></tr>'
        for name, text in rows
    )
    return f"<strong>{escape(title)}</strong><table><tbody>{body}</tbody></table>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], label: str) -> str:
    """Return a table; what stands in a first cell below its first line is code."""
    head = "".join(f'<th scope="col" {_CELL}>{escape(text)}</th>' for text in heads)
    body = []
    for first, *rest in rows:
        name, *code = first.split("\n")
        cells = [escape(name) + "".join(f"<br/><code>{escape(line)}</code>" for line in code)]
        cells += map(escape, rest)
        body.append("<tr>" + "".join(f"<td {_CELL}>{cell}</td>" for cell in cells) + "</tr>")
    return wide(
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>", label
    )


def advice(texts: Iterable[str]) -> str:
    """Return a list of what to change."""
    return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ul>"


def picture(canvas: Canvas) -> str:
    """Return a picture, which may be wider than the page."""
    return wide(canvas.svg(), canvas.label)


def array(x: Any) -> str:
    """Return an array's facts, its values as NumPy prints them, and the drawing of its shards.

    What is shown of the values is computed and fetched, as by ``print``, and no more.
    """
    layout = x._layout
    name = type(x).__name__
    rows = [("shape", str(x.shape)), ("dtype", str(x.dtype))]
    if layout.mesh is None:
        where = "" if show.without_values(x) else " on the host"
        rows.append(("memory", f"{show_bytes(x.nbytes, 4)}{where}"))
    else:
        block = math.prod(layout.block_shape) * x.dtype.itemsize
        each = f"{show_bytes(block, 4)} on each of {_devices(layout.mesh)}"
        rows += [
            ("memory", f"{show_bytes(x.nbytes, 4)}, {each}"),
            ("sharding", f"{show_spec(layout.spec)} on {_axes(layout.mesh)}"),
        ]
    values = show.without_values(x) or show.text(x)
    parts = [facts(name, rows), wide(f"<pre>{escape(values)}</pre>", f"values of the {name}")]
    if _has_devices(layout.mesh):
        parts.append(picture(svg.shards(x.shape, layout.sharding, layout.padded_shape)))
    return f"<div>{''.join(parts)}</div>"


def mesh(mesh: Any) -> str:
    """Return the axes of a mesh, and the drawing of its devices."""
    rows = [("axes", _axes(mesh)), ("devices", _devices(mesh))]
    kinds = {str(kind.name) for kind in mesh.axis_types}
    if kinds != {"Auto"}:
        types = zip(mesh.axis_names, mesh.axis_types, strict=True)
        rows.append(("types of axes", ", ".join(f"{name}: {kind.name}" for name, kind in types)))
    if not _has_devices(mesh):
        return f"<div>{facts('AbstractMesh', rows)}</div>"
    processes = {device.process_index for device in mesh.devices.flat}
    if len(processes) > 1:
        rows.append(("processes", str(len(processes))))
    return f"<div>{facts('Mesh', rows)}{picture(svg.devices(mesh))}</div>"


def sharding(sharding: Any) -> str:
    """Return what a ``NamedSharding`` says of each dimension, and the drawing of the parts."""
    mesh = sharding.mesh
    sizes = mesh.shape
    rows = [("mesh", f"{_axes(mesh)}, {_devices(mesh)}")]
    used: set[str] = set()
    for d, entry in enumerate(sharding.spec):
        axes = () if entry is None else (entry,) if isinstance(entry, str) else tuple(entry)
        used.update(axes)
        count = math.prod(sizes[a] for a in axes)
        by = f"{count} parts, along {', '.join(axes)}" if axes else "whole"
        rows.append((f"dimension {d}", by))
    if rest := [name for name in mesh.axis_names if name not in used]:
        rows.append(("replicated", f"along {', '.join(rest)}"))
    title = f"NamedSharding {str(sharding.spec).replace('PartitionSpec', 'P')}"
    drawing = picture(svg.parts(sharding)) if _has_devices(mesh) else ""
    return f"<div>{facts(title, rows)}{drawing}</div>"


def _axes(mesh: Any) -> str:
    axes = ", ".join(f"{name}: {n}" for name, n in mesh.shape.items())
    return f"({axes})"


def _has_devices(mesh: Any) -> bool:
    """Whether there is a mesh, of devices that exist."""
    return mesh is not None and not isinstance(mesh, jax.sharding.AbstractMesh) and mesh.size > 0


def _devices(mesh: Any) -> str:
    kind = f"{mesh.devices.flat[0].platform.upper()} " if _has_devices(mesh) else ""
    return f"{mesh.size} {kind}device{'s' * (mesh.size != 1)}"
