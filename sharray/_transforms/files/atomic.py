"""All of a file or nothing of it: written beside its place by all processes, then put there."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import itertools
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sharray._engine import rendezvous
from sharray._ops.addressable import own_pieces
from sharray._transforms.checkpoint import disk
from sharray._transforms.files.reading import PathLike


class Output:
    """What is written beside `path`, by all processes, until it takes its place.

    Attributes
    ----------
    part
        Where it is written.
    pieces
        Of each array what this process is to write.
    """

    def __init__(self, path: PathLike, arrays: Sequence[Any], folder_of: str) -> None:
        self._path = Path(path).absolute()
        self._meeting = rendezvous.Rendezvous(f"writing {self._path}")
        self._meeting.take(lambda: _check_place(path, folder_of))
        token = self._meeting.share(secrets.token_hex(4))
        self._index = self._meeting.index
        # computing them takes all processes, and steps may be those of one
        self.pieces = [list(own_pieces(x, self._index)) for x in arrays]
        self.part = self._path.with_name(f".{token}.{self._path.name}")

    def begin(self, make: Callable[[], object]) -> None:
        """Make it, in process 0, and have the others look whether they see it.

        Raises
        ------
        OSError
            If one of them does not.
        """
        disk.begin(self._meeting, self.part, make, os.fspath(self._path))

    def check(self, names: Iterable[str]) -> None:
        """Look whether the files that the processes have written are in the folder, in process 0.

        Raises
        ------
        OSError
            If one of them is not.
        """
        told = self._meeting.tell_values([*names])
        self.step(lambda: disk.check_names(self.part, itertools.chain(*told)), only=0)

    def step(self, write: Callable[[], None], only: int | None = None) -> None:
        """Take a step, in all processes or in one, and wait for the others.

        Raises
        ------
        Exception
            If one of them cannot; OSError where it is the system that cannot.
        """
        what = os.fspath(self._path)
        if only is None:
            self._meeting.take(write, what)
        else:
            self._meeting.take_in(only, write, what)

    def remove(self) -> None:
        """Remove what has been written."""
        if self._index == 0:
            _remove(self.part)

    def replace(self) -> None:
        """Put it in its place, at one moment, and remove what was there.

        Where the system cannot let a folder change places with another, the old one makes room
        first: a process that is killed in between leaves both, under other names.
        """
        is_there = os.path.lexists(self._path)
        if not (self._path.is_dir() or (is_there and self.part.is_dir())):
            if self._path.is_file():
                shutil.copymode(self._path, self.part)
            self.part.replace(self._path)
        elif _exchange(self.part, self._path):
            _remove(self.part)
        else:
            old = self.part.with_name(f"{self.part.name}.old")
            self._path.rename(old)
            self.part.rename(self._path)
            _remove(old)


#: Of Linux: names are relative to the current folder; let two of them change places.
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


def _exchange(one: Path, other: Path) -> bool:
    """Let two files or folders change places at one moment; return whether the system can."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None) if sys.platform == "linux" else None
    names = os.fsencode(one), os.fsencode(other)
    return rename is not None and not rename(
        _AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE
    )


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _check_place(path: PathLike, folder_of: str) -> None:
    """Raise the error of a place that is not to be replaced: see `together`."""
    if Path(path).is_dir():
        if not folder_of:
            raise IsADirectoryError(errno.EISDIR, "there is a folder", os.fspath(path))
        others = [e.name for e in Path(path).iterdir() if not e.match(folder_of)]
        if others:
            raise FileExistsError(
                f"{os.fspath(path)} is a folder with something else in it: {sorted(others)[:3]}"
            )


@contextlib.contextmanager
def together(path: PathLike, *arrays: Any, folder_of: str = "") -> Iterator[Output]:
    """Write arrays together, to what replaces `path` if nothing fails: a file, or a folder of such.

    Raises
    ------
    IsADirectoryError
        If a folder is where a file is to be.
    FileExistsError
        If a folder has something else in it.
    """
    output = Output(path, arrays, folder_of)
    try:
        yield output
        output.step(output.replace, only=0)
    except BaseException:
        output.remove()
        raise
