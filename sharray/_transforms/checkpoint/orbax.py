"""Checkpoints that Orbax saved, restored onto any mesh."""

from __future__ import annotations

import dataclasses
from typing import Any

from sharray._core.lazy import jax
from sharray._core.optional import optional


def restore_args(target: Any) -> Any:
    """Return what tells Orbax to restore a tree of arrays in the layouts of `target`.

    A checkpoint holds buffers, whose padding is zeros at their ends. On another mesh there is more
    or less of it, which Orbax adds or cuts off shard by shard, as it reads.

    Parameters
    ----------
    target
        A tree of arrays, or of abstract ones as `jax.eval_shape` gives them, on the new mesh.

    Returns
    -------
    tree
        For ``PyTreeCheckpointer().restore(path, item=target, restore_args=...)``.

    Raises
    ------
    ImportError
        If Orbax is not installed.
    """
    checkpoint = optional("orbax.checkpoint", "restore_args needs Orbax", "orbax-checkpoint")
    known = checkpoint.checkpoint_utils.construct_restore_args(target)
    kind = checkpoint.ArrayRestoreArgs
    return jax.tree.map(
        lambda a: dataclasses.replace(a, strict=False) if isinstance(a, kind) else a,
        known,
        is_leaf=lambda a: isinstance(a, checkpoint.RestoreArgs),
    )
