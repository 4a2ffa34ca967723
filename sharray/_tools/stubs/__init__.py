"""Stub files for type checkers, written from the functions as they are at run time.

The namespaces are filled when they are imported, and methods are declared, not written, so that
checkers see neither. It may import all layers below `_tools`, and the namespaces. Who changes a
function calls ``python -m sharray._tools.stubs``, which writes the files again.
"""
