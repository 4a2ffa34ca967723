"""NumPy's own tests, as they are installed with it, run on sharray.

May import the package and what lies beside it in `conformance`. ``python -m conformance --numpy``
calls it. `rules` says which tests concern numeric arrays, `plugin` runs one file, `runner` all.
"""
