"""Starting programs by the launcher, and by Python."""

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import sharray

ROOT = Path(sharray.__path__[0]).parent
PYTHON = (sys.executable,)
LAUNCHER = (sys.executable, "-m", "sharray")
#: The sharray under test, also where it is not installed; nothing is left behind.
ENVIRONMENT = os.environ | {
    "PYTHONPATH": str(ROOT),
    "JAX_PLATFORMS": "cpu",
    "SHARRAY_PROGRAM_CACHE": "0",
}


def run(command, *arguments, cwd, stdin="", **environment):
    return subprocess.run(
        [*command, *map(str, arguments)],
        cwd=cwd,
        env=ENVIRONMENT | environment,
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


def same(folder, *arguments, **options):
    """Run with both, and return what both gave."""
    plain = run(PYTHON, *arguments, cwd=folder, **options)
    ours = run(LAUNCHER, *arguments, cwd=folder, **options)
    assert (ours.returncode, ours.stdout, ours.stderr) == (
        plain.returncode,
        plain.stdout,
        plain.stderr,
    )
    return ours


def on_terminal(command, *arguments, cwd, rows=24, columns=80, **environment):
    """Run on a terminal; return the exit code and what was written to it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    done = subprocess.Popen(
        [*command, *map(str, arguments)],
        cwd=cwd,
        env=ENVIRONMENT | {"TERM": "xterm"} | environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    written = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while data := os.read(ours, 1 << 16):
            written += data
    os.close(ours)
    return done.wait(240), written.decode().replace("\r\n", "\n")
