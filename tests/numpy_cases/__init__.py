"""How functions of `sharray.numpy` that are no ufuncs are called.

A case is declared once, for a family of functions of one form; `test_numpy_functions` draws calls
from it and compares with NumPy.
"""

# the modules that declare cases
from numpy_cases import (  # isort: skip
    sorting as sorting,
    statistics as statistics,
    calculus as calculus,
    elementwise as elementwise,
    sets as sets,
    polynomials as polynomials,
)
from numpy_cases.case import NUMPY_CASES
from numpy_cases.sorting import DESCENDING

__all__ = ["DESCENDING", "NUMPY_CASES"]
