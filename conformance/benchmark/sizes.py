"""How large the arrays are, and how long is measured."""

from __future__ import annotations

import math
from dataclasses import dataclass

from conformance.environment import ROOT

#: Where the example programs are.
FOLDER = ROOT / "docs" / "examples"


@dataclass(frozen=True)
class Sizes:
    """Sizes of one run.

    Attributes
    ----------
    elements
        Of an array in most rows.
    options
        Of the arrays of Black-Scholes.
    grid
        Rows, and columns, of the stencil's array.
    workload
        Elements of an array of the everyday statements.
    matrix
        Rows, and columns, of a matrix that is decomposed.
    budget
        Seconds to spend on a comparison that takes less.
    """

    elements: int = 1_000_000
    options: int = 4_000_000
    grid: int = 3000
    workload: int = 4_000_000
    matrix: int = 256
    budget: float = 1.0

    @property
    def side(self) -> int:
        """Rows, and columns, of a matrix of about `elements`."""
        return math.isqrt(self.elements)


FULL = Sizes()
#: Above the threshold below which arrays stay on the host: the devices do it, if little of it.
QUICK = Sizes(elements=20_000, options=40_000, grid=240, workload=40_000, matrix=130, budget=0.05)
