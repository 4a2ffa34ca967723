"""The op table: every operation with its dtype rule, sharding rule and lowering.

A file holds a family. Beside the table lie the few algorithms that need more than one operation:
sorting across shards, solving by blocks, reading and writing at indices. It may import `_core`,
`_engine` and `_record`. The functions of the namespaces and the operators call it.
"""
