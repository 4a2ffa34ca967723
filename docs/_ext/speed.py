"""A Sphinx extension for ``{speed}``, the chart of the example programs.

The chart is a table whose bars are drawn by the style sheet, so it is text for whoever reads
the text, and as wide as the window allows.
"""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from measured import PAGE, PROGRAMS, name_of, summary, table, times
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


def _bar(row: dict[str, str], largest: float, link: str) -> str:
    name = name_of(row)
    n = times(row)
    slower = "slower" if n < 1 else ""
    return (
        f'<tr class="{slower}"><th scope="row"><a href="{escape(link)}">{escape(name)}</a></th>'
        f'<td class="bar" style="--length: {100 * n / largest:.1f}%"><span></span></td>'
        f"<td>{n:.2f}<small> {slower}</small></td></tr>"
    )


class _Speed(SphinxDirective):
    """The chart of the example programs."""

    has_content = True  # for readers of the text

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(PAGE))
        rows = sorted(table(PROGRAMS), key=times, reverse=True)
        largest = times(rows[0])

        def link(row: dict[str, str]) -> str:
            name = name_of(row)
            page = f"generated/gallery/{name}"
            return self.env.app.builder.get_relative_uri(self.env.docname, page)

        body = "".join(_bar(row, largest, link(row)) for row in rows)
        html = (
            f'<table class="speed" style="--one: {100 / largest:.1f}%">'
            f"<caption>{escape(summary())} The line is NumPy.</caption>"
            '<thead><tr><th scope="col">program</th><th scope="col" aria-hidden="true"></th>'
            f'<th scope="col">times NumPy</th></tr></thead><tbody>{body}</tbody></table>'
        )
        return [nodes.raw("", html, format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("speed", _Speed)
    return {"parallel_read_safe": True}
