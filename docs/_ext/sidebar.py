"""A Sphinx extension that names the sidebar's buttons, which the theme draws as arrows alone."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

#: A page's link, and the button that shows the pages below it.
_BUTTON = re.compile(r">([^<>]+)</a><details([^>]*)><summary>")


def _named(match: re.Match[str]) -> str:
    title, state = match.groups()
    return f'>{title}</a><details{state}><summary aria-label="Pages of {title}">'


def _name_buttons(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    if (generate := context.get("generate_toctree_html")) is None:
        return  # built by another theme
    context["generate_toctree_html"] = lambda *args, **kwargs: _BUTTON.sub(
        _named, str(generate(*args, **kwargs))
    )


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", _name_buttons, priority=900)  # after the theme's
    return {"parallel_read_safe": True}
