"""What stands in each stub file."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import sharray
import sharray.numpy
from sharray import prng
from sharray._array import conversion, methods, numpy_array, sharded_array, views
from sharray._core.numpy_names import names_of
from sharray._functions.declare import REGISTRY
from sharray._functions.flavours import ARRAY_API, NUMPY, Flavour
from sharray._functions.functional import vectorize
from sharray._functions.grids import Brackets
from sharray._tools.stubs import classes, tables
from sharray._tools.stubs.signatures import WIDTH, Flavoured, define, docstring, documentation

ROOT = Path(sharray.__file__).parent

VERSION = ".".join(np.__version__.split(".")[:2])
_GENERATED = "# Written by `python -m sharray._tools.stubs` with NumPy"
#: Overloads of NumPy's cannot be kept to, and those of flags overlap.
_ALLOWED = [
    f"# pyright: {rule}=false"
    for rule in (
        "reportAssignmentType",
        "reportIncompatibleMethodOverride",
        "reportIncompatibleVariableOverride",
        "reportOverlappingOverload",
    )
]
#: Module -> what may be needed of it; the names of builtins are those of dtypes or methods, too.
_IMPORTS = {
    "builtins": "bool as _bool, bytes as _bytes",
    "collections.abc": "Callable, Iterator, Sequence",
    "types": "ModuleType",
    "typing": (
        "Any, ClassVar, Literal, NamedTuple, Self, SupportsIndex, TypeAlias, TypeVar, overload"
    ),
    "jax.sharding": "Mesh, NamedSharding",
    "numpy.typing": "ArrayLike, DTypeLike",
    "sharray._array.buffers": "Buffers",
    "sharray._array.conversion": "Conversion",
    "sharray._array.numpy_array": "ndarray",
    "sharray._array.sharded_array": "ShardedArray",
    "sharray._array.shards": "Shard",
    "sharray._array.views": "Views",
    "sharray._core.annotations": (
        "Device as _Device, Index as _Index, Numbers as _Numbers, Operand as _Operand, Placement, "
        "Seed as _Seed"
    ),
    "sharray._core.layout": "Layout",
    "sharray._core.lens": "Lens",
    "sharray._core.memory": "Memory",
    "sharray._core.operation": "Op",
    "sharray._functions.flat": "Flat",
    "sharray._functions.flavours": "Flavour",
    "sharray._functions.grids": "Brackets as _Brackets",
    "sharray._functions.ufunc": "ufunc",
    "sharray._record": "memory_layout",
}
_MODULES = {"jax": "import jax", "_np": "import numpy as _np"}
_ALIASES = {
    "_Number": "_Number: TypeAlias = complex | _np.number[Any] | _np.bool",
    "_Out": "_Out: TypeAlias = ShardedArray | _np.ndarray[Any, Any]",
    "_T": '_T = TypeVar("_T")',
}

#: Of `default_rng`, which gives a generator back.
_SEED = "seed: _Seed | Generator | None = None"

#: Extended precision, which NumPy has on some machines only.
_OF_MACHINES = ("complex192", "complex256", "float96", "float128")

#: Functions that are not derived from NumPy's, and say themselves what they take.
_TYPED = ("seterr",)

#: What stands in brackets -> the part of an array of NumPy's flavour: a number or a row; of NumPy's
#: own arrays, which checkers cannot tell from ours, some have fields or hold text.
_PARTS = {
    "_Out | tuple[_Out, ...]": "Self",
    "SupportsIndex | tuple[SupportsIndex, ...]": "Any",
    "_Index | str": "Self",
}

_WRITERS = {
    ARRAY_API: Flavoured("ShardedArray", none_is_default=True),
    NUMPY: Flavoured("ndarray", none_is_default=False, results=tables.OF_NUMPY, numbers=True),
}


class Stub:
    """A stub file.

    Parameters
    ----------
    path
        Where it lies, below the package.
    doc
        The summary of the module.
    write
        Writes functions in its flavour.
    """

    def __init__(self, path: str, doc: str | None, write: Flavoured) -> None:
        self.path = ROOT / path
        self.write = write
        #: name -> definition
        self.names: dict[str, str] = {}
        self._doc = (doc or "").partition("\n")[0]

    def import_(self, name: str, module: str, original: str | None = None) -> None:
        """Add a name of another module."""
        self.names[name] = f"from {module} import {original or name} as {name}"

    def text(self) -> str:
        """Return the text of the file."""
        shown = [t for t in self.names.values() if t.startswith("from ")]
        defined = [t for t in self.names.values() if not t.startswith("from ")]
        words = _words(defined)
        structures = [_structure(n, self.write) for n in tables.STRUCTURES if n in words]
        words |= _words(structures)
        aliases = [text for name, text in _ALIASES.items() if name in words]
        words |= _words(aliases)
        head = [f'"""{self._doc}"""\n', f"{_GENERATED} {VERSION}.", *_ALLOWED, ""]
        head += _needed(words - set(self.names))
        return (
            "\n".join([*head, *sorted(shown), *_spaced([*aliases, *structures, *defined])]) + "\n"
        )


def _spaced(definitions: Iterable[str]) -> list[str]:
    """Return definitions with empty lines around classes and what is documented."""
    parts: list[str] = []
    before = ""
    for text in definitions:
        kind = "" if '"""' in text or "class " in text else text.partition(" ")[0].strip(":")
        kind = "variable" if kind not in ("", "def", "@overload\ndef") else kind
        function = text.startswith(("def ", "@overload"))
        together = kind == before if kind else before == "def" and function
        parts += [text] if together else ["", text]
        before = "def" if function and text.endswith(" ...") else kind
    return parts


def _words(texts: Iterable[str]) -> set[str]:
    """Return the names that definitions use."""
    code = [re.sub(r'""".*?"""', "", text, flags=re.DOTALL) for text in texts]
    return {word for text in code for word in re.findall(r"(?<!\.)\b[A-Za-z_]\w*", text)}


def _needed(words: set[str]) -> list[str]:
    """Return the imports that names need."""
    lines = [text for name, text in _MODULES.items() if name in words]
    for module, names in _IMPORTS.items():
        used = [n for n in names.split(", ") if n.rpartition(" ")[2] in words]
        if used:
            line = f"from {module} import {', '.join(used)}"
            each = "".join([f"    {name},\n" for name in used])
            lines.append(line if len(line) <= WIDTH else f"from {module} import (\n{each})")
    return lines


def _structure(name: str, write: Flavoured) -> str:
    fields = tables.STRUCTURES[name].split()
    lines = [f"    {field}: {write.of('Result')}" for field in fields]
    return "\n".join([f"class {name}(NamedTuple):", *lines])


def _value(stub: Stub, name: str, value: Any, flavour: Flavour, numpy_module: ModuleType) -> None:
    """Add what stands under a name of a namespace."""
    original = getattr(numpy_module, name, None)
    function = REGISTRY.get(original) if callable(original) else None
    module = getattr(value, "__module__", None) or ""
    if value is vectorize(flavour):
        call = define("__call__", ["self", "*args: Any", "**kwargs: Any"], "Any", "", "    ")
        stub.names[name] = f"class {name}(_np.vectorize):\n{call}"
    elif isinstance(value, Brackets):
        # of an open grid with one dimension NumPy makes one array
        result = "Any" if name == "ogrid" else stub.write.of("Result")
        item = define("__getitem__", ["self", "key: Any", "/"], result, "", "    ")
        doc = docstring(documentation(value))
        stub.names[name] = f"class _{name}(_Brackets):\n{item}\n\n{name}: _{name}\n{doc}"
    elif classes.is_ufunc(value):
        doc = docstring(documentation(value))
        stub.names[name] = f"{name}: {classes.ufunc_class(value)}\n{doc}"
    elif value is np.ndarray:  # to checkers it is what results are
        stub.import_(name, flavour.array.__module__)
    elif value is original:
        stub.import_(name, numpy_module.__name__)
    elif module.startswith("sharray.") and _is_in(module, value):
        stub.import_(name, module, value.__name__)
    elif function is not None and function.status == "passthrough":
        stub.import_(name, numpy_module.__name__)
    else:
        stub.names[name] = stub.write.function(name, value)


def _is_in(module: str, value: Any) -> bool:
    """Whether checkers see a value in the module that it says it is of."""
    if vars(sys.modules[module]).get(value.__name__) is not value:
        return False
    # the annotations of functions of NumPy's arguments are only here
    return isinstance(value, type) or value.__name__ in _TYPED


def _namespace(path: str, flavour: Flavour, names: Iterable[str], numpy_module: ModuleType) -> Stub:
    """Return the file of a module that has names of one of NumPy's."""
    parts = path.removesuffix(".pyi").removesuffix("__init__").strip("/").split("/")
    module = importlib.import_module(".".join(["sharray", *filter(None, parts)]))
    stub = Stub(path, module.__doc__, _WRITERS[flavour])
    for name in names:
        _value(stub, name, getattr(module, name), flavour, numpy_module)
    return stub


def _main(path: str, flavour: Flavour, own: Iterable[str], modules: Iterable[str]) -> Stub:
    """Return the file of a main namespace."""
    module: Any = sharray if flavour is ARRAY_API else sharray.numpy
    names = sorted(n for n in np.__all__ if not n.startswith("__") and n not in _OF_MACHINES)
    of_numpy = [n for n in names if isinstance(getattr(np, n), ModuleType)]
    stub = _namespace(path, flavour, [n for n in names if n not in of_numpy], np)
    stub.names = classes.ufunc_classes(stub.write) | stub.names
    for name in own:
        value = getattr(module, name)
        if isinstance(value, str):
            stub.names[name] = f"{name}: str"
        else:
            defined = value.__module__
            if defined == "sharray":  # exceptions name the module where users find them
                defined = f"sharray.{vars(sharray)['_OWN'][name]}"
            stub.import_(name, defined, value.__name__)
    for name in (*of_numpy, *_OF_MACHINES):
        stub.import_(name, "numpy")
    for name in modules:
        stub.import_(name, module.__name__)
    return stub


def _random(path: str, flavour: Flavour) -> Stub:
    """Return the file of NumPy's random numbers in a flavour."""
    stub = _namespace(path, flavour, [], np.random)
    module = importlib.import_module(f"{flavour.name}.random")
    random = classes.RandomFlavoured(stub.write)
    for name in module.__all__:
        value = getattr(module, name)
        if name in ("Generator", "RandomState"):
            stub.names[name] = classes.generator_class(value, f"_np.random.{name}", stub.write)
        elif name == "default_rng":
            parameters = [_SEED]
            stub.names[name] = define(name, parameters, "Generator", documentation(value))
        elif getattr(value, "__module__", None) == module.__name__:
            stub.names[name] = random.function(name, value)
        else:
            # not all of them are public to checkers where users find them
            shown = name in np.random.__all__
            stub.import_(name, "numpy.random" if shown else "numpy.random.mtrand")
    return stub


def _prng() -> Stub:
    """Return the file of the random numbers that devices draw."""
    stub = _namespace("prng.pyi", ARRAY_API, [], np.random)
    stub.names["Generator"] = classes.generator_class(prng.Generator, "", stub.write)
    doc = documentation(prng.default_rng)
    stub.names["default_rng"] = define("default_rng", [_SEED], "Generator", doc)
    return stub


def _arrays() -> list[Stub]:
    """Return the files of the classes of arrays."""
    write = _WRITERS[ARRAY_API]
    ours = Stub("_array/sharded_array.pyi", sharded_array.__doc__, write)
    inherited = (methods.Methods, views.Views, conversion.Conversion)
    cls = sharded_array.ShardedArray
    ours.names["ShardedArray"] = classes.array_class(cls, "Buffers, Views, Conversion", inherited)
    of_numpy = Stub("_array/numpy_array.pyi", numpy_array.__doc__, _WRITERS[NUMPY])
    cls = numpy_array.ndarray
    # as a program calls NumPy's, which stands under its name
    parameters = [
        "shape: SupportsIndex | Sequence[SupportsIndex]",
        "dtype: DTypeLike = float",
        "buffer: Any = None",
        "offset: SupportsIndex = 0",
        "strides: Sequence[SupportsIndex] | None = None",
        'order: Literal["C", "F"] | None = None',
    ]
    lines = [
        "class ndarray(ShardedArray):",
        docstring(documentation(cls), "    ") + "\n",
        define("__new__", ["cls", *parameters], "Self", "", "    "),
        define("__init__", ["self", *parameters], "None", "", "    "),
        *[
            f"    @overload\n{define('__getitem__', ['self', f'key: {key}', '/'], of, '', '    ')}"
            for key, of in _PARTS.items()
        ],
        define("__iter__", ["self"], "Iterator[Any]", "", "    "),
        define("__setitem__", ["self", "key: _Index | str", "value: Any", "/"], "None", "", "    "),
        *classes.methods_of_numbers(cls),
    ]
    of_numpy.names["ndarray"] = "\n".join(lines)
    return [ours, of_numpy]


def stubs() -> list[Stub]:
    """Return all stub files."""
    main = importlib.import_module("sharray")
    of_numpy = ("HostFallbackWarning", "RefusedError", "__array_namespace_info__", "__version__")
    versions = ("__array_api_version__", "__version__")
    files = [
        _main("__init__.pyi", ARRAY_API, [*main._OWN, *versions], main._MODULES),
        _main("numpy/__init__.pyi", NUMPY, of_numpy, ("fft", "linalg", "random")),
    ]
    for folder, flavour in {"": ARRAY_API, "numpy/": NUMPY}.items():
        for name, module in {"fft": np.fft, "linalg": np.linalg}.items():
            names = names_of(module)
            files.append(_namespace(f"{folder}{name}.pyi", flavour, sorted(names), module))
        files.append(_random(f"{folder}random.pyi", flavour))
    return [*files, _prng(), *_arrays()]
