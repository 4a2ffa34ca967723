"""How operations are called, what NumPy says, and how their results must lie.

A case is declared once, for a family of operations of one form; `test_ops` draws calls from it.
Operations without one get one from their declarations (`declared`); `test_coverage` proves that
none is missing.
"""

# the modules that declare cases
from op_cases import (  # isort: skip
    creation as creation,
    fourier as fourier,
    linear_algebra as linear_algebra,
    manipulation as manipulation,
    statistics as statistics,
    declared as declared,
)
from op_cases.case import CASES, Call, Operand, an_axis, array, axes_or_none, spec_of
from op_cases.creation import Plain
from op_cases.placing import place, scale

__all__ = [
    "CASES",
    "Call",
    "Operand",
    "Plain",
    "an_axis",
    "array",
    "axes_or_none",
    "place",
    "scale",
    "spec_of",
]
