"""Reading arrays by shards: each process reads what its own devices hold."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from sharray._core import policy
from sharray._core.layout import Index
from sharray._core.lazy import jax
from sharray._core.meshes import get_mesh
from sharray._core.optional import optional
from sharray._engine import rendezvous
from sharray._engine.rendezvous import Rendezvous
from sharray._functions.flavours import ARRAY_API
from sharray._functions.npy import read_header
from sharray._ops.assembly import from_callback
from sharray._ops.creation import as_shape, asarray
from sharray._record.handles import retype
from sharray._transforms.checkpoint.storage import tensorstore

if TYPE_CHECKING:
    from sharray._array.sharded_array import ShardedArray
    from sharray._core.annotations import Placement

_T = TypeVar("_T")
PathLike = str | os.PathLike[str]


def existing(path: PathLike) -> Path:
    """Return a path where something is.

    Raises
    ------
    FileNotFoundError
        If nothing is there.
    """
    file = Path(path)
    if not file.exists():
        raise FileNotFoundError(2, "No such file or directory", str(path))
    return file


def opened(path: PathLike, device: Any, open_: Callable[[], tuple[_T, str]]) -> _T:
    """Open a file in all processes that are to have parts of what is read.

    Parameters
    ----------
    path
        Of the file.
    device
        Placement of what is read.
    open_
        Opens it, and returns what reads it and what it says of itself, for errors.

    Raises
    ------
    Exception
        If one of the processes cannot open it: in all of them, of the same type.
    ValueError
        If they find files that say something else of themselves.
    """
    if _is_own(device):
        return open_()[0]
    meeting = Rendezvous("opening a file")  # hosts may have copies, in other places
    found, about = meeting.take(open_)
    told = meeting.tell(about)
    for index, other in enumerate(told):
        if other != told[0]:
            raise ValueError(
                f"the processes find different files at {os.fspath(path)}: process 0 {told[0]}, "
                f"process {index} {other}"
            )
    return found


def _is_own(device: Any) -> bool:
    """Whether only this process is to have what is read."""
    if rendezvous.count() == 1:
        return True
    if isinstance(device, jax.sharding.Sharding):
        devices: Iterable[Any] = device.device_set
    elif isinstance(device, jax.Device):
        devices = [device]
    else:
        devices = (device if isinstance(device, jax.sharding.Mesh) else get_mesh()).devices.flat
    return all([one.process_index == jax.process_index() for one in devices])


def _each(step: Callable[[], _T]) -> _T:
    """Return what all processes read, each for itself."""
    return step() if _is_own(None) else Rendezvous("reading a file").take(step)


def _about(shape: Sequence[int], dtype: Any) -> str:
    return f"{np.dtype(dtype)}{list(shape)}"


def read(shape: tuple[int, ...], dtype: Any, piece: Callable[[Index], Any], device: Any) -> Any:
    """Return an array whose elements at a tuple of slices `piece` gives.

    A small one is read whole, by each process.
    """
    native = np.dtype(dtype).newbyteorder("=")
    if device is None and policy.stays(math.prod(shape)):
        whole = _each(lambda: piece(tuple([slice(0, n) for n in shape])))
        array = asarray(np.array(whole, native).reshape(shape))
    else:
        array = from_callback(shape, piece, native, device=device)
    retype(array, ARRAY_API.array)
    return array


def read_npy(path: PathLike, *, device: Placement | None = None) -> ShardedArray:
    """Read a ``.npy`` file, of which each process reads what its shards hold.

    Parameters
    ----------
    path
        Of the file.
    device
        Placement: a mesh, a NamedSharding, a PartitionSpec or a device; by default as new arrays
        are placed.

    Returns
    -------
    ShardedArray

    Raises
    ------
    FileNotFoundError
        If there is none.
    ValueError
        If the file is damaged or truncated, or holds Python objects.

    References
    ----------
    NumPy: numpy.lib.format.
    """

    def open_() -> tuple[Any, str]:
        with existing(path).open("rb") as file:
            header = read_header(file, os.fspath(path), 10_000)
            start = file.tell()
        if header is None or header.dtype.hasobject:
            raise ValueError(f"{os.fspath(path)} does not hold numbers: numpy.load reads it")
        return (header, start), _about(header.shape, header.dtype)

    header, start = opened(path, device, open_)
    order = "F" if header.fortran else "C"
    return read_raw(path, header.shape, header.dtype, offset=start, order=order, device=device)


def read_raw(
    path: PathLike,
    shape: int | Sequence[int],
    dtype: Any,
    *,
    offset: int = 0,
    order: Literal["C", "F"] = "C",
    device: Placement | None = None,
) -> ShardedArray:
    """Read an array from a file that holds its elements and nothing else says how.

    Parameters
    ----------
    path
        Of the file.
    shape, dtype
        Of the array; the dtype may name the byte order (">f8").
    offset
        Where it begins, in bytes.
    order
        "C" or "F": which index changes last.
    device
        Placement, as of `read_npy`.

    Returns
    -------
    ShardedArray

    Raises
    ------
    FileNotFoundError
        If there is no file.
    ValueError
        If it has fewer bytes.
    """
    sizes, dtype = as_shape(shape), np.dtype(dtype)
    nbytes = math.prod(sizes) * dtype.itemsize

    def open_() -> tuple[np.ndarray, str]:
        there = existing(path).stat().st_size
        if offset < 0 or there - offset < nbytes:
            raise ValueError(
                f"{os.fspath(path)} is truncated: {dtype}{list(sizes)} takes {nbytes} bytes from "
                f"byte {offset} on, and the file has {there}"
            )
        if order not in ("C", "F"):
            raise ValueError(f"order is 'C' or 'F', not {order!r}")
        if not nbytes:
            return np.zeros(sizes, dtype), _about(sizes, dtype)
        mapped = np.memmap(path, dtype, "r", offset, sizes or (1,), order)  # type: ignore[call-overload]
        return mapped.reshape(sizes), _about(sizes, dtype)

    return read(sizes, dtype, opened(path, device, open_).__getitem__, device)


def read_hdf5(path: PathLike, name: str, *, device: Placement | None = None) -> ShardedArray:
    """Read a dataset of an HDF5 file, of which each process reads what its shards hold.

    Parameters
    ----------
    path
        Of the file.
    name
        Of the dataset, with the groups that it is in: "run/temperature".
    device
        Placement, as of `read_npy`.

    Returns
    -------
    ShardedArray

    Raises
    ------
    FileNotFoundError
        If there is no file.
    KeyError
        If it has no such dataset.
    ImportError
        If h5py is not installed.
    """
    h5py = optional("h5py", "read_hdf5 needs h5py")

    def open_() -> tuple[Any, str]:
        file = stack.enter_context(h5py.File(existing(path), "r"))
        dataset = file.get(name)
        if not isinstance(dataset, h5py.Dataset):
            names: list[str] = []
            file.visititems(lambda n, v: names.append(n) if isinstance(v, h5py.Dataset) else None)
            raise KeyError(f"{os.fspath(path)} has no dataset {name!r}; it has {names}")
        return dataset, _about(dataset.shape, dataset.dtype)

    with contextlib.ExitStack() as stack:
        dataset = opened(path, device, open_)
        return read(dataset.shape, dataset.dtype, dataset.__getitem__, device)


def read_zarr(path: PathLike, *, device: Placement | None = None) -> ShardedArray:
    """Read an array of Zarr (version 3, or 2), of which each process reads what its shards hold.

    Parameters
    ----------
    path
        Of the folder of the array.
    device
        Placement, as of `read_npy`.

    Returns
    -------
    ShardedArray

    Raises
    ------
    FileNotFoundError
        If there is no such array.
    OSError
        If it is damaged.
    ImportError
        If TensorStore is not installed.
    """
    ts = tensorstore("read_zarr needs")

    def checked(step: Callable[[], Any]) -> Any:
        try:
            return step()
        except ValueError as error:
            raise OSError(f"{os.fspath(path)} is damaged: {error}") from error

    def open_() -> tuple[Any, str]:
        folder = existing(path)
        is_old = (folder / ".zarray").exists()  # of version 2
        if not is_old and not (folder / "zarr.json").exists():
            raise FileNotFoundError(f"read_zarr: there is no array of Zarr in {folder}")
        kvstore = {"driver": "file", "path": f"{folder}/"}
        spec = {"driver": "zarr" if is_old else "zarr3", "kvstore": kvstore}
        store = checked(lambda: ts.open(spec, read=True).result())
        return store, _about(store.shape, store.dtype.numpy_dtype)

    store = opened(path, device, open_)
    dtype = store.dtype.numpy_dtype
    return read(
        tuple(store.shape), dtype, lambda index: checked(store[index].read().result), device
    )
