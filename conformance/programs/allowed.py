"""Differences that no program can rely on not to be there, with the reasoning."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """How a program differs from NumPy.

    Attributes
    ----------
    index
        Of the statement after which it was seen.
    statement
        Its source text.
    kind
        What differs: ``error``, ``names``, ``kind``, ``dtype``, ``shape``, ``value``,
        ``sharing``, ``writeable``.
    text
        What differs from what.
    warnings
        What NumPy warned of in the program's statements since values were compared last.
    """

    index: int
    statement: str
    kind: str
    text: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Allowed:
    """Differences of one kind that are none of the library's.

    Attributes
    ----------
    reason
        Why they are allowed.
    kinds
        Kinds of differences.
    statement, text, warning
        Regular expressions found in the statement, in what differs, and in a warning of NumPy.
    exact
        Whether they may be there when NumPy computes everything, too.
    """

    reason: str
    kinds: tuple[str, ...]
    statement: str = ""
    text: str = ""
    warning: str | None = None
    exact: bool = False

    def matches(self, found: Difference) -> bool:
        """Whether it describes a difference."""
        warned = self.warning is None or any(re.search(self.warning, w) for w in found.warnings)
        return (
            found.kind in self.kinds
            and warned
            and re.search(self.statement, found.statement) is not None
            and re.search(self.text, found.text) is not None
        )


ALLOWED: tuple[Allowed, ...] = (
    Allowed(
        "NumPy's casts of infinities, NaNs and numbers out of range to integers are the "
        "processor's: they differ from machine to machine",
        kinds=("value",),
        warning="invalid value encountered in cast",
    ),
    Allowed(
        "where NumPy repeats elements it warns whoever writes to the result, and says that it "
        "will be read-only; here it is",
        kinds=("writeable",),
        statement="broadcast_arrays",
        exact=True,
    ),
    Allowed(
        "a Python int that does not fit is an OverflowError for `where`, too, as for operators; "
        "NumPy's cuts it to the dtype",
        kinds=("error",),
        statement=r"where|select|choose",
        text="raises OverflowError.*NumPy nothing",
    ),
    Allowed(
        "arrays on devices have no order of elements in memory: where NumPy's result keeps that of "
        "a transposed operand, a view of one is a copy of the other",
        kinds=("sharing",),
        statement="ravel|reshape",
    ),
    Allowed(
        "the same, where a flat copy follows the order of the elements in NumPy's memory",
        kinds=("value",),
        statement=r"ravel\(\)\[|order='[AK]'",
    ),
    Allowed(
        "a large array that NumPy has made goes to the devices when a function is given it, and "
        "the result is a view of what is there",
        kinds=("sharing",),
        statement=r"matrix_transpose|np\.diag\(|broadcast_arrays",
    ),
    Allowed(
        "the standard leaves the order of `unique_values` open; here it is ascending",
        kinds=("value",),
        statement="unique_values",
    ),
    Allowed(
        "of two errors the other one is told",
        kinds=("error",),
        statement=r"np\.take\(.*out=",
        text="raises IndexError.*NumPy ValueError",
    ),
    Allowed(
        "of two errors the other one is told",
        kinds=("error",),
        statement=r"diagonal\(.*None",
        text="raises ValueError.*NumPy TypeError",
    ),
    Allowed(
        "which parts of a product of complex numbers are NaN where one is infinite follows from "
        "the order of the multiplications",
        kinds=("value",),
        statement="prod",
        text=r"is \(.*nan.*j\), NumPy's \(.*inf",
    ),
    Allowed(
        "whether a factorization of NaNs fails is for the LAPACK at hand to say",
        kinds=("error",),
        statement="cholesky",
        text="LinAlgError",
    ),
    Allowed(
        "an infinity that is written to integers is an error, as in `x[...] = inf`; where NumPy "
        "casts it, what that gives is the processor's",
        kinds=("error",),
        text="raises OverflowError.'cannot convert float infinity to integer'.*NumPy nothing",
    ),
    Allowed(
        "negative exponents in an array on devices are known too late for an error",
        kinds=("error",),
        text="raises nothing, NumPy ValueError.'Integers to negative integer powers",
    ),
)


def reason_for(found: Difference, exact: bool) -> str | None:
    """Return why a difference is allowed, if it is."""
    for allowed in ALLOWED:
        if (allowed.exact or not exact) and allowed.matches(found):
            return allowed.reason
    return None
