"""Saving trees: each process writes its own shards, and process 0 says when all is there."""

from __future__ import annotations

import atexit
import contextlib
import json
import operator
import os
import re
import secrets
import shutil
import sys
import time
import zlib
from collections.abc import Callable
from concurrent import futures
from pathlib import Path
from typing import Any

import numpy as np

from sharray._core.layout import Index
from sharray._core.lazy import jax
from sharray._core.links import see
from sharray._engine import rendezvous
from sharray._engine.rendezvous import Rendezvous
from sharray._ops.addressable import block_of, host_of, own_pieces
from sharray._transforms.checkpoint import disk, storage
from sharray._transforms.checkpoint.tree import (
    CheckpointError,
    Node,
    is_key,
    kind_of,
    show,
    structure_of,
)
from sharray._transforms.checkpoint.tree import Path as Place

#: The file that makes a folder a checkpoint, and says which one it holds.
MANIFEST = "checkpoint.json"
VERSION = 1
#: How the folders of arrays are called.
_ARRAYS = re.compile("[0-9a-f]{16}")

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
        _unseen.append(self)

    def done(self) -> bool:
        """Return whether all is written, or cannot be."""
        return self._future.done()

    def wait(self) -> None:
        """Wait until all is written; of several processes all wait, or none.

        Raises
        ------
        OSError
            If it cannot be.
        ValueError
            If the processes have saved different trees.
        """
        futures.wait([self._future])
        with contextlib.suppress(ValueError):  # somebody has waited before
            _unseen.remove(self)
        self._future.result()


_last: Saving | None = None
#: Those whose outcome nobody has asked for.
_unseen: list[Saving] = []


def finish(*, all_: bool) -> None:
    """Raise the error of a checkpoint that nobody has waited for; the same in all processes.

    `all_` says whether to wait for one that is being written.
    """
    for saving in list(_unseen):
        if all_ or saving.done() or rendezvous.count() > 1:
            saving.wait()


@atexit.register
def _tell_failures() -> None:
    """Say at the end what nobody has waited for and has failed."""
    for saving in _unseen:
        error = saving._future.exception()
        if error is not None:
            print(f"sharray: {type(error).__name__}: {error}", file=sys.stderr, flush=True)


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
        If it cannot be written, by whichever process; or if one before it could not, for which
        nobody has waited.
    TypeError
        For a leaf that a checkpoint cannot hold.
    ValueError
        If `keep` is less than one, or the processes save different trees.
    ImportError
        If TensorStore is not installed.
    """
    global _last
    if keep is not None and operator.index(keep) < 1:
        raise ValueError(f"keep is the number of checkpoints that stay, at least 1, not {keep}")
    storage.tensorstore()
    finish(all_=False)
    if not os.fspath(path):
        raise ValueError("save needs the path of a folder, not an empty one")
    folder = Path(path).absolute()
    meeting = Rendezvous(f"saving the checkpoint {folder}")
    arrays: list[tuple[Node, Pieces]] = []
    replicas: list[int] = []

    def store(array: Any, place: Place) -> Node:
        node, pieces = _stored(array, meeting.index, place)
        node["array"] = len(arrays)
        arrays.append((node, pieces))
        if rendezvous.count() > 1 and (host := host_of(array)) is not None:
            bytes_ = np.ascontiguousarray(host).reshape(-1).view(np.uint8)
            replicas.append(zlib.crc32(bytes_.data))
        return node

    structure = meeting.take(lambda: structure_of(tree, store))
    digest = zlib.crc32(json.dumps([structure, replicas]).encode())
    before = _last

    def run() -> None:
        if before is not None:
            futures.wait([before._future])
        digests = meeting.tell(f"{digest}")
        if len(set(digests)) > 1:
            others = [i for i, text in enumerate(digests) if text != digests[0]]
            raise ValueError(
                f"the processes save different trees to {folder}: numbers, text, names or small "
                f"arrays are not the same in process 0 and in {_listed(others)}"
            )
        _write(meeting, folder, arrays, structure, keep)

    if async_:
        _last = Saving(run)
        return _last
    run()
    return None


def _write(
    meeting: Rendezvous,
    folder: Path,
    arrays: list[tuple[Node, Pieces]],
    structure: Node,
    keep: int | None,
) -> None:
    """Write a checkpoint, beside the one that is there until all files are."""
    what = f"the checkpoint {folder}"
    parts = folder / meeting.share(secrets.token_hex(8))

    def write() -> None:
        writes = [w for node, pieces in arrays for w in storage.write(parts, node, pieces)]
        storage.finish(writes)

    def check() -> None:
        for node, _ in arrays:
            storage.check_files(parts, node)

    def commit() -> None:
        _commit(folder, {"version": VERSION, "arrays": parts.name, "tree": structure})
        _clean(folder, parts.name)
        _keep_last(folder, keep)

    try:
        disk.begin(meeting, parts, lambda: parts.mkdir(parents=True), what)
        meeting.take(write, what)
        meeting.take_in(0, check, what)
    except Exception:
        if meeting.index == 0:
            shutil.rmtree(parts, ignore_errors=True)
        raise
    meeting.take_in(0, commit, what)


def _listed(processes: list[int]) -> str:
    return f"process{'es' * (len(processes) > 1)} {', '.join(map(str, processes))}"


def _stored(array: Any, index: int, place: Place) -> tuple[Node, Pieces]:
    """Return what the structure says of an array, and copies of its shards in this process."""
    kind, more = kind_of(array), {}
    if is_key(array):
        more = {"key": str(jax.random.key_impl(array))}
        array = jax.random.key_data(array)
    dtype = np.dtype(array.dtype)
    # others than NumPy's own, such as bfloat16, are numbers, too
    is_number = dtype.isbuiltin == 2 or (dtype.kind in "biufc" and dtype.char not in "gG")
    if isinstance(array, np.ma.MaskedArray) or not is_number:
        what = "a masked array" if is_number else f"an array of {dtype}"
        raise TypeError(f"a checkpoint holds arrays of numbers; {show(place)} is {what}")
    # copies: the program goes on
    pieces = [(at, np.array(piece)) for at, piece in own_pieces(array, index)]
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


def _clean(folder: Path, name: str = "") -> None:
    """Remove what other checkpoints have left in the folder; what is not theirs stays."""
    for entry in folder.iterdir():
        is_named_so = _ARRAYS.fullmatch(entry.name) and entry.name != name
        if not is_named_so or entry.is_symlink() or not entry.is_dir():
            continue
        if all(part.name.isdecimal() for part in entry.iterdir()):  # the numbers of arrays
            shutil.rmtree(entry, ignore_errors=True)


def _keep_last(folder: Path, keep: int | None) -> None:
    if keep is None:
        return
    others = []
    for entry in folder.parent.iterdir():
        if entry.is_symlink() or entry.samefile(folder):
            continue
        with contextlib.suppress(OSError, CheckpointError):
            others.append((read_manifest(entry)["time"], entry))
    for _, entry in sorted(others)[: max(0, len(others) - keep + 1)]:
        (entry / MANIFEST).unlink()  # without it the rest is none
        (entry / f"{MANIFEST}.part").unlink(missing_ok=True)
        _clean(entry)
        with contextlib.suppress(OSError):  # something else is in it
            entry.rmdir()


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
