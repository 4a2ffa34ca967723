"""The docstrings of functions and methods that nobody wrote by hand, made of declarations.

What they take and return, and what happens to dtypes and shardings, follows from a declaration and
from the folder `fields`; the pages of the reference say the same. It may import all layers below
`_tools`, and the namespaces. Who changes a function calls ``python -m sharray._tools.docstrings``,
which writes the file that `_functions.docstrings` reads again.
"""
