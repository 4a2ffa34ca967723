"""Files of arrays that one process is too small for: each process reads and writes its own shards.

``.npy``, raw elements, HDF5, Zarr, and columns of Parquet and Arrow. What is written takes the
place of what was there when all of it is written. `sharray.numpy` has NumPy's own `load` and
`save`, and `sharray.checkpoint` saves trees.
"""

from sharray._transforms.files.columns import read_arrow, read_parquet
from sharray._transforms.files.reading import read_hdf5, read_npy, read_raw, read_zarr
from sharray._transforms.files.writing import (
    write_arrow,
    write_hdf5,
    write_npy,
    write_parquet,
    write_raw,
    write_zarr,
)

__all__ = [
    "read_arrow",
    "read_hdf5",
    "read_npy",
    "read_parquet",
    "read_raw",
    "read_zarr",
    "write_arrow",
    "write_hdf5",
    "write_npy",
    "write_parquet",
    "write_raw",
    "write_zarr",
]


def __dir__() -> list[str]:
    return __all__
