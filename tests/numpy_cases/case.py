"""How a case is declared, and what is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from op_cases import Call, array

from sharray import strategies


@dataclass(frozen=True)
class NumPyCase:
    """One function of `sharray.numpy`.

    Attributes
    ----------
    draw
        Draws a call that NumPy accepts: ``draw(draw_fn, name)``.
    error
        Largest error, in units of the precision of the result and the scale of the values.
    may_replicate
        Whether a result may be replicated although an operand is not.
    lies_as
        The number of the array of a call that results lie as, where that is not the largest one.
    compare
        Replaces the comparison of values: ``compare(found, call)``, of NumPy arrays.
    """

    draw: Callable[..., Call]
    error: float = 0.0
    may_replicate: bool = False
    lies_as: int | None = None
    compare: Callable[..., None] | None = None


NUMPY_CASES: dict[str, NumPyCase] = {}

#: Lengths of at least one: functions of the order of elements have no answer for none.
SOME = [n for n in strategies.SIDES if n]


def case(*names: str, **fields: Any) -> Callable[..., Any]:
    """Declare the functions `names`, which are called as the decorated function draws."""

    def declare(draw: Callable[..., Call]) -> Callable[..., Call]:
        for name in names:
            assert name not in NUMPY_CASES, name
            NUMPY_CASES[name] = NumPyCase(draw, **fields)
        return draw

    return declare


def with_options(draw, **options):
    """Draw keyword arguments, leaving some out; None is for those that are not given."""
    drawn = {k: draw(v) for k, v in options.items()}
    return {k: v for k, v in drawn.items() if v is not None}


def one_axis(draw, ndim):
    """Draw an axis or None."""
    return draw(st.none() | st.integers(-ndim, ndim - 1)) if ndim else None


def some(draw, kinds="real", *, min_dims=0, max_dims=3, special=True):
    """Draw an array that has elements."""
    shape = draw(strategies.shapes(min_dims, max_dims, sides=SOME))
    return array(draw, kinds, shape, special=special)
