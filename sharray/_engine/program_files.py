"""Programs of several processes that are kept on disk, so that a second run compiles nothing.

JAX's own cache is not for them: process 0 alone writes to it, so that it would read a program that
the others compile, whose collectives need not come in the same order. Here each process has files
of its own, and reads those alone that all of them had at the start.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sharray._core.lazy import jax

if TYPE_CHECKING:
    from jax.sharding import Mesh

    from sharray._engine.agreement_client import Client

#: Where this run has them; None where none are kept. And where they are kept, as links to the same.
folder: Path | None = None
origin: Path | None = None
#: Those that all processes had at the start; None where JAX's cache is in use.
_common: frozenset[str] | None = None


def _ending() -> str:
    return f"-{jax.process_index()}-of-{jax.process_count()}-cache"


def agree(client: Client) -> None:
    """Find out which programs all processes have, each in its folder."""
    global _common
    ending = _ending()
    files = [] if folder is None else folder.iterdir()
    names = sorted([p.name.removesuffix(ending) for p in files if p.name.endswith(ending)])
    digest = hashlib.sha256(" ".join(names).encode()).hexdigest()
    if len(set(client.meet("programs on disk", digest, waits=True))) > 1:
        lists = client.meet("names of programs on disk", " ".join(names), waits=True)
        names = set.intersection(*[set(one.split()) for one in lists])
    _common = frozenset(names)


def compiled(lowered: Any, text: str, mesh: Mesh) -> Any:
    """Return the executable of a lowered program, from disk if it is there.

    Parameters
    ----------
    lowered
        What ``jax.jit`` lowers to.
    text
        Of it, in which nothing is left out that it does.
    mesh
        Of several processes.
    """
    if folder is None or _common is None or "_callback" in text:
        return lowered.compile()
    from importlib.metadata import version  # start-up time

    from jax.experimental import serialize_executable as files  # start-up time

    devices = list(mesh.devices.flat)
    versions = [version(name) for name in ("jax", "jaxlib")]
    settings = [os.environ.get("XLA_FLAGS"), lowered.in_tree, lowered.out_tree]
    facts = [text, [(d.id, d.process_index) for d in devices], versions, settings]
    key = hashlib.sha256(repr(facts).encode()).hexdigest()
    path = folder / f"{key}{_ending()}"
    if key in _common:
        data = path.read_bytes()
        if zlib.crc32(data[4:]) != int.from_bytes(data[:4], "big"):
            assert origin is not None
            kept = origin / path.name
            kept.unlink(missing_ok=True)
            raise RuntimeError(f"the program kept in {kept} is damaged; it is removed, start again")
        return files.deserialize_and_load(
            data[4:], lowered.in_tree, lowered.out_tree, execution_devices=devices
        )
    executable = lowered.compile()
    try:
        data = files.serialize(executable)[0]
    except (ValueError, NotImplementedError):  # of what cannot be written, like some constants
        return executable
    path.unlink(missing_ok=True)  # others may read what it is a link to
    try:
        path.write_bytes(zlib.crc32(data).to_bytes(4, "big") + data)
    except OSError:  # a disk that is full: it is not kept
        path.unlink(missing_ok=True)
    return executable
