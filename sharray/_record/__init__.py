"""Arrays as handles on memory, and what a statement records on it: operations, reads, writes.

`record` and `general` say dtype, sharding and whether to compute at once; `writes` and `views` keep
NumPy's aliases; `moves` changes placements, `homes` moves between host and devices, and
`host_operands` says what NumPy computes. It may import `_core` and `_engine`. Each operation calls
it once, and arrays for their elements.
"""
