"""Columns of tables, in Parquet and Arrow files: vectors, of which each process reads some rows."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sharray._core.layout import Index
from sharray._core.optional import optional
from sharray._transforms.files.reading import PathLike, existing, opened, read

if TYPE_CHECKING:
    from sharray._array.sharded_array import ShardedArray
    from sharray._core.annotations import Placement

_WHY = "columns of tables need pyarrow"
#: A part of a table: how many rows, and what reads columns of it.
Part = tuple[int, Callable[[list[str]], Any]]


def read_parquet(
    path: PathLike, columns: Sequence[str] | None = None, *, device: Placement | None = None
) -> dict[str, ShardedArray]:
    """Read columns of a Parquet file, or of a folder of them; each process the rows it needs.

    Parameters
    ----------
    path
        Of the file, or of a folder whose files follow one another by their names.
    columns
        Their names; by default all.
    device
        Placement, as of `read_npy`. Row groups are read whole.

    Returns
    -------
    dict
        A vector for each name.

    Raises
    ------
    FileNotFoundError
        If there is nothing.
    KeyError
        If a column is missing.
    TypeError
        If a column does not hold numbers.
    ValueError
        If values are missing in a column.
    ImportError
        If pyarrow is not installed.
    """
    parquet = optional("pyarrow.parquet", _WHY)

    def part(file: Any, i: int) -> Part:
        rows = file.metadata.row_group(i).num_rows
        return rows, lambda names: file.read_row_group(i, names)

    def open_() -> tuple[Any, list[Part]]:
        files = [parquet.ParquetFile(file) for file in _files(path, ".parquet")]
        parts = [part(file, i) for file in files for i in range(file.num_row_groups)]
        return files[0].schema_arrow, parts

    return _read(path, open_, columns, device)


def read_arrow(
    path: PathLike, columns: Sequence[str] | None = None, *, device: Placement | None = None
) -> dict[str, ShardedArray]:
    """Read columns of an Arrow file (Feather), or of a folder of them; each process what it needs.

    Parameters
    ----------
    path
        Of the file, or of a folder whose files ``*.arrow`` follow one another by their names.
    columns
        Their names; by default all.
    device
        Placement, as of `read_npy`. Record batches are read whole.

    Returns
    -------
    dict
        A vector for each name.

    Raises
    ------
    FileNotFoundError
        If there is nothing.
    KeyError
        If a column is missing.
    TypeError
        If a column does not hold numbers.
    ValueError
        If values are missing in a column.
    ImportError
        If pyarrow is not installed.
    """
    arrow, ipc = optional("pyarrow", _WHY), optional("pyarrow.ipc", _WHY)

    def part(file: Any, i: int) -> Part:
        batch = file.get_batch(i)
        return batch.num_rows, batch.select

    def open_() -> tuple[Any, list[Part]]:
        files = [ipc.open_file(arrow.memory_map(str(file))) for file in _files(path, ".arrow")]
        parts = [part(file, i) for file in files for i in range(file.num_record_batches)]
        return files[0].schema, parts

    return _read(path, open_, columns, device)


def _files(path: PathLike, suffix: str) -> list[Path]:
    place = existing(path)
    files = sorted(place.glob(f"*{suffix}")) if place.is_dir() else [place]
    if not files:
        raise FileNotFoundError(f"{os.fspath(path)} has no files *{suffix}")
    return files


def _read(
    path: PathLike,
    open_: Callable[[], tuple[Any, list[Part]]],
    columns: Sequence[str] | None,
    device: Any,
) -> dict[str, Any]:
    def described() -> tuple[tuple[list[Part], dict[str, np.dtype]], str]:
        schema, parts = open_()
        names = schema.names if columns is None else list(columns)
        for name in names:
            if name not in schema.names:
                raise KeyError(f"{os.fspath(path)} has no column {name!r}; it has {schema.names}")
        dtypes = {name: _dtype(path, name, schema.field(name).type) for name in names}
        texts = [f"{name} {dtype}" for name, dtype in dtypes.items()]
        return (parts, dtypes), f"{sum(rows for rows, _ in parts)} rows of {', '.join(texts)}"

    parts, dtypes = opened(path, device, described)
    ends = np.cumsum([0, *[rows for rows, _ in parts]])

    def reader(name: str) -> Callable[[Index], np.ndarray]:
        def piece(index: Index) -> np.ndarray:
            first, last = index[0].start, index[0].stop
            there = [k for k in range(len(parts)) if ends[k] < last and ends[k + 1] > first]
            if not there:
                return np.empty(0, dtypes[name])
            rows = np.concatenate([_numbers(parts[k][1]([name]).column(0), name) for k in there])
            return rows[first - ends[there[0]] : last - ends[there[0]]]

        return piece

    def _numbers(column: Any, name: str) -> np.ndarray:
        if column.null_count:
            raise ValueError(
                f"{os.fspath(path)}: {column.null_count} values are missing in column {name!r}"
            )
        return column.to_numpy() if hasattr(column, "chunks") else column.to_numpy(False)

    size = (int(ends[-1]),)
    return {name: read(size, dtype, reader(name), device) for name, dtype in dtypes.items()}


def _dtype(path: PathLike, name: str, type_: Any) -> np.dtype:
    try:
        dtype = np.dtype(type_.to_pandas_dtype())
    except NotImplementedError:
        dtype = np.dtype(object)
    if dtype.kind not in "biufc":
        raise TypeError(f"{os.fspath(path)}: column {name!r} holds {type_}, not numbers")
    return dtype


def write_table(
    path: Path, names: list[str], groups: Iterable[Sequence[np.ndarray]], is_parquet: bool
) -> None:
    """Write a table, whose groups of rows have an array for each column, in Parquet or Arrow."""
    arrow = optional("pyarrow", _WHY)
    batches = (arrow.record_batch(list(map(arrow.array, group)), names=names) for group in groups)
    first = next(batches)
    if is_parquet:
        opened = optional("pyarrow.parquet", _WHY).ParquetWriter(path, first.schema)
    else:
        opened = optional("pyarrow.ipc", _WHY).new_file(str(path), first.schema)
    with opened as writer:
        for batch in itertools.chain([first], batches):
            writer.write_batch(batch)
