"""What a program has imported, to compare it with that of other processes."""

from __future__ import annotations

import contextlib
import sys
import zlib
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def versions() -> dict[str, str]:
    """Return the versions of libraries that are imported, and digests of modules of the program.

    Those of the program lie beside it. Nothing is imported for it.
    """
    modules = {name: module for name, module in list(sys.modules.items()) if "." not in name}
    libraries = _installed()
    found = {name: libraries[name] for name in modules if name in libraries}
    first = next((entry for entry in sys.path if isinstance(entry, str)), "")
    folder = Path(first).resolve()
    for name, module in modules.items():
        if name in found or name in sys.stdlib_module_names or name == "__main__":
            continue
        with contextlib.suppress(AttributeError, KeyError, OSError, TypeError, ValueError):
            # past what a module that is loaded when it is asked for something does then
            path = Path(object.__getattribute__(module, "__dict__")["__file__"]).resolve()
            if path.is_relative_to(folder) and not path.is_relative_to(_PACKAGE):
                found[name] = f"of digest {zlib.crc32(path.read_bytes()):08x}"
    return found


def _installed() -> dict[str, str]:
    """Return the versions of what is installed, by the names of its folders."""
    known: dict[str, str] = {}
    for folder in reversed(sys.path):
        with contextlib.suppress(OSError, TypeError, ValueError):  # as Python ignores such entries
            for entry in Path(folder or ".").iterdir():
                if entry.suffix == ".dist-info":
                    name, _, version = entry.stem.rpartition("-")
                    known[name.lower()] = version
    return known
