"""A Sphinx extension that makes links of functions' names: ``np.median``, ``xp.sum(x)``, ``sum``.

What docstrings say in words, as they are read in a terminal, too, becomes a link as well: the
function of NumPy in their references, and the page on random numbers.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import entries
import own_names
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

#: A name in code, as pages import the modules or without a module, perhaps with a call of it.
_NAME = re.compile(r"((?:sharray\.numpy|sharray|np|xp)\.)?([A-Za-z]\w*(?:\.\w+)*)(?:\(.*\))?")


#: Names of functions that pages mean otherwise: classes of communication, attributes, mathematics.
_NOT_FUNCTIONS = {"array", "ceil", "halo", "shape", "trace"}


@functools.cache
def names() -> frozenset[str]:
    """Return the names that have a page."""
    found = {name for entry in entries.entries() for name in entry.documented}
    return frozenset(found | own_names.documented().keys())


def named(code: str, bare: bool) -> str:
    """Return the name that stands in code; empty where it is something else, or has no page.

    Without a module only if `bare`: a page tells of functions, a docstring of its parameters, too.
    """
    match = _NAME.fullmatch(code)
    if match is None or not (match[1] or (bare and match[2] not in _NOT_FUNCTIONS)):
        return ""
    return match[2] if match[2] in names() else ""


#: What docstrings say in words -> the same with a link.
_WORDS = {
    re.compile(r"(NumPy: )(numpy(?:\.\w+)+)\.$"): r"\1`\2`.",
    re.compile(r"the page on random numbers"): r":doc:`\g<0> </random>`",
}


def _link_words(
    app: Sphinx, what: str, name: str, about: Any, options: Any, lines: list[str]
) -> None:
    for pattern, linked in _WORDS.items():
        lines[:] = [pattern.sub(linked, line) for line in lines]


class _Names(SphinxTransform):
    """Turn what is set as code and names a function into a reference to its page."""

    default_priority = 190

    def apply(self, **kwargs: Any) -> None:
        inside = (nodes.title, nodes.reference, pending_xref)
        is_page = not self.env.docname.startswith("reference/")
        for node in list(self.document.findall(nodes.literal)):
            name = named(node.astext(), is_page)
            if not name:
                continue
            above = node.parent
            while above is not None and not isinstance(above, inside):
                above = above.parent
            if above is not None:
                continue
            xref = pending_xref(
                "",
                refdomain="py",
                reftype="obj",
                reftarget=f"sharray.{name}",
                refdoc=self.env.docname,
                refexplicit=True,
                refwarn=True,
            )
            node.replace_self(xref)
            xref += node


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the transform."""
    app.add_transform(_Names)
    app.connect("autodoc-process-docstring", _link_words)
    return {"parallel_read_safe": True}
