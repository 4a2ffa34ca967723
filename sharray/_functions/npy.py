"""The ``.npy`` format, read into shards and written from them, a bounded piece at a time."""

from __future__ import annotations

import contextlib
import io
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.lib import format as npy

from sharray._core import policy
from sharray._core.placement import default_layout
from sharray._engine.transfer import is_numeric
from sharray._ops import streaming
from sharray._ops.manipulation import permute_dims
from sharray._record import memory_layout, moves
from sharray._record.handles import Handle

MAGIC = npy.MAGIC_PREFIX


class Header(NamedTuple):
    """What a file says of its array."""

    shape: tuple[int, ...]
    fortran: bool
    dtype: np.dtype

    @property
    def nbytes(self) -> int:
        """Bytes of the elements."""
        return math.prod(self.shape) * self.dtype.itemsize


def name_of(file: Any) -> str:
    """Return how to call a file in a message."""
    try:
        return os.fspath(file)
    except TypeError:
        return str(getattr(file, "name", None) or type(file).__name__)


def read_header(f: Any, name: str, max_header_size: int) -> Header | None:
    """Read the header of a ``.npy``; None for a version that only arrays of names need.

    Raises
    ------
    ValueError
        If it is damaged.
    """
    try:
        version = npy.read_magic(f)
        read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}.get(version)
        return None if read is None else Header(*read(f, max_header_size=max_header_size))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def read_npy(f: Any, name: str, pickling: dict[str, Any], max_header_size: int) -> Any:
    """Read the array that begins at the position of the file `f`.

    Raises
    ------
    ValueError
        If the file is damaged, or has Python objects that may not be loaded.
    """
    start = f.tell() if hasattr(f, "tell") else f.seek(0, 1)
    header = read_header(f, name, max_header_size)
    if header is None or not is_numeric(header.dtype):
        f.seek(start)
        try:
            return npy.read_array(f, max_header_size=max_header_size, **pickling)
        except (ValueError, EOFError) as error:
            raise type(error)(f"{name}: {error}") from error
    available = bytes_left(f)
    if available is not None and available < header.nbytes:
        raise _truncated(name, header, available)
    return read_array(f, name, header)


def read_array(f: Any, name: str, header: Header) -> Any:
    """Read the elements of an array, which are straight away laid out in shards if it is large."""
    native = header.dtype.newbyteorder("=")
    order = "F" if header.fortran else "C"
    if policy.is_small(math.prod(header.shape)):
        parts = [np.empty(0, native), *_read_pieces(f, name, header)]
        return np.concatenate(parts).reshape(header.shape, order=order)
    stream = _read_pieces(f, name, header)
    if not header.fortran:
        return streaming.from_pieces(header.shape, native, stream)
    turned = streaming.from_pieces(header.shape[::-1], native, stream)
    result = permute_dims(turned, tuple(reversed(range(len(header.shape)))))
    return moves.to_layout(result, default_layout(header.shape).sharding)


def _read_pieces(f: Any, name: str, header: Header) -> Iterator[np.ndarray]:
    """Read the elements as they stand in the file, in native byte order."""
    itemsize = header.dtype.itemsize
    most = max(1, streaming.CHUNK // itemsize) * itemsize
    left = header.nbytes
    while left:
        data = _read(f, min(most, left), name)
        if len(data) % itemsize or not data:
            raise _truncated(name, header, header.nbytes - left + len(data))
        left -= len(data)
        elements = np.frombuffer(data, header.dtype)
        yield elements.astype(header.dtype.newbyteorder("="), copy=False)


def _read(f: Any, count: int, name: str) -> bytes:
    """Read `count` bytes, fewer only at the end."""
    parts = []
    while count:
        try:
            data = f.read(count)
        except EOFError as error:
            raise ValueError(f"{name} is truncated: {error}") from error
        if not data:
            break
        parts.append(data)
        count -= len(data)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def bytes_left(f: Any) -> int | None:
    """Return how many bytes follow in a file of the system; None for other ones."""
    if not isinstance(getattr(f, "raw", f), io.FileIO):  # such as one that is decompressed
        return None
    try:
        return os.fstat(f.fileno()).st_size - f.tell()
    except (AttributeError, OSError, ValueError):
        return None


def _truncated(name: str, header: Header, available: int) -> ValueError:
    return ValueError(
        f"{name} is truncated: {header.dtype}{list(header.shape)} takes {header.nbytes} bytes, "
        f"and only {available} follow the header"
    )


def write_npy(f: Any, x: Any, allow_pickle: bool) -> None:
    """Write an array, piece by piece if it is one of this library."""
    if not isinstance(x, Handle):
        npy.write_array(f, np.asanyarray(x), allow_pickle=allow_pickle)
        return
    flags = memory_layout.stand_in(x).flags
    turned = flags.f_contiguous and not flags.c_contiguous  # as a transposed array is
    about = {"descr": npy.dtype_to_descr(x.dtype), "fortran_order": turned, "shape": x.shape}
    npy.write_array_header_1_0(f, about)
    write_elements(f, permute_dims(x, tuple(reversed(range(len(x.shape))))) if turned else x)


def write_elements(f: Any, x: Handle) -> None:
    """Write the elements in C order."""
    for piece in streaming.pieces(x):
        f.write(piece.data)


@contextlib.contextmanager
def replacing(path: str) -> Iterator[str]:
    """Give the path of a new file that takes the place of `path` if all goes well.

    It lies in the same folder. If what is done inside fails, what was at `path` is still there.

    Raises
    ------
    OSError
        As opening `path` for writing does.
    """
    target = Path(os.path.realpath(path))
    if target.exists():
        # the errors of a folder, or of a file that must not be changed; devices are written to
        with target.open("ab"):
            pass
        if not target.is_file():
            yield os.fspath(target)
            return
    # the end of the name, which says how it is compressed, stays
    temporary = target.with_name(f".{os.urandom(4).hex()}.{target.name}")
    try:
        temporary.touch(exist_ok=False)
    except FileNotFoundError:
        raise FileNotFoundError(2, "No such file or directory", path) from None
    try:
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        yield os.fspath(temporary)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
