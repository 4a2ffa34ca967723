"""A Sphinx extension that links the names of NumPy's, SciPy's and JAX's objects to their pages.

What is set as code and is the dotted name of an object (``np.ndarray``, ``jax.jit``) becomes a
link, and so does a name in a docstring that the library does not have. The addresses follow from
the names, so no inventory is fetched.
"""

from __future__ import annotations

import inspect
import pydoc
import re
from typing import Any

import numpy as np
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

_NUMPY = "https://numpy.org/doc/stable/reference"
_JAX = "https://docs.jax.dev/en/latest"
#: Where the objects below a name have their pages; the longest name counts.
PAGES = {
    "numpy": f"{_NUMPY}/generated/{{}}.html",
    "numpy.random": f"{_NUMPY}/random/generated/{{}}.html",
    "scipy": "https://docs.scipy.org/doc/scipy/reference/generated/{}.html",
    "jax": f"{_JAX}/_autosummary/{{}}.html",
    "jax.sharding": f"{_JAX}/jax.sharding.html#{{}}",
}
_SCALARS = [n for n, v in vars(np).items() if inspect.isclass(v) and issubclass(v, np.generic)]
_BITS = ("MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64")
#: Objects whose pages are not named after them.
_SECTIONS = {
    f"numpy.{name}": f"{_NUMPY}/{page}.html#numpy.{name}"
    for page, names in (
        ("random/generator", ("random.Generator", "random.default_rng")),
        ("random/legacy", ("random.RandomState",)),
        ("constants", ("e", "euler_gamma", "inf", "nan", "newaxis", "pi")),
        ("arrays.scalars", [name for name in _SCALARS if name not in ("record", "character")]),
        *[(f"random/bit_generators/{bits.lower()}", (f"random.{bits}",)) for bits in _BITS],
    )
    for name in names
} | {
    f"numpy.random.{name}": f"{_NUMPY}/random/bit_generators/generated/numpy.random.{name}.html"
    for name in ("BitGenerator", "SeedSequence")
}
#: How the pages import the modules.
_SHORT = {"np": "numpy", "jnp": "jax.numpy"}
#: A name in code, perhaps with a call of it.
_NAME = re.compile(r"(numpy|scipy|jax|np|jnp)((?:\.[A-Za-z]\w*)+)(?:\(.*\))?")


def address(name: str) -> str | None:
    """Return the page of an object of another project; None where there is no such object."""
    parts = name.split(".")
    spaces = [".".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)]
    page = _SECTIONS.get(name) or next((PAGES[s] for s in spaces if s in PAGES), None)
    if page is None or any(part.startswith("_") for part in parts):
        return None
    if name in _SECTIONS:
        return page
    found = pydoc.locate(name)
    return None if found is None or inspect.ismodule(found) else page.format(name)


def _link(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Node) -> Any:
    """Resolve what is not a name of this library."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    short, _, rest = target.partition(".")
    uri = address(f"{_SHORT.get(short, short)}.{rest}" if rest else target)
    return uri and nodes.reference("", "", text, internal=False, refuri=uri)


class _Names(SphinxTransform):
    """Let names that are set as code be resolved as those in docstrings are."""

    default_priority = 200  # after names that have a page here

    def apply(self, **kwargs: Any) -> None:
        inside = (nodes.title, nodes.reference, pending_xref)
        for node in list(self.document.findall(nodes.literal)):
            match = _NAME.fullmatch(node.astext())
            above = node.parent
            while above is not None and not isinstance(above, inside):
                above = above.parent
            if match is None or above is not None:
                continue
            space, name = match.groups()
            xref = pending_xref(
                "",
                refdomain="py",
                reftype="obj",
                reftarget=_SHORT.get(space, space) + name,
                refdoc=self.env.docname,
                refexplicit=True,
                refwarn=False,
            )
            node.replace_self(xref)
            xref += node


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the links."""
    app.add_transform(_Names)
    app.connect("missing-reference", _link)
    return {"parallel_read_safe": True}
