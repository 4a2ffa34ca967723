"""``python -m sharray.inspect PATH``: what a checkpoint holds, without reading its arrays."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

from sharray._tools.report.text import size
from sharray._transforms.checkpoint.saving import read_manifest
from sharray._transforms.checkpoint.tree import CheckpointError, listed, show


def describe(path: str) -> str:
    """Return a line for each leaf of a checkpoint: its place, dtype and shape, or its value.

    Parameters
    ----------
    path
        Of the folder.

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
            text = f"{node['dtype']}{node['shape']}, {size(nbytes)}, in chunks of {node['chunks']}"
        else:
            text = repr(node.get("value", node.get("complex")))
        rows.append((show(place), text))
    width = max([len(place) for place, _ in rows], default=0)
    lines = [f"{place:{width}}  {text}" for place, text in rows]
    return "\n".join([*lines, f"{len(rows)} leaves, {size(total)} of arrays"])


def main() -> int:
    """Describe what the command line names; return the exit code."""
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(f"{__doc__}\nusage: python -m sharray.inspect PATH", file=sys.stderr)
        return 2
    try:
        print(describe(sys.argv[1]))
    except (OSError, CheckpointError) as error:
        print(f"sharray.inspect: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
