"""Stub files for type checkers, written from the functions as they are at run time.

The namespaces are filled when they are imported, and methods are declared, not written, so that
checkers see neither. ``python -m sharray._tools.stubs`` writes the files again.
"""
