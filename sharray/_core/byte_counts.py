"""How a number of bytes is written."""

from __future__ import annotations


def show_bytes(nbytes: float, digits: int = 3) -> str:
    """Write a number of bytes, in the unit that leaves less than 1000 of them."""
    for unit in ("B", "kB", "MB", "GB"):
        text = f"{nbytes:.{digits}g}"
        if float(text) < 1000:
            return f"{text} {unit}"
        nbytes /= 1000
    return f"{nbytes:.{digits}g} TB"
