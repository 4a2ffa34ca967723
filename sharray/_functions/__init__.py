"""The functions of both namespaces: NumPy's and the standard's names, signatures and defaults.

`declare` makes a function from its declaration, `flavours` wraps its results, `namespace` puts all
of them under their names. It may import everything below it, arrays excepted: it knows them as
handles. The namespaces are made of it; methods and NumPy's protocols look functions up in it.
"""
