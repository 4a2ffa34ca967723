"""Where the documentation says more of an error."""

from __future__ import annotations

#: The documentation of the newest version.
DOCS = "https://sharray.readthedocs.io/en/latest/"


def page(anchor: str) -> str:
    """Return the address of an error on the page of errors, ``docs/errors.md``."""
    return f"{DOCS}errors.html#{anchor}"


def see(anchor: str) -> str:
    """Return how the message of that error ends."""
    return f"; see {page(anchor)}"
