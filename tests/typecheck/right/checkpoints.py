"""Trees on disk."""

import tempfile
from pathlib import Path
from typing import Any, assert_type

from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import checkpoint

tree: dict[str, Any] = {"w": xp.ones((13, 3)), "step": 3}
with tempfile.TemporaryDirectory() as name:
    folder = Path(name) / "first"
    checkpoint.save(folder, tree)
    loaded = checkpoint.load(folder)
    placed = checkpoint.load(str(folder), device=P("x"))
    alike = checkpoint.load(folder, like=tree)
    assert_type(alike, dict[str, Any])
    saving = checkpoint.save(Path(name) / "second", tree, async_=True)
    if saving is not None:
        saving.wait()
        assert_type(saving.done(), bool)
    try:
        checkpoint.load(folder, like={"w": xp.ones((2, 2)), "step": 0})
    except (checkpoint.CheckpointError, FileNotFoundError) as error:
        print(error)
