"""Random numbers drawn on the devices, each shard its own: `sharray.prng`.

`keys` splits JAX's keys by blocks, `samplers` declares each distribution, `generator` and `methods`
make the class of it. It may import what lies below `_functions`; the public module names it.
"""
