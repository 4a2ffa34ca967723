"""Functions of blocks: `shard_map`, and what its bodies may use.

`shard_map` makes the call, `arguments` checks it, `body` says what holds inside, `collectives` and
`halo` exchange. It may import what lies below `_transforms`; the public namespace names its
functions.
"""
