"""Saving trees: each process writes its own shards, and process 0 says when all is there."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import time
import zlib
from collections.abc import Callable
from concurrent import futures
from pathlib import Path
from typing import Any

import numpy as np

from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._engine.rendezvous import Rendezvous, outcome
from sharray._ops.assembly import Index, block_of, own_pieces
from sharray._transforms.checkpoint import storage
from sharray._transforms.checkpoint.tree import (
    CheckpointError,
    Node,
    is_key,
    kind_of,
    structure_of,
)

#: The file that makes a folder a checkpoint, and says which one it holds.
MANIFEST = "checkpoint.json"
VERSION = 1

Pieces = list[tuple[Index, np.ndarray]]


class Saving:
    """A checkpoint that is being written.

    Parameters
    ----------
    run
        Writes it.
    """

    def __init__(self, run: Callable[[], None]) -> None:
        pool = futures.ThreadPoolExecutor(1, "sharray-checkpoint")
        # the interpreter waits for it at its end
        self._future = pool.submit(run)
        pool.shutdown(wait=False)

    def done(self) -> bool:
        """Return whether all is written, or cannot be."""
        return self._future.done()

    def wait(self) -> None:
        """Wait until all is written.

        Raises
        ------
        OSError
            If it cannot be.
        """
        self._future.result()


_last: Saving | None = None


def save(
    path: str | os.PathLike[str], tree: Any, *, keep: int | None = None, async_: bool = False
) -> Saving | None:
    """Save a tree of arrays, numbers and text, with each process writing its own shards.

    The checkpoint that was there stays until the new one is complete, whatever happens.

    Parameters
    ----------
    path
        Of the folder, which all processes see.
    tree
        Dictionaries, lists, tuples, dataclasses and nodes of JAX's trees (Flax's and Optax's
        states), of arrays of any layout, numbers, text and None.
    keep
        Remove all but so many of the checkpoints beside this one, in the same folder, the oldest
        ones; by default none.
    async_
        Write while the program goes on. The arrays' elements are copied first.

    Returns
    -------
    Saving or None
        For `async_`, what to `wait` for.

    Raises
    ------
    OSError
        If it cannot be written, by whichever process.
    TypeError
        For a leaf that a checkpoint cannot hold.
    ValueError
        If `keep` is less than one.
    ImportError
        If TensorStore is not installed.
    """
    global _last
    if keep is not None and keep < 1:
        raise ValueError(f"keep is the number of checkpoints that stay, at least 1, not {keep}")
    storage.tensorstore()
    folder = Path(path).absolute()
    what = f"the checkpoint {folder}"
    meeting, end = Rendezvous(f"saving {what}"), Rendezvous(f"end of saving {what}")
    arrays: list[tuple[Node, Pieces]] = []

    def store(array: Any) -> Node:
        node, pieces = _stored(array, meeting.index)
        node["array"] = len(arrays)
        arrays.append((node, pieces))
        return node

    structure = structure_of(tree, store)
    before = _last

    def run() -> None:
        if before is not None:
            futures.wait([before._future])
        name = meeting.share(secrets.token_hex(8))

        def write() -> None:
            parts = folder / name
            parts.mkdir(parents=True, exist_ok=True)
            writes = [w for node, pieces in arrays for w in storage.write(parts, node, pieces)]
            storage.finish(writes)

        def commit() -> None:
            _commit(folder, {"version": VERSION, "arrays": name, "tree": structure})
            _clean(folder, name)
            _keep_last(folder, keep)

        try:
            meeting.agree(outcome(write, what))
        except OSError:
            if meeting.index == 0:
                shutil.rmtree(folder / name, ignore_errors=True)
            raise
        end.agree(outcome(commit, what) if meeting.index == 0 else "")

    if async_:
        _last = Saving(run)
        return _last
    run()
    return None


def _stored(array: Any, index: int) -> tuple[Node, Pieces]:
    """Return what the structure says of an array, and copies of its shards in this process."""
    kind, more = kind_of(array), {}
    if is_key(array):
        more = {"key": str(jax.random.key_impl(array))}
        array = jax.random.key_data(array)
    # copies: the program goes on
    pieces = [(at, np.array(piece)) for at, piece in own_pieces(array, index)]
    dtype = np.dtype(array.dtype)
    node = {
        "kind": kind,
        "shape": list(array.shape),
        "dtype": dtype.name,
        "chunks": list(storage.chunk_of(block_of(array), array.shape, dtype.itemsize)),
        **more,
    }
    return node, pieces


def _commit(folder: Path, manifest: dict[str, Any]) -> None:
    """Make what has been written the checkpoint, at once."""
    text = json.dumps(manifest | {"time": time.time()})
    part = folder / f"{MANIFEST}.part"
    with part.open("w") as file:
        json.dump({"format": "sharray checkpoint", "crc32": zlib.crc32(text.encode())}, file)
        file.write(f"\n{text}\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(folder / MANIFEST)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _clean(folder: Path, name: str) -> None:
    """Remove what older checkpoints have left in the folder."""
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != name:
            shutil.rmtree(entry, ignore_errors=True)


def _keep_last(folder: Path, keep: int | None) -> None:
    if keep is None:
        return
    checkpoints = []
    for entry in folder.parent.iterdir():
        try:
            checkpoints.append((read_manifest(entry)["time"], entry))
        except (OSError, CheckpointError):
            continue
    for _, entry in sorted(checkpoints)[:-keep]:
        (entry / MANIFEST).unlink()  # without it the rest is none
        shutil.rmtree(entry, ignore_errors=True)


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what a checkpoint says of itself.

    Raises
    ------
    FileNotFoundError
        If there is none.
    CheckpointError
        If it is damaged, or of a later version.
    """
    path = folder / MANIFEST
    try:
        head, text = path.read_text().splitlines()
        known = json.loads(head)
        if known["crc32"] != zlib.crc32(text.encode()):
            raise ValueError("its checksum is another one")
        manifest = json.loads(text)
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(
            f"there is no checkpoint in {folder}: it has no {MANIFEST}{see('no-checkpoint')}"
        ) from None
    except (ValueError, KeyError, TypeError) as error:
        raise CheckpointError(f"{path} is damaged: {error}{see('damaged-checkpoint')}") from error
    if manifest["version"] > VERSION:
        raise CheckpointError(
            f"{path} is of version {manifest['version']}, this library reads up to {VERSION}"
        )
    return manifest
