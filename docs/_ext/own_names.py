"""The page of the names that stand for NumPy's own objects, or do what NumPy's page says."""

from __future__ import annotations

import importlib
import inspect
import pydoc
from collections.abc import Iterator

import entries
import numpy as np
import outside

import sharray.polynomial

#: The name of the file, beside the sections of the reference.
FILE = "sections/numpys_own"
TITLE = "What is NumPy's own"
_POLYNOMIAL = "polynomial"
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
    "it. :py:obj:`strategies.arrays <sharray.strategies.arrays>` draws arrays. What else NumPy's "
    "module has is there, too.",
    _POLYNOMIAL: "Classes of series, with few coefficients on the host. They, and the functions of "
    "the modules below, take and give arrays of this library.",
}


#: What NumPy has no page of.
_WITHOUT_PAGE = {"test", "random.get_bit_generator", "random.set_bit_generator"}


def _link(dotted: str) -> str:
    """Link a name to NumPy's page, unless it is one of the few without."""
    value = pydoc.locate(f"numpy.{dotted}")
    described = isinstance(value, (np.ndarray, float)) or (callable(value) and value.__doc__)
    url = outside.address(f"numpy.{dotted}") if described or value is None else None
    if dotted in _WITHOUT_PAGE:
        url = None
    return f"`{dotted} <{url}>`__" if url else f"``{dotted}``"


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
        if module == "testing":
            dotted = [name for name in dotted if ".assert" in name]
        numpys = pydoc.locate(f"numpy.{module}".rstrip("."))
        values = {name: getattr(numpys, name.rpartition(".")[2], space) for name in dotted}
        yield module, [n for n, v in values.items() if n not in pages and not inspect.ismodule(v)]


def page() -> str:
    """Return the text of the page."""
    lines = [TITLE, "=" * len(TITLE), ""]
    lines += [_INTRODUCTION, ""]
    for module, names in _spaces():
        if names:
            heading = f"sharray.{module}".rstrip(".")
            lines += [heading, "-" * len(heading), ""]
            lines += [_ABOUT[module], ""] if module in _ABOUT else []
            lines += [", ".join(map(_link, names)) + ".", ""]
    return "\n".join(lines)
