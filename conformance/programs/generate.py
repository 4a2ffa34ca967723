"""Draws programs: lists of statements, which NumPy runs while they are drawn.

So it is known which variables there are, and most statements are ones that NumPy accepts.
"""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import templates
from .choose import Chooser

#: Larger results are deleted at once: programs are about many operations, not about large arrays.
MOST, MOST_DIMENSIONS = 150, 4
LENGTH = (8, 24)
#: How many templates are tried before a statement is left out: not all have arrays to suit them.
ATTEMPTS = 20


@dataclass(frozen=True)
class Program:
    """A program and how it is looked at.

    Attributes
    ----------
    statements
        Source text of each.
    every
        After how many statements values are compared. To look is to have everything computed, so
        what is computed in one program with later statements is seen by looking less often.
    """

    statements: tuple[str, ...]
    every: int = 1

    @property
    def text(self) -> str:
        """The source text."""
        return "\n".join(self.statements)


def move(x: Any) -> None:
    """Stand for what has an array change its home, which means nothing to NumPy."""


def execute(statement: str, values: dict[str, Any]) -> Exception | None:
    """Run a statement on variables; return what it raises."""
    try:
        exec(compile(statement, "<program>", "exec"), values)
    except Exception as error:
        return error.with_traceback(None)
    return None


def namespace(numpy: Any, move: Any = move) -> dict[str, Any]:
    """Return the variables that a program begins with."""
    return {"np": numpy, "move": move}


def variables(values: dict[str, Any]) -> dict[str, Any]:
    """Return the program's own variables: neither modules nor functions."""
    return {
        name: value
        for name, value in values.items()
        if not (name.startswith("_") or name in ("np", "move") or type(value) is type(move))
    }


def generate(seed: int, number: int) -> Program:
    """Return a program, the same for the same numbers."""
    rng = random.Random(f"{seed} {number}")
    values = namespace(np)
    statements: list[str] = []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for count in range(rng.randint(*LENGTH)):
            kinds = [templates.CREATE] if count < 2 else list(templates.WEIGHTS)
            kind = rng.choices(kinds, [templates.WEIGHTS[k] for k in kinds])[0]
            for statement in _draw(rng, kind, variables(values)):
                execute(statement, values)
                statements.append(statement)
            statements += _deletions(values)
        for name in _writable(values):
            if rng.random() < 0.5:
                statements.append(f"{name}[...] = {rng.randrange(2)}")
    return Program(tuple(statements), rng.choice((1, 1, 1, 4, 100)))


def _draw(rng: random.Random, kind: tuple[str, ...], known: dict[str, Any]) -> list[str]:
    chooser = Chooser(rng, known)
    statement = next(filter(None, (chooser.fill(rng.choice(kind)) for _ in range(ATTEMPTS))), None)
    if statement is None:
        return []
    if kind not in (templates.WRITES, templates.STATEMENTS, templates.ERRORS):
        statement = f"{chooser.fill('{new}')} = {statement}"
    arrays = [name for name, value in known.items() if type(value) is np.ndarray]
    if arrays and rng.random() < 0.25:
        return [f"move({rng.choice(arrays)})", statement]
    return [statement]


def _deletions(values: dict[str, Any]) -> list[str]:
    """Delete what is too large to go on with; return the statements."""
    large = [
        name
        for name, value in variables(values).items()
        if isinstance(value, (np.ndarray, list, tuple, str)) and _is_large(value)
    ]
    for name in large:
        del values[name]
    return [f"del {name}" for name in large]


def _is_large(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.size > MOST or value.ndim > MOST_DIMENSIONS or value.dtype.kind not in "biufc"
    return len(value) > MOST or (not isinstance(value, str) and any(map(_is_large_item, value)))


def _is_large_item(value: Any) -> bool:
    return isinstance(value, (np.ndarray, list, tuple)) and _is_large(value)


def _writable(values: dict[str, Any]) -> list[str]:
    found = variables(values).items()
    return [name for name, x in found if isinstance(x, np.ndarray) and x.flags.writeable]
