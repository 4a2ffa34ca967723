"""Which dimensions a generalized ufunc works on: ``axes``, ``axis`` and ``keepdims``."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.exceptions import AxisError
from numpy.lib.array_utils import normalize_axis_tuple

from sharray._ops import manipulation as mp


class Core:
    """The core dimensions of a generalized ufunc, of each operand and then of the result.

    Parameters
    ----------
    numpy_ufunc
        NumPy's, whose signature names them; one marked "?" may be missing.
    """

    def __init__(self, numpy_ufunc: np.ufunc) -> None:
        self.name = numpy_ufunc.__name__
        self.signature = numpy_ufunc.signature or ""
        terms = [t.strip("()") for t in self.signature.replace("->", ",(").split(",(")]
        self.terms = [[d for d in t.strip("()").split(",") if d] for t in terms]

    def check(self, ins: list[Any]) -> None:
        """Raise ValueError if an operand has fewer than its core dimensions."""
        for k, (x, term) in enumerate(zip(ins, self.terms, strict=False)):
            least = sum(not d.endswith("?") for d in term)
            if np.ndim(x) < least:
                raise ValueError(
                    f"{self.name}: operand {k} of shape {np.shape(x)} has fewer dimensions than "
                    f"the {least} that the signature {self.signature} asks for"
                )

    def turned(
        self, ins: list[Any], axes: Any = None, axis: Any = None, keepdims: bool = False
    ) -> tuple[list[Any], Any]:
        """Return operands with their core dimensions last, and what places the result's.

        NumPy has been asked whether it knows such options.
        """
        if axis is not None:
            axes = [(operator.index(axis),)] * len(ins) + [(axis,) if keepdims else ()]
        if axes is None:
            axes = [None] * len(self.terms)
        axes = list(axes)
        if len(axes) == len(ins) and not self.terms[-1]:
            axes.append(axes[0] if keepdims else ())
        if len(axes) != len(self.terms):
            raise ValueError(f"{self.name}: axes has {len(axes)} entries for {len(self.terms)}")
        missing: set[str] = set()
        value = []
        for x, term, where in zip(ins, self.terms, axes, strict=False):
            required = term
            if np.ndim(x) < len(term):
                required = [d for d in term if not d.endswith("?")]
                missing |= set(term) - set(required)
            value.append(x if where is None else self._moved(x, required, where, True))
        last = ["1"] if keepdims else [d for d in self.terms[-1] if d not in missing]

        def placed(result: Any) -> Any:
            if keepdims:
                result = mp.expand_dims(result, -1)
            return result if axes[-1] is None else self._moved(result, last, axes[-1], False)

        return value, placed

    def _moved(self, x: Any, term: list[str], where: Any, to_end: bool) -> Any:
        core_axes: Any = (where,) if np.ndim(where) == 0 else tuple(where)
        if len(core_axes) != len(term):
            raise AxisError(
                f"{self.name}: an operand has {len(term)} core dimensions, axes= gives "
                f"{len(core_axes)}"
            )
        normalize_axis_tuple(core_axes, x.ndim)
        end = tuple(range(-len(term), 0))
        if core_axes == end:
            return x
        return mp.moveaxis(x, core_axes, end) if to_end else mp.moveaxis(x, end, core_axes)
