"""Methods and attributes of classes: what has a page of its own, and its example."""

from __future__ import annotations

import ast
import functools
import inspect
from typing import Any, NamedTuple

import entries
import run_examples
from entries import Entry

import sharray
from sharray._core.observers import Observer

#: Classes, by name, whose members are not those of the classes that inherit from them.
FOREIGN = ("object", "BaseException", "Generator", "Observer")
#: What draws numbers -> how its example begins, where that of a function begins with the seed.
_DRAWING = {
    "random.Generator": "rng = np.random.default_rng(0)",
    "random.RandomState": "rng = np.random.RandomState(0)",
    "prng.Generator": "rng = xp.prng.default_rng(0)",
}
_SEED = "np.random.seed(0)"


class Member(NamedTuple):
    """A method or attribute.

    Attributes
    ----------
    owner
        The page of its class.
    name
        Within the class.
    value
        What the class has under the name.
    function
        The page of the function of `sharray` that it is.
    """

    owner: Entry
    name: str
    value: Any
    function: Entry | None

    @property
    def dotted(self) -> str:
        """The name that the page documents."""
        return f"{self.owner.name}.{self.name}"

    @property
    def is_method(self) -> bool:
        """Whether it is called."""
        return callable(self.value)


def _is_own(owner: type, name: str) -> bool:
    """Whether a public name is the class's, or of a class of which members are listed."""
    if name.startswith("_") or hasattr(Observer, name):
        return False
    for base in owner.__mro__:
        if base is not owner and base.__name__ in FOREIGN:
            return False
        if name in vars(base):
            return bool(inspect.getdoc(getattr(owner, name)))
    return False


@functools.cache
def _functions() -> dict[str, Entry]:
    """Return the pages of functions that NumPy's arrays, too, have as methods, by name."""
    found = [e for e in entries.entries() if e.function is not None]
    return {name: entry for entry in found for name in entry.names}


def of(owner: Entry) -> list[Member]:
    """Return the members of a class that have pages, by name."""
    if not inspect.isclass(owner.value) or issubclass(owner.value, BaseException):
        return []
    functions = _functions() if owner.value is sharray.ShardedArray else {}
    return [
        Member(owner, name, inspect.getattr_static(owner.value, name), functions.get(name))
        for name in dir(owner.value)
        if _is_own(owner.value, name)
    ]


def every() -> list[Member]:
    """Return all members that have pages."""
    return [member for entry in entries.entries() for member in of(entry)]


def example(member: Member) -> str:
    """Return the code of the example; empty where there is none.

    What the files have none for has that of the function of its name: called as a method, or drawn
    from a generator of the class.
    """
    written = entries.written()
    if member.dotted in written:
        return written[member.dotted]
    if member.owner.name in _DRAWING:
        code = written.get(f"random.{member.name}", "")
        drawn = code.removeprefix(_SEED).replace("np.random.", "rng.")
        return _DRAWING[member.owner.name] + drawn if code else ""
    if member.function is None or not member.is_method:
        return ""
    return _as_method(run_examples.of(member.function), member)


class _Methods(ast.NodeTransformer):
    """Has functions of some names called as a method of their first argument."""

    def __init__(self, names: tuple[str, ...], method: str) -> None:
        self._names, self._method, self.count = names, method, 0

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Turn ``np.f(x, ...)`` into ``x.f(...)``."""
        self.generic_visit(node)
        if ast.unparse(node.func).partition(".")[2] not in self._names or not node.args:
            return node
        self.count += 1
        first, *rest = node.args
        return ast.Call(ast.Attribute(first, self._method, ast.Load()), rest, node.keywords)


class _Flavour(ast.NodeTransformer):
    """Has `sharray` give the arrays."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Turn ``np`` into ``xp``."""
        return ast.Name("xp", node.ctx) if node.id == "np" else node


def _as_method(code: str, member: Member) -> str:
    """Return an example of a function with methods of a `ShardedArray`; empty if it has no call."""
    assert member.function is not None
    methods = _Methods(member.function.names, member.name)
    tree = _Flavour().visit(methods.visit(ast.parse(code)))
    return ast.unparse(ast.fix_missing_locations(tree)) if methods.count else ""
