"""What a checkpoint holds, as text."""

from __future__ import annotations

import math
import os
from pathlib import Path

import numpy as np

from sharray._core.byte_counts import show_bytes
from sharray._transforms.checkpoint.saving import read_manifest
from sharray._transforms.checkpoint.tree import listed, show


def describe(path: str | os.PathLike[str]) -> str:
    """Return what a checkpoint holds, without reading its arrays.

    Parameters
    ----------
    path
        Of the folder.

    Returns
    -------
    str
        A line for each leaf: its place in the tree, and its dtype, shape and chunks, or its value.

    Raises
    ------
    FileNotFoundError
        If there is no checkpoint.
    CheckpointError
        If what it says of itself is damaged.
    """
    rows, total = [], 0
    for place, node in listed(read_manifest(Path(path).absolute())["tree"]):
        if "array" in node:
            nbytes = math.prod(node["shape"]) * np.dtype(node["dtype"]).itemsize
            total += nbytes
            kind = f"{node['dtype']}{node['shape']}"
            text = f"{kind}, {show_bytes(nbytes, 4)}, in chunks of {node['chunks']}"
        else:
            text = repr(node.get("value", node.get("complex")))
        rows.append((show(place), text))
    width = max([len(place) for place, _ in rows], default=0)
    lines = [f"{place:{width}}  {text}" for place, text in rows]
    return "\n".join([*lines, f"{len(rows)} leaves, {show_bytes(total, 4)} of arrays"])
