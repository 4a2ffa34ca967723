"""A small compiler: pending nodes become a graph, the graph a program, which an executor runs.

`evaluate` is the way in: it captures, rewrites, lowers, compiles and launches, each in one module
of that name; `lowering` for devices is made of blocks, folds, shifts and kernels. It may import
`_core`. `_record` calls it when values are needed, and the transformations when they stage some.
"""
