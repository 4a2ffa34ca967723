"""Short reasons for failures: one line each, with no path of this machine in it."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

LIMIT = 240
TELLING = re.compile(r"fatal|check failed|terminat|rendezvous|memory|abort|error", re.IGNORECASE)


def one_line(text: str, limit: int = LIMIT) -> str:
    """Collapse white space and cut."""
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."


def reason_of(error: BaseException) -> str:
    """Name an exception; for a group (Hypothesis found several), every distinct member."""
    named = (f"{type(e).__name__}: {first_lines(str(e))}".rstrip(": ") for e in _leaves(error))
    return one_line(" | ".join(dict.fromkeys(named)))


def first_lines(message: str) -> str:
    """Keep the part of an assertion's message that a person wrote, not pytest's explanation."""
    lines = message.strip().splitlines()
    kept = [line for line in lines if not line.lstrip().startswith(("+ ", "assert "))]
    return " ".join((kept or lines)[:2])


def death_reason(code: int | None, log: str) -> str:
    """Say how a worker ended, with the last line of its log that tells something."""
    if code is None:
        how = "closed its connection"
    elif code < 0:
        how = signal.Signals(-code).name
    else:
        how = f"exit code {code}"
    # Python's own lines come last and say that it died, not what of.
    before, fatal, _ = log.partition("Fatal Python error")
    telling = [line for line in before.splitlines() if TELLING.search(line)]
    telling = telling or ([fatal] if fatal else [])
    return one_line(f"worker died ({how})" + (f": {telling[-1].strip()}" if telling else ""))


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for member in error.exceptions:
            yield from _leaves(member)
    else:
        yield error
