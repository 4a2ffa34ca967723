"""Archives of arrays, ``.npz``: imported when there is one, as `zipfile` imports much."""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from typing import Any

from numpy.lib import npyio

from sharray._functions import npy
from sharray._functions.flavours import ARRAY_API, Flavour


class DamagedError(zipfile.BadZipFile, ValueError):
    """An archive is damaged: what NumPy raises for it, and for other files that are."""


class NpzFile(npyio.NpzFile):
    """The arrays of a ``.npz``, each read when it is asked for, as `load` reads a ``.npy``."""

    max_header_size: int
    _flavour: Flavour = ARRAY_API

    def _in_flavour(self, flavour: Flavour) -> NpzFile:
        self._flavour = flavour
        return self

    def __getitem__(self, key: str) -> Any:
        return self._flavour.result(self._read(key), number=False)

    def _read(self, key: str) -> Any:
        if self.zip is None:  # it is closed
            return super().__getitem__(key)
        members = self.zip.namelist()
        member = next((m for m in (key, f"{key}.npy") if m in members), None)
        if member is None:
            return super().__getitem__(key)
        name = f"{self.zip.filename or 'archive'}: {member}"
        pickling = {"allow_pickle": self.allow_pickle, "pickle_kwargs": self.pickle_kwargs}
        try:
            with self.zip.open(member) as f:
                start = f.read(len(npy.MAGIC))
            if start != npy.MAGIC:
                return super().__getitem__(key)
            with self.zip.open(member) as f:
                return npy.read_npy(f, name, pickling, self.max_header_size)
        except (zipfile.BadZipFile, zlib.error) as error:
            raise DamagedError(f"{name} is damaged: {error}") from error


def opened(
    file: Any, own: contextlib.ExitStack | None, name: str, size: int, pickling: dict[str, Any]
) -> NpzFile:
    """Return the arrays of an open file.

    Parameters
    ----------
    file
        Open for reading, in bytes.
    own
        Closes the file with the archive, unless somebody else does.
    name
        What errors call it.
    size
        The most characters of a header.
    pickling
        What NumPy is told about pickles.

    Raises
    ------
    DamagedError
        If it is no archive, or not all of one.
    """
    try:
        return NpzFile(file, own_fid=own is not None, max_header_size=size, **pickling)
    except zipfile.BadZipFile as error:
        if own is not None:
            own.close()
        raise DamagedError(f"{name} is damaged or truncated: {error}") from error


def write(file: Any, named: dict[str, Any], allow_pickle: bool, *, compresses: bool) -> None:
    """Write arrays to an open file, each by its name."""
    method = zipfile.ZIP_DEFLATED if compresses else zipfile.ZIP_STORED
    with zipfile.ZipFile(file, "w", method, allowZip64=True) as archive:
        for name, value in named.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                npy.write_npy(member, value, allow_pickle)
