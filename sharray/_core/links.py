"""Where the documentation says more of an error, and what was meant by what is misspelt."""

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
