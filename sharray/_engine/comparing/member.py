"""What the one that compares knows of each process, and how it says that."""

from __future__ import annotations

import socket
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Any


class Member:
    """A process, as far as it has told."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.connection: socket.socket | None = None
        #: what has been read of a last line, and of a last ring
        self.rest = self.ring = b""
        #: bytes that have been read, and bytes that there are, as it has said
        self.heard: float = 0
        self.said: float = 0
        self.bell: socket.socket | None = None
        #: up to which statement it wants an answer, and has one
        self.asked = self.answered = 0
        self.pid, self.host = 0, ""
        self.facts: dict[str, Any] = {}
        #: of its last launch, and of the text of that
        self.number = self.last = 0
        self.texts = {0: "nothing"}
        #: what has not been compared: digests of launches, and numbers of their texts
        self.digests: list[int] = []
        self.texts_of: list[int] = []
        #: the meeting at which it waits for the others
        self.waits = ""
        #: versions of what its program has imported
        self.libraries: dict[str, str] | None = None
        self.heard_at = time.monotonic()
        #: for how many seconds it has done nothing but wait in JAX, if that is long; whether that
        #: is too long whatever the others do
        self.idle, self.is_stuck = 0.0, False
        self.left: str | None = None
        self.is_dead = self.is_unreachable = False

    def is_remarkable(self) -> bool:
        """Whether it does not just go on, so that others may wait for it."""
        return bool(self.waits or self.idle or self.is_dead) or self.left is not None

    def launches(self, digests: list[int], texts: list[int]) -> None:
        """Take note of what it has launched next."""
        if digests:
            self.number += len(digests)
            self.digests += digests
            self.texts_of += texts
            self.last = texts[-1]


def who_waits(members: Iterable[Member], agreed: int) -> str | None:
    """Say who waits for ever in JAX, in a collective of which nobody is told; None if none does.

    Parameters
    ----------
    members
        All processes.
    agreed
        How many statements all of them have launched.
    """
    remain = [m for m in members if m.left is None and not m.is_dead]
    if not remain or not all([m.idle for m in remain]):
        return None
    seconds = f"{min([m.idle for m in remain]):.0f} s"
    if any([m.left is not None for m in members]):
        return (
            f"process {remain[0].index} has waited in JAX for {seconds} and others have ended, for "
            "which it may wait. "
        )
    behind = min(remain, key=lambda m: m.number)
    asks = [m for m in remain if m.asked > agreed and m.number > behind.number]
    # between hosts, a network that stands still for a while may look the same
    if asks and len({m.host for m in members}) == 1:
        return (
            f"process {asks[0].index} waits for process {behind.index}, which has waited in JAX "
            f"for {behind.idle:.0f} s. "
        )
    if all([m.is_stuck for m in remain]):
        return f"all processes have waited in JAX for {seconds} (shutdown_timeout_seconds). "
    return None


def listed(texts: Iterable[tuple[Member, str]]) -> str:
    """Return a line for each text, with the processes that have it."""
    who: defaultdict[str, list[str]] = defaultdict(list)
    for member, text in texts:
        who[text].append(str(member.index))
    lines = [
        f"  process{'es' * (len(them) > 1)} {', '.join(them)}: {text}\n"
        for text, them in who.items()
    ]
    return "".join(lines)
