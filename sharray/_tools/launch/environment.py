"""What has to be in the environment when the process starts; imports nothing but the library.

The memory allocator reads its settings once, before Python begins. So the launcher sets them and
executes itself again, once, and before JAX is imported.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: Memory for large arrays in pages of 2 MB. In pages of 4 kB, faulting them in takes longer than
#: writing to them; NumPy asks for large ones itself, XLA does not.
LARGE_PAGES = "glibc.malloc.hugetlb"
#: The first glibc that has it.
_GLIBC = (2, 35)


def is_launcher(argv: list[str], orig_argv: list[str]) -> bool:
    """Whether this process is ``python -m sharray`` or the script ``sharray``.

    Asked while the package is being imported, when ``sys.argv[0]`` is "-m" for a module.
    """
    if not argv:
        return False
    if argv[0] != "-m":
        return Path(argv[0]).name == "sharray"
    name = orig_argv[-len(argv)] if len(orig_argv) >= len(argv) else ""
    return name in ("sharray", "-msharray")


def tunables(current: str) -> str:
    """Return a value of GLIBC_TUNABLES with large pages; what is there stays."""
    if any(part.partition("=")[0] == LARGE_PAGES for part in current.split(":")):
        return current
    return f"{current}:{LARGE_PAGES}=1".lstrip(":")


def _has_tunable() -> bool:
    try:
        name, _, version = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
        return name == "glibc" and tuple(int(n) for n in version.split(".")[:2]) >= _GLIBC
    except (AttributeError, OSError, ValueError):
        return False


def user_folder(variable: str, default: str) -> Path:
    """Return the library's folder among the user's, below what `variable` says, or else the home.

    Parameters
    ----------
    variable
        Of the XDG base directory specification.
    default
        Where that is in the home if nothing is said.
    """
    given = os.environ.get(variable, "")
    return (Path(given) if given else Path.home() / default) / "sharray"


def prepare() -> None:
    """Execute this process again with the environment it should have, if it has not.

    Called when the package is imported; for any other program than the launcher it does nothing.
    """
    if not is_launcher(sys.argv, sys.orig_argv) or not _has_tunable():
        return
    current = os.environ.get("GLIBC_TUNABLES", "")
    needed = tunables(current)
    if needed != current and sys.executable:
        os.execve(
            sys.executable,
            [sys.executable, *sys.orig_argv[1:]],
            os.environ | {"GLIBC_TUNABLES": needed},
        )


prepare()
