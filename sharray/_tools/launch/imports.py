"""``import numpy`` in the program and in the modules beside it gives `sharray.numpy`.

The imports are replaced when a module is compiled: a library, which is compiled as ever, keeps
NumPy, and at run time nothing is between the program and its modules.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

#: What replaces NumPy.
REPLACEMENT = "sharray.numpy"
#: Compilers of Python functions, which know NumPy only, and take NumPy's own arrays.
COMPILERS = frozenset(["numba"])
#: Modules of the program that keep NumPy -> the compiler that they import.
kept: dict[str, str] = {}
_PACKAGE = Path(__file__).resolve().parent.parent.parent
_STDLIB = Path(sysconfig.get_path("stdlib")).resolve()


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


def compiled(source: str | bytes, filename: str) -> CodeType:
    """Compile a module of the program with NumPy replaced, unless it imports a compiler."""
    # `ast.parse` would stand in the tracebacks of what it cannot parse
    tree: Any = compile(source, filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    imports = [n for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom))]
    compilers = COMPILERS & {package for node in imports for package in _packages(node)}
    if compilers:
        kept[filename] = min(compilers)
    else:
        for node in imports:
            _replace(node)
    return compile(tree, filename, "exec", dont_inherit=True)


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


class _Finder(importlib.abc.MetaPathFinder):
    """Finds modules as ever, and has those beside the program compiled by `Loader`."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = [root.resolve() for root in roots]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] in ("numpy", "jax", "sharray"):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if (
            spec is not None
            and spec.origin is not None
            and type(spec.loader) is importlib.machinery.SourceFileLoader
            and self.is_beside(Path(spec.origin))
        ):
            spec.loader = Loader(fullname, spec.origin)
            return spec
        return None

    def is_beside(self, file: Path) -> bool:
        """Whether a file belongs to the program."""
        file = file.resolve()
        return any(is_within(file, root) for root in self.roots)


def is_within(file: Path, root: Path) -> bool:
    """Whether a file lies below a folder, and not in a library that lies there, too."""
    if not file.is_relative_to(root) or file.is_relative_to(_PACKAGE):
        return False
    inside = file.relative_to(root).parts
    if {"site-packages", "dist-packages"} & set(inside):
        return False
    return root.is_relative_to(_STDLIB) or not file.is_relative_to(_STDLIB)


def install(roots: Sequence[Path]) -> None:
    """Replace NumPy from now on in modules below `roots` that are not yet imported."""
    sys.meta_path.insert(0, _Finder(roots))
