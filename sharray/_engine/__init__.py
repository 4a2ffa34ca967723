"""A small compiler: pending nodes become a graph, the graph a program, which an executor runs.

`evaluate` is the way in. `graph` captures, `rewrite` rewrites, `lowering` lowers, with blocks,
folds, shifts and kernels, `compiler` compiles and launches. It may import `_core`. `_record` calls
it when values are needed, and the transformations when they stage some.
"""
