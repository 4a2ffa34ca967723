"""A Sphinx extension for what is written from the declarations.

Before each build the reference goes to ``reference/``: a page for each function, class and method,
and one for each section. ``{reference-sections}`` stands for the list of them.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import hypothesis
import jax
import member_pages
import numpy as np
import op_table
import pages
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import sharray


def _state(folder: Path) -> str:
    """Return what tells versions of the library, of the examples and of what writes apart."""
    sources = [p for top in (Path(sharray.__file__).parent, folder) for p in top.rglob("*.*")]
    kept = [p for p in sorted(sources) if p.suffix in (".py", ".toml", ".txt")]
    text = b"".join(p.read_bytes() for p in kept)
    return hashlib.sha256(f"{np.__version__} {jax.__version__}".encode() + text).hexdigest()


def write_pages(app: Sphinx) -> None:
    """Write the reference, unless nothing has changed, and leave alone pages that stay the same."""
    folder = Path(app.srcdir) / "reference"
    stamp, state = folder / ".state", _state(Path(__file__).parent)
    if stamp.exists() and stamp.read_text() == state:
        return
    made = pages.pages() | member_pages.every()
    for old in folder.rglob("*.rst"):
        if str(old.relative_to(folder)) not in made:
            old.unlink()
    (folder / "sections").mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    stamp.write_text(state)


def _readable(
    app: Sphinx, what: str, name: str, value: Any, options: Any, signature: str, returns: str
) -> tuple[str, str] | None:
    """Have autodoc write signatures as those of the other pages."""
    return (op_table.readable(signature), returns) if signature else None


class _Sections(SphinxDirective):
    """The sections of the reference, with the names in each, and the table of contents."""

    has_content = True  # for readers of the text

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(pages.sections_markdown())


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives, and the devices that the examples run on."""
    jax.config.update("jax_num_cpu_devices", 8)
    # an example that draws is slow where much else runs, which is no fault
    slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile("site", deadline=None, suppress_health_check=slow)
    hypothesis.settings.load_profile("site")
    app.setup_extension("links")
    app.add_directive("reference-sections", _Sections)
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-process-signature", _readable)
    return {"parallel_read_safe": True}
