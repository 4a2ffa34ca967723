"""``python -m sharray._tools.stubs``: write the stub files, or check that they are up to date."""

from __future__ import annotations

import argparse
import ast
import re
import sys

import numpy as np

from sharray._functions.declare import REGISTRY
from sharray._tools.stubs.files import ROOT, VERSION, Stub, stubs


def definitions(text: str) -> dict[str, str]:
    """Return the definitions of a stub file by name, overloads together."""
    names: dict[str, str] = {}
    lines = text.splitlines()
    for node in ast.parse(text).body:
        source = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if isinstance(node, ast.ImportFrom):
            defined = [a.asname or a.name for a in node.names]
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined = [node.name]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            defined = [node.target.id]
        else:
            continue
        for name in defined:
            names[name] = names.get(name, "") + source
    return names


def differences(stub: Stub) -> list[str]:
    """Return the names that a file has otherwise than it would be written now.

    Where it was written with another NumPy, names that this one has otherwise do not count.
    """
    if not stub.path.exists():
        return ["(no such file)"]
    before, now = stub.path.read_text(encoding="utf-8"), stub.text()
    if before == now:
        return []
    known, current = definitions(before), definitions(now)
    names = sorted(n for n in known.keys() | current.keys() if known.get(n) != current.get(n))
    written_with = re.search(r"with NumPy ([\d.]+)\.$", before, re.MULTILINE)
    if written_with is None or written_with[1] == VERSION:
        return names or ["(the layout)"]
    return [n for n in names if not _depends_on_numpy(n, known.get(n, ""), current.get(n, ""))]


def _depends_on_numpy(name: str, before: str, now: str) -> bool:
    if (
        not before
        or not now
        or "from numpy" in before + now
        or name in ("Generator", "RandomState")
    ):
        return True
    function = REGISTRY.get(getattr(np, name, None))
    return function is not None and function.implementation is None


def main(arguments: list[str] | None = None) -> int:
    """Write the files, or report those that would change."""
    parser = argparse.ArgumentParser("python -m sharray._tools.stubs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if they differ")
    check = parser.parse_args(arguments).check
    stale = 0
    for stub in stubs():
        changed = differences(stub)
        if not changed:
            continue
        stale += 1
        shown = ", ".join(changed[:10]) + (", ..." if len(changed) > 10 else "")
        print(f"{stub.path.relative_to(ROOT.parent)}: {shown}")
        if not check:
            stub.path.write_text(stub.text(), encoding="utf-8")
    if check and stale:
        print("python -m sharray._tools.stubs writes them", file=sys.stderr)
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
