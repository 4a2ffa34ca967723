"""What has a page in the reference: found in the namespaces, with what their declarations know."""

from __future__ import annotations

import functools
import importlib
import inspect
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

import sharray
from sharray._core.operation import TABLE, Op
from sharray._functions.declare import REGISTRY, Function

#: Public modules whose names have pages -> NumPy's module of that name.
MODULES: dict[str, ModuleType | None] = {
    "": np,
    "linalg": np.linalg,
    "fft": np.fft,
    "random": np.random,
    **dict.fromkeys(("prng", "checkpoint", "io", "distributed", "strategies")),
}
_EXAMPLES = Path(__file__).parent / "examples"
#: The section of what stands in no file of examples and in no section of the standard.
_OTHERS = "other functions"


class Entry(NamedTuple):
    """A page of the reference.

    Attributes
    ----------
    names
        Under which `sharray` has it, dotted for modules; the first is the page's.
    section
        On whose page it is listed.
    value
        What users of `sharray` call.
    function, op
        The declaration under NumPy's function, and the operation of that name.
    """

    names: tuple[str, ...]
    section: str
    value: Any
    function: Function | None = None
    op: Op | None = None

    @property
    def name(self) -> str:
        """The first name, and the page's."""
        return self.names[0]

    @property
    def documented(self) -> tuple[str, ...]:
        """The names that the page documents, and links may lead to."""
        return self.names if self.function is not None else self.names[:1]


@functools.cache
def _files() -> dict[str, dict[str, Any]]:
    """Return what the files say of each name, by section."""
    sections: dict[str, dict[str, Any]] = {}
    for path in sorted(_EXAMPLES.glob("*.toml")):
        for section, examples in tomllib.loads(path.read_text()).items():
            sections.setdefault(section, {}).update(_flat(examples))
    return sections


def _flat(examples: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return examples, or tables of why there is none, by dotted names."""
    found: dict[str, Any] = {}
    for name, value in examples.items():
        if isinstance(value, dict) and value.keys() != {"why"}:
            found |= _flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


def _all() -> dict[str, Any]:
    return {name: said for examples in _files().values() for name, said in examples.items()}


@functools.cache
def written() -> dict[str, str]:
    """Return the examples in the files by the name that they are of."""
    return {name: said.strip() for name, said in _all().items() if isinstance(said, str)}


@functools.cache
def reasons() -> dict[str, str]:
    """Return what has no example, and why."""
    return {name: said["why"] for name, said in _all().items() if isinstance(said, dict)}


def _section(name: str, op: Op | None) -> str:
    """Return the section in which the example stands, else the standard's."""
    for section, examples in _files().items():
        if name in examples:
            return section
    if op is None:
        return _OTHERS
    return op.section or ("elementwise functions" if op.elementwise else _OTHERS)


def _entry(names: list[str], value: Any, function: Function | None) -> Entry:
    op = next((TABLE[n] for n in names if n in TABLE), None)
    last = getattr(value, "__name__", names[0])
    # the standard's name first, else the one that the function itself bears
    rank = {n: (n not in TABLE, n.rpartition(".")[2] != last) for n in names}
    names = sorted(names, key=rank.__getitem__)
    sections = [_section(n, op) for n in names]
    section = next((s for s in sections if s != _OTHERS), _OTHERS)
    return Entry(tuple(names), section, value, function, op)


def _is_page(value: Any, numpys: Any) -> bool:
    """Whether a public name is a function or class of this library, and not NumPy's own."""
    if value is numpys or isinstance(value, ModuleType):
        return False
    return callable(value) or type(value).__module__.startswith("sharray.")


def entries() -> list[Entry]:
    """Return all pages, by name."""
    found: list[Entry] = []
    for module, theirs in MODULES.items():
        space = importlib.import_module(f"sharray.{module}") if module else sharray
        same: dict[Any, list[str]] = {}
        for name in dict.fromkeys(space.__all__):
            value = getattr(space, name)
            numpys = getattr(theirs, name, None)
            if _is_page(value, numpys):
                key = numpys if _is_declared(numpys) else id(value)
                same.setdefault(key, []).append(f"{module}.{name}" if module else name)
        for key, names in same.items():
            value = getattr(space, names[0].rpartition(".")[2])
            function = None if isinstance(key, int) else REGISTRY[key]
            found.append(_entry(names, value, function))
    return sorted(found, key=lambda e: e.name.lower())


def _is_declared(numpys: Any) -> bool:
    """Whether something of NumPy's is declared as a function of this library."""
    try:
        return numpys in REGISTRY
    except TypeError:  # what has no hash
        return False


def by_section() -> dict[str, list[Entry]]:
    """Return the pages by section, in the order of the files of examples."""
    sections: dict[str, list[Entry]] = {section: [] for section in _files()}
    for entry in entries():
        sections.setdefault(entry.section, []).append(entry)
    return {section: found for section, found in sections.items() if found}


def summary(entry: Entry) -> str:
    """Return what a function does, in one sentence."""
    return next(iter(description(entry).splitlines()), "")


def description(entry: Entry) -> str:
    """Return what the docstring says before its sections."""
    if entry.function is not None and entry.function.implementation is None:
        about = f", about {entry.function.why}" if entry.function.status == "passthrough" else ""
        return f"NumPy's ``{entry.name}``{about}."
    text = inspect.getdoc(entry.value) or ""
    if entry.function is not None and text.startswith("``"):  # of a ufunc: NumPy's parameters
        text = text.partition("\n\n")[2]
    return re.split(r"\n\n[A-Z][\w ]+\n-{4,}\n", text)[0].strip()
