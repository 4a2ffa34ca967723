"""What a terminal can show."""

from __future__ import annotations

import os
from typing import Any


def is_terminal(stream: Any) -> bool:
    """Whether somebody looks at a stream who sees lines written over."""
    return bool(stream) and stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colour(stream: Any) -> bool:
    """Whether to write in colour.

    The environment says so before the stream does: NO_COLOR if set to anything, then FORCE_COLOR.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)
