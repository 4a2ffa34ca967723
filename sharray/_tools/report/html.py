"""A report as a page: the table, and a timeline as an SVG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from sharray._tools.report.show import show_line, source
from sharray._tools.report.text import HEADS, advice, cells, headline, rows_of, surroundings

if TYPE_CHECKING:
    from sharray._tools.report.report import Event
    from sharray._tools.report.report import report as Report

#: Lines that the timeline has a lane for.
MOST_LANES = 20
#: Kind of an event -> its colour, and what it is called.
_KINDS = {
    "compile": ("#d9822b", "compiling"),
    "run": ("#2b6cb0", "running"),
    "gather": ("#c53030", "running, with a gather"),
    "fetch": ("#805ad5", "a whole array to the host"),
    "host": ("#4a5568", "in NumPy on the host"),
}
_STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; color: #1a202c; background: #fff; }
table { border-collapse: collapse; }
th, td { padding: .25em .8em; text-align: right; border-bottom: 1px solid #e2e8f0;
         vertical-align: top; }
th:first-child, td:first-child, th:last-child, td:last-child { text-align: left; }
code { color: #4a5568; white-space: pre-wrap; }
.advice { color: #9b2c2c; }
svg text { font: 12px system-ui, sans-serif; }
"""
_WIDTH, _LEFT, _LANE = 1000, 220, 22


def page(report: Report) -> str:
    """Return the whole page; it needs nothing from outside."""
    rows = []
    for one in rows_of(report):
        row = [escape(c) for c in cells(one)]
        text = source(one.line)
        if text:
            row[0] += f"<br><code>{escape(text)}</code>"
        row[0] += "".join(
            f'<div class="advice">{escape(line)}</div>' for line in advice(one, report.seconds)
        )
        rows.append("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>")
    heads = "".join(f"<th>{h}</th>" for h in HEADS)
    body = "\n".join(rows)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>sharray report</title><style>{_STYLE}</style></head><body>\n"
        f"<h1>sharray report</h1>\n<p>{escape(headline(report))}</p>\n"
        f"<p>{escape(surroundings(report))}</p>\n{timeline(report)}\n"
        f"<table><thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table>\n"
        "</body></html>\n"
    )


def timeline(report: Report) -> str:
    """Return the SVG: a lane for each of the worst lines, the rest in one."""
    lines = [one.line for one in report.lines][:MOST_LANES]
    at = {line: k for k, line in enumerate(lines)}
    names = [show_line(line) for line in lines]
    if any(event.line not in at for event in report.events):
        names.append("other lines")
    whole = max([report.seconds, 1e-9, *(e.start + e.seconds for e in report.events)])
    scale = (_WIDTH - _LEFT - 10) / whole
    height = (len(names) + 2) * _LANE + 10
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="timeline">']
    for k, name in enumerate(names):
        y = k * _LANE
        parts.append(f'<text x="0" y="{y + 15}">{escape(name[-34:])}</text>')
        parts.append(
            f'<line x1="{_LEFT}" y1="{y + _LANE}" x2="{_WIDTH}" y2="{y + _LANE}" stroke="#e2e8f0"/>'
        )
    lanes: dict[tuple[int, str], list[Event]] = {}
    for event in report.events:
        lanes.setdefault((at.get(event.line, len(lines)), event.kind), []).append(event)
    for (lane, kind), events in lanes.items():
        color, meaning = _KINDS[kind]
        for first, last, count, text in _merged(events, 1 / scale):
            x, width = _LEFT + first * scale, max(1.0, (last - first) * scale)
            title = f"{meaning}, {last - first:.4f} s"
            title += f", {count} times" if count > 1 else f", {text}" if text else ""
            parts.append(
                f'<rect x="{x:.1f}" y="{lane * _LANE + 4}" width="{width:.1f}" height="14" '
                f'fill="{color}"><title>{escape(title)}</title></rect>'
            )
    y = len(names) * _LANE + 16
    for k in range(6):
        x = _LEFT + k * whole / 5 * scale
        anchor = "end" if k == 5 else "middle"
        parts.append(
            f'<text x="{x:.0f}" y="{y}" text-anchor="{anchor}">{k * whole / 5:.3g} s</text>'
        )
    for k, (color, meaning) in enumerate(_KINDS.values()):
        x = _LEFT + k * 155
        parts.append(f'<rect x="{x}" y="{y + 8}" width="10" height="10" fill="{color}"/>')
        parts.append(f'<text x="{x + 14}" y="{y + 17}">{meaning}</text>')
    return "\n".join([*parts, "</svg>"])


def _merged(events: Iterable[Event], gap: float) -> list[tuple[float, float, int, str]]:
    """Join events that lie too near to be told apart: first, last, number, text of the first."""
    merged: list[tuple[float, float, int, str]] = []
    for event in sorted(events, key=lambda e: e.start):
        end = event.start + event.seconds
        if merged and event.start - merged[-1][1] < gap:
            first, last, count, text = merged[-1]
            merged[-1] = (first, max(last, end), count + 1, text)
        else:
            merged.append((event.start, end, 1, event.text))
    return merged
