"""What is raised where an operation is not NumPy's, and what it says."""

from __future__ import annotations

from typing import Any

from sharray._tools.check.steps import Step
from sharray._tools.report.show import show_line

#: How many characters a part of a message has at most, and how many go before a difference.
_LONGEST, _SHOWN = 1000, 40


class DifferenceError(AssertionError):
    """An operation gave something else than NumPy: a value, a dtype, a shape or an exception."""

    __module__ = "sharray"


def error_of(step: Step, what: str) -> DifferenceError:
    """Return the exception that names the line, the function and the operands."""
    text = f"{show_line(step.line)}: {step.function.name}: {_short(what, _LONGEST)}"
    operands = _short(str(step), _LONGEST)
    return DifferenceError(f"{text} (operands: {operands})" if operands else text)


def same_outcome(step: Step, problem: BaseException | None, refusal: BaseException | None) -> None:
    """Raise the difference if only one of both has raised, or something else."""
    if problem is None and refusal is None:
        return
    if problem is None:
        raise error_of(step, f"no exception, where NumPy raises {_named(refusal)}") from refusal
    if refusal is None:
        raise error_of(step, f"{_named(problem)}, where NumPy raises nothing") from problem
    if not isinstance(problem, type(refusal)) and not isinstance(refusal, type(problem)):
        text = f"{_named(problem)}, where NumPy raises {_named(refusal)}"
        raise error_of(step, text) from problem


def unequal(result: Any, expected: Any) -> str:
    """Say which values are not the same; of long texts, from where on."""
    one, other = repr(result), repr(expected)
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    if max(len(one), len(other)) <= _LONGEST or same < _SHOWN:
        return f"{_short(one, _LONGEST // 3)}, where NumPy gives {_short(other, _LONGEST // 3)}"
    one, other = (f"…{_short(text[same - _SHOWN :], 2 * _SHOWN)}" for text in (one, other))
    return f"{one}, where NumPy gives {other}, from character {same} on"


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"


def _named(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {error}"
