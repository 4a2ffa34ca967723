"""Programs of several processes: one for each host compiles them, and they are kept on disk.

JAX's own cache is not for them: process 0 alone writes to it, and a program that is read from disk
need not run its collectives in the order of one that was just compiled. So all processes run what
has been written and read back, and of earlier runs each reads files of its own, those alone that
all of them had at the start.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from sharray._core.lazy import jax

try:
    import fcntl
except ImportError:  # Windows, where each process compiles for itself
    fcntl = None

if TYPE_CHECKING:
    from jax.sharding import Mesh

    from sharray._engine.agreement_client import Client

#: Seconds after which one looks again whether another process has compiled a program.
_PAUSE = 2e-3

#: Where this run has them; None where none are kept. And where they are kept, as links to the same.
folder: Path | None = None
origin: Path | None = None


class _Shared(NamedTuple):
    """What processes share: of this host the folder of one, where all of them look for programs.

    `at_start` are those that all processes had at the start; `check` raises where these part.
    """

    folder: Path
    at_start: frozenset[str]
    check: Callable[[], None]


#: None where each process compiles for itself, or JAX's cache is in use.
_shared: _Shared | None = None


def _ending() -> str:
    return f"-{jax.process_index()}-of-{jax.process_count()}-cache"


def agree(client: Client) -> None:
    """Find out which programs all processes have, each in its folder, and who is on this host."""
    global _shared
    ending, host = _ending(), [socket.gethostname(), "" if origin is None else origin.name]
    files = [] if folder is None else folder.iterdir()
    names = sorted([p.name.removesuffix(ending) for p in files if p.name.endswith(ending)])
    digest = hashlib.sha256(" ".join(names).encode()).hexdigest()
    own = json.dumps([digest, host, None if folder is None else str(folder)])
    known = [json.loads(text) for text in client.meet("programs on disk", own, waits=True)]
    if folder is None or any([where is None for *_, where in known]):
        return
    if len({digest for digest, *_ in known}) > 1:
        lists = client.meet("names of programs on disk", " ".join(names), waits=True)
        names = set.intersection(*[set(one.split()) for one in lists])
    first = Path(next(where for _, other, where in known if other == host))
    # processes of a host may not see each other's
    _shared = _Shared(first if first.is_dir() else folder, frozenset(names), client.check)


@contextlib.contextmanager
def _alone(program: Path, check: Callable[[], None]) -> Iterator[None]:
    """Wait until no other process compiles a program; `check` is called meanwhile."""
    try:
        file = program.with_suffix(".lock").open("w")
    except OSError:  # the process whose folder it is has ended
        yield
        return
    with file:  # it is nobody's when this process is killed
        _lock(file, check)
        try:
            yield
        finally:
            _unlock(file)


def _lock(file: IO[str], check: Callable[[], None]) -> None:
    while fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            check()
            time.sleep(_PAUSE)
        except OSError:  # a file system without locks
            break


def _unlock(file: IO[str]) -> None:
    """Give it back at once, also where a child that was forked meanwhile has the file, too."""
    if fcntl is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)


def _read(path: Path) -> bytes:
    data = path.read_bytes()
    if zlib.crc32(data[4:]) != int.from_bytes(data[:4], "big"):
        assert origin is not None
        kept = origin / path.name
        kept.unlink(missing_ok=True)
        raise RuntimeError(f"the program kept in {kept} is damaged; it is removed, start again")
    return data[4:]


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(zlib.crc32(data).to_bytes(4, "big") + data)
    except OSError:  # a disk that is full: it is not kept
        path.unlink(missing_ok=True)


def link(file: Path, path: Path) -> None:
    """Give a file another name; on a file system without links copy it."""
    try:
        os.link(file, path)
    except (PermissionError, NotImplementedError):
        part = path.with_suffix(f".{os.getpid()}")  # this process may be killed meanwhile
        shutil.copyfile(file, part)
        part.replace(path)


def keep(file: Path, folder: Path) -> None:
    """Have a file in a folder, too, under the same name."""
    # another process may have been faster, or have removed it
    with contextlib.suppress(FileExistsError, FileNotFoundError):
        link(file, folder / file.name)


def compiled(lowered: Any, text: str, mesh: Mesh) -> tuple[Any, bool]:
    """Return the executable of a lowered program, and whether it was on disk.

    Parameters
    ----------
    lowered
        What ``jax.jit`` lowers to.
    text
        Of it, in which nothing is left out that it does.
    mesh
        Of several processes.
    """
    if folder is None or _shared is None or "_callback" in text:
        return lowered.compile(), False
    from importlib.metadata import version  # start-up time

    from jax.experimental import serialize_executable as files  # start-up time

    devices = list(mesh.devices.flat)
    versions = [version(name) for name in ("jax", "jaxlib")]
    settings = [os.environ.get("XLA_FLAGS"), lowered.in_tree, lowered.out_tree]
    facts = [text, [(d.id, d.process_index) for d in devices], versions, settings]
    key = hashlib.sha256(repr(facts).encode()).hexdigest()
    path = folder / f"{key}{_ending()}"
    was_there = True
    if key in _shared.at_start:
        data = _read(path)
    else:
        program, data = _shared.folder / key, b""
        with _alone(program, _shared.check):
            with contextlib.suppress(OSError):
                data = _read(program)
            if not data:  # nobody has compiled it
                was_there = False
                executable = lowered.compile()
                try:
                    data = files.serialize(executable)[0]
                except (ValueError, NotImplementedError):  # of what cannot be written
                    return executable, False
                _write(program, data)
        with contextlib.suppress(OSError):  # a disk that is full: it is not kept
            path.unlink(missing_ok=True)  # others may read what it is a link to
            link(program, path)
            if origin is not None:
                keep(path, origin)  # now: this process may be killed
    executable = files.deserialize_and_load(
        data, lowered.in_tree, lowered.out_tree, execution_devices=devices
    )
    return executable, was_there
