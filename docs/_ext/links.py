"""A Sphinx extension that links names to pages: ``np.median``, ``xp.sum(x)``, ``x.to_jax()``.

In docstrings the names between backticks do, unless they are parameters of what is described. What
they say in words, as they are read in a terminal, too, becomes a link as well: the function of
NumPy in their references, and the page on random numbers.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Container
from typing import Any

import entries
import members
import numpy as np
import own_names
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

#: A name in code, as pages import the modules or without a module, perhaps with a call of it.
_NAME = re.compile(r"((?:sharray\.numpy|sharray|np|xp)\.)?([A-Za-z]\w*(?:\.\w+)*)(?:\(.*\))?")
#: A method or attribute of an array, which pages call x.
_MEMBER = re.compile(r"(?:x|ShardedArray)\.(\w+)(\(.*\))?")
#: What stands between single backticks in a docstring, and is no role.
_MARKED = re.compile(r"(?<![`:\w])`([^`<>]+)`(?![`_\w])")

#: Names of functions that pages mean otherwise: classes of communication, attributes, mathematics.
_NOT_FUNCTIONS = {"array", "ceil", "halo", "shape", "trace"}


@functools.cache
def names() -> frozenset[str]:
    """Return the names that have a page."""
    found = {name for entry in entries.entries() for name in entry.documented}
    return frozenset(found | own_names.documented().keys())


@functools.cache
def _members() -> frozenset[str]:
    """Return the names of what arrays have, which have a page each."""
    owner = next(entry for entry in entries.entries() if entry.name == "ShardedArray")
    return frozenset(member.name for member in members.of(owner))


def _member(code: str) -> str:
    """Return the method or attribute of an array in code.

    What NumPy's arrays have, too, only where it is called: x may be one of these.
    """
    match = _MEMBER.fullmatch(code)
    if match is None or match[1] not in _members():
        return ""
    is_ours = code[0] != "x" or match[2] or not hasattr(np.ndarray, match[1])
    return f"ShardedArray.{match[1]}" if is_ours else ""


def named(code: str, bare: bool) -> str:
    """Return the name that stands in code; empty where it is something else, or has no page.

    Without a module only if `bare`: a page tells of functions, a docstring of its parameters, too.
    """
    if member := _member(code):
        return member
    match = _NAME.fullmatch(code)
    if match is None or not (match[1] or (bare and match[2] not in _NOT_FUNCTIONS)):
        return ""
    return match[2] if match[2] in names() else ""


def linked(text: str, parameters: Container[str] = ()) -> str:
    """Return a docstring with links to names, but for those of parameters."""

    def link(match: re.Match[str]) -> str:
        code = match[1]
        if code in parameters:
            return f"``{code}``"
        name = named(code, bare=True)
        return f":py:obj:`{code} <sharray.{name}>`" if name else match[0]

    return _MARKED.sub(link, text)


def parameters_of(value: Any) -> set[str]:
    """Return the names of the parameters of what is called."""
    try:
        return set(inspect.signature(value).parameters)
    except (TypeError, ValueError):  # what is not called, and functions of C that say nothing
        return set()


#: What docstrings say in words -> the same with a link.
_WORDS = {
    re.compile(r"(NumPy: )(numpy(?:\.\w+)+)\.$"): r"\1`\2`.",
    re.compile(r"the page on random numbers"): r":doc:`\g<0> </random>`",
}


def _link_words(
    app: Sphinx, what: str, name: str, about: Any, options: Any, lines: list[str]
) -> None:
    parameters = parameters_of(about)
    lines[:] = [linked(line, parameters) for line in lines]
    for pattern, words in _WORDS.items():
        lines[:] = [pattern.sub(words, line) for line in lines]


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
