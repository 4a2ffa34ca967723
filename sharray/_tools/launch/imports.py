"""``import numpy`` in the program and in the modules beside it gives `sharray.numpy`.

The imports are replaced when a module is compiled: a library, which is compiled as ever, keeps
NumPy, and at run time nothing is between the program and its modules. Whoever compiles it: those
who run a program (cProfile, pdb, pytest, IPython) do so with the function `compile`.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
import threading
import zipimport
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from sharray._core.jax_import import when_loaded
from sharray._tools.launch import protocols

#: What replaces NumPy.
REPLACEMENT = "sharray.numpy"
#: Compilers of Python functions, which know NumPy only, and take NumPy's own arrays.
COMPILERS = frozenset(["numba"])
#: Modules of the program that keep NumPy -> the compiler that they import.
kept: dict[str, str] = {}
_PACKAGE = Path(__file__).resolve().parent.parent.parent
_STDLIB = Path(sysconfig.get_path("stdlib")).resolve()
#: What code is called that a user has typed, or written in a text.
_TYPED = ("<stdin>", "<console>", "<python-input", "<ipython-input", "<doctest", "<timeit-src>")
#: The flags that code inherits from the one that compiles it.
_INHERITED = 0
for _feature in __future__.all_feature_names:
    _INHERITED |= getattr(__future__, _feature).compiler_flag
_compile: Any = builtins.compile


def _replaced(name: str) -> str | None:
    """Return the module that stands for one of NumPy's; None where NumPy's own stays."""
    if name != "numpy" and not name.startswith("numpy."):
        return None
    ours = REPLACEMENT + name.removeprefix("numpy")
    try:
        return ours if importlib.util.find_spec(ours) is not None else None
    except ModuleNotFoundError:
        return None


def _replace(node: ast.Import | ast.ImportFrom) -> None:
    """Replace NumPy's modules in an import statement, which stays on its line."""
    if isinstance(node, ast.ImportFrom):
        if not node.level and node.module:
            node.module = _replaced(node.module) or node.module
        return
    names: list[ast.alias] = []
    for alias in node.names:
        ours = _replaced(alias.name)
        if alias.name.partition(".")[0] != "numpy" or (alias.asname and ours is None):
            names.append(alias)
        elif alias.asname:
            assert ours is not None
            names.append(_alias(alias, ours, alias.asname))
        else:
            # `import numpy.x` loads x and binds numpy
            if alias.name != "numpy":
                names.append(_alias(alias, ours or alias.name, "numpy"))
            names.append(_alias(alias, REPLACEMENT, "numpy"))
    node.names = names


def _alias(like: ast.alias, name: str, asname: str) -> ast.alias:
    return ast.copy_location(ast.alias(name, asname), like)


def replace(tree: ast.AST, filename: str) -> None:
    """Replace NumPy in what is to be compiled, unless it imports a compiler."""
    imports = [n for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom))]
    compilers = COMPILERS & {package for node in imports for package in _packages(node)}
    if compilers:
        kept[filename] = min(compilers)
    else:
        for node in imports:
            _replace(node)
        protocols.decorate(tree)


def compiled(source: str | bytes, filename: str) -> CodeType:
    """Compile a module of the program with NumPy replaced."""
    # `ast.parse` would stand in the tracebacks of what it cannot parse
    tree: Any = _compile(source, filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    replace(tree, filename)
    return _compile(tree, filename, "exec", dont_inherit=True)


def _packages(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the packages that an import statement imports from."""
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    return [node.module.partition(".")[0]] if node.module and not node.level else []


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module beside the program; keeps it out of the caches that Python shares."""

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:
        return compiled(data, str(path))

    def path_stats(self, path: str) -> Any:
        raise OSError("compiled afresh, and not cached")


class _ArchiveLoader(zipimport.zipimporter):
    """Does so in a zip file."""

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_source(fullname)
        assert source is not None
        return compiled(source, self.get_filename(fullname))


class _Finder(importlib.abc.MetaPathFinder):
    """Finds modules as ever, and has those beside the program compiled by `Loader`."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = [root.resolve() for root in roots]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        package = fullname.partition(".")[0]
        if package in ("numpy", "sharray"):
            return None
        if fullname == "jax":
            _load_arrays()
        if package == "jax":
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None:
            return None
        if not self.is_beside(Path(spec.origin)):
            if fullname == package and package not in sys.stdlib_module_names:
                _load_arrays()
            return None
        loader: Any = spec.loader
        if type(loader) is importlib.machinery.SourceFileLoader:
            loader = Loader(fullname, spec.origin)
        elif type(loader) is zipimport.zipimporter:
            loader = _ArchiveLoader(os.path.join(loader.archive, loader.prefix))  # noqa: PTH118
        else:
            return None
        spec.loader = loader
        return spec

    def is_beside(self, file: Path) -> bool:
        """Whether a file belongs to the program."""
        file = file.resolve()
        return any(is_within(file, root) for root in self.roots)

    def is_programs(self, filename: str) -> bool:
        """Whether what is compiled under a name is the program's, or what a user has typed."""
        if filename[:1] == "<":
            return filename.startswith(_TYPED)
        path = Path(filename)
        return path.parent.name.startswith("ipykernel_") or self.is_beside(path)

    def compile(
        self,
        source: Any,
        filename: Any,
        mode: str,
        flags: int = 0,
        dont_inherit: bool = False,
        optimize: int = -1,
        **options: Any,
    ) -> Any:
        """Do what the function of Python does, with NumPy replaced in what is the program's."""
        if not dont_inherit:
            flags |= sys._getframe(1).f_code.co_flags & _INHERITED
        if mode != "eval" and not flags & ast.PyCF_ONLY_AST and self.is_programs(str(filename)):
            if not isinstance(source, ast.AST):
                source = _compile(source, filename, mode, flags | ast.PyCF_ONLY_AST, True)
            replace(source, str(filename))
        return _compile(source, filename, mode, flags, True, optimize, **options)


def _load_arrays() -> None:
    """Have libraries told of arrays before the program takes functions from them by name.

    Without libraries a program waits for them until it has a large array: they take a while. Other
    threads, as that of a report, would wait for modules that the program's is in the middle of.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    importlib.import_module("sharray._array.numpy_array")


def is_within(file: Path, root: Path) -> bool:
    """Whether a file lies below a folder, and not in a library that lies there, too."""
    if not file.is_relative_to(root) or file.is_relative_to(_PACKAGE):
        return False
    inside = file.relative_to(root).parts
    if {"site-packages", "dist-packages"} & set(inside):
        return False
    return root.is_relative_to(_STDLIB) or not file.is_relative_to(_STDLIB)


#: What the program has added to NumPy.
_added: set[str] = set()


class _Module(ModuleType):
    """Is pickled by its name, as cloudpickle does with what is of the type of modules itself."""

    def __reduce__(self) -> Any:
        return importlib.import_module, (self.__name__,)


class _Shared(_Module):
    """The program's NumPy: a name that it adds, for a library that needs it, is NumPy's, too."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name in _added or name not in dir(np):
            _added.add(name)
            ModuleType.__setattr__(np, name, value)

    def __delattr__(self, name: str) -> None:
        super().__delattr__(name)
        if name in _added:
            _added.remove(name)
            ModuleType.__delattr__(np, name)


class _Patched(_Module):
    """A module of NumPy: what somebody puts in a function's place, the program's has there, too.

    A test does so, ``mock.patch("numpy.mean")``, and takes it back.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("__") or isinstance(value, ModuleType):
            super().__setattr__(name, value)
            return
        ours = _program_s(self)
        before = vars(self).get(name, _MISSING)
        super().__setattr__(name, value)
        _pass_on(self, ours, name, before, value)

    def __delattr__(self, name: str) -> None:
        before = vars(self).get(name, _MISSING)
        super().__delattr__(name)
        _pass_on(self, _program_s(self), name, before, _MISSING)


_MISSING: Any = object()
#: Modules of NumPy and names in them that are patched -> what stood there, and in the program's.
_patched: dict[tuple[str, str], tuple[object, object]] = {}


def _program_s(theirs: ModuleType) -> ModuleType:
    """Return the program's module in the place of one of NumPy's."""
    return importlib.import_module(theirs.__name__.replace("numpy", REPLACEMENT, 1))


def _pass_on(
    theirs: ModuleType, ours: ModuleType, name: str, before: object, value: object
) -> None:
    """Have the program see that a name in NumPy has got another value, or the one that it had."""
    if value is before:
        return
    key = theirs.__name__, name
    original, own = _patched.setdefault(key, (before, vars(ours).get(name, _MISSING)))
    if value is original:
        del _patched[key]
        value = own
    if value is not _MISSING:
        ModuleType.__setattr__(ours, name, value)
    elif name in vars(ours):
        ModuleType.__delattr__(ours, name)


def _share() -> None:
    sys.modules[REPLACEMENT].__class__ = _Shared
    np.__class__ = _Patched  # type: ignore[assignment]


def _follow(module: str) -> None:
    sys.modules[f"numpy.{module}"].__class__ = _Patched


def install(roots: Sequence[Path]) -> None:
    """Replace NumPy from now on in modules below `roots` that are not yet imported."""
    when_loaded(REPLACEMENT, _share)
    for module in ("random", "linalg", "fft"):
        when_loaded(f"numpy.{module}", partial(_follow, module))
    finder = _Finder(roots)
    sys.meta_path.insert(0, finder)
    builtins.compile = finder.compile  # type: ignore[assignment]
    when_loaded("_pytest.assertion.rewrite", _keep_apart)


def _keep_apart() -> None:
    """Keep what pytest compiles out of the files in which it is kept for runs without sharray."""
    rewrite: Any = sys.modules["_pytest.assertion.rewrite"]
    rewrite.PYC_TAIL = f"-sharray{rewrite.PYC_TAIL}"
