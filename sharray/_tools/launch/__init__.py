"""Running programs: ``python -m sharray program.py``.

`main` begins, `arguments` reads the command line, `imports` compiles programs with NumPy replaced,
`program` runs one, `processes` starts several, `output` shows what these print. It may import
everything; ``__main__`` calls it.
"""
