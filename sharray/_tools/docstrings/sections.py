"""A docstring as its parts: what it says first, and the sections with titles."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable

#: Columns that a line may have.
WIDTH = 100
#: Sections in the order in which a docstring has them.
ORDER = ("Parameters", "Returns", "Raises", "Notes", "References", "Examples")

_TITLE = re.compile(r"\n\n([A-Z][\w ]+)\n-{4,}\n")


class Docstring:
    """The parts of a docstring; what is added to a section stands at its end.

    Attributes
    ----------
    said
        What comes before the first section.
    sections
        The text of each section by its title.
    """

    def __init__(self, text: str) -> None:
        self.said, *rest = _TITLE.split(inspect.cleandoc(text))
        self.sections = dict(zip(rest[::2], rest[1::2], strict=True))

    def add(self, title: str, lines: Iterable[str]) -> None:
        """Add lines to a section."""
        text = "\n".join(lines)
        if text:
            before = self.sections.get(title)
            self.sections[title] = text if before is None else f"{before}\n{text}"

    def describe(self, title: str, named: Iterable[tuple[str, str]]) -> None:
        """Add what is described, each below its name, if the section does not name it yet."""
        known = self.sections.get(title, "")
        missing = [(n, said) for n, said in named if n.rpartition(".")[2] not in known]
        self.add(title, described(missing))

    def __str__(self) -> str:
        titles = sorted(self.sections, key=ORDER.index)
        parts = [f"{title}\n{'-' * len(title)}\n{self.sections[title]}" for title in titles]
        return "\n".join(map(_wrapped, "\n\n".join([self.said, *parts]).splitlines()))


def described(named: Iterable[tuple[str, str]]) -> list[str]:
    """Return the lines of a section: names, perhaps with a type, and below what is said of each."""
    return [line for name, said in named for line in (name, f"    {said}" * bool(said)) if line]


def _wrapped(line: str) -> str:
    """Return a line as several where it is too long, which are indented as it is, or its text."""
    indent = len(line) - len(line.lstrip(" -"))
    return textwrap.fill(
        line,
        WIDTH,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
