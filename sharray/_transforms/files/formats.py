"""What lies at a path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np


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


def zarr_store(path: Path, caller: str) -> dict[str, Any]:
    """Return what TensorStore is told to open an array of Zarr, of version 3 or 2."""
    is_old = (path / ".zarray").exists()
    if not is_old and not (path / "zarr.json").exists():
        raise FileNotFoundError(f"{caller}: there is no array of Zarr in {path}")
    kvstore = {"driver": "file", "path": f"{path}/"}
    return {"driver": "zarr" if is_old else "zarr3", "kvstore": kvstore}


def native(dtype: Any) -> np.dtype:
    """Return a dtype in the byte order of this machine."""
    return np.dtype(dtype).newbyteorder("=")
