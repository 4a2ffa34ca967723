"""Write tables of functions, examples and the like into pages: ``python docs/_ext/page_tables.py``.

They follow from the declarations, and from the page of measurements. A table stands between two
comments, of which the first has its name, so that those who read the folder as text have it, too.
With ``--check`` nothing is written, and a table that is otherwise than it would be written now is
an error.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import lists
import numpy as np
import numpy_table
import op_table

DOCS = Path(__file__).parent.parent
#: The tables, by the names in the comments before them.
TABLES = {
    "numpy-table": numpy_table.table_markdown,
    "op-table": op_table.table_markdown,
    "op-gather": op_table.gather_markdown,
    "op-parts": op_table.parts_markdown,
    "op-rules": op_table.rules_markdown,
    "functions": lists.functions_markdown,
    "examples": lists.examples_markdown,
    "speed": lists.speed_markdown,
    "caches": lists.caches_markdown,
}
PAGES = (
    "numpy-coverage.md",
    "operations.md",
    "api.md",
    "gallery.md",
    "index.md",
    "guide.md",
)
_TABLE = re.compile(
    r"(<!-- ([\w-]+), by docs/_ext/page_tables\.py -->\n).*?(\n<!-- end -->)", re.DOTALL
)


def written(text: str) -> str:
    """Return a page with its tables as they are written now."""
    return _TABLE.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]()}\n{found[3]}", text)


def is_of_this_numpy(text: str) -> bool:
    """Whether a page was written with the NumPy that is installed: others have other functions."""
    version = re.search(r"NumPy is (\d[\w.]*)\.$", text, re.MULTILINE)
    return version is None or version[1] == np.__version__


def stale() -> dict[Path, str]:
    """Return the pages whose tables would be written otherwise now, with the text that is new."""
    found = {}
    for path in (DOCS / name for name in PAGES):
        text = path.read_text(encoding="utf-8")
        if (now := written(text)) != text:
            found[path] = now
    return found


def main(arguments: list[str] | None = None) -> int:
    """Write the tables, or say which are not up to date."""
    parser = argparse.ArgumentParser("python docs/_ext/page_tables.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if they differ")
    check = parser.parse_args(arguments).check
    found = stale()
    if check:
        found = {path: now for path, now in found.items() if is_of_this_numpy(path.read_text())}
    for path, now in found.items():
        print(f"docs/{path.name}")
        if not check:
            path.write_text(now, encoding="utf-8")
    if check and found:
        print("python docs/_ext/page_tables.py writes them", file=sys.stderr)
    return int(check and bool(found))


if __name__ == "__main__":
    sys.exit(main())
