"""What has to be in the environment when the process starts; imports nothing but the library.

The memory allocator reads its settings once, before Python begins. So the launcher sets them and
executes itself again, once, and before JAX is imported.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from pathlib import Path

#: Settings of the allocator -> their values, for a machine with so many bytes of memory. Memory for
#: large arrays comes in pages of 2 MB: in pages of 4 kB, faulting them in takes longer than writing
#: to them. NumPy asks for large ones itself, XLA does not. And what arrays of up to 32 MB have let
#: go of serves the next ones: by default the last ones of several temporaries go back to the system
#: each time. Larger ones do: where small pieces come to lie among them the next one has no room.
TUNABLES = {
    "glibc.malloc.hugetlb": lambda _: 1,
    "glibc.malloc.mmap_threshold": lambda memory: min(memory // 16, 32 << 20),
    "glibc.malloc.trim_threshold": lambda memory: min(memory // 8, 2 << 30),
}
#: The first glibc that has all of them.
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


def tunables(current: str, memory: int) -> str:
    """Return a value of GLIBC_TUNABLES for a machine with so many bytes; what is there stays."""
    there = [part.partition("=")[0] for part in current.split(":")]
    added = [f"{name}={value(memory)}" for name, value in TUNABLES.items() if name not in there]
    return ":".join([current, *added]).lstrip(":")


def physical_memory() -> int:
    """Return the number of bytes of memory that this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


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
    if not is_launcher(sys.argv, sys.orig_argv):
        return
    gc.disable()  # importing leaves none, and looking takes a tenth of it: see `collect`
    if not _has_tunable():
        return
    current = os.environ.get("GLIBC_TUNABLES", "")
    needed = tunables(current, physical_memory())
    if needed != current and sys.executable:
        os.execve(
            sys.executable,
            [sys.executable, *sys.orig_argv[1:]],
            os.environ | {"GLIBC_TUNABLES": needed},
        )


def collect() -> None:
    """Let Python look for garbage from now on, and not among what has been imported so far."""
    gc.freeze()
    atexit.register(gc.unfreeze)  # at the end it takes modules apart before they are emptied
    gc.enable()


def restart(options: list[str], command: list[str]) -> None:
    """Execute this process again with options for Python, and this command line."""
    before = sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv) + 1]
    os.execv(sys.executable, [sys.executable, *options, *before, *command])


prepare()
