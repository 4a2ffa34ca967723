"""Files: arrays are read straight into their shards, and written from them in pieces.

The host never holds a large array whole. A file that is written takes the place of an old one only
when it is complete. Text is read and parsed by NumPy on the host.
"""

from __future__ import annotations

import contextlib
import inspect
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import npyio

from sharray._engine.transfer import is_numeric
from sharray._functions import npy
from sharray._functions.declare import implements
from sharray._ops import streaming
from sharray._record.handles import Handle

_HEADER = 10000  # NumPy's limit on headers, which Python parses
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")


def _is_path(file: Any) -> bool:
    return isinstance(file, (str, bytes, os.PathLike))


def _opened(file: Any, stack: contextlib.ExitStack) -> Any:
    """Return a file to read from, which the stack closes if it was given by its path."""
    return stack.enter_context(Path(os.fsdecode(file)).open("rb")) if _is_path(file) else file


@contextlib.contextmanager
def _writing(file: Any, suffix: str = "") -> Iterator[Any]:
    """Open a file for writing, which replaces an old one when it is complete."""
    if not _is_path(file):
        yield file
        return
    path = os.fsdecode(file)
    path = path if path.endswith(suffix) else path + suffix
    with npy.replacing(path) as temporary, Path(temporary).open("wb") as f:
        yield f


@implements(np.load, small=False, numbers=False)
def load(
    file: Any,
    mmap_mode: Any = None,
    allow_pickle: bool = False,
    fix_imports: bool = True,
    encoding: str = "ASCII",
    *,
    max_header_size: int = _HEADER,
):
    """Read a ``.npy``, ``.npz`` or pickle; a large ``.npy`` straight into its shards.

    With `mmap_mode` it is NumPy's `numpy.memmap`, of which `asarray` makes shards. Arrays of
    strings and objects are NumPy's.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    EOFError
        If the file is empty.
    ValueError
        If it is truncated or damaged, or a pickle that may not be loaded.
    """
    kwargs: dict[str, Any] = {"fix_imports": fix_imports, "encoding": encoding}
    if mmap_mode is not None:
        return np.load(
            file, mmap_mode, allow_pickle, max_header_size=max_header_size, **kwargs
        )  # NumPy says where an archive, or a file object, cannot be mapped
    if encoding not in ("ASCII", "latin1", "bytes"):
        raise ValueError("encoding must be 'ASCII', 'latin1', or 'bytes'")
    pickling = {"allow_pickle": allow_pickle, "pickle_kwargs": kwargs}
    size = np.iinfo(np.int64).max if allow_pickle else max_header_size
    name = npy.name_of(file)
    with contextlib.ExitStack() as stack:
        f = _opened(file, stack)
        start = f.read(len(npy.MAGIC))
        if not start:
            raise EOFError(f"{name}: no data left in file")
        f.seek(-len(start), 1)
        if start[:4] in _ZIP:
            from sharray._functions import npz  # start-up time

            own = stack.pop_all() if f is not file else None
            return npz.opened(f, own, name, size, pickling)
        if start == npy.MAGIC:
            return npy.read_npy(f, name, pickling, size)
        try:
            return np.load(f, None, allow_pickle, max_header_size=size, **kwargs)
        except (ValueError, EOFError) as error:
            raise type(error)(f"{name}: {error}") from error


@implements(np.save, small=False)
def save(file: Any, arr: Any, allow_pickle: bool = True):
    """Write an array to a ``.npy``, piece by piece; an old file stays until that is done."""
    with _writing(file, ".npy") as f:
        npy.write_npy(f, arr, allow_pickle)


def _savez(
    file: Any, args: Any, kwds: dict[str, Any], allow_pickle: bool, *, compresses: bool
) -> None:
    from sharray._functions import npz  # start-up time

    named = dict(kwds)
    for i, value in enumerate(args):
        if f"arr_{i}" in named:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{i}")
        named[f"arr_{i}"] = value
    with _writing(file, ".npz") as f:
        npz.write(f, named, allow_pickle, compresses=compresses)


@implements(np.savez, small=False)
def savez(file: Any, *args: Any, allow_pickle: bool = True, **kwds: Any):
    """Write arrays to a ``.npz``, as `save` writes one."""
    _savez(file, args, kwds, allow_pickle, compresses=False)


@implements(np.savez_compressed, small=False)
def savez_compressed(file: Any, *args: Any, allow_pickle: bool = True, **kwds: Any):
    """Write arrays to a compressed ``.npz``, as `save` writes one."""
    _savez(file, args, kwds, allow_pickle, compresses=True)


@implements(np.savetxt, small=False)
def savetxt(
    fname: Any,
    X: Any,
    fmt: Any = "%.18e",
    delimiter: str = " ",
    newline: str = "\n",
    header: str = "",
    footer: str = "",
    comments: str = "# ",
    encoding: str | None = None,
):
    """Write an array of at most two dimensions as text, some rows at a time."""
    rest = {"delimiter": delimiter, "newline": newline, "comments": comments}
    if not isinstance(X, Handle) or not 1 <= X.ndim <= 2 or not X.size:
        X = np.asarray(X)
        blocks: Any = [X]
    else:
        keys = list(streaming.boxes(X.shape, max(streaming.CHUNK // 8, *X.shape[1:], 1)))
        blocks = (np.asarray(X[key]) for key in keys)

    def write(f: Any) -> None:
        at_front, block = header, next(blocks)
        for following in blocks:
            np.savetxt(f, block, fmt, header=at_front, encoding=encoding, **rest)
            at_front, block = "", following
        np.savetxt(f, block, fmt, header=at_front, footer=footer, encoding=encoding, **rest)

    blocks = iter(blocks)
    if not _is_path(fname):
        write(fname)
        return
    with contextlib.ExitStack() as stack:
        temporary = stack.enter_context(npy.replacing(os.fsdecode(fname)))
        # which compresses as the name says
        source = npyio.DataSource()
        write(stack.enter_context(source.open(temporary, "wt", encoding=encoding or "latin1")))


@implements(np.fromfile, small=False)
def fromfile(
    file: Any,
    dtype: Any = None,
    count: int = -1,
    sep: str = "",
    offset: int = 0,
    *,
    like: Any = None,
):
    """Read elements from a binary file straight into shards, or from text as NumPy does.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    """
    dtype = np.dtype(dtype)
    if sep or not is_numeric(dtype) or count < -1:
        return np.fromfile(file, dtype, count, sep, offset)
    with contextlib.ExitStack() as stack:
        f = _opened(file, stack)
        f.seek(offset, 1)
        remaining = npy.bytes_left(f)
        if remaining is None:
            raise TypeError("fromfile needs a path or a file of the system; use frombuffer")
        size = max(0, remaining // dtype.itemsize)
        n = size if count < 0 else min(count, size)
        return npy.read_array(f, npy.name_of(file), npy.Header((n,), False, dtype))


def tofile(x: Any, file: Any, sep: str = "", format: str = "%s") -> None:
    """Write the elements of an array in C order, as bytes or (with `sep`) as text.

    Piece by piece; an old file stays until the new one is complete.
    """
    if not sep:
        with _writing(file) as f:
            npy.write_elements(f, x)
        return
    with _writing(file) as f:
        for i, piece in enumerate(streaming.pieces(x)):
            text = sep.join([format % v for v in piece.tolist()])
            f.write(((sep if i else "") + text).encode())


def _parsed(numpy_function: Any, summary: str) -> None:
    """Declare a function whose result NumPy makes on the host: numbers become arrays of ours."""

    def call(*args: Any, **kwargs: Any):
        if args and isinstance(args[0], Handle):  # a buffer
            args = np.asarray(args[0]), *args[1:]
        return numpy_function(*args, **kwargs)

    call.__name__, call.__doc__ = numpy_function.__name__, summary
    with contextlib.suppress(ValueError):  # some of C have none
        call.__signature__ = inspect.signature(numpy_function)  # type: ignore[attr-defined]
    implements(numpy_function, small=False)(call)


_parsed(np.loadtxt, "Read text, which NumPy parses on the host; numbers become a sharded array.")
_parsed(np.genfromtxt, "Read text with missing values, which NumPy parses on the host.")
_parsed(np.fromregex, "Read text by a regular expression, on the host.")
_parsed(np.fromstring, "Read numbers from a string, on the host.")
_parsed(np.frombuffer, "Copy the elements of a buffer; unlike NumPy's, the array is no view of it.")
_parsed(np.fromiter, "Read numbers from an iterable, on the host.")
