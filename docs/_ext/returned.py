"""Pages of the classes of what functions return, which users do not make themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import links
import op_table
from sphinx.ext.napoleon import Config, NumpyDocstring

from sharray._engine.compiler import CacheInfo
from sharray._functions.display.canvas import Picture
from sharray._functions.namespace_info import Info
from sharray._tools.explain.explanation import Collective, Explanation, Memory
from sharray._tools.report.line_report import LineReport
from sharray._tools.report.pictures import Event, MemoryTimeline, Timeline, Traffic
from sharray._transforms.jit import JitFunction

TITLE = "What functions return"
FILE = "sections/returned"
#: The classes, with what returns them.
CLASSES = {
    JitFunction: "jit",
    Explanation: "explain",
    Collective: "explain",
    Memory: "explain",
    LineReport: "report",
    Timeline: "report",
    Event: "report",
    Traffic: "report",
    MemoryTimeline: "report",
    Picture: "visualize",
    CacheInfo: "cache_info",
    Info: "__array_namespace_info__",
}
#: What a class needs among its own modules.
_INTERNAL = {LineReport: {"include", "rank"}, JitFunction: {"donated", "placed"}}


def _docstring(value: object, what: str) -> list[str]:
    config = Config(napoleon_use_rtype=False, napoleon_use_ivar=True)
    text = links.linked(inspect.getdoc(value) or "", links.parameters_of(value))
    return str(NumpyDocstring(text, config, what=what)).splitlines()


def _members(cls: type) -> Iterator[list[str]]:
    """Yield the methods and properties, each as the lines of its description."""
    for name, value in vars(cls).items():
        if name.startswith("_") or name in _INTERNAL.get(cls, ()) or not inspect.getdoc(value):
            continue
        if isinstance(value, property):
            yield [f".. py:attribute:: {name}", "", *_indented(_docstring(value, "attribute"))]
        elif inspect.isfunction(value):
            signature = op_table.written(inspect.signature(value))
            yield [f".. py:method:: {name}{signature}", "", *_indented(_docstring(value, "method"))]


def _indented(lines: list[str]) -> list[str]:
    return [f"   {line}" if line else "" for line in lines]


def page() -> str:
    """Return the text of the page."""
    lines = [TITLE, "=" * len(TITLE), ""]
    lines += ["Classes that functions make, and users need not.", ""]
    for cls, function in CLASSES.items():
        lines += [cls.__name__, "-" * len(cls.__name__), ""]
        lines += [f"Made by :py:obj:`{function} <sharray.{function}>`.", ""]
        lines += [f".. py:class:: {cls.__name__}", "", *_indented(_docstring(cls, "class")), ""]
        for member in _members(cls):
            lines += [*_indented(member), ""]
    return "\n".join(lines)
