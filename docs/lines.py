"""Count the lines of code of each package: ``python docs/lines.py REVISION [REVISION ...]``.

Blank lines, comments and docstrings do not count, nor do stubs.
"""

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter

#: What is not code, of the tokens.
SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def git(*args: str) -> str:
    return subprocess.run(["git", *args], check=True, capture_output=True, text=True).stdout


def lines_of_code(source: str) -> int:
    """Count the lines of a module that hold code."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = {n for t in tokens if t.type not in SILENT for n in range(t.start[0], t.end[0] + 1)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.Module(body=[first, *_])
                | ast.ClassDef(body=[first, *_])
                | ast.FunctionDef(body=[first, *_])
                | ast.AsyncFunctionDef(body=[first, *_])
            ) if ast.get_docstring(node) is not None:
                lines -= set(range(first.lineno, (first.end_lineno or 0) + 1))
    return len(lines)


def packages(revision: str) -> Counter[str]:
    """Count the lines of each package of a revision; ``.`` has the modules beside them."""
    counts: Counter[str] = Counter()
    for path in git("ls-tree", "-r", "--name-only", revision, "sharray").splitlines():
        if path.endswith(".py"):
            parts = path.split("/")
            package = parts[1] if len(parts) > 2 else "."
            counts[package] += lines_of_code(git("show", f"{revision}:{path}"))
    return counts


if __name__ == "__main__":
    counted = {revision: packages(revision) for revision in sys.argv[1:] or ["HEAD"]}
    for name in sorted(set().union(*counted.values())):
        print(f"{name:14}", *[f"{counts[name]:9}" for counts in counted.values()])
    print(f"{'all':14}", *[f"{counts.total():9}" for counts in counted.values()])
