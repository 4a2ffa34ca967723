"""Files of which each process reads its shards."""

import tempfile
from pathlib import Path
from typing import assert_type

import numpy as np
from jax.sharding import PartitionSpec as P

import sharray as xp
from sharray import io

x = xp.arange(26.0).reshape(13, 2)
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    io.write_npy(folder / "x.npy", x)
    assert_type(io.read_npy(folder / "x.npy", device=P("x")), xp.ShardedArray)
    io.write_raw(folder / "x.bin", x)
    assert_type(io.read_raw(folder / "x.bin", (13, 2), np.float64, order="C"), xp.ShardedArray)
    io.write_hdf5(folder / "x.h5", {"x": x})
    assert_type(io.read_hdf5(str(folder / "x.h5"), "x"), xp.ShardedArray)
    io.write_parquet(folder / "table.parquet", {"a": x[:, 0], "b": x[:, 1]})
    table = io.read_parquet(folder / "table.parquet", columns=["a"])
    assert_type(table, dict[str, xp.ShardedArray])
