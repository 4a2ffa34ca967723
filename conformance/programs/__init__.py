"""Random NumPy programs, run on NumPy and on `sharray.numpy` statement by statement."""
