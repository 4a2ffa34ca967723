"""A Sphinx extension that makes links of functions' names: ``np.median``, ``xp.sum(x)``."""

from __future__ import annotations

import functools
import re
from typing import Any

import entries
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

#: A name in code, as pages import the modules, perhaps with a call of it.
_NAME = re.compile(r"(?:sharray\.numpy|sharray|np|xp)\.([A-Za-z]\w*(?:\.\w+)*)(?:\(.*\))?")


@functools.cache
def names() -> frozenset[str]:
    """Return the names that have a page."""
    return frozenset(name for entry in entries.entries() for name in entry.documented)


def named(code: str) -> str:
    """Return the name that stands in code; empty where it is something else, or has no page."""
    match = _NAME.fullmatch(code)
    return match[1] if match is not None and match[1] in names() else ""


class _Names(SphinxTransform):
    """Turn what is set as code and names a function into a reference to its page."""

    default_priority = 190

    def apply(self, **kwargs: Any) -> None:
        inside = (nodes.title, nodes.reference, pending_xref)
        for node in list(self.document.findall(nodes.literal)):
            name = named(node.astext())
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
    return {"parallel_read_safe": True}
