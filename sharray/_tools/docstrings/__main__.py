"""``python -m sharray._tools.docstrings``: write the docstrings, or check that they are current."""

from __future__ import annotations

import argparse
import sys

from sharray._functions.docstrings import BEGIN, FILE
from sharray._tools.docstrings import functions, methods

_HEAD = "Written by python -m sharray._tools.docstrings.\n"


def text() -> str:
    """Return the file: each docstring once, after the full names that have it."""
    names: dict[str, list[str]] = {}
    for name, said in (*functions.every(), *methods.every()):
        names.setdefault(said, []).append(name)
    entries = sorted((sorted(called), said) for said, called in names.items())
    return _HEAD + "".join(f"\n{BEGIN}{' '.join(called)}\n{said}" for called, said in entries)


def main(arguments: list[str] | None = None) -> int:
    """Write the file, or report what would change."""
    parser = argparse.ArgumentParser("python -m sharray._tools.docstrings", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if they differ")
    check = parser.parse_args(arguments).check
    before = FILE.read_text(encoding="utf-8")
    now = text()
    known = set(before.split(f"\n{BEGIN}"))
    changed = [entry.partition("\n")[0] for entry in now.split(f"\n{BEGIN}") if entry not in known]
    if before == now:
        return 0
    print(f"{FILE.name}: {', '.join(changed[:10]) or '(less)'}{', ...' * (len(changed) > 10)}")
    if check:
        print("python -m sharray._tools.docstrings writes it", file=sys.stderr)
        return 1
    FILE.write_text(now, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
