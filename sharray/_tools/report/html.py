"""A report as a page that needs nothing from outside, and as a notebook shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from sharray._core.user_line import Line
from sharray._functions.display.canvas import Picture
from sharray._tools.report.show import source
from sharray._tools.report.source import anchors, listings
from sharray._tools.report.text import advice, grid, headline, rows_of, surroundings

if TYPE_CHECKING:
    from sharray._tools.report.line_report import LineReport
    from sharray._tools.report.report import report as Report

#: Lines that a notebook shows.
MOST_LINES = 10
#: Colours of the page, and of it at night; what is shaded is at most so far on its way to `heat`.
DAY = {
    "paper": "#ffffff", "ink": "#1a202c", "quiet": "#4a5568", "link": "#1d5fa8",
    "warning": "#9b2c2c", "rule": "#8a8f98", "heat": "#ff9a3d",
}  # fmt: skip
NIGHT = {
    "paper": "#14171c", "ink": "#e4e7eb", "quiet": "#a9b2bf", "link": "#7db7f5",
    "warning": "#ff9d9d", "rule": "#8a8f98", "heat": "#b85400",
}  # fmt: skip
MOST_HEAT = 0.6
#: The icon of the page, without which browsers ask the server for one: blocks on four devices.
_SQUARES = {"#2f7fd1": "M0 0", "#e0792b": "M8 0", "#2a9d6f": "M0 8", "#8b5fc7": "M8 8"}
_DRAWN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15 15">'
    + "".join([f'<path fill="{fill}" d="{at}h7v7h-7z"/>' for fill, at in _SQUARES.items()])
    + "</svg>"
)
_ICON = "data:image/svg+xml," + _DRAWN.translate({ord(c): f"%{ord(c):X}" for c in '"#<> '})
#: Of tables, in a notebook, too, whose colours they have.
_TABLES = """
.sharray-report table { border-collapse: collapse; font-size: inherit; }
.sharray-report th, .sharray-report td { padding: .25em .7em; text-align: right;
  border-bottom: 1px solid #8a8f98; vertical-align: top; white-space: nowrap; }
.sharray-report th:first-child, .sharray-report td:first-child, .sharray-report th:last-child,
.sharray-report td:last-child { text-align: left; }
.sharray-report td:first-child { white-space: normal; min-width: min(26em, 60vw); }
.sharray-report td:last-child { white-space: normal; min-width: 12em; }
.sharray-report code { background: none; color: inherit; padding: 0; white-space: pre-wrap; }
.sharray-report .wide { overflow-x: auto; }
"""


def _colours(colours: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


_PAGE = f"""
:root {{ color-scheme: light dark; {_colours(DAY)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_colours(NIGHT)} }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1em; max-width: 100em;
  color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }}
h1 {{ font-size: 1.6em; margin: 0 0 .3em; }} h2 {{ font-size: 1.2em; margin: 1.5em 0 .3em; }}
h3 {{ font-size: 1em; margin: 1em 0 .3em; }}
a {{ color: var(--link); }} .quiet, td code {{ color: var(--quiet); }}
.advice {{ color: var(--warning); white-space: normal; }}
svg {{ display: block; }}
.sharray-report .source th, .sharray-report .source td {{ border: 0; padding: 0 .7em;
  text-align: right; font-weight: normal; }}
.sharray-report .source td:first-child {{ min-width: 0; }}
.sharray-report .source td:last-child, .sharray-report .source th:last-child {{
  text-align: left; width: 100%; }}
.source code {{ color: inherit; white-space: pre; }}
.line {{ background: color-mix(in srgb, var(--heat) calc(var(--part, 0) * {MOST_HEAT}%),
  transparent); }}
.line:target {{ outline: 2px solid var(--link); }}
.gap td {{ color: var(--quiet); }}
"""


def page(report: Report) -> str:
    """Return the whole page."""
    rows = rows_of(report)
    times = report.times
    names = anchors([*(one.line for one in rows), *times])
    several = ""
    if report.processes > 1:
        several = '<p class="quiet">The pictures are those of process 0.</p>'
    pictures = _pictures(report)
    (title, timeline), *others = pictures.items()
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="{_ICON}">'
        f"<title>sharray report</title><style>{_TABLES}{_PAGE}</style></head>\n"
        '<body><main class="sharray-report">\n'
        f"<h1>sharray report</h1>\n<p>{escape(headline(report))}</p>\n"
        f'<p class="quiet">{escape(surroundings(report))}</p>\n{several}'
        f"<h2>{title}</h2>\n{_wide(timeline.svg(), title)}\n"
        f"<h2>Lines, worst first</h2>\n{_table(report, rows, names)}\n"
        + "".join(f"<h2>{name}</h2>\n{_wide(p.svg(), name)}\n" for name, p in others)
        + f"<h2>The program</h2>\n{listings(times, names, report.seconds)}\n"
        "</main></body></html>\n"
    )


def view(report: Report) -> str:
    """Return what a notebook shows: the worst lines, and the pictures, folded up."""
    rows = rows_of(report)
    more = f"<p>and {len(rows) - MOST_LINES} lines more</p>" if len(rows) > MOST_LINES else ""
    pictures = "".join(
        f"<details><summary>{name}</summary>{_wide(picture.svg(), name)}</details>"
        for name, picture in _pictures(report).items()
    )
    return (
        f'<div class="sharray-report"><style>{_TABLES}</style>'
        f"<p><strong>sharray report</strong>, {escape(headline(report))}</p>"
        f"<p>{escape(surroundings(report))}</p>"
        f"{_table(report, rows[:MOST_LINES], {})}{more}{pictures}</div>"
    )


def _pictures(report: Report) -> dict[str, Picture]:
    return {
        "Timeline": report.timeline(),
        "Between devices": report.traffic(),
        "Memory of the devices": report.memory(),
    }


def _wide(content: str, label: str) -> str:
    """Return what is scrolled by itself where it is wider than the page."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{label}">{content}</div>'


def _table(report: Report, lines: Sequence[LineReport], names: Mapping[Line, str]) -> str:
    """Return a row for each line, which leads to its place in the program where there is one."""
    if not lines:
        return "<p>No line of the program took time or did anything.</p>"
    columns, *cells = grid(lines)
    rows = []
    for one, row in zip(lines, cells, strict=True):
        first, *rest = map(escape, row)
        if one.line in names:
            first = f'<a href="#{names[one.line]}">{first}</a>'
        if text := source(one.line):
            first += f"<br/><code>{escape(text)}</code>"
        first += "".join(
            f'<div class="advice">→ {escape(text)}</div>' for text in advice(one, report.seconds)
        )
        rows.append("<tr>" + "".join(f"<td>{c}</td>" for c in (first, *rest)) + "</tr>")
    heads = "".join(f'<th scope="col">{head}</th>' for head in columns)
    body = "\n".join(rows)
    return _wide(
        f"<table><thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table>", "lines"
    )
