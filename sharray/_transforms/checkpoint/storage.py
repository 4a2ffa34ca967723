"""Arrays in files: one of Zarr's arrays each, in chunks of which each belongs to one shard.

Written and read by TensorStore, whose checksums tell a damaged file.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sharray._core.links import see
from sharray._core.optional import optional
from sharray._transforms.checkpoint import disk
from sharray._transforms.checkpoint.tree import CheckpointError, Node

#: Bytes of a chunk where shards can be divided so: who reads a part of a chunk reads all of it, and
#: each is a file.
_SMALLEST, _LARGEST = 1 << 18, 1 << 24
#: Bytes of the checksum of a chunk.
_CHECKSUM = 4


def tensorstore(who: str = "checkpoints need") -> Any:
    """Return the module TensorStore, which somebody needs.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    return optional("tensorstore", f"{who} TensorStore")


def chunk_of(block: Sequence[int], shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    """Return the shape of chunks: of each, all elements belong to one block of an array.

    Parameters
    ----------
    block
        The shape of blocks.
    shape
        Of the array.
    itemsize
        Bytes of an element.
    """
    chunk = [max(n, 1) for n in block]
    for axis in sorted(range(len(chunk)), key=lambda a: -chunk[a]):
        n = chunk[axis]
        rest = math.prod(chunk) // n * itemsize
        if rest * n <= _LARGEST:
            break
        if n >= shape[axis]:  # one block is alone there, and need not be divided evenly
            chunk[axis] = max(1, _LARGEST // rest)
            continue
        small = [d for d in range(1, 1 + math.isqrt(n)) if n % d == 0]
        lengths = sorted({*small, *[n // d for d in small]})
        fit = [d for d in lengths if _SMALLEST <= rest * d <= _LARGEST]
        large = [d for d in lengths if rest * d > _LARGEST]
        chunk[axis] = fit[-1] if fit else 1 if rest > _LARGEST else large[0]
    return tuple(chunk)


def write(folder: Path, node: Node, pieces: Iterable[tuple[tuple[slice, ...], np.ndarray]]) -> Any:
    """Begin to write pieces of an array; return what to wait for.

    Raises
    ------
    OSError
        If the folder cannot be written to.
    """
    ts = tensorstore()
    # so that a missing file is told from zeros
    spec = _spec(folder, node) | {"store_data_equal_to_fill_value": True}
    try:
        store = ts.open(spec, open=True, create=True).result()
        return [store[index].write(piece) for index, piece in pieces]
    except ValueError as error:
        raise OSError(_short(error)) from error


def finish(writes: Iterable[Any]) -> None:
    """Wait until all is on disk.

    Raises
    ------
    OSError
        If something cannot be written.
    """
    # all of them, so that nobody writes into a folder that is removed
    errors = [error for future in writes if (error := future.exception()) is not None]
    if errors:
        raise OSError(_short(errors[0])) from errors[0]


def check_files(folder: Path, node: Node) -> None:
    """Wait until all files of an array that processes have written are there, by their names.

    Raises
    ------
    OSError
        If one does not come.
    """
    place = folder / str(node["array"])
    counts = [-(-n // chunk) for n, chunk in zip(node["shape"], node["chunks"], strict=True)]
    disk.check_names(place, ["zarr.json"] if counts else ["zarr.json", "c"])
    if counts and 0 not in counts:
        *outer, last = counts
        for at in itertools.product(*map(range, outer)):
            disk.check_names(place.joinpath("c", *map(str, at)), map(str, range(last)))


class Reader:
    """Reads parts of a stored array."""

    def __init__(self, folder: Path, node: Node, what: str) -> None:
        self._what, self._node, self._folder = what, node, folder / str(node["array"])
        ts = tensorstore()
        # the metadata in the file has no checksum, that of the structure has
        spec = _spec(folder, node) | {"fill_missing_data_reads": False}
        file = self._folder / "zarr.json"
        self._store = self._checked(lambda: ts.open(spec, open=True, read=True).result(), f"{file}")

    def _checked(self, read: Any, file: str = "") -> Any:
        try:
            return read()
        except ValueError as error:
            said = _short(error) if file in str(error) else f"{file}: {_short(error)}"
            raise self._damaged(said) from error

    def __getitem__(self, index: Any) -> np.ndarray:
        self._check_sizes(index)
        return self._checked(lambda: self._store[index].read().result())

    def _check_sizes(self, index: Sequence[slice]) -> None:
        """Raise the error of a file that is longer than its chunk; of others TensorStore tells."""
        ranges = []
        for part, size, chunk in zip(index, self._node["shape"], self._node["chunks"], strict=True):
            start, stop, _ = part.indices(size)
            ranges.append(range(start // chunk, -(-stop // chunk)))
        elements = math.prod(self._node["chunks"])
        bytes_ = elements * np.dtype(self._node["dtype"]).itemsize + _CHECKSUM
        for place in itertools.product(*ranges):
            file = self._folder.joinpath("c", *map(str, place))
            with contextlib.suppress(OSError):
                if (size := file.stat().st_size) > bytes_:
                    raise self._damaged(f"{file} has {size} bytes, not {bytes_}")

    def _damaged(self, what: str) -> CheckpointError:
        return CheckpointError(f"{self._what} is damaged: {what}{see('damaged-checkpoint')}")


def _short(error: Exception) -> str:
    """Return what an error of TensorStore says, without all that it knows of the array."""
    return str(error).partition(" [")[0]


def _spec(folder: Path, node: Node) -> dict[str, Any]:
    endian = {"name": "bytes", "configuration": {"endian": "little"}}
    return {
        "driver": "zarr3",
        "kvstore": {"driver": "file", "path": f"{folder / str(node['array'])}/"},
        "metadata": {
            "shape": node["shape"],
            "data_type": node["dtype"],
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": node["chunks"]}},
            "codecs": [endian, {"name": "crc32c"}],
        },
    }
