"""NumPy's namespace on sharded arrays."""
