"""What messages say: where to read more, what was meant, what kind of thing something is."""

from __future__ import annotations

from collections.abc import Iterable

#: The documentation of the newest version.
DOCS = "https://sharray.readthedocs.io/en/latest/"


def page(anchor: str) -> str:
    """Return the address of an error on the page of errors, ``docs/errors.md``."""
    return f"{DOCS}errors.html#{anchor}"


def see(anchor: str) -> str:
    """Return how the message of that error ends."""
    return f"; see {page(anchor)}"


def meant(word: str, names: Iterable[str]) -> str | None:
    """Return which of some names a word that is none of them looks like, or None."""
    import difflib  # start-up time

    return next(iter(difflib.get_close_matches(word, sorted(names), 1)), None)


def with_article(value: object) -> str:
    """Return the name of the class of something with its article: an int."""
    name = type(value).__name__
    return f"an {name}" if name[0] in "aeioAEIO" else f"a {name}"
