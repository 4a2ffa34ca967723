"""Trees of arrays on disk: saved by all processes together, loaded onto any number of them.

A checkpoint is a folder. Each array in it is one of Zarr's (version 3), which TensorStore and Zarr
read by themselves; ``checkpoint.json`` names them. docs/checkpoints.md has the format.
"""

from sharray._transforms.checkpoint.describing import describe
from sharray._transforms.checkpoint.loading import load
from sharray._transforms.checkpoint.saving import Saving, save
from sharray._transforms.checkpoint.tree import CheckpointError

__all__ = ["CheckpointError", "Saving", "describe", "load", "save"]


def __dir__() -> list[str]:
    return __all__
