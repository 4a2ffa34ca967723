"""Pages of the names that stand for NumPy's own objects, or do what NumPy's page says.

Functions and classes of some modules have a page each; all are listed on one.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import pydoc
import re
from collections.abc import Iterator

import entries
import numpy as np
import op_table
import outside
import run_examples

import sharray.polynomial
from sharray._tools.docstrings import facts

#: The name of the file, beside the sections of the reference.
FILE = "sections/numpys_own"
TITLE = "What is NumPy's own"
_POLYNOMIAL = "polynomial"
#: Modules whose functions and classes have a page each.
_DOCUMENTED = ("random", "testing", _POLYNOMIAL)
_INTRODUCTION = (
    "These names mean what NumPy's pages say, and most of them are NumPy's own objects. "
    "``sharray.numpy`` has NumPy's other modules, too, as they are: ``char``, ``ctypeslib``, "
    "``dtypes``, ``emath``, ``exceptions``, ``lib``, ``ma``, ``rec``, ``strings``, ``typing``."
)
_ABOUT = {
    "": "Types, constants, a ufunc of dates, and classes of arrays that NumPy computes on the "
    "host.",
    "random": "They seed, save and restore the stream that the functions draw from, or are bits "
    "that a ``Generator`` draws from.",
    "testing": "The assertions compare arrays of this library, too, which come to the host for "
    "it. :py:obj:`strategies.arrays <sharray.strategies.arrays>` draws arrays.",
    _POLYNOMIAL: "Classes of series, with few coefficients on the host. They, and the functions of "
    "the modules below, take and give arrays of this library.",
}


#: What NumPy has no page of.
_WITHOUT_PAGE = {"test", "random.get_bit_generator", "random.set_bit_generator"}


def _link(dotted: str) -> str:
    """Link a name to its page, or to NumPy's, unless it is one of the few without."""
    if dotted in documented():
        return f":py:obj:`{dotted} <sharray.{dotted}>`"
    url = _address(dotted)
    return f"`{dotted} <{url}>`__" if url else f"``{dotted}``"


def _address(dotted: str) -> str | None:
    value = pydoc.locate(f"numpy.{dotted}")
    described = isinstance(value, (np.ndarray, float)) or (callable(value) and value.__doc__)
    if dotted in _WITHOUT_PAGE or not (described or value is None):
        return None
    return outside.address(f"numpy.{dotted}")


def _spaces() -> Iterator[tuple[str, list[str]]]:
    """Yield the modules, with the names in them that are NumPy's and have no page of their own."""
    pages = {name for entry in entries.entries() for name in entry.names}
    modules = [name for name, theirs in entries.MODULES.items() if theirs is not None]
    modules += ["testing", _POLYNOMIAL]
    for name in dict.fromkeys(sharray.polynomial.__all__):
        if inspect.ismodule(getattr(sharray.polynomial, name)):
            modules.append(f"{_POLYNOMIAL}.{name}")
    for module in modules:
        space = importlib.import_module(f"sharray.{module}".rstrip("."))
        names = [name for name in space.__all__ if not name.startswith("__")]
        dotted = [f"{module}.{name}".lstrip(".") for name in sorted(set(names))]
        numpys = pydoc.locate(f"numpy.{module}".rstrip("."))
        values = {name: getattr(numpys, name.rpartition(".")[2], space) for name in dotted}
        yield module, [n for n, v in values.items() if n not in pages and not inspect.ismodule(v)]


@functools.cache
def documented() -> dict[str, object]:
    """Return the functions and classes that have a page each, by their names."""
    found = [name for module, names in _spaces() if module in _DOCUMENTED for name in names]
    values = {name: pydoc.locate(f"sharray.{name}") for name in found}
    return {name: value for name, value in values.items() if callable(value)}


#: A paragraph that says how something is called, or which bug it is about.
_NO_SENTENCE = re.compile(r"\w+\(|``|gh-|$")


def _summary(value: object) -> str:
    """Return what NumPy says of an object at first, without its signature."""
    parts = (inspect.getdoc(value) or "").split("\n\n")
    first = next((" ".join(part.split()) for part in parts if not _NO_SENTENCE.match(part)), "")
    return f"{first.removesuffix('.')}." if first else ""


def _signature(value: object) -> str:
    try:
        return op_table.written(inspect.signature(value))  # pyright: ignore[reportArgumentType]
    except (TypeError, ValueError):  # functions of C that say nothing
        return "(...)"


def _page(dotted: str, value: object) -> str:
    kind = "class" if inspect.isclass(value) else "function"
    lines = [dotted, "=" * len(dotted), ""]
    lines += [f".. py:{kind}:: sharray.{dotted}{_signature(value)}", ""]
    lines += [f"   {_summary(value)}", ""] if _summary(value) else []
    example = run_examples.shown(entries.written().get(dotted, ""), [dotted])
    lines += [f"   {line}" if line else "" for line in example]
    lines += [f"   :arrays on devices: {facts.said(dotted, facts.OWN)}", ""]
    url = _address(dotted)
    lines += [f"See also: `NumPy <{url}>`__.", ""] if url else []
    return "\n".join(lines)


def pages() -> dict[str, str]:
    """Return the text of every page of a name by the name of its file."""
    return {f"{dotted}.rst": _page(dotted, value) for dotted, value in documented().items()}


def page() -> str:
    """Return the text of the page that lists them."""
    lines = [TITLE, "=" * len(TITLE), ""]
    lines += [_INTRODUCTION, ""]
    for module, names in _spaces():
        if names:
            heading = f"sharray.{module}".rstrip(".")
            lines += [heading, "-" * len(heading), ""]
            lines += [_ABOUT[module], ""] if module in _ABOUT else []
            lines += [", ".join(map(_link, names)) + ".", ""]
    lines += [".. toctree::", "   :hidden:", "", *[f"   ../{name}" for name in documented()], ""]
    return "\n".join(lines)
