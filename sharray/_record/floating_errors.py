"""Floating-point errors: where `errstate` and `seterr` ask to be told of them.

NumPy warns of them by default. To know of them, the devices have to look at every result, and the
program to wait for it, so that is done where the program has asked for more than a warning.
"""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable, Sequence
from contextvars import ContextVar, Token
from pathlib import Path
from typing import Any

import numpy as np

from sharray._core import user_line
from sharray._core.node import TRACED, Expr
from sharray._record import handles

#: Whether an error is to be more than a warning.
asked: ContextVar[bool] = ContextVar("asked", default=False)
_HERE = Path(__file__).parent.parent
#: Through these modules goes what the program itself asks for. Functions that are made of several
#: operations know what they do, as NumPy's do.
_WAY = {
    str(_HERE / name)
    for name in (
        "_array/sharded_array.py", "_array/methods.py", "_functions/ufunc.py",
        "_functions/ufuncs.py", "_ops/data_types.py", "_ops/table.py",
        "_record/floating_errors.py", "_record/record.py", "_record/writes.py",
    )
}  # fmt: skip


def _is_asked() -> bool:
    return not {"warn", "ignore"}.issuperset(np.geterr().values())


class errstate(np.errstate):
    """What is done about floating-point errors inside a ``with`` block, or a function.

    Parameters are those of `numpy.errstate`. Where an error is to "raise", "call", "print" or
    "log", each operator and ufunc on arrays on devices runs at once, by itself, looks at its result
    for infinities and NaNs that its operands did not have, and has NumPy do with them what is asked
    for, under its names. "warn", which is NumPy's default, and "ignore" are the same there:
    nothing is said. Underflow is not seen on devices, which flush to zero.

    References
    ----------
    NumPy: numpy.errstate.
    """

    _asked: Token[bool]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._options = options

    def __enter__(self) -> Any:
        entered = super().__enter__()
        self._asked = asked.set(_is_asked())
        return entered

    def __exit__(self, *exc: Any) -> Any:
        asked.reset(self._asked)
        return super().__exit__(*exc)

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Decorate a function."""

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            with errstate(**self._options):
                return function(*args, **kwargs)

        return call


def seterr(
    all: str | None = None,
    divide: str | None = None,
    over: str | None = None,
    under: str | None = None,
    invalid: str | None = None,
) -> Any:
    """Set what is done about floating-point errors from now on; return what was done before.

    Parameters are those of `numpy.seterr`; `errstate` says what they mean on devices.

    References
    ----------
    NumPy: numpy.seterr.
    """
    before = np.seterr(all, divide, over, under, invalid)  # type: ignore[arg-type]
    asked.set(_is_asked())
    return before


def in_numpy(function: Callable[..., Any], values: Sequence[Any]) -> Any:
    """Compute on the host."""
    if not asked.get() or not _is_the_programs():
        with np.errstate(all="ignore"):
            return function(*values)
    return _told(function, values)


def _told(function: Callable[..., Any], values: Sequence[Any]) -> Any:
    """Have NumPy compute, and do about errors what is asked for; its warnings name the line."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function(*values)
    for one in caught:
        user_line.warn(str(one.message), one.category)
    return result


def _is_the_programs() -> bool:
    """Whether the program itself calls the operation, and not one of our functions."""
    frame = sys._getframe(1)
    while frame is not None and user_line.is_ours(frame.f_code.co_filename):
        if frame.f_code.co_filename not in _WAY:
            return False
        frame = frame.f_back
    return True


def look(op: Any, node: Expr, operands: Sequence[Expr]) -> None:
    """Compute an elementwise operation and look at the result; the caller knows that is `asked`.

    Raises
    ------
    FloatingPointError
        If NumPy does.
    """
    if node.depth >= TRACED or op.host is None or not _is_the_programs():
        return
    token = asked.set(False)
    try:
        values = _samples(node, operands)
    finally:
        asked.reset(token)
    if values is not None:
        _told(op.host, values)


def _samples(node: Expr, operands: Sequence[Expr]) -> list[np.ndarray] | None:
    """Return operands of some elements whose result may be an error, for NumPy to say."""
    from sharray._engine import transfer
    from sharray._ops import searching, utility
    from sharray._ops.manipulation import reshape
    from sharray._record import record

    result, *arrays = [handles.wrap_array(e) for e in (node, *operands)]
    if not node.aval.layout.size:
        return None
    suspects = _suspects(result, arrays)
    some = [utility.any(s) for s in suspects]
    record.evaluate_all([node, *[s._read() for s in some]])
    places = [
        np.unravel_index(int(searching.argmax(reshape(s, (-1,)))), node.aval.shape)
        for s, there in zip(suspects, some, strict=True)
        if there
    ]
    if not places:
        return None

    def at(x: Any, place: Any) -> Any:
        lead = len(place) - x.ndim
        key = tuple(0 if n == 1 else int(i) for n, i in zip(x.shape, place[lead:], strict=True))
        return transfer.scalar(x[key]._read())

    return [np.array([at(x, place) for place in places], x.dtype) for x in arrays]


def _suspects(result: Any, arrays: Sequence[Any]) -> list[Any]:
    """Return masks of what may be a division by zero, an overflow or an invalid operation."""
    from sharray._ops import elementwise as ew

    inexact = [x for x in arrays if x.dtype.kind in "fc"]
    kind = result.dtype.kind
    if kind in "fc":
        odd = ~ew.isfinite(result)
        for x in inexact:
            # an infinite operand makes no infinity, though it may make a NaN
            odd = odd & ew.where(ew.isnan(result), ~ew.isnan(x), ew.isfinite(x))
        nan = ew.isnan(result)
        zero = _any(x == 0 for x in arrays)
        return [odd & nan, odd & ~nan & zero, odd & ~nan & ~zero]
    if kind in "iu" and inexact:
        bits = 8 * result.dtype.itemsize - (kind == "i")
        return [~(ew.abs(x) < 2.0**bits) for x in inexact]
    return [arrays[-1] == 0] if kind in "iu" and len(arrays) > 1 else []


def _any(masks: Any) -> Any:
    found, *rest = masks
    for mask in rest:
        found = found | mask
    return found
