"""Whether all processes see the same files: what they write together needs a disk that they share.

Hosts may have folders of the same name, each on a disk of its own. So process 0 makes what is
written to, under a name that is nowhere else, and the others look for it before they write.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from sharray._core.links import see
from sharray._engine.rendezvous import Rendezvous

#: Seconds after which a network file system shows what another host has made, at the latest.
PATIENCE = 5.0
_PAUSE = 0.1


def begin(meeting: Rendezvous, path: Path, make: Callable[[], object], what: str) -> None:
    """Have process 0 make a file or folder that all processes write to.

    Parameters
    ----------
    meeting
        Of all processes.
    path
        Of what is made; nothing has had its name.
    make
        Makes it.
    what
        What is written, for errors.

    Raises
    ------
    OSError
        If it cannot be made, or one of the processes does not see it.
    """
    meeting.take_in(0, make, what)
    meeting.take((lambda: look_for(path)) if meeting.index else lambda: None, what)


def look_for(path: Path) -> None:
    """Wait for what process 0 has made.

    Raises
    ------
    OSError
        If it does not come.
    """
    if not _comes(lambda: os.path.lexists(path), path.parent):
        raise OSError(
            f"host {socket.gethostname()} does not see {path}, which process 0 has made: the "
            "folder is not the same for all processes, it has to be on a file system that all "
            f"hosts share{see('not-shared')}"
        )


def check_names(folder: Path, names: Iterable[str]) -> None:
    """Wait until what processes have written to a folder is there.

    Raises
    ------
    OSError
        If something does not come.
    """
    missing = set(names)

    def are_there() -> bool:
        with contextlib.suppress(OSError):
            missing.difference_update(path.name for path in folder.iterdir())
        return not missing

    if not _comes(are_there, folder):
        raise OSError(
            f"{folder / min(missing)} is missing on host {socket.gethostname()}, and a process has "
            "written it: the folder is not the same for all processes, it has to be on a file "
            f"system that all hosts share{see('not-shared')}"
        )


def _comes(is_there: Callable[[], bool], folder: Path) -> bool:
    """Whether something is in a folder, or comes there before long."""
    end = time.monotonic() + PATIENCE
    while not is_there():
        if time.monotonic() > end:
            return False
        _list(folder)
        time.sleep(_PAUSE)
    return True


def _list(folder: Path) -> None:
    """List a folder, or the first one above it that is there.

    A network file system keeps for a while that there was nothing, until that is done.
    """
    for place in (folder, *folder.parents):
        with contextlib.suppress(OSError):
            list(place.iterdir())
            return
