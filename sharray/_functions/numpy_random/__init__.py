"""NumPy's random numbers, bit for bit, drawn by NumPy shard after shard.

`generators` makes the classes of both namespaces, `draw` what one call gives, `ahead` uses several
threads. It may import what lies below `_functions`; the modules `random` of the namespaces name it.
"""
