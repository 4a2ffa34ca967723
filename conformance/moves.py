"""A plugin of pytest: arrays change their home all the time, between the host and the devices.

``SHARRAY_HOST_THRESHOLD=1 SHARRAY_HOST_WORK=1000 python -m pytest -p conformance.moves`` runs any
tests so, the conformance suite among them: before functions and operators of sharray, every third
of the arrays that they are given changes its home, or each k-th with ``MOVE_EVERY=k``.
"""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

import sharray
from sharray._functions.declare import Unbound
from sharray._record import homes
from sharray._record.handles import Handle

_EVERY = int(os.environ.get("MOVE_EVERY", "3"))
#: Numbers the arrays that functions are given.
_numbers = itertools.count(1)
#: Where arrays have gone -> how many.
moved = {"to the devices": 0, "to the host": 0}
_OPERATORS = (
    "abs", "add", "and", "bool", "eq", "float", "floordiv", "getitem", "iadd", "imul", "int", "lt",
    "matmul", "mod", "mul", "neg", "or", "pow", "radd", "setitem", "sub", "truediv",
)  # fmt: skip


def move(values: Iterable[Any]) -> None:
    """Have every k-th of some arrays change its home, where nobody else has its memory."""
    for value in values:
        if isinstance(value, (list, tuple)):
            move(value)
        elif isinstance(value, Handle) and next(_numbers) % _EVERY == 0:
            memory = value._memory
            if memory.host is None and memory.node is not None and not memory.node.is_traced:
                homes.bring_home(value)
                moved["to the host"] += 1
            elif memory.host is not None and not memory.is_exported:
                homes.to_devices(memory)
                moved["to the devices"] += 1


def _moving(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def moves_first(*args: Any, **kwargs: Any) -> Any:
        move((*args, *kwargs.values()))
        return function(*args, **kwargs)

    return moves_first


def pytest_configure() -> None:
    """Wrap what there is in sharray's own flavour."""
    for name in _OPERATORS:
        method = getattr(sharray.ShardedArray, f"__{name}__")
        setattr(sharray.ShardedArray, f"__{name}__", _moving(method))
    for module in (sharray, sharray.linalg, sharray.fft):
        for name in module.__all__:
            function = getattr(module, name)
            if isinstance(function, (FunctionType, Unbound)):
                setattr(module, name, _moving(function))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how often that happened."""
    terminalreporter.line(", ".join(f"{count} moves {where}" for where, count in moved.items()))
