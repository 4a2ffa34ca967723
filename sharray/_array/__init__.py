"""The two classes of arrays: operators, methods, attributes, conversions and NumPy's protocols.

`sharded_array` is `sharray.ShardedArray`; `numpy_array` is that of `sharray.numpy`, whose results
are NumPy's where they are small. It may import everything below it. Users meet it; the
transformations make arrays of it.
"""
