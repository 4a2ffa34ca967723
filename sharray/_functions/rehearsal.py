"""NumPy says what is wrong with the arguments of a ufunc: it gets a call without elements.

Where devices compute NumPy is given arrays of the same dtypes and numbers of dimensions, which take
it no time, and everything else as it is. So what it refuses is refused as it does. Shapes, which
these arrays do not have, and what is written to are for the caller to look at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sharray._functions.arguments import check_out
from sharray._record.handles import Handle


def call(ufunc: Any, ins: list[Any], out: Any, options: dict[str, Any]) -> None:
    """Raise what NumPy raises for such operands, `out` and options of a ufunc."""
    for o in out if isinstance(out, tuple) else (out,):
        if o is not ...:
            check_out(o, ufunc.__name__)  # NumPy's text speaks of ArrayType
    given = options if out is None else options | {"out": _without_arrays(out)}
    with np.errstate(all="ignore"):
        ufunc(*[_standing_in(x, 0) for x in ins], **given)


def method(of_ufunc: Any, x: Any, *args: Any, **options: Any) -> None:
    """Raise what NumPy raises for an array of such a dtype given to a method of a ufunc."""
    with np.errstate(all="ignore"):
        of_ufunc(_standing_in(x, 1), *args, **{k: _standing_in(v, 1) for k, v in options.items()})


def _standing_in(x: Any, length: int) -> Any:
    """Return an array of so long dimensions in the place of an array; a number as it is."""
    if isinstance(x, (Handle, np.ndarray, np.generic)):
        return np.ones((length,) * x.ndim, x.dtype)
    return x


def _without_arrays(out: Any) -> Any:
    if isinstance(out, tuple):
        return tuple([_without_arrays(o) for o in out])
    return None if isinstance(out, (Handle, np.ndarray)) else out
