"""A Sphinx extension for the pages that `op_table` writes.

``{op-table}`` is the table of the public operations, ``{op-parts}`` that of the operations which
they are made of, ``{op-gather}`` those of class gather with their reasons, ``{op-rules}`` the
sharding rules, ``{numpy-table}`` what there is of NumPy's functions. One page of function
references per section of the standard is written to ``generated/`` before each build.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy_table
import op_table
import pages
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


def write_pages(app: Sphinx) -> None:
    """Write the reference, and leave alone the pages that did not change."""
    import jax

    jax.config.update("jax_num_cpu_devices", 8)  # that the examples run on
    folder = Path(app.srcdir) / "reference"
    made = pages.pages()
    for old in folder.rglob("*.rst"):
        if str(old.relative_to(folder)) not in made:
            old.unlink()
    (folder / "sections").mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


class _Generated(SphinxDirective):
    """A directive that stands for the Markdown of one function."""

    write: ClassVar[Callable[[], str]]

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(type(self).write())


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives."""
    for name, function in (
        ("reference-sections", pages.sections_markdown),
        ("op-table", op_table.table_markdown),
        ("op-parts", op_table.parts_markdown),
        ("op-gather", op_table.gather_markdown),
        ("op-rules", op_table.rules_markdown),
        ("numpy-table", numpy_table.table_markdown),
    ):
        app.add_directive(name, type(name, (_Generated,), {"write": staticmethod(function)}))
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True}
