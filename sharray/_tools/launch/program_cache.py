"""Compiled programs that are kept on disk, so that a second run reads them.

JAX's own cache reads and writes files in one folder, in place. Several processes may do so at once,
so each has a folder of its own: links to the files that are kept are made when JAX is imported, and
what it has compiled is linked as soon as it is complete, as a process may be killed at any time.
What is kept is bounded: the oldest go first.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import platform
import shutil
import tempfile
from pathlib import Path

from sharray._core import user_line
from sharray._core.jax_import import when_loaded
from sharray._core.lazy import jax
from sharray._engine import jax_cache, program_files
from sharray._tools.launch.environment import user_folder

#: Environment variable: the folder, or 0 for none.
SETTING = "SHARRAY_PROGRAM_CACHE"
#: How many programs are kept, of some tens of kilobytes each, and how many bytes in all.
MOST, MOST_BYTES = 2000, 1 << 28
#: What JAX must not already have been told by the environment.
_JAXS_OWN = ("JAX_COMPILATION_CACHE_DIR", "JAX_ENABLE_COMPILATION_CACHE")
_RUN = "run-"


def folder() -> Path | None:
    """Return the folder of the programs; None where the environment says that none are kept."""
    setting = os.environ.get(SETTING, "")
    if setting == "0" or any(name in os.environ for name in _JAXS_OWN):
        return None
    return Path(setting) if setting else user_folder("XDG_CACHE_HOME", ".cache") / "programs"


def keep() -> None:
    """Keep the programs that this process compiles, unless the environment says otherwise."""
    where = folder()
    if where is not None:
        when_loaded("jax", lambda: _start(where))


def sizes(where: Path) -> list[int]:
    """Return the bytes of each program that is kept there for this machine's processor."""
    kept = where / _machine()
    return [path.stat().st_size for path in _programs(kept)] if kept.is_dir() else []


def is_private(where: Path) -> bool:
    """Whether only this user can write to a folder, which need not exist."""
    return all(_is_ours(path) for path in (where, where / _machine()) if path.exists())


def refusal(where: Path) -> str | None:
    """Return why nothing can be written to a folder, which need not exist; None where it can."""
    for folder in (where, where / _machine()):
        there = next(path for path in (folder, *folder.parents) if os.path.exists(path))  # noqa: PTH110 (it raises nothing)
        try:
            tempfile.TemporaryDirectory(dir=there).cleanup()
        except OSError as error:
            return f"{there}: {error.strerror}"
    return None


def _start(folder: Path) -> None:
    kept = folder / _machine()
    try:
        kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(folder):
            user_line.warn(
                f"compiled programs are not kept in {folder}: others can write to it; make it "
                f"yours alone (chmod 700), or name another folder in {SETTING}, or 0 for none",
                UserWarning,
                "program-cache",
            )
            return
        _sweep(folder)
        run = Path(tempfile.mkdtemp(prefix=f"{_RUN}{os.getpid()}-", dir=folder))
    except OSError as error:
        if os.environ.get(SETTING):  # a home that cannot be written to is not the user's wish
            user_line.warn(
                f"compiled programs are not kept in {folder}: {error.strerror}; name another "
                f"folder in {SETTING}, or 0 for none",
                UserWarning,
                "program-cache",
            )
        return
    _prune(kept)  # what was killed has not
    before = _programs(kept)
    for program in before:
        program_files.keep(program, run)
    new = _New(run, kept, {program.name for program in before})
    jax_cache.when_written(new.keep)
    atexit.register(new.finish)
    program_files.folder, program_files.origin = run, kept
    jax.config.update("jax_compilation_cache_dir", str(run))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    # these would lie below the folder, whose name would become a part of every program's
    jax.config.update("jax_persistent_cache_enable_xla_caches", "none")


def _machine() -> str:
    """Return a name for the processor: what is compiled for one may not run on another."""
    facts = [platform.system(), platform.machine()]
    with contextlib.suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8") as file:
        facts += [next((line for line in file if line.startswith(("flags", "Features"))), "")]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]


def _is_ours(folder: Path) -> bool:
    """Whether only this user can write to a folder: programs from it are run."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _programs(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name.endswith("-cache")]


class _New:
    """The new programs of a run.

    Parameters
    ----------
    run
        The folder that JAX writes to.
    kept
        That of all runs.
    known
        The names of those that are there.
    """

    def __init__(self, run: Path, kept: Path, known: set[str]) -> None:
        self.run = run
        self._kept, self._known, self._process = kept, known, os.getpid()

    def is_ours(self) -> bool:
        """Whether this process is the run, and not a child that was forked."""
        return os.getpid() == self._process

    def keep(self) -> None:
        """Keep those that are complete; a disk that is full keeps none."""
        if not self.is_ours():
            return
        with contextlib.suppress(OSError):
            for program in _programs(self.run):
                if program.name not in self._known:
                    program_files.keep(program, self._kept)
                    self._known.add(program.name)

    def finish(self) -> None:
        """End the run."""
        if not self.is_ours():
            return
        self.keep()
        _prune(self._kept)
        shutil.rmtree(self.run, ignore_errors=True)


def _prune(kept: Path) -> None:
    """Remove the oldest programs, if there are too many."""
    total = 0
    with contextlib.suppress(OSError):  # others remove some at the same time
        files = sorted([(path.stat().st_mtime, path) for path in _programs(kept)], reverse=True)
        for i, (_, path) in enumerate(files):
            total += path.stat().st_size
            if i >= MOST or total > MOST_BYTES:
                path.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Remove what runs have left that were killed."""
    for run in folder.glob(f"{_RUN}*"):
        process = run.name.removeprefix(_RUN).partition("-")[0]
        if not Path("/proc", process).exists() and Path("/proc").exists():
            shutil.rmtree(run, ignore_errors=True)
