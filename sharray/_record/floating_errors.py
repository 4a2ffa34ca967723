"""Floating-point errors: where `errstate` and `seterr` ask to be told of them.

NumPy warns of them by default. To know of them, somebody has to look at every result, and the
program to wait for it, so that is done where the program has asked for more than a warning: there
NumPy computes, shard by shard.
"""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable, Sequence
from contextvars import Token
from typing import Any

import numpy as np

from sharray._core import user_line
from sharray._core.context import context, errors_matter
from sharray._core.direct import add_watcher
from sharray._core.node import Node
from sharray._engine.blockwise import apply_to_blocks
from sharray._record import relayout


def _do_errors_matter() -> bool:
    return not {"warn", "ignore"}.issuperset(np.geterr().values())


class errstate(np.errstate):
    """What is done about floating-point errors inside a ``with`` block, or a function.

    Parameters are those of `numpy.errstate`. Where an error is to "raise", "call", "print" or
    "log", each operator and ufunc on arrays on devices runs at once, by itself, in NumPy on the
    host, shard by shard, which does what is asked for. "warn", which is NumPy's default, and
    "ignore" are the same there: nothing is said.

    References
    ----------
    NumPy: numpy.errstate.
    """

    _before: Token[bool]
    _watches: bool

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._options = options

    def __enter__(self) -> Any:
        entered = super().__enter__()
        self._watches = _do_errors_matter()
        add_watcher(self._watches)
        self._before = errors_matter.set(self._watches)
        return entered

    def __exit__(self, *exc: Any) -> Any:
        add_watcher(-self._watches)
        errors_matter.reset(self._before)
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
    matter = _do_errors_matter()
    errors_matter.set(matter)
    if matter:
        _watch_for_good()
    return before


@functools.cache
def _watch_for_good() -> None:
    """Have each operation look at what holds where it is: other contexts may begin in this one."""
    add_watcher()


def in_numpy(function: Callable[..., Any], values: Sequence[Any]) -> Any:
    """Compute on the host."""
    if errors_matter.get() and not context.in_function:
        log = _Log()
        result = _logged(log, function, values)
        log.answer()
        return result
    if isinstance(function, np.ufunc) and not context.in_function:
        return function(*values)
    # functions of several operations know what they do, as NumPy's do
    with np.errstate(all="ignore"):
        return function(*values)


#: What NumPy looks for after a ufunc, in its order: the setting for it, and its flag.
_KINDS = {
    "divide by zero": ("divide", 1),
    "overflow": ("over", 2),
    "underflow": ("under", 4),
    "invalid value": ("invalid", 8),
}


class _Log:
    """Errors of an operation, gathered from its blocks: kinds for the name of each ufunc."""

    def __init__(self) -> None:
        self.kinds: dict[str, set[str]] = {}

    def write(self, text: str) -> None:
        """Take down a line of NumPy's."""
        kind, _, name = text.strip().removeprefix("Warning: ").partition(" encountered in ")
        self.kinds.setdefault(name, set()).add(kind)

    def answer(self) -> None:
        """Do about the errors what is asked for, as if NumPy had seen the whole arrays."""
        asked = np.geterr()
        for name, kinds in self.kinds.items():
            flags = sum(_KINDS[kind][1] for kind in kinds)
            for kind, (setting, _) in _KINDS.items():
                if kind in kinds:
                    _answer(asked[setting], kind, name, flags)


def _answer(asked: str, kind: str, name: str, flags: int) -> None:
    message = f"{kind} encountered in {name}"
    callback: Any = np.geterrcall()
    if asked == "raise":
        raise FloatingPointError(message)
    if asked == "warn":
        user_line.warn(message, RuntimeWarning)
    elif asked == "print":
        print(f"Warning: {message}", file=sys.stderr)
    elif asked in ("call", "log") and callback is None:
        raise NameError(f"{asked!r} is asked for on {message}, but seterrcall has set nothing")
    elif asked == "call":
        callback(kind, flags)
    elif asked == "log":
        callback.write(f"Warning: {message}\n")


def _logged(log: _Log, function: Callable[..., Any], values: Sequence[Any]) -> Any:
    """Have NumPy compute, and take down its errors; its other warnings name the user's line."""
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="log", call=log):
        warnings.simplefilter("always")
        result = function(*values)
    for one in caught:
        user_line.warn(str(one.message), one.category)
    return result


def look(op: Any, node: Node) -> bool:
    """Have NumPy compute an elementwise operation, if that can be done; return whether it has.

    Raises
    ------
    FloatingPointError
        If NumPy does.
    """
    layout: Any = node.aval.layout
    if context.in_function or op.host is None or not layout.size or not layout.mesh.axis_names:
        return False
    if context.explanation is not None or any([arg.is_traced for arg in node.args]):
        return False
    operands = [relayout.broadcast(arg, layout) for arg in node.args]
    log = _Log()

    def compute(*blocks: np.ndarray) -> np.ndarray:
        return np.asarray(_logged(log, op.host, blocks), node.aval.dtype)

    result = apply_to_blocks(compute, operands, layout)
    log.answer()
    assert isinstance(result, Node)
    node.set(result.value)
    return True
