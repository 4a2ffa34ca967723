"""The own tests of NumPy and SciPy, as they are installed with them, run on sharray.

May import the package and what lies beside it in `conformance`; ``python -m conformance --numpy``
and ``--scipy`` call it. `numpys` and `scipys` say which tests there are and which concern sharray,
`plugin` runs one file, `runner` all, `page` writes what became of them.
"""
