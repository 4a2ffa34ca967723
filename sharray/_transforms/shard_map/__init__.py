"""Functions of blocks: `shard_map`, and what its bodies may use."""
