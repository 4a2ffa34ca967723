"""What the one that compares knows of each process."""

from __future__ import annotations

import socket
import time
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
