"""Starts several processes of this host: a program by the launcher, or a command without it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from conformance.environment import JOINED, ROOT
from sharray._engine.cluster import free_port


def launched(
    program: str,
    options: Sequence[str],
    arguments: Sequence[str],
    *,
    capture: bool = True,
    **settings: str,
) -> subprocess.CompletedProcess[str]:
    """Run a program, in a folder of its own, by `python -m sharray`.

    Parameters
    ----------
    program
        Its text.
    options
        Of the launcher.
    arguments
        Of the program.
    capture
        Whether to return what it prints; then a program that fails ends this one.
    **settings
        Of the environment.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(program)
        done = subprocess.run(
            [sys.executable, "-m", "sharray", *options, str(path), *arguments],
            env=os.environ | {"PYTHONPATH": str(ROOT)} | settings,
            capture_output=capture,
            text=True,
            check=False,
        )
    if capture and done.returncode:
        sys.exit(done.stderr)
    return done


def join(command: Sequence[str], processes: int, devices: int, **settings: str) -> int:
    """Run a command that imports `joined` as so many processes; return the worst exit code.

    Shown is what the first one prints.
    """
    address = f"127.0.0.1:{free_port()}"
    # JAX's service would keep SIGTERM from ending a process
    same = {"PYTHONHASHSEED": "0", "JAX_ENABLE_PREEMPTION_SERVICE": "0"}
    children = [
        subprocess.Popen(
            command,
            stdout=None if index == 0 else subprocess.DEVNULL,
            env=os.environ | same | settings | {JOINED: f"{index} {processes} {devices} {address}"},
        )
        for index in range(processes)
    ]
    return max([child.wait() for child in children], key=abs)
