"""Files that many processes read and write together, each its own shards: `sharray.io`.

It may import what lies below `_transforms`, and the storage of checkpoints. `sharray.io` names its
functions. Files that one process reads and writes as NumPy does are in `_functions.files`.
"""
