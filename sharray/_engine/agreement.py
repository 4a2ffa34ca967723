"""Whether all processes of a program do the same: told to one process that compares (see `hub`).

Whatever runs on devices of several processes has a number and a digest. These are told beside the
work; what has been computed is read only when all processes have launched the same up to there, and
a program that is new is launched only then: collectives that do not fit end a process. So one that
does something else, or has ended, makes an error that says where each one is, in the place of a
wrong number or a wait without end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sharray._engine.watch import Watch

#: None where all devices are those of this process.
watch: Watch | None = None
#: Whether the launcher has connected this process with the others, and not the program.
by_launcher = False
