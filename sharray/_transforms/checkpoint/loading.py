"""Loading trees: each process reads what its own shards need."""

from __future__ import annotations

import math
import os
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np

from sharray._core import policy
from sharray._core.lazy import is_abstract, is_jax_array, jax, jnp
from sharray._core.links import with_article
from sharray._engine import agreement
from sharray._engine.rendezvous import Rendezvous
from sharray._engine.transfer import is_numeric
from sharray._functions.flavours import ARRAY_API, NUMPY
from sharray._ops.assembly import assembled
from sharray._ops.creation import asarray
from sharray._record.handles import Handle, retype
from sharray._transforms.checkpoint.saving import finish, read_manifest
from sharray._transforms.checkpoint.storage import Reader
from sharray._transforms.checkpoint.tree import (
    CheckpointError,
    Node,
    Path,
    is_key,
    show,
    tree_like,
    tree_of,
)

if TYPE_CHECKING:
    from sharray._core.annotations import Placement

_T = TypeVar("_T")


@overload
def load(
    path: str | os.PathLike[str], like: None = None, *, device: Placement | None = None
) -> Any: ...


@overload
def load(path: str | os.PathLike[str], like: _T) -> _T: ...


def load(path: str | os.PathLike[str], like: Any = None, *, device: Any = None) -> Any:
    """Load a tree that `save` has written, onto whatever devices and processes there are.

    It waits for what is still being written.

    Parameters
    ----------
    path
        Of the folder.
    like
        A tree of the same structure, whose arrays (of this library, JAX or NumPy, or abstract ones)
        have the shapes and dtypes of the saved ones and lie where the loaded ones are to be. By
        default nodes that are not lists or tuples become dictionaries, and arrays lie as new ones
        do.
    device
        Without `like`: placement of arrays of this library, and of those of JAX that become such; a
        mesh, a NamedSharding, a PartitionSpec or a device.

    Returns
    -------
    tree
        Arrays of this library are what they were, ShardedArray or arrays of `sharray.numpy`; so are
        numbers and arrays of NumPy. Arrays of JAX whose dtype is one of NumPy's become ShardedArray
        where `like` has none.

    Raises
    ------
    FileNotFoundError
        If there is no checkpoint.
    CheckpointError
        If a file is damaged or missing, or the tree does not fit `like`: it names both. Of several
        processes all raise what one of them does.
    OSError
        If a checkpoint that was being written could not be, for which nobody has waited.
    TypeError
        If `like` and `device` are both given.
    """
    if like is not None and device is not None:
        raise TypeError("load places arrays as in like, or on a device, not both")
    finish(all_=True)
    folder = FilePath(path).absolute()
    meeting = Rendezvous(f"loading the checkpoint {folder}")
    manifest = meeting.take(lambda: read_manifest(folder))
    parts = folder / manifest["arrays"]
    if len(set(meeting.tell(parts.name))) > 1:
        raise CheckpointError(
            f"the processes find different checkpoints in {folder}: it is written meanwhile, or is "
            "not the same folder on all hosts"
        )

    def load_array(node: Node, like: Any, where: Path) -> Any:
        reader = Reader(parts, node, f"{show(where)} of the checkpoint {folder}")
        if like is not None:
            _check(node, like, where)
            return _as(node, like, reader)
        return _new(node, reader, device)

    def load_tree() -> Any:
        if like is not None:
            return tree_like(manifest["tree"], like, load_array)
        return tree_of(manifest["tree"], load_array)

    return meeting.take(load_tree)


def _check(node: Node, like: Any, where: Path) -> None:
    dtype, shape = getattr(like, "dtype", None), getattr(like, "shape", None)
    if "key" in node:
        if not is_key(like):
            raise CheckpointError(
                f"{show(where)} is a key of random numbers in the checkpoint, to be loaded like a "
                f"{type(like).__name__}"
            )
        return
    if dtype is None or list(shape or ()) != node["shape"] or np.dtype(dtype).name != node["dtype"]:
        wanted = with_article(like) if dtype is None else f"{dtype}{list(shape or ())}"
        raise CheckpointError(
            f"{show(where)} is {node['dtype']}{node['shape']} in the checkpoint, to be loaded like "
            f"{wanted}"
        )


def _whole(node: Node, reader: Reader) -> np.ndarray:
    return reader[tuple([slice(0, n) for n in node["shape"]])]


def _key(node: Node, reader: Reader) -> Any:
    return jax.random.wrap_key_data(jnp.asarray(_whole(node, reader)), impl=node["key"])


def _as(node: Node, like: Any, reader: Reader) -> Any:
    """Return an array of the kind and in the place of another one."""
    if isinstance(like, np.generic):
        return _whole(node, reader)[()]
    if isinstance(like, np.ndarray) and not isinstance(like, Handle):
        return _whole(node, reader)
    if "key" in node:
        return _key(node, reader)
    if isinstance(like, Handle):
        if like._numpy() is not None:
            return _retyped(asarray(_whole(node, reader)), like._flavour)
        place: Any = like
        return _retyped(_read_array(node, reader, place.sharding), like._flavour)
    sharding: Any = getattr(like, "sharding", None)
    if is_abstract(like) and (sharding is None or node["kind"] in (ARRAY_API.name, NUMPY.name)):
        return _new(node, reader, sharding)
    if is_jax_array(like) and not like.committed:  # it goes along with arrays anywhere
        return jnp.asarray(_whole(node, reader))
    # a shard at a time, of which several devices may have copies
    array = jax.make_array_from_callback(
        tuple(node["shape"]), sharding, reader.__getitem__, dtype=np.dtype(like.dtype)
    )
    agreement.note_parts(array, "of a checkpoint")
    return array


def _new(node: Node, reader: Reader, device: Any) -> Any:
    """Return an array as new ones are."""
    if "key" in node:
        return _key(node, reader)
    shape, kind = tuple(node["shape"]), node["kind"]
    if kind == "number":
        return _whole(node, reader)[()]
    if kind == "numpy":
        return _whole(node, reader)
    if not is_numeric(np.dtype(node["dtype"])):  # such as bfloat16, of JAX alone
        return jnp.asarray(_whole(node, reader))
    flavour = NUMPY if kind == NUMPY.name else ARRAY_API
    if policy.stays(math.prod(shape)) and device is None:
        return _retyped(asarray(_whole(node, reader)), flavour)
    return _retyped(_read_array(node, reader, device), flavour)


def _read_array(node: Node, reader: Reader, device: Any) -> Any:
    dtype = np.dtype(node["dtype"])
    # of pieces that several processes read there are checksums
    return assembled(tuple(node["shape"]), reader.__getitem__, dtype, device)


def _retyped(array: Any, flavour: Any) -> Any:
    retype(array, flavour.array)
    return array
