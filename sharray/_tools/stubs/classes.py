"""The classes of the stub files: arrays, ufuncs, generators."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from inspect import Parameter
from typing import Any

import numpy as np

from sharray._functions.declare import find
from sharray._functions.flavours import ARRAY_API
from sharray._tools.stubs import tables
from sharray._tools.stubs.signatures import Flavoured, define, docstring, documentation

_OPTIONS = [
    'casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "same_kind"',
    'order: Literal["C", "F", "A", "K"] = "K"',
    "dtype: DTypeLike | None = None",
    "subok: _bool = True",
    "signature: Any = None",
]
_WHERE = "where: ArrayLike = True"
_CORE = ["axes: Any = None", "axis: SupportsIndex | None = None", "keepdims: _bool = False"]
_ONE, _TWO = "Result", "tuple[Result, Result]"
_MANY_OUT = "out: tuple[_Out | None, ...] | None = None"

_ARRAY, _AXIS = "array: ArrayLike", "axis: SupportsIndex = 0"
_INTO = "dtype: DTypeLike | None = None, out: _Out | tuple[_Out] | None = None"
_CHOSEN = "keepdims: _bool = False, initial: ArrayLike | None = ..., where: ArrayLike = True"

#: Methods of ufuncs of two operands and one result.
_METHODS = {
    "reduce": (
        f"{_ARRAY}, axis: SupportsIndex | Sequence[SupportsIndex] | None = 0, {_INTO}, {_CHOSEN}",
        "Combine the elements along axes: the first by default, all for None.",
    ),
    "accumulate": (
        f"{_ARRAY}, {_AXIS}, {_INTO}",
        "Combine each element with those before it along an axis.",
    ),
    "reduceat": (
        f"{_ARRAY}, indices: ArrayLike, {_AXIS}, {_INTO}",
        "Combine the elements of slices along an axis.",
    ),
    "outer": (
        "a: ArrayLike, b: ArrayLike, /, **kwargs: Any",
        "Apply the function to every pair of elements of two arrays.",
    ),
}

#: Class -> operands, results, and whether it works on whole dimensions.
UFUNCS = {
    "_Unary": (1, 1, False),
    "_Binary": (2, 1, False),
    "_UnaryOfTwo": (1, 2, False),
    "_BinaryOfTwo": (2, 2, False),
    "_Generalized": (2, 1, True),
}


def ufunc_class(ufunc: Any) -> str:
    """Return the name of the class that a ufunc is of in the stub files."""
    kind = ufunc.nin, ufunc.nout, ufunc.signature is not None
    return next(name for name, known in UFUNCS.items() if known == kind)


def ufunc_classes(write: Flavoured) -> dict[str, str]:
    """Return the classes that have the signatures of ufuncs."""
    return {name: _ufunc_class(name, *kind, write) for name, kind in UFUNCS.items()}


def _ufunc_class(name: str, nin: int, nout: int, core: bool, write: Flavoured) -> str:
    operands = ["x: ArrayLike"] if nin == 1 else ["x1: ArrayLike", "x2: ArrayLike"]
    outs = [f"out{i + 1}: _Out | None = None" for i in range(nout)]
    out = "out: _Out | tuple[_Out | None] | None = None" if nout == 1 else _MANY_OUT
    # by position and by name it is the same one
    outputs = [out, "/"] if nout == 1 else [*outs, "/"]
    result = write.of(_ONE if nout == 1 else _TWO)
    options = _CORE if core else [_WHERE]
    by_name = define(
        "__call__", ["self", *operands, "/", "*", out, *options, *_OPTIONS], result, "", "    "
    )
    by_place = define(
        "__call__",
        ["self", *operands, *[g.replace(" | None = None", "") for g in outputs], "*", *options,
         *_OPTIONS],
        result, "", "    ",
    )  # fmt: skip
    forms = [by_name, by_place]
    if write.numbers and not core:
        numbers = [operand.replace("ArrayLike", "_Number") for operand in operands]
        each = ["self", *numbers, "/", "*", "out: None = None", *options, *_OPTIONS]
        of_numbers = "Any" if nout == 1 else "tuple[Any, Any]"
        forms.insert(0, define("__call__", each, of_numbers, "", "    "))
    lines = [f"class {name}(ufunc):", *[f"    @overload\n{form}" for form in forms]]
    split = re.compile(r", (?=\w+:|/|\*)")
    if (nin, core) == (2, False):
        for method, (parameters, doc) in _METHODS.items():
            if nout == 1 or method == "outer":
                each = ["self", *split.split(parameters)]
                result = write.of(_ONE if nout == 1 else _TWO)
                lines.append(define(method, each, result, doc, "    "))
    methods = ["reduce", "accumulate", "reduceat", "outer"]
    if (nin, core) == (2, False):
        methods = [] if nout == 1 else methods[:3]
    lines += [f"    {m}: None  # only ufuncs of two operands and one result" for m in methods]
    if not core and nout == 1:
        operand = [] if nin == 1 else ["b: ArrayLike"]
        lines.append(
            define(
                "at",
                ["self", "a: _Out", "indices: Any", *operand, "/"],
                "None",
                "Apply in place at indices, once for each time that one is repeated.",
                "    ",
            )
        )
    return "\n".join(lines)


def array_class(cls: type, bases: str, inherited: tuple[type, ...]) -> str:
    """Return the class of arrays, with the methods that it is given when it is made.

    Its results are of the class itself, as its subclass answers in its own flavour.

    Parameters
    ----------
    cls
        The class.
    bases
        Those that it has in the stub file, too.
    inherited
        Those whose public members are written again, with types.
    """
    write = Flavoured("Self", none_is_default=True, results=tables.RESULTS | tables.MEMBERS)
    members = {n: v for base in reversed(inherited) for n, v in vars(base).items() if _shows(n)}
    members |= {n: v for n, v in vars(cls).items() if n not in _IMPLICIT}
    lines = [f"class {cls.__name__}({bases}):"]
    if cls.__doc__:
        lines.append(docstring(documentation(cls), "    ") + "\n")
    for name in sorted(members):
        text = _member(name, members[name], write)
        if text:
            lines.append(text)
    return "\n".join(lines)


def methods_of_numbers(cls: type) -> list[str]:
    """Return the methods that give numbers, for arrays of NumPy's flavour."""
    write = Flavoured("Self", none_is_default=True, results=tables.OF_NUMPY, numbers=True)
    found = []
    for name, value in inspect.getmembers(cls, inspect.isfunction):
        declared = inspect.getclosurevars(value).nonlocals
        if {"numpy_function", "at"} <= set(declared):
            ours = find(declared["numpy_function"], ARRAY_API)
            parameters = list(inspect.signature(ours).parameters.values())
            del parameters[declared["at"]]
            if (
                write.gives_numbers(name, ours)
                or write.takes_numbers(name, parameters)
                or name in tables.NUMBER_OR_ARRAY
            ):
                found.append(write.function(name, ours, skip=declared["at"], indent="    "))
    return found


#: What every class has, and what would hide that a name is wrong.
_IMPLICIT = (
    "__annotations__",
    "__classcell__",
    "__dict__",
    "__doc__",
    "__firstlineno__",
    "__getattr__",
    "__module__",
    "__slots__",
    "__static_attributes__",
    "__weakref__",
)


def _shows(name: str) -> bool:
    return name not in _IMPLICIT and (name[0] != "_" or name.endswith("__"))


def _member(name: str, value: Any, write: Flavoured) -> str:
    if isinstance(value, property):
        return _property(name, value, write)
    if name == "__hash__":
        return "    __hash__: ClassVar[None]"
    if isinstance(value, classmethod):
        return f"    @classmethod\n    def {name}(cls, item: Any, /) -> Any: ..."
    if not inspect.isfunction(value):
        return "" if name.startswith("__") else f"    {name}: {_named(type(value))}"
    declared = inspect.getclosurevars(value).nonlocals
    if {"numpy_function", "at"} <= set(declared):
        ours = find(declared["numpy_function"], ARRAY_API)
        return write.function(name, ours, skip=declared["at"], indent="    ")
    parameters = list(inspect.signature(value).parameters.values())
    types = {p.name: kind for p in parameters if (kind := _type(name, p))}
    texts = write.parameters(name, parameters, types)
    doc = "" if name.startswith("_") else documentation(value)
    return define(name, texts, write.of(_result(name, value)), doc, "    ")


#: Operators whose operand is no object of any other kind.
_OPERATOR = re.compile(
    r"__[ri]?(add|sub|mul|matmul|truediv|floordiv|mod|divmod|pow|and|or|xor|lshift|rshift)__"
    r"|__(lt|le|gt|ge)__"
)


def _type(name: str, p: Parameter) -> str:
    """Return the type of a method's parameter, if its name does not say it."""
    if p.name == "other":
        return "_Operand" if _OPERATOR.fullmatch(name) else "object"
    if name in ("__getitem__", "__setitem__"):
        return "_Index" if p.name == "key" else "_Operand"
    note = "" if p.annotation is Parameter.empty else str(p.annotation)
    if note in ("", "Any"):
        return "Any" if name.startswith("_") else ""
    return _own(note)


def _own(note: str) -> str:
    """Return an annotation in the names of the stub file."""
    note = re.sub(r"\bnp\.", "_np.", note)
    note = re.sub(r"(?<![.\w])_?(bool|bytes)\b", r"_\1", note)
    return note.replace("_np.ndarray", "_np.ndarray[Any, Any]")


def _result(name: str, function: Callable[..., Any]) -> str:
    known = tables.MEMBERS.get(name) or tables.RESULTS.get(name)
    note = str(inspect.signature(function).return_annotation)
    if note != "Any":
        return known if known and known.startswith("_np.") else _own(note)
    return known or "Result"


def _property(name: str, value: property, write: Flavoured) -> str:
    assert value.fget is not None
    doc = "" if name.startswith("_") else documentation(value.fget)
    kind = write.of(_result(name, value.fget))
    text = "    @property\n" + define(name, ["self"], kind, doc, "    ")
    if value.fset is not None:
        kind = tables.PARAMETERS.get(name, "Any")
        text += f"\n    @{name}.setter\n    def {name}(self, value: {kind}) -> None: ..."
    return text


def _named(kind: type) -> str:
    return "ModuleType" if kind.__name__ == "module" else kind.__mro__[-2].__name__


def generator_class(cls: type, base: str, write: Flavoured) -> str:
    """Return a class whose methods draw random numbers."""
    name = cls.__name__
    doc = docstring(documentation(cls), "    ")
    lines = [f"class {name}({base}):" if base else f"class {name}:", doc + "\n"]
    random = RandomFlavoured(write)
    members = vars(cls) | ({"spawn": cls.spawn} if hasattr(cls, "spawn") else {})
    for method, value in members.items():
        if method == "spawn":  # also where NumPy's own makes generators of the class
            parts = ["self", "n_children: int"]
            lines.append(define(method, parts, f"list[{name}]", documentation(value), "    "))
        elif inspect.isfunction(value) and (_shows(method) and method not in _PICKLING):
            if method == "__init__":
                argument = list(inspect.signature(value).parameters)[1]
                given = "seed: _Seed | None = None" if argument == "seed" else f"{argument}: Any"
                parts = ["self", given]
                lines.append(define(method, parts, "None", "", "    "))
            else:
                lines.append(random.function(method, value, indent="    "))
        elif isinstance(value, property):
            lines.append(_property(method, value, random))
    return "\n".join(lines)


_PICKLING = ("__getstate__", "__reduce__", "__setstate__", "__repr__")


#: Functions that draw from what they are given, which may be text.
_OF_ANYTHING = ("choice", "permutation", "permuted", "shuffle")


class RandomFlavoured(Flavoured):
    """Writes functions of `random`, whose parameters broadcast.

    Parameters
    ----------
    write
        Writes functions of the same flavour.
    """

    def __init__(self, write: Flavoured) -> None:
        super().__init__(write.of("Result"), none_is_default=False, results=tables.OF_GENERATORS)

    def _bare_type(self, function: str, p: Parameter) -> str:
        if p.name in ("n", "shape") or (p.name == "mode" and p.default is Parameter.empty):
            return "_Numbers"
        kind = super()._bare_type(function, p)
        return "_Numbers" if kind == "ArrayLike" and function not in _OF_ANYTHING else kind


def is_ufunc(value: Any) -> bool:
    """Whether a value is a ufunc of the namespaces, and not NumPy's own."""
    return hasattr(value, "_declared") and not isinstance(value, np.ndarray)
