"""Writing files together: each process its own shards (`atomic` puts them in their place)."""

from __future__ import annotations

import io
import operator
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy

from sharray._core.optional import optional
from sharray._engine import rendezvous
from sharray._ops.addressable import block_of, host_of
from sharray._ops.creation import asarray
from sharray._record import moves
from sharray._transforms.checkpoint import storage
from sharray._transforms.files.atomic import together
from sharray._transforms.files.columns import write_table
from sharray._transforms.files.reading import PathLike


def write_npy(path: PathLike, x: Any) -> None:
    """Write a ``.npy`` file, of which each process writes its shards.

    What was there stays until all is written.

    Parameters
    ----------
    path
        Of the file, which all processes see.
    x
        The array.

    Raises
    ------
    OSError
        If it cannot be written, by whichever process.

    References
    ----------
    NumPy: numpy.lib.format.
    """
    x = asarray(x)
    header = io.BytesIO()
    about = {"descr": npy.dtype_to_descr(x.dtype), "fortran_order": False, "shape": x.shape}
    npy.write_array_header_1_0(header, about)
    begin = header.getvalue()
    _write_raw(path, x, lambda file: file.write(begin), len(begin))


def write_raw(path: PathLike, x: Any, *, offset: int = 0) -> None:
    """Write the elements of an array in C order and nothing else; each process writes its shards.

    What was there stays until all is written, and is replaced then, as a link is, too.

    Parameters
    ----------
    path
        Of the file, which all processes see.
    x
        The array; its elements have the byte order of this machine, whatever NumPy's had.
    offset
        Where it begins, in bytes. Those before it are kept of a file that is there, and are zeros
        where it has none; those behind the array are not kept.

    Raises
    ------
    ValueError
        If the offset is negative.
    OSError
        If it cannot be written, by whichever process.
    """
    offset = operator.index(offset)
    if offset < 0:
        raise ValueError(f"write_raw: an offset is a number of bytes, not {offset}")

    def keep(file: Any) -> None:
        if offset and Path(path).exists():
            with Path(path).open("rb") as old:
                while piece := old.read(min(_PIECE, offset - file.tell())):
                    file.write(piece)
        file.truncate(offset)

    _write_raw(path, asarray(x), keep, offset)


#: Bytes that are copied at once.
_PIECE = 1 << 20


def _write_raw(path: PathLike, x: Any, begin: Callable[[Any], object], offset: int) -> None:
    """Write a file whose `offset` bytes before the elements `begin` writes."""
    with together(path, x) as output:

        def create() -> None:
            with output.part.open("wb") as file:
                begin(file)
                file.flush()
                # a full disk is an error here, and none of the memory that is mapped
                if x.nbytes:
                    os.posix_fallocate(file.fileno(), offset, x.nbytes)

        def write() -> None:
            if output.part.stat().st_size != offset + x.nbytes:
                raise OSError(f"the processes write at other offsets: {offset} is one of them")
            mapped = np.memmap(output.part, x.dtype, "r+", offset, x.shape or (1,))
            elements = mapped.reshape(x.shape)
            for index, piece in output.pieces[0]:
                elements[index] = piece
            mapped.flush()

        output.begin(create)
        if x.size:
            output.step(write)


def write_hdf5(path: PathLike, arrays: Mapping[str, Any]) -> None:
    """Write an HDF5 file, which takes the place of an old one; processes write one after the other.

    Parameters
    ----------
    path
        Of the file, which all processes see.
    arrays
        The arrays, by the names of their datasets ("run/temperature").

    Raises
    ------
    OSError
        If it cannot be written, by whichever process.
    ImportError
        If h5py is not installed.
    """
    h5py = optional("h5py", "write_hdf5 needs h5py")
    arrays = {name: asarray(x) for name, x in arrays.items()}
    with together(path, *arrays.values()) as output:

        def create() -> None:
            with h5py.File(output.part, "w") as file:
                for name, x in arrays.items():
                    file.create_dataset(name, x.shape, x.dtype)

        def write() -> None:
            with h5py.File(output.part, "r+") as file:
                for name, pieces in zip(arrays, output.pieces, strict=True):
                    for index, piece in pieces:
                        file[name][index] = piece

        output.begin(create)
        for index in range(rendezvous.count()):
            output.step(write, only=index)


def write_zarr(path: PathLike, x: Any) -> None:
    """Write an array of Zarr (version 3) whose chunks are the shards, or parts of them.

    Parameters
    ----------
    path
        Of its folder, which all processes see. What was there, an array of Zarr, stays until all is
        written.
    x
        The array.

    Raises
    ------
    FileExistsError
        If the folder has something else in it.
    OSError
        If it cannot be written, by whichever process.
    ImportError
        If TensorStore is not installed.
    """
    storage.tensorstore("write_zarr needs")
    x = asarray(x)
    chunks = list(storage.chunk_of(block_of(x), x.shape, x.dtype.itemsize))
    with together(path, x, folder_of="[cz.]*") as output:
        node = {
            "array": output.part.name,
            "shape": list(x.shape),
            "dtype": x.dtype.name,
            "chunks": chunks,
        }

        def write() -> None:
            storage.finish(storage.write(output.part.parent, node, output.pieces[0]))

        output.begin(lambda: output.part.mkdir(parents=True))
        output.step(write)
        output.step(lambda: storage.check_files(output.part.parent, node), only=0)


def write_parquet(path: PathLike, columns: Mapping[str, Any]) -> None:
    """Write vectors of one length as the columns of a table in Parquet.

    One process writes a file, with a group of rows for each shard. Several write a folder, of a
    file for each shard, which `read_parquet`, pandas and others take for one table.

    Parameters
    ----------
    path
        Of the file or folder, which all processes see. What was there stays until all is written.
    columns
        The vectors, by their names.

    Raises
    ------
    ValueError
        If they are not vectors of one length.
    FileExistsError
        If a folder has something else in it.
    OSError
        If it cannot be written, by whichever process.
    ImportError
        If pyarrow is not installed.
    """
    _write_table(path, columns, ".parquet")


def write_arrow(path: PathLike, columns: Mapping[str, Any]) -> None:
    """Write vectors of one length as the columns of a table of Arrow, as `write_parquet` does.

    Parameters
    ----------
    path
        Of the file or folder, which all processes see. What was there stays until all is written.
    columns
        The vectors, by their names.
    """
    _write_table(path, columns, ".arrow")


def _write_table(path: PathLike, columns: Mapping[str, Any], suffix: str) -> None:
    arrays = {name: asarray(x) for name, x in columns.items()}
    names, is_parquet = list(arrays), suffix == ".parquet"
    shapes = {x.shape for x in arrays.values()}
    if len(shapes) != 1 or len(min(shapes)) != 1:
        shapes = {name: x.shape for name, x in arrays.items()}
        raise ValueError(f"columns are vectors of one length, got {shapes}")
    is_file = rendezvous.count() == 1 or shapes == {(0,)}
    first = next((x for x in arrays.values() if host_of(x) is None), None)
    if first is not None:
        arrays = {name: moves.to_layout(x, first.sharding) for name, x in arrays.items()}
    with together(path, *arrays.values(), folder_of=f"part-*{suffix}") as output:
        # group by group, in the order of the rows
        groups = sorted(zip(*output.pieces, strict=True), key=lambda group: group[0][0][0].start)
        files = [f"part-{group[0][0][0].start:015}{suffix}" for group in groups]
        tables = [[piece for _, piece in group] for group in groups]

        def write() -> None:
            for name, columns in zip(files, tables, strict=True):
                write_table(output.part / name, names, [columns], is_parquet)

        def write_all() -> None:
            nothing = [np.empty(0, x.dtype) for x in arrays.values()]
            write_table(output.part, names, tables or [nothing], is_parquet)

        if is_file:
            output.begin(write_all)
        else:
            output.begin(output.part.mkdir)
            output.step(write)
            output.check(files)
