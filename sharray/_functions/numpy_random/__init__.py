"""NumPy's random numbers, bit for bit, drawn by NumPy shard after shard."""
