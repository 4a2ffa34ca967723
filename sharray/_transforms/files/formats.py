"""Libraries of file formats, which are optional."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

import numpy as np

#: module -> the package that has it
_PACKAGES = {
    "h5py": "h5py",
    "pyarrow": "pyarrow",
    "pyarrow.ipc": "pyarrow",
    "pyarrow.parquet": "pyarrow",
}


def library(name: str, caller: str) -> Any:
    """Return an optional module.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{caller} needs {name}: pip install {_PACKAGES[name]}") from error


def existing(path: str | os.PathLike[str]) -> Path:
    """Return a path where something is.

    Raises
    ------
    FileNotFoundError
        If nothing is there.
    """
    found = Path(path)
    if not found.exists():
        raise FileNotFoundError(2, "No such file or directory", str(path))
    return found


def zarr_store(path: Path, caller: str, node: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what TensorStore is told to open an array of Zarr, of version 3 or 2."""
    is_old = node is None and (path / ".zarray").exists()
    if node is None and not is_old and not (path / "zarr.json").exists():
        raise FileNotFoundError(f"{caller}: there is no array of Zarr in {path}")
    kvstore = {"driver": "file", "path": f"{path}/"}
    return {"driver": "zarr" if is_old else "zarr3", "kvstore": kvstore}


def native(dtype: Any) -> np.dtype:
    """Return a dtype in the byte order of this machine."""
    return np.dtype(dtype).newbyteorder("=")
