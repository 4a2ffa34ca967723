"""The lines of a program, each shaded by the time that it took."""

from __future__ import annotations

import linecache
import math
from collections.abc import Iterable, Mapping
from html import escape

from sharray._core.user_line import Line
from sharray._tools.report.show import show_file

#: Lines that are shown before and after one that took time.
AROUND = 15
#: A line that took a smaller part of the whole than this is left as it is.
LEAST = 0.001


def anchors(lines: Iterable[Line]) -> dict[Line, str]:
    """Return names for places in the page, of the lines whose text can be had."""
    files: dict[str, int] = {}
    names = {}
    for line in lines:
        if linecache.getline(line.file, line.number):
            number = files.setdefault(line.file, len(files) + 1)
            names[line] = f"f{number}-{line.number}"
    return names


def listings(times: Mapping[Line, float], names: Mapping[Line, str], whole: float) -> str:
    """Return the files of a report, the one first that took longest.

    Parameters
    ----------
    times
        Seconds of lines.
    names
        Those of `anchors`.
    whole
        How long the report took.
    """
    by_file: dict[str, dict[int, float]] = {}
    for line in names:
        by_file.setdefault(line.file, {})[line.number] = times.get(line, 0.0)
    most = max([*times.values(), 1e-9])
    files = sorted(by_file, key=lambda file: -sum(by_file[file].values()))
    prefix = {line.file: name.partition("-")[0] for line, name in names.items()}
    return "\n".join(_listing(file, by_file[file], prefix[file], most, whole) for file in files)


def _listing(file: str, times: Mapping[int, float], prefix: str, most: float, whole: float) -> str:
    lines = linecache.getlines(file)
    shown = sorted(
        {n for at in times for n in range(max(1, at - AROUND), min(len(lines), at + AROUND) + 1)}
    )
    rows, last = [], 0
    for n in shown:
        if n > last + 1:
            rows.append(_gap(n - last - 1))
        seconds = times.get(n, 0.0)
        style = (
            f' style="--part: {100 * math.sqrt(seconds / most):.0f}"'
            if seconds > LEAST * whole
            else ""
        )
        time = f"{seconds:.3f}" if seconds else ""
        rows.append(
            f'<tr id="{prefix}-{n}" class="line"{style}><th scope="row">{n}</th><td>{time}</td>'
            f"<td><code>{escape(lines[n - 1].rstrip())}</code></td></tr>"
        )
        last = n
    if last < len(lines):
        rows.append(_gap(len(lines) - last))
    name = escape(show_file(file))
    body = "\n".join(rows)
    return (
        f'<h3>{name}</h3>\n<div class="wide" role="region" tabindex="0" aria-label="{name}">'
        '<table class="source"><thead class="head"><tr class="head"><th scope="col">line</th>'
        '<th scope="col">seconds</th><th scope="col">code</th></tr></thead>'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _gap(count: int) -> str:
    text = "one line more" if count == 1 else f"{count} lines more"
    return f'<tr class="gap"><td></td><td></td><td>… {text}</td></tr>'
