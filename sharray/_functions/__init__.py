"""The functions of both namespaces: NumPy's and the standard's names, signatures and defaults.

`declare` makes a function from its declaration, `dispatch` says what a call does, `flavours` wraps
results, `namespace` puts all under their names. It may import everything below it, but not arrays,
which it knows as handles. Namespaces are made of it; methods and NumPy's protocols look it up.
"""
